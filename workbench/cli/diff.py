"""``fillomino diff``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.report import words

if TYPE_CHECKING:
    from encoder.encoding import Encoding
    from workbench.texts.inputs import Reading


@click.command(cls=Command)
@click.argument("one", metavar="ENC_A", help="An encoding, or cmd:PROGRAM; ~FAMILY drops families of ours.")
@click.argument("other", metavar="ENC_B", help="Another, or the same with families dropped.")
@click.argument(
    "puzzle", required=False, metavar="[PUZZLE]", help="The puzzle to encode in both; else a small example."
)
@options.solver(options.FIRST)
@click.option(
    "--every",
    type=click.IntRange(min=0),
    default=3,
    metavar="N",
    help="Compare fillings on all clue sets up to N cells.",
)
@options.deduce("none")
@options.reading
def command(
    *,
    one: str,
    other: str,
    puzzle: str | None,
    solver: str,
    every: int,
    deduce: str,
    reading: Reading,
) -> None:
    """Compare two encodings of a puzzle: variables, assertions by family, size, and fillings.

    The sizes are those of one puzzle: the one that is named, else a small example, which is printed.
    It is decided on small boards if both accept the same fillings, as `fillomino audit` does.

    \b
    Examples:
      fillomino diff forest forest-bv
      fillomino diff forest forest-tight @first
      fillomino diff forest forest~edge-one-way @first

    Exit code 1 if their fillings differ.
    """
    from drivers.solvers import find as find_solver
    from fillomino.board import rectangle
    from fillomino.puzzle import Puzzle
    from fillomino.render.text import text
    from smtlib.render import driver
    from workbench.audit.families import another, scope_text
    from workbench.audit.scripts import Scripts
    from workbench.audit.sweep import Scope, audit
    from workbench.choose.levels import level_of
    from workbench.methods.deduced import encoded
    from workbench.methods.exits import Exit
    from workbench.texts.inputs import puzzle_of

    example = Puzzle(rectangle(3, 3), {0: 2, 4: 3, 8: 4})
    given = example if puzzle is None else puzzle_of(puzzle, *reading).document.puzzle
    level = level_of(deduce)
    encodings = [_named(one), _named(other)]
    scripts, works = zip(*(encoded(e, given, None, level) for e in encodings), strict=True)
    if puzzle is None:
        click.echo(f"No puzzle is named, so this example is encoded:\n{text(example)}", nl=False)
    names = [e.name if e.spec else typed for e, typed in zip(encodings, (one, other), strict=True)]
    rows: list[tuple[str, ...]] = [("", *names)]
    rows.append(("logic", *(script.logic for script in scripts)))
    sorts = [Counter(sort for _, sort in script.declarations) for script in scripts]
    rows += [(f"variables {sort}", *(str(count[sort]) for count in sorts)) for sort in _all(sorts)]
    families = [Counter(a.family for a in script.assertions) for script in scripts]
    rows += [(f"  {name}", *(str(count[name]) for count in families)) for name in _all(families)]
    rows.append(("assertions", *(str(count.total()) for count in families)))
    if level:
        rows.append(("cells left by deduction", *(str(work.open_cells) for work in works)))
    rows.append(("bytes", *(f"{len(driver(script)):,}" for script in scripts)))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for label, left, right in rows:
        click.echo(f"{label:<{widths[0]}}  {left:>{widths[1]}}  {right:>{widths[2]}}".rstrip())
    with words() as show:
        scope = Scope(every, every)
        asked = find_solver(solver)
        reports = [
            audit(
                Scripts(e, asked, another(asked, e), e),
                scope,
                lambda done: show(f"{done.board}: {done.puzzles:,}"),
            )
            for e in encodings
        ]
    wrong = [name for name, report in zip(names, reports, strict=True) if report.wrong is not None]
    if not wrong:
        click.echo(f"fillings: the same, those of the rules, on {scope_text(reports[0])}")
        raise click.exceptions.Exit(Exit.DONE)
    for name in wrong:
        click.echo(f"fillings: those of {name} are not those of the rules; `fillomino audit` shows where")
    raise click.exceptions.Exit(Exit.NO)


def _named(text: str) -> Encoding:
    """An encoding, with the families behind ``~`` dropped: ``forest~same-root``."""
    from workbench.choose.encodings import find_one_shot
    from workbench.foreign.command import is_program

    if is_program(text):  # whose path may have a ~ of its own
        return find_one_shot(text)
    name, *dropped = text.split("~")
    return find_one_shot(name, dropped)


def _all(counts: list[Counter[str]]) -> list[str]:
    """The keys of all, in the order in which they come."""
    return list(dict.fromkeys(key for count in counts for key in count))
