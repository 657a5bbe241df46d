"""`fillomino compare --strategies`: backtracking by sets of the thesis's strategies."""

from __future__ import annotations

from pathlib import Path

import pytest

from fillomino import formats
from fillomino.backtracking import search
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare.page.tables import sheets
from workbench.compare.statistics import summaries, tabulate
from workbench.compare.store import read
from workbench.methods.backtracking import BacktrackingMethod, by_strategies
from workbench.methods.question import Question
from workbench.methods.result import Status
from workbench.methods.table import named


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
    told = method.run("twenty", example("twenty.txt"), Question().within(0.3))
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
    rows, _ = read(out)
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
    [sheet] = [sheet for sheet in sheets(tabulate(rows)) if sheet.name == "guesses"]
    assert [(line["method"], line["most guesses"], line["most depth"]) for line in sheet.lines] == [
        ("single-exit", by_hand.nodes, by_hand.depth),
        ("forced-cells", 0, 0),
    ]
    again = fillomino(*command)
    assert "4 of 4 runs are there already; 0 to do" in again.err
    assert again.out == done.out


def test_heuristics(fillomino: Runner) -> None:
    orders = {"": "fewest", ":first": "first", ":constrained": "constrained", ":exits": "exits"}
    for name, order in orders.items():
        assert named(f"backtracking{name}", isolated=True).facts().arguments == (f"order={order}",)
    for command in (("compare", "2x3:2e", "-m"), ("solve", "2x3:2e", "--by")):
        said = fillomino.refuses(*command, "backtracking:luck")
        assert all(order in said for order in orders.values())
    assert "solved" in fillomino("solve", "2x3:2e", "--by", "backtracking:exits").out
