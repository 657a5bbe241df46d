"""A puzzle reduced by deduction: its open cells, and the edges that can be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import and_

from encoder.parts.variants import masks as allowed
from fillomino.deduction.engine import Candidates
from fillomino.graph import distances
from fillomino.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class ReducedPuzzle:
    """A puzzle after deduction: what is left to encode.

    Attributes:
        puzzle: the puzzle.
        masks: for each cell its candidates, bit v for number v.
        settled: cells of complete regions beside which no cell admits their number; nothing
            about them is asserted but the number.
        joins: for each cell the neighbours with which it may form a region, ascending; none for
            settled cells.
    """

    puzzle: Puzzle
    masks: tuple[int, ...]
    settled: frozenset[int]
    joins: tuple[tuple[int, ...], ...]

    @property
    def open_cells(self) -> list[int]:
        """The cells that are not settled, ascending."""
        return [x for x in range(self.puzzle.board.size) if x not in self.settled]

    def label(self, cell: int) -> int:
        """The number of a cell in symbols."""
        return self.puzzle.board.labels[cell]

    def name(self, kind: str, *cells: int) -> str:
        """The symbol of a kind that is about some cells."""
        return "_".join([kind, *(str(self.label(x)) for x in cells)])

    def joined(self, x: int, y: int) -> str:
        """The term "one of two neighbours is the parent of the other"."""
        a, b = self.label(x), self.label(y)
        return f"(or e_{a}_{b} e_{b}_{a})"

    def may_be_root(self, cell: int) -> bool:
        """Return whether a region may have its root here: in a basic puzzle at a clue only."""
        return not self.puzzle.basic or cell in self.puzzle.clues

    def may_agree(self, cells: Iterable[int]) -> bool:
        """Return whether there is a number that all these cells admit."""
        return reduce(and_, (self.masks[x] for x in cells)) != 0

    def most(self, *cells: int) -> int:
        """Return the largest number that all these cells admit; -1 if there is none."""
        return reduce(and_, (self.masks[x] for x in cells)).bit_length() - 1

    def pairs(self) -> list[tuple[int, int]]:
        """Every pair of neighbours that may join, once, as ``(x, y)`` with ``x < y``."""
        return [(x, y) for x, around in enumerate(self.joins) for y in around if x < y]


def reduce_puzzle(puzzle: Puzzle, candidates: Candidates) -> ReducedPuzzle:
    """Reduce a puzzle to what its candidates leave open."""
    board, masks = puzzle.board, allowed(puzzle, candidates)
    settled = set()
    known = candidates.filling()
    for part in _equal_parts(puzzle, known):
        number = known[part[0]]
        inside = set(part)
        beside = {y for x in part for y in board.neighbours[x]} - inside
        clued = not puzzle.basic or any(x in puzzle.clues for x in part)
        if number == len(part) and clued and not any(masks[y] >> number & 1 for y in beside):
            settled |= inside
    joins = tuple(
        ()
        if x in settled
        else tuple(
            y
            for y in around
            if masks[x] & masks[y] and y not in settled and (min(x, y), max(x, y)) not in puzzle.walls
        )
        for x, around in enumerate(board.neighbours)
    )
    return ReducedPuzzle(puzzle, masks, frozenset(settled), joins)


def reaches(reduced: ReducedPuzzle) -> dict[tuple[int, int], int]:
    """For each pair of open cells that may share a region how far apart they are, ``x < y``.

    They may if a path of joins between them is not longer than the largest number that both admit.
    (A region of v cells has shorter paths still; one step more shows that a region is too large.)
    """
    found = {}
    for x in reduced.open_cells:
        for y, steps in distances(reduced.joins, [x]).items():
            if x < y and steps < (reduced.masks[x] & reduced.masks[y]).bit_length():
                found[x, y] = steps
    return found


def _equal_parts(puzzle: Puzzle, known: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Connected sets of equal known numbers."""
    by_number: dict[int, list[int]] = {}
    for cell, number in enumerate(known):
        if number:
            by_number.setdefault(number, []).append(cell)
    return [part for cells in by_number.values() for part in puzzle.board.components(cells)]
