"""Boards of the NP-completeness proof: their solutions are the assignments of their formulas."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from fillomino import formats
from fillomino.backtracking import search
from fillomino.rules import violations
from tests.workbench.conftest import Runner
from workbench.generate.one_in_three import board_of, random_formula


@pytest.mark.parametrize("clauses", [1, 2, 3, 4, 5, 7])
def test_the_solutions_are_the_assignments(clauses: int) -> None:
    for seed in range(3):
        formula = random_formula(clauses, Random(f"{seed}/{clauses}"))
        puzzle = board_of(formula)
        found = search(puzzle, limit=10**6)
        assert found.complete
        assert len(found.fillings) == len(formula.assignments())
        assert not any(violations(puzzle, filling) for filling in found.fillings)


def test_some_formula_has_no_assignment_and_its_board_no_solution(fillomino: Runner) -> None:
    formula = random_formula(4, Random("8/1"))
    assert sorted(formula.clauses) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert formula.assignments() == []
    done = fillomino("generate", "--reduction", "one-in-three:4", "--seed", "8", "--json")
    row = json.loads(done.out)
    assert [tuple(its) for its in row["formula"]] == formula.clauses
    puzzle = formats.read(row["puzzle"]).puzzle
    assert puzzle == board_of(formula)
    assert row["clues"] == len(puzzle.clues)
    found = search(puzzle)
    assert found.complete
    assert not found.fillings


def test_clauses_do_not_cross() -> None:
    for seed in range(20):
        formula = random_formula(9, Random(str(seed)))
        assert len(formula.clauses) == 9
        for side in (formula.above, formula.below):
            assert sorted(x for one in side.clauses for x in one) == list(range(len(side.variables)))
            for one, other in permutations(side.clauses, 2):
                assert len({sum(end < x for end in other) % 3 for x in one}) == 1  # between the same two ends
        assert all(len(set(one)) == 3 for one in formula.clauses)


def test_files_seeds_and_what_does_not_belong_together(fillomino: Runner, tmp_path: Path) -> None:
    first = fillomino("generate", "--reduction", "one-in-three:2", "--seed", "5", "--count", "2")
    assert (
        first.out == fillomino("generate", "--reduction", "one-in-three:2", "--seed", "5", "--count", "2").out
    )
    fillomino("generate", "--reduction", "one-in-three:2", "--seed", "5", "--to", "url", "-o", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["one-in-three2-5-1.url"]
    refused = fillomino("generate", "--reduction", "one-in-three:2", "--board", "5x5")
    assert refused.code == 2
    assert "--reduction makes boards of its own" in refused.err
