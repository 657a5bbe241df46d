"""The boards of an audit, in order of size, and their puzzles: all clue sets, few clues first, or samples."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, islice, product

from fillomino.board import Board, from_links, rectangle
from fillomino.puzzle import Puzzle
from workbench.audit.fillings import all_fillings

BATCH = 250
"""So many puzzles are put to a solver at once."""

SAMPLES = 40
"""Puzzles sampled on each board that is too large for all of its clue sets."""

FEW = 24
"""A sample has at most so many fillings, unless it was meant to have none."""

ODD: tuple[tuple[str, Board], ...] = (
    ("two cells apart", from_links("AB", [])),
    ("triangle", from_links("ABC", [(0, 1), (1, 2), (0, 2)])),
    ("a cell apart", rectangle(1, 4, {(0, 2)})),
    ("triangle with a tail", from_links("ABCD", [(0, 1), (1, 2), (0, 2), (2, 3)])),
    ("every cell beside every other", from_links("ABCD", [(x, y) for x in range(4) for y in range(x)])),
    ("corner without a cell", rectangle(2, 3, {(0, 0)})),
    ("star", from_links("CNESW", [(0, 1), (0, 2), (0, 3), (0, 4)])),
    ("ring of five", from_links("ABCDE", [(x, (x + 1) % 5) for x in range(5)])),
    ("ring around a hole", rectangle(3, 3, {(1, 1)})),
)
"""Boards that are no full rectangles: parts, triangles, rings, a cell with many neighbours."""


def rectangles(cells: int) -> Iterator[tuple[str, Board]]:
    """The rectangles of exactly so many cells, with their names.

    A column is left out: its cells have the names and neighbours of a row's, so its script is the same.
    """
    for height in range(1, cells + 1):
        if cells % height == 0 and (height < cells or cells == 1):
            yield f"{height}x{cells // height}", rectangle(height, cells // height)


def boards(most: int) -> list[tuple[str, Board]]:
    """All boards of up to so many cells: by size, rectangles first."""
    found: list[tuple[str, Board]] = []
    for cells in range(1, most + 1):
        found += rectangles(cells)
        found += [(name, board) for name, board in ODD if board.size == cells]
    return found


def every_puzzle(board: Board) -> Iterator[list[Puzzle]]:
    """Every clue set of a board, then walls, largest regions and variants with up to one clue; in batches.

    Each batch holds puzzles with equally many clues, and no batch has fewer clues than the one before,
    but that walls, largest regions and variants come last.
    """
    for count in range(board.size + 1):
        yield from _batches(Puzzle(board, clues) for clues in clue_sets(board, count))
    for count in (0, 1):
        yield from _batches(_given(board, count))


def how_many(board: Board) -> int:
    """Number of puzzles that `every_puzzle` gives."""
    few = 1 + board.size**2
    given = len(list(board.links())) + board.size + 1
    return int((board.size + 1) ** board.size) + few * given


def clue_sets(board: Board, count: int) -> Iterator[dict[int, int]]:
    """Every way to give a number on exactly `count` cells."""
    for cells in combinations(range(board.size), count):
        for numbers in product(range(1, board.size + 1), repeat=count):
            yield dict(zip(cells, numbers, strict=True))


def sampled(board: Board, count: int = SAMPLES, seed: int = 1) -> Iterator[list[Puzzle]]:
    """Puzzles with clues of some filling; a third has a clue changed, half a wall, a limit or a variant."""
    chance = random.Random(seed)  # noqa: S311
    known = all_fillings(board)
    links = list(board.links())
    puzzles = []
    for index in range(count):
        filling = chance.choice(known)
        cells = chance.sample(range(board.size), board.size)
        few, left = 0, len(known)
        while left > FEW:
            few += 1
            left = sum(all(other[x] == filling[x] for x in cells[:few]) for other in known)
        few = min(board.size, few + chance.randint(0, 2))
        clues = {x: filling[x] for x in cells[:few]}
        if index % 3 == 1 and clues:
            clues[chance.choice(list(clues))] = chance.randint(1, board.size)
        walls = frozenset([chance.choice(links)]) if index % 6 == 2 and links else frozenset()
        limit = chance.randint(1, board.size) if index % 6 == 5 else None
        checkered, basic = index % 6 == 3, index % 6 == 4
        puzzles.append(Puzzle(board, clues, walls, largest_region=limit, checkered=checkered, basic=basic))
    yield from _batches(iter(puzzles))


def _given(board: Board, count: int) -> Iterator[Puzzle]:
    """Each wall, each largest region, and each variant alone, with every set of `count` clues."""
    for clues in clue_sets(board, count):
        for link in board.links():
            yield Puzzle(board, clues, frozenset([link]))
        for limit in range(1, board.size):
            yield Puzzle(board, clues, largest_region=limit)
        yield Puzzle(board, clues, checkered=True)
        yield Puzzle(board, clues, basic=True)


def _batches(puzzles: Iterator[Puzzle]) -> Iterator[list[Puzzle]]:
    while batch := list(islice(puzzles, BATCH)):
        yield batch
