"""The method by a paradigm: its model runs in a child process, which takes one puzzle after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from drivers.answer import Answer, Failure, Sat, Unknown
from drivers.backend import seconds_left
from drivers.errors import SessionError, SessionTimeoutError
from drivers.interpret import memory_reason
from drivers.limits import Limits, Usage
from drivers.session import Session
from drivers.solver import Solver, require
from encoder.puzzle_script import Decoded
from fillomino.deduction.levels import Level
from fillomino.instance import Instance
from fillomino.puzzle import as_fillomino
from fillomino.record import Record
from labs.paradigms.problem import Problem, problem_of
from labs.paradigms.registry import Paradigm
from smtlib.script import string_literal
from smtlib.sexpr import error_message, write
from workbench.fillomino.deduced import Begun
from workbench.methods.method import By, Facts, Question, Result, Status, without_solution
from workbench.methods.numbers import ByNumbers
from workbench.methods.smt import Asking, Attempt, solve


class ParadigmMethod(Record):
    """A paradigm, and how it is run.

    Attributes:
        paradigm: its record.
        workers: how many threads its solver may use.
        level: how much to deduce first.
    """

    paradigm: Paradigm
    workers: int = 1
    level: Level = Level.NONE

    @property
    def name(self) -> str:
        """``clingo``, or with several threads ``clingo:4``."""
        return f"{self.paradigm.name}:{self.workers}" if self.workers > 1 else self.paradigm.name

    def facts(self) -> Facts:
        """See `Method`."""
        require(self.paradigm.process())
        solver = self.paradigm.solver.name
        level = self.level.name.lower()
        return Facts(
            encoding=self.name, deduce=level, solver=solver, program=solver, version=self.paradigm.version
        )

    def run(self, name: str, puzzle: Instance, question: Question) -> Result:
        """See `Method`."""
        solver = require(self.paradigm.process(self.workers))
        solver = solver.replace(seed=question.seed) if question.seed else solver
        nothing = self.without_solution(name, Status.UNKNOWN, "")
        return solve(Attempt(nothing, puzzle, question, solver, self.level), self._encode)

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
        solver = self.paradigm.solver.name
        return without_solution(name, status, error, By(self.name, solver, self.paradigm.version))

    @contextmanager
    def opened(self, level: Level, limits: Limits) -> Iterator[Callable[[Instance], ByNumbers]]:
        """See `workbench.audit.listed.Lister`. One process takes all puzzles, as long as this is open."""
        solver = require(self.paradigm.process(self.workers))
        backend: ParadigmBackend | None = None

        def asked(puzzle: Instance) -> ParadigmBackend:
            nonlocal backend
            instance = problem_of(as_fillomino(puzzle, self.name), level)
            if backend is None:
                backend = ParadigmBackend(instance, solver, limits)
            backend.take(instance)
            return backend

        try:
            yield asked
        finally:
            if backend is not None:
                backend.close()

    def _encode(self, attempt: Attempt, begun: Begun) -> Asking:
        keep, solver = attempt.question.keep, attempt.solver
        replay = None
        if keep is not None:
            replay = keep.session(keep.label(attempt.nothing.puzzle, self.name), solver, ".txt")
        instance = Problem(as_fillomino(attempt.puzzle, f"--by {self.name}"), begun.candidates)
        return Asking(ParadigmBackend(instance, solver, attempt.question.limits, begun.spent, replay))


class ParadigmBackend(ByNumbers):
    """A child process with a model of an instance, begun with the first question. Blocks by fillings."""

    def __init__(
        self,
        instance: Problem,
        solver: Solver,
        limits: Limits,
        spent: float = 0.0,
        replay: Path | None = None,
    ) -> None:
        super().__init__(instance.puzzle.board, limits, spent)
        self._solver, self._replay = solver, replay
        self._session: Session | None = None
        self._begin(instance)

    def take(self, instance: Problem) -> None:
        """Go on to another instance in the same process: nothing of the one before holds any more.

        All questions about it have the time of the limits.
        """
        self._spent = 0.0
        self._begin(instance)

    def _begin(self, instance: Problem) -> None:
        self._instance, self._places = instance, instance.puzzle.board
        self._pending = [f"(instance {string_literal(instance.text())})"]

    def _ask(self, seconds: float | None) -> Answer:
        """Look for another filling within so many seconds, the start of the process included."""
        until = None if seconds is None else monotonic() + seconds
        self.asked += 1
        try:
            if self._session is None:
                self._session = Session(self._solver, self.limits, self._replay, own=("instance", "block"))
            session = self._session
            pending, self._pending = self._pending, []
            session.send_all(pending, seconds=seconds_left(until))
            names = [f"n_{cell}" for cell in range(self._instance.size)]
            answer = session.check(asking=names, seconds=seconds_left(until))
            if isinstance(answer, Sat):
                return self.answer(answer.values[name] for name in names)
            if isinstance(answer, Unknown) and session.usage is None:  # it is still there
                return Unknown(_reason(session.command("(get-info :reason-unknown)")))
            return answer
        except SessionTimeoutError as error:
            return error.timeout(seconds)
        except SessionError as error:
            if error.out_of_memory:
                return Unknown(memory_reason(self.limits))
            return Failure(str(error))

    def block(self, model: Decoded) -> None:
        """Exclude a filling from the next question on."""
        self._pending.append(f"(block ({' '.join(map(str, model.filling))}))")

    def _close(self) -> Usage:
        return self.usage if self._session is None else self._session.close()


def _reason(reply: object) -> str:
    """The text in a reply ``(:reason-unknown "…")``."""
    match reply:
        case (":reason-unknown", str(text)):
            return text[1:-1].replace('""', '"')
    return error_message(reply) or write(reply)  # type: ignore[arg-type]
