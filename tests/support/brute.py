"""Fillings by brute force, sharing nothing with encodings, deduction or counting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from fillomino.board import Board
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations


def by_every_grid(puzzle: Puzzle) -> list[Filling]:
    """Every assignment of numbers, judged by the rules: for boards of up to six cells."""
    numbers = range(1, puzzle.board.size + 1)
    return [grid for grid in product(numbers, repeat=puzzle.board.size) if not violations(puzzle, grid)]


@lru_cache(64)
def by_placing(board: Board) -> list[Filling]:
    """Every filling of a board, by placing a connected region on the first empty cell: up to nine cells."""
    return sorted(_place(board, [0] * board.size))


def connected_sets(board: Board, low: int = 1, high: int | None = None) -> set[frozenset[int]]:
    """Every connected set of so many to so many cells; the empty one for 0."""
    every = frozenset(range(board.size))
    found = {frozenset[int]()}.union(*(_connected(board, frozenset([x]), every) for x in every))
    return {cells for cells in found if low <= len(cells) <= (board.size if high is None else high)}


def keeps(puzzle: Puzzle, filling: Filling) -> bool:
    """Whether a filling of the bare board keeps what the puzzle gives."""
    return (
        all(filling[x] == v for x, v in puzzle.clues.items())
        and all(filling[x] != filling[y] for x, y in puzzle.walls)
        and (puzzle.largest_region is None or max(filling) <= puzzle.largest_region)
        and (not puzzle.checkered or _two_colours_do(puzzle.board, filling))
        and (not puzzle.basic or _clue_reaches_all(puzzle, filling))
    )


def _two_colours_do(board: Board, filling: Filling) -> bool:
    """Whether some way to colour all cells is right, tried one by one; the last cell's is chosen."""
    links = [(x, y, filling[x] == filling[y]) for x, y in board.links()]
    return any(
        all((colours >> x & 1 == colours >> y & 1) == same for x, y, same in links)
        for colours in range(1 << board.size - 1)
    )


def _clue_reaches_all(puzzle: Puzzle, filling: Filling) -> bool:
    """Whether every cell is reached from a clue through equal numbers."""
    reached = set(puzzle.clues)
    for _ in range(puzzle.board.size):
        reached |= {y for x in reached for y in puzzle.board.neighbours[x] if filling[x] == filling[y]}
    return len(reached) == puzzle.board.size


def _place(board: Board, grid: list[int]) -> Iterator[Filling]:
    if 0 not in grid:
        yield tuple(grid)
        return
    first = grid.index(0)
    for region in _connected(board, frozenset([first]), frozenset(x for x, v in enumerate(grid) if not v)):
        size = len(region)
        beside = {y for x in region for y in board.neighbours[x]} - region
        if any(grid[y] == size for y in beside):
            continue
        yield from _place(board, [size if x in region else v for x, v in enumerate(grid)])


def _connected(board: Board, start: frozenset[int], allowed: frozenset[int]) -> set[frozenset[int]]:
    found = {start}
    layer = {start}
    while layer:
        layer = {
            part | {y}
            for part in layer
            for x in part
            for y in board.neighbours[x]
            if y in allowed and y not in part
        }
        found |= layer
    return found


def assignments(variables: int, clauses: Iterable[tuple[int, ...]]) -> list[tuple[bool, ...]]:
    """All assignments that make one variable of each clause true, by trying each."""
    return [
        values
        for values in product((False, True), repeat=variables)
        if all(sum(values[x] for x in clause) == 1 for clause in clauses)
    ]
