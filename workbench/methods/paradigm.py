"""A method: a model of another paradigm (`workbench.paradigms`), whose solver runs in a child process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from drivers.answer import Answer, Failure, Sat, Unknown, Usage
from drivers.errors import SessionError, SessionTimeoutError
from drivers.interpret import memory_reason
from drivers.limits import Limits
from drivers.models import Oracle
from drivers.oracle import in_all
from drivers.session import Session
from drivers.solver import Solver, require
from encoder.cells import Cells, Value
from encoder.script import Decoded
from fillomino.deduction.engine import Candidates, Level
from fillomino.puzzle import Filling, Puzzle
from smtlib.sexpr import error_message, write
from smtlib.terms import string_literal
from workbench.methods.method import Facts
from workbench.methods.question import Question
from workbench.methods.result import Result, Status, Stopwatch, without_solution
from workbench.methods.smt import solved
from workbench.outputs import file_stem, file_word
from workbench.paradigms.instance import Instance
from workbench.paradigms.table import Paradigm

if TYPE_CHECKING:
    from workbench.deduced import Deduced


@dataclass(frozen=True, slots=True)
class ParadigmMethod:
    """A paradigm, and how it is run.

    Attributes:
        paradigm: its record.
        workers: how many threads its solver may use.
        level: how much to deduce first.
        altered: never; see `AskingMethod`.
        whose_model: see `AskingMethod`.
    """

    paradigm: Paradigm
    workers: int = 1
    level: Level = Level.NONE
    altered: bool = False
    whose_model: str = "the solver's model"

    @property
    def name(self) -> str:
        """``clingo``, or with several threads ``clingo:4``."""
        return f"{self.paradigm.name}:{self.workers}" if self.workers > 1 else self.paradigm.name

    @property
    def encoding_name(self) -> str:
        """See `AskingMethod`."""
        return self.name

    @property
    def version(self) -> str:
        """See `AskingMethod`."""
        return self.paradigm.version

    @property
    def deduced(self) -> Level:
        """See `AskingMethod`."""
        return self.level

    def facts(self) -> Facts:
        """See `Method`."""
        require(self.paradigm.process())
        solver = self.paradigm.solver
        level = self.level.name.lower()
        return Facts(
            encoding=self.name, deduce=level, solver=solver, program=solver, version=self.paradigm.version
        )

    def run(self, name: str, puzzle: Puzzle, question: Question) -> Result:
        """See `Method`."""
        solver = require(self.paradigm.process(self.workers))
        solver = replace(solver, seed=question.seed) if question.seed else solver
        return solved(self, solver, name, puzzle, question)

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
        solver = self.paradigm.solver
        return without_solution(name, status, error, encoding=self.name, solver=solver, version=self.version)

    def oracle(
        self,
        solver: Solver,
        name: str,
        puzzle: Puzzle,
        candidates: Candidates,
        work: Deduced,  # noqa: ARG002 -- for heads of scripts
        question: Question,
        watch: Stopwatch,  # noqa: ARG002
        until: float | None,  # noqa: ARG002 -- an instance is short
    ) -> tuple[Oracle[Any], Callable[[Filling], None], Callable[[Sat], Decoded]]:
        """See `AskingMethod`."""
        keep = question.keep
        label = f"{file_stem(name)}.{file_word(self.name)}"
        replay = keep.session(label, solver, ".txt") if keep is not None else None
        oracle = ParadigmOracle(Instance(puzzle, candidates), solver, question.limits, replay)
        return oracle, oracle.block, lambda model: Decoded(filling_of(puzzle, model))

    def opening(self, solver: Solver, question: Question) -> tuple[str, ...]:  # noqa: ARG002
        """See `AskingMethod`."""
        return ()


def filling_of(puzzle: Puzzle, model: Sat) -> Filling:
    """Return the filling that a paradigm's model gives.

    Raises:
        DecodeError: if a number is missing or is none.
    """
    board = puzzle.board
    return Cells(tuple(Value(f"n_{label}") for label in board.labels)).decode(board.names, model.values)


class ParadigmOracle:
    """A child process with a model of an instance, begun with the first question. Blocks by fillings."""

    def __init__(
        self, instance: Instance, solver: Solver, limits: Limits, replay: Path | None = None
    ) -> None:
        self._solver, self._limits, self._replay = solver, limits, replay
        self._session: Session | None = None
        self.asked = 0
        self.take(instance)

    def take(self, instance: Instance) -> None:
        """Go on to another instance in the same process: nothing of the one before holds any more."""
        self._instance = instance
        self._pending = [f"(instance {string_literal(instance.text())})"]

    def ask(self, seconds: float | None) -> Answer:
        """Look for another filling within so many seconds, the start of the process included."""
        until = None if seconds is None else monotonic() + seconds
        self.asked += 1
        try:
            if self._session is None:
                self._session = Session(self._solver, self._limits, self._replay)
            session = self._session
            pending, self._pending = self._pending, []
            session.send_all(pending, seconds=_left(until))
            names = [f"n_{cell}" for cell in range(self._instance.size)]
            answer = session.check(asking=names, seconds=_left(until))
            if isinstance(answer, Sat):
                labels = self._instance.puzzle.board.labels
                return Sat({f"n_{label}": answer.values[n] for label, n in zip(labels, names, strict=True)})
            if isinstance(answer, Unknown) and session.usage is None:  # it is still there
                return Unknown(_reason(session.command("(get-info :reason-unknown)")))
            return in_all(answer, self._limits)
        except SessionTimeoutError as error:
            return in_all(error.timeout(seconds), self._limits)
        except SessionError as error:
            if error.out_of_memory:
                return Unknown(memory_reason(self._limits))
            return Failure(str(error))

    def block(self, blocked: Filling) -> None:
        """Exclude a filling from the next question on."""
        self._pending.append(f"(block ({' '.join(map(str, blocked))}))")

    def close(self) -> Usage:
        """End the process; returns what it used."""
        return Usage(0.0, 0.0, None) if self._session is None else self._session.close()


def _reason(reply: object) -> str:
    """The text in a reply ``(:reason-unknown "…")``."""
    match reply:
        case (":reason-unknown", str(text)):
            return text[1:-1].replace('""', '"')
    return error_message(reply) or write(reply)  # type: ignore[arg-type]


def _left(until: float | None) -> float | None:
    return None if until is None else max(0.001, until - monotonic())
