"""One method, one result: the command, a comparison, the page and Python give the same for every method."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import workbench
from fillomino import formats
from fillomino.board import rectangle
from fillomino.counting.methods import count
from fillomino.deduction.engine import Level
from fillomino.deduction.rules.table import hardest
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare.plan import entries, filling_hash, key
from workbench.methods import deduction
from workbench.methods.backtracking import BacktrackingMethod
from workbench.methods.counting import count_by_solver, task_of
from workbench.methods.deduction import DeductionMethod
from workbench.methods.method import Facts, Method
from workbench.methods.question import EVERY, Question
from workbench.methods.result import Result, Status, shape
from workbench.methods.table import ALONE, NAMED, named, smt
from workbench.page.jobs import JOBS
from workbench.paradigms.table import PARADIGMS as TABLE
from workbench.texts.inputs import open_one, sources

UNIQUE = Question(unique=True, seconds=60)
PAIRS = (("cuts", "yices"), ("forest-tight", "z3"), ("forest-bool", "yices"))
PARADIGMS = tuple(way for way in NAMED if way not in ALONE and find_spec(TABLE[way].module))
USUAL: tuple[tuple[str, str] | str, ...] = (*PAIRS, *ALONE)
METHODS = (*USUAL, *PARADIGMS)
MOST_CELLS = 36
ASK_ALL = ("several.txt", "row.txt", "none.txt")
SEVERAL, WALLS = EXAMPLES / "several.txt", EXAMPLES / "walls.pzprv3"
FEW = ("none.txt", SEVERAL.name, WALLS.name)
"""The puzzles that paradigms are asked about here: each is a process, and some take a second to start."""


def read(path: Path) -> Puzzle:
    return formats.read_bytes(path.read_bytes(), source=path.name).puzzle


PUZZLES = {
    path: puzzle
    for path in sorted(EXAMPLES.iterdir())
    if path.is_file() and path.suffix not in (".py", ".nurikabe")
    if (puzzle := read(path)).board.size <= MOST_CELLS
}


def method_of(way: tuple[str, str] | str) -> Method:
    return named(way) if isinstance(way, str) else smt(*way, deduce="ahead")


def asked(way: tuple[str, str] | str) -> dict[Path, Puzzle]:
    """The puzzles that a method is given."""
    return {path: puzzle for path, puzzle in PUZZLES.items() if way not in PARADIGMS or path.name in FEW}


def options(way: tuple[str, str] | str) -> list[str]:
    return ["--by", way] if isinstance(way, str) else ["-e", way[0], "-s", way[1], "--deduce", "ahead"]


@cache
def result_of(way: tuple[str, str] | str, path: Path) -> Result:
    """What a method finds on an example, from Python."""
    return method_of(way).run(str(path), asked(way)[path], UNIQUE)


def test_methods_do_not_contradict_one_another() -> None:
    assert len(PUZZLES) > 15
    statuses = set()
    for path, puzzle in PUZZLES.items():
        known = result_of("backtracking", path)
        assert known.status in (Status.SOLVED, Status.UNSOLVABLE)
        for way in METHODS:
            if path not in asked(way):
                continue
            result = result_of(way, path)
            statuses.add(result.status)
            if way == "deduction" and result.status is Status.UNKNOWN:
                continue
            assert (result.status, result.unique) == (known.status, known.unique), (way, path)
            assert not any(violations(puzzle, filling) for filling in result.fillings)
            if result.unique:
                assert result.fillings == known.fillings
    assert statuses >= {Status.SOLVED, Status.UNSOLVABLE, Status.UNKNOWN}


def test_deduction_has_a_limit_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    board = rectangle(8, 8)
    assert DeductionMethod().run("empty", Puzzle(board, {}), Question()).status is Status.UNKNOWN
    monkeypatch.setattr(deduction, "DEFAULT_SECONDS", 0.0)
    assert DeductionMethod().run("empty", Puzzle(board, {}), Question()).status is Status.TIMEOUT


@pytest.mark.parametrize("way", METHODS, ids=str)
def test_the_solve_command(way: tuple[str, str] | str, fillomino: Runner) -> None:
    its = asked(way) if way not in PARADIGMS else {SEVERAL: PUZZLES[SEVERAL]}
    done = fillomino("solve", *its, "--unique", "--json", *options(way))
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert len(rows) == len(its)
    for row, (path, puzzle) in zip(rows, its.items(), strict=True):
        result = result_of(way, path)
        assert (row["puzzle"], row["status"]) == (str(path), result.status.value)
        assert (row["unique"], row["asked"], row["error"]) == (result.unique, result.asked, result.error)
        assert (row["encoding"], row["solver"]) == (result.encoding, result.solver)
        shaped = [shape(puzzle.board, filling) for filling in result.fillings]
        assert row["filling"] == (shaped[0] if shaped else None)


def test_the_compare_command(fillomino: Runner, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    paths = [path for path in PUZZLES if path.name in FEW]
    options = ("--unique", "--deduce", "ahead", "--no-report", "-o", out)
    command: list[str | Path] = ["compare", *paths, *options]
    for pair in PAIRS:
        assert fillomino(*command, "-e", pair[0], "-s", pair[1]).code == 0
    assert fillomino(*command, "-e", "cuts", "-s", "yices", "-m", "deduction", "-m", "backtracking").code == 0
    rows = {(row["method"], row["puzzle"]): row for row in map(json.loads, out.read_text().splitlines())}
    assert len(rows) == len(USUAL) * len(paths)
    for way in USUAL:
        name = method_of(way).name
        for path in paths:
            row, result = rows[name, str(path)], result_of(way, path)
            assert (row["status"], row["unique"]) == (result.status.value, result.unique), (name, path)
            assert row["filling"] == (filling_hash(result.fillings[0]) if result.fillings else None)
            assert (row["asked"], row["nodes"]) == (result.asked, result.nodes)


@pytest.mark.slow
def test_paradigms_are_compared(fillomino: Runner, tmp_path: Path) -> None:
    out, path = tmp_path / "runs.jsonl", WALLS
    ways = [word for way in PARADIGMS for word in ("-m", str(way))]
    command: list[str | Path] = ["compare", path, "--unique", "-e", "cuts", "-s", "yices", *ways]
    command += ["--no-report", "-o", out]
    assert fillomino(*command).code == 0
    rows = {row["method"]: row for row in map(json.loads, out.read_text().splitlines())}
    assert rows.keys() == {"cuts yices", *PARADIGMS}
    assert len({row["filling"] for row in rows.values()}) == 1
    for way in PARADIGMS:
        assert (rows[way]["status"], rows[way]["unique"]) == ("solved", result_of(way, path).unique)
        assert (rows[way]["asked"], rows[way]["deduce"]) == (2, "none")
        assert rows[way]["version"] == result_of(way, path).version


def page(job: str, request: dict[str, Any]) -> dict[str, Any]:
    """All that a job of the page reports, by kind; the last of each."""
    told: dict[str, Any] = {}
    JOBS[job](request, told.update)
    return told


@pytest.mark.parametrize("way", PAIRS, ids=str)
def test_the_page(way: tuple[str, str]) -> None:
    for path in PUZZLES:
        puzzle = page("open", {"text": path.read_text()})["puzzle"]
        asked = {"puzzle": puzzle, "encoding": way[0], "solver": way[1], "level": "ahead", "unique": True}
        row, result = page("solve", asked)["result"], result_of(way, path)
        assert (row["status"], row["unique"], row["asked"]) == (
            result.status.value, result.unique, result.asked
        )  # fmt: skip
        assert (row["filling"] is None) == (not result.fillings)
        if result.unique:
            assert tuple(row["filling"]) == result.fillings[0]


def test_the_steps_of_the_page() -> None:
    sentences = {
        Status.SOLVED: "The rules find every number.",
        Status.UNSOLVABLE: "The rules find that there is no solution.",
        Status.UNKNOWN: "The rules find no more",
    }
    for path in PUZZLES:
        puzzle = page("open", {"text": path.read_text()})["puzzle"]
        assert sentences[result_of("deduction", path).status] in page("steps", {"puzzle": puzzle})["deduced"]


@pytest.mark.parametrize("name", ASK_ALL)
def test_all_solutions_and_their_number(name: str, fillomino: Runner) -> None:
    path = EXAMPLES / name
    puzzle = read(path)
    every = replace(UNIQUE, limit=EVERY)
    found = {way: method_of(way).run(name, puzzle, every) for way in USUAL if way != "deduction"}
    expected = set(found["backtracking"].fillings)
    for way, result in found.items():
        assert result.complete and len(result.fillings) == len(expected), way
        assert set(result.fillings) == expected
        done = fillomino("solve", path, "--json", "--limit", "1000", *options(way))
        told = json.loads(done.out)
        assert told["complete"] is True
        assert len(told["fillings"]) == len(expected)
        assert all(shape(puzzle.board, filling) in told["fillings"] for filling in expected)
    assert count_by_solver(name, puzzle, smt("cuts", "yices"), UNIQUE, lambda _: None) == len(expected)
    assert count(task_of(name, puzzle, Level.FULL, "nothing else")) == len(expected)
    for how in ("frontier", "solver"):
        row = json.loads(fillomino("count", path, "--method", how, "--json").out)
        assert row["fillings"] == len(expected)


def test_a_portfolio_and_a_proof_by_counting(fillomino: Runner) -> None:
    for name in ("first.txt", "several.txt", "none.txt"):
        path = EXAMPLES / name
        result = result_of(PAIRS[0], path)
        for more in (["--portfolio", "auto"], ["--prove-by", "counting"]):
            row = json.loads(fillomino("solve", path, "--unique", "--json", *more).out)
            assert (row["status"], row["unique"]) == (result.status.value, result.unique)


@pytest.mark.parametrize("method", [DeductionMethod(), BacktrackingMethod()], ids=lambda method: method.name)
def test_the_level_of_deduction_is_part_of_a_runs_key(method: Method) -> None:
    [entry], _ = entries(map(open_one, sources([str(EXAMPLES / "first.txt")])))
    facts = method.facts()
    ours = key(entry, method, facts, UNIQUE)
    assert key(entry, method, replace(facts, deduce="another"), UNIQUE) != ours


def test_old_runs_of_deduction_are_not_those_of_all_rules(fillomino: Runner, tmp_path: Path) -> None:
    """They were called `deduction`, and stopped at S5."""
    out = tmp_path / "runs.jsonl"
    command = ("compare", EXAMPLES / "first.txt", "-s", "yices", "-m", "deduction", "--no-report", "-o", out)
    assert fillomino(*command).code == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    [mine] = [row for row in rows if row["method"] == "deduction:all"]
    assert mine["deduce"] == f"S0-S{hardest()}"
    [entry], _ = entries(map(open_one, sources([str(EXAMPLES / "first.txt")])))

    class Old:
        name = "deduction"

    old = key(entry, Old(), Facts(deduce="full"), Question(seconds=60))  # type: ignore[arg-type]
    rows = [row for row in rows if row is not mine]
    kept = mine | {"key": old, "method": "deduction", "deduce": "full", "status": "unknown", "filling": None}
    out.write_text("".join(json.dumps(row) + "\n" for row in [*rows, kept]))
    again = fillomino(*command)
    assert "1 of 2 runs are there already; 1 to do" in again.err


def test_results_are_made_in_one_place() -> None:
    house = Path(workbench.__file__).parent
    for path in sorted(house.rglob("*.py")):
        if path.parent.name != "methods":
            assert re.search(r"\bResult\(", path.read_text()) is None, f"{path} answers by itself"
