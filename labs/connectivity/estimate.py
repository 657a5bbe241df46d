"""The lengths of scripts, estimated from a few cells before they are built (`encoder.estimate`)."""

from __future__ import annotations

from encoder.estimate import total, warshall
from encoder.parts.reduced import ReducedPuzzle, reach
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle


def forest_bool(puzzle: Puzzle, candidates: Candidates) -> int:
    """Characters of the encoding *forest-bool*: so many for each bit of a number at each edge."""
    bits = sum(mask.bit_count().bit_length() for mask in candidates.masks) / max(1, len(candidates.masks))
    return int(920 * bits * sum(map(len, puzzle.board.neighbours)) / 2)


def rooted_booleans(puzzle: Puzzle, candidates: Candidates) -> int:
    """Characters of the published encodings in Booleans: so many for each root of each cell."""
    reduced = ReducedPuzzle(puzzle, candidates)
    named = total(lambda x: len(reach(reduced, x)), reduced.open_cells) / 2
    options = sum(mask.bit_count() for mask in reduced.masks if mask.bit_count() > 1)
    return int(520 * named + 300 * options)


def squaring(puzzle: Puzzle, candidates: Candidates) -> int:
    """Characters of the encoding *squaring*: as many definitions as *warshall* has, for each squaring."""
    most = max((mask.bit_length() for mask in candidates.masks), default=2) - 2
    squarings = max(1, most - 1).bit_length()
    return rooted_booleans(puzzle, candidates) + squarings * warshall(puzzle, candidates) * 2 // 5


def seeded(puzzle: Puzzle, candidates: Candidates) -> int:
    """Characters of the encoding *seeded*: so many for each two cells that may name one root."""
    reduced = ReducedPuzzle(puzzle, candidates)

    def sharing(x: int) -> int:
        return len({y for z in (x, *reach(reduced, x)) for y in reach(reduced, z)})

    return int(total(sharing, reduced.open_cells) * 70)
