"""That a subtree counts once: it follows from the rest, and is said for large numbers only."""

from __future__ import annotations

import random

import pytest

from drivers import Limits
from drivers.solvers import find as find_solver
from encoder.encodings import find
from encoder.forests import counted_once
from fillomino.board import rectangle
from fillomino.deduction.engine import Level
from fillomino.puzzle import Puzzle
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from workbench.solutions import solutions
from workbench.solve import Setup, solve

LIMITS = Limits(seconds=60)


@pytest.mark.parametrize("least", [0, 3])
@pytest.mark.parametrize("talker", ["yices", "z3"])
@pytest.mark.parametrize("encoding", ["forest-tight", "placements"])
def test_against_brute_force(encoding: str, talker: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted_once, "FROM", least)
    rng = random.Random(least)
    for board in (rectangle(1, 1), rectangle(1, 4), rectangle(2, 3), *ODD.values()):
        expected = by_placing(board)
        for clues in ({}, {x: v for x, v in enumerate(rng.choice(expected)) if rng.random() < 0.4}):
            links = list(board.links())
            walls = frozenset(rng.sample(links, min(len(links), 1 if clues else 0)))
            puzzle = Puzzle(board, clues, walls=walls)
            setup = Setup(
                find(encoding),
                find_solver(talker),
                limit=300,
                level=rng.choice([Level.NONE, Level.LIGHT]),
            )
            result = solve("p", puzzle, setup)
            assert result.error is None
            assert result.complete
            assert sorted(result.fillings) == [f for f in expected if keeps(puzzle, f)], puzzle


@pytest.mark.parametrize("encoding", ["forest-tight", "placements"])
def test_it_excludes_no_model(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(2, 3), {0: 6})
    models = []
    for least in (0, 9):
        monkeypatch.setattr(counted_once, "FROM", least)
        script = find(encoding).script(puzzle)
        assert any(its.family == "counted-once" for its in script.assertions) is (least == 0)
        told = [name for name, _ in script.declarations if name[0] in "nersR"]  # no helpers
        found = solutions(script, told, limits=LIMITS)
        assert found.complete
        models.append({frozenset(model.items()) for model in found.found})
    assert models[0] == models[1]
    assert len(models[0]) == 15  # spanning trees of the board: one root, one filling


def test_it_speaks_where_a_large_number_may_be() -> None:
    for name in ("forest-tight", "forest-bv", "placements"):
        large, small = (find(name).script(Puzzle(rectangle(1, length), {})) for length in (20, 19))
        speaks = [its.cells[0] for its in large.assertions if its.family == "counted-once"]
        assert speaks == ([] if name == "forest-bv" else list(range(20)))
        assert all(its.family != "counted-once" for its in small.assertions)
