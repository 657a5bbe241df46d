"""The cells that a script names: what is decoded from a model, and what a blocking clause excludes.

Every board of up to four cells, every encoding, every level of deduction, every variant: values that stand
for a filling are decoded to that filling; its blocking clause is false with them, and true with those of any
other filling. Longer boards have numbers that are written by their bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from encoder.encoding import Encoding
from encoder.encodings.table import ENCODINGS
from encoder.errors import EncodingError
from encoder.script import PuzzleScript, block, cells_of, decode
from fillomino.board import Board, from_links, rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling, Puzzle
from smtlib.evaluate import evaluate
from smtlib.literals import Bits, SortedValue
from tests.support.brute import by_placing, keeps
from tests.support.encodings import marked

LEVELS = (Level.NONE, Level.LIGHT, Level.FULL, Level.AHEAD)


def boards(most: int) -> Iterator[Board]:
    """Every connected graph of up to so many cells, one of each shape."""
    for size in range(1, most + 1):
        pairs = list(combinations(range(size), 2))
        seen = set()
        for links in (each for count in range(len(pairs) + 1) for each in combinations(pairs, count)):
            shapes = [
                tuple(sorted(tuple(sorted((order[x], order[y]))) for x, y in links))
                for order in permutations(range(size))
            ]
            board = from_links([f"c{x}" for x in range(size)], links)
            if min(shapes) not in seen and len(board.components()) == 1:
                seen.add(min(shapes))
                yield board
    yield rectangle(2, 2)
    yield rectangle(1, 3)


def puzzles(board: Board) -> Iterator[tuple[Puzzle, list[Filling]]]:
    """Every puzzle of a board with a filling, in every variant, each with its fillings."""
    every = list(by_placing(board))
    links = list(board.links())
    variants: list[dict[str, object]] = [{}, {"checkered": True}, {"basic": True}]
    variants += [{"largest_region": most} for most in range(1, board.size)]
    variants += [{"walls": frozenset([pair])} for pair in links]
    shown = {
        tuple((x, filling[x]) for x in cells)
        for filling in every
        for count in range(board.size + 1)
        for cells in combinations(range(board.size), count)
    }
    for clues in sorted(shown):
        for variant in variants:
            puzzle = Puzzle(board, dict(clues), **variant)  # type: ignore[arg-type]
            fitting = [filling for filling in every if keeps(puzzle, filling)]
            if fitting:
                yield puzzle, fitting


def values_of(script: PuzzleScript, filling: Filling) -> dict[str, SortedValue]:
    """Return the values of the numbers' symbols that stand for a filling."""
    return cells_of(script).complete(filling)


def check(encoding: Encoding, puzzle: Puzzle, fillings: list[Filling], level: Level) -> int:
    """Check decode and block for the fillings of a puzzle; returns how many were compared."""
    try:
        script = encoding.script(puzzle, candidates=deduce(puzzle, level))
    except EncodingError:
        return 0
    models = {filling: values_of(script, filling) for filling in fillings}
    for filling, model in models.items():
        given = {name: its.value if isinstance(its, Bits) else its for name, its in model.items()}
        assert decode(script, given).filling == filling
        blocking = block(script, filling)
        for other, its in models.items():
            assert evaluate(blocking, its) is (other != filling), (puzzle, filling, other)
    return len(models)


@pytest.mark.parametrize("encoding", [marked(each, each) for each in ENCODINGS])
def test_values_are_decoded_and_blocked(encoding: Encoding) -> None:
    compared = 0
    for board in boards(3):
        for puzzle, fillings in puzzles(board):
            for level in (Level.NONE, Level.AHEAD) if encoding.deduces else LEVELS[:1]:
                compared += check(encoding, puzzle, fillings, level)
    assert compared > 100


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda each: each.name)
def test_values_are_decoded_and_blocked_on_all_boards_of_four_cells(encoding: Encoding) -> None:
    compared = 0
    for board in boards(4):
        for puzzle, fillings in puzzles(board):
            for level in LEVELS if encoding.deduces else LEVELS[:1]:
                compared += check(encoding, puzzle, fillings, level)
    assert compared > 1000


@pytest.mark.parametrize("encoding", [marked(each, each) for each in ENCODINGS if each.frame != "rooted"])
def test_large_numbers_are_decoded_and_blocked(encoding: Encoding) -> None:
    """Rows of 18 cells: numbers above the cap are written by their bits."""
    chance = random.Random(5)
    board, compared = rectangle(1, 18), 0
    for _ in range(12):
        filling: list[int] = []
        while len(filling) < board.size:
            size = chance.choice([s for s in range(1, 19 - len(filling)) if filling[-1:] != [s]] or [0])
            if size == 0:
                filling = []
                continue
            filling += [size] * size
        clues = {x: filling[x] for x in chance.sample(range(18), chance.choice((0, 0, 1, 3)))}
        for level in (Level.NONE, Level.FULL):
            fillings = [tuple(filling), (18,) * 18, (17,) * 17 + (1,), (10,) * 10 + (8,) * 8]
            puzzle = Puzzle(board, clues)
            fitting = [each for each in dict.fromkeys(fillings) if keeps(puzzle, each)]
            compared += check(encoding, puzzle, fitting, level)
    assert compared > 20
