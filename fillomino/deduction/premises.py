"""The premises of rules applied one by one: a state, its groups, and the regions that they could become."""

from __future__ import annotations

from collections.abc import Iterable

from fillomino.deduction.fast.groups import Group, Record
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.state import State
from fillomino.deduction.step import Kind, Step
from fillomino.graph import CellSet, StepLimitError, components, connected_sets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

MOST_STEPS = 1000
"""Limit of the extensions that are tried from one start."""

Regions: TypeAlias = list[CellSet] | None
"""Regions; ``None`` if finding them took too many steps."""


class Premises:
    """A state with the groups of its numbers and, for look-ahead, what assumptions led to.

    Attributes:
        state: the board; the rules read it, `fillomino.deduction.reason` changes it.
        survived: for an assumption ``(cell, number)`` that led to no contradiction, what it led to. It is
            removed while it is extended, which may be interrupted.
    """

    def __init__(self, state: State) -> None:
        self.state: State = state
        self.survived: dict[tuple[int, int], Propagation] = {}
        # What was found, with what it was found from.
        self._groups: dict[int, tuple[CellSet, list[Group]]] = {}
        self._regions: dict[tuple[int, CellSet], tuple[tuple[CellSet, CellSet, CellSet], Regions]] = {}
        self._base: Propagation | None = None
        self._open: list[tuple[int, CellSet, CellSet]] | None = None

    def copy(self) -> Premises:
        """Return an independent copy."""
        twin = Premises(self.state.copy())
        twin._groups = self._groups.copy()
        twin._regions = self._regions.copy()
        return twin

    def groups(self, number: int) -> list[Group]:
        """All groups of a number, complete ones and too large ones too."""
        near, fixed = self.state.near, self.state.fixed.get(number, 0)
        found = self._groups.get(number)
        if found is None or found[0] != fixed:
            parts = components(near, fixed)
            groups = [Group(cells, cells.bit_count(), near(cells) & ~cells) for cells in parts]
            found = self._groups[number] = fixed, groups
        return found[1]

    def record(self, number: int) -> Record:
        """The open groups of a number, as what computes reach wants them."""
        groups = [group for group in self.groups(number) if group.size < number]
        return Record(number, groups, sum(group.cells for group in groups))

    def regions(self, number: int, start: CellSet) -> Regions:
        """The connected sets of `number` cells that admit it, hold `start`, and touch no group of it beyond.

        Each is a region that the cells of `start`, a group of the number or one cell that admits it, could be
        in, as far as their number is concerned; but those are left out that would leave another open group
        nowhere to grow. Every region that they are in, in any filling, is among them.
        """
        state = self.state
        near, admits, fixed = state.near, state.where(number), state.fixed.get(number, 0)
        key, found_from = (number, start & -start), (start, admits, fixed)
        found = self._regions.get(key)
        if found is None or found[0] != found_from:
            groups = self.groups(number)

            def closed(cells: CellSet, cell: CellSet) -> CellSet:
                return _joined(cells | cell, near(cell) & fixed & ~cells, groups)

            begin = _joined(start, near(start) & fixed, groups)
            sets = connected_sets_of(number, near, begin, admits, closed=closed, most_steps=MOST_STEPS)
            try:
                found = found_from, list(sets)
            except StepLimitError:
                found = found_from, None
            self._regions[key] = found
        if found[1] is None:
            return None
        return [region for region in found[1] if not self._starves(region, number)]

    def _starves(self, region: CellSet, number: int) -> bool:
        """Return whether a region of a number leaves another open group nowhere to grow."""
        admits = self.state.admits
        around = region | self.state.near(region)
        if self._open is None:
            self._open = [
                (other, group.cells, group.border)
                for other in admits
                for group in self.groups(other)
                if group.size < other
            ]
        for other, cells, border in self._open:
            taken = around if other == number else region
            if border & taken and not cells & region and not border & admits[other] & ~taken:
                return True
        return False

    def common_cells(self, regions: Iterable[CellSet]) -> tuple[CellSet, CellSet]:
        """The cells that are in every one of some regions, and those that are beside every one."""
        near = self.state.near
        inside = beside = -1
        for region in regions:
            inside &= region
            beside &= near(region) & ~region
            if not beside and not inside & (inside - 1):
                break
        return inside, beside

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


def _joined(cells: CellSet, touched: CellSet, groups: list[Group]) -> CellSet:
    """Cells with the groups that they touch."""
    while touched:
        group = next(group for group in groups if group.cells & touched)
        cells |= group.cells
        touched &= ~group.cells
    return cells
