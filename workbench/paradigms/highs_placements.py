"""Integer programming with composite variables, one for each region that can be placed: an exact cover."""

from __future__ import annotations

from fillomino.deduction.engine import Candidates
from fillomino.graph import StepLimitError, bits, cells_by_value, components, connected_sets_of
from fillomino.puzzle import Filling
from workbench.paradigms.highs import HighsProgram
from workbench.paradigms.instance import Instance, RefusedError
from workbench.paradigms.mip import two_colours

MOST = 100_000
"""The most regions, about: a program with more would take hundreds of MiB and too long."""


class HighsPlacements:
    """A binary column for each placement, a set of cells that is a region."""

    def __init__(self, instance: Instance) -> None:
        self._program = program = HighsProgram(instance)
        self._near = instance.near
        self._columns = {cells: program.binary() for cells in placements(instance)}
        covering: list[list[int]] = [[] for _ in range(instance.size)]
        self._size = instance.size
        for cells in self._columns:
            for x in bits(cells):
                covering[x].append(cells)
        for regions in covering:
            program.exactly((self._columns[cells] for cells in regions), 1)
        same: dict[tuple[int, int], list[int]] = {}
        for x, y in instance.links:
            apart: dict[int, list[int]] = {}
            same[x, y] = []
            for one, other in ((x, y), (y, x)):
                for cells in covering[one]:
                    if not cells >> other & 1:
                        apart.setdefault(cells.bit_count(), []).append(self._columns[cells])
                    elif one == x:
                        same[x, y].append(self._columns[cells])
            for columns in apart.values():  # regions of one size on both sides touch
                program.at_most(columns, 1)
        if instance.puzzle.checkered:
            two_colours(program, instance, same)

    def solve(self) -> Filling | None:
        """Return the numbers of a solution."""
        values = self._program.solve()
        if values is None:
            return None
        numbers = [0] * self._size
        for cells, column in self._columns.items():
            for x in bits(cells) if values[column] > 0.5 else ():
                numbers[x] = cells.bit_count()
        return tuple(numbers)

    def block(self, filling: Filling) -> None:
        """Exclude a filling: one of its regions is not placed."""
        held = cells_by_value(filling).values()
        regions = [region for cells in held for region in components(self._near, cells)]
        self._program.at_most((self._columns[cells] for cells in regions), len(regions) - 1)


def placements(instance: Instance) -> set[int]:
    """Return every set of cells that can be a region.

    Raises:
        RefusedError: if there are too many.
    """
    found: set[int] = set()
    known = cells_by_value(Candidates(instance.masks).filling())
    walls = [1 << x | 1 << y for x, y in instance.puzzle.walls]
    try:
        for root, regions in enumerate(instance.regions):
            for number, allowed in regions.items():
                beside = known.get(number, 0)
                steps = 5 * (MOST - len(found))
                for cells in connected_sets_of(number, instance.near, 1 << root, allowed, most_steps=steps):
                    if not instance.near(cells) & ~cells & beside and not any(
                        cells & pair == pair for pair in walls
                    ):
                        found.add(cells)
    except StepLimitError:
        raise RefusedError(
            f"about {MOST:,} regions or more could be placed on this board, too many for a column each; "
            "more deduction may leave fewer"
        ) from None
    return found
