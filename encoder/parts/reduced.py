"""A puzzle reduced by deduction: its open cells, and the edges that can be."""

from __future__ import annotations

from collections.abc import Sequence

from encoder.parts.arithmetic import INTEGERS, Arithmetic
from encoder.parts.spanning_trees import Link
from encoder.parts.variants import masks as allowed
from fillomino.deduction.engine import Candidates
from fillomino.graph import distances
from fillomino.puzzle import Filling, Puzzle


class ReducedPuzzle:
    """A puzzle after deduction: what is left to encode. Encodings add terms of their own in subclasses.

    Attributes:
        puzzle: the puzzle.
        label: for each cell its number in symbols.
        masks: for each cell its candidates, bit v for number v.
        settled: cells of complete regions beside which no cell admits their number; nothing
            about them is asserted but the number.
        open_cells: the other cells, ascending.
        joins: for each cell the neighbours with which it may form a region, ascending; none for
            settled cells.
        links: every pair of neighbours ``x < y`` that may form a region.
        arithmetic: the sorts and operators of numbers.
    """

    arithmetic: Arithmetic = INTEGERS

    def __init__(self, puzzle: Puzzle, candidates: Candidates) -> None:
        self.puzzle = puzzle
        self.label = puzzle.board.labels
        self.masks = masks = allowed(puzzle, candidates)
        self.settled = settled = _settled(puzzle, masks, candidates.filling())
        self.open_cells = [x for x in range(puzzle.board.size) if x not in settled]
        self.joins = tuple(
            ()
            if x in settled
            else tuple(
                y
                for y in around
                if masks[x] & masks[y] and y not in settled and (min(x, y), max(x, y)) not in puzzle.walls
            )
            for x, around in enumerate(puzzle.board.neighbours)
        )
        self.links: list[Link] = [(x, y) for x, around in enumerate(self.joins) for y in around if x < y]

    def name(self, kind: str, *cells: int) -> str:
        """The symbol of a kind that is about some cells."""
        return "_".join([kind, *(str(self.label[x]) for x in cells)])

    def number(self, x: int) -> str:
        """The symbol of a cell's number."""
        return f"n_{self.label[x]}"

    def same(self, x: int, y: int) -> str:
        """The symbol "x and y hold the same number" of a link, in the encodings that have one."""
        return f"q_{self.label[x]}_{self.label[y]}"

    def joined(self, x: int, y: int) -> str:
        """The term "one of two neighbours is the parent of the other"."""
        a, b = self.label[x], self.label[y]
        return f"(or e_{a}_{b} e_{b}_{a})"

    def may_be_root(self, cell: int) -> bool:
        """Return whether a region may have its root here: in a basic puzzle at a clue only."""
        return not self.puzzle.basic or cell in self.puzzle.clues

    def may_agree(self, *links: Link) -> bool:
        """Return whether there is a number that all these cells admit."""
        return self.most(*(x for link in links for x in link)) > 0

    def most(self, *cells: int) -> int:
        """Return the largest number that all these cells admit; -1 if there is none."""
        mask = -1
        for x in cells:
            mask &= self.masks[x]
        return mask.bit_length() - 1


def _settled(puzzle: Puzzle, masks: Sequence[int], known: Filling) -> frozenset[int]:
    """The cells of complete regions, in a basic puzzle with a clue, beside which none admits their number."""
    by_number: dict[int, list[int]] = {}
    for cell, number in enumerate(known):
        if number:
            by_number.setdefault(number, []).append(cell)
    settled: set[int] = set()
    for number, cells in by_number.items():
        for part in puzzle.board.components(cells):
            beside = {y for x in part for y in puzzle.board.neighbours[x]}.difference(part)
            clued = not puzzle.basic or any(x in puzzle.clues for x in part)
            if number == len(part) and clued and not any(masks[y] >> number & 1 for y in beside):
                settled.update(part)
    return frozenset(settled)


def reaches(reduced: ReducedPuzzle) -> dict[tuple[int, int], int]:
    """For each pair of open cells that may share a region how far apart they are, ``x < y``.

    They may if a path of joins between them is not longer than the largest number that both admit.
    (A region of v cells has shorter paths still; one step more shows that a region is too large.)
    """
    return {(x, y): steps for x in reduced.open_cells for y, steps in reach(reduced, x).items() if x < y}


def reach(reduced: ReducedPuzzle, x: int) -> dict[int, int]:
    """The other cells that may share a region with an open cell, each with how far away it is."""
    masks = reduced.masks
    steps = distances(reduced.joins, [x])
    return {y: far for y, far in steps.items() if y != x and far < (masks[x] & masks[y]).bit_length()}
