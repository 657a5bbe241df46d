"""Digests of Fillominos: the same for the same board, clues and rules, whatever the names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from fillomino.instance import Instance
from fillomino.puzzle import Puzzle, as_fillomino


def puzzle_hash(instance: Instance) -> str:
    """Return a digest of a puzzle: the same wherever board, clues, walls and further rules are the same."""
    puzzle = as_fillomino(instance, "this digest")
    return _renumbered_hash(puzzle, range(puzzle.board.size))


def orbit_hash(instance: Instance) -> str:
    """Return a digest of a puzzle on a grid that is the same for its rotations and reflections."""
    puzzle = as_fillomino(instance, "this digest")
    grid = puzzle.board.grid
    if grid is None:
        return puzzle_hash(puzzle)
    rows = [list(row) for row in grid.rows()]
    hashes = []
    for _ in range(4):
        rows = [list(row) for row in zip(*reversed(rows), strict=True)]
        for image in (rows, [row[::-1] for row in rows]):
            order = [cell for row in image for cell in row if cell is not None]
            hashes.append(_renumbered_hash(puzzle, order))
    return min(hashes)


def _renumbered_hash(puzzle: Puzzle, order: Sequence[int]) -> str:
    """Return a digest of a puzzle with its cells renumbered in an order."""
    at = {cell: number for number, cell in enumerate(order)}
    neighbours = [sorted(at[near] for near in puzzle.board.neighbours[cell]) for cell in order]
    clues = sorted((at[cell], number) for cell, number in puzzle.clues.items())
    walls = sorted(sorted(at[cell] for cell in wall) for wall in puzzle.walls)
    others = ("board", "clues", "walls", "unknown", "info")  # the last two change no solution
    rules = {name: getattr(puzzle, name) for name in Puzzle.__slots__ if name not in others}
    return digest([neighbours, clues, walls, sorted(rules.items())])


def digest(parts: object) -> str:
    """Return a short digest of data as JSON has it."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]
