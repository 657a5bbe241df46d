"""The flood by which a region clause holds, as the checker does it, and the cells that it stands on."""

from __future__ import annotations

from dataclasses import dataclass

from encoder.lazy.cuts import grown
from fillomino.graph import NeighbourFunction, bits, cells_by_value, component, components, neighbour_function
from fillomino.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Flood:
    """The board, as floods see it.

    Attributes:
        near: neighbours of a set, not through walls.
        size: how many cells a region may have.
        clues: in the basic variant, the cells of the clues of each number; else ``None``.
    """

    near: NeighbourFunction
    size: int
    clues: dict[int, int] | None = None

    @classmethod
    def of(cls, puzzle: Puzzle) -> Flood:
        """Return the floods on the board of a puzzle."""
        board = puzzle.board
        clues = cells_by_value(puzzle.clues.get(x, 0) for x in range(board.size))
        return cls(
            neighbour_function(board, puzzle.walls),
            min(board.size, puzzle.largest_region or board.size),
            clues if puzzle.basic else None,
        )

    def cut(self, number: int, cell: int, fixed: int, allowed: int) -> tuple[int, int] | None:
        """Look for the reason why a cell can't hold a number.

        Args:
            number: the number.
            cell: the cell.
            fixed: cells that hold the number.
            allowed: all cells that may hold it.

        Returns:
            Cells (the given one among them) that can't all hold it while some others do not, and those
            others, all of which are not allowed; ``None`` if there is no such reason.
        """
        near, held = self.near, fixed | 1 << cell
        start = component(near, 1 << cell, held)
        if number > self.size:
            return 1 << cell, 0
        if start.bit_count() > number:
            return grown(near, 1 << cell, start, number + 1), 0
        used, blocked = self._room(number, start, held, allowed)
        if not used:
            return None
        for group in components(near, used & ~start):
            fewer, closed = self._room(number, start, held & ~group, allowed)
            if fewer and (closed | blocked) == blocked:
                used, blocked, held = fewer, closed, held & ~group
        return used, blocked

    def _room(self, number: int, start: int, held: int, allowed: int) -> tuple[int, int]:
        """The groups and the other cells by which a group has no room; twice 0 if it has."""
        near, open_cells = self.near, (allowed | held) & ~start
        used, blocked, least = start, 0, start.bit_count()
        others = held & ~start
        clues = None if self.clues is None else self.clues.get(number, 0)
        while True:
            reached, left = start, open_cells
            later: dict[int, int] = {}
            front, expanded, unmet = start, start, others
            for size in range(least, number):
                if size > least:
                    front |= later.pop(size, 0)
                    reached |= front
                    expanded |= front
                front = near(front) & left
                left &= ~front
                while met := front & unmet:
                    group = component(near, met & -met, others)
                    front &= ~group
                    unmet &= ~group
                    left &= ~group
                    used |= group
                    whole = size + group.bit_count()
                    if whole <= number:
                        later[whole] = later.get(whole, 0) | group
                if not front and not later:
                    break
            else:
                reached |= front | later.pop(number, 0)
            blocked |= near(expanded) & ~(allowed | held)
            if reached.bit_count() < number or (clues is not None and not reached & clues):
                return used, blocked
            away = others & ~reached
            beside = near(away) & reached & ~start
            if not beside:
                return 0, 0
            for cell in bits(near(beside) & away):
                used |= component(near, 1 << cell, away)
            open_cells &= ~beside

    def room_of_others(self, least: int, cell: int, allowed: int) -> int | None:
        """Look for the reason why a cell can't hold a number that is not named.

        Args:
            least: the least of those numbers.
            cell: the cell.
            allowed: all cells that may hold such a number, no clue among them.

        Returns:
            Cells that are not allowed, and close too small a part of the others in; ``None`` if they do not.
        """
        if least > self.size or self.clues is not None:
            return 0
        part = component(self.near, 1 << cell, allowed | 1 << cell)
        return None if part.bit_count() >= least else self.near(part) & ~part
