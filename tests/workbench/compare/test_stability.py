"""Stability: its categories on counts known beforehand, its mutants, and where it is shown."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from drivers import find, installed
from fillomino.errors import InputError
from smtlib.scramble import scramble
from tests.support.runs import kept, run, written
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare.plan import scrambles
from workbench.compare.row import Row
from workbench.compare.stability import FEWEST, Category, agreed, at_most, categorise, stabilities
from workbench.compare.statistics import tabulate

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


def test_the_test_is_the_exact_one() -> None:
    assert at_most(0, 3, 0.5) == pytest.approx(1 / 8)
    assert at_most(2, 3, 0.5) == pytest.approx(7 / 8)
    assert 0.95**FEWEST <= 0.05 < 0.95 ** (FEWEST - 1)


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
    reordered = [scramble(TEXT, seed, names=False) for seed in range(1, 9)]
    assert len({its.text for its in reordered}) > 1 and not any(its.names for its in reordered)
    renamed = scramble(TEXT, 3, order=False)
    text = renamed.text
    for name, old in renamed.names.items():
        text = text.replace(name, old)
    assert text.split() == TEXT.replace(")(declare", ")\n(declare").replace(")(", ")\n(").split()


def test_how_many_mutants_are_read() -> None:
    assert scrambles("5") == (5, {})
    assert scrambles("seeds:3,orders:60") == (1, {"orders": 60, "seeds": 3})
    for wrong in ("0", "", "orders", "orders:0", "orders:1,orders:2", "words:3", "orders:x", "-1", "1e9"):
        with pytest.raises(InputError, match="scramble"):
            scrambles(wrong)


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


@pytest.mark.usefixtures("no_plots")
def test_a_method_on_a_puzzle(fillomino: Runner, tmp_path: Path) -> None:
    p, q = stabilities(tabulate(rows()))
    assert [its.category for its in p.kinds] == ["unstable", "stable", "stable"]
    assert (p.puzzle, p.category, p.kinds[0].answered) == ("p.txt", "unstable", 40)
    assert (q.category, {its.category for its in q.kinds}) == ("stable", {"stable"})
    runs = written(tmp_path / "runs.jsonl", *rows())
    done = fillomino("report", runs, "--json", "-o", tmp_path / "page")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [(line["puzzle"], line["category"]) for line in lines[1:]] == [
        ("p.txt", "unstable"),
        ("q.txt", "stable"),
    ]
    table = list(csv.DictReader((tmp_path / "page" / "stability.csv").read_text().splitlines()))
    assert [(line["stability"], line["orders: answered"]) for line in table] == [
        ("unstable", "40/60"),
        ("stable", "60/60"),
    ]
    assert "unstable on 1" in fillomino("report", runs).out


def test_mutants_are_run_and_resumed(fillomino: Runner, tmp_path: Path) -> None:
    if installed(find("yices")) is None:
        pytest.skip("yices is not installed")
    runs = tmp_path / "runs.jsonl"
    options = ("-s", "yices", "-m", "deduction", "--timeout", "20", "--no-report", "-o", runs)
    mutants = ("--scramble", "orders:2,names:2,seeds:2")
    for _ in range(2):
        done = fillomino("compare", EXAMPLES / "row.txt", *options, *mutants)
        assert done.code == 0, done.err
    found = kept(runs)
    assert len(found) == 2 + 6  # deduction has no mutants, and the second time there is nothing to do
    scripts = {(row["mutation"], row["scramble"], row["seed"]): row["text"] for row in found if row["text"]}
    assert len({text for (kind, _, _), text in scripts.items() if kind in (None, "seeds")}) == 1
    assert len({text for (kind, _, _), text in scripts.items() if kind in ("orders", "names")}) == 4
    assert fillomino("compare", EXAMPLES / "row.txt", *options, "--scramble", "orders").code == 2
    export = ("--export-benchexec", tmp_path / "set")
    assert fillomino("compare", EXAMPLES / "row.txt", *options, *mutants, *export).code == 2
