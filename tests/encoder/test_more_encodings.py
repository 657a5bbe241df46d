"""What `flow`, `warshall`, `layers` and `placements` promise beyond right answers."""

from __future__ import annotations

import pytest

import encoder.encodings.placements
from drivers import Limits
from drivers.enumeration import solutions
from encoder.encodings.placements import all_placements, placements
from encoder.encodings.table import find
from encoder.parts.reduced import ReducedPuzzle, reaches
from encoder.script import decode
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Puzzle
from tests.support.boards import ODD
from tests.support.brute import by_placing

LIMITS = Limits(seconds=60)


@pytest.mark.parametrize("name", ["warshall", "layers"])
@pytest.mark.parametrize("board", [rectangle(2, 3), ODD["ring"]], ids=["2x3", "ring"])
def test_one_model_a_filling(name: str, board: object) -> None:
    puzzle = Puzzle(board, {})  # type: ignore[arg-type]
    script = find(name).script(puzzle)
    booleans = [declared for declared, sort in script.declarations if sort == "Bool"]
    found = solutions(script, sorted({*booleans, *script.values}), limits=LIMITS)
    assert found.complete
    assert len(found.found) == len(by_placing(puzzle.board))


@pytest.mark.parametrize("always", [1, 2, 3, 4, 6])
def test_any_split_between_placements_and_trees(always: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoder.encodings.placements, "ALWAYS", always)
    monkeypatch.setattr(encoder.encodings.placements, "PER_CELL", 0)
    board = rectangle(2, 3)
    encoding = find("placements")
    puzzle = Puzzle(board, {})
    assert any("R_" in name for name, _ in encoding.script(puzzle).declarations) == (always < 6)
    script = encoding.script(puzzle)
    found = solutions(script, limits=LIMITS)
    assert found.complete
    fillings = {decode(script, model).filling for model in found.found}
    assert fillings == set(by_placing(board))


def test_number_of_placements_is_that_of_polyominoes() -> None:
    reduced = ReducedPuzzle(Puzzle(rectangle(9, 9), {}), deduce(Puzzle(rectangle(9, 9), {}), Level.NONE))
    around = {v: [cells for cells in placements(reduced, v) if 40 in cells] for v in (1, 2, 3, 4)}
    assert {v: len(found) for v, found in around.items()} == {
        1: 1,
        2: 4,
        3: 18,
        4: 76,
    }  # v * fixed polyominoes
    assert all(len(set(found)) == len(found) for found in around.values())


def test_larger_regions_are_placed_while_there_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    def sizes(puzzle: Puzzle) -> dict[int, int]:
        reduced = ReducedPuzzle(puzzle, deduce(puzzle, Level.NONE))
        return {number: len(its) for number, its in all_placements(reduced).items()}

    # All of these together are at most 5 * 6, so there is no tree left.
    assert sizes(Puzzle(rectangle(2, 3), {})) == {1: 6, 2: 7, 3: 10, 4: 10, 5: 6, 6: 1}
    # 5 * 16 polyominoes of more than four cells are fewer than there are of five.
    assert list(sizes(Puzzle(rectangle(4, 4), {}))) == [1, 2, 3, 4]
    assert list(sizes(Puzzle(rectangle(1, 20), {}))) == [*range(1, 13)]  # 16 + 15 + … + 9 = 5 * 20
    monkeypatch.setattr(encoder.encodings.placements, "STEPS", 10)
    assert list(sizes(Puzzle(rectangle(1, 20), {}))) == [*range(1, 6)]


def test_no_placement_beside_its_own_number_or_across_a_wall() -> None:
    puzzle = Puzzle(rectangle(1, 4), {0: 2}, walls=frozenset({(2, 3)}))
    reduced = ReducedPuzzle(puzzle, deduce(puzzle, Level.NONE))
    assert [sorted(cells) for cells in placements(reduced, 2)] == [[0, 1]]


def test_only_pairs_that_may_share_a_region_are_spoken_of() -> None:
    puzzle = Puzzle(rectangle(1, 9), {}, largest_region=3)
    reduced = ReducedPuzzle(puzzle, deduce(puzzle, Level.NONE))
    assert set(reaches(reduced).values()) == {1, 2, 3}
    assert all(y - x == steps for (x, y), steps in reaches(reduced).items())
