"""Counting, listing and sampling by command; counts through a solver; solve --prove-by counting."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from drivers import Solver, fake
from drivers.solver import Quirks
from fillomino.board import rectangle
from fillomino.errors import CountError
from fillomino.puzzle import Puzzle
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.support.processes import begun
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.methods.counting import count_by_solver
from workbench.methods.question import Question
from workbench.methods.smt import smt


@pytest.mark.parametrize("method", ["frontier", "regions", "placements", "partitions"])
def test_count_a_board(fillomino: Runner, method: str) -> None:
    done = fillomino("count", "--board", "3x3", "--method", method, "--json").ended(0)
    row = done.row
    assert (row["puzzle"], row["fillings"], row["method"]) == ("3x3", 445, method)


def test_count_names_what_it_counted(fillomino: Runner) -> None:
    done = fillomino("count", "--board", "2x2", "--as", "max-region=3", "--method", "naive")
    assert done.out.startswith("2x2, regions of at most 3: 4 solutions (naive, ")
    assert fillomino("count", "--board", "hexagon:1").out.startswith("hexagon:1: 1 solution (frontier, ")


@pytest.fixture
def no_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain installation: NumPy is not found, and an import of it fails."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    for module in ("settings", "methods"):
        monkeypatch.setattr(f"fillomino.counting.{module}.numpy_installed", lambda: False)


@pytest.mark.usefixtures("no_numpy")
def test_a_small_board_is_counted_without_numpy(fillomino: Runner) -> None:
    done = fillomino("count", "--board", "4x4")
    assert done.out.startswith("4x4: 259728 solutions (regions, ")
    assert not done.err


@pytest.mark.usefixtures("no_numpy")
def test_a_large_board_without_numpy_names_what_to_install(fillomino: Runner) -> None:
    done = fillomino("count", "--board", "5x5", "--as", "max-region=2")
    assert "solution" in done.out
    assert "(frontier, " in done.out
    assert "pip install 'fillomino-smt[count]'" in done.err
    assert "(frontier, " in fillomino("count", "--board", "2x2", "--method", "frontier:rows").out


def test_count_puzzles(fillomino: Runner) -> None:
    done = fillomino("count", EXAMPLES / "first.txt", "--json")
    assert (done.code, done.row["fillings"]) == (0, 1)
    several = fillomino("count", EXAMPLES / "several.txt", "--json")
    listed = fillomino("count", "--list", "all", EXAMPLES / "several.txt")
    assert several.code == 1
    assert several.row["fillings"] == len(listed.out.splitlines()) > 1
    none = fillomino("count", EXAMPLES / "none.txt", "--json")
    assert (none.code, none.row["fillings"]) == (1, 0)
    assert fillomino("count", "--list", "all", EXAMPLES / "none.txt").code == 1


def test_a_rule_that_counting_does_not_know(fillomino: Runner) -> None:
    path = EXAMPLES / "basic.json"
    fact = f"{path}: counting does not support the rule 'basic'; use "
    assert fillomino.refuses("count", path) == f"{fact}--method solver"
    assert (
        fillomino.refuses("count", path, "--table", "space") == f"{fact}--method solver without --table space"
    )
    for command in ("--list=1", "--sample=1"):
        assert fillomino.refuses("count", command, path) == f"{fact}`fillomino solve --limit`"
    done = fillomino("solve", path, "--unique", "--prove-by", "counting").ended(3)
    assert done.out.endswith("counting does not support the rule 'basic'; use --prove-by solver\n")
    done = fillomino("count", path, EXAMPLES / "first.txt", "--json")
    refused, counted = done.rows
    assert (done.code, refused["error"], counted["fillings"]) == (2, f"{fact}--method solver", 1)


def test_space_is_told_without_counting(fillomino: Runner) -> None:
    done = fillomino("count", "--board", "3x3", "--table", "space", "--json")
    assert done.row["space"] == {"partitions": 9966, "naive": 9**9}
    assert "387420489" in fillomino("count", "--board", "3x3", "--table", "space").out


def test_the_table_of_all_boards_up_to_a_size(fillomino: Runner) -> None:
    rows = fillomino.rows("count", "--table", "3x4")
    counts = {(row["rows"], row["columns"]): row["fillings"] for row in rows}
    assert len(counts) == 12
    assert [counts[1, n] for n in range(1, 5)] == [1, 1, 3, 4]  # OEIS A003242
    assert [counts[2, n] for n in range(1, 5)] == [1, 5, 33, 138]  # OEIS A359703
    assert (counts[3, 3], counts[3, 4]) == (445, 6426)
    [nine] = [row for row in rows if (row["rows"], row["columns"]) == (3, 3)]
    assert nine["validity"] == pytest.approx(445 / 9**9)
    assert nine["space"] == {"partitions": 9966, "naive": 9**9}
    assert {row["source"] for row in rows if row["rows"] == 3 and row["columns"] == 4} == {"ours"}
    bounded = fillomino("count", "--table", "4x4", "--as", "max-region=3", "--json").out.splitlines()[-1]
    assert json.loads(bounded)["fillings"] == 152


def test_large_spaces_are_rounded_for_people_and_exact_for_machines(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fillomino.counting import methods

    done = fillomino("count", "--board", "16x16", "--table", "space")
    assert "  partitions  about 1.8e314\n  naive       about 3.2e616\n" in done.out
    row = fillomino.row("count", "--board", "6x6", "--table", "space")
    assert row["space"] == {"partitions": 1628511581151842259881615802, "naive": 36**36}
    long = replace(methods.METHODS[-1], space=lambda _: 10**5000)
    monkeypatch.setattr(methods, "METHODS", (methods.METHODS[0], long))
    assert f'{{"naive": 1{"0" * 5000}}}' in fillomino("count", "--board=1x1", "--table=space", "--json").out


def test_a_count_of_many_digits(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    from fillomino.counting import methods

    monkeypatch.setattr(methods, "count", lambda *_, **__: 10**5000)
    assert f"1x1: 1{'0' * 5000} solutions (" in fillomino("count", "--board", "1x1").out


def test_checkpoint_and_memory(fillomino: Runner, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    file = tmp_path / "4x4.npz"
    for _ in range(2):
        assert (
            "10783 solutions"
            in fillomino("count", "--board", "4x4", "--as", "max-region=4", "--checkpoint", file).out
        )
    done = fillomino("count", "--board", "5x5", "--memory", "3")
    assert (done.code, done.out) == (3, "")
    assert "outgrow the memory allowed, 3 MiB" in done.err


def test_list(fillomino: Runner) -> None:
    lines = [",".join(map(str, filling)) for filling in by_placing(rectangle(3, 3))]
    for options, wanted in (
        (("all",), lines),
        (("3",), lines[:3]),
        (("9" * 20,), lines),
        (("all", "--after", lines[99]), lines[100:]),
        (("all", "--prefix", "4 4"), [line for line in lines if line.startswith("4,4,")]),
    ):
        assert fillomino("count", "--board", "3x3", "--list", *options).out.splitlines() == wanted
    row = fillomino.row("count", "--list", "1", "--board", "3x3")
    assert row["filling"] == [[1, 2, 1], [5, 2, 5], [5, 5, 5]]
    assert "┌" in fillomino("count", "--list", "1", "--board", "3x3", "--draw").out


def test_sample(fillomino: Runner) -> None:
    arguments = ("count", "--sample", "2", "--board", "3x3", "--seed", "5", "--json")
    lines = fillomino(*arguments).out.splitlines()
    assert fillomino(*arguments).out.splitlines() == lines
    everything = set(by_placing(rectangle(3, 3)))
    for line in lines:
        row = json.loads(line)
        assert row["exact"] is True
        assert tuple(number for numbers in row["filling"] for number in numbers) in everything
    windows = fillomino("count", "--sample", "1", "--board", "8x8", "--method", "windows:1")
    assert windows.code == 0
    assert "by windows" in windows.err
    assert "seed" in windows.err


def test_prove_by_counting(fillomino: Runner) -> None:
    done = fillomino("solve", EXAMPLES / "first.txt", "--unique", "--prove-by", "counting")
    assert done.code == 0
    assert "the only solution by counting" in done.out
    done = fillomino("solve", EXAMPLES / "several.txt", "--unique", "--prove-by", "counting")
    assert done.code == 1
    assert "there is another solution" in done.out
    done = fillomino("solve", EXAMPLES / "none.txt", "--unique", "--prove-by", "counting", "--deduce", "none")
    assert done.code == 1
    assert done.out.startswith("unsolvable, by counting too (cuts, ")


def test_a_solver_that_finds_nothing_is_not_believed_where_counting_finds_some(
    fillomino: Runner, pretend: Callable[[Solver], str]
) -> None:
    liar = pretend(fake.scripted("unsat\n", name="liar", quirks=Quirks(silent=True)))
    options = ("-e", "forest", "-s", liar, "--unique", "--prove-by", "counting", "--deduce", "none")
    done = fillomino("solve", EXAMPLES / "several.txt", *options)
    assert done.code == 3
    assert "unknown" in done.out
    assert "counting finds 84 fillings where 0 had been found" in done.out


def test_a_board_may_be_that_of_a_puzzle(fillomino: Runner) -> None:
    whose = fillomino("count", "--board", EXAMPLES / "row.txt", "--json")
    named = fillomino("count", "--board", "1x9", "--json")
    assert whose.row["fillings"] == named.row["fillings"] == 71


def test_where_there_is_nothing_to_draw(fillomino: Runner) -> None:
    done = fillomino("count", "--sample", "1", EXAMPLES / "none.txt")
    assert (done.code, done.err) == (1, "fillomino: there is no solution to draw\n")
    done = fillomino("count", "--sample", "1", "--board", "9x9", "--method", "exact", "--memory", "1")
    assert done.code == 3
    assert "outgrows the memory allowed" in done.err


def test_ctrl_c_keeps_the_checkpoint(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    file = tmp_path / "5x5.npz"
    with begun("count", "--board", "5x5", "--checkpoint", file, "--jobs", "2") as process:
        deadline = time.monotonic() + 30
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "fillomino: interrupted\n")
    assert file.exists()


BOARDS = {**ODD, "2x3": rectangle(2, 3), "1x6": rectangle(1, 6)}


def counted(puzzle: Puzzle, encoding: str = "cuts") -> int:
    told: list[int] = []
    found = count_by_solver("it", puzzle, smt(encoding, "yices"), Question(), told.append)
    assert told == list(range(1, found + 1))
    return found


@pytest.mark.parametrize("encoding", ["cuts", "placements"])
def test_boards_against_brute_force(encoding: str) -> None:
    for board in BOARDS.values():
        fillings = by_placing(board)
        for largest in (None, 3):
            wanted = sum(largest is None or max(filling) <= largest for filling in fillings)
            assert counted(Puzzle(board, {}, largest_region=largest), encoding) == wanted


def test_a_filling_with_many_trees_is_counted_once() -> None:
    """A model of `forest-bool` holds a spanning tree; the projection is onto the numbers."""
    assert counted(Puzzle(rectangle(2, 3), {}), "forest-bool") == 33


def test_puzzles_against_brute_force() -> None:
    """With the variants, which the other methods do not know."""
    chance = Random(5)
    several = 0
    for _ in range(12):
        board = chance.choice((rectangle(2, 4), rectangle(3, 3), ODD["ring"]))
        fillings = by_placing(board)
        filling = chance.choice(fillings)
        puzzle = Puzzle(
            board,
            {x: filling[x] for x in range(board.size) if chance.random() < 0.25},
            walls=frozenset(link for link in board.links() if chance.random() < 0.1),
            checkered=chance.random() < 0.4,
            basic=chance.random() < 0.4,
        )
        wanted = sum(keeps(puzzle, filling) for filling in fillings)
        several += wanted > 1
        assert counted(puzzle) == wanted
    assert several > 4


def test_a_count_that_runs_out_of_time_says_how_far_it_came() -> None:
    method = smt("cuts", "yices")
    question = Question(seconds=0.2)
    with pytest.raises(CountError, match=r"\d+ solutions found, and there may be more: the solver had 0.2 s"):
        count_by_solver("it", Puzzle(rectangle(4, 4), {}), method, question, lambda _: None)


def test_the_command(fillomino: Runner) -> None:
    row = fillomino.row("count", "--board", "2x3", "--method", "solver")
    assert (row["fillings"], row["method"], row["encoding"], row["solver"]) == (33, "solver", "cuts", "yices")
    done = fillomino("count", EXAMPLES / "checkered.json", "--method", "solver", "-e", "placements")
    assert done.code == 0
    assert "1 solution (solver, placements, yices, " in done.out
    assert fillomino("count", EXAMPLES / "none.txt", "--method", "solver").code == 1
    done = fillomino("count", "--board", "4x4", "--method", "solver", "--timeout", "0.2")
    assert (done.code, done.out) == (3, "")
    assert "4x4: " in done.err


def test_ctrl_c_tells_what_was_found(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: object) -> int:
        *_, watch = given
        assert callable(watch)
        watch(7)
        raise KeyboardInterrupt

    monkeypatch.setattr("workbench.cli.count.count_by_solver", interrupted)
    done = fillomino("count", "--board", "3x3", "--method", "solver")
    assert done.code == 130
    assert "3x3: 7 solutions were found so far; there may be more" in done.err


def test_a_broken_solver_is_no_count(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise CountError("it broke", broken=True)

    monkeypatch.setattr("workbench.cli.count.count_by_solver", broken)
    assert fillomino("count", "--board", "3x3", "--method", "solver").code == 4
