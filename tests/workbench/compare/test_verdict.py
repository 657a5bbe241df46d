"""The verdict on a pair, and stability: orders and seeds drawn anew, on counts known beforehand."""

from __future__ import annotations

import csv
import math
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from scripts import repeat_verdict
from smtlib.scramble import scramble
from smtlib.text import Text
from tests.support import needs
from tests.support.runs import run, written
from tests.workbench.compare.conftest import Comparison
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare import resampling
from workbench.compare.plan import scrambles
from workbench.compare.resampling import puzzle_means, resampled_means, wilcoxon
from workbench.compare.row import Row
from workbench.compare.stability import Category, agreed, categorise, stabilities
from workbench.compare.sums import holm, ratio, tabulate
from workbench.compare.table import percent, sentence, verdicts

pytestmark = pytest.mark.usefixtures("in_process")


def ordered(method: str, puzzle: str, order: int, seconds: float | None, seed: int = 0) -> Row:
    row = run(method, puzzle, seconds, seed)
    return row.changed(key=f"{row.key}/{order}", scramble=order)


def noisy(
    chance: random.Random, factor: float, orders: int, spread: float, easy: list[tuple[float, float]]
) -> list[Row]:
    """Runs of two methods: times of one are a factor of the other's, both with chance in each order.

    Args:
        easy: for each puzzle its time, and how much the factor is another on it.
    """
    return [
        ordered(method, f"{puzzle}", order, its * base * math.exp(chance.gauss(0, spread)))
        for puzzle, (base, bias) in enumerate(easy)
        for order in range(orders)
        for method, its in (("a", factor * bias), ("b", 1.0))
    ]


def drawn(chance: random.Random, puzzles: int = 30) -> list[tuple[float, float]]:
    return [(math.exp(chance.gauss(0, 1)) / 10, 1.0) for _ in range(puzzles)]


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
    found = ratio(tabulate(noisy(chance, 1.0, 3, 1.0, drawn(chance, 20))), "a", "b")
    assert (found.orders, found.puzzles, found.faster) == (3, 20, None)
    assert found.low is not None and found.high is not None
    means = puzzle_means(found.values)
    narrow = resampled_means({str(puzzle): {0: [mean]} for puzzle, mean in enumerate(means)})
    assert found.high / found.low > math.exp(narrow[-26] - narrow[25])


def test_verdicts() -> None:
    chance = random.Random(7)
    table = tabulate(noisy(chance, 0.5, 5, 0.4, drawn(chance)))
    found = ratio(table, "a", "b")
    assert (found.faster, found.first_faster, found.second_faster) == ("first", 1.0, 0.0)
    assert found.p is not None and found.p < 1e-5
    assert ratio(table, "b", "a").faster == "second"
    assert ratio(tabulate(noisy(chance, 1.0, 5, 0.4, drawn(chance))), "a", "b").faster is None
    alike = [ordered(method, f"{n}", 1, 1.0) for method in "ab" for n in range(6)]
    nothing = ratio(tabulate(alike), "a", "b")
    assert (nothing.mean, nothing.faster, nothing.p) == (1.0, None, None)
    assert (nothing.first_faster, nothing.second_faster) == (0.0, 0.0)


@pytest.mark.parametrize("factor", [1.0, pytest.param(0.95, marks=pytest.mark.thorough), 0.7])
def test_a_verdict_holds_in_other_orders(factor: float) -> None:
    """Four comparisons of the same puzzles in other orders: no two decide for different methods."""
    easy = random.Random(5)
    puzzles = [(easy.uniform(0.1, 3), math.exp(easy.gauss(0, 0.2))) for _ in range(30)]
    chances = [random.Random(f"{factor} {repetition}") for repetition in range(4)]
    found = {ratio(tabulate(noisy(its, factor, 5, 0.4, puzzles)), "a", "b").faster for its in chances}
    assert len(found - {None}) <= 1
    assert factor > 0.9 or found == {"first"}


def test_runs_that_show_but_the_start_are_left_out() -> None:
    rows = [run("z", "1", 0.02), run("y", "1", 0.008)]  # the slower shows its start: nothing is known
    rows += [run("z", "2", 0.5), run("y", "2", 0.002)]  # y is quick: it counts as 0.0065 s
    rows += [run("z", "3", 0.02), run("y", "3", 0.05)]  # z would count as 0.08 s, but did take less than y
    rows += [run("z", "4", 2.0), run("y", "4", 1.0)]
    rows += [run("z", "5", None), run("y", "5", 0.001)]
    floored = [row.changed(floor_seconds={"z": 0.016, "y": 0.0013}[row.method]) for row in rows]
    found = ratio(tabulate(floored), "y", "z")
    assert (len(found.too_short), found.puzzles, found.only_first) == (1, 4, 1)
    wanted = [0.5 / 0.0065, 1.0, 2.0, 20 / 0.0065]
    assert found.mean == pytest.approx(math.exp(sum(map(math.log, wanted)) / 4))
    plain = ratio(tabulate(rows), "y", "z")
    assert (len(plain.too_short), plain.puzzles) == (0, 5)
    left = ratio(tabulate(floored[:2]), "z", "y")
    assert (left.mean, len(left.too_short), left.faster) == (None, 1, None)


def test_the_clock_decides_no_more_than_cpu_time() -> None:
    """What is too short by CPU time stays so by the clock; and disturbed runs tell nothing."""
    rows = [
        row.changed(floor_seconds=0.02, wall_seconds=wall)
        for row in both(0.03, 0.05)
        for wall in ({"a": 0.11, "b": 0.16}[row.method],)
    ]
    by_cpu, by_clock = (ratio(tabulate(rows, time), "a", "b") for time in ("cpu", "wall"))
    assert by_clock.too_short == by_cpu.too_short and (by_clock.puzzles, by_clock.faster) == (0, None)
    table = tabulate(rows, "wall")
    assert all(table.is_short(name, score) for name in "ab" for score in table.scores[name].values())
    long = [row.changed(wall_seconds=3 * row.cost.usage.cpu_seconds) for row in both(0.5, 2.0)]
    assert all(row.disturbed for row in long)
    assert ratio(tabulate(long), "a", "b").faster == "first"
    assert (ratio(tabulate(long, "wall"), "a", "b").faster, verdict(long)) == (None, ("first", ""))
    calm = [row.changed(wall_seconds=row.cost.usage.cpu_seconds) for row in long[:9]] + long[9:]
    assert ratio(tabulate(calm, "wall"), "a", "b").faster == "first"


def both(a: float, b: float, puzzles: int = 8) -> list[Row]:
    return [run(method, f"{n}", seconds) for n in range(puzzles) for method, seconds in (("a", a), ("b", b))]


def verdict(rows: list[Row]) -> tuple[str | None, str]:
    found = ratio(tabulate(rows), "a", "b")
    return found.faster, found.undecided


def test_faster_is_said_where_every_part_of_the_rule_agrees() -> None:
    assert verdict(both(0.1, 0.3)) == ("first", "")
    assert verdict(both(0.1, 0.3, puzzles=5)) == (None, "fewer than 6 puzzles")
    assert verdict(both(0.1, 0.1)) == (None, "the interval contains 1")
    crashed = [*both(0.1, 0.3)[:-1], run("b", "7", None, status="failed")]
    assert verdict(crashed) == (None, "a solver failed")
    wrong = [*both(0.1, 0.3)[:-2], run("a", "7", 0.1, known="f"), run("b", "7", 0.3, status="unsolvable")]
    assert verdict(wrong) == (None, "a solver failed")
    # One large win among small losses: the bootstrap may be sure, the signed ranks are not.
    few = [
        row for n in range(8) for row in (run("a", f"{n}", 0.1), run("b", f"{n}", 9.0 if n < 4 else 0.099))
    ]
    assert (ratio(tabulate(few), "a", "b").first_faster or 0.0) > 0.975
    assert verdict(few) == (None, "p is not below 0.05")
    # Quicker by far where it answers, and yet it answers less.
    less = [row for n in range(40) for row in (run("a", f"{n}", 0.1 if n else None), run("b", f"{n}", 9.0))]
    assert verdict(less) == (None, "the quicker one answered fewer")


def test_holm() -> None:
    assert holm([0.01, 0.04, None, 0.03]) == pytest.approx([0.04, 0.09, None, 0.09])
    assert holm([0.5, 0.6]) == [1.0, 1.0]
    assert holm([]) == []


def test_pairs_of_one_encoding_come_first() -> None:
    methods = {"x z3": ("x", "z3"), "y z3": ("y", "z3"), "x yices": ("x", "yices"), "y yices": ("y", "yices")}
    rows = [
        run(name, f"{n}", 1.0 + place, encoding=encoding, solver=solver)
        for n in range(7)
        for place, (name, (encoding, solver)) in enumerate(methods.items())
    ]
    pairs = tabulate(rows).pairs
    assert [(pair.first, pair.second) for pair in pairs] == [
        ("x z3", "x yices"),
        ("y z3", "y yices"),
        ("x z3", "y z3"),
        ("x yices", "y yices"),
        ("x z3", "y yices"),
        ("y z3", "x yices"),
    ]
    # There are two pairs of each kind, and p = 2 / 2^7 for one.
    assert {pair.p for pair in pairs} == {2 * 2 / 2**7}
    assert ratio(tabulate(rows), "x z3", "x yices").faster == "first"


def test_what_is_decided_of_a_pair_and_what_its_notes_rest_on() -> None:
    assert ratio(tabulate(both(1.0, 2.0, puzzles=1)), "a", "b").low is None
    assert verdicts(tabulate([run("a", "1", 1.0)])) == ([], [])
    one = both(0.1, 0.3)
    [said], notes = verdicts(tabulate(one))
    pair = ratio(tabulate(one), "a", "b")
    assert said == sentence(pair)
    assert (pair.faster, pair.orders) == ("first", 1)
    assert pair.mean == pytest.approx(3)
    # A note tells of a single order, where there are orders: of scripts of encodings.
    _, unordered = verdicts(tabulate([row.changed(encoding=None) for row in one]))
    assert len(unordered) == len(notes) - 1
    two = [*one, *(row.changed(key=f"{row.key}x", scramble=2) for row in one)]
    assert len(verdicts(tabulate(two))[1]) == len(notes) - 1
    short = tabulate([row.changed(floor_seconds={"a": 0.3, "b": 0.1}[row.method]) for row in two])
    assert len(ratio(short, "a", "b").too_short) == 16
    many = tabulate([run(method, f"{n}", 1.0) for n in range(6) for method in "abcde"])
    lines, _ = verdicts(many)
    assert (len(lines), len(many.pairs)) == (6, 10)
    crashing = tabulate(
        [row if row.method == "a" else row.changed(status="failed", filling=None) for row in one]
    )
    crashed = ratio(crashing, "a", "b")
    assert (crashed.failed_first, crashed.failed_second, crashed.faster) == (0, 8, None)


def test_the_first_pair_has_its_sentence_even_if_nothing_is_decided() -> None:
    """The solvers of one encoding are what one came for; another method decides nothing about them."""
    rows = [
        run(name, f"{n}", seconds, solver=solver, encoding=encoding, floor_seconds=0.1)
        for n in range(7)
        for name, solver, encoding, seconds in (
            ("forest-tight z3", "z3", "forest-tight", 0.2),
            ("forest-tight yices", "yices", "forest-tight", 0.3),
            ("backtracking", None, None, 5.0),
        )
    ]
    table = tabulate(rows)
    (first, *others), _ = verdicts(table)
    assert first == sentence(table.pairs[0]) and others
    assert (table.pairs[0].first, table.pairs[0].second) == ("forest-tight z3", "forest-tight yices")


def test_a_comparison_is_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("first.txt", "row.txt", "one-cell.txt", "hidden.txt", "holes.txt", "seven.id")
    puzzles = [str(EXAMPLES / name) for name in names]
    monkeypatch.setattr(sys, "argv", ["repeat_verdict.py", "--orders", "1", "--repetitions", "2", *puzzles])
    with pytest.raises(SystemExit):
        repeat_verdict.main()
    out, err = capsys.readouterr()
    assert err == ""
    assert [line.split()[0] for line in out.splitlines()[1:4]] == ["1", "2", "all"]


def test_shares_are_never_rounded_up() -> None:
    shares = {1.0: "100 %", 0.9999: "99.9 %", 0.975: "97.5 %", 0.29: "29 %", 0.0: "0 %"}
    assert {share: percent(share) for share in shares} == shares


TEXT = "(declare-const a Int)(declare-const b Int)(assert (< a b))(assert (> 9 (+ a b)))(check-sat)\n"


@pytest.mark.parametrize(
    ("answered", "mutants", "seconds", "wanted"),
    [
        (59, 59, 1.0, "stable"),
        (58, 58, 1.0, "not decided"),
        (60, 60, 9.9, "stable"),
        (56, 60, 1.0, "not decided"),
        (53, 60, 1.0, "unstable"),
        (53, 60, 9.0, "not decided"),  # so near to the limit it is merely slow
        (7, 10, 1.0, "unstable"),
        (1, 60, 1.0, "unstable"),
        (0, 59, 1.0, "unsolvable"),
        (0, 10, 1.0, "not decided"),
    ],
)
def test_categories(answered: int, mutants: int, seconds: float, wanted: str) -> None:
    assert categorise([seconds] * answered, mutants, 10.0) == wanted


@pytest.mark.parametrize(
    ("categories", "wanted"),
    [
        (("stable", "stable", "not decided"), "stable"),
        (("stable", "unsolvable"), "unstable"),
        (("not decided", "unstable"), "unstable"),
        (("not decided",), "not decided"),
    ],
)
def test_kinds_together(categories: tuple[Category, ...], wanted: str) -> None:
    assert agreed(categories) == wanted


def test_one_thing_is_changed_at_a_time() -> None:
    reordered = [scramble(Text(TEXT), seed, names=False) for seed in range(1, 9)]
    assert len({its.text for its in reordered}) > 1 and not any(its.names for its in reordered)
    renamed = scramble(Text(TEXT), 3, order=False)
    text = renamed.text
    for name, old in renamed.names.items():
        text = text.replace(name, old)
    assert text.split() == TEXT.replace(")(declare", ")\n(declare").replace(")(", ")\n(").split()


def rows() -> list[Row]:
    """60 mutants of each kind: p flips in other orders alone, q never."""
    found = []
    for kind in ("orders", "names", "seeds"):
        for number in range(1, 61):
            more = {"seed": number} if kind == "seeds" else {"scramble": number}
            for puzzle in ("p", "q"):
                late = puzzle == "p" and kind == "orders" and number % 3 == 0
                row = run("m", puzzle, None if late else 1.0, mutation=kind, **more)
                found.append(replace(row, key=f"{kind} {puzzle} {number}"))
    return found


def test_the_slowest_never_took_less_than_the_quickest() -> None:
    quick = [row.changed(cpu_seconds=0.0004) for row in rows() if row.subject.puzzle == "q.txt"]
    [judged] = stabilities(tabulate(quick))
    assert {its.spread for its in judged.kinds} == {1.0}


@pytest.mark.usefixtures("no_plots")
def test_a_method_on_a_puzzle(fillomino: Runner, tmp_path: Path) -> None:
    p, q = stabilities(tabulate(rows()))
    assert [its.category for its in p.kinds] == ["unstable", "stable", "stable"]
    assert (p.puzzle, p.category, p.kinds[0].answered) == ("p.txt", "unstable", 40)
    assert (q.category, {its.category for its in q.kinds}) == ("stable", {"stable"})
    runs = written(tmp_path / "runs.jsonl", *rows())
    _, *lines = fillomino("report", runs, "--json", "-o", tmp_path / "page").rows
    kinds = ["unstable", "stable"]
    assert [(line["puzzle"], line["category"]) for line in lines] == [
        *zip(("p.txt", "q.txt"), kinds, strict=True)
    ]
    table = list(csv.DictReader((tmp_path / "page" / "stability.csv").read_text().splitlines()))
    found = [(line["stability"], line["orders: answered"]) for line in table]
    assert found == [*zip(kinds, ("40/60", "60/60"), strict=True)]
    assert fillomino("report", runs).code == 0


def test_mutants_are_run_and_resumed(comparison: Comparison, tmp_path: Path) -> None:
    needs.solver("yices")
    options = (EXAMPLES / "row.txt", "-s", "yices", "-m", "deduction", "--timeout", "600", "--scramble")
    mutants = "orders:2,names:2,seeds:2"
    for _ in range(2):
        comparison(*options, mutants).ended(0)
    found = comparison.rows
    assert len(found) == 2 + 6  # deduction has no mutants, and the second time there is nothing to do
    scripts = {(row["mutation"], row["scramble"], row["seed"]): row["text"] for row in found if row["text"]}
    assert len({text for (kind, _, _), text in scripts.items() if kind in (None, "seeds")}) == 1
    assert len({text for (kind, _, _), text in scripts.items() if kind in ("orders", "names")}) == 4
    assert scrambles("seeds:3,orders:60") == (1, {"orders": 60, "seeds": 3})
    for wrong in ("0", "", "orders", "orders:0", "orders:1,orders:2", "words:3", "orders:x", "-1", "1e9"):
        comparison(*options, wrong).refused("bad-option")
