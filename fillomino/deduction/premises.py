"""The premises of rules applied one by one: the state, and what is cached about it."""

from __future__ import annotations

from fillomino.board import Board
from fillomino.deduction.fast.groups import Group, Record
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.regions import Regions, regions_holding
from fillomino.deduction.state import State
from fillomino.deduction.steps import Kind, Step
from fillomino.graph import components


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
