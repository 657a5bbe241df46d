"""The length of a script, estimated from a few cells before it is built.

The constants are fitted to real lengths (`tests/encoder/test_encodings.py` holds them to a factor of two).
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from encoder.errors import TooLongError
from encoder.parts.reduced import ReducedPuzzle, reach
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from fillomino.system import memory

BYTES_PER_CHARACTER = 6
"""Memory of a script while it is built: 1,614 MiB for 307 million characters (layers, 12x12; 2026-11-23)."""

_SAMPLE = 6


def check_fits(encoding: str, characters: int) -> None:
    """Refuse to build a script that would not fit into memory.

    Raises:
        TooLongError: with the length that it would have.
    """
    needed, there = BYTES_PER_CHARACTER * characters, memory()
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

    def definitions(x: int) -> int:
        near = reach(reduced, x).items()
        return sum(max(0, reduced.most(x, y) + 1 - max(2, steps)) for y, steps in near)

    degree = sum(map(len, reduced.joins)) / max(1, len(reduced.open_cells))
    return int(total(definitions, reduced.open_cells) / 2 * (20 + 52 * degree))


def warshall(puzzle: Puzzle, candidates: Candidates) -> int:
    """Characters of the encoding *warshall*: a definition for each pair of cells that a third connects."""
    reduced = ReducedPuzzle(puzzle, candidates)

    def pairs(z: int) -> float:
        near = reach(reduced, z)
        return total(lambda x: len(near.keys() & reach(reduced, x)), near)

    return int(total(pairs, reduced.open_cells) * 15)


def total(count: Callable[[int], float], cells: Collection[int]) -> float:
    """What is counted for each of some cells, in all: estimated from a few, spread over them."""
    every = sorted(cells)
    some = every[len(every) // _SAMPLE // 2 :: max(1, len(every) // _SAMPLE)]
    return sum(map(count, some)) * len(every) / max(1, len(some))
