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
        counted: whether counting the cells of the board struck anything, or ended it.
    """

    logs: list[Log]
    last: Log
    consistent: bool
    counted: bool = False

    @property
    def numbers(self) -> set[int]:
        """All numbers that ever stood on the board."""
        return set().union(*(log.state.admits for log in self.logs))


def deduced(puzzle: Puzzle, until: float | None = None, *, count: bool = True) -> Deduced:
    """Deduce by S0 to S5, look ahead, and count the board if wanted, with a log. Colours are left out.

    Raises:
        ContradictionError: if the clues contradict the board at once.
    """
    state = LoggedState(replace(puzzle, checkered=False))
    last = state.log

    def watch(its: State, cases: Cases, alive: Sequence[bool]) -> None:
        nonlocal last
        assert isinstance(its, LoggedState)  # noqa: S101
        last = its.chosen(cases, alive)

    propagation, counted = Propagation(state), False
    try:
        propagation.run(until)
        propagation = look_ahead(propagation, until, watch)
        propagation.run(until)
        counted, struck = count, False
        while (
            count
            and _counts(propagation.state, until)
            and account(propagation.state, propagation.records.values())
        ):
            struck = True
            propagation.run(until)
        counted = struck
    except ContradictionError:
        return Deduced(state.logs, last, consistent=False, counted=counted)
    return Deduced(state.logs, last, consistent=True, counted=counted)


def _counts(state: State, until: float | None) -> bool:
    """Whether counting may find something that is still open."""
    return bool(state.unfixed) and (until is None or process_time() < until)
