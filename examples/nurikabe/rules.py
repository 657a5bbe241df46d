"""The rules of Nurikabe, as a checker that is independent of the encoding.

Shade some cells. The shaded cells, the stream, are connected and hold no block of two by two
cells (a pool). Each connected part of the other cells, an island, holds exactly one clue,
which is the number of its cells; ``?`` is a clue without a number. A puzzle is a `Puzzle` of
Fillomino: a board, clues and ``?`` cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

from fillomino.board import Board
from fillomino.errors import PuzzleError
from fillomino.instance import Violation
from fillomino.puzzle import Puzzle

Shading: TypeAlias = tuple[bool, ...]
"""For each cell of a board whether it belongs to the stream."""


def accept(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle itself.

    Raises:
        PuzzleError: if it has what Nurikabe does not know: walls, a largest region, or a variant.
    """
    if puzzle.walls or puzzle.largest_region is not None or puzzle.checkered or puzzle.basic:
        raise PuzzleError("a Nurikabe has no walls, no largest region and no variant; this puzzle has one")
    return puzzle


def blocks(board: Board) -> list[tuple[int, ...]]:
    """Return every block of two by two cells; none on a board without rows and columns."""
    if board.grid is None:
        return []
    found = []
    for upper, lower in pairwise(board.grid.rows()):
        for left, right in pairwise(zip(upper, lower, strict=True)):
            cells = [cell for cell in (left[0], right[0], left[1], right[1]) if cell is not None]
            if len(cells) == 4:
                found.append(tuple(cells))
    return found


def violations(puzzle: Puzzle, shading: Shading) -> tuple[Violation, ...]:
    """Return every way in which a shading breaks the rules; none iff it is a solution.

    Raises:
        PuzzleError: if the shading does not fit the board.
    """
    size = puzzle.board.size
    if len(shading) != size:
        raise PuzzleError(f"a shading of {len(shading)} cells for a board of {size} cells")
    return (*_of_islands(puzzle, shading), *_of_stream(puzzle.board, shading))


def _of_islands(puzzle: Puzzle, shading: Shading) -> Iterator[Violation]:
    board, names = puzzle.board, puzzle.board.names
    given = {**puzzle.clues, **dict.fromkeys(puzzle.unknown, 0)}
    for x in sorted(given):
        if shading[x]:
            yield Violation("clue-in-stream", (x,), (given[x],), f"the clue at {names[x]} is shaded")
    for island in board.components(x for x in range(board.size) if not shading[x]):
        clues = [x for x in island if x in given]
        where = f"the island at {names[island[0]]}"
        if not clues:
            yield Violation("island-without-clue", island, (), f"{where} holds no clue")
        elif len(clues) > 1:
            held = " and ".join(names[x] for x in clues)
            yield Violation("island-two-clues", island, (), f"{where} holds several clues: {held}")
        elif given[clues[0]] and given[clues[0]] != len(island):
            number = given[clues[0]]
            name = "island-too-large" if len(island) > number else "island-too-small"
            text = f"the size of {where} is {len(island)}, but its clue is {number}"
            yield Violation(name, island, (number, len(island)), text)


def _of_stream(board: Board, shading: Shading) -> Iterator[Violation]:
    parts = board.components(x for x in range(board.size) if shading[x])
    for part in parts[1:]:
        text = f"the stream is broken: {board.names[part[0]]} and {board.names[parts[0][0]]} do not connect"
        yield Violation("stream-broken", part, (), text)
    for block in blocks(board):
        if all(shading[x] for x in block):
            text = f"there is a pool, two by two cells of the stream, at {board.names[block[0]]}"
            yield Violation("pool", block, (), text)
