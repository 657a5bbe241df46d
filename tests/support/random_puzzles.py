"""Random puzzles on small boards, most with few fillings or none, and all their fillings by brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from fillomino.board import Board, from_links, rectangle
from fillomino.puzzle import Filling, Puzzle
from tests.support.boards import ODD, rectangles
from tests.support.brute import by_placing, keeps


@cache
def fillings_of(board: Board, *, checkered: bool = False) -> list[Filling]:
    bare = Puzzle(board, {}, checkered=checkered)
    return [filling for filling in by_placing(board) if not checkered or keeps(bare, filling)]


def solutions_of(puzzle: Puzzle) -> list[Filling]:
    """Every solution of a puzzle, sorted."""
    every = fillings_of(puzzle.board, checkered=puzzle.checkered)
    given = puzzle.replace(checkered=False)
    return [filling for filling in every if keeps(given, filling)]


def graphs(seed: int) -> Iterator[Board]:
    """Random boards that are no grids: trees, cycles, and parts that hang apart."""
    chance = random.Random(seed)
    for _ in range(6):
        size = chance.randint(4, 7)
        pairs = [(x, y) for y in range(size) for x in range(y)]
        yield from_links([f"c{x}" for x in range(size)], chance.sample(pairs, chance.randint(size - 2, size)))


BOARDS = [
    *(board for cells in range(1, 9) for board in rectangles(cells)),
    rectangle(3, 3),
    rectangle(1, 9),
    *ODD.values(),
    *graphs(seed=3),
]


def puzzles(board: Board, seed: int, count: int) -> Iterator[Puzzle]:
    """Random puzzles on a board: true clues of one filling, clues of two mixed, or any numbers at all."""
    chance = random.Random(seed)
    links = list(board.links())
    for _ in range(count):
        one, other = chance.choices(fillings_of(board), k=2)
        kind = chance.random()
        clues = {}
        for cell in chance.sample(range(board.size), chance.randint(0, board.size)):
            if kind < 0.5:
                clues[cell] = one[cell]
            elif kind < 0.75:
                clues[cell] = chance.choice((one, other))[cell]
            else:
                clues[cell] = chance.randint(1, board.size)
        walls = chance.sample(links, chance.randint(0, min(3, len(links)))) if chance.random() < 0.4 else []
        largest = chance.randint(1, board.size) if chance.random() < 0.3 else None
        yield Puzzle(board, clues, frozenset(walls), largest_region=largest)
