"""The commands `deduce` and `rate`, and `solve --by`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from fillomino import formats
from fillomino.backtracking import search
from fillomino.deduction.rating import rate
from fillomino.deduction.reason import reasoner
from fillomino.deduction.rules import table as rules
from fillomino.deduction.rules.table import beyond
from fillomino.deduction.strategies import STRATEGIES
from tests.workbench.conftest import EXAMPLES, Runner

FIRST = EXAMPLES / "first.txt"
SEVERAL = EXAMPLES / "several.txt"
NONE = EXAMPLES / "none.txt"


def test_deduce_says_what_is_known(fillomino: Runner) -> None:
    done = fillomino("deduce", FIRST)
    assert done.code == 0
    assert done.out.startswith("┌───┬───┬───────────┐\n│ 2 │(3)│ 4   4  (4)│\n")
    assert f"solved without a guess, by S0 to {rules.label('bottleneck')}" in done.out


def test_deduce_says_what_is_left(fillomino: Runner) -> None:
    done = fillomino("deduce", SEVERAL, "--level", "3")
    assert done.code == 0
    assert "the rules find no more after 1 step; 12 cells are left open:\n  r1c2: 2-6\n" in done.out


def test_deduce_tells_steps(fillomino: Runner) -> None:
    lines = fillomino("deduce", FIRST, "--steps").out.splitlines()
    steps = [line for line in lines if re.match(r" *\d+\. S\d ", line)]
    assert steps[0].startswith("  1. S1 border and merge: ")
    assert f"({len(steps)} steps)" in lines[-1]


def test_the_trace_of_backtracking(fillomino: Runner, tmp_path: Path) -> None:
    """Steps and guesses lead to the solution: what stands when the trace ends is not taken back."""
    puzzle = formats.read_bytes(SEVERAL.read_bytes(), source="several").puzzle
    done = search(puzzle, strategies=frozenset(STRATEGIES), order="first", limit=1)
    pictures = tmp_path / "steps"
    run = fillomino("deduce", SEVERAL, "--level", "thesis", "--steps", "--json", "--svg-steps", pictures)
    row = json.loads(run.out)
    guesses = [step for step in row["steps"] if step["kind"] == "guess"]
    assert done.nodes > 0
    assert (row["guesses"], row["depth"], row["solved"]) == (done.nodes, done.depth, True)
    assert (len(guesses), max(step["depth"] for step in guesses)) == (done.nodes, done.depth)
    standing = {step["depth"]: step for step in guesses}
    for depth, step in standing.items():
        if depth <= row["steps"][-1]["depth"]:
            assert row["candidates"][step["cells"][0]] == [step["number"]]
    assert len(list(pictures.glob("*.svg"))) == len(row["steps"])
    assert fillomino("deduce", NONE, "--level", "thesis").code == 1


def test_a_hint_is_the_next_number_and_true(fillomino: Runner) -> None:
    sentence = "single exit: r5c1 is 3: the 3 at r4c1 can grow nowhere else.\n"
    assert fillomino("deduce", FIRST, "--hint").out == f"{rules.label('single_exit')} {sentence}"
    for path in (EXAMPLES / "hidden.txt", EXAMPLES / "larger-than-every-clue.txt", EXAMPLES / "hexagon.json"):
        puzzle = formats.read_bytes(path.read_bytes(), source=path.name).puzzle
        [filling] = search(puzzle).fillings
        hint = json.loads(fillomino("deduce", path, "--hint", "--json").out)["steps"][-1]
        assert hint["kind"] == "fix"
        for name in hint["cells"]:
            assert filling[puzzle.board.names.index(name)] == hint["number"]


@pytest.mark.parametrize(
    ("puzzle", "options", "code", "last"),
    [
        (SEVERAL, ("--level", "0"), 0, "The rules find no more."),
        (SEVERAL, ("--level", "1"), 0, "The rules find no more."),  # after a step that only rules out
        (SEVERAL, ("--timeout", "0.001"), 3, "Time ran out."),
        ("2x1:22", (), 0, "Every cell is filled."),
    ],
)
def test_a_hint_where_there_is_none(
    fillomino: Runner, puzzle: str | Path, options: tuple[str, ...], code: int, last: str
) -> None:
    done = fillomino("deduce", puzzle, "--hint", *options)
    assert (done.code, done.out.splitlines()[-1]) == (code, last)
    row = json.loads(fillomino("deduce", puzzle, "--hint", "--json", *options).out)
    assert not [step for step in row["steps"] if step["kind"] == "fix"]


def test_a_hint_where_there_is_no_filling(fillomino: Runner) -> None:
    done = fillomino("deduce", NONE, "--hint")
    assert (done.code, done.out) == (1, fillomino("deduce", NONE).out)
    row = fillomino("deduce", NONE, "--hint", "--json")
    assert (row.code, json.loads(row.out)["consistent"]) == (1, False)


def test_deduce_finds_contradictions(fillomino: Runner) -> None:
    done = fillomino("deduce", NONE)
    assert done.code == 1
    assert done.out.startswith(f"no solution: {rules.label('single_exit')} single exit: ")


def test_deduce_in_json(fillomino: Runner) -> None:
    row = json.loads(fillomino("deduce", FIRST, "--json", "--steps").out)
    assert (row["consistent"], row["solved"], row["finished"]) == (True, True, True)
    assert row["level"] == rules.level("bottleneck")
    assert row["candidates"]["r1c1"] == [2]
    assert {"rule", "name", "kind", "number", "cells", "because", "text"} == set(row["steps"][0])
    without = json.loads(fillomino("deduce", FIRST, "--json").out)
    hinted = json.loads(fillomino("deduce", FIRST, "--hint", "--json").out)
    assert set(without) | {"steps"} == set(row) == set(hinted)
    assert (hinted["solved"], hinted["candidates"]["r5c1"]) == (False, [3])


def test_deduce_runs_out_of_time(fillomino: Runner) -> None:
    done = fillomino("deduce", EXAMPLES / "twenty.txt", "--timeout", "0.001")
    assert done.code == 3
    assert "time ran out after" in done.out


@pytest.mark.parametrize("name", ["first.txt", "hexagon.json", "holes.txt"])
def test_pictures_of_steps(fillomino: Runner, tmp_path: Path, name: str) -> None:
    done = fillomino("deduce", EXAMPLES / name, "--json", "--steps", "--svg-steps", tmp_path)
    steps = json.loads(done.out)["steps"]
    pictures = sorted(tmp_path.glob("*.svg"))
    assert [picture.stem for picture in pictures] == [f"{n:03}" for n in range(1, len(steps) + 1)]
    for picture, step in zip(pictures, steps, strict=True):
        root = ET.parse(picture).getroot()
        assert root[0].text == step["text"]
        shades = [e for e in root.iter() if e.get("fill-opacity")]
        assert len(shades) == len(set(step["cells"]) | set(step["because"]))
        struck = [e for e in root.iter() if e.get("stroke") == "#c8402f"]
        assert len(struck) == (len(step["cells"]) if step["kind"] == "strike" else 0)
    assert (tmp_path / "index.html").read_text().count("<figure>") == len(steps)


def test_the_completions_of_a_group_are_lettered(fillomino: Runner, tmp_path: Path) -> None:
    """By hand: the 4 at r2c1 can take r1c1 r1c2 r1c3 (a), r1c1 r1c2 r2c2 (b) or r2c2 r1c2 r1c3 (c)."""
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(rules.find("completions").example)
    pictures = tmp_path / "pictures"
    done = fillomino("deduce", puzzle, "--json", "--steps", "--svg-steps", pictures)
    numbered = enumerate(json.loads(done.out)["steps"], start=1)
    first = next(number for number, step in numbered if step["name"] == "completions")
    texts = [text.text or "" for text in ET.parse(pictures / f"{first:03}.svg").getroot()[1:] if text.text]
    letters = sorted(text for text in texts if text.isalpha())
    assert letters == ["ab", "abc", "ac", "bc"]


def test_rate(fillomino: Runner) -> None:
    done = fillomino("deduce", "--rate", FIRST, SEVERAL)
    first, several = done.out.splitlines()
    score = rate(formats.read(FIRST.read_text()).puzzle).score
    assert f"level {rules.level('bottleneck')} (bottleneck), score {score}, depth 0; 3 S0" in first
    assert f"level {beyond()} (beyond all rules, 12 cells open)" in several
    none = fillomino("deduce", "--rate", NONE)
    assert (none.code, none.out) == (1, f"{NONE}: no solution\n")


def test_rate_in_json_goes_on_after_bad_input(fillomino: Runner, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("2 2\n1 x\n", encoding="utf-8")
    done = fillomino("deduce", "--rate", bad, FIRST, "--json", "--depth", "0")
    assert done.code == 2
    wrong, row = map(json.loads, done.out.splitlines())
    assert "error" in wrong
    assert (row["level"], row["depth"]) == (rules.level("bottleneck"), None)
    assert sum(row["steps"].values()) == 32


def test_the_level_is_that_of_the_easiest_rules_that_do() -> None:
    for path in sorted(EXAMPLES.glob("*.*")):
        if path.suffix == ".py":
            continue
        puzzle = formats.read_bytes(path.read_bytes(), source=path.name).puzzle
        if puzzle.board.size > 50 or path == SEVERAL:
            continue
        level = rate(puzzle, depth_seconds=0).level
        if level in (None, 0, beyond()):
            continue
        for upto, enough in ((level, True), (level - 1, False)):
            reasoning = reasoner(puzzle, upto)
            reasoning.run()
            assert reasoning.solved is enough, (path.name, upto)


def test_rating_runs_out_of_time() -> None:
    puzzle = formats.read_bytes((EXAMPLES / "twenty.txt").read_bytes(), source="twenty").puzzle
    rating = rate(puzzle, seconds=0.0, depth_seconds=0.001)
    assert (rating.level, rating.depth, rating.consistent) == (None, None, True)


@pytest.mark.parametrize("by", ["deduction", "backtracking"])
def test_solve_without_a_solver(fillomino: Runner, by: str) -> None:
    done = fillomino("solve", FIRST, "--by", by, "--unique", "--plain")
    assert done.code == 0
    smt = fillomino("solve", FIRST, "--plain")
    assert done.out == smt.out
    assert f"solved by {by}, the only solution (" in fillomino("solve", FIRST, "--by", by, "--unique").out
    assert fillomino("solve", NONE, "--by", by).code == 1


def test_solve_by_deduction_leaves_what_needs_a_guess(fillomino: Runner) -> None:
    done = fillomino("solve", SEVERAL, "--by", "deduction")
    assert done.code == 3
    assert "12 cells are open; try --by backtracking" in done.out


def test_solve_by_backtracking_finds_all(fillomino: Runner) -> None:
    row = json.loads(fillomino("solve", SEVERAL, "--by", "backtracking", "--limit", "1000", "--json").out)
    smt = json.loads(fillomino("solve", SEVERAL, "--limit", "1000", "--json").out)
    assert row["complete"]
    assert sorted(row["fillings"]) == sorted(smt["fillings"])
    assert fillomino("solve", SEVERAL, "--by", "backtracking", "--unique").code == 1


def test_solve_by_backtracking_gives_up(fillomino: Runner) -> None:
    done = fillomino("solve", SEVERAL, "--by", "backtracking", "--timeout", "0.001", "--limit", "100000")
    assert done.code == 3
    assert "gave up after" in done.out
