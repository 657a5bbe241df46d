"""Benchmarks on boards of reductions: formulas, whose status they have, and planar cubic graphs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from drivers import find
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import Runner
from workbench.benchmarks import series as module
from workbench.benchmarks.manifest import MANIFEST, read
from workbench.benchmarks.measure import from_line, measure
from workbench.benchmarks.recipe import CYCLES, REDUCTION, SINGLE, reduction, subject
from workbench.benchmarks.series import Series, all_series
from workbench.generate.one_in_three import random_formula

FAST = [find("z3"), find("yices")]


def one_of(clauses: int, seed: int) -> Series:
    return Series("forest-bool", "QF_UF", REDUCTION, wanted=1, seed=seed, sizes=(clauses,))


@pytest.mark.parametrize(("clauses", "seed"), [(1, 1), (4, 23)])
def test_the_status_is_that_of_the_formula(clauses: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.benchmarks.measure.certified", lambda _: False)  # it takes seconds
    recipe = one_of(clauses, seed).next()
    assert recipe is not None
    assert (recipe.clauses, recipe.size) == (clauses, clauses)
    formula = random_formula(clauses, Random(f"{seed}/{REDUCTION}/{clauses}/1"))
    expected = "sat" if formula.assignments() else "unsat"
    assert expected == ("sat" if clauses == 1 else "unsat")
    its = measure(recipe, FAST, 20)
    assert its.statuses == (expected,), its.by
    assert from_line(its.to_line()) == its
    assert its.benchmark.commands()
    if expected == "sat":
        assert its.by.startswith("a model of")


def test_recipes_have_the_rows_and_columns_of_their_boards() -> None:
    recipe = one_of(3, 1).next()
    assert recipe is not None
    its = subject(replace(recipe, encoding="flow"))
    assert its is not None
    assert its.puzzle == reduction(REDUCTION, 3, 1, 1)
    grid = Puzzle(its.puzzle.board, {}).board.grid
    assert grid is not None
    assert (recipe.rows, recipe.columns) == (grid.height, grid.width)
    assert recipe.file == f"one-in-three3-{grid.height}x{grid.width}-1.smt2"
    assert recipe.to_json()["clauses"] == 3


def test_they_are_asked_for(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {one.question for one in all_series(["flow"], [], 4, 0, 1) if one.wanted} == set(SINGLE)
    monkeypatch.setattr(module, "SIZES", (4,))
    line = ("benchmarks", tmp_path, "--author", "A. Author", "-s", "z3", "-s", "yices", "-e", "forest-bool")
    done = fillomino(
        *line, "-n", "5", "--incremental", "0", "--series", "one-in-three", "--series", "hamiltonian"
    )
    assert done.code == 0, done
    [found] = [one for one in read(tmp_path / MANIFEST)[1] if one.recipe.question == REDUCTION]
    [path] = tmp_path.rglob(found.recipe.file)
    assert "made of a random planar formula of 4 clauses (positive 1-in-3-SAT)" in path.read_text()
    [found] = [one for one in read(tmp_path / MANIFEST)[1] if one.recipe.question == CYCLES]
    assert (found.statuses, found.recipe.faces, found.recipe.clauses) == (("sat",), 4, 0)
    [cycles] = tmp_path.rglob("hamiltonian4-01x08-1.smt2")
    assert "Board of 8 cells with 5 clues" in cycles.read_text()
    assert "made of a random planar cubic graph of 4 faces" in cycles.read_text()
    assert "`one-in-three`: a solution of a board" in (tmp_path / "README.md").read_text()
    assert fillomino("benchmarks", "--check", tmp_path).code == 0
    again = tmp_path / "again"
    assert fillomino("benchmarks", "--again", tmp_path / MANIFEST, again).code == 0
    for one in (path, cycles):
        assert (again / one.relative_to(tmp_path)).read_bytes() == one.read_bytes()
    refused = fillomino.refuses(*line, "--series", "scaling", "--series", "one-in-three")
    assert refused.startswith("a scaling series has as many benchmarks as sizes, of one question")
