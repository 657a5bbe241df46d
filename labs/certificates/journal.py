"""Deduction with a journal of every change, so that it can be taken back, the last change first.

Deduction itself is unchanged: it runs on a state whose sets write down what they held before each change. The
state of a case has a journal of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time
from typing import NamedTuple, TypeAlias

from fillomino.deduction.fast.groups import account
from fillomino.deduction.fast.propagation import Case, Cases, Propagation, look_ahead
from fillomino.deduction.state import ContradictionError, State
from fillomino.puzzle import Puzzle


class Followed(NamedTuple):
    """A case with the state in which it was followed, and whether it led to no contradiction."""

    case: Case
    state: JournaledState
    alive: bool


Choice: TypeAlias = tuple[Followed, ...]
"""Cases, of which one is so."""


class Change(NamedTuple):
    """A change of a set: whether of `State.fixed` or of `State.admits`, the number, and the cells before."""

    fixes: bool
    number: int
    before: int | None


class _Sets(dict[int, int]):
    """Sets of cells by number that write their changes down."""

    __slots__ = ("fixes", "journal")

    def __init__(self, sets: dict[int, int], fixes: bool, journal: list[Change | Choice]) -> None:
        super().__init__(sets)
        self.fixes, self.journal = fixes, journal

    def __setitem__(self, number: int, cells: int) -> None:
        self.journal.append(Change(self.fixes, number, self.get(number)))
        super().__setitem__(number, cells)


class JournaledState(State):
    """A state of deduction that can be taken back.

    Attributes:
        every: all cells.
        most: no region is larger, by the rules alone.
        states: all states of this run.
        parent: the state that this one was copied from, which is still as it was then if this one goes on
            from it in all cases.
        journal: the changes since then, and the choices whose cases were followed.
        counting: whether the cells of the whole board are counted.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.every, self.most = (1 << self.size) - 1, self.largest
        self.states = [self]
        self.parent: JournaledState | None = None
        self.counting = False
        clues = [Change(True, number, 0) for number in self.fixed]
        self._write([*clues, *(Change(False, number, self.every) for number in self.admits)])

    def copy(self) -> JournaledState:
        """A state that can go its own way from here."""
        twin = JournaledState.__new__(JournaledState)
        twin.__dict__.update(self.__dict__)
        twin.dirty = self.dirty.copy()
        twin.parent = self
        twin._write([])
        self.states.append(twin)
        return twin

    def _write(self, journal: list[Change | Choice]) -> None:
        self.journal = journal
        self.admits = _Sets(self.admits, False, journal)
        self.fixed = _Sets(self.fixed, True, journal)

    def take_back(self, change: Change) -> int:
        """Take the last change back; return the cells from which the number was struck, or on which fixed."""
        number, before = change.number, change.before
        sets = self.fixed if change.fixes else self.admits
        now = sets[number]
        if before is None:
            del sets[number]
        else:
            dict.__setitem__(sets, number, before)
        if not change.fixes:
            return (self.every if before is None else before) & ~now
        gained = now & ~(before or 0)
        self.unfixed |= gained
        return gained


def deduce_with_journal(
    puzzle: Puzzle, until: float, *, counting: bool = True
) -> tuple[JournaledState, bool]:
    """Deduce by S0 to S5, look ahead, and count the cells of the board, without the rule of colours.

    Returns:
        The last state of what holds in all cases; and false if it contradicts itself.

    Raises:
        ContradictionError: if the clues contradict the board at once.
    """
    last = JournaledState(puzzle.replace(checkered=False))

    def watch(_: State, cases: Cases, alive: Sequence[bool]) -> None:
        nonlocal last
        choice = tuple(map(Followed, cases, last.states[-len(cases) :], alive))
        last.journal.append(choice)
        if sum(alive) == 1:
            last = next(case.state for case in choice if case.alive)

    propagation = Propagation(last)
    try:
        propagation.run(until)
        propagation = look_ahead(propagation, until, watch)
        propagation.run(until)
        if counting:
            propagation = propagation.copy()
            last = last.states[-1]
            last.counting = True
            while last.unfixed and process_time() < until and account(last, propagation.records.values()):
                propagation.run(until)
    except ContradictionError:
        return last, False
    return last, True
