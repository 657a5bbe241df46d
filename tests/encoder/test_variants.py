"""The variants checkered and basic, in every encoding and the lazy method, against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from drivers import Solver
from encoder.encoding import Encoding
from encoder.encodings.table import METHODS
from fillomino.board import Board
from fillomino.boards import from_spec
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling, Puzzle
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.support.encodings import encodes, marked
from tests.support.where import quick, where
from workbench.methods.question import Question
from workbench.methods.result import Status
from workbench.methods.smt import SmtMethod

SPECS = (
    "2x3", "1x6", "ragged:3,1,2", "cylinder:2x3", "moebius:2x3", "two-sided:1x3", "box:2x1x3", "hexagon:2"
)  # fmt: skip
BOARDS = {**{spec: from_spec(spec) for spec in SPECS}, **ODD}
BY_METHOD = pytest.mark.parametrize("encoding", [marked(each, each) for each in METHODS])
ALL = 1000
"""More fillings than any of these boards has."""


@cache
def fillings_of(board: Board, checkered: bool) -> list[Filling]:
    puzzle = Puzzle(board, {}, checkered=checkered)
    return [filling for filling in by_placing(board) if keeps(puzzle, filling)]


def expected(puzzle: Puzzle) -> set[Filling]:
    given = replace(puzzle, checkered=False)
    return {filling for filling in fillings_of(puzzle.board, puzzle.checkered) if keeps(given, filling)}


def samples(seed: int, count: int) -> Iterator[Puzzle]:
    """Puzzles of the variants, now one, now the other, now both, board after board.

    Clues of a filling that keeps the variant, most of them, or any.
    """
    chance = random.Random(seed)
    for index in range(count):
        board = list(BOARDS.values())[index % len(BOARDS)]
        checkered, basic = ((True, False), (False, True), (True, True))[chance.randrange(3)]
        filling = chance.choice(fillings_of(board, checkered and chance.random() < 0.8))
        few = chance.randint(0, board.size // 2)
        cells = chance.sample(range(board.size), chance.randint(0, board.size) if basic else few)
        links = list(board.links())
        walls = chance.sample(links, 1) if links and chance.random() < 0.2 else []
        clues = {x: filling[x] for x in cells}
        yield Puzzle(board, clues, frozenset(walls), checkered=checkered, basic=basic)


def go_together(encoding: Encoding, solver: Solver) -> bool:
    """Return whether a solver takes an encoding, in a session where that needs one."""
    if encoding.lazy and solver.session_arguments is None:
        return False
    return solver.logics is None or bool(set(encoding.logics) & set(solver.logics))


def solved(puzzle: Puzzle, encoding: Encoding, solver: Solver, level: Level) -> set[Filling]:
    """Every filling that an encoding and a solver find."""
    method = SmtMethod(encoding, solver, level=level)
    question = Question(seconds=60, limit=ALL)
    result = method.run("sample", puzzle, question)
    assert result.status in (Status.SOLVED, Status.UNSOLVABLE), result.error
    assert result.complete, result.error
    return set(result.fillings)


@BY_METHOD
@where(lambda solver: solver.name in ("z3", "yices"))
@quick(lambda encoding, solver: solver.name == "yices" and not encoding.frame)
def test_samples_on_boards_of_every_shape(encoding: Encoding, solver: Solver) -> None:
    found = 0
    count = len(BOARDS) if encoding.name == "forest" else 2 * len(BOARDS)
    for index, puzzle in enumerate(samples(seed=3, count=count)):
        wanted = expected(puzzle)
        if len(wanted) > 5 or not encodes(encoding, puzzle):
            continue
        assert solved(puzzle, encoding, solver, list(Level)[index % 3]) == wanted, puzzle
        found += len(wanted)
    assert found > 10


@pytest.mark.slow
@BY_METHOD
@where(go_together)
def test_many_samples_on_boards_of_every_shape(encoding: Encoding, solver: Solver) -> None:
    for index, puzzle in enumerate(samples(seed=4, count=300)):
        wanted = expected(puzzle)
        if encodes(encoding, puzzle) and len(wanted) <= (40 if solver.session_arguments is not None else 3):
            assert solved(puzzle, encoding, solver, list(Level)[index % 3]) == wanted, puzzle


def test_deduction_keeps_every_filling_of_the_variants() -> None:
    struck = 0
    for puzzle in samples(seed=5, count=300):
        candidates = deduce(puzzle)
        for filling in expected(puzzle):
            assert all(candidates.masks[x] >> number & 1 for x, number in enumerate(filling)), puzzle
        struck += sum(mask.bit_count() < puzzle.board.size for mask in candidates.masks)
    assert struck > 500


@pytest.mark.parametrize(
    ("spec", "fillings", "checkered"),
    [("2x3", 33, 21), ("1x6", 14, 14), ("hexagon:2", 112, 58), ("moebius:2x3", 58, 22)],
)
def test_two_colours_do_for_some_fillings_only(spec: str, fillings: int, checkered: int) -> None:
    board = from_spec(spec)
    assert (len(fillings_of(board, False)), len(fillings_of(board, True))) == (fillings, checkered)
