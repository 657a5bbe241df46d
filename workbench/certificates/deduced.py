"""Deduction with a log, and what it found as facts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import process_time
from typing import TYPE_CHECKING

from fillomino.deduction.fast.account import account
from fillomino.deduction.fast.look_ahead import look_ahead
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.state import ContradictionError, State
from workbench.certificates.log import Log, LoggedState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fillomino.deduction.fast.look_ahead import Cases
    from fillomino.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Deduced:
    """The findings of deduction.

    Attributes:
        logs: the logs of all states.
        last: the log at the end, of what holds in all cases.
        consistent: false if it ended in a contradiction.
        counted: the log that goes on from there by counting the cells of the board, if that found anything.
    """

    logs: list[Log]
    last: Log
    consistent: bool
    counted: Log | None = None

    @property
    def numbers(self) -> set[int]:
        """All numbers that ever stood on the board."""
        return set().union(*(log.state.admits for log in self.logs))


def deduced(puzzle: Puzzle, until: float | None = None) -> Deduced:
    """Deduce by S0 to S5, look ahead, and count the board, with a log. Colours are left out.

    Raises:
        ContradictionError: if the clues contradict the board at once.
    """
    state = LoggedState(replace(puzzle, checkered=False))
    last, counted = state.log, None

    def watch(its: State, cases: Cases, alive: Sequence[bool]) -> None:
        nonlocal last
        last = _logged(its).chosen(cases, alive)

    propagation = Propagation(state)
    try:
        propagation.run(until)
        propagation = look_ahead(propagation, until, watch)
        propagation.run(until)
        propagation = propagation.copy()
        while propagation.state.unfixed and (until is None or process_time() < until):
            before, counted = counted, _logged(propagation.state).log
            counted.main = True
            if not account(propagation.state, propagation.records.values()):
                counted = before
                break
            propagation.run(until)
    except ContradictionError:
        return Deduced(state.logs, last, consistent=False, counted=counted)
    return Deduced(state.logs, last, consistent=True, counted=counted)


def _logged(state: State) -> LoggedState:
    assert isinstance(state, LoggedState)  # noqa: S101
    return state
