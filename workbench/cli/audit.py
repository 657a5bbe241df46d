"""``fillomino audit``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from workbench.cli import options
from workbench.cli.audit_paradigm import audit_paradigm, paradigms_in
from workbench.cli.audit_text import audit_text, texts_in
from workbench.cli.command import Command
from workbench.cli.report import complain, words

if TYPE_CHECKING:
    from pathlib import Path

    from encoder.encoding import Encoding
    from encoder.script import PuzzleScript
    from fillomino.board import Board
    from workbench.audit.counterexample import Counterexample
    from workbench.audit.families import Row
    from workbench.audit.sweep import Done, Report, Scope
    from workbench.rows import AuditedFamilyRow, CounterexampleRow, Kind


@click.command(cls=Command)
@click.pass_context
@click.argument(
    "encodings",
    nargs=-1,
    metavar="NAME|FILE...",
    help=f"An encoding, cmd:PROGRAM, a paradigm, or a script.  [{options.ENCODING}]",
)
@options.drop
@options.solver(options.FIRST)
@click.option("--second", metavar="S", help="Solver that checks the counterexample; by default another one.")
@click.option(
    "--every", type=click.IntRange(min=0), metavar="N", help="All clue sets of rectangles of up to N cells."
)
@click.option(
    "--sampled", type=click.IntRange(min=0), metavar="N", help="Samples of other boards of up to N cells."
)
@click.option(
    "--board",
    multiple=True,
    metavar="SPEC",
    help="Only this board, such as 2x3 or torus:3x3; can be repeated.",
)
@click.option(
    "--families", is_flag=True, help="Drop each family in turn: what is it for, or is it redundant?"
)
@options.logic
@options.deduce("none")
@options.timeout
@click.option(
    "--keep",
    type=options.PATH,
    metavar="DIR",
    help="Leave the puzzle, the filling, its model and both scripts of it.",
)
@options.as_json
def command(
    context: click.Context,
    *,
    encodings: tuple[str, ...],
    drop: list[str],
    only: list[str],
    solver: str,
    second: str | None,
    every: int | None,
    sampled: int | None,
    board: tuple[str, ...],
    families: bool,
    logic: str | None,
    deduce: str,
    timeout: float | None,
    keep: Path | None,
    as_json: bool,
) -> None:
    """Decide on small boards if an encoding accepts exactly what the rules accept.

    The first puzzle that is decided wrongly is a smallest one. It is shown with the filling, the model, and
    the assertions against it, and checked by a second solver. NAME is one of `fillomino encodings`,
    cmd:PROGRAM, or a paradigm such as clingo; a FILE is audited on the puzzle that it holds. What is
    tried, and how long it takes: docs/debugging.md.

    \b
    Examples:
      fillomino audit forest --drop same-root
      fillomino audit 'mine=cmd:awk -f examples/foreign/distances.awk' --every 3 --sampled 4
      fillomino audit first.smt2

    Exit code 1 if an encoding accepts or refuses wrongly, 3 if the solver does not answer in time.
    """
    from drivers.errors import SessionTimeoutError
    from drivers.limits import Limits
    from drivers.solvers import find as find_solver
    from encoder.select import family_names
    from fillomino.errors import InputError
    from workbench.audit.families import another, table
    from workbench.audit.sweep import EVERY_UP_TO, SAMPLED_UP_TO, Scope, audit
    from workbench.encodings import chosen_families, find_one_shot, with_families
    from workbench.foreign.command import ProgramError
    from workbench.levels import level_of
    from workbench.methods.exits import Exit, worst

    chosen_solver = find_solver(solver)
    scope = Scope(
        EVERY_UP_TO if every is None else every,
        SAMPLED_UP_TO if sampled is None else sampled,
        _boards(board) if board else None,
        level_of(deduce),
        Limits(seconds=timeout),
    )
    texts, names = texts_in(context, encodings)
    wrong = [audit_text(text, chosen_solver, second, timeout, as_json=as_json) for text in texts]
    if not scope.chosen() and (names or not texts):
        raise InputError("there is no board to audit on; give --every or --sampled a number above 0")
    methods, names = paradigms_in(context, names)
    for method in methods:
        with words() as show:
            found: dict[str, Done] = {}
            try:
                wrong.append(
                    audit_paradigm(method, scope, _progress(show, found, scope), show, as_json=as_json)
                )
            except (KeyboardInterrupt, SessionTimeoutError):
                show("")
                complain(f"{method.name}: no counterexample so far; {_so_far(list(found.values()))}")
                raise
    if wrong and not names:
        raise click.exceptions.Exit(worst(wrong))
    wholes = [find_one_shot(name) for name in names or [options.ENCODING]]
    if families or drop or only:
        wholes = [with_families(whole) for whole in wholes]
    code = worst([Exit.DONE, *wrong])
    if families and (drop or only):
        raise InputError("--families drops each family in turn; leave out --drop and --only")
    for whole in wholes:
        checker = find_solver(second) if second else another(chosen_solver, whole)
        with words() as show:
            seen: dict[str, Done] = {}
            progress = _progress(show, seen, scope)
            if families:
                rows = table(whole, chosen_solver, checker, scope, progress=progress)
                show("")
                click.echo(_rows_json(whole, rows) if as_json else _rows_text(whole, rows), nl=False)
                continue
            encoding = chosen_families(whole, family_names(drop or ()), family_names(only or ()))
            try:
                report = audit(encoding, chosen_solver, scope, logic=logic, progress=progress)
            except (KeyboardInterrupt, SessionTimeoutError, ProgramError):
                show("")
                complain(f"{encoding.name}: no counterexample so far; {_so_far(list(seen.values()))}")
                raise
            show("")
        if report.wrong is not None:
            code = Exit.NO
        _print_report(report, encoding, whole, checker.name, keep, as_json=as_json)
    raise click.exceptions.Exit(code)


def _progress(show: Callable[[str], None], seen: dict[str, Done], scope: Scope) -> Callable[[Done], None]:
    """Return a callback that shows the progress of an audit, and records it in `seen`."""
    from workbench.audit.puzzles import SAMPLES, how_many

    boards = dict(scope.chosen())
    place = {name: number for number, name in enumerate(boards, start=1)}

    def progress(done: Done) -> None:
        seen[done.board] = done
        most = how_many(boards[done.board]) if done.every else SAMPLES
        show(f"board {place[done.board]} of {len(place)}, {done.board}: {done.puzzles:,} of {most:,} puzzles")

    return progress


def _so_far(seen: list[Done]) -> str:
    """The scope of an audit that was stopped; of its last board it may have done a part only."""
    from workbench.audit.families import scope_text
    from workbench.audit.sweep import Report

    if not seen:
        return "nothing was decided"
    *whole, last = seen
    before = f"{scope_text(Report(None, tuple(whole)))}, and " if whole else ""
    return f"{before}{last.puzzles:,} of {last.board}"


def _boards(sizes: Sequence[str]) -> tuple[tuple[str, Board], ...]:
    from fillomino.errors import InputError
    from workbench.inputs import board_of

    found = []
    for text in sizes:
        board = board_of(text)
        if board.size > 12:
            raise InputError(f"--board {text} has {board.size} cells; an audit can enumerate up to 12")
        found.append((text, board))
    return tuple(found)


def _print_report(
    report: Report, encoding: Encoding, whole: Encoding, second: str, keep: Path | None, *, as_json: bool
) -> None:
    from drivers.solvers import find as find_solver
    from workbench.audit.counterexample import understand
    from workbench.audit.families import scope_text, skipped_text

    if report.wrong is None:
        if as_json:
            from workbench.rows import AuditRow

            row = AuditRow(
                encoding=encoding.name,
                right=True,
                puzzles=report.puzzles,
                not_encoded=dict(report.skipped),
            )
            click.echo(row.to_line())
        else:
            click.echo(f"{encoding.name}: no counterexample; {scope_text(report)}")
            if skipped := skipped_text(report, encoding.name):
                click.echo(f"Left out: {skipped}.")
        return
    found = understand(report.wrong, encoding, whole, find_solver(second))
    script = report.wrong.case.script
    if keep is not None:
        _keep(keep, found, script, whole)
    if as_json:
        click.echo(_json(encoding.name, found, report).to_line())
    else:
        click.echo(_text(encoding, whole, script, found, report), nl=False)


def _keep(directory: Path, found: Counterexample, script: PuzzleScript, whole: Encoding) -> None:
    """Leave a counterexample as files that `check` and any solver can read."""
    from fillomino import formats
    from smtlib.literals import write_literal
    from workbench.flavours import written
    from workbench.outputs import write_file

    board = found.puzzle.board
    plain = board.grid is not None and not found.puzzle.walls and found.puzzle.largest_region is None
    name = "plain" if plain else "json" if board.grid is None else "pzprv3"
    write_file(directory / "puzzle.txt", formats.write(found.puzzle, name))
    if found.filling is not None:
        write_file(directory / "filling.txt", formats.write_filling(board, found.filling))
    if found.model:
        pairs = "\n ".join(f"({symbol} {write_literal(value)})" for symbol, value in found.model.items())
        write_file(directory / "model.out", f"sat\n({pairs})\n")
    write_file(directory / "audited.smt2", written(script, "driver"))
    write_file(directory / "whole.smt2", written(whole.script(found.puzzle, script.logic), "driver"))


def _text(
    encoding: Encoding, whole: Encoding, script: PuzzleScript, found: Counterexample, report: Report
) -> str:
    from fillomino.render.text import text
    from workbench.cli.layout import beside, by_family, indented, model_text

    puzzle, board = found.puzzle, found.puzzle.board
    families = whole.families or script.families
    lines = [f"{encoding.name} {found.does} on {report.done[-1].board}, after {report.puzzles} others.\n"]
    drawings = [("puzzle", text(puzzle))]
    if found.blocked is not None:
        drawings.append(("blocked", text(puzzle, found.blocked)))
        if found.filling is not None and found.refused:
            drawings.append(("gone with it", text(puzzle, found.filling)))
    elif found.filling is not None:
        drawings.append(("refused" if found.refused else "accepted", text(puzzle, found.filling)))
    lines.append(indented(beside(drawings)))
    if puzzle.largest_region is not None:
        lines.append(f"The largest region allowed is {puzzle.largest_region}.\n")
    if puzzle.checkered or puzzle.basic:
        lines.append(f"The puzzle is {'checkered' if puzzle.checkered else 'basic'}.\n")
    if found.violations:
        lines += ["Broken rules:\n", *(f"  {each.text}\n" for each in found.violations)]
    if found.unreadable:
        lines.append(f"Its model gives no filling: {found.unreadable}\n")
    if found.model:
        lines += ["Its model:\n", indented(model_text(found.model))]
    if found.blocked is not None:
        lines += ["Its blocking clause:\n", indented(f"{found.blocking}\n")]
    elif found.failing:
        lines += [
            "Dropped assertions that fail on it:\n",
            indented(by_family(board, families, found.failing)),
        ]
    elif not found.refused:
        lines.append("Every assertion of the encoding holds of it: the encoding is too weak.\n")
    if found.refusing:
        lines += ["Together these refuse it:\n", indented(by_family(board, families, found.refusing))]
    elif found.refused and found.blocked is None:
        lines.append("The encoding rules out one of its numbers in advance.\n")
    lines.append(f"Checked by {', '.join(found.checked_by)}.\n")
    return "".join(lines)


def _json(name: str, found: Counterexample, report: Report) -> CounterexampleRow:
    names = found.puzzle.board.names
    from workbench.rows import AuditedAssertionRow

    assertions = [
        AuditedAssertionRow(family=a.family, cells=[names[cell] for cell in a.about], term=a.term)
        for a in found.failing or found.refusing
    ]
    from workbench.rows import CounterexampleRow

    return CounterexampleRow(
        encoding=name,
        right=False,
        puzzles=report.puzzles,
        not_encoded=dict(report.skipped),
        board=report.done[-1].board,
        clues={names[cell]: number for cell, number in sorted(found.puzzle.clues.items())},
        walls=[[names[x], names[y]] for x, y in sorted(found.puzzle.walls)],
        largest_region=found.puzzle.largest_region,
        checkered=found.puzzle.checkered,
        basic=found.puzzle.basic,
        kind=_kind(found),
        filling=None if found.filling is None else dict(zip(names, found.filling, strict=True)),
        blocked=None if found.blocked is None else dict(zip(names, found.blocked, strict=True)),
        violations=[each.text for each in found.violations],
        assertions=assertions,
        model={
            symbol: value if isinstance(value, bool | int) else value.value
            for symbol, value in found.model.items()
        },
        checked_by=list(found.checked_by),
    )


def _kind(found: Counterexample) -> Kind:
    if found.blocked is not None:
        return "blocks-more" if found.refused else "not-blocked"
    return "refused" if found.refused else "accepted"


def _rows_text(whole: Encoding, rows: list[Row]) -> str:
    from workbench.audit.families import row_text, skipped_text

    lines = [f"{whole.name}: what each family is for, shown by what goes wrong without it\n"]
    lines += [f"  {row.family.name:<15} {row_text(row)}\n" for row in rows]
    if skipped := skipped_text(max((row.report for row in rows), key=lambda its: its.puzzles), whole.name):
        lines.append(f"Left out: {skipped}.\n")
    return "".join(lines)


def _rows_json(whole: Encoding, rows: list[Row]) -> str:
    return "".join(_row_json(whole, row).to_line() + "\n" for row in rows)


def _row_json(whole: Encoding, row: Row) -> AuditedFamilyRow:
    from workbench.rows import AuditedFamilyRow

    its = AuditedFamilyRow(
        encoding=whole.name,
        family=row.family.name,
        redundant=row.found is None,
        implied=row.implied,
        occurs=row.occurs,
    )
    if row.found is not None:
        its.counterexample = _json(row.name, row.found, row.report)
    return its
