"""The length of a script, estimated from a few cells before it is built.

The constants are fitted to real lengths (`tests/encoder/test_encodings.py` holds them to a factor of two).
"""

from __future__ import annotations

import os
import resource
from collections.abc import Iterable

from encoder.errors import TooLongError
from encoder.parts.reduced import ReducedPuzzle, reach
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle

BYTES_PER_CHARACTER = 6
"""Memory of a script while it is built: 1,614 MiB for 307 million characters (layers, 12x12; 2026-11-23)."""

_SAMPLE = 6


def check_fits(encoding: str, characters: int) -> None:
    """Refuse to build a script that would not fit into memory.

    Raises:
        TooLongError: with the length that it would have.
    """
    needed, there = BYTES_PER_CHARACTER * characters, _memory()
    if needed > there:
        raise TooLongError(
            f"the script of {encoding} would have about {_bytes(characters)} of text, and building it would "
            f"take {_bytes(needed)} of memory, where {_bytes(there)} are available; use another encoding, or "
            f"deduce first"
        )


def _bytes(number: float) -> str:
    """A number of bytes, for people."""
    return f"{number / 1e9:,.1f} GB" if number >= 1e9 else f"{number / 1e6:,.0f} MB"


def layers(puzzle: Puzzle, candidates: Candidates) -> int:
    """Characters of the encoding *layers*: a definition for each pair of cells and each layer."""
    reduced = ReducedPuzzle(puzzle, candidates)
    masks, cells = reduced.masks, _some(reduced.open_cells)
    definitions = 0
    for x in cells:
        for y, steps in reach(reduced, x).items():
            definitions += max(0, (masks[x] & masks[y]).bit_length() - max(2, steps))
    degree = sum(map(len, reduced.joins)) / max(1, len(reduced.open_cells))
    return int(definitions * len(reduced.open_cells) / max(1, len(cells)) / 2 * (20 + 52 * degree))


def warshall(puzzle: Puzzle, candidates: Candidates) -> int:
    """Characters of the encoding *warshall*: a definition for each pair of cells that a third connects."""
    reduced = ReducedPuzzle(puzzle, candidates)
    cells = _some(reduced.open_cells)
    triples = 0.0
    for z in cells:
        near = reach(reduced, z)
        others = _some(near)
        triples += sum(len(near.keys() & reach(reduced, x)) for x in others) * len(near) / max(1, len(others))
    return int(triples * len(reduced.open_cells) / max(1, len(cells)) * 15)


def forest_bool(puzzle: Puzzle, candidates: Candidates) -> int:
    """Characters of the encoding *forest-bool*: so many for each bit of a number at each edge."""
    bits = sum(mask.bit_count().bit_length() for mask in candidates.masks) / max(1, len(candidates.masks))
    return int(920 * bits * sum(map(len, puzzle.board.neighbours)) / 2)


def rooted_booleans(puzzle: Puzzle, candidates: Candidates) -> int:
    """Characters of the published encodings in Booleans: so many for each root of each cell."""
    reduced = ReducedPuzzle(puzzle, candidates)
    cells = _some(reduced.open_cells)
    named = sum(len(reach(reduced, x)) for x in cells) * len(reduced.open_cells) / max(1, len(cells)) / 2
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
    cells = _some(reduced.open_cells)
    shared = 0
    for x in cells:
        roots = [x, *reach(reduced, x)]
        shared += len({y for z in roots for y in reach(reduced, z)})
    return int(shared * len(reduced.open_cells) / max(1, len(cells)) * 70)


def _some(cells: Iterable[int]) -> list[int]:
    """A few of some cells, spread over all."""
    every = sorted(cells)
    return every[len(every) // _SAMPLE // 2 :: max(1, len(every) // _SAMPLE)]


def _memory() -> int:
    """Bytes of memory that this process may have."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return physical if limit == resource.RLIM_INFINITY else min(physical, limit)
