"""Solutions drawn at random, and counts by NumPy beside those by brute force."""

from __future__ import annotations

from random import Random

import pytest

from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.counting import methods
from fillomino.counting.frontier import PlainTable
from fillomino.counting.methods import count, suitable
from fillomino.counting.schedule import ORDERS, schedule
from fillomino.counting.settings import Settings
from fillomino.counting.task import Task, bare, of_puzzle
from fillomino.deduction.engine import Level, deduce
from fillomino.errors import CountError, InputError, NoSolutionError
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from labs.sampling.drawing import sample, table
from tests.fillomino.test_counting import GOLDEN, LONG, NINE, cases, spread
from tests.support import needs
from tests.support.boards import ODD
from tests.support.brute import by_placing
from tests.support.random_puzzles import puzzles, solutions_of
from tests.support.refused import refused

needs.module("numpy", "count")


def test_all_445_are_drawn_uniformly() -> None:
    completions = table(schedule(NINE))
    assert not isinstance(completions, PlainTable)
    assert completions.fillings == 445
    drawn = completions.draw(Random(7), 4450)
    assert set(drawn) == set(by_placing(rectangle(3, 3)))
    # 444 degrees of freedom: mean 444, standard deviation 30; these bounds are 4 deviations away.
    assert 325 < spread(drawn, 445) < 563


@pytest.mark.parametrize("method", ["exact", "windows"])
def test_samples_keep_the_rules_and_the_seed(method: str) -> None:
    board = rectangle(4, 4)
    puzzle = Puzzle(board, {0: 3, 15: 2}, walls=frozenset({(0, 1)}), largest_region=6)
    task = of_puzzle(puzzle, deduce(puzzle))
    one = sample(task, Random(1), 3, method=method)
    two = sample(task, Random(1), 3, method=method)
    assert one.fillings == two.fillings
    assert one.exact is (method == "exact")
    assert not any(violations(puzzle, filling) for filling in one.fillings)


def test_what_cannot_be_drawn() -> None:
    nothing = Task(rectangle(2, 2), (2, 2, 2, 2))
    for method in ("exact", "windows", "auto"):
        with refused(NoSolutionError, "no-solution"):
            sample(nothing, Random(1), 1, method=method)
    with refused(CountError, "count-stopped"):
        sample(bare(rectangle(5, 5)), Random(1), 1, method="exact", memory=1 << 20)
    with refused(InputError, "unknown-method"):
        sample(NINE, Random(1), 1, method="x")


def packed_count(task: Task) -> int:
    """The frontier method with every layer packed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(methods, "PACK_FROM", 1)
        return count(task, "frontier")


@pytest.mark.parametrize(("height", "width", "largest", "wanted"), cases(GOLDEN))
def test_golden_values(height: int, width: int, largest: int, wanted: int) -> None:
    assert packed_count(bare(rectangle(height, width), largest)) == wanted


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width", "largest", "wanted"), cases(LONG))
def test_golden_values_that_take_longer(height: int, width: int, largest: int, wanted: int) -> None:
    assert packed_count(bare(rectangle(height, width), largest)) == wanted


@pytest.mark.parametrize("seed", range(4))
def test_puzzles_against_brute_force(seed: int) -> None:
    for board in (rectangle(2, 4), rectangle(3, 3), ODD["ring"], from_spec("rhombus:2x4")):
        for puzzle in puzzles(board, seed, count=6):
            for level in (Level.NONE, Level.FULL):
                task = of_puzzle(puzzle, deduce(puzzle, level))
                assert packed_count(task) == len(solutions_of(puzzle))


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_gives_the_same_count(order: str) -> None:
    assert count(bare(rectangle(3, 4)), "frontier", order=order) == 6426


def test_a_board_where_no_number_is_allowed_has_no_filling() -> None:
    assert packed_count(Task(rectangle(2, 2), (2, 4, 0, 4))) == 0


def test_too_little_memory_stops_the_count() -> None:
    with refused(CountError, "count-stopped"):
        count(bare(rectangle(5, 5), 5), "frontier", settings=Settings(memory=1 << 20))


def test_the_frontier_method_counts_where_numpy_is_installed() -> None:
    assert suitable(bare(rectangle(4, 4))) == "frontier"
