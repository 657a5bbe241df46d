"""Fillomino for programs: a puzzle as they read it, in a few words, and small ones to try them with."""

from __future__ import annotations

import json

from fillomino import formats
from fillomino.board import rectangle
from fillomino.errors import counted
from fillomino.instance import Instance
from fillomino.puzzle import Puzzle, as_fillomino

_LONGEST = 100


SMALL = "2 3\n3 0 0\n0 0 2\n"
"""The puzzle that shows which format a program reads."""


UNDECIDED = Puzzle(rectangle(2, 3), {0: 2})
"""A small puzzle that deduction does not decide."""


def as_input(instance: Instance, puzzle_format: str, *, serve: bool) -> str | None:
    """Return a puzzle as a program reads it; ``None`` if that must be plain text, which can't hold it.

    Args:
        instance: the puzzle.
        puzzle_format: ``plain``, ``json``, or ``auto``, which is plain text where that can hold the puzzle.
        serve: whether the program serves, and so gets JSON by default.
    """
    puzzle = as_fillomino(instance, "a program")
    bare = puzzle.replace(unknown=frozenset(), info={})
    plain = is_rectangle(puzzle) and bare == Puzzle(puzzle.board, puzzle.clues)
    if puzzle_format == "plain" and not plain:
        return None
    if plain and puzzle_format != "json" and (puzzle_format == "plain" or not serve):
        return formats.write(bare, "plain")
    text = formats.write(bare.replace(board=bare.board.replace(spec=None)), "json")
    return json.dumps(json.loads(text), ensure_ascii=False) + "\n"


def same(one: Instance, other: Instance) -> bool:
    """Return whether two puzzles have the same board and the same rules, however their cells are named."""
    return _as_given(one) == _as_given(other)


def _as_given(instance: Instance) -> tuple[object, ...]:
    puzzle = as_fillomino(instance, "a program")
    variants = (puzzle.largest_region, puzzle.checkered, puzzle.basic)
    return (puzzle.board.size, sorted(puzzle.board.links()), dict(puzzle.clues), puzzle.walls, *variants)


def samples() -> tuple[Puzzle, ...]:
    """Return a small puzzle, and the same with a wall, a largest region and each variant."""
    clued = formats.read(SMALL).puzzle
    wall = frozenset([next(iter(clued.board.links()))])
    return (
        clued,
        clued.replace(walls=wall),
        clued.replace(largest_region=3),
        clued.replace(checkered=True),
        clued.replace(basic=True),
    )


def is_rectangle(puzzle: Puzzle) -> bool:
    """Return whether a board is a rectangle without holes, whose cells have no other neighbours."""
    grid = puzzle.board.grid
    return grid is not None and puzzle.board.spec is None and grid.height * grid.width == puzzle.board.size


def description(instance: Instance) -> str:
    """Return a few words for a puzzle: where that is short, size and rows, as programs read them."""
    puzzle = as_fillomino(instance, "a program")
    board, clues = puzzle.board, puzzle.clues
    more = [f"{counted(len(puzzle.walls), 'wall')}"] if puzzle.walls else []
    more += [f"no region above {puzzle.largest_region}"] if puzzle.largest_region is not None else []
    more += [variant for variant in ("checkered", "basic") if getattr(puzzle, variant)]
    also = f" ({', '.join(more)})" if more else ""
    if is_rectangle(puzzle) and board.grid is not None:
        rows = " / ".join(formats.write(Puzzle(board, clues), "plain").splitlines())
        if len(rows) <= _LONGEST:
            return f"the puzzle {rows}{also}"
        size = f"{board.grid.height}x{board.grid.width}"
        return f"the {size} puzzle with {counted(len(clues), 'clue')}{also}"
    given = ", ".join(f"{board.names[cell]} = {number}" for cell, number in sorted(clues.items()))
    clued = f" with {given}" if 0 < len(given) <= _LONGEST else f" with {counted(len(clues), 'clue')}"
    return f"the puzzle of {counted(board.size, 'cell')}{clued}{also}"
