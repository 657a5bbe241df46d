"""Generated puzzles are what was asked for, each with one filling, the same from the same seed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from drivers import Solver
from fillomino import formats
from fillomino.backtracking import search
from fillomino.board import from_links, rectangle
from fillomino.boards import from_spec
from fillomino.counting.windows import random_filling, refill
from fillomino.deduction.rating import rate
from fillomino.deduction.reason import Reasoner
from fillomino.deduction.rules import table
from fillomino.deduction.rules.table import hardest
from fillomino.deduction.state import State
from fillomino.errors import InputError, PuzzleError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions, violations
from tests.support.boards import ODD
from tests.workbench.conftest import Runner, denier
from workbench.generate.many import make_many
from workbench.generate.puzzle import Made, make, only_filling
from workbench.generate.removal import fewer, still_solvable, strip, thinned
from workbench.generate.wish import Wish
from workbench.methods.contradicted import ContradictedError

SQUARE = rectangle(5, 5)
EASY = table.level("single_exit")


def made(wish: Wish, seed: str = "7", attempts: int = 60) -> Made:
    found = make(wish, seed, attempts)
    assert found is not None
    return found


@pytest.mark.parametrize("level", range(1, hardest() + 1))
def test_a_puzzle_has_the_level_and_one_filling(level: int) -> None:
    one = made(Wish(SQUARE, level=level))
    assert rate(one.puzzle, depth_seconds=0).level == level == one.rating.level
    found = search(one.puzzle)
    assert (found.fillings, found.unique) == ((one.filling,), True)
    assert f"Level {level}" in one.puzzle.info["title"]


def test_a_solver_that_denies_solutions_is_contradicted(pretend: Callable[[Solver], str]) -> None:
    said = "liar can't be used to generate: .* the rules give a solution"
    with pytest.raises(ContradictedError, match=said):
        only_filling(Puzzle(rectangle(3, 3), {}), pretend(denier("liar")))


def test_no_clue_can_go() -> None:
    wish = Wish(SQUARE, level=EASY)
    one = made(wish)
    for cell in one.puzzle.clues:
        left = {x: number for x, number in one.puzzle.clues.items() if x != cell}
        assert not still_solvable(wish, left, [cell], lambda puzzle: False)
        level = rate(Puzzle(SQUARE, left), depth_seconds=0).level
        assert level is not None
        assert level > EASY


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_hidden_and_basic(seed: str) -> None:
    for kind, wanted in (("hidden", False), ("basic", True)):
        one = made(Wish(SQUARE, kind=kind), seed)  # type: ignore[arg-type]
        parts = regions(SQUARE, one.filling)
        assert all(any(x in one.puzzle.clues for x in part) for part in parts) is wanted


@pytest.mark.parametrize("symmetry", ["rotate", "mirror"])
def test_symmetry(symmetry: str) -> None:
    one = made(Wish(rectangle(5, 6), symmetry=symmetry))  # type: ignore[arg-type]
    places = {divmod(cell, 6) for cell in one.puzzle.clues}
    for row, column in places:
        assert ((row if symmetry == "mirror" else 4 - row), 5 - column) in places
    assert len(places) < 30


def test_symmetry_needs_rows_and_columns() -> None:
    with pytest.raises(InputError, match="needs a board of rows and columns"):
        Wish(from_links("AB", [(0, 1)]), symmetry="rotate")


def test_most_clues_and_largest_region() -> None:
    one = made(Wish(SQUARE, clues=10))
    assert len(one.puzzle.clues) <= 10
    assert max(made(Wish(SQUARE, largest=3, level=table.level("reach"))).filling) <= 3
    assert make(Wish(SQUARE, clues=0), "7", 2) is None


def test_the_same_seed_makes_the_same() -> None:
    wish = Wish(SQUARE, level=EASY)
    assert made(wish, "5").puzzle == made(wish, "5").puzzle
    assert made(wish, "5").puzzle != made(wish, "6").puzzle


def test_the_number_of_processes_makes_no_difference() -> None:
    wish = Wish(rectangle(4, 4), level=EASY)
    one, two = ([x and x.puzzle for x in make_many(wish, 3, 3, 20, jobs=jobs)] for jobs in (1, 2))
    assert one == two
    assert len({json.dumps(dict(puzzle.clues)) for puzzle in one if puzzle}) == 3


@pytest.mark.parametrize("name", ODD)
def test_boards_of_any_shape(name: str) -> None:
    board = ODD[name]
    for seed in range(5):
        assert violations(Puzzle(board, {}), random_filling(board, None, Random(seed))) == ()
    one = make(Wish(board, level=EASY), "1", 40)
    assert one is None or search(one.puzzle).unique


def test_windows_are_filled_with_all_their_completions() -> None:
    board = rectangle(1, 5)
    every = set(search(Puzzle(board, {}), limit=100).fillings)
    assert len(every) == 7
    filling: Filling = (5,) * 5
    seen, chance = set(), Random(1)
    for _ in range(150):
        filling = refill(board, filling, None, chance)
        seen.add(filling)
    assert seen == every


def test_a_board_without_such_fillings() -> None:
    with pytest.raises(PuzzleError, match="there is no filling of this board with regions of at most 1"):
        random_filling(rectangle(2, 2), 1, Random(0))


def test_a_solver_proves_what_rules_do_not() -> None:
    assert only_filling(Puzzle(rectangle(1, 3), {0: 1}), "yices")
    assert not only_filling(Puzzle(rectangle(1, 3), {}), "yices")


@pytest.mark.slow
def test_beyond_all_rules() -> None:
    one = made(Wish(rectangle(10, 10), level=9), "1/0", 200)
    assert one.rating.level == 9
    assert only_filling(one.puzzle, "z3")


# The command.


def test_the_command(fillomino: Runner) -> None:
    arguments = ("generate", "--board", "4x5", "--level", str(EASY), "--seed", "1", "--to", "url")
    done = fillomino(*arguments, "--count", "2")
    assert (done.code, done.err) == (0, "")
    urls = done.out.splitlines()
    assert [formats.read(url).puzzle.board.size for url in urls] == [20, 20]
    assert fillomino(*arguments).out == urls[0] + "\n"


def test_the_command_writes_files_and_json(fillomino: Runner, tmp_path: Path) -> None:
    arguments = ("--board", "4x4", "-l", str(EASY), "--seed", "9", "-n", "2", "--json", "-o", tmp_path)
    rows = [json.loads(line) for line in fillomino("generate", *arguments).out.splitlines()]
    assert [row["seed"] for row in rows] == ["9/1", "9/2"]
    assert [row["level"] for row in rows] == [EASY, EASY]
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"4x4-level{EASY}-9-{place}.txt" for place in (1, 2)]
    assert [file.read_text() for file in files] == [row["puzzle"] for row in rows]


def test_the_command_says_its_seed(fillomino: Runner) -> None:
    done = fillomino("generate", "--board", "3x4", "--level", str(EASY), "--to", "url")
    said = done.err.split("--seed ")[1].strip()
    again = fillomino("generate", "--board", "3x4", "--level", str(EASY), "--to", "url", "--seed", said)
    assert again.out == done.out


def test_the_command_gives_up(fillomino: Runner) -> None:
    done = fillomino(
        "generate", "--board", "2x2", "--level", str(hardest()), "--attempts", "2", "--seed", "1"
    )
    assert (done.code, done.out) == (3, "")
    assert "1 did not come about in 2 attempts" in done.err


def test_the_depth_is_as_wanted(fillomino: Runner) -> None:
    """The depth that is wanted is that of the rating, and of the trace of the search."""
    done = fillomino("generate", "--board", "5x5", "--level", "7", "--depth", "1..4", "--seed", "1", "--json")
    row = json.loads(done.out)
    assert 1 <= row["depth"] <= 4
    traced = json.loads(fillomino("deduce", "-", "--level", "thesis", "--json", stdin=row["puzzle"]).out)
    assert traced["depth"] == row["depth"]


def test_the_command_refuses(fillomino: Runner) -> None:
    assert "bad board '4'" in fillomino.refuses("generate", "--board", "4")
    assert "can't hold" in fillomino.refuses("generate", "--board", "hexagon:3", "--to", "url")
    assert "exclude each other" in fillomino.refuses("generate", "--as", "basic", "--as", "hidden")
    assert "exclude each other" in fillomino.refuses("generate", "--as", "rotate,mirror")
    assert "--depth" in fillomino.refuses("generate", "--depth", "deep")
    assert "unknown format" in fillomino.refuses("generate", "--to", "pdf")


@pytest.mark.parametrize("spec", ["hexagon:3", "torus:4x4", "cylinder:3x4"])
def test_the_command_makes_other_boards(fillomino: Runner, spec: str) -> None:
    done = fillomino("generate", "--board", spec, "--level", str(EASY), "--seed", "1")
    assert done.code == 0
    puzzle = formats.read(done.out).puzzle
    assert puzzle.board.neighbours == from_spec(spec).neighbours
    assert search(puzzle).unique


def test_a_number_of_clues_between_two_bounds(fillomino: Runner) -> None:
    line = ("generate", "--board", "4x4", "--level", str(EASY), "--seed", "3", "--json", "--clues")
    for text, low, high in (("9..10", 9, 10), ("8..", 8, 16), ("0..6", 0, 6)):
        made = json.loads(fillomino(*line, text).out)
        assert (low <= made["clues"] <= high, made["level"]) == (True, EASY), text
    for wrong in ("x", "..", "3..x", "-1", "1..2..3", ""):
        told = fillomino.refuses(*line, wrong)
        assert told == f"--clues is a number, or N..M, as in 20..24; not {wrong!r}"
    assert fillomino.refuses(*line, "7..6") == "there can't be 7 clues or more on at most 6 clues"
    assert fillomino.refuses(*line, "17..") == "there can't be 17 clues or more on 16 cells"


def test_a_maximum_alone_gives_what_it_gave(fillomino: Runner) -> None:
    """The first attempt with so few clues, as it comes."""
    line = ("generate", "--board", "4x4", "--level", str(EASY), "--seed", "3", "--clues", "6")
    assert fillomino(*line).out == "4 4\n1 7 0 0\n3 4 1 0\n0 0 7 0\n0 0 0 0\n"


def test_the_reasons_are_given_where_nothing_came_about(fillomino: Runner) -> None:
    line = ("generate", "--board", "3x3", "--seed", "1", "--attempts", "4")
    too_many = (str(table.fast_level()), "2"), "too many clues in 4; the fewest clues were 3"
    for (level, most), reason in (too_many, ((str(hardest()), "9"), "not of the level in 4")):
        for jobs in ("1", "2"):
            done = fillomino(*line, "--level", level, "--clues", most, "--jobs", jobs)
            assert done.code == 3
            assert f"1 did not come about in 4 attempts: {reason}" in done.err


@pytest.mark.parametrize("spec", ["5x5", "hexagon:3", "torus:4x4"])
def test_easy_rules_applied_in_any_order_find_the_same(spec: str) -> None:
    """What follows for the cells that lost their clues, by the easy rules all at once and one by one."""
    chance, board, both = Random(3), from_spec(spec) if ":" in spec else SQUARE, set()
    for level in range(table.fast_level()):
        filling = random_filling(board, None, chance)
        wish = Wish(board, level=level)
        for _ in range(12):
            clues = {x: n for x, n in enumerate(filling) if chance.random() < 0.7}
            gone = [x for x in range(board.size) if x not in clues][:2]
            puzzle = Puzzle(board, clues)
            reasoning = Reasoner(State(puzzle), table.up_to(level, puzzle))
            reasoning.run()
            known = not any(reasoning.state.unfixed >> x & 1 for x in gone)
            assert still_solvable(wish, clues, gone, lambda _: False) is known
            both.add(known)
    assert both == {True, False}


@pytest.mark.parametrize("level", [table.fast_level(), hardest()])
@pytest.mark.parametrize("spec", ["5x5", "hexagon:3", "torus:4x4"])
def test_thinned_by_halves_as_one_by_one(spec: str, level: int) -> None:
    """Sets that overlap, too, and cells that keep their clues."""
    chance, board = Random(level), from_spec(spec) if ":" in spec else SQUARE
    wish = Wish(board, level=level)
    for _ in range(3):
        filling = random_filling(board, None, chance)
        parts = regions(board, filling)
        sets = [frozenset(part) for part in parts] + [frozenset([x]) for x in range(1, board.size)]
        chance.shuffle(sets)
        known = dict(enumerate(filling))
        for cells in sets:
            gone = cells & known.keys()
            left = {x: number for x, number in known.items() if x not in gone}
            if gone and still_solvable(wish, left, gone, lambda _: False):
                known = left
        assert thinned(wish, dict(enumerate(filling)), sets, parts, lambda _: False) == known


def test_with_a_number_of_clues_the_ends_of_regions_keep_theirs() -> None:
    board, few, some = rectangle(7, 7), 0, 0
    for seed in range(3):
        filling = random_filling(board, None, Random(seed))
        few += len(
            strip(Wish(board, level=table.level("room"), fewest=0), filling, Random(seed), lambda _: False)
        )
        some += len(strip(Wish(board, level=table.level("room")), filling, Random(seed), lambda _: False))
    assert few < some


def test_fewer_clues_by_putting_some_back() -> None:
    board = rectangle(5, 5)
    for seed in range(4):
        chance = Random(seed)
        filling = random_filling(board, None, chance)
        wish = Wish(board, level=table.level("room"), clues=0, fewest=0)
        some = strip(wish, filling, chance, lambda _: False)
        wish = Wish(board, level=table.level("room"), clues=len(some) - 1, fewest=0)
        less = fewer(wish, filling, some, chance, lambda _: False)
        assert len(less) <= len(some)
        assert all(filling[cell] == number for cell, number in less.items())
        level = rate(Puzzle(board, less), depth_seconds=0).level
        assert level is not None and level <= table.level("room")
        assert (
            fewer(
                Wish(board, level=table.level("room"), clues=0, fewest=0),
                filling,
                some,
                chance,
                lambda _: False,
            )
            == some
        )


def test_no_file_is_overwritten_but_what_is_there_already_stays_one_file(
    fillomino: Runner, tmp_path: Path
) -> None:
    for board in ("3x3", "4x4", "torus:3x3", "3x3"):
        fillomino("generate", "--board", board, "--level", "1", "--seed", "1", "-o", tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == 3
    texts = {name: (tmp_path / name).read_text() for name in names}
    (tmp_path / names[0]).write_text("mine\n")
    fillomino("generate", "--board", "3x3", "--level", "1", "--seed", "1", "-o", tmp_path)
    assert (tmp_path / names[0]).read_text() == "mine\n"
    assert {path.read_text() for path in tmp_path.iterdir()} == {*texts.values(), "mine\n"}
