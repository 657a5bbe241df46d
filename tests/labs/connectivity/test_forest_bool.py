"""`forest-bool`: every way in which it writes numbers, sizes and roots accepts exactly the solutions."""

from __future__ import annotations

import random

import pytest

from drivers import find
from encoder.encodings.registry import find as find_encoding
from encoder.parts import redundant
from fillomino import formats
from fillomino.board import rectangle
from fillomino.deduction.engine import Level
from fillomino.puzzle import Puzzle
from labs.connectivity import forest_bool
from labs.connectivity import trees as tree_parts
from labs.connectivity.forest_bool import FOREST_BOOL
from tests.encoder.test_forests import check_one_tree
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.support.corpus import CORPUS, files
from tests.support.where import brief
from workbench.methods.method import Question
from workbench.methods.smt import SmtMethod


@pytest.mark.parametrize(
    ("cap", "unary_most", "least_number"),
    [(9, 16, 2), (9, 0, 9), (9, 2, 2), (1, 16, 2), (1, 2, 9), (2, 0, 2), (4, 3, 3)],
)
@brief(lambda cap, unary_most: (cap, unary_most) in {(9, 0), (1, 16), (4, 3)})
def test_every_way_of_writing_against_brute_force(
    cap: int, unary_most: int, least_number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forest_bool, "CAP", cap)
    monkeypatch.setattr(tree_parts, "UNARY_MOST", unary_most)
    monkeypatch.setattr(redundant, "COUNTED_FROM", least_number)
    monkeypatch.setattr(redundant, "TIED_FROM", least_number)
    rng = random.Random(cap * 100 + unary_most)
    boards = [rectangle(1, 4), rectangle(2, 3), *ODD.values()]
    for board in boards:
        expected = by_placing(board)
        for clues in ({}, {x: v for x, v in enumerate(rng.choice(expected)) if rng.random() < 0.4}):
            links = list(board.links())
            walls = frozenset(rng.sample(links, min(len(links), 1 if clues else 0)))
            puzzle = Puzzle(board, clues, walls=walls)
            method = SmtMethod(FOREST_BOOL, find("yices"), level=rng.choice(list(Level)))
            question = Question(limit=300)
            result = method.run("p", puzzle, question)
            assert result.why.error is None
            assert result.answers.complete
            assert sorted(result.answers.fillings) == [f for f in expected if keeps(puzzle, f)], puzzle


@pytest.mark.parametrize("unary_most", [0, 3, 5, 16])
@brief(lambda unary_most: unary_most == 3)
def test_hidden_and_known_regions_side_by_side(unary_most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards where small and wide trees, hidden regions and several known groups of one region meet."""
    monkeypatch.setattr(tree_parts, "UNARY_MOST", unary_most)
    monkeypatch.setattr(forest_bool, "CAP", 4)
    rng = random.Random(unary_most)
    for _ in range(6):
        board = rectangle(4, 4)
        blank = Puzzle(board, {rng.randrange(16): rng.randint(1, 9)})
        cuts, yices = find_encoding("cuts"), find("yices")
        [filling] = SmtMethod(cuts, yices, level=Level.AHEAD).run("p", blank, Question()).answers.fillings
        clues = {x: v for x, v in enumerate(filling) if rng.random() < 0.45}
        puzzle = Puzzle(board, clues, basic=bool(clues) and rng.random() < 0.3)
        level = rng.choice(list(Level))
        found = SmtMethod(FOREST_BOOL, yices, level=level).run("p", puzzle, Question(limit=30))
        expected = SmtMethod(cuts, yices, level=Level.AHEAD).run("p", puzzle, Question(limit=30))
        assert found.why.error is None
        assert expected.answers.complete == found.answers.complete
        if found.answers.complete:
            assert sorted(found.answers.fillings) == sorted(expected.answers.fillings), puzzle


@pytest.mark.parametrize("unary_most", [4, 16])
def test_a_cell_hidden_in_wide_trees_alone(unary_most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a small region must have a known root and a wide one none, the order of roots binds neither."""
    monkeypatch.setattr(tree_parts, "UNARY_MOST", unary_most)
    chosen = [file for file in files() if file.parent.name == "janko" and file.stem in ("388", "178")]
    if not chosen:
        pytest.skip(f"there is no corpus at {CORPUS}")
    for file in chosen:
        puzzle = formats.read_bytes(file.read_bytes(), source=str(file)).puzzle
        method = SmtMethod(FOREST_BOOL, find("yices"), level=Level.FULL)
        question = Question(unique=True)
        result = method.run("p", puzzle, question)
        assert (result.why.error, result.verdict.unique) == (None, True)


def test_a_solver_finds_one_tree() -> None:
    check_one_tree("forest-bool")
