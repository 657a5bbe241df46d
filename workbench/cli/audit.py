"""``fillomino audit``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from drivers.errors import SessionTimeoutError
from drivers.solvers import find as find_solver
from fillomino.errors import InputError
from workbench.audit.families import scope_text, table
from workbench.audit.scripts import Scripts
from workbench.audit.subject import Subject
from workbench.audit.subjects import lists_solutions, scope_of, subject_of
from workbench.audit.sweep import Done, Report, Scope, audit
from workbench.cli import options
from workbench.cli.audited import show_family_rows, show_report, show_script
from workbench.cli.command import Command
from workbench.cli.options import typed_options
from workbench.cli.report import complain, words
from workbench.foreign.command import ProgramError
from workbench.methods.exits import Exit, worst
from workbench.methods.scripts import read_to_solve
from workbench.texts.inputs import Reading, script_at

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
