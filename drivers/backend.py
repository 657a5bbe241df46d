"""Back ends: text in, an answer out, by one run of a solver or in a session.

For example::

    with OneShot(script, models, solver, limits) as backend:
        while isinstance(answer := backend.ask(), Sat):
            model = backend.read(answer)
            backend.block(model)
    backend.usage
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from time import monotonic, perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

from drivers.answer import Answer, Failure, Outcome, Run, Sat, Timeout
from drivers.counters import Statistics, sum_statistics, with_question
from drivers.errors import DriverError, SessionError, SessionTimeoutError, is_shortage
from drivers.interpret import run_of
from drivers.limits import Limits, Usage, together
from drivers.process import run_process
from drivers.solver import FILE, Solver, command_line, invocation, require
from smtlib.errors import SexprError
from smtlib.render import driver, preamble
from smtlib.script import Script
from smtlib.sendable import sendable
from smtlib.sexpr import read_all, write

if TYPE_CHECKING:
    from pathlib import Path

    from drivers.session import Session
    from smtlib.literals import Value


_NO_LIMITS = Limits()


def run(
    script: str,
    solver: Solver,
    limits: Limits = _NO_LIMITS,
    *,
    several: bool = False,
    statuses: bool = True,
) -> Run:
    """Run a solver on a script.

    Args:
        script: SMT-LIB text that asks for one verdict, and for what it wants to know after it.
        solver: a record of ``drivers.solvers.SOLVERS``, or one of your own.
        limits: how much it may use; by default as much as it likes.
        several: whether the script may ask for several verdicts. The answer is the last one.
        statuses: whether the solver is told each ``:status``, with which it may compare its verdicts.

    Returns:
        The answer, which is a :class:`Failure` for whatever goes wrong with the solver, and the measurements.

    Raises:
        SolverNotFoundError: if the solver is not installed; the message names the way to get it.
        OSError: if our own process lacks file descriptors, memory or processes.
        SexprError: if solvers read the script in different ways, or it asks for more than answers
            (`smtlib.sendable`).
    """
    script = sendable(script, whole=True, statuses=statuses)
    runnable = require(solver)
    command = command_line(runnable, limits)
    try:
        with invocation(runnable, script, limits) as (words, given):
            outcome = run_process(words, given, limits, runnable.writes)
    except OSError as error:
        if is_shortage(error):
            raise
        failure = Failure(f"{runnable.title} could not be started: {error.strerror or error}")
        return Run(failure, Usage(0.0, 0.0, None), command)
    return run_of(outcome, script, runnable, limits, command, several=several)


def run_counting(
    start: Callable[[str, Solver, Limits], Run], text: str, solver: Solver, limits: Limits
) -> Run:
    """Run a solver by a function such as `run`, and ask it for statistics, too, where it has any.

    One that fails there is run again without: then that run alone counts.
    """
    if not solver.statistics:
        return start(text, solver, limits)
    done = start(with_question(text), solver, limits)
    failed = isinstance(done.answer, Failure) and done.statistics == Statistics()
    return start(text, solver, limits) if failed else done


def version(solver: Solver, limits: Limits = _NO_LIMITS) -> str:
    """The first line a solver prints about its version, or ``unknown``.

    It is given `VERSION_SECONDS` (a Python module takes some to import), or less if the limits allow less,
    but at least half a second. For a program of which only the command is known (no ``version_arguments``)
    see `_identity`.

    Raises:
        SolverNotFoundError: if it is not installed.
        DriverError: if it can't be started.
    """
    runnable = require(solver)
    seconds = VERSION_SECONDS if limits.seconds is None else min(VERSION_SECONDS, max(limits.seconds, 0.5))
    try:
        if not runnable.version_arguments:
            return _identity(runnable, Limits(seconds=seconds, output_mib=_MOST_MIB))
        command = (runnable.executable, *runnable.version_arguments)
        return _first_line(run_process(command, b"", Limits(seconds=seconds), runnable.writes)) or "unknown"
    except OSError as error:
        message = f"{runnable.title} could not be started: {error.strerror or error}"
        raise DriverError(message, code="not-started") from error


VERSION_SECONDS = 10.0
"""The longest wait for a version."""


def known_version(solver: Solver, limits: Limits = _NO_LIMITS) -> str:
    """The same, asked for once as long as no file that its command names changes: a start takes 2 ms or more.

    Raises:
        SolverNotFoundError: if it is not installed.
        DriverError: if it can't be started.
    """
    runnable = require(solver)
    key = runnable, tuple(map(_changed, (runnable.executable, *runnable.arguments)))
    if key not in _known_versions:
        answer = version(solver, limits)
        if answer == "unknown":
            return answer
        _known_versions[key] = answer
    return _known_versions[key]


_known_versions: dict[tuple[Solver, tuple[int, ...]], str] = {}


def _changed(word: str) -> int:
    """The time of the last change of a file; 0 for a word that names none."""
    try:
        return os.stat(word).st_mtime_ns  # noqa: PTH116 -- sessions need no paths
    except (OSError, ValueError):
        return 0


def _identity(solver: Solver, limits: Limits) -> str:
    """The name and version that a solver reports, and a digest: ``Z3 4.8.12 (file 0a1b2c3d)``.

    The first word of its command may be a shell, ``timeout`` or Python, whose version is of no interest. So
    the whole command is asked, in SMT-LIB; if it does not reply to that, with ``--version`` added. As two
    builds may report the same version, the beginning of a digest of the program's file is added.
    """
    import hashlib
    from pathlib import Path

    with invocation(solver.replace(seed=None), _ASKING, Limits()) as (words, given):
        outcome = run_process(words, given, limits, solver.writes)
    reported = _reported(outcome.stdout.decode("utf-8", "backslashreplace"))
    if not (reported or outcome.timed_out or outcome.flooded):
        words = [solver.executable, *(word for word in solver.arguments if FILE not in word)]
        line = _first_line(run_process([*words, "--version"], b"", limits, solver.writes))
        reported = line[:100] if line.isprintable() and not line.startswith("(") else ""
    digest = hashlib.sha256(Path(solver.executable).read_bytes()).hexdigest()[:8]
    return f"{reported or 'unknown'} (file {digest})"


_MOST_MIB = 0.0625
_ASKING = "(get-info :name)\n(get-info :version)\n(exit)\n"


def _reported(text: str) -> str:
    """The replies to the two questions, in one line; empty if there are none."""
    try:
        replies = [reply for reply in read_all(text) if isinstance(reply, tuple) and len(reply) == 2]
    except SexprError:
        return ""
    printed = {str(key): write(value).strip('"') for key, value in replies}
    return " ".join(printed[key] for key in (":name", ":version") if printed.get(key))


def _first_line(outcome: Outcome) -> str:
    """The first line of the output of a process that ended well; else an empty text."""
    lines = outcome.stdout.decode("utf-8", "backslashreplace").strip().splitlines()
    return lines[0].strip() if lines and outcome.exit_code == 0 else ""


def startup_seconds(solver: Solver, logic: str) -> float | None:
    """The median CPU time in which a solver starts, reads a trivial script, answers and exits.

    Returns:
        Seconds, of `STARTS` runs; ``None`` if one of them has no model of the script.

    Raises:
        SolverNotFoundError: if the solver is not installed.
    """
    script = (
        f"(set-option :produce-models true)\n(set-logic {logic})\n"
        "(declare-fun x () Bool)\n(assert x)\n(check-sat)\n(get-value (x))\n"
    )
    taken = []
    for _ in range(STARTS):
        done = run(script, solver, Limits(seconds=20, cpu_seconds=10))
        if not isinstance(done.answer, Sat):
            return None
        taken.append(done.usage.cpu_seconds)
    return sorted(taken)[STARTS // 2]


STARTS = 9
"""Runs by which the start-up of a solver is measured."""


Model = TypeVar("Model")


class Backend(ABC, Generic[Model]):
    """A solver that answers "is there a model?" about constraints that only grow.

    The limits are those of all questions together; the clock runs while the solver is asked.

    Attributes:
        limits: how much the solver may use.
        asked: the number of questions to the solver so far.
        usage: what its processes used together, once it is closed.
        counting: whether to ask for statistics, too, where the solver gives any.
        statistics: what the solver counted, where that is asked for, once it is closed.
    """

    def __init__(self, limits: Limits, spent: float = 0.0) -> None:
        """Ask nothing yet; `spent` seconds of the clock have already passed."""
        self.limits, self.asked = limits, 0
        self.usage = together([])
        self.counting = False
        self.statistics: Statistics | None = None
        self._spent, self._closed = spent, False

    def ask(self) -> Answer:
        """Look for a model within what is left of the limits; it comes with the values asked for."""
        seconds = self.limits.seconds
        started = perf_counter()
        answer = self._ask(None if seconds is None else max(0.001, seconds - self._spent))
        self._spent += perf_counter() - started
        if isinstance(answer, Timeout):  # the limit of all questions, not what was left for the last
            limit = self.limits.cpu_seconds if answer.cpu else seconds
            return answer if limit is None else Timeout(limit, cpu=answer.cpu)
        return answer

    @abstractmethod
    def read(self, answer: Sat) -> Model:
        """Return the model of an answer; raises an error of its own for values that are none."""

    @abstractmethod
    def block(self, model: Model) -> None:
        """Exclude a model from the next question on."""

    def close(self) -> Usage:
        """Release everything; returns what the solver's processes used together."""
        if not self._closed:
            self._closed = True
            self.usage = self._close()
        return self.usage

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @abstractmethod
    def _ask(self, seconds: float | None) -> Answer:
        """Look for a model within so many seconds."""

    @abstractmethod
    def _close(self) -> Usage:
        """Release everything, once."""


class Models(Protocol[Model]):
    """The meaning of a script's answers."""

    def read(self, values: Mapping[str, Value], /) -> Model:
        """Return the model of some values, as drivers give them."""

    def other_than(self, model: Model, /) -> str:
        """Return the term that every other model makes true."""


class ByTerms(Backend[Model]):
    """A back end that asserts a term to exclude a model, as the models of its script are read."""

    def __init__(self, models: Models[Model], limits: Limits, spent: float = 0.0) -> None:
        """Ask nothing yet."""
        super().__init__(limits, spent)
        self._models = models

    def read(self, answer: Sat) -> Model:
        """See `Models`."""
        return self._models.read(answer.values)

    def block(self, model: Model) -> None:
        """Assert before the next question that there is another model."""
        self._assert(self._models.other_than(model))

    @abstractmethod
    def _assert(self, term: str) -> None:
        """Assert a term before the next question."""


class OneShot(ByTerms[Model]):
    """A fresh process for each question: the solver's one-shot engine each time."""

    def __init__(
        self,
        script: Script,
        models: Models[Model],
        solver: Solver,
        limits: Limits,
        spent: float = 0.0,
        run: Callable[[str, Solver, Limits], Run] = run,
    ) -> None:
        """Ask nothing yet; ``run`` starts a process, as `drivers.backend.run` does."""
        super().__init__(models, limits, spent)
        self._script, self._solver, self._start = script, solver, run
        self._terms: list[str] = []
        self._used: list[Usage] = []

    def run(self, text: str, limits: Limits) -> Run:
        """Run the solver on a text; where it fails at statistics, again without asking for them."""
        if not self.counting:
            return self._start(text, self._solver, limits)
        done = run_counting(self._start, text, self._solver, limits)
        self.statistics = sum_statistics((self.statistics, done.statistics))
        return done

    def _ask(self, seconds: float | None) -> Answer:
        self.asked += 1
        done = self.run(driver(self._script, self._terms), remaining(self.limits, self._used, seconds))
        self._used.append(done.usage)
        return done.answer

    def _assert(self, term: str) -> None:
        self._terms.append(term)

    def _close(self) -> Usage:
        return together(self._used)


class InSession(ByTerms[Model]):
    """One session, which keeps what the solver has learned from question to question."""

    def __init__(
        self,
        script: Script,
        models: Models[Model],
        solver: Solver,
        limits: Limits,
        spent: float = 0.0,
        opening: Sequence[str] = (),
        replay: Path | None = None,
    ) -> None:
        """Ask nothing yet.

        Args:
            script: the script.
            models: what its answers mean.
            solver: the solver; it must hold a session.
            limits: how much it may use.
            spent: seconds of the clock that are spent already.
            opening: commands to send before all others but the logic.
            replay: the file to write every command to, if any.
        """
        super().__init__(models, limits, spent)
        self._solver, self._replay = solver, replay
        self._values = script.values
        self._pending = [preamble(script, opening)]
        self._session: Session | None = None

    def _ask(self, seconds: float | None) -> Answer:
        """Send what is new, check, and ask for the values."""
        from drivers.session import Session

        self.asked += 1
        try:
            if self._session is None:  # a solver that does not start is an answer, too
                self._session = Session(self._solver, self.limits, replay=self._replay)
            self._session.send_script("\n".join(self._pending), seconds=seconds)
            self._pending = []
            return self._session.check(asking=self._values, seconds=seconds)
        except SessionTimeoutError as error:
            return error.timeout(seconds)
        except SessionError as error:
            return Failure(str(error))

    def _assert(self, term: str) -> None:
        self._pending.append(f"(assert {term})")

    def _close(self) -> Usage:
        if self._session is None:
            return together([])
        if self.counting:
            self.statistics = self._session.statistics()
        return together([self._session.close()])


def seconds_left(until: float | None) -> float | None:
    """Return the seconds until a moment of `time.monotonic`, a trifle if it is past; ``None`` without one."""
    return None if until is None else max(0.001, until - monotonic())


def remaining(limits: Limits, used: Sequence[Usage], seconds: float | None) -> Limits:
    """What is left of limits after some processes, and of the clock, for a further one."""
    cpu = limits.cpu_seconds
    if cpu is not None:
        cpu = max(0.001, cpu - together(used).cpu_seconds)
    return limits.replace(seconds=seconds, cpu_seconds=cpu)
