"""The loop of an enumeration: limits, time, models given again, interrupts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat
from drivers.errors import WrongModelError
from drivers.models import enumerate_models


class Scripted:
    """An oracle that gives the answers it was told to, and records what it is asked."""

    def __init__(self, *answers: Answer | BaseException) -> None:
        self.answers: Iterator[Answer | BaseException] = iter(answers)
        self.seconds: list[float | None] = []
        self.blocked: list[int] = []

    def ask(self, seconds: float | None) -> Answer:
        self.seconds.append(seconds)
        answer = next(self.answers)
        if isinstance(answer, BaseException):
            raise answer
        return answer


def sat(x: int) -> Sat:
    return Sat({"x": x})


def read(model: Sat) -> int:
    value = model.values["x"]
    assert isinstance(value, int)
    return value


def found_by(
    oracle: Scripted, limit: int | None = None, seconds: float | None = None
) -> tuple[list[int], Answer]:
    found: list[int] = []
    end = enumerate_models(oracle.ask, read, oracle.blocked.append, found, limit=limit, seconds=seconds)
    return found, end


def test_until_there_are_no_more() -> None:
    oracle = Scripted(sat(1), sat(2), Unsat())
    assert found_by(oracle) == ([1, 2], Unsat())
    assert oracle.blocked == [1, 2]
    assert oracle.seconds == [None, None, None]


def test_until_there_are_enough_the_last_not_blocked() -> None:
    oracle = Scripted(sat(1), sat(2), sat(3))
    assert found_by(oracle, limit=2) == ([1, 2], Sat())
    assert oracle.blocked == [1]
    assert found_by(Scripted(), limit=0) == ([], Sat())


@pytest.mark.parametrize("end", [Unknown("hard"), Failure("it broke"), Timeout(3.0)], ids=str)
def test_what_ends_it_is_passed_on(end: Answer) -> None:
    assert found_by(Scripted(sat(1), end)) == ([1], end)


def test_time_is_for_all_questions_together() -> None:
    oracle = Scripted(sat(1), Timeout(0.001))
    assert found_by(oracle, seconds=5) == ([1], Timeout(5))
    first, second = oracle.seconds
    assert first == 5
    assert second is not None and second < 5


def test_a_model_given_again_is_wrong() -> None:
    with pytest.raises(WrongModelError, match="gave a solution again that was blocked"):
        found_by(Scripted(sat(1), sat(1)))


def test_an_interrupt_loses_nothing() -> None:
    oracle, found = Scripted(sat(1), KeyboardInterrupt()), list[int]()
    with pytest.raises(KeyboardInterrupt):
        enumerate_models(oracle.ask, read, oracle.blocked.append, found)
    assert found == [1]
