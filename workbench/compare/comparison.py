"""A comparison, from the names that a user gives to its rows: planned, resumed, done, in order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from drivers.default_solvers import usual_names
from drivers.lookup import words_of
from drivers.programs import is_command
from drivers.solver import Solver, require
from drivers.solvers import find as find_solver
from encoder.errors import EncodingError
from fillomino.deduction.levels import level_of
from fillomino.errors import InputError, counted, listed
from fillomino.laboratories import part
from fillomino.puzzle import as_fillomino
from workbench.compare.content import is_same
from workbench.compare.notes import Note
from workbench.compare.plan import Entry, Job, entries, jobs, scrambles
from workbench.compare.row import Row
from workbench.compare.store import Store
from workbench.foreign.puzzles import FILLOMINO
from workbench.foreign.spec import is_answering, is_program
from workbench.methods.encodings import name_for
from workbench.methods.method import Facts, Question
from workbench.methods.protocol import Method, MethodOf
from workbench.methods.registry import deduces_first, named
from workbench.methods.script_method import ScriptMethod
from workbench.methods.smt import SmtMethod, smt
from workbench.texts.inputs import Opened
from workbench.texts.script_file import ScriptFile
from workbench.workers.worker import WorkError


def methods_by_name(
    solvers: Sequence[str],
    encodings: Sequence[str],
    alone: Sequence[str],
    deduce: Sequence[str],
    strategies: str | None = None,
    game: str = FILLOMINO,
) -> tuple[list[Method], list[Note]]:
    """Return the named methods, and a note for each encoding and solver that do not go together.

    Each level of deduction makes a method. Those of one pair share a name, to which tables add the level.

    Args:
        solvers: each ``SOLVER``, ``SOLVER ARGUMENTS…`` or ``NAME=SOLVER ARGUMENTS…``, where ``SOLVER`` may be
            ``smt:PROGRAM``.
        encodings: each ``ENCODING`` or ``ENCODING:LOGIC``; or ``ans:PROGRAM``, which needs no solver.
        alone: names of methods without an SMT solver.
        deduce: names of levels of deduction.
        strategies: sets of the thesis's strategies, see `by_strategies`.
        game: the game of the puzzles.

    Raises:
        InputError: if a name is unknown or used twice, or no method is left.
        SolverNotFoundError: if a solver is not installed.
    """
    levels = list(dict.fromkeys(map(level_of, deduce)))
    chosen: list[Method] = []
    notes = list[Note]()
    alone = [*alone, *(name for name in encodings if is_answering(name))]
    encodings = [name for name in encodings if not is_answering(name)]
    pairs = [(encoding, _solver(solver)) for encoding in encodings for solver in solvers]
    for encoding, (label, solver, arguments) in pairs:
        name, _, logic = (encoding, "", "") if is_program(encoding) else encoding.partition(":")
        method = smt(name, solver, logic=logic or None, label=label, arguments=arguments, game=game)
        try:
            method.facts()
        except EncodingError as error:
            notes.append(Note(f"{method.name} is left out: {error}", code="left-out"))
            continue
        if any(levels) and not method.encoding.deduces:
            notes.append(Note(f"{method.name} makes no use of deduction, so there is none", code="no-effect"))
            chosen.append(method)
        else:
            chosen += [replace(method, level=level) for level in levels]
    for name in alone:
        named_levels = dict.fromkeys(deduce if deduces_first(name) else deduce[:1])
        chosen += [named(name, isolated=True, deduce=level) for level in named_levels]
    if strategies is not None:
        from workbench.fillomino.backtracking_method import by_strategies  # imports all rules of deduction

        chosen += by_strategies(strategies)
    if not chosen:
        raise InputError("; ".join(notes) or "there is nothing to compare: name a --solver or a --method")
    return chosen, notes


def _refuse_twice(methods: Sequence[MethodOf[Any]]) -> None:
    names = [(method.name, getattr(method, "level", None)) for method in methods]
    for name in names:
        if names.count(name) > 1:
            raise InputError(
                f"two methods are called {name[0]!r}; give one another name: --solver NAME=SOLVER, or "
                "--encoding NAME=cmd:PROGRAM",
                code="duplicate-name",
            )


def _solver(text: str) -> tuple[str, Solver, tuple[str, ...]]:
    """Return label, record and arguments of an installed solver."""
    label, name, arguments = "", text, tuple[str, ...]()
    if not is_command(text):
        head, _, tail = text.strip().partition(" ")
        label, named, name = head.rpartition("=")
        label = label if named else text.strip()
        try:
            arguments = tuple(words_of(tail))
        except ValueError as error:
            raise InputError(f"--solver {text!r}: {error}", code="bad-option") from error
    solver = find_solver(name)
    require(solver)
    return label or solver.name, solver, arguments


ENCODING = "forest-tight"
"""The default encoding: its script can be kept, scrambled and given to any solver."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All runs of a comparison, in their order.

    Attributes:
        entries: the puzzles, or the scripts.
        methods: the methods, each with its properties on this machine.
        notes: what was left out, and why.
        unread: the errors of scripts that could not be read.
    """

    entries: tuple[Entry, ...]
    methods: tuple[tuple[MethodOf[Any], Facts], ...]
    question: Question
    jobs: tuple[Job, ...]
    notes: tuple[Note, ...]
    unread: tuple[InputError, ...] = ()


def plan(
    subjects: Iterable[Opened | ScriptFile | InputError],
    *,
    solvers: Sequence[str] | None = None,
    encodings: Sequence[str] | None = None,
    alone: Sequence[str] = (),
    strategies: str | None = None,
    deduce: Sequence[str] = ("none",),
    unique: bool = False,
    timeout: float | None = None,
    memory: int | None = None,
    measure: str | None = None,
    runs: int = 1,
    scramble: int | str = 1,
    keep: Path | None = None,
) -> Plan:
    """Plan the runs of every method on every puzzle, or of every solver on every script as it stands.

    Args:
        subjects: puzzles or scripts, not both; each counts once. The error of a script that could not be
            read is a note, if there is another script.
        solvers: see `methods_by_name`; by default those of `usual_names`, or no solver where only
            methods without one are named.
        encodings: see `methods_by_name`; by default `ENCODING`.
        alone: names of methods without an SMT solver.
        strategies: sets of the thesis's strategies.
        deduce: levels of deduction before encoding.
        unique: whether to ask for the proof of uniqueness.
        timeout: CPU seconds of the solver for each run; ``None`` is no limit.
        memory: MiB for each solver process; ``None`` is no limit.
        measure: ``runexec`` to measure with BenchExec's runexec.
        runs: number of seeds.
        scramble: number of orders of each script, or of mutants of each kind
            (`workbench.compare.plan.scrambles`).
        keep: directory for the evidence of runs, if any.

    Raises:
        InputError: for an unknown name, for methods that can't be measured this way, or for nothing to do.
        SolverNotFoundError: if a solver is not installed.
    """
    scripts, puzzles, unread = _of_one_kind(subjects)
    methods, left_out = _methods(
        scripts, puzzles, solvers, encodings, alone, strategies, deduce, unique=unique, measure=measure
    )
    _refuse_twice(methods)
    found, duplicates = entries(scripts or puzzles)
    by_runexec = _by_runexec(measure, methods)
    question = Question(unique=unique, memory_mib=memory, counting=True, runexec=by_runexec).within(timeout)
    orders, mutants = scrambles(str(scramble))
    with_facts = [(method, method.facts()) for method in methods]
    planned = jobs(found, with_facts, runs, question, orders, keep, mutants)
    return Plan(tuple(found), tuple(with_facts), question, tuple(planned), (*left_out, *duplicates), unread)


def _of_one_kind(
    subjects: Iterable[Opened | ScriptFile | InputError],
) -> tuple[list[ScriptFile], list[Opened], tuple[InputError, ...]]:
    """Return the scripts, or the puzzles, and the errors of scripts that could not be read.

    Raises:
        InputError: for scripts and puzzles, or if no script could be read.
    """
    given = list(subjects)
    scripts = [subject for subject in given if isinstance(subject, ScriptFile)]
    puzzles = [subject for subject in given if isinstance(subject, Opened)]
    unread = tuple(subject for subject in given if isinstance(subject, InputError))
    if unread and not scripts:
        raise unread[0]
    if scripts and puzzles:
        raise InputError(
            f"{counted(len(scripts), 'script')} and {counted(len(puzzles), 'puzzle')}: compare either "
            "scripts, which are run as they stand, or puzzles, which are encoded",
            code="option-conflict",
        )
    return scripts, puzzles, unread


def _game_of(
    puzzles: Sequence[Opened], alone: Sequence[str], deduce: Sequence[str], strategies: str | None
) -> str:
    """Return the game of some puzzles.

    Raises:
        InputError: if they are of several, or of one that does not go with methods of Fillomino alone.
    """
    by_game = {opened.puzzle.game.name: opened for opened in puzzles}
    if len(by_game) > 1:
        names = listed([f"{opened.name} is of {game}" for game, opened in by_game.items()])
        raise InputError(f"compare puzzles of one game: {names}", code="other-game")
    game, first = next(iter(by_game.items()), (FILLOMINO, None))
    used = {"--method": alone, "--strategies": strategies, "--deduce": tuple(deduce) != ("none",)}
    for option in [name for name, value in used.items() if value]:
        if first is not None:
            as_fillomino(first.puzzle, option, first.name)
    return game


def _methods(
    scripts: Sequence[ScriptFile],
    puzzles: Sequence[Opened],
    solvers: Sequence[str] | None,
    encodings: Sequence[str] | None,
    alone: Sequence[str],
    strategies: str | None,
    deduce: Sequence[str],
    *,
    unique: bool,
    measure: str | None,
) -> tuple[Sequence[MethodOf[Any]], list[Note]]:
    """Return the methods that `plan` names, for scripts if there are any, and what was left out, and why."""
    if solvers is None and encodings is None and (alone or strategies is not None):
        solvers = encodings = ()
    by_default = usual_names() if solvers is None else solvers
    if scripts:
        of_puzzles = {
            "--encoding": encodings,
            "--method": alone,
            "--strategies": strategies,
            "--deduce": tuple(deduce) != ("none",),
            "--unique": unique,
            "--measure": measure,
        }
        return _methods_of_scripts(by_default, of_puzzles, scripts[0]), []
    game = _game_of(puzzles, alone, deduce, strategies)
    chosen = (name_for(game, None, ENCODING, lazy=True),) if encodings is None else encodings
    return methods_by_name(by_default, chosen, alone, deduce, strategies, game)


def _methods_of_scripts(
    solvers: Sequence[str], of_puzzles: Mapping[str, object], script: ScriptFile
) -> list[ScriptMethod]:
    """Return the method of each solver of a name, for scripts as they stand.

    Raises:
        InputError: for options that are about encoding a puzzle; the first of the scripts is named.
    """
    if given := [option for option, value in of_puzzles.items() if value]:
        raise InputError(
            f"a script is run as it stands: leave out {', '.join(given)}; to compare encodings or methods on "
            "its puzzle, give the puzzle (`fillomino show FILE --to plain`)",
            source=script.name,
            code="option-conflict",
        )
    named = map(_solver, solvers)
    return [ScriptMethod(solver, label, arguments) for label, solver, arguments in named]


def resume(
    jobs: Sequence[Job],
    store: Store,
    *,
    redo_disturbed: bool = False,
    advance: Callable[[], object] = lambda: None,
) -> tuple[list[Job], list[Row]]:
    """Return the jobs that are still to do, and the runs in the file that no longer count, now disregarded.

    Disturbed runs are repeated if that is asked for; ``advance`` is called after each job with a run.
    """
    texts: dict[object, str | None] = {}
    missing, changed = [], []
    for job in jobs:
        row = store.get(job.key)
        if row is not None:
            if not is_same(job, row, texts):
                store.disregard(job.key)
                changed.append(row)
                row = None
            advance()
        if row is None or (redo_disturbed and row.disturbed):
            missing.append(job)
    return missing, changed


def collect(
    rows: Generator[Row], jobs: Sequence[Job], store: Store, *, mixture: bool = False
) -> Iterator[Row]:
    """Write each run of some jobs as it ends, and yield it.

    Raises:
        WorkError: for a run of another version than planned, unless a mixture is allowed.
    """
    versions = {job.key: job.facts.version for job in jobs}
    with closing(rows):
        for row in rows:
            if row.facts.version != versions[row.key] and not mixture:
                raise WorkError(
                    f"{row.method} is {row.facts.version} on {row.where.host}, "
                    f"but {versions[row.key]} was expected"
                )
            store.append(row)
            yield row


def in_order(jobs: Sequence[Job], store: Store) -> list[Row]:
    """Return the finished runs of a comparison in the order of its plan, with the names of today."""
    done = {row.key: row for row in store.rows}
    return [
        done[job.key].changed(
            place=job.place,
            method=job.method.name,
            solver=job.facts.solver,
            program=job.facts.program,
        )
        for job in jobs
        if job.key in done
    ]


def _by_runexec(measure: str | None, methods: Sequence[MethodOf[Any]]) -> bool:
    """Return whether to measure with runexec; refuse any other way, and methods that it can't run."""
    if measure is None:
        return False
    if measure != "runexec":
        raise InputError(f"unknown way to measure {measure!r}; known: runexec", code="unknown-method")
    for method in methods:
        if not isinstance(method, SmtMethod) or method.encoding.lazy:
            raise InputError(
                f"--measure runexec: {method.name} is not one run of a solver on a script", code="bad-option"
            )
    part("benchexec", "runexec:check_runexec", "--measure runexec")()
    return True
