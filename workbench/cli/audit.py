"""``fillomino audit``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from msgspec import UNSET

from drivers.errors import SessionTimeoutError
from drivers.solver import Solver
from drivers.solvers import SECOND
from drivers.solvers import find as find_solver
from encoder.script import PuzzleScript
from fillomino import formats
from fillomino.errors import InputError, counted
from smtlib.literals import write_literal
from workbench import Exit, worst
from workbench.audit.families import Row, Table, row_text, scope_text, skipped_text, table
from workbench.audit.scripts import Scripts
from workbench.audit.subjects import lists_solutions, scope_of, subject_of
from workbench.audit.sweep import Counterexample, Done, Report, Scope, Subject, audit
from workbench.audit.text import Audited, audited
from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.layout import beside_puzzle, by_family, indented, model_text
from workbench.cli.options import typed_options
from workbench.cli.report import complain, words
from workbench.foreign.command import ProgramError
from workbench.methods.result import shape
from workbench.methods.scripts import read_to_solve
from workbench.texts.inputs import Reading, script_at
from workbench.texts.outputs import write_file
from workbench.texts.rows import (
    AuditedAssertionRow,
    AuditedFamilyRow,
    AuditedScriptRow,
    AuditRow,
    CounterexampleRow,
)
from workbench.texts.writing import written

_OF_BOARDS = ("every", "sampled", "board", "deduce")
_OF_SCRIPTS = ("drop", "only", "families", "logic", "keep")
_OF_SOLVERS = ("solver", "second")


@click.command(cls=Command)
@click.pass_context
@click.argument(
    "names",
    nargs=-1,
    metavar="NAME|FILE...",
    help="An encoding, cmd:PROGRAM, ans:PROGRAM, a paradigm, or a script; by default forest-tight.",
)
@options.drop
@options.solver(options.FIRST)
@click.option("--second", metavar="S", help="Solver that checks the counterexample; by default another one.")
@click.option(
    "--every", type=click.IntRange(min=0), metavar="N", help="All clue sets of boards of up to N cells."
)
@click.option(
    "--sampled",
    type=click.IntRange(min=0),
    metavar="N",
    help="Empty boards and samples of up to N cells; from 9 on also full boards of up to 36.",
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
@options.reading
def command(
    context: click.Context,
    *,
    names: tuple[str, ...],
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
    reading: Reading,
) -> None:
    """Decide on small boards if an encoding accepts exactly what the rules accept.

    Every clue set of the smallest boards comes first; then boards of up to 9 cells without clues,
    of which all solutions are compared; then boards of up to 36 cells with a number in every cell;
    then the clue sets of boards of up to 5 cells, walls, variants, and samples. The first puzzle
    that is decided wrongly is shown with the filling, the model, and the assertions that were left
    out and fail on it. A second solver, our own evaluation and the rules confirm it. Puzzles that
    an encoding refuses are counted and left out. `--every 6` takes minutes; Ctrl-C reports how far
    it came.

    \b
    Examples:
      fillomino audit forest --drop same-root
      fillomino audit forest --families --every 3 --sampled 6
      fillomino audit 'mine=cmd:awk -f mine.awk' --board 2x3

    \b
    What can be audited:
      an encoding   its families can be left out: `fillomino encodings NAME` lists them
      cmd:PROGRAM   a program that reads a puzzle and prints a script
      ans:PROGRAM   a program that reads a puzzle and prints its solutions, or none
      a paradigm    such as clingo or highs-flow
      FILE.smt2     a script, edited or not: does it accept exactly the solutions of its puzzle?

    Exit code 1 if solutions are refused or anything else is accepted, 3 if a solver does not
    answer in time.
    """
    if families and (drop or only):
        raise InputError(
            "--families drops each family in turn; leave out --drop and --only", code="option-conflict"
        )
    scripts = [(name, text) for name in names if (text := script_at(name)) is not None]
    others = [name for name in names if script_at(name) is None] if scripts else list(names)
    if scripts and not others:
        _refuse(context, (*_OF_BOARDS, *_OF_SCRIPTS), "a script is audited on its own puzzle")
    scope = scope_of(every, sampled, board, deduce, timeout)
    checker = find_solver(second) if second else None
    codes = []
    for name, text in scripts:
        script = read_to_solve(text, name, reading[1].bound)
        codes.append(show_script(script, find_solver(solver), checker, timeout, as_json=as_json))
    if not scope.stages() and (others or not scripts):
        raise InputError(
            "there is no board to audit on; give --every or --sampled a number above 0", code="missing-option"
        )
    if others and all(map(lists_solutions, others)):
        why = "a subject that lists its solutions has no families and takes no solver"
        _refuse(context, (*_OF_SCRIPTS, *_OF_SOLVERS), why)
    if not names:
        others = [options.ENCODING]
    for name in sorted(others, key=lists_solutions, reverse=True):
        subject = subject_of(name, scope, solver, second, drop=drop, only=only, logic=logic)
        if families and isinstance(subject, Scripts):
            with words() as show:
                family_table = table(subject, scope, progress=_shown(show, scope, {}))
            codes.append(show_family_rows(subject, family_table, as_json=as_json))
            continue
        with _progress(subject, scope) as run:
            report = run()
        codes.append(show_report(subject, report, keep, as_json=as_json))
    raise click.exceptions.Exit(worst([Exit.DONE, *codes]))


def _refuse(context: click.Context, names: Sequence[str], why: str) -> None:
    """Refuse options that would do nothing."""
    if given := typed_options(context, names):
        raise InputError(f"{why}; leave out {', '.join(given)}", code="option-conflict")


@contextmanager
def _progress(subject: Subject, scope: Scope) -> Iterator[Callable[[], Report]]:
    """A function that audits and shows how far it is; where it does not end, what it came to is reported."""
    seen: dict[tuple[str, str], Done] = {}
    with words() as show:
        try:
            yield lambda: audit(subject, scope, _shown(show, scope, seen))
        except (KeyboardInterrupt, SessionTimeoutError, ProgramError):
            show("")
            complain(f"{subject.name}: no counterexample so far; {_so_far(list(seen.values()))}")
            raise


def _shown(
    show: Callable[[str], None], scope: Scope, seen: dict[tuple[str, str], Done]
) -> Callable[[Done], None]:
    """A callback that shows the progress of an audit, and records it."""
    stages = {(stage.kind, stage.name): (place, stage) for place, stage in enumerate(scope.stages(), 1)}

    def progress(done: Done) -> None:
        seen[done.kind, done.board] = done
        place, stage = stages[done.kind, done.board]
        count = f"{done.puzzles:,} of up to {stage.puzzles:,} puzzles"
        show(f"stage {place} of {len(stages)}, {done.kind} {done.board}: {count}")

    return progress


def _so_far(seen: Sequence[Done]) -> str:
    """The scope of an audit that was stopped; of its last stage it may have done a part only."""
    if not seen:
        return "nothing was decided"
    *whole, last = seen
    before = f"{scope_text(Report(None, tuple(whole)))}, and " if whole else ""
    return f"{before}{last.puzzles:,} of {last.board}"


def show_report(subject: Subject, report: Report, keep: Path | None, *, as_json: bool) -> int:
    """Print the result of an audit; returns the exit code."""
    example = None if report.wrong is None else subject.explain(report.wrong)
    if example is not None and keep is not None and isinstance(subject, Scripts):
        _keep(keep, example, subject)
    if as_json:
        click.echo(_row(subject.name, example, report).to_line())
    elif example is not None:
        click.echo(_text(subject, example, report), nl=False)
    else:
        click.echo(f"{subject.name}: no counterexample; {scope_text(report)}")
        if skipped := skipped_text(report, subject.name):
            click.echo(f"Left out: {skipped}.")
    return Exit.DONE if example is None else Exit.NO


def show_family_rows(subject: Scripts, table: Table, *, as_json: bool) -> int:
    """Print what each family is for; returns the exit code."""
    if as_json:
        for row in table.rows:
            click.echo(_family_row(subject.name, row).to_line())
    else:
        if table.found is not None:
            click.echo(_text(subject, table.found, table.report))
        click.echo(f"{subject.name}: what each family is for, shown by what goes wrong without it")
        for row in table.rows:
            click.echo(f"  {row.family.name:<15} {row_text(row)}")
        widest = max((table.report, *(row.report for row in table.rows)), key=lambda report: report.puzzles)
        if skipped := skipped_text(widest, subject.name):
            click.echo(f"Left out: {skipped}.")
    return Exit.DONE if table.found is None else Exit.NO


def show_script(
    script: PuzzleScript, solver: Solver, second: Solver | None, timeout: float | None, *, as_json: bool
) -> int:
    """Audit a script on its puzzle, and print the result; returns the exit code."""
    with words() as show:
        result = audited(script, solver, second or SECOND, timeout, show)
    name = script.source.name if script.source is not None else script.encoding
    if as_json:
        click.echo(_script_row(name, script, result).to_line())
    elif result.right:
        solutions = counted(result.solutions, "solution")
        click.echo(f"{name}: right: it accepts exactly the {solutions} of its puzzle")
    elif result.counterexample is None:
        click.echo(f"{name}: not decided: {result.why}")
    elif result.counterexample.unreadable:
        click.echo(f"{name}: wrong: {result.counterexample.unreadable}")
    else:
        click.echo(_script_text(name, script, result.counterexample, result.why), nl=False)
    return Exit.DONE if result.right else Exit.NO_ANSWER if result.right is None else Exit.NO


def _text(subject: Subject, example: Counterexample, report: Report) -> str:
    """A counterexample in words and pictures."""
    board = example.puzzle.board
    families = subject.families or (() if example.script is None else example.script.families)
    lines = [f"{subject.name} {example.does} on {report.done[-1].board}, after {report.puzzles:,} others.\n"]
    lines.append(beside_puzzle(example.puzzle, example.filling, example.kind, example.violations))
    if example.unreadable:
        lines.append(f"Its model gives no filling: {example.unreadable}\n")
    if example.model:
        lines += ["Its model:\n", indented(model_text(example.model))]
    if example.why:
        lines.append(f"{example.why}\n")
    if example.assertions:
        lines.append(indented(by_family(board, families, example.assertions)))
    lines.append(f"Checked by {', '.join(example.checked_by)}.\n")
    return "".join(lines)


def _row(name: str, example: Counterexample | None, report: Report) -> AuditRow | CounterexampleRow:
    if example is None:
        return AuditRow(encoding=name, right=True, puzzles=report.puzzles, not_encoded=dict(report.skipped))
    return _counterexample(name, example, report)


def _counterexample(name: str, example: Counterexample, report: Report) -> CounterexampleRow:
    names = example.puzzle.board.names
    filling = None if example.filling is None else dict(zip(names, example.filling, strict=True))
    return CounterexampleRow(
        encoding=name,
        right=False,
        puzzles=report.puzzles,
        not_encoded=dict(report.skipped),
        board=report.done[-1].board,
        clues={names[cell]: number for cell, number in sorted(example.puzzle.clues.items())},
        walls=[[names[x], names[y]] for x, y in sorted(example.puzzle.walls)],
        largest_region=example.puzzle.largest_region,
        checkered=example.puzzle.checkered,
        basic=example.puzzle.basic,
        kind=example.kind,
        filling=filling,
        blocked=filling if example.kind == "not-blocked" else None,
        violations=[violation.text for violation in example.violations],
        assertions=[
            AuditedAssertionRow(family=a.family, cells=[names[cell] for cell in a.about], term=a.term)
            for a in example.assertions
        ],
        model={
            symbol: value if isinstance(value, bool | int) else value.value
            for symbol, value in example.model.items()
        },
        checked_by=list(example.checked_by),
    )


def _family_row(name: str, row: Row) -> AuditedFamilyRow:
    return AuditedFamilyRow(
        encoding=name,
        family=row.family.name,
        redundant=row.found is None and not row.to_blame,
        implied=row.implied,
        occurs=row.occurs,
        counterexample=UNSET if row.found is None else _counterexample(row.name, row.found, row.report),
    )


def _keep(directory: Path, example: Counterexample, subject: Scripts) -> None:
    """Leave a counterexample as files that `check` and any solver can read."""
    puzzle, board = example.puzzle, example.puzzle.board
    plain = board.grid is not None and not puzzle.walls and puzzle.largest_region is None
    name = "plain" if plain else "json" if board.grid is None else "pzprv3"
    write_file(directory / "puzzle.txt", formats.write(puzzle, name))
    if example.filling is not None:
        write_file(directory / "filling.txt", formats.write_filling(board, example.filling))
    if example.model:
        pairs = "\n ".join(f"({symbol} {write_literal(value)})" for symbol, value in example.model.items())
        write_file(directory / "model.out", f"sat\n({pairs})\n")
    if example.script is not None:
        whole = subject.whole.script(puzzle, example.script.logic)
        write_file(directory / "audited.smt2", written(example.script, "driver"))
        write_file(directory / "whole.smt2", written(whole, "driver"))


def _script_row(name: str, script: PuzzleScript, result: Audited) -> AuditedScriptRow:
    example = result.counterexample
    lines = _lines(script)
    return AuditedScriptRow(
        script=name,
        right=result.right,
        filling=None
        if example is None or example.filling is None
        else shape(script.puzzle.board, example.filling),
        violations=[] if example is None else [violation.text for violation in example.violations],
        against=[]
        if example is None
        else [AuditedAssertionRow(family=a.family, line=lines[id(a)], term=a.term) for a in example.refusing],
        solutions=result.solutions if result.right else None,
        error=result.why or (example.unreadable if example is not None else "") or None,
    )


def _script_text(name: str, script: PuzzleScript, example: Counterexample, why: str) -> str:
    """A filling that a script decides wrongly."""
    does = "accepts this, which is not a solution" if example.violations else "refuses this solution"
    lines = [
        f"{name} {does}:\n",
        beside_puzzle(example.puzzle, example.filling, example.kind, example.violations),
    ]
    if why:
        lines.append(f"  {why}\n")
    if example.refusing:
        lines.append("Together these assertions refuse it; none of them can be left out:\n")
        listed = by_family(script.puzzle.board, script.families, example.refusing, None, _lines(script))
        lines.append(indented(listed))
    return "".join(lines)


def _lines(script: PuzzleScript) -> dict[int, int]:
    """The line of each assertion in the file of a script, by its `id`."""
    asserted = () if script.source is None else script.source.file.assertions
    return {id(own): written.line for own, written in zip(script.assertions, asserted, strict=True)}
