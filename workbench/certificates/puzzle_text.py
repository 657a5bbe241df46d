"""A puzzle as the text that the checker of certificates reads (docs/evidence.md)."""

from __future__ import annotations

from fillomino.board import Board, rectangle
from fillomino.puzzle import Puzzle


def puzzle_text(puzzle: Puzzle) -> str:
    """Return a puzzle as rows where its board is a rectangle, perhaps with holes, else as a graph.

    Cells are 0, 1, … in both, in the order of the board; `?` cells are empty ones.
    """
    lines = _rows(puzzle) or _graph(puzzle)
    lines += [f"wall {x} {y}" for x, y in sorted(puzzle.walls)]
    if puzzle.largest_region is not None:
        lines.append(f"largest {puzzle.largest_region}")
    lines += ["basic"] * puzzle.basic + ["checkered"] * puzzle.checkered
    return "\n".join([*lines, ""])


def _rows(puzzle: Puzzle) -> list[str]:
    board = puzzle.board
    if board.grid is None or board.neighbours != _plain(board).neighbours:
        return []
    clues = {None: "#"} | {x: str(puzzle.clues.get(x, 0)) for x in range(board.size)}
    rows = [" ".join(clues[cell] for cell in row) for row in board.grid.rows()]
    return [f"{board.grid.height} {board.grid.width}", *rows]


def _plain(board: Board) -> Board:
    """The rectangle that a board would be if only cells side by side were neighbours."""
    grid = board.grid
    assert grid is not None  # noqa: S101
    holes = [divmod(place, grid.width) for place, cell in enumerate(grid.cells) if cell is None]
    return rectangle(grid.height, grid.width, holes)


def _graph(puzzle: Puzzle) -> list[str]:
    return [
        f"graph {puzzle.board.size}",
        *(f"link {x} {y}" for x, y in puzzle.board.links()),
        *(f"clue {x} {number}" for x, number in sorted(puzzle.clues.items())),
    ]
