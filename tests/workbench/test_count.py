"""Counting and listing by command; counts through a solver; solve --prove-by counting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from drivers import Solver, fake
from drivers.solver import Quirks
from fillomino.board import rectangle
from fillomino.errors import CountError
from fillomino.puzzle import Puzzle
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.fillomino.counting import count_by_solver
from workbench.methods.method import Question
from workbench.methods.smt import smt

FIRST, SEVERAL, NONE, ROW = (EXAMPLES / f"{name}.txt" for name in ("first", "several", "none", "row"))

# --- a number


@pytest.mark.parametrize("method", ["frontier", "regions", "placements", "partitions"])
def test_count_a_board(fillomino: Runner, method: str) -> None:
    row = fillomino.row("count", "3x3", "--method", method)
    assert (row["puzzle"], row["fillings"], row["method"]) == ("3x3", 445, method)


def test_count_names_what_it_counted(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    from fillomino.counting import methods

    row = fillomino.row("count", "2x2", "--as", "max-region=3", "--method", "naive")
    assert (row["puzzle"], row["fillings"], row["method"]) == ("2x2", 4, "naive")
    row = fillomino.row("count", "hexagon:1")
    assert (row["puzzle"], row["fillings"]) == ("hexagon:1", 1)
    bare = fillomino.write("bare.txt", "1 3\n0 0 0\n")
    counts = [fillomino("count", board, "--json").ended(0).row["fillings"] for board in (bare, "1x3")]
    assert counts == [3, 3], "a puzzle without clues is counted, not judged"
    monkeypatch.setattr(methods, "count", lambda *_, **__: 10**5000)
    for more in ((), ("--json",)):
        assert f": 1{'0' * 5000}" in fillomino("count", "1x1", *more).ended(0).out


def test_count_puzzles(fillomino: Runner) -> None:
    assert fillomino("count", FIRST, "--json").ended(0).row["fillings"] == 1
    several = fillomino("count", SEVERAL, "--json").ended(1).row["fillings"]
    assert several == len(fillomino("list", SEVERAL).out.splitlines()) > 1
    assert fillomino("count", NONE, "--json").ended(1).row["fillings"] == 0
    assert fillomino("list", NONE).code == 1


def test_a_rule_that_counting_does_not_know(fillomino: Runner) -> None:
    path = EXAMPLES / "basic.json"
    for command in ("count", "space", "list"):
        done = fillomino(command, path).refused("unsupported-variant")
        assert done.place[2] == str(path)
    row = fillomino("solve", path, "--unique", "--prove-by", "counting", "--json").ended(3).row
    assert (row["status"], row["unique"], row["error"] is None) == ("solved", None, False)
    refused, counted = fillomino("count", path, FIRST, "--json").ended(2).rows
    assert (refused["puzzle"], refused["code"]) == (str(path), "unsupported-variant")
    assert counted["fillings"] == 1


# --- tables


def test_the_table_of_all_boards_up_to_a_size(fillomino: Runner) -> None:
    rows = fillomino.rows("table", "3x4")
    counts = {(row["rows"], row["columns"]): row["fillings"] for row in rows}
    assert len(counts) == 12
    assert [counts[1, n] for n in range(1, 5)] == [1, 1, 3, 4]  # OEIS A003242
    assert [counts[2, n] for n in range(1, 5)] == [1, 5, 33, 138]  # OEIS A359703
    assert (counts[3, 3], counts[3, 4]) == (445, 6426)
    [nine] = [row for row in rows if (row["rows"], row["columns"]) == (3, 3)]
    assert nine["validity"] == pytest.approx(445 / 9**9)
    assert nine["space"] == {"partitions": 9966, "naive": 9**9}
    assert {row["source"] for row in rows if row["rows"] == 3 and row["columns"] == 4} == {"ours"}
    bounded = fillomino.rows("table", "4x4", "--max-region", "3")[-1]
    assert bounded["fillings"] == 152


def test_spaces_are_rounded_for_people_and_exact_for_machines(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fillomino.counting import methods

    assert fillomino.row("space", "16x16")["space"]["naive"] == 256**256
    assert "387420489" in fillomino("space", "3x3").out
    assert str(256**256) not in fillomino("space", "16x16").out
    for board, partitions, naive in (("3x3", 9966, 9**9), ("6x6", 1628511581151842259881615802, 36**36)):
        assert fillomino.row("space", board)["space"] == {"partitions": partitions, "naive": naive}
    long = replace(methods.METHODS[-1], space=lambda _: 10**5000)
    monkeypatch.setattr(methods, "METHODS", (methods.METHODS[0], long))
    assert f'{{"naive": 1{"0" * 5000}}}' in fillomino("space", "1x1", "--json").out


# --- lists


def test_list(fillomino: Runner) -> None:
    lines = [",".join(map(str, filling)) for filling in by_placing(rectangle(3, 3))]
    for options, wanted in (
        ((), lines),
        (("-n", "3"), lines[:3]),
        (("-n", "9" * 20), lines),
        (("--after", lines[99]), lines[100:]),
        (("--prefix", "4 4"), [line for line in lines if line.startswith("4,4,")]),
    ):
        assert fillomino("list", "3x3", *options).out.splitlines() == wanted
    row = fillomino.row("list", "-n", "1", "3x3")
    assert row["filling"] == [[1, 2, 1], [5, 2, 5], [5, 5, 5]]
    drawn = Puzzle(rectangle(3, 3), {}).draw((1, 2, 1, 5, 2, 5, 5, 5, 5))
    assert fillomino("list", "-n", "1", "3x3", "--draw").out.strip("\n") == drawn.strip("\n")


# --- solve --prove-by counting


def test_prove_by_counting(fillomino: Runner, pretend: Callable[[Solver], str]) -> None:
    prove = ("--unique", "--prove-by", "counting")
    whole = ("--deduce", "none", "--json")
    for path, code, status, unique, asked in (
        (FIRST, 0, "solved", True, 1),
        (SEVERAL, 1, "solved", False, 1),
        (NONE, 1, "unsolvable", None, 1),
    ):
        row = fillomino("solve", path, *prove, "-e", "forest", *whole).ended(code).row
        assert (row["status"], row["unique"], row["asked"]) == (status, unique, asked)
    fillomino("solve", FIRST, *prove).ended(0)
    # A solver that finds nothing is not believed where counting finds some.
    liar = pretend(fake.scripted("unsat\n", name="liar", quirks=Quirks(silent=True)))
    row = fillomino("solve", SEVERAL, "-e", "forest", "-s", liar, *prove, *whole).ended(3).row
    assert (row["status"], row["unique"], row["decided_by"]) == ("unknown", None, None)


# --- through a solver: brute force, limits, and what is told when it stops early


def counted(puzzle: Puzzle, encoding: str = "cuts") -> int:
    told: list[int] = []
    found = count_by_solver("it", puzzle, smt(encoding, "yices"), Question(), told.append)
    assert told == list(range(1, found + 1))
    return found


def test_puzzles_against_brute_force() -> None:
    """With the variants, which the other methods do not know."""
    chance = Random(5)
    several = 0
    for _ in range(20):
        board = chance.choice((rectangle(2, 4), rectangle(3, 3), *ODD.values()))
        fillings = by_placing(board)
        filling = chance.choice(fillings)
        puzzle = Puzzle(
            board,
            {x: filling[x] for x in range(board.size) if chance.random() < 0.25},
            walls=frozenset(link for link in board.links() if chance.random() < 0.1),
            checkered=chance.random() < 0.4,
            basic=chance.random() < 0.4,
        )
        puzzle = puzzle.replace(largest_region=chance.choice((None, max(filling))))
        wanted = sum(keeps(puzzle, filling) for filling in fillings)
        several += wanted > 1
        assert counted(puzzle) == wanted
    assert several > 4
    # A model of `forest-bv` holds a spanning tree; the projection is onto the numbers.
    for encoding in ("forest-bv", "placements"):
        assert counted(Puzzle(rectangle(2, 3), {}), encoding) == 33


def test_counts_through_a_solver(fillomino: Runner) -> None:
    row = fillomino.row("count", "2x3", "--method", "solver")
    assert (row["fillings"], row["method"], row["encoding"], row["solver"]) == (33, "solver", "cuts", "yices")
    row = fillomino.row("count", EXAMPLES / "checkered.json", "-e", "placements")
    assert (row["fillings"], row["method"], row["encoding"]) == (1, "solver", "placements")
    assert fillomino.row("count", "1x2", "--solver", "z3")["solver"] == "z3"
    assert fillomino("count", NONE, "--method", "solver").code == 1
    late = fillomino("count", "4x4", "--method", "solver", "--timeout", "0.2", "--json").ended(3)
    assert (late.row["puzzle"], late.row["code"]) == ("4x4", "count-stopped")


def test_a_count_stops_when_its_time_is_up(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever method counts; the next board has its own time."""
    assert fillomino.row("count", "2x2", "--timeout", "600")["fillings"] == 5
    monkeypatch.setattr("workbench.cli.count.process_time", lambda: -1e9)
    done = fillomino("count", "2x2", "3x3", "--timeout", "600", "--json").ended(3)
    assert [row["code"] for row in done.rows] == ["count-stopped", "count-stopped"]


@pytest.mark.parametrize(
    ("error", "code", "warned"),
    [(KeyboardInterrupt(), 130, ["unfinished"]), (CountError("it broke", broken=True), 4, [])],
)
def test_counts_that_are_broken_off(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, warned: list[str]
) -> None:
    def broken_off(*given: object) -> int:
        *_, watch = given
        assert callable(watch)
        watch(7)
        raise error

    monkeypatch.setattr("workbench.cli.count.count_by_solver", broken_off)
    done = fillomino("count", "3x3", "--method", "solver").ended(code)
    assert (done.warned, done.out, bool(done.err)) == (warned, "", True)
