"""Counting region by region: small boards in plain Python, and by another method than the frontier.

The lowest empty cell lies in one region. For each that it can be, what is left falls into parts that do
not touch, so that the count is a sum of products. What a part has to know of the regions around it is
only on which of its cells a number is excluded, which is so small that most parts come again and again.
"""

from __future__ import annotations

from fillomino.counting.task import Task
from fillomino.errors import CountError
from fillomino.graph import bits, components, neighbour_function, neighbour_masks

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
        self._counts: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}
        self._begun: dict[int, list[tuple[int, int, int, list[int]]]] = {}

    def count(self, part: int, excluded: dict[int, int]) -> int:
        """Return in how many ways a part can be filled.

        Args:
            part: its cells.
            excluded: for each number that stands beside the part the cells that can't hold it.
        """
        total = 0
        for number, cells, around, rest in self._begin(part):
            if excluded.get(number, 0) & cells:
                continue
            beside = excluded.copy()
            beside[number] = around | excluded.get(number, 0)
            ways = 1
            for other in rest:
                size = other.bit_count()
                its = {of: where & other for of, where in beside.items() if of <= size and where & other}
                key = other, tuple(sorted(its.items()))
                found = self._counts.get(key)
                if found is None:
                    found = self._counts[key] = self.count(other, its)
                    self._hold(1)
                ways *= found
                if not ways:
                    break
            total += ways
        return total

    def _begin(self, part: int) -> list[tuple[int, int, int, list[int]]]:
        """Return every region of a part's lowest cell: its number, its cells, those beside, and the rest."""
        found = self._begun.get(part)
        if found is None:
            found = self._begun[part] = []
            for cells in self._regions(part):
                rest = part & ~cells
                found.append((cells.bit_count(), cells, self._near(cells), components(self._near, rest)))
            self._hold(len(found))
        return found

    def _regions(self, part: int) -> list[int]:
        """Return every connected set of a part's lowest cell whose cells all admit its size."""
        lowest = part & -part
        first = lowest.bit_length() - 1
        found = []
        # A set, the cells that it may still grow by, those decided on, and the numbers that all admit.
        open_ = [(lowest, self._inside[first] & part, lowest, self._masks[first])]
        while open_:
            cells, front, decided, numbers = open_.pop()
            size = cells.bit_count()
            if numbers >> size == 0:
                continue
            if numbers >> size & 1 and not any(cells & wall == wall for wall in self._walls):
                found.append(cells)
            if numbers >> size > 1:
                for cell in bits(front & ~decided):
                    decided |= 1 << cell
                    more = (front | self._inside[cell]) & part
                    open_.append((cells | 1 << cell, more, decided, numbers & self._masks[cell]))
        return found

    def _hold(self, entries: int) -> None:
        self._held += entries
        if self._memory is not None and self._held * ENTRY_BYTES > self._memory:
            raise CountError(
                f"the parts of the board outgrow the memory allowed, {self._memory / 2**20:.0f} MiB. "
                f"Allow more with --memory, or use the method frontier"
            )
