"""``fillomino shrink``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fillomino.words import counted
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import PUZZLE_HELP
from workbench.cli.report import coloured, complain, words

if TYPE_CHECKING:
    from pathlib import Path

    from drivers.limits import Limits
    from drivers.solver import Solver
    from encoder.encoding import Encoding
    from fillomino.puzzle import Puzzle as PuzzleValue
    from workbench.shrink.checks import Check, Disagreement, Solvers, Undecided
    from workbench.shrink.conditions import Keeps, Slower
    from workbench.shrink.puzzles import PuzzleShrinker
    from workbench.shrink.text_checks import TextAgainstRules
    from workbench.texts.inputs import Reading


_PRINTED_LINES = 40


@click.command(cls=Command)
@click.argument("subject", metavar="PUZZLE|FILE.smt2", help=f"{PUZZLE_HELP} Or an SMT-LIB file.")
@click.option(
    "--encoding",
    "-e",
    "encodings",
    multiple=True,
    metavar="E",
    help=f"The encoding; twice: they are compared.  [{options.ENCODING}]",
)
@click.option(
    "--solver",
    "-s",
    "solvers",
    multiple=True,
    metavar="S",
    help=f"The solver; twice: they are compared.  [{options.FIRST}]",
)
@options.drop
@click.option(
    "--keep",
    metavar="CONDITION",
    help="What stays true: differ, crash, fail, sat, unsat, unknown, slower:K.",
)
@options.seconds("--timeout", default=5.0, endless=1e6, help="Seconds for each question to a solver.")
@click.option(
    "--output",
    "-o",
    type=options.PATH,
    metavar="FILE",
    help="Write the puzzle; as *.svg drawn, as *.smt2 its script.",
)
@options.reading
def command(
    *,
    subject: str,
    encodings: tuple[str, ...],
    solvers: tuple[str, ...],
    drop: list[str],
    only: list[str],
    keep: str | None,
    timeout: float,
    output: Path | None,
    reading: Reading,
) -> None:
    """Shrink a puzzle or a script on which there is a disagreement, as long as it remains.

    One encoding may disagree with the rules, two encodings (-e twice) or two solvers (-s twice) with each
    other, and a script with the rules. A puzzle loses cells, clues and walls; a script assertions,
    declarations and terms. Ctrl-C prints the smallest so far. What escapes: docs/debugging.md.

    \b
    Conditions on a script, for --keep:
      differ                S and S2 answer sat and unsat (so without --keep)
      crash                 one of the solvers ends without an answer
      fail                  one of them crashes, or refuses the script
      sat, unsat, unknown   S keeps its verdict
      slower:K              S takes K times the CPU time of S2, three times over

    \b
    Examples:
      fillomino shrink @ten -e forest --drop same-root
      fillomino shrink @row -s z3 -s yices
      fillomino shrink row.smt2 -s z3 -s yices --timeout 2
      fillomino shrink row.smt2 -s z3 --keep sat

    Exit code 0 if a disagreement was found, 1 if there is none, 3 if it was not decided.
    """
    from pathlib import Path

    from drivers.limits import Limits
    from drivers.solvers import find as find_solver
    from encoder.annotations import is_script, notes_of
    from encoder.select import falsified, family_names
    from fillomino.errors import InputError
    from workbench.choose.encodings import chosen_families, find_one_shot, with_families
    from workbench.foreign.command import with_timeout
    from workbench.methods.scripts import read_to_solve
    from workbench.shrink.checks import AgainstRules, Solvers, TwoEncodings
    from workbench.shrink.conditions import condition
    from workbench.shrink.text_checks import TextAgainstRules
    from workbench.texts.inputs import puzzle_of, text_of
    from workbench.texts.outputs import check_apart

    found = [find_solver(name) for name in solvers or [options.FIRST]]
    limits = Limits(seconds=timeout)
    crash = keep == "crash"
    named = [with_timeout(find_one_shot(name), timeout) for name in encodings or [options.ENCODING]]
    if len(named) > 2:
        raise InputError("two encodings can be compared; name no more with --encoding")
    if len(named) == 2 and (len(found) > 1 or crash):
        raise InputError("compare two encodings by one solver, or solvers on one encoding")
    check_apart([output], [subject])
    content, name = text_of(subject) if subject == "-" or Path(subject).suffix == ".smt2" else ("", subject)
    if is_script(content):
        if encodings or drop or only:
            raise InputError(
                "a script is shrunk as it stands; leave out --encoding, --drop and --only",
                source=name,
                code="option-conflict",
            )
        if keep is None and len(found) < 2:
            if (reading[1].bound or notes_of(content, name).puzzle) is None:
                wanted = (
                    "no comment here holds the puzzle; name two solvers with --solver, or --keep CONDITION, "
                    "or the puzzle with --as puzzle=PUZZLE"
                )
                raise InputError(wanted, source=name, code="missing-option")
            script = read_to_solve(content, name, reading[1].bound)
            rules = TextAgainstRules(script, found[0], limits)
            raise click.exceptions.Exit(_script(content, name, rules, output))
        check = condition(keep or "differ", found, limits)
        raise click.exceptions.Exit(_script(content, name, check, output))
    if keep not in (None, "crash", "differ"):
        raise InputError(
            f"--keep {keep} is about a script; `fillomino encode` writes that of a puzzle", code="bad-option"
        )
    puzzle = puzzle_of(subject, *reading).document.puzzle
    one = chosen_families(named[0], family_names(drop or ()), family_names(only or ()))
    if len(found) > 1 or crash:
        check = Solvers(tuple(found), limits, crash, encoding=one)
        raise click.exceptions.Exit(_puzzle_and_script(puzzle, subject, check, output))
    excluded = falsified(with_families(named[0]), one) if drop or only else None
    against: Check = (
        TwoEncodings(one, named[1], found[0], limits)
        if len(named) == 2
        else AgainstRules(one, found[0], limits, excluded)
    )
    raise click.exceptions.Exit(_puzzle(puzzle, subject, against, one, found[0], limits, output))


def _puzzle(
    puzzle: PuzzleValue,
    name: str,
    check: Check,
    encoding: Encoding,
    solver: Solver,
    limits: Limits,
    output: Path | None,
) -> int:
    """Shrink a puzzle, and print the smallest, also at Ctrl-C."""
    from workbench.methods.exits import Exit
    from workbench.shrink.puzzles import PuzzleShrinker

    stopped = False
    with words() as show:
        shrinker = PuzzleShrinker(check, show)
        try:
            shrinker.run(puzzle)
        except KeyboardInterrupt:
            stopped = True
    if shrinker.best is None or shrinker.found is None:
        return _nothing(name, check.undecided, stopped=stopped)
    click.echo(_drawn(shrinker, shrinker.best, shrinker.found), nl=False)
    if shrinker.found.refused and shrinker.found.filling is not None and not stopped:
        click.echo(_refusing(shrinker.best, shrinker.found, encoding, solver, limits), nl=False)
    if output is not None:
        _write(output, shrinker.best, shrinker.found, encoding)
    return _end(stopped=stopped) or Exit.DONE


def _puzzle_and_script(puzzle: PuzzleValue, name: str, check: Solvers, output: Path | None) -> int:
    """Shrink a puzzle on which solvers disagree, then its script."""
    from smtlib.render import driver
    from workbench.choose.encodings import chosen_families
    from workbench.shrink.ddmin import ddmin
    from workbench.shrink.puzzles import PuzzleShrinker

    encoding = check.encoding
    assert encoding is not None  # noqa: S101
    stopped = False
    with words() as show:
        shrinker = PuzzleShrinker(check, show)
        try:
            shrinker.run(puzzle)
        except KeyboardInterrupt:
            stopped = True
    if shrinker.best is None or shrinker.found is None:
        return _nothing(name, check.undecided, stopped=stopped)
    best = shrinker.best
    click.echo(_drawn(shrinker, best, shrinker.found), nl=False)
    if output is not None and (stopped or output.suffix != ".smt2"):
        _write(output, best, shrinker.found, encoding)
        output = None
    if stopped:
        return _end(stopped=True)

    def script(families: list[str]) -> str:
        return driver(chosen_families(encoding, only=families).script(best, check.logic))

    names = list(dict.fromkeys(a.family for a in encoding.script(best, check.logic).assertions))
    text = driver(encoding.script(best, check.logic))
    try:
        few = ddmin(names, lambda some: bool(some) and check.text(script(some)) is not None)
        text = script(few)
        click.echo(f"Families of {encoding.name} that do: {', '.join(few)}.")
    except KeyboardInterrupt:
        stopped = True
    return _end(stopped=True) if stopped else _script(text, name, check, output)


def _script(
    text: str, name: str, check: Solvers | Keeps | Slower | TextAgainstRules, output: Path | None
) -> int:
    """Shrink a script, and print the shortest, also at Ctrl-C."""
    from workbench.methods.exits import Exit
    from workbench.shrink.text_checks import TextAgainstRules
    from workbench.shrink.texts import TextShrinker
    from workbench.texts.outputs import write_file

    stopped, accepted = False, None
    rules = check if isinstance(check, TextAgainstRules) else None
    with words() as show:
        shrinker = TextShrinker(check.text, report=show)
        try:
            if rules and rules.text(text):
                shrinker.terms = rules.wanted == "sat"  # without a model, any term could become false
            shrinker.run(text, name)
            if rules and shrinker.found is None and not rules.undecided:
                accepted = rules.accepted()
        except KeyboardInterrupt:
            stopped = True
    if rules and accepted is not None:
        return _too_weak(rules.given.puzzle, accepted)
    if shrinker.found is None and rules and not (stopped or rules.undecided):
        advice = "`fillomino audit` looks at all models"
        complain(f"{name}: the rules don't contradict the verdict of {rules.solver.title}; {advice}")
        return Exit.NO
    if shrinker.found is None and not (rules or stopped or check.undecided):
        complain(f"{name}: the condition to keep does not hold of this script; there is nothing to shrink")
        return Exit.NO
    if shrinker.found is None:
        return _nothing(name, check.undecided, stopped=stopped)
    sizes = f"{len(text):,} to {len(shrinker.best):,} bytes, {shrinker.tried} scripts tried"
    click.echo(f"{shrinker.found.text}: {sizes}")
    click.echo(_excerpt(shrinker.best, output), nl=False)
    if output is not None:
        write_file(output, shrinker.best)
    return _end(stopped=stopped) or Exit.DONE


def _excerpt(text: str, output: Path | None) -> str:
    """A script as it is printed: whole into a pipe; its assertions first where a person reads a long one."""
    import sys

    lines = text.splitlines(keepends=True)
    if len(lines) <= _PRINTED_LINES or not (output or sys.stdout.isatty()):
        return text
    asserted = [line for line in lines if line.startswith("(assert ")]
    shown = asserted[:_PRINTED_LINES]
    rest = f"; {len(shown)} of {counted(len(asserted), 'assertion')}, of {counted(len(lines), 'command')}"
    return "".join([*shown, f"{rest}{'' if output else '; -o FILE.smt2 writes them all'}\n"])


def _too_weak(puzzle: PuzzleValue, found: Disagreement) -> int:
    """Print a wrong filling that a script accepts, which no part of the script can show."""
    from fillomino.render.text import text
    from workbench.cli.layout import beside, indented
    from workbench.methods.exits import Exit

    drawings = [("puzzle", text(puzzle)), ("accepted", text(puzzle, found.filling))]
    broken = "".join(f"  {each.text}\n" for each in found.violations)
    click.echo(f"{found.text}.\n{indented(beside(drawings))}Broken rules:\n{broken}", nl=False)
    click.echo(
        "An assertion that would exclude it is missing or was changed, which no part of the script can show; "
        "`fillomino check` compares it with its encoding."
    )
    return Exit.DONE


def _drawn(shrinker: PuzzleShrinker, puzzle: PuzzleValue, found: Disagreement) -> str:
    """The smallest puzzle and the disagreement about it."""
    from fillomino.render.text import text
    from workbench.cli.layout import beside, indented

    drawings = [("puzzle", text(puzzle, colour=coloured()))]
    if found.filling is not None:
        title = "refused" if found.refused else "accepted"
        drawings.append((title, text(puzzle, found.filling, colour=coloured())))
    cells, clues = counted(puzzle.board.size, "cell"), counted(len(puzzle.clues), "clue")
    other = "There is no disagreement on the whole puzzle, but on a part of it.\n"
    lines = [other] if shrinker.elsewhere else []
    lines.append(f"{found.text} on {cells} with {clues} ({counted(shrinker.tried, 'puzzle')} tried).\n")
    lines.append(indented(beside(drawings)))
    if puzzle.largest_region is not None:
        lines.append(f"The largest region allowed is {puzzle.largest_region}.\n")
    if puzzle.checkered or puzzle.basic:
        lines.append(f"The puzzle is {'checkered' if puzzle.checkered else 'basic'}.\n")
    if found.violations:
        lines += ["Broken rules:\n", *(f"  {each.text}\n" for each in found.violations)]
    return "".join(lines)


def _refusing(
    puzzle: PuzzleValue, found: Disagreement, encoding: Encoding, solver: Solver, limits: Limits
) -> str:
    """The assertions that refuse a right filling, none of which can be spared."""
    from drivers.cores import core_of
    from encoder.script import cells_of
    from workbench.choose.logics import best_logic
    from workbench.cli.layout import by_family, indented

    script = encoding.script(puzzle, best_logic(encoding, solver))
    equal = cells_of(script).equal(found.filling or ())
    if "false" in equal:
        return "The encoding rules out one of its numbers in advance.\n"
    core = core_of(script, equal, solver, limits)
    listed = indented(by_family(puzzle.board, encoding.families or script.families, core))
    return f"Together these refuse it; none of them can be spared:\n{listed}" if core else ""


def _write(path: Path, puzzle: PuzzleValue, found: Disagreement, encoding: Encoding) -> None:
    """Write the puzzle; a picture with the filling as *.svg, its script as *.smt2."""
    from fillomino import formats
    from fillomino.render.svg import svg
    from smtlib.render import driver
    from workbench.texts.outputs import write_file

    if path.suffix == ".smt2":
        write_file(path, driver(encoding.script(puzzle)))
        return
    if path.suffix == ".svg":
        write_file(path, svg(puzzle, found.filling))
        return
    bare = not (puzzle.walls or puzzle.checkered or puzzle.basic or puzzle.largest_region)
    write_file(path, formats.write(puzzle, "plain" if bare and puzzle.board.grid else "json"))


def _nothing(name: str, undecided: Undecided, *, stopped: bool) -> int:
    from workbench.methods.exits import Exit

    if stopped:
        complain(f"{name}: interrupted before a disagreement was found")
        return Exit.INTERRUPTED
    if undecided:
        few = f"{counted(undecided.number, 'question')} had no answer"
        first = ": " if undecided.number == 1 else "; the first of them: "
        complain(f"{name}: no disagreement was found; {few}{first}{undecided.reason}")
        return Exit.NO_ANSWER
    complain(f"{name}: there is no disagreement to shrink; `fillomino audit` looks for one on small boards")
    return Exit.NO


def _end(*, stopped: bool) -> int:
    from workbench.methods.exits import Exit

    if stopped:
        complain("interrupted; what is printed is the smallest so far")
        return Exit.INTERRUPTED
    return Exit.DONE
