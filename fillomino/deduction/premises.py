"""The premises of rules applied one by one, and the steps that these find."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from fillomino import errors
from fillomino.board import Board
from fillomino.deduction.fast.groups import Group, Record
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.state import State
from fillomino.graph import StepLimitError, bits, components, connected_sets_of


class Kind(Enum):
    """The effect of a step."""

    FIX = "fix"
    STRIKE = "strike"
    STOP = "stop"
    """It finds that there is no solution."""
    GUESS = "guess"
    """It assumes the number, in backtracking."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step. Sets of cells are bit sets.

    Attributes:
        rule: the name of the rule that finds it.
        kind: whether it fixes the number, rules it out, or finds a contradiction.
        number: the number it is about; 0 where a contradiction is about none.
        cells: the cells at which it does so.
        because: the cells one has to look at to see it.
        detail: what the rule's sentence needs to know besides: a number whose meaning is the rule's own.
        completions: every region that the group could become, where the step rests on them.
    """

    rule: str
    kind: Kind
    number: int
    cells: int
    because: int = 0
    detail: int = 0
    completions: tuple[int, ...] = ()


def listed(board: Board, cells: int, most: int = 6) -> str:
    """Cells by name: ``r1c1, r1c2 and r2c1``; of many only the first ones."""
    names = [board.names[cell] for cell in bits(cells)]
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return errors.listed(names)


def is_or_are(cells: int) -> str:
    """The verb for cells: ``is`` for one, ``are`` for more."""
    return "are" if cells & (cells - 1) else "is"


MOST_STEPS = 1000
"""Limit of the extensions that are tried from one start."""


class Regions(NamedTuple):
    """Regions that could hold some cells, as found once; fewer of them are left when more is known.

    Attributes:
        start: the cells.
        admits: the cells that admitted the number then.
        fixed: those it was fixed on.
        sets: the regions; ``None`` if they took too many steps.
    """

    start: int
    admits: int
    fixed: int
    sets: list[int] | None

    def left(self, state: State, number: int, start: int) -> Regions | None:
        """Return what is left of them now; ``None`` if they have to be looked for again."""
        admits, fixed = state.where(number), state.fixed.get(number, 0)
        if (start, admits, fixed) == self[:3]:
            return self
        if self.sets is None or admits & ~self.admits or self.start & ~start or self.fixed & ~fixed:
            return None
        near, beside = state.near, state.near(fixed & ~self.fixed)
        regions = [
            region
            for region in self.sets
            if not (region & ~admits or start & ~region)
            and not (region & beside and near(region) & fixed & ~region)
        ]
        return Regions(start, admits, fixed, regions)


def regions_holding(
    state: State, groups: list[Group], number: int, start: int, most_steps: int = MOST_STEPS
) -> Regions:
    """The connected sets of `number` cells that admit it, hold `start`, and touch no group of it beyond them.

    Each is a region that the cells of `start` could be in, as far as their number is concerned; every
    region that they are in, in any filling, is among them.

    Args:
        state: the board.
        groups: all groups of the number.
        number: the number.
        start: a group of the number, or one cell that admits it.
        most_steps: how many extensions to try before giving up.

    Returns:
        The regions as bit sets, in which ``None`` are found if that would take more steps.
    """
    near, admits, fixed = state.near, state.where(number), state.fixed.get(number, 0)

    def closed(cells: int, cell: int) -> int:
        return _join(cells | cell, near(cell) & fixed & ~cells, groups)

    begin = _join(start, near(start) & fixed, groups)
    sets = connected_sets_of(number, near, begin, admits, closed=closed, most_steps=most_steps)
    try:
        return Regions(start, admits, fixed, list(sets))
    except StepLimitError:
        return Regions(start, admits, fixed, None)


def _join(cells: int, touched: int, groups: list[Group]) -> int:
    """Cells with the groups that they touch."""
    while touched:
        lowest = touched & -touched
        group = next(group for group in groups if group.cells & lowest)
        cells |= group.cells
        touched &= ~group.cells
    return cells


def common_cells(state: State, regions: list[int]) -> tuple[int, int]:
    """The cells that are in every one of some regions, and those that are beside every one."""
    inside = beside = -1
    for region in regions:
        inside &= region
        beside &= state.near(region) & ~region
        if not beside and not inside & (inside - 1):
            break
    return inside, beside


class Premises:
    """A state with the groups of its numbers and, for look-ahead, what assumptions led to.

    Attributes:
        state: the board; the rules read it, `fillomino.deduction.reason` changes it.
        survived: for an assumption ``(cell, number)`` that led to no contradiction, what it led to. It is
            removed while it is extended, which may be interrupted.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.survived: dict[tuple[int, int], Propagation] = {}
        self._groups: dict[int, tuple[int, list[Group]]] = {}
        self._regions: dict[tuple[int, int], Regions] = {}
        self._base: Propagation | None = None
        self._open: list[tuple[int, int, int]] | None = None

    @property
    def board(self) -> Board:
        """The board, for names."""
        return self.state.puzzle.board

    def copy(self) -> Premises:
        """Return an independent copy."""
        twin = Premises(self.state.copy())
        twin._groups = self._groups.copy()
        twin._regions = self._regions.copy()
        return twin

    def groups(self, number: int) -> list[Group]:
        """All groups of a number, complete ones and too large ones too."""
        near, fixed = self.state.near, self.state.fixed.get(number, 0)
        remembered = self._groups.get(number)
        if remembered is not None and remembered[0] == fixed:
            return remembered[1]
        groups = [Group(cells, cells.bit_count(), near(cells) & ~cells) for cells in components(near, fixed)]
        self._groups[number] = fixed, groups
        return groups

    def regions(self, number: int, start: int) -> list[int] | None:
        """The regions of a number that could hold a group of it, or a cell; ``None`` if they are too many.

        They only become fewer, so those found once are filtered; `regions_holding` looks for them first.
        """
        key = number, start & -start
        known = self._regions.get(key)
        now = known and known.left(self.state, number, start)
        now = now or regions_holding(self.state, self.groups(number), number, start)
        self._regions[key] = now
        return now.sets

    def starves(self, region: int, number: int) -> bool:
        """Return whether a region of a number can't be, for it leaves another open group nowhere to grow."""
        admits = self.state.admits
        around = region | self.state.near(region)
        for other, cells, border in self._open_groups():
            taken = around if other == number else region
            if border & taken and not cells & region and not border & admits[other] & ~taken:
                return True
        return False

    def _open_groups(self) -> list[tuple[int, int, int]]:
        """Return the number, the cells and the border of each open group."""
        if self._open is None:
            self._open = [
                (number, group.cells, group.border)
                for number in self.state.admits
                for group in self.groups(number)
                if group.size < number
            ]
        return self._open

    def record(self, number: int) -> Record:
        """The open groups of a number, as what computes reach wants them."""
        groups = [group for group in self.groups(number) if group.size < number]
        return Record(number, groups, sum(group.cells for group in groups))

    def apply(self, step: Step) -> None:
        """Change the state as a step says.

        Raises:
            ContradictionError: if the state rules that out.
        """
        if step.kind is Kind.FIX:
            self.state.fix(step.number, step.cells)
        else:
            self.state.strike(step.number, step.cells)
        self._base = self._open = None

    def base(self) -> Propagation:
        """Return the state after the rules up to bottleneck, to copy and try assumptions on.

        Raises:
            ContradictionError: if there is no solution.
        """
        if self._base is None:
            self._base = Propagation(self.state.copy())
            self._base.state.dirty = set(self.state.admits)
            self._base.run()
        return self._base
