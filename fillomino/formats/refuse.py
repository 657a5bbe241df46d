"""Refusals: a sentence that names what a format can't hold, and the formats that can hold it."""

from __future__ import annotations

from collections.abc import Callable

from fillomino.board import rectangle
from fillomino.errors import InputError
from fillomino.formats.format import Format, Holds
from fillomino.puzzle import Filling, Puzzle
from fillomino.words import listed


def writer(puzzle: Puzzle, entry: Format) -> Callable[[Puzzle, Filling | None], str]:
    """Return the function that writes a puzzle in a format that can hold it.

    Raises:
        InputError: if it can't, or can be read only; the message names formats that can hold it.
    """
    missing = lacking(puzzle, entry.holds)
    if missing is None and entry.write is not None:
        return entry.write
    from fillomino.formats.registry import known

    able = [other.name for other in known() if other.write and lacking(puzzle, other.holds) is None]
    advice = f"write it as {listed(able, 'or')}"
    if entry.write is None:
        raise InputError(
            f"the format {entry.name} can be read but not written; {advice}", code="format-read-only"
        )
    raise InputError(f"the format {entry.name} can't hold {missing}; {advice}", code="not-expressible")


def lacking(puzzle: Puzzle, holds: Holds) -> str | None:
    """Return what of a puzzle a format can't hold, in words; ``None`` if it can hold it all."""
    grid, board = puzzle.board.grid, puzzle.board
    if not holds.any_board:
        if grid is None:
            graph = "a board given as a graph, by cells and their neighbours"
            return graph if board.spec is None else "a board that is not a rectangle"
        gaps = [divmod(place, grid.width) for place, cell in enumerate(grid.cells) if cell is None]
        plain = rectangle(grid.height, grid.width, gaps)
        if (grid, board.neighbours) != (plain.grid, plain.neighbours):
            return "neighbours other than those of a rectangle"
        if gaps and not holds.holes:
            row, column = gaps[0]
            return f"holes, such as the one at row {row + 1}, column {column + 1}"
    if puzzle.walls and not holds.walls:
        x, y = min(puzzle.walls)
        return f"walls, such as the one between {board.names[x]} and {board.names[y]}"
    if puzzle.unknown and not holds.unknown:
        return f"'?', such as the one at {board.names[min(puzzle.unknown)]}"
    limit = puzzle.largest_region
    if limit is not None and holds.limits is not None and limit not in holds.limits:
        return f"the rule that no region is larger than {limit}"
    if (puzzle.checkered or puzzle.basic) and not holds.variants:
        return f"the rule that the puzzle is {'checkered' if puzzle.checkered else 'basic'}"
    if holds.largest_clue is not None and puzzle.clues:
        cell = max(puzzle.clues, key=lambda cell: puzzle.clues[cell])
        if puzzle.clues[cell] > holds.largest_clue:
            above = f"clues above {holds.largest_clue:,}"
            return f"{above}, such as the {puzzle.clues[cell]} at {board.names[cell]}"
    return None


def check_answer(puzzle: Puzzle, answer: Filling | None) -> None:
    """Refuse an answer that does not have one number, from 0, for each cell.

    Raises:
        InputError: if it has not.
    """
    if answer is None:
        return
    if len(answer) != puzzle.board.size:
        raise InputError(
            f"the answer has {len(answer)} numbers for a board of {puzzle.board.size} cells",
            code="bad-filling",
        )
    if min(answer) < 0:
        cell = answer.index(min(answer))
        raise InputError(
            f"the answer has {answer[cell]} at {puzzle.board.names[cell]}; numbers begin with 0",
            code="bad-filling",
        )
