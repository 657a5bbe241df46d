"""The instance that a model is made from, and its text for the child process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from encoder.errors import EncodingError
from encoder.parts.variants import masks
from fillomino.board import from_links
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.graph import NeighbourFunction, bits, neighbour_function, within
from fillomino.puzzle import Puzzle


class RefusedError(EncodingError):
    """A model can't be made, or a question can't be decided; the text is the reason."""

    code = "paradigm-refuses"


@dataclass(frozen=True)
class Problem:
    """A puzzle and its candidates.

    Attributes:
        puzzle: the puzzle; in a child process its board is a bare graph.
        candidates: the candidates that deduction left, at least one for each cell.
        workers: the number of threads that the solver may use.
        seed: the random seed; 0 for the default of the solver.
    """

    puzzle: Puzzle
    candidates: Candidates
    workers: int = 1
    seed: int = 0

    @property
    def size(self) -> int:
        """The number of cells, which are ``0 .. size - 1``."""
        return self.puzzle.board.size

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """For each cell the numbers it may hold, as a bit mask; in a *basic* puzzle only those of clues."""
        return masks(self.puzzle, self.candidates)

    @cached_property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Every pair of neighbours ``x < y``."""
        return tuple(self.puzzle.board.links())

    @cached_property
    def near(self) -> NeighbourFunction:
        """From a set of cells to its neighbours that may be in one region with it: not through walls."""
        return neighbour_function(self.puzzle.board, self.puzzle.walls)

    def numbers(self, cell: int) -> Iterator[int]:
        """Yield the numbers that a cell may hold, ascending."""
        return bits(self.masks[cell])

    def admitting(self, number: int) -> int:
        """Return the set of cells that may hold a number."""
        return sum(1 << cell for cell, mask in enumerate(self.masks) if mask >> number & 1)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The cells, those with clues first. The *root* of a region is the first of its cells."""
        clued = sorted(self.puzzle.clues)
        return (*clued, *(cell for cell in range(self.size) if cell not in self.puzzle.clues))

    @cached_property
    def regions(self) -> tuple[dict[int, int], ...]:
        """For each cell as the root of a region: from its number to the cells the region may hold, as a set.

        These come later in the order, and a path of cells that admit the number leads there from the root
        within the region. A number that has no room is left out; in a *basic* puzzle a cell without a clue
        is no root.
        """
        regions: list[dict[int, int]] = [{} for _ in range(self.size)]
        later = dict.fromkeys((number for mask in self.masks for number in bits(mask)), 0)
        later = {number: self.admitting(number) for number in later}
        for root in self.order:
            for number in self.numbers(root):
                cells = within(self.near, 1 << root, later[number], number - 1)
                may = not self.puzzle.basic or root in self.puzzle.clues
                if may and cells.bit_count() >= number:
                    regions[root][number] = cells
                later[number] &= ~(1 << root)
        return tuple(regions)

    def text(self) -> str:
        """The instance as JSON, on one line."""
        puzzle = self.puzzle
        return json.dumps(
            {
                "cells": self.size,
                "links": self.links,
                "clues": sorted(puzzle.clues.items()),
                "walls": sorted(puzzle.walls),
                "largest_region": puzzle.largest_region,
                "checkered": puzzle.checkered,
                "basic": puzzle.basic,
                "candidates": [f"{mask:x}" for mask in self.candidates.masks],
            }
        )


def problem_of(puzzle: Puzzle, level: Level) -> Problem:
    """Return the problem of a puzzle after deduction at a level."""
    return Problem(puzzle, deduce(puzzle, level))


def read_instance(text: str, workers: int = 1, seed: int = 0) -> Problem:
    """Read the text of an instance."""
    given = json.loads(text)
    board = from_links([str(cell) for cell in range(given["cells"])], map(tuple, given["links"]))
    puzzle = Puzzle(
        board,
        dict(given["clues"]),
        frozenset((x, y) for x, y in given["walls"]),
        largest_region=given["largest_region"],
        checkered=given["checkered"],
        basic=given["basic"],
    )
    candidates = Candidates(tuple(int(mask, 16) for mask in given["candidates"]))
    return Problem(puzzle, candidates, workers, seed)


def first_cells(instance: Problem) -> list[int]:
    """Return the first cell of each part of the board, which takes the first colour if it is *checkered*."""
    return [part[0] for part in instance.puzzle.board.components()]
