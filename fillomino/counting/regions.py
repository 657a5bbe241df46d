"""Counting region by region: small boards in plain Python, and by another method than the frontier.

The lowest empty cell lies in one region. For each that it can be, what is left falls into parts that do
not touch, so that the count is a sum of products. Of the regions around a part only the cells matter on
which they exclude a number: so few combinations that most counts can be looked up.
"""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.counting.task import Task
from fillomino.errors import CountError
from fillomino.graph import CellSet, bits, components, neighbour_function, neighbour_masks

MOST_CELLS = 500
"""Larger boards would nest our calls too deeply."""

ENTRY_BYTES = 320
"""Bytes of what is kept for one part, or one region that it may begin with (measured on 2x10)."""


def count(task: Task, memory: int | None = None) -> int:
    """Return how many fillings a task has.

    Raises:
        CountError: if the board is too large, or the parts outgrow so many bytes of memory.
    """
    if task.board.size > MOST_CELLS:
        raise CountError(f"the method regions counts boards of at most {MOST_CELLS} cells: use frontier")
    return _Parts(task, memory).count((1 << task.board.size) - 1, {})


class _Parts:
    """The counts of parts of a board, each a set of connected empty cells."""

    def __init__(self, task: Task, memory: int | None) -> None:
        self._masks, self._memory, self._held = task.masks, memory, 0
        self._near = neighbour_function(task.board)
        self._inside = neighbour_masks(task.board, task.walls)
        self._walls = [1 << x | 1 << y for x, y in task.walls]
        self._counts: dict[tuple[CellSet, tuple[tuple[int, CellSet], ...]], int] = {}
        self._regions: dict[CellSet, list[tuple[int, CellSet, CellSet, list[CellSet]]]] = {}

    def count(self, part: CellSet, excluded: dict[int, CellSet]) -> int:
        """Return in how many ways a part can be filled; `excluded` has the cells that can't hold a number."""
        total = 0
        for number, cells, around, rest in self._first_regions(part):
            if excluded.get(number, 0) & cells:
                continue
            beside = excluded.copy()
            beside[number] = around | excluded.get(number, 0)
            ways = 1
            for other in rest:
                size = other.bit_count()
                out = {n: where & other for n, where in beside.items() if n <= size and where & other}
                key = other, tuple(sorted(out.items()))
                factor = self._counts.get(key)
                if factor is None:
                    factor = self._counts[key] = self.count(other, out)
                    self._hold(1)
                ways *= factor
                if not ways:
                    break
            total += ways
        return total

    def _first_regions(self, part: CellSet) -> list[tuple[int, CellSet, CellSet, list[CellSet]]]:
        """Return every region of a part's lowest cell: its number, its cells, those beside, and the rest."""
        regions = self._regions.get(part)
        if regions is None:
            regions = self._regions[part] = [
                (cells.bit_count(), cells, self._near(cells), components(self._near, part & ~cells))
                for cells in self._connected_sets(part)
            ]
            self._hold(len(regions))
        return regions

    def _connected_sets(self, part: CellSet) -> Iterator[CellSet]:
        """Yield every connected set of a part's lowest cell whose cells all admit its size."""
        lowest = part & -part
        first = lowest.bit_length() - 1
        # A set, the cells that it may still grow by, those decided on, and the numbers that all admit.
        todo = [(lowest, self._inside[first] & part, lowest, self._masks[first])]
        while todo:
            cells, border, decided, numbers = todo.pop()
            size = cells.bit_count()
            if numbers >> size == 0:
                continue
            if numbers >> size & 1 and not any(cells & wall == wall for wall in self._walls):
                yield cells
            if numbers >> size > 1:
                for cell in bits(border & ~decided):
                    decided |= 1 << cell
                    more = (border | self._inside[cell]) & part
                    todo.append((cells | 1 << cell, more, decided, numbers & self._masks[cell]))

    def _hold(self, entries: int) -> None:
        self._held += entries
        if self._memory is not None and self._held * ENTRY_BYTES > self._memory:
            raise CountError(
                f"the parts of the board outgrow the memory allowed, {self._memory / 2**20:.0f} MiB. "
                f"Allow more with --memory, or use the method frontier"
            )
