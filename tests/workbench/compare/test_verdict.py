"""The verdict on a pair: orders and seeds drawn anew, the signed-rank test, runs that are too quick."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.workbench.compare.test_sums import run
from tests.workbench.conftest import EXAMPLES, ROOT
from workbench.compare import resampling
from workbench.compare.resampling import puzzle_means, resampled_means, wilcoxon
from workbench.compare.row import Row
from workbench.compare.statistics import ratio, tabulate
from workbench.compare.table import percent, sentence, text, verdicts


def ordered(method: str, puzzle: str, order: int, seconds: float | None, seed: int = 0) -> Row:
    row = run(method, puzzle, seconds, seed)
    return replace(row, key=f"{row.key}/{order}", scramble=order)


def noisy(chance: random.Random, factor: float, puzzles: int, orders: int, spread: float) -> list[Row]:
    """Runs of two methods: times of one are a factor of the other's, both with chance in each order."""
    rows = []
    for puzzle in range(puzzles):
        easy = math.exp(chance.gauss(0, 1)) / 10
        for order in range(1, orders + 1):
            for method, its in (("a", factor), ("b", 1.0)):
                seconds = its * easy * math.exp(chance.gauss(0, spread))
                rows.append(ordered(method, f"{puzzle}", order, seconds))
    return rows


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        # Darwin's maize, as in R's and SciPy's manuals.
        ([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75], 0.041259765625),
        ([1, 2, 3, 4, 5, 6], 2 / 2**6),
        ([1, -2, 3, -4, 5], 26 / 2**5),  # sums of at most 6: 13 of 32
        ([0, 0, -1, 0], 1.0),
        ([1, 1, -1, 1], 4 * 2 / 2**4 + 2 / 2**4),  # one rank, 2.5 each: at most one minus, or one plus
        ([2.0], 1.0),
    ],
)
def test_wilcoxon(differences: list[float], p: float) -> None:
    assert wilcoxon(differences) == pytest.approx(p)
    assert wilcoxon([-value for value in differences]) == pytest.approx(p)


def test_wilcoxon_without_a_difference_and_of_many() -> None:
    assert wilcoxon([]) is None
    assert wilcoxon([0.0, 0.0]) is None
    chance = random.Random(3)
    for shift in (0.0, 0.2, 0.5):
        values = [round(chance.gauss(shift, 1), 1) for _ in range(50)]
        exact = wilcoxon(values)
        patched, resampling.MOST_EXACT = resampling.MOST_EXACT, 0
        try:
            assert wilcoxon(values) == pytest.approx(exact, abs=0.01)
        finally:
            resampling.MOST_EXACT = patched
    sure = wilcoxon([chance.gauss(0.3, 1) for _ in range(1000)])
    assert sure is not None and 0 < sure < 1e-12


def test_orders_and_seeds_are_drawn_within_their_puzzle() -> None:
    values = {"p": {1: [0.0, 2.0], 2: [5.0]}, "q": {1: [1.0]}}
    assert puzzle_means(values) == [(1.0 + 5.0) / 2, 1.0]
    found = set(resampled_means(values))
    assert found <= {sum(pair) / 2 for pair in [(a, b) for a in _of_p() for b in _of_p()]}
    assert len(found) > 5
    single = {"p": {1: [3.0]}, "q": {1: [1.0]}}
    assert set(resampled_means(single)) == {1.0, 2.0, 3.0}


def _of_p() -> list[float]:
    """The means that a drawn puzzle may have: q's 1, or two orders of p, the first of two seeds drawn."""
    first = [0.0, 1.0, 2.0]
    return [1.0, *((a + b) / 2 for a in (*first, 5.0) for b in (*first, 5.0))]


def test_orders_make_the_interval_wider_where_they_scatter() -> None:
    chance = random.Random(1)
    scattered = tabulate(noisy(chance, 1.0, 20, 3, 1.0))
    found = ratio(scattered, "a", "b")
    assert (found.orders, found.puzzles, found.faster) == (3, 20, None)
    assert found.low is not None and found.high is not None
    means = {puzzle: {0: [value]} for puzzle, value in enumerate(_means(scattered))}
    narrow = resampled_means({str(puzzle): its for puzzle, its in means.items()})
    assert found.high / found.low > math.exp(narrow[-26] - narrow[25])


def _means(table: object) -> list[float]:
    logs: dict[str, dict[int, list[float]]] = {}
    for (puzzle, _, order), score in table.scores["a"].items():  # type: ignore[attr-defined]
        other = table.scores["b"][puzzle, 0, order]  # type: ignore[attr-defined]
        logs.setdefault(puzzle, {})[order] = [math.log(score.par2 / other.par2)]
    return puzzle_means(logs)


def test_verdicts() -> None:
    chance = random.Random(7)
    table = tabulate(noisy(chance, 0.5, 30, 5, 0.4))
    found = ratio(table, "a", "b")
    assert found.faster == "first"
    assert (found.first_faster, found.second_faster) == (1.0, 0.0)
    assert found.wilcoxon is not None and found.wilcoxon < 1e-5
    assert ratio(table, "b", "a").faster == "second"
    said = sentence("a", "b", found)
    assert said.startswith("a is faster than b: it takes 0.")
    assert sentence("b", "a", ratio(table, "b", "a")) == said
    assert ", and is faster in 100 % of resamplings; Wilcoxon p = " in said
    same = ratio(tabulate(noisy(chance, 1.0, 30, 5, 0.4)), "a", "b")
    assert same.faster is None
    assert sentence("a", "b", same).startswith("Not decided: ")
    alike = [ordered(method, f"{n}", 1, 1.0) for method in "ab" for n in range(6)]
    nothing = ratio(tabulate(alike), "a", "b")
    assert (nothing.mean, nothing.faster, nothing.wilcoxon) == (1.0, None, None)
    assert (nothing.first_faster, nothing.second_faster) == (0.0, 0.0)


def test_a_verdict_holds_in_other_orders() -> None:
    """Ten comparisons of the same puzzles in other orders: no two decide for different methods."""
    for factor in (1.0, 0.95, 0.7):
        verdicts_of = set()
        for repetition in range(10):
            easy = random.Random(5)
            chance = random.Random(f"{factor} {repetition}")
            rows = []
            for puzzle in range(30):
                base, bias = easy.uniform(0.1, 3), easy.gauss(0, 0.2)
                for order in range(5):
                    for method, its in (("a", factor * math.exp(bias)), ("b", 1.0)):
                        rows.append(
                            ordered(method, f"{puzzle}", order, its * base * math.exp(chance.gauss(0, 0.4)))
                        )
            verdicts_of.add(ratio(tabulate(rows), "a", "b").faster)
        assert len(verdicts_of - {None}) <= 1
        assert factor > 0.9 or verdicts_of == {"first"}


def test_runs_that_show_but_the_start_are_left_out() -> None:
    rows = [run("z", "1", 0.02), run("y", "1", 0.008)]  # the slower shows its start: nothing is known
    rows += [run("z", "2", 0.5), run("y", "2", 0.002)]  # y is quick: it counts as 0.0065 s
    rows += [run("z", "3", 0.02), run("y", "3", 0.05)]  # z would count as 0.08 s, but did take less than y
    rows += [run("z", "4", 2.0), run("y", "4", 1.0)]
    rows += [run("z", "5", None), run("y", "5", 0.001)]
    table = tabulate(rows)
    found = ratio(table, "z", "y", {"z": 0.016, "y": 0.0013})
    assert (found.quick, found.puzzles, found.only_second) == (1, 4, 1)
    wanted = [0.5 / 0.0065, 1.0, 2.0, 20 / 0.0065]
    assert found.mean == pytest.approx(math.exp(sum(map(math.log, wanted)) / 4))
    plain = ratio(table, "z", "y")
    assert (plain.quick, plain.puzzles) == (0, 5)
    assert ratio(table, "z", "y", {}) == plain
    only = tabulate(rows[:2])
    left = ratio(only, "z", "y", {"z": 0.016, "y": 0.0013})
    assert (left.mean, left.quick, left.faster) == (None, 1, None)


def test_the_terminal_says_what_is_decided() -> None:
    assert text([run("a", "1", 1.0), run("b", "1", 2.0)]).endswith(
        "\n\nToo few puzzles for a verdict: 1 of at least 6.\n"
    )
    assert "verdict" not in text([run("a", "1", 1.0)])
    few = text([run("a", "1", 1.0), run("b", "1", 2.0)], floors={"a": 1.0, "b": 1.0})
    assert (
        "\n\nToo few puzzles for a verdict: 0 of at least 6.\nToo quick to tell, and left out: up to 1 run of"
        in few
    )
    one = [run(method, f"{n}", seconds) for n in range(8) for method, seconds in (("a", 0.1), ("b", 0.3))]
    said = text(one)
    assert "a is faster than b: it takes 0.333 times as long (95 %: 0.333 to 0.333), and is faster in" in said
    assert "All scripts were in one order: a verdict may be chance of that order (--scramble K)." in said
    unwritten = [replace(row, encoding=None) for row in one]
    assert "in one order" not in text(unwritten)
    two = [*one, *(replace(row, key=f"{row.key}x", scramble=2) for row in one)]
    assert "in one order" not in text(two)
    quick = text(two, floors={"a": 0.3, "b": 0.1})
    assert (
        "Too few puzzles for a verdict: 0 of at least 6.\nToo quick to tell, and left out: up to 16 runs"
        in quick
    )
    many = [run(method, f"{n}", 1.0) for n in range(6) for method in "abcde"]
    lines = verdicts(tabulate(many))
    assert len(lines) == 1 + 4 + 1
    assert all(line.startswith("Not decided: a takes 1 times as long as ") for line in lines[1:-1])


def test_a_comparison_is_repeated() -> None:
    names = ("first.txt", "row.txt", "one-cell.txt", "hidden.txt", "holes.txt", "seven.id")
    command = [sys.executable, str(ROOT / "scripts/repeat_verdict.py"), "--orders", "1", "--repetitions", "2"]
    done = subprocess.run(
        [*command, *(str(EXAMPLES / name) for name in names)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].startswith("6 puzzles; forest-tight:z3 / forest-tight:yices")
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "all"]
    assert lines[-1].startswith("Of 2 verdicts ")


def test_shares_are_never_rounded_up() -> None:
    assert [percent(share) for share in (1.0, 0.9999, 0.975, 0.29, 0.0)] == [
        "100 %",
        "99.9 %",
        "97.5 %",
        "29 %",
        "0 %",
    ]
