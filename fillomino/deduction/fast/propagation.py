"""The rules up to bottleneck, and look-ahead by cases; only what changed is looked at again.

Room and reach come last: they cost much, for every cell that is fixed is lost to the hidden regions of most
numbers, and two times of three they find nothing.

The cases of an open cell are its candidates. The cases of an open group are the cells through which it grows:
the first of its exits, or not that but the second, and so on. The rules up to bottleneck go on from each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from itertools import product
from time import process_time

from fillomino.deduction.fast.groups import (
    Record,
    account,
    borders,
    bottlenecks,
    reach,
    reach_of,
    strike_unreached,
)
from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import CellSet, bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias


class Propagation:
    """The rules up to bottleneck in the form that is fast: several at once, without their reasons.

    The rules one by one, with the reasons of each step, are in `fillomino.deduction.rules`; tests
    hold the two to the same results.

    Attributes:
        state: the board; change it, then `run`.
        records: knowledge about each standing number, up to date after a run.
    """

    __slots__ = ("_own", "_pending", "_unreached", "records", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.records: dict[int, Record] = {}
        self._own: set[int] = set()  # numbers whose record no copy of this shares
        self._unreached: set[int] = set()  # numbers to which room and reach have yet to be applied
        self._pending: set[int] = set()  # numbers to which bottleneck has yet to be applied

    def copy(self) -> Propagation:
        """Return an independent copy, which begins with all that this one knows."""
        twin = Propagation(self.state.copy())
        twin.records = self.records.copy()
        self._own.clear()
        twin._unreached = self._unreached.copy()
        twin._pending = self._pending.copy()
        return twin

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
                    known = self.records.get(number)
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
            known = self.records.get(number)
            self.records[number] = Record(number, []) if known is None else known.copy()
        return self.records[number]

    def run_and_count(self, until: float | None = None) -> None:
        """Apply the rules, and count the cells of the whole board, until neither finds more.

        Raises:
            ContradictionError: if there is no solution.
        """
        self.run(until)
        while (until is None or process_time() < until) and account(self.state, self.records.values()):
            self.run(until)


def _by_colours(state: State) -> bool:
    """Apply the two colours of a checkered puzzle; return whether they ruled anything out."""
    from fillomino.deduction.fast.two_colours import apply

    return apply(state)


MOST_CASES = 3
"""Cells and groups with more cases are passed over."""

WIDE = 9
"""A group that can reach so many more cells than it needs seldom contradicts itself."""

FRUITLESS = 1.0
"""Limit of the cases without effect in a row, times the root of the number of cells."""

ADVANCE = 2
"""Most times that the cases without effect in a row are followed before any cell is closed."""

WORTH = 10_000
"""Cases that a closed cell is worth, times the number of cells, for a case costs more on a large board.

Real puzzles of up to 3,200 cells need 4,000 at most; large boards with random clues, where it does not pay to
look ahead, 30,000 to 140,000.
"""


class Case:
    """A case: a cell holds a number, and others don't."""

    __slots__ = ("cell", "number", "without")

    def __init__(self, number: int, cell: CellSet, without: CellSet) -> None:
        self.number = number
        self.cell = cell
        self.without = without


Cases: TypeAlias = tuple[Case, ...]
"""Of which one is so."""

Choice: TypeAlias = tuple[int, CellSet]
"""A choice of cases: a number and the exits of a group, or ``~cell`` and its candidates, as a bit set."""


Watch: TypeAlias = Callable[[State, Cases, Sequence[bool]], None]
"""Called with a state, the cases that were followed from it, and which of them led to no contradiction."""


def look_ahead(
    propagation: Propagation, until: float | None = None, watch: Watch | None = None
) -> Propagation:
    """Look ahead, easiest cases first, as long as that is fruitful: lately, and in all (`WORTH`).

    It goes on from what is known after a run, which is changed, until a `time.process_time`. `watch` is
    called for each choice, before anything is made of it.

    Returns:
        What is known then: that which was given, or another.

    Raises:
        ContradictionError: if there is no solution.
    """
    tried: set[Choice] = set()
    size, before = propagation.state.size, propagation.state.unfixed.bit_count()
    followed, fruitless, most = 0, 0, FRUITLESS * size**0.5
    choices = open_cases(propagation, tried)
    while fruitless < most and (until is None or process_time() < until):
        closed = before - propagation.state.unfixed.bit_count()
        if followed > ADVANCE * most + closed * WORTH / size:
            break
        choice, cases = next(choices, (None, ()))
        if choice is None:
            break
        tried.add(choice)
        followed += len(cases)
        follows = [_follow(propagation, case, until) for case in cases]
        left = [after for after in follows if after is not None]
        if watch is not None:
            watch(propagation.state, cases, [after is not None for after in follows])
        if not left:
            raise ContradictionError
        if len(left) == 1:
            propagation = left[0]
        elif _agree(propagation.state, [after.state for after in left]):
            propagation.run(until)
        else:
            fruitless += len(cases)
            continue
        fruitless, choices = 0, open_cases(propagation, tried)
    return propagation


def _follow(propagation: Propagation, case: Case, until: float | None) -> Propagation | None:
    """Return what follows in a case; ``None`` if that is a contradiction."""
    after = propagation.copy()
    try:
        after.state.fix(case.number, case.cell)
        after.state.strike(case.number, case.without)
        after.run(until)
    except ContradictionError:
        return None
    return after


def _agree(state: State, after: list[State]) -> bool:
    """Take what is so in each of some cases; return whether that was new."""
    news = False
    for number in sorted(set().union(*(state_after.admits for state_after in after))):
        possible, sure = 0, state.unfixed
        for state_after in after:
            possible |= state_after.where(number)
            sure &= state_after.fixed.get(number, 0)
        gone = state.where(number) & ~possible
        if gone:
            state.strike(number, gone)
        if sure:
            state.fix(number, sure)
        news = news or bool(gone | sure)
    return news


def open_cases(propagation: Propagation, tried: Set[Choice] = frozenset()) -> Iterator[tuple[Choice, Cases]]:
    """Yield choices that were not tried, each with its cases: few first, but groups with much room last."""
    for wide, count in product((False, True), range(2, MOST_CASES + 1)):
        for choice in _groups(propagation, count, wide=wide):
            if choice not in tried:
                number, exits = choice
                yield choice, tuple(Case(number, 1 << x, exits & (1 << x) - 1) for x in bits(exits))
        for cell, numbers in () if wide else _cells(propagation.state, count):
            choice = (~cell, sum(1 << number for number in numbers))
            if choice not in tried:
                yield choice, tuple(Case(number, 1 << cell, 0) for number in numbers)


def _groups(propagation: Propagation, count: int, *, wide: bool) -> Iterator[Choice]:
    """The number and the exits of each group that has so many, among the wide ones or the others."""
    state = propagation.state
    for number, record in propagation.records.items():
        for group in record.groups:
            exits = group.border & state.admits[number]
            if exits.bit_count() == count:
                room = reach_of(state, record, group).bit_count()
                if (room - number >= WIDE) is wide:
                    yield number, exits


def _cells(state: State, count: int) -> Iterator[tuple[int, list[int]]]:
    """The candidates of each cell that has so many, ascending."""
    least = [state.unfixed] + [0] * (count + 1)  # the cells with at least so many that stand somewhere
    for cells in state.admits.values():
        for many in range(count + 1, 0, -1):
            least[many] |= least[many - 1] & cells
    for part, room in state.rooms():
        free = state.free(room, count + 1)
        standing = count - len(free)
        if standing < 0:
            continue
        for cell in bits(part & least[standing] & ~least[standing + 1]):
            here = 1 << cell
            yield cell, sorted([number for number, cells in state.admits.items() if cells & here] + free)
