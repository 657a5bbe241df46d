"""Nurikabe: every method and every way to encode the stream, against all shadings of small boards."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

import pytest

from drivers import Limits, Sat, Solver, run
from drivers.enumeration import solutions
from encoder.connectivity.published import PUBLISHED
from encoder.errors import DecodeError
from encoder.parts.flood import METHODS
from fillomino.board import Board, rectangle
from fillomino.errors import PuzzleError
from fillomino.puzzle import Puzzle
from nurikabe.encoding import STREAMS, decode, encode, sure_of_stream
from nurikabe.rules import Shading, violations
from smtlib.render import driver
from tests.support.boards import ODD
from tests.support.where import quick, where

BY_METHOD = pytest.mark.parametrize(
    "method", [pytest.param(name, marks=[pytest.mark.slow] if name in PUBLISHED else []) for name in METHODS]
)
BY_STREAM = pytest.mark.parametrize("stream", STREAMS)
LIMITS = Limits(seconds=60)


def shadings(puzzle: Puzzle) -> set[Shading]:
    """Every shading that the rules accept."""
    every = product((False, True), repeat=puzzle.board.size)
    return {shading for shading in every if not violations(puzzle, shading)}


def found(puzzle: Puzzle, method: str, stream: str) -> set[Shading]:
    encoded = encode(puzzle, method=method, stream=stream)
    every = solutions(encoded.script, limits=LIMITS)
    assert every.complete, every.end
    decoded = [decode(encoded, model) for model in every.found]
    assert len(decoded) == len(set(decoded))
    return set(decoded)


@cache
def waters(board: Board) -> list[Shading]:
    """Every shading in which the stream is as it should be, whatever the clues."""
    free = Puzzle(board, {})
    every = product((False, True), repeat=board.size)
    stream = ("stream-broken", "pool")
    return [s for s in every if not any(v.name in stream for v in violations(free, s))]


def samples(seed: int, count: int) -> Iterator[Puzzle]:
    """Puzzles made from a shading, now and then with a clue changed, moved, or replaced by ``?``."""
    chance = random.Random(seed)
    boards = [rectangle(3, 3), rectangle(2, 4), rectangle(3, 4), ODD["ring"], ODD["star"], ODD["corner hole"]]
    for index in range(count):
        board = boards[index % len(boards)]
        shading = chance.choice(waters(board))
        clues: dict[int, int] = {}
        unknown = set()
        for island in board.components(x for x in range(board.size) if not shading[x]):
            cell = chance.choice(island)
            roll = chance.random()
            if roll < 0.2:
                unknown.add(cell)
            elif roll < 0.9:
                clues[cell] = len(island)
            else:
                clues[cell] = chance.randint(1, board.size)
        yield Puzzle(board, clues, unknown=frozenset(unknown))


@BY_METHOD
@BY_STREAM
@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 2)])
@quick(lambda method, stream: method == "tree" or stream == "exact")
def test_every_clue_set_of_small_boards(method: str, stream: str, size: tuple[int, int]) -> None:
    board = rectangle(*size)
    step = 1 if board.size < 4 else 31
    solvable = 0
    for given in list(product(range(-1, board.size + 1), repeat=board.size))[::step]:
        clues = {x: v for x, v in enumerate(given) if v > 0}
        puzzle = Puzzle(board, clues, unknown=frozenset(x for x, v in enumerate(given) if v < 0))
        wanted = shadings(puzzle)
        assert found(puzzle, method, stream) == wanted, given
        solvable += bool(wanted)
    assert solvable


@BY_METHOD
@BY_STREAM
def test_samples(method: str, stream: str) -> None:
    counts: Mapping[int, list[Puzzle]] = defaultdict(list)
    for puzzle in samples(seed=6, count=10):
        wanted = shadings(puzzle)
        assert found(puzzle, method, stream) == wanted
        counts[min(len(wanted), 2)].append(puzzle)
    assert set(counts) == {0, 1, 2}  # none, one, and several solutions all occur


@pytest.mark.slow
@BY_METHOD
@BY_STREAM
def test_many_samples(method: str, stream: str) -> None:
    for puzzle in samples(seed=8, count=240):
        assert found(puzzle, method, stream) == shadings(puzzle)


LOGIC = {"rank": "QF_LIA", "layers": "QF_UF"}


@pytest.mark.parametrize("method", LOGIC)
@where(lambda method, solver: solver.logics is None or LOGIC[method] in solver.logics)
@quick(lambda method, solver: method == "rank" and not solver.needs_bounds)
def test_samples_by_every_solver(method: str, solver: Solver) -> None:
    for puzzle in samples(seed=7, count=2):
        encoded = encode(puzzle, method=method)
        assert encoded.script.logic == LOGIC[method]
        answer = run(driver(encoded.script), solver, LIMITS).answer
        wanted = shadings(puzzle)
        if isinstance(answer, Sat):
            assert decode(encoded, answer.values) in wanted
        else:
            assert not wanted


def test_an_island_may_cover_the_board() -> None:
    board = rectangle(2, 2)
    dry = (False,) * 4
    assert found(Puzzle(board, {0: 4}), "tree", "exact") == {dry}
    assert dry in found(Puzzle(board, {}, unknown=frozenset({0})), "layers", "unbounded")
    assert found(Puzzle(board, {}), "layers", "unbounded") == set()  # a pool


def test_decode_refuses_what_is_no_answer() -> None:
    encoded = encode(Puzzle(rectangle(1, 3), {1: 2}))
    with pytest.raises(DecodeError, match=r"must give true or false for .* \(r1c1\), but gives None"):
        decode(encoded, {})


def test_walls_are_refused() -> None:
    with pytest.raises(PuzzleError, match="no walls, no largest region"):
        encode(Puzzle(rectangle(1, 2), {}, frozenset({(0, 1)})))


def test_cells_sure_of_the_stream_are_in_it() -> None:
    seen = 0
    for puzzle in samples(seed=7, count=40):
        solved = shadings(puzzle)
        sure = sure_of_stream(puzzle, [["maybe"]] * puzzle.board.size)
        seen += bool(sure and solved)
        assert all(shading[x] for shading in solved for x in sure)
    assert seen > 5


def test_a_seeded_stream_flows_from_such_a_cell() -> None:
    puzzle = Puzzle(rectangle(3, 3), {0: 3, 8: 1})
    kinds = {}
    for stream in ("seeded", "unbounded"):
        script = encode(puzzle, stream=stream).script
        kinds[stream] = {name.rpartition("_")[0] for name, _ in script.declarations}
    assert "stream_R" in kinds["unbounded"]
    assert kinds["seeded"] == kinds["unbounded"] - {"stream_R", "stream_b"}
