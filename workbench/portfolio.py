"""Race several encodings and solvers on one puzzle: the first checked answer wins, the others are stopped.

Each contender is a process of its own, started once for all puzzles, that solves by `workbench.methods`,
so every answer has passed the rules before it counts. A contender is stopped as by Ctrl-C, which ends its
solver, too.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType, TracebackType
from typing import cast

from drivers.run import version
from drivers.solvers import DEFAULT
from drivers.solvers import find as find_solver
from encoder.encodings.table import find as find_encoding
from encoder.errors import EncodingError
from fillomino.deduction.engine import Level
from fillomino.puzzle import Puzzle
from workbench.logics import best_logic
from workbench.methods.question import Question
from workbench.methods.result import Exit, Result, Status, without_solution
from workbench.methods.smt import SmtMethod

AUTO = tuple(f"{encoding}:{DEFAULT.name}" for encoding in ("cuts", "forest-bool"))
"""Two contenders for two cores: the method that is fastest nearly always, and one that fails elsewhere."""

_END_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Contender:
    """One configuration of a race, by the names people type."""

    encoding: str
    solver: str

    @property
    def name(self) -> str:
        """As it is given on the command line: ``cuts:yices``."""
        return f"{self.encoding}:{self.solver}"


def contenders(text: str) -> tuple[Contender, ...]:
    """Read ``auto``, or ``cuts:yices,forest-tight:z3``.

    Raises:
        EncodingError: for fewer than two, for what is not ``ENCODING:SOLVER``, and for a pair that does not
            go together.
        UnknownSolverError: for a solver nobody knows.
        SolverNotFoundError: for a solver that is not installed.
    """
    names = AUTO if text == "auto" else tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    if len(names) < 2:
        raise EncodingError("a portfolio needs two contenders or more: --portfolio cuts:yices,forest-bool:z3")
    found = []
    for name in names:
        encoding, colon, solver = name.partition(":")
        if not colon:
            raise EncodingError(f"{name!r} is no contender; write ENCODING:SOLVER, as in cuts:yices")
        best_logic(find_encoding(encoding), find_solver(solver))
        found.append(Contender(encoding, solver))
    return tuple(found)


class Portfolio:
    """The contenders' processes; a context manager, so that none is left behind."""

    def __init__(self, racing: Sequence[Contender], level: Level, question: Question) -> None:
        """Start them.

        Args:
            racing: who takes part.
            level: how much each deduces.
            question: what each is asked.
        """
        # A fork is ready at once, but must not copy a process in which other threads may hold locks.
        forks = threading.active_count() == 1
        context = get_context("fork") if forks else get_context("spawn")
        self._unique = question.unique
        self._racing: list[_Racer] = []
        for contender in racing:
            ours, theirs = context.Pipe()
            inherited = (*(racer.pipe for racer in self._racing), ours) if forks else ()
            process = context.Process(
                target=_contend, args=(contender, level, question, theirs, inherited), daemon=True
            )
            with _interrupts_held_back():  # a stop could come before the process is ready for it
                process.start()
            theirs.close()
            self._racing.append(_Racer(contender, process, ours))

    def __enter__(self) -> Portfolio:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def solve(self, name: str, puzzle: Puzzle) -> Result:
        """Race for one puzzle.

        Returns:
            The result of whoever decided first all that was asked for; where nobody did, the one that
            tells most, with what became of each contender.
        """
        for racer in self._racing:
            with suppress(OSError):
                racer.pipe.send((name, puzzle))
        waiting = {racer.pipe: racer for racer in self._racing}
        results: dict[str, Result] = {}
        winner: Result | None = None
        while waiting:
            for ready in wait(list(waiting)):
                racer = waiting.pop(cast("Connection", ready))
                try:
                    result: Result | None = racer.pipe.recv()
                except (EOFError, OSError):
                    self._racing.remove(racer)
                    continue
                if result is None:
                    continue
                results[racer.contender.name] = result
                if winner is None and result.exit_code(unique_wanted=self._unique) in (Exit.DONE, Exit.NO):
                    winner = result
                    for slower in waiting.values():
                        slower.stop()
        return winner or _undecided(name, results)

    def close(self) -> None:
        """End all processes, and with them their solvers."""
        for racer in self._racing:
            racer.pipe.close()
            racer.stop()
        for racer in self._racing:
            racer.process.join(_END_SECONDS)
            if racer.process.is_alive():
                racer.process.kill()
                racer.process.join()
        self._racing = []


@dataclass(frozen=True, slots=True)
class _Racer:
    """A contender's process, and our end of the pipe to it."""

    contender: Contender
    process: BaseProcess
    pipe: Connection

    def stop(self) -> None:
        """Let it give up the puzzle it is at."""
        if self.process.pid is not None and self.process.is_alive():
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGINT)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """SIGINT waits meanwhile, and in a process that is started, until that lets it through."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _contend(
    contender: Contender,
    level: Level,
    question: Question,
    pipe: Connection,
    inherited: tuple[Connection, ...],
) -> None:
    """The life of a contender's process: a puzzle comes, a result goes; ``None`` if it was stopped.

    It ends when the other end of its pipe is closed, so it closes the copies of other ends that it inherited.
    """
    for other in inherited:
        other.close()
    racing = False

    def stop(_number: int, _frame: FrameType | None) -> None:
        if racing:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    solver = find_solver(contender.solver)
    method = SmtMethod(
        find_encoding(contender.encoding), solver, level=level, version=version(solver, question.limits)
    )
    while True:
        try:
            name, puzzle = pipe.recv()
        except (EOFError, OSError):
            return
        result = None
        try:
            racing = True
            result = method.run(name, puzzle, question)
            racing = False
        except KeyboardInterrupt:
            racing = False
        with suppress(OSError):
            pipe.send(result)


def _undecided(name: str, results: dict[str, Result]) -> Result:
    """The result that tells most, when none decided everything."""
    if not results:
        told = "every contender's process ended without a result"
        return without_solution(name, Status.FAILED, told, encoding="portfolio", solver="portfolio")
    best = min(results.values(), key=lambda result: _WORTH.index(result.status))
    reasons = "; ".join(f"{contender}: {result.error}" for contender, result in results.items())
    return replace(best, error=reasons)


_WORTH = (Status.SOLVED, Status.UNSOLVABLE, Status.TIMEOUT, Status.UNKNOWN, Status.FAILED)
