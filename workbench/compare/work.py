"""Do jobs and return their rows: each in a worker that has a core to itself, here or on a Dask cluster.

A process of our own does each job, pinned to a core and measured.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import as_completed
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar

from drivers.backend import startup_seconds
from drivers.errors import is_shortage
from drivers.system import adopt_orphans, processor, take_core
from encoder.encoding import EncodingFaultError
from fillomino.clock import PROGRAM, SCRAMBLE
from workbench import __version__
from workbench.compare.content import text_digest
from workbench.compare.machine import commit, our_version
from workbench.compare.plan import Job, filling_hash
from workbench.compare.row import Answer, Given, Ours, Place, Row, Terms
from workbench.foreign.puzzles import undecided
from workbench.methods.keep import Keep
from workbench.methods.method import OUT_OF_MEMORY, Facts, Question, Result, Status, Written, without_solution
from workbench.methods.protocol import Method, MethodOf
from workbench.methods.script_method import ScriptMethod
from workbench.methods.smt import SmtMethod
from workbench.workers.cluster import on_cluster
from workbench.workers.worker import Begin, WorkerDiedError, WorkError, local

T = TypeVar("T")

_WARM_UP_SECONDS = 20.0
_warm: set[str] = set()


def do_pinned(job: Job) -> Row:
    """Do a job on a core that this process has to itself: the task of workers.

    Before the first run of a method, warm it up, and measure the floor of its solver.

    Raises:
        SolverNotFoundError: if the solver is not installed here.
    """
    core, method = take_core(), job.method
    adopt_orphans()
    # A script needs no warm run: its floor is measured by many.
    if job.entry.game is not None and method.name not in _warm:
        _warm.add(method.name)
        warm_up(method, job.entry.game)
    return do(job, core, floor_of(method))


def floor_of(method: MethodOf[Any]) -> float | None:
    """Return the floor of a method's solver, which is measured once (`Row`); ``None`` where it has none."""
    return _floor(*method.start) if isinstance(method, SmtMethod | ScriptMethod) else None


_floor = cache(startup_seconds)


def warm_up(method: MethodOf[Any], game: str) -> None:
    """Run a method once on a tiny puzzle of a game, so that programs and modules are in memory."""
    with suppress(EncodingFaultError):
        method.run("warm-up", undecided(game), Question(seconds=_WARM_UP_SECONDS))


def do(job: Job, core: int | None, floor: float | None = None) -> Row:
    """Run a method on a puzzle or script, and measure it; for ``core`` and ``floor`` see `Line`.

    Raises:
        SolverNotFoundError: if the solver is not installed here.
    """
    facts = job.entry.facts(job.method, job.method.facts())
    started = datetime.now(UTC)
    before = time.process_time()
    keep = Keep(job.keep / job.key) if job.keep is not None else None
    written: list[Written] = []

    def watch(event: object) -> None:
        if isinstance(event, Written):
            written.append(event)

    question = job.question.replace(keep=keep, watch=watch)
    try:
        result = job.method.run(job.entry.name, job.entry.subject, question)
    except MemoryError as error:
        why = str(error) or OUT_OF_MEMORY
        result = job.method.without_solution(job.entry.name, Status.UNKNOWN, why)
    except EncodingFaultError as error:
        result = job.method.without_solution(job.entry.name, Status.FAILED, str(error))
    own = (
        time.process_time()
        - before
        - result.times.own.get(SCRAMBLE, 0.0)
        + result.times.own.get(PROGRAM, 0.0)
    )
    script = str(job.keep / job.key / keep.scripts[0]) if job.keep and keep and keep.scripts else None
    text = text_digest(written[0]) if written else None
    session = isinstance(job.method, SmtMethod) and (
        job.method.encoding.lazy or job.method.in_session(job.method.solver, question)
    )
    given = Given(result.by.opening, session, script, text)
    return row_of(job, facts, result, given, here(core, started, floor), own)


def lost(job: Job, text: str) -> Row:
    """Return the row of a run whose worker died twice."""
    result = without_solution(job.entry.name, Status.FAILED, text)
    return row_of(job, job.facts, result, Given(session=False), here(None, datetime.now(UTC)), 0.0)


def here(core: int | None, started: datetime, floor: float | None = None) -> Place:
    """Return this machine and program, the time of a start, and core and floor (see `Line`)."""
    return Place(
        host=platform.node(),
        cpu_model=processor(),
        fillomino=__version__,
        started=started.isoformat(timespec="milliseconds"),
        core=core,
        commit=commit(),
        floor_seconds=floor,
    )


def row_of(job: Job, facts: Facts, result: Result, given: Given, where: Place, own: float) -> Row:
    """Return the row of a run, from the parts of its result; `own` are the CPU seconds of our process."""
    entry, question, verdict, why = job.entry, job.question, result.verdict, result.why
    if why.violations:
        verdict = verdict.replace(status=Status.WRONG)
    elif question.unique and verdict.status is Status.SOLVED and verdict.unique is None:
        verdict = verdict.replace(status=why.ended)  # the filling alone does not answer what was asked
    fillings, wall = result.answers.fillings, result.times.wall
    row = Row(
        key=job.key,
        subject=entry.described(),
        method=job.method.name,
        facts=facts,
        terms=terms_of(question),
        verdict=verdict,
        answer=Answer(
            filling_hash(fillings[0]) if fillings else None,
            tuple(sorted({violation.name for violation in why.violations})),
            why.error,
        ),
        cost=result.cost,
        ours=Ours(own, wall["deduce"], wall["encode"], wall["check"]),
        given=given if entry.text is None else replace(given, text=entry.hash),
        where=where,
        checks=entry.checks(result),
        place=job.place,
    )
    return row.changed()  # rounded, so that it equals the same row read from a file


def terms_of(question: Question) -> Terms:
    """Return what a row says of a question."""
    return Terms(
        seed=question.seed,
        unique_wanted=question.unique,
        seconds_limit=question.own_seconds,
        memory_limit_mib=question.limits.memory_mib,
        scramble=question.scramble,
        mutation=question.mutation,
        limit_time="wall" if question.cpu_seconds is None else "cpu",
    )


def rows(jobs: Sequence[Job], workers: int) -> Generator[Row]:
    """Do jobs in their order, with ``workers`` workers at a time, and yield rows as they end.

    The workers end when the generator is closed.

    Raises:
        WorkError: if a method can't work here.
    """
    with local(workers) as begin:
        yield from _done(jobs, begin)


def rows_on_cluster(
    jobs: Sequence[Job], address: str, *, mixture: bool, notice: Callable[[str], None] = lambda _: None
) -> Generator[Row]:
    """Do jobs on the workers of a scheduler, and yield rows as they end.

    Args:
        jobs: the jobs.
        address: of the scheduler (``tcp://host:8786``), or ``local:N`` for N workers on this machine.
        mixture: whether workers may have solvers, or code of ours, of different versions.
        notice: is told when all workers are lost, and when there are some again.

    Raises:
        InputError: if Dask is not installed, or the address is not valid.
        WorkError: if there is no scheduler or worker, versions differ, or a method can't work there.
    """
    methods = list({job.method.name: job.method for job in jobs}.values())
    way_out = "; --allow-mixture takes it so"
    connected = on_cluster(address, versions, methods, mixture=mixture, way_out=way_out, notice=notice)
    with connected as (begin, _):
        yield from _done(jobs, begin)


def versions(methods: Sequence[Method]) -> dict[str, str]:
    """Return the versions of the methods, and of our code, on this machine. This runs in a Dask worker.

    Raises:
        SolverNotFoundError: if a solver is not installed here.
    """
    return our_version() | {method.name: method.facts().version for method in methods}


def _done(jobs: Sequence[Job], begin: Begin) -> Generator[Row]:
    pending = {begin(do_pinned, job): job for job in jobs}
    for future in as_completed(pending):
        job = pending.pop(future)
        try:
            row: Row = future.result()
        except WorkError:
            raise
        except WorkerDiedError as error:
            row = lost(job, str(error))
        except Exception as error:  # of Dask, if it loses its workers
            if is_shortage(error):
                raise
            row = lost(job, f"{type(error).__name__}: {error}")
        yield row
