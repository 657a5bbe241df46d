"""Departures of a script from its encoding, as `check` and `explain` give them to machines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fillomino as api
from tests.workbench.conftest import Runner


@pytest.fixture
def forest(fillomino: Runner) -> Path:
    return fillomino.encoded("3x2:3d2", "-e", "forest")


def test_each_departure_is_a_row(fillomino: Runner, forest: Path) -> None:
    """One of each kind: an assertion changed, one added, one left out, a declaration left out."""
    lines = forest.read_text().splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("(assert (= s_0 (+"))
    old = lines[place]
    lines[place] = old.replace("(+ 1", "(+ 2")
    lines.insert(place + 1, "(assert (! (> n_1 7) :named mine))")
    lines.remove("(assert (= n_0 3))")
    lines.remove(next(line for line in lines if re.match(r"\(declare-\S+ n_5 ", line)))
    file = fillomino.write("x.smt2", "\n".join(lines))
    rows = fillomino("check", file, "--json").ended(1).rows
    [lack] = [row for row in rows if "missing" in row]
    assert (lack["family"], lack["missing"]) == ("clue", 1)
    by_kind = {row["departure"]: row for row in rows if "departure" in row}
    assert len(rows) == 4
    # The declaration that was taken away stood before them.
    changed = {"departure": "changed", "line": place - 1, "term": lines[place - 2][8:-1], "was": old[8:-1]}
    assert by_kind["changed"] == {**changed, "family": "size-sum"}
    added = {"departure": "added", "line": place, "term": "(> n_1 7)", "was": None, "family": None}
    assert by_kind["added"] == added
    nameless = {"departure": "undeclared", "line": None, "term": "n_5", "was": None, "family": None}
    assert by_kind["undeclared"] == nameless
    assert api.check_script(file).to_json() == fillomino("check", file, "--json").out.rstrip("\n")


def test_explain_gives_the_same_rows_before_what_it_finds(fillomino: Runner, forest: Path) -> None:
    text = forest.read_text()
    added = fillomino.write("x.smt2", text.replace("(check-sat)", "(assert (> n_1 3))\n(check-sat)"))
    rows = fillomino("explain", added, "--json").ended(1).rows
    assert [row["departure"] for row in rows if "departure" in row] == ["added"]
    assert rows[:1] == fillomino.rows("check", added)
    assert [row.get("finding") for row in rows[1:]] == ["misses", None]
    assert {claim["term"] for claim in rows[-1]["core"]} >= {"(> n_1 3)"}


def test_assertions_follow_the_departures(fillomino: Runner, forest: Path) -> None:
    added = fillomino.write(
        "x.smt2", forest.read_text().replace("(check-sat)", "(assert (> n_0 3))\n(check-sat)")
    )
    rows = fillomino.rows("check", added, "-", stdin="3 3 3\n1 2 2\n")
    assert rows[0]["departure"] == "added"
    assert {row["term"] for row in rows[1:] if row["verdict"] is False} == {"(> n_0 3)"}
    assert api.check_script(added, "3 3 3\n1 2 2\n").to_json().count("\n") == len(rows) - 1


def test_renamed_symbols_are_a_row_only_beside_departures(fillomino: Runner, forest: Path) -> None:
    whole = re.sub(r"\bn_0\b", "first", forest.read_text())
    assert fillomino("check", fillomino.write("x.smt2", whole), "--json").ended(0).rows == []
    less = whole.replace("(assert (= first 3))\n", "")
    rows = fillomino("check", fillomino.write("y.smt2", less), "--json").ended(1).rows
    assert rows[0] == {"renamed": {"first": "n_0"}}
    assert [row["family"] for row in rows[1:]] == ["clue"]
