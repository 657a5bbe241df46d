"""The rules up to bottleneck, until none finds more; only what changed is looked at again.

Room and reach come last: they cost much, for every cell that is fixed is lost to the hidden regions of most
numbers, and two times of three they find nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import process_time

from fillomino.deduction.fast.account import account
from fillomino.deduction.fast.bottleneck import bottlenecks
from fillomino.deduction.fast.groups import Record, borders
from fillomino.deduction.fast.reach import reach, strike_unreached
from fillomino.deduction.state import State


class Propagation:
    """The rules up to bottleneck in the form that is fast: several at once, without their reasons.

    The rules one by one, with the reasons of each step, are in `fillomino.deduction.rules`; tests
    hold the two to the same results.

    Attributes:
        state: the board; change it, then `run`.
    """

    __slots__ = ("_own", "_pending", "_records", "_unreached", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self._records: dict[int, Record] = {}
        self._own: set[int] = set()  # numbers whose record no copy of this shares
        self._unreached: set[int] = set()  # numbers to which room and reach have yet to be applied
        self._pending: set[int] = set()  # numbers to which bottleneck has yet to be applied

    def copy(self) -> Propagation:
        """Return an independent copy, which begins with all that this one knows."""
        twin = Propagation(self.state.copy())
        twin._records = self._records.copy()
        self._own.clear()
        twin._unreached = self._unreached.copy()
        twin._pending = self._pending.copy()
        return twin

    @property
    def records(self) -> Mapping[int, Record]:
        """Knowledge about each standing number, up to date after a run."""
        return self._records

    def run(self, until: float | None = None, *, light: bool = False) -> None:
        """Apply the rules until none finds more.

        Args:
            until: when to stop early, by `time.process_time`.
            light: whether to leave bottleneck out.

        Raises:
            ContradictionError: if there is no solution.
        """
        state, pending, unreached = self.state, self._pending, self._unreached
        while until is None or process_time() < until:
            if state.dirty:
                for number in sorted(state.dirty):
                    state.dirty.discard(number)
                    unreached.add(number)
                    known = self._records.get(number)
                    if known is None or state.fixed[number] != known.fixed:
                        record = self._record(number)
                        borders(state, record)
                    elif known.watched & ~state.admits[number]:
                        record = self._record(number)
                    else:
                        continue
                    reach(state, record)
                    pending.add(number)
            elif state.singles() or (state.puzzle.checkered and _by_colours(state)):
                continue
            elif pending and not light:
                for number in sorted(pending):
                    bottlenecks(state, self._record(number))
                pending.clear()
            elif unreached:
                for number in sorted(unreached):
                    strike_unreached(state, self._record(number))
                unreached.clear()
            else:
                return

    def _record(self, number: int) -> Record:
        """The record of a number, to be changed: from now on shared with no copy."""
        if number not in self._own:
            self._own.add(number)
            known = self._records.get(number)
            self._records[number] = Record(number) if known is None else known.copy()
        return self._records[number]

    def run_and_count(self, until: float | None = None) -> None:
        """Apply the rules, and count the cells of the whole board, until neither finds more.

        Raises:
            ContradictionError: if there is no solution.
        """
        self.run(until)
        while (until is None or process_time() < until) and account(self.state, self._records.values()):
            self.run(until)


def _by_colours(state: State) -> bool:
    """Apply the two colours of a checkered puzzle; return whether they ruled anything out."""
    from fillomino.deduction.fast.two_colours import apply

    return apply(state)
