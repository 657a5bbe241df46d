"""Where a drawing has a border."""

from __future__ import annotations

from fillomino.puzzle import Filling, Puzzle


def parted(puzzle: Puzzle, filling: Filling | None, a: int | None, b: int | None) -> bool:
    """Whether a border lies between two places next to each other (``None``: no cell there).

    It does at the edge of the board, at a wall, and between different numbers of a filling.
    """
    if a is None or b is None:
        return a is not b
    return (filling is not None and filling[a] != filling[b]) or (min(a, b), max(a, b)) in puzzle.walls
