"""What back ends have in common, and the enumeration of solutions by them: limits, time, faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import drivers.enumeration
from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat, Usage
from drivers.backend import Backend
from drivers.enumeration import Solutions, solutions
from drivers.limits import Limits
from smtlib.script import Declaration, Script

SCRIPT = Script(
    encoding="none",
    logic="QF_LIA",
    families=(),
    declarations=(Declaration("x", "Int"),),
    assertions=(),
    values=("x",),
)


class Scripted(Backend[str]):
    """A back end that gives the answers it was told to, and records what it is asked."""

    def __init__(self, *answers: Answer | BaseException, limits: Limits | None = None) -> None:
        super().__init__(limits or Limits())
        self.answers: Iterator[Answer | BaseException] = iter(answers)
        self.seconds: list[float | None] = []
        self.blocked: list[str] = []

    def _ask(self, seconds: float | None) -> Answer:
        self.seconds.append(seconds)
        answer = next(self.answers)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def block(self, blocked: str) -> None:
        self.blocked.append(blocked)

    def _close(self) -> Usage:
        return Usage(1.0, 2.0, None)


def sat(x: int) -> Sat:
    return Sat({"x": x})


def found_by(monkeypatch: pytest.MonkeyPatch, backend: Scripted, limit: int | None = None) -> Solutions:
    def begun(*_: Any) -> Scripted:
        return backend

    monkeypatch.setattr(drivers.enumeration, "OneShot", begun)
    return solutions(SCRIPT, limit=limit, limits=backend.limits, fresh=True)


def test_until_there_are_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = Scripted(sat(1), sat(2), Unsat())
    assert found_by(monkeypatch, backend) == Solutions(({"x": 1}, {"x": 2}), Unsat())
    assert backend.blocked == ["(not (= x 1))", "(not (= x 2))"]
    assert backend.seconds == [None, None, None]
    assert backend.usage == Usage(1.0, 2.0, None)


def test_until_there_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    enough = found_by(monkeypatch, Scripted(sat(1), sat(2), sat(3)), limit=2)
    assert enough == Solutions(({"x": 1}, {"x": 2}), Sat())
    assert found_by(monkeypatch, Scripted(), limit=0) == Solutions((), Sat())


@pytest.mark.parametrize("end", [Unknown("hard"), Failure("it broke"), Timeout(3.0)], ids=str)
def test_what_ends_it_is_passed_on(monkeypatch: pytest.MonkeyPatch, end: Answer) -> None:
    assert found_by(monkeypatch, Scripted(sat(1), end)) == Solutions(({"x": 1},), end)


@pytest.mark.parametrize("wrong", [sat(1), Sat({}), Sat({"x": True})], ids=["again", "no value", "sort"])
def test_a_model_that_can_t_be_right_is_a_failure(monkeypatch: pytest.MonkeyPatch, wrong: Sat) -> None:
    found = found_by(monkeypatch, Scripted(sat(1), wrong))
    assert found.found == ({"x": 1},)
    assert isinstance(found.end, Failure)


def test_time_is_for_all_questions_together() -> None:
    backend = Scripted(sat(1), Timeout(0.001), limits=Limits(seconds=5))
    assert (backend.ask(), backend.ask()) == (sat(1), Timeout(5))
    first, second = backend.seconds
    assert first == 5
    assert second is not None and second < 5
    burnt = Scripted(Timeout(0.1, cpu=True), limits=Limits(seconds=20, cpu_seconds=5))
    assert burnt.ask() == Timeout(5, cpu=True)


def test_a_back_end_is_closed_once_also_after_an_interrupt() -> None:
    closed = []

    class Counted(Scripted):
        def _close(self) -> Usage:
            closed.append(self)
            return Usage(1.0, 2.0, None)

    backend = Counted(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt), backend:
        backend.ask()
    assert backend.close() == Usage(1.0, 2.0, None)
    assert closed == [backend]
