"""What a format can't say: one sentence that names it, and the formats that can."""

from __future__ import annotations

from collections.abc import Container

from fillomino.board import Grid, rectangle
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle

_GRAPHS = "adjacency or json"
_WALLS = "url, pzprv3, adjacency or json"


def grid_of(
    puzzle: Puzzle,
    title: str,
    *,
    holes: bool = False,
    walls: bool = False,
    unknown: bool = False,
    largest_regions: Container[int] = (),
    largest_clue: int | None = None,
) -> Grid:
    """The rectangle of a puzzle, once everything it holds is known to have a place in the format.

    Args:
        puzzle: the puzzle to write.
        title: the format's name in the message.
        holes: whether the format has holes.
        walls: whether it has walls.
        unknown: whether it has ``?``.
        largest_regions: the limits on the size of regions it can say.
        largest_clue: the largest clue it can say; ``None`` for no such limit.

    Raises:
        InputError: if the puzzle holds anything else.
    """
    grid, board = puzzle.board.grid, puzzle.board

    def refuse(what: str, others: str) -> InputError:
        return InputError(f"{title} has no way to say {what}; write it as {others}")

    if grid is None:
        graph = "a board told as a graph, by its cells and their neighbours, whatever its shape"
        raise refuse(graph if board.spec is None else "a board that is not a rectangle", _GRAPHS)
    gaps = [divmod(place, grid.width) for place, cell in enumerate(grid.cells) if cell is None]
    plain = rectangle(grid.height, grid.width, gaps)
    if (grid, board.neighbours) != (plain.grid, plain.neighbours):
        raise refuse(
            "which cells are neighbours, and on this board they are not those of a rectangle", _GRAPHS
        )
    if gaps and not holes:
        row, column = gaps[0]
        raise refuse(f"holes, such as the one at row {row + 1}, column {column + 1}", f"plain, {_GRAPHS}")
    if puzzle.walls and not walls:
        x, y = min(puzzle.walls)
        raise refuse(f"walls, such as the one between {board.names[x]} and {board.names[y]}", _WALLS)
    if puzzle.unknown and not unknown:
        cell = min(puzzle.unknown)
        raise refuse(f"'?', such as the one at {board.names[cell]}", f"plain, {_WALLS}")
    limit = puzzle.largest_region
    if limit is not None and limit not in largest_regions:
        others = _WALLS if limit == 3 else _GRAPHS
        raise refuse(f"that no region is larger than {limit}", others)
    if puzzle.checkered or puzzle.basic:
        variant = "checkered" if puzzle.checkered else "basic"
        raise refuse(f"that the puzzle is {variant}", _GRAPHS)
    if largest_clue is not None and puzzle.clues:
        cell = max(puzzle.clues, key=lambda cell: puzzle.clues[cell])
        if puzzle.clues[cell] > largest_clue:
            others = (
                "plain, pzprv3, janko, adjacency or json"
                if largest_clue > 9
                else "plain, url, pzprv3 or janko"
            )
            what = f"clues above {largest_clue:,}, such as the {puzzle.clues[cell]} at {board.names[cell]}"
            raise refuse(what, others)
    return grid


def check_answer(puzzle: Puzzle, answer: Filling | None) -> None:
    """Refuse an answer that does not have one number, from 0, for each cell.

    Raises:
        InputError: if it has not.
    """
    if answer is None:
        return
    if len(answer) != puzzle.board.size:
        raise InputError(f"the answer has {len(answer)} numbers for a board of {puzzle.board.size} cells")
    if min(answer) < 0:
        cell = answer.index(min(answer))
        raise InputError(
            f"the answer says {answer[cell]} at {puzzle.board.names[cell]}; numbers begin with 0"
        )
