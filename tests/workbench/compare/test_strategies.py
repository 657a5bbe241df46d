"""`fillomino compare --strategies`: backtracking by sets of the thesis's strategies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fillomino import formats
from fillomino.backtracking import search
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare.page.tables import sheets
from workbench.compare.row import from_line
from workbench.compare.statistics import summaries, tabulate
from workbench.methods.backtracking import BacktrackingMethod, by_strategies
from workbench.methods.question import Question
from workbench.methods.result import Status


def example(name: str) -> Puzzle:
    return formats.read((EXAMPLES / name).read_text()).puzzle


def test_all_subsets_and_sets_by_name() -> None:
    assert [method.name for method in by_strategies("all-subsets")] == [
        "none",
        "single-exit",
        "forced-cells",
        "reachability",
        "single-exit+forced-cells",
        "single-exit+reachability",
        "forced-cells+reachability",
        "single-exit+forced-cells+reachability",
    ]
    # The order and how often does not matter; a set is one method.
    found = by_strategies("reachability+single-exit, none,single-exit+reachability")
    assert [method.strategies for method in found] == [("single-exit", "reachability"), ()]
    for wrong in ("", "every", "none+single-exit", "single-exit,,none"):
        with pytest.raises(InputError, match=r"unknown strategy|can't be joined"):
            by_strategies(wrong)


@pytest.mark.parametrize(
    "method", [BacktrackingMethod(), *by_strategies("single-exit")], ids=lambda method: method.name
)
def test_the_process_finds_and_counts_what_a_search_here_does(method: BacktrackingMethod) -> None:
    puzzle = example("first.txt")
    told = method.run("first", puzzle, Question(seconds=60, unique=True))
    strategies = None if method.strategies is None else frozenset(method.strategies)
    here = search(puzzle, strategies=strategies, order=method.order)
    assert (told.status, told.unique, told.complete) == (Status.SOLVED, True, True)
    assert told.fillings == here.fillings and not violations(puzzle, told.fillings[0])
    assert (told.nodes, told.depth) == (here.nodes, here.depth)
    assert (here.nodes > 0) == (method.strategies is not None)
    assert told.usage.cpu_seconds > 0


def test_a_search_that_runs_out_of_time_says_how_far_it_came() -> None:
    [method] = by_strategies("none")
    told = method.run("twenty", example("twenty.txt"), Question(seconds=0.3))
    assert (told.status, told.fillings, told.complete) == (Status.TIMEOUT, (), False)
    assert told.nodes and told.depth
    assert told.usage.wall_seconds >= 0.3


def test_rows_report_and_going_on(fillomino: Runner, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    names = [EXAMPLES / "none.txt", EXAMPLES / "row.txt"]
    command: list[str | Path] = ["compare", *names, "--unique", "--timeout", "30", "-o", out, "--no-report"]
    command += ["--strategies", "single-exit,forced-cells"]
    done = fillomino(*command)
    assert done.code == 0, done  # what one calls unsolvable does not contradict itself
    assert "4 runs on 2 puzzles" in done.out
    heading, first, second = (line.split() for line in done.out.splitlines()[2:5])
    assert heading[-4:] == ["no", "guess", "guesses", "depth"]
    rows = [
        from_line(line, source="runs", number=number)
        for number, line in enumerate(out.read_text().splitlines())
    ]
    found = {(Path(row.puzzle).stem, row.method): (row.status, row.nodes, row.depth) for row in rows}
    by_hand = search(example("row.txt"), strategies=frozenset({"single-exit"}), order="first")
    assert by_hand.nodes > 0
    assert found["row", "single-exit"] == ("solved", by_hand.nodes, by_hand.depth)
    assert found["row", "forced-cells"] == ("solved", 0, 0)
    assert found["none", "forced-cells"] == ("unsolvable", 0, 0)
    single, forced = summaries(tabulate(rows))
    assert (single.unguessed, single.depth) == (1, by_hand.depth)
    assert (forced.unguessed, forced.nodes, forced.most_nodes, forced.depth) == (2, 0, 0, 0)
    assert first[-1] == str(by_hand.depth) and second[-3:] == ["2", "0", "0"]
    [sheet] = [sheet for sheet in sheets(tabulate(rows), []) if sheet.name == "guesses"]
    assert [(line["method"], line["most guesses"], line["most depth"]) for line in sheet.lines] == [
        ("single-exit", by_hand.nodes, by_hand.depth),
        ("forced-cells", 0, 0),
    ]
    again = fillomino(*command)
    assert "4 of 4 runs are there already; 0 to do" in again.err
    assert again.out == done.out


def test_heuristics_side_by_side(fillomino: Runner, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    names = ["backtracking", "backtracking:first", "backtracking:constrained", "backtracking:exits"]
    methods = [word for name in names for word in ("-m", name)]
    line: list[str | Path] = ["compare", "2x3:2e", *methods, "--strategies", "none", "--unique"]
    line += ["-o", out, "--no-report"]
    assert fillomino(*line).code == 0
    rows = [json.loads(text) for text in out.read_text().splitlines()]
    assert [row["method"] for row in rows] == [*names, "none"]
    orders = ["fewest", "first", "constrained", "exits", "first"]
    assert [row["arguments"] for row in rows] == [[f"order={order}"] for order in orders]
    assert {row["unique"] for row in rows} == {False}
    known = "fewest, first, constrained, exits"
    for command in (("compare", "2x3:2e", "-m"), ("solve", "2x3:2e", "--by")):
        told = fillomino.refuses(*command, "backtracking:luck")
        assert told == f"there is no heuristic 'luck' of backtracking; there is {known}"
    assert "solved" in fillomino("solve", "2x3:2e", "--by", "backtracking:exits").out
