"""Deduce: apply the rules, cheapest first, until none says more; only what changed is looked at again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from time import process_time

from fillomino.deduction import colours
from fillomino.deduction.account import account
from fillomino.deduction.bottleneck import bottlenecks
from fillomino.deduction.groups import Record, borders
from fillomino.deduction.reach import reach
from fillomino.deduction.state import ContradictionError, State
from fillomino.puzzle import Filling, Puzzle


class Level(IntEnum):
    """How much to deduce."""

    NONE = 0
    LIGHT = 1
    FULL = 2


@dataclass(frozen=True, slots=True)
class Candidates:
    """What deduction left.

    Attributes:
        masks: for each cell the numbers it can still hold, as a bit mask: bit v is number v. All
            zero if the puzzle has no filling.
        consistent: false if the rules found that the puzzle has no filling.
    """

    masks: tuple[int, ...]
    consistent: bool = True

    def numbers(self, cell: int) -> list[int]:
        """The candidates of a cell, ascending."""
        mask = self.masks[cell]
        return [number for number in range(1, mask.bit_length()) if mask >> number & 1]

    def filling(self) -> Filling:
        """One number per cell where it is known, 0 elsewhere."""
        return tuple(mask.bit_length() - 1 if mask & (mask - 1) == 0 < mask else 0 for mask in self.masks)


def deduce(puzzle: Puzzle, level: Level = Level.FULL, *, seconds: float | None = None) -> Candidates:
    """The numbers that the rules leave for each cell.

    Args:
        puzzle: what to deduce about.
        level: ``NONE`` knows the clues only, ``LIGHT`` the rules S0 to S4, ``FULL`` also S5 and what
            counting all cells of the board tells.
        seconds: CPU seconds after which no more is deduced; what was found by then holds.

    Returns:
        Candidates of which no rule rules out more, unless time ran out. Every number of every filling
        is among them.
    """
    until = None if seconds is None else process_time() + seconds
    try:
        state = State(puzzle)
        if level is not Level.NONE:
            propagation = Propagation(state)
            propagation.run(level, until)
            while level is Level.FULL and propagation.count(until):
                propagation.run(level, until)
        return Candidates(tuple(state.candidates()))
    except ContradictionError:
        return Candidates((0,) * puzzle.board.size, consistent=False)


class Propagation:
    """The rules S0 to S5 in the form that is fast: several at once, and told to nobody.

    The rules one by one, with the reasons of each step, are in `fillomino.deduction.rules`; a test
    holds the two to the same results.

    Attributes:
        state: the board; change it, then `run`.
    """

    __slots__ = ("_pending", "_records", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self._records: dict[int, Record] = {}
        self._pending: set[int] = set()  # numbers whose S5 has yet to be applied

    def copy(self) -> Propagation:
        """One that can go its own way from here, and begins with all that this one knows."""
        twin = Propagation(self.state.copy())
        twin._records = {number: record.copy() for number, record in self._records.items()}
        twin._pending = self._pending.copy()
        return twin

    def run(self, level: Level = Level.FULL, until: float | None = None) -> None:
        """Apply the rules until none says more.

        Args:
            level: ``LIGHT`` for S0 to S4, ``FULL`` for S5 too.
            until: when to stop early, by `time.process_time`.

        Raises:
            ContradictionError: if there is no filling.
        """
        state, records, pending = self.state, self._records, self._pending
        while until is None or process_time() < until:
            if state.dirty:
                number = min(state.dirty)
                state.dirty.discard(number)
                record = records.setdefault(number, Record(number))
                borders(state, record)
                reach(state, record)
                pending.add(number)
            elif state.singles() or (state.puzzle.checkered and colours.apply(state)):
                continue
            elif level is Level.FULL and pending:
                number = min(pending)
                pending.discard(number)
                bottlenecks(state, records[number])
            else:
                return

    def count(self, until: float | None = None) -> bool:
        """Count the cells of the whole board, after a run; whether that struck anything.

        Raises:
            ContradictionError: if there is no filling.
        """
        return (until is None or process_time() < until) and account(self.state, self._records.values())
