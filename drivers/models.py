"""Models one after another: the protocol of oracles, and the loop that blocks each solution found."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import perf_counter
from typing import Protocol, TypeVar

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat, Usage
from drivers.errors import WrongModelError

Blocked_contra = TypeVar("Blocked_contra", contravariant=True)
Solution = TypeVar("Solution", bound=Hashable)


class Oracle(Protocol[Blocked_contra]):
    """An answer to "is there a model?" about constraints that only grow."""

    @property
    def asked(self) -> int:
        """The number of questions to a solver so far."""

    def ask(self, seconds: float | None) -> Answer:
        """Look for a model within so many seconds; a model comes with the values asked for."""

    def block(self, blocked: Blocked_contra) -> None:
        """Exclude something from the next question on."""

    def close(self) -> Usage:
        """Release everything; returns what the solver's processes used together."""


def enumerate_models(
    ask: Callable[[float | None], Answer],
    read: Callable[[Sat], Solution],
    block: Callable[[Solution], None],
    found: list[Solution],
    *,
    limit: int | None = None,
    seconds: float | None = None,
) -> Answer:
    """Look for solutions until there are enough, each blocked before the next question.

    Args:
        ask: see `Oracle.ask`.
        read: from a model to a solution; raises `WrongModelError` for one that can't be right.
        block: exclude a solution.
        found: grows by each solution as it is found, so that an interrupt loses none.
        limit: how many to look for; by default all.
        seconds: for all questions together.

    Returns:
        The last answer: ``Sat`` if the limit was reached, ``Unsat`` if there are no more, else why it
        is not known.

    Raises:
        WrongModelError: if `read` does, or a solution is given again.
    """
    known: set[Solution] = set()
    spent = 0.0
    while limit is None or len(found) < limit:
        started = perf_counter()
        answer = ask(None if seconds is None else max(0.001, seconds - spent))
        spent += perf_counter() - started
        match answer:
            case Sat():
                solution = read(answer)
            case Timeout(cpu=False) if seconds is not None:
                return Timeout(seconds)  # not what was left of it for the last question
            case Unsat() | Unknown() | Timeout() | Failure():
                return answer
        if solution in known:
            raise WrongModelError("the solver gave a solution again that was blocked")
        known.add(solution)
        found.append(solution)
        if limit is None or len(found) < limit:
            block(solution)
    return Sat()
