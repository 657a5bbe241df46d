"""``fillomino audit``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.report import complain, words

if TYPE_CHECKING:
    from drivers.solver import Solver
    from encoder.script import PuzzleScript
    from fillomino.board import Board
    from fillomino.puzzle import Puzzle
    from workbench.audit.listed import Listed
    from workbench.audit.scripts import Scripts
    from workbench.audit.subject import Subject
    from workbench.audit.sweep import Done, Report, Scope
    from workbench.texts.inputs import Reading

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
    from drivers.limits import Limits
    from drivers.solvers import find as find_solver
    from fillomino.errors import InputError
    from workbench.audit.sweep import EVERY_UP_TO, SAMPLED_UP_TO, Scope
    from workbench.choose.levels import level_of
    from workbench.cli.audited import show_family_rows, show_report, show_script
    from workbench.methods.exits import Exit, worst

    if families and (drop or only):
        raise InputError(
            "--families drops each family in turn; leave out --drop and --only", code="option-conflict"
        )
    chosen = find_solver(solver)
    checker = find_solver(second) if second else None
    scope = Scope(
        EVERY_UP_TO if every is None else every,
        SAMPLED_UP_TO if sampled is None else sampled,
        _boards(board) if board else None,
        level_of(deduce),
        Limits(seconds=timeout),
    )
    scripts, others = _scripts_in(names, reading[1].bound)
    if scripts and not others:
        _refuse(context, (*_OF_BOARDS, *_OF_SCRIPTS), "a script is audited on its own puzzle")
    codes = [show_script(script, chosen, checker, timeout, as_json=as_json) for script in scripts]
    if not scope.stages() and (others or not scripts):
        raise InputError(
            "there is no board to audit on; give --every or --sampled a number above 0", code="missing-option"
        )
    listed, encodings = _listed_in(others, scope)
    if listed and not encodings:
        why = "what lists its solutions has no families and takes no solver"
        _refuse(context, (*_OF_SCRIPTS, *_OF_SOLVERS), why)
    if not (scripts or listed or encodings):
        encodings = [options.ENCODING]
    for each in listed:
        with _progress(each, scope) as audit:
            report = audit()
        codes.append(show_report(each, report, None, as_json=as_json))
    for name in encodings:
        subject = _encoding(name, drop, only, chosen, checker, scope, logic, families=families)
        if families:
            from workbench.audit.families import table

            with words() as show:
                found = table(subject, scope, progress=_shown(show, scope, {}))
            codes.append(show_family_rows(subject, found, as_json=as_json))
            continue
        with _progress(subject, scope) as audit:
            report = audit()
        codes.append(show_report(subject, report, keep, as_json=as_json))
    raise click.exceptions.Exit(worst([Exit.DONE, *codes]))


def _scripts_in(names: Sequence[str], puzzle: Puzzle | None) -> tuple[list[PuzzleScript], list[str]]:
    """The arguments that are scripts, read, and the others."""
    from workbench.methods.scripts import read_to_solve
    from workbench.texts.inputs import SCRIPT, Source, script_in, text_of

    scripts, others = [], []
    for name in names:
        path = Path(name)
        text = script_in(Source(name, name)) if path.is_file() else None
        if text is None and path.is_file() and path.suffix == SCRIPT:
            text = text_of(name)[0]  # no script: reading it says why
        if text is None:
            others.append(name)
        else:
            scripts.append(read_to_solve(text, name, puzzle))
    return scripts, others


def _listed_in(names: Sequence[str], scope: Scope) -> tuple[list[Listed], list[str]]:
    """The subjects that list their solutions, paradigms and programs that answer, and the other names."""
    from workbench.audit.listed import paradigm, program
    from workbench.foreign.command import is_answering
    from workbench.methods.answering import answering
    from workbench.methods.paradigm import ParadigmMethod
    from workbench.methods.table import is_paradigm, named

    methods = [named(name) for name in names if is_paradigm(name)]
    listed = [paradigm(method, scope) for method in methods if isinstance(method, ParadigmMethod)]
    listed += [program(answering(name), scope) for name in names if is_answering(name)]
    return listed, [name for name in names if not (is_paradigm(name) or is_answering(name))]


def _encoding(
    name: str,
    drop: Sequence[str],
    only: Sequence[str],
    solver: Solver,
    second: Solver | None,
    scope: Scope,
    logic: str | None,
    *,
    families: bool,
) -> Scripts:
    """An encoding as a subject, perhaps without some of its families."""
    from encoder.select import family_names
    from workbench.audit.families import another
    from workbench.audit.scripts import Scripts
    from workbench.choose.encodings import chosen_families, find_one_shot, with_families

    whole = find_one_shot(name)
    if families or drop or only:
        whole = with_families(whole)
    rest = chosen_families(whole, family_names(drop), family_names(only))
    second = second or another(solver, whole)
    return Scripts(rest, solver, second, whole, logic, scope.level, scope.limits)


def _refuse(context: click.Context, names: Sequence[str], why: str) -> None:
    """Refuse options that would do nothing."""
    from fillomino.errors import InputError
    from workbench.cli.options import typed_options

    if given := typed_options(context, names):
        raise InputError(f"{why}; leave out {', '.join(given)}", code="option-conflict")


def _boards(specs: Sequence[str]) -> tuple[tuple[str, Board], ...]:
    from fillomino.errors import InputError
    from workbench.texts.inputs import board_of

    found = []
    for spec in specs:
        board = board_of(spec)
        if board.size > 12:
            raise InputError(
                f"--board {spec} has {board.size} cells; an audit can enumerate up to 12",
                code="board-too-large",
            )
        found.append((spec, board))
    return tuple(found)


@contextmanager
def _progress(subject: Subject, scope: Scope) -> Iterator[Callable[[], Report]]:
    """A function that audits and shows how far it is; where it does not end, what it came to is reported."""
    from drivers.errors import SessionTimeoutError
    from workbench.audit.sweep import audit
    from workbench.foreign.command import ProgramError

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
    from workbench.audit.families import scope_text
    from workbench.audit.sweep import Report

    if not seen:
        return "nothing was decided"
    *whole, last = seen
    before = f"{scope_text(Report(None, tuple(whole)))}, and " if whole else ""
    return f"{before}{last.puzzles:,} of {last.board}"
