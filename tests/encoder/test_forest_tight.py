"""What the tight forest says twice, so that solvers see it: that a subtree counts once."""

from __future__ import annotations

import random

import pytest

from drivers import Limits
from drivers.solvers import find as find_solver
from encoder.encodings import find
from encoder.forests import tight
from fillomino.board import rectangle
from fillomino.deduction.engine import Level
from fillomino.puzzle import Puzzle
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from workbench.solutions import solutions
from workbench.solve import Setup, solve

LIMITS = Limits(seconds=60)


@pytest.mark.parametrize("flows_from", [0, 3])
@pytest.mark.parametrize("talker", ["yices", "z3"])
def test_sizes_that_flow_against_brute_force(
    talker: str, flows_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tight, "FLOWS_FROM", flows_from)
    rng = random.Random(flows_from)
    for board in (rectangle(1, 1), rectangle(1, 4), rectangle(2, 3), *ODD.values()):
        expected = by_placing(board)
        for clues in ({}, {x: v for x, v in enumerate(rng.choice(expected)) if rng.random() < 0.4}):
            links = list(board.links())
            walls = frozenset(rng.sample(links, min(len(links), 1 if clues else 0)))
            puzzle = Puzzle(board, clues, walls=walls)
            setup = Setup(
                find("forest-tight"),
                find_solver(talker),
                limit=300,
                level=rng.choice([Level.NONE, Level.LIGHT]),
            )
            result = solve("p", puzzle, setup)
            assert result.error is None
            assert result.complete
            assert sorted(result.fillings) == [f for f in expected if keeps(puzzle, f)], puzzle


def test_sizes_that_flow_exclude_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(2, 2), {})
    models = []
    for flows_from in (0, 9):
        monkeypatch.setattr(tight, "FLOWS_FROM", flows_from)
        script = find("forest-tight").script(puzzle)
        assert any(its.family == "counted-once" for its in script.assertions) is (flows_from == 0)
        found = solutions(script, [name for name, _ in script.declarations], limits=LIMITS)
        assert found.complete
        models.append({frozenset(model.items()) for model in found.found})
    assert models[0] == models[1]
    assert len(models[0]) > len(by_placing(puzzle.board))


def test_sizes_flow_where_a_large_number_may_be() -> None:
    for name in ("forest-tight", "forest-bv"):
        large, small = (find(name).script(Puzzle(rectangle(1, length), {})) for length in (20, 19))
        speaks = [its.cells[0] for its in large.assertions if its.family == "counted-once"]
        assert speaks == (list(range(20)) if name == "forest-tight" else [])
        assert all(its.family != "counted-once" for its in small.assertions)
