"""A comparison from what a person names to its rows: planned, resumed, done, in the order of the plan."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from drivers.runexec import check_runexec
from drivers.solvers import DEFAULT, SECOND
from fillomino.errors import InputError
from fillomino.words import counted
from workbench.compare.choose import methods as chosen
from workbench.compare.choose import script_methods
from workbench.compare.content import disregard_changed
from workbench.compare.plan import Entry, Job, ScriptEntry, entries, jobs, scrambles, script_entries
from workbench.compare.row import Row
from workbench.compare.store import Store
from workbench.methods.method import Facts, Method
from workbench.methods.question import Question
from workbench.methods.script_method import ScriptMethod
from workbench.methods.smt import SmtMethod
from workbench.texts.inputs import Opened
from workbench.texts.script_file import ScriptFile
from workbench.workers.worker import WorkError

ENCODING = "forest-tight"
"""The encoding that is compared by default: a text that can be kept, scrambled and given to any solver."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All runs of a comparison.

    Attributes:
        entries: the puzzles, or the scripts.
        methods: the methods, each with its properties on this machine.
        question: the question of each run.
        jobs: the runs, in their order.
        notes: what was left out, and why.
        unread: the errors of scripts that could not be taken.
    """

    entries: tuple[Entry | ScriptEntry, ...]
    methods: tuple[tuple[Method | ScriptMethod, Facts], ...]
    question: Question
    jobs: tuple[Job, ...]
    notes: tuple[str, ...]
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
            read is a note, if there is another.
        solvers: see `workbench.compare.choose.methods`; by default Z3 and Yices, and no solver at all where
            only methods without one are named.
        encodings: see there; by default `ENCODING`.
        alone: names of methods that need no solver of SMT-LIB.
        strategies: sets of the thesis's strategies.
        deduce: levels of deduction before encoding.
        unique: whether to ask for the proof of uniqueness.
        timeout: CPU seconds of the solver for each run; ``None`` is no limit.
        memory: MiB of each process of a solver; ``None`` is no limit.
        measure: ``runexec`` to measure by that.
        runs: seeds.
        scramble: orders of each script; or mutants of each kind, see `workbench.compare.plan.scrambles`.
        keep: a directory for the evidence of runs, if any.

    Raises:
        InputError: for a name that there is not, for methods that can't be measured so, or for nothing to do.
        SolverNotFoundError: if a solver is not installed.
    """
    given = list(subjects)
    files = [subject for subject in given if isinstance(subject, ScriptFile)]
    puzzles = [subject for subject in given if isinstance(subject, Opened)]
    unread = [subject for subject in given if isinstance(subject, InputError)]
    if unread and not files:
        raise unread[0]
    if files and puzzles:
        raise InputError(
            f"{counted(len(files), 'script')} and {counted(len(puzzles), 'puzzle')}: compare either scripts, "
            "which are run as they stand, or puzzles, which are encoded",
            code="option-conflict",
        )
    question = Question(unique=unique, memory_mib=memory, counting=True).within(timeout)
    if files:
        idle = {
            "--encoding": encodings,
            "--method": alone,
            "--strategies": strategies,
            "--deduce": tuple(deduce) != ("none",),
            "--unique": unique,
            "--measure": measure,
        }
        idle_names = [name for name, value in idle.items() if value]
        of_scripts = _plan_of_scripts(
            files, solvers, question, idle_names, runs, scrambles(str(scramble)), keep
        )
        return replace(of_scripts, unread=tuple(unread))
    if solvers is None and encodings is None and (alone or strategies is not None):
        solvers = encodings = ()
    solvers = (SECOND.name, DEFAULT.name) if solvers is None else solvers
    encodings = (ENCODING,) if encodings is None else encodings
    methods, left_out = chosen(solvers, encodings, alone, deduce, strategies)
    listed, twice = entries(puzzles)
    runexec = _by_runexec(measure, methods)
    question = replace(question, runexec=runexec)
    orders, mutants = scrambles(str(scramble))
    with_facts: list[tuple[Method | ScriptMethod, Facts]] = [(method, method.facts()) for method in methods]
    planned = jobs(listed, with_facts, runs, question, orders, keep, mutants)
    notes = (*left_out, *twice)
    return Plan(tuple(listed), tuple(with_facts), question, tuple(planned), notes)


def _plan_of_scripts(
    files: Sequence[ScriptFile],
    solvers: Sequence[str] | None,
    question: Question,
    idle: Sequence[str],
    runs: int,
    variants: tuple[int, dict[str, int]],
    keep: Path | None,
) -> Plan:
    """Plan the runs of every solver on every script."""
    if idle:
        raise InputError(
            f"a script is run as it stands: leave out {', '.join(idle)}; to compare encodings or methods on "
            "its puzzle, give the puzzle (`fillomino show FILE --to plain`)",
            source=files[0].name,
            code="option-conflict",
        )
    methods = script_methods((SECOND.name, DEFAULT.name) if solvers is None else solvers)
    listed, twice = script_entries(files)
    with_facts: list[tuple[Method | ScriptMethod, Facts]] = [(method, method.facts()) for method in methods]
    orders, mutants = variants
    planned = jobs(listed, with_facts, runs, question, orders, keep, mutants)
    return Plan(tuple(listed), tuple(with_facts), question, tuple(planned), tuple(twice))


def resume(
    jobs: Sequence[Job],
    store: Store,
    *,
    redo_disturbed: bool = False,
    advance: Callable[[], object] = lambda: None,
) -> tuple[list[Job], list[Row]]:
    """Return the jobs that are still to do, and the runs in the file that no longer count.

    Args:
        jobs: all runs of the comparison.
        store: the file of runs.
        redo_disturbed: whether to do disturbed runs again.
        advance: called after each job that has a run in the file.
    """
    changed = disregard_changed([job for job in jobs if store.get(job.key) is not None], store, advance)
    missing = [
        job for job in jobs if (row := store.get(job.key)) is None or (redo_disturbed and row.disturbed)
    ]
    return missing, changed


def collect(
    rows: Generator[Row], jobs: Sequence[Job], store: Store, *, mixture: bool = False
) -> Iterator[Row]:
    """Write each run as it ends, and yield it.

    Args:
        rows: the runs as they end; closed at the end.
        jobs: what they are runs of.
        store: the file of runs.
        mixture: whether another version than was planned is fine.

    Raises:
        WorkError: for a run of another version.
    """
    versions = {job.key: job.facts.version for job in jobs}
    with closing(rows):
        for row in rows:
            if row.version != versions[row.key] and not mixture:
                raise WorkError(
                    f"{row.method} is {row.version} on {row.host}, but {versions[row.key]} was expected"
                )
            store.append(row, again=True)
            yield row


def in_order(jobs: Sequence[Job], store: Store) -> list[Row]:
    """Return the runs of a comparison that are done, in the order of its plan, whoever ended first."""
    done = {row.key: row for row in store.rows}
    return [
        replace(
            done[job.key],
            place=job.place,
            method=job.method.name,
            solver=job.facts.solver,
            program=job.facts.program,
        )
        for job in jobs
        if job.key in done
    ]


def _by_runexec(measure: str | None, methods: Sequence[Method]) -> bool:
    """Return whether to measure by runexec; refuse another way, or methods that it can't run."""
    if measure is None:
        return False
    if measure != "runexec":
        raise InputError(
            f"there is no way to measure called {measure!r}; there is runexec", code="unknown-method"
        )
    for method in methods:
        if not isinstance(method, SmtMethod) or method.encoding.lazy:
            raise InputError(
                f"--measure runexec: {method.name} is not one run of a solver on a script", code="bad-option"
            )
    check_runexec()
    return True
