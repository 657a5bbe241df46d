"""The rules of Fillomino, as an independent checker.

It shares no code with the encodings, not even a flood fill, so that it can judge what they and the solvers
find. The rule: every connected region of equal numbers has exactly that many cells. Walls, a largest region
and the variants are further rules that a puzzle may have.
"""

from __future__ import annotations

from fillomino.board import Board
from fillomino.errors import PuzzleError, counted
from fillomino.instance import Filling, Violation
from fillomino.puzzle import Puzzle


def regions(board: Board, filling: Filling) -> list[tuple[int, ...]]:
    """Return the regions of a filling, connected sets of equal numbers: each ascending, by first cells."""
    regions = []
    seen = [False] * board.size
    for start, number in enumerate(filling):
        if seen[start]:
            continue
        seen[start] = True
        region = [start]
        for x in region:
            for y in board.neighbours[x]:
                if filling[y] == number and not seen[y]:
                    seen[y] = True
                    region.append(y)
        regions.append(tuple(sorted(region)))
    return regions


def violations(puzzle: Puzzle, filling: Filling) -> tuple[Violation, ...]:
    """Every way in which a filling breaks the rules of its puzzle; empty exactly when it is a solution.

    The rules are named ``cell-empty``, ``number-not-positive``, ``clue-changed``, ``region-too-large``,
    ``region-too-small``, ``wall-inside-region``, ``region-over-limit``, ``region-without-clue`` (in the
    variant *basic*) and ``two-colours-do-not-do`` (in *checkered*).

    Raises:
        PuzzleError: if the filling does not have one number per cell.
    """
    board = puzzle.board
    if len(filling) != board.size:
        raise PuzzleError(
            f"a filling of {len(filling)} numbers for a board of {board.size} cells", code="bad-filling"
        )
    broken = list(_cell_violations(puzzle, filling))
    numbered = [region for region in regions(board, filling) if filling[region[0]] > 0]
    for region in numbered:
        number, size = filling[region[0]], len(region)
        if size == number and not puzzle.basic and puzzle.largest_region is None:
            continue
        where = _place(board, region)
        if size > number:
            text = f"the region of {number}s {where} has {size} cells, {size - number} too many"
            broken.append(Violation("region-too-large", region, (number, size), text))
        if size < number:
            cells = counted(size, "cell")
            text = f"the region of {number}s {where} has {cells}, {number - size} too few"
            broken.append(Violation("region-too-small", region, (number, size), text))
        limit = puzzle.largest_region
        if limit is not None and number > limit:
            text = f"the region of {number}s {where} is larger than the largest allowed, {limit}"
            broken.append(Violation("region-over-limit", region, (number, limit), text))
        if puzzle.basic and not any(cell in puzzle.clues for cell in region):
            text = f"the region of {number}s {where} holds no clue"
            broken.append(Violation("region-without-clue", region, (number,), text))
    for x, y in sorted(puzzle.walls):
        if filling[x] == filling[y] > 0:
            text = f"{board.names[x]} and {board.names[y]} both hold {filling[x]}, but a wall parts them"
            broken.append(Violation("wall-inside-region", (x, y), (filling[x],), text))
    ring = _odd_ring(board, numbered) if puzzle.checkered else []
    if ring:
        listed = ", ".join(f"that of {filling[region[0]]}s {_place(board, region)}" for region in ring)
        text = f"not 2-colourable: {len(ring)} regions are neighbours in a ring: {listed}"
        everywhere = tuple(sorted(cell for region in ring for cell in region))
        broken.append(Violation("two-colours-do-not-do", everywhere, (len(ring),), text))
    return tuple(broken)


def violations_of_model(puzzle: Puzzle, numbers: Filling) -> tuple[Violation, ...]:
    """The same of the numbers of a model, in which no cell is empty: 0 is a number, which is too low.

    Raises:
        PuzzleError: if there is not one number per cell.
    """
    return tuple(
        _not_positive(puzzle.board, broken.cells[0], 0) if broken.name == "cell-empty" else broken
        for broken in violations(puzzle, numbers)
    )


def _not_positive(board: Board, cell: int, number: int) -> Violation:
    text = f"{board.names[cell]} holds {number}; numbers begin with 1"
    return Violation("number-not-positive", (cell,), (number,), text)


def _cell_violations(puzzle: Puzzle, filling: Filling) -> list[Violation]:
    names = puzzle.board.names
    broken = []
    for cell, number in enumerate(filling):
        clue = puzzle.clues.get(cell)
        if number == 0:
            broken.append(Violation("cell-empty", (cell,), (), f"{names[cell]} is empty"))
        elif number < 0:
            broken.append(_not_positive(puzzle.board, cell, number))
        if clue is not None and number not in (clue, 0):
            text = f"{names[cell]} holds {number}, but its clue is {clue}"
            broken.append(Violation("clue-changed", (cell,), (number, clue), text))
    return broken


def _odd_ring(board: Board, numbered: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    from fillomino.checkered import odd_ring  # few puzzles are checkered

    return odd_ring(board, numbered)


def _place(board: Board, region: tuple[int, ...]) -> str:
    if len(region) == 1:
        return f"at {board.names[region[0]]}"
    return f"from {board.names[region[0]]} to {board.names[region[-1]]}"
