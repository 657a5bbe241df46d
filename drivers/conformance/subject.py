"""A solver under examination, the checks of it, and their results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown
from drivers.backend import run
from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.solver import Solver


class Grade(StrEnum):
    """Grades of a check."""

    HOLDS = "yes"
    LACKS = "no"
    WRONG = "WRONG"
    LEFT_OUT = "-"


class Unfit(Exception):  # noqa: N818 -- an outcome, as pytest's Skipped is
    """The end of a check that does not hold; the message is one sentence.

    Attributes:
        grade: what it comes to; by default that the solver lacks it.
    """

    def __init__(self, message: str, grade: Grade = Grade.LACKS) -> None:
        super().__init__(message)
        self.grade = grade


@dataclass(frozen=True, slots=True)
class Subject:
    """A solver under examination.

    Attributes:
        solver: its record, with the path of its program.
        limits: of each run.
        logic: the logic for scripts that need none in particular.
    """

    solver: Solver
    limits: Limits
    logic: str

    def answer(self, logic: str, *body: str, options: str = ":produce-models") -> Answer:
        """The answer to a script in a logic.

        Raises:
            Unfit: if the record does not claim the logic.
        """
        self.claim(logic, *body)
        script = "\n".join([f"(set-option {options} true)", f"(set-logic {logic})", *body])
        return run(script, self.solver, self.limits).answer

    def claim(self, logic: str, *body: str) -> None:
        """Leave the check out, if the record does not claim that the solver takes such a script.

        Raises:
            Unfit: with the reason.
        """
        if self.solver.logics is not None and logic not in self.solver.logics:
            raise Unfit(f"its record does not list {logic}", Grade.LEFT_OUT)
        if self.solver.needs_bounds and "Int" in " ".join(body):
            raise Unfit("it needs bounds for each integer", Grade.LEFT_OUT)

    def expect(self, wanted: Answer, logic: str, *body: str, options: str = ":produce-models") -> None:
        """Compare the answer to a script with the right one.

        Raises:
            Unfit: if it is another one: wrong if that is a verdict, else missing.
        """
        compare(self.answer(logic, *body, options=options), wanted)


def compare(answer: Answer, wanted: Answer) -> None:
    """Compare an answer with the right one.

    Raises:
        Unfit: if it is another one.
    """
    if answer == wanted:
        return
    match answer:
        case Failure(text):
            raise Unfit(text)
        case Unknown(reason):
            raise Unfit(f"it answered unknown: {reason}")
        case Timeout(seconds):
            raise Unfit(f"it gave no answer within {seconds:g} s")
        case _:
            raise Unfit(f"it answered {_text(answer)}, where {_text(wanted)} is right", Grade.WRONG)


def _text(answer: Answer) -> str:
    if isinstance(answer, Sat):
        return "sat" + "".join(f", {name} = {value}" for name, value in answer.values.items())
    return "unsat"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a solver should do.

    Attributes:
        name: a short name, for tests and tables.
        title: what holds if all is well.
        run: the check; returns nothing, or raises `Unfit`.
        essential: whether a solver without it is of no use here.
    """

    name: str
    title: str
    run: Callable[[Subject], None]
    essential: bool = False

    def result(self, subject: Subject) -> Result:
        """Return how the check of a solver ends."""
        try:
            self.run(subject)
        except Unfit as error:
            return Result(self, error.grade, str(error))
        except SessionError as error:
            return Result(self, Grade.LACKS, error.message)
        return Result(self, Grade.HOLDS)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a check.

    Attributes:
        check: the check.
        grade: how it ended.
        why: the reason, where it does not hold; one sentence.
    """

    check: Check
    grade: Grade
    why: str = ""

    @property
    def disqualifies(self) -> bool:
        """Return whether the solver is of no use here, or can't be trusted."""
        return self.grade is Grade.WRONG or (self.grade is Grade.LACKS and self.check.essential)
