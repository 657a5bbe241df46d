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
from fillomino.deduction.rules import table
from fillomino.deduction.rules.table import hardest
from fillomino.errors import InputError, PuzzleError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions, violations
from tests.support.boards import ODD
from tests.workbench.conftest import Runner, denier
from workbench.generate.many import make_many
from workbench.generate.puzzle import GeneratedPuzzle, is_unique, make
from workbench.generate.removal import Spec, fewer, still_solvable, strip, thin
from workbench.methods.contradicted import ContradictedError

SQUARE = rectangle(5, 5)
EASY, ROOM = table.level("single_exit"), table.level("room")


def made(spec: Spec, seed: str = "4", attempts: int = 60) -> GeneratedPuzzle:
    found = make(spec, seed, attempts)
    assert found is not None
    return found


@pytest.mark.parametrize("level", range(1, hardest() + 1))
def test_a_puzzle_has_the_level_and_one_filling(level: int) -> None:
    one = made(Spec(SQUARE, level=level))
    assert rate(one.puzzle, depth_seconds=0).level == level == one.rating.level
    found = search(one.puzzle)
    assert (found.fillings, found.unique) == ((one.filling,), True)
    assert f"Level {level}" in one.puzzle.info["title"]


def test_a_solver_that_denies_solutions_is_contradicted(pretend: Callable[[Solver], str]) -> None:
    said = "liar can't be used to generate: .* the rules give a solution"
    with pytest.raises(ContradictedError, match=said):
        is_unique(Puzzle(rectangle(3, 3), {}), pretend(denier("liar")))


def test_no_clue_can_be_removed() -> None:
    spec = Spec(SQUARE, level=EASY)
    one = made(spec)
    for cell in one.puzzle.clues:
        left = {x: number for x, number in one.puzzle.clues.items() if x != cell}
        assert not still_solvable(spec, left, [cell], lambda puzzle: False)
        level = rate(Puzzle(SQUARE, left), depth_seconds=0).level
        assert level is not None
        assert level > EASY


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_hidden_and_basic(seed: str) -> None:
    for kind, wanted in (("hidden", False), ("basic", True)):
        one = made(Spec(SQUARE, kind=kind), seed)  # type: ignore[arg-type]
        parts = regions(SQUARE, one.filling)
        assert all(any(x in one.puzzle.clues for x in part) for part in parts) is wanted


@pytest.mark.parametrize("symmetry", ["rotate", "mirror"])
def test_symmetry(symmetry: str) -> None:
    one = made(Spec(rectangle(5, 6), symmetry=symmetry))  # type: ignore[arg-type]
    places = {divmod(cell, 6) for cell in one.puzzle.clues}
    for row, column in places:
        assert ((row if symmetry == "mirror" else 4 - row), 5 - column) in places
    assert len(places) < 30


def test_symmetry_needs_rows_and_columns() -> None:
    with pytest.raises(InputError, match="needs a board of rows and columns"):
        Spec(from_links("AB", [(0, 1)]), symmetry="rotate")


def test_most_clues_and_largest_region() -> None:
    one = made(Spec(SQUARE, clues=10))
    assert len(one.puzzle.clues) <= 10
    assert max(made(Spec(SQUARE, largest=3, level=table.level("reach"))).filling) <= 3
    assert make(Spec(SQUARE, clues=0), "7", 2) is None


def test_the_same_seed_makes_the_same() -> None:
    spec = Spec(SQUARE, level=EASY)
    assert made(spec, "5").puzzle == made(spec, "5").puzzle
    assert made(spec, "5").puzzle != made(spec, "6").puzzle


def test_the_number_of_processes_makes_no_difference() -> None:
    spec = Spec(rectangle(4, 4), level=EASY)
    one, two = ([x and x.puzzle for x in make_many(spec, 3, 3, 20, jobs=jobs)] for jobs in (1, 2))
    assert one == two
    assert len({json.dumps(dict(puzzle.clues)) for puzzle in one if puzzle}) == 3


@pytest.mark.parametrize("name", ODD)
def test_boards_of_any_shape(name: str) -> None:
    board = ODD[name]
    for seed in range(5):
        assert violations(Puzzle(board, {}), random_filling(board, None, Random(seed))) == ()
    one = make(Spec(board, level=EASY), "1", 40)
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
    assert is_unique(Puzzle(rectangle(1, 3), {0: 1}), "yices")
    assert not is_unique(Puzzle(rectangle(1, 3), {}), "yices")


@pytest.mark.slow
def test_beyond_all_rules() -> None:
    one = made(Spec(rectangle(10, 10), level=9), "1/0", 200)
    assert one.rating.level == 9
    assert is_unique(one.puzzle, "z3")


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


def test_the_command_prints_its_seed(fillomino: Runner) -> None:
    done = fillomino("generate", "--board", "3x4", "--level", str(EASY), "--to", "url")
    seed = done.err.split("--seed ")[1].strip()
    again = fillomino("generate", "--board", "3x4", "--level", str(EASY), "--to", "url", "--seed", seed)
    assert again.out == done.out


def test_the_command_gives_up(fillomino: Runner) -> None:
    done = fillomino(
        "generate", "--board", "2x2", "--level", str(hardest()), "--attempts", "2", "--seed", "1"
    )
    assert (done.code, done.out) == (3, "")
    assert "1 failed in 2 attempts" in done.err


def test_the_depth_is_as_specified(fillomino: Runner) -> None:
    """The required depth is that of the rating, and of the trace of the search."""
    done = fillomino("generate", "--board", "5x5", "--level", "7", "--depth", "1..4", "--seed", "1", "--json")
    row = json.loads(done.out)
    assert 1 <= row["depth"] <= 4
    traced = json.loads(fillomino("deduce", "-", "--level", "thesis", "--json", stdin=row["puzzle"]).out)
    assert traced["depth"] == row["depth"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--board", "4"), "'4'"),
        (("--board", "hexagon:3", "--to", "url"), "can't hold"),
        (("--as", "basic", "--as", "hidden"), "exclude each other"),
        (("--as", "rotate,mirror"), "exclude each other"),
        (("--depth", "deep"), "--depth"),
        (("--to", "pdf"), "unknown format"),
        (("--board", "4x4", "--clues", "7..6"), "there can't be 7 clues or more on at most 6 clues"),
        (("--board", "4x4", "--clues", "17.."), "there can't be 17 clues or more on 16 cells"),
        *((("--clues", wrong), "--clues") for wrong in ("x", "..", "3..x", "-1", "1..2..3", "")),
        (("--jobs", "local:x"), "give the number of workers"),
    ],
)
def test_the_command_refuses(fillomino: Runner, options: tuple[str, ...], said: str) -> None:
    assert said in fillomino.refuses("generate", *options)


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
            assert f"1 failed in 4 attempts: {reason}" in done.err


@pytest.mark.parametrize("level", [table.fast_level(), hardest()])
@pytest.mark.parametrize("shape", ["5x5", "hexagon:3", "torus:4x4"])
def test_thinned_by_halves_as_one_by_one(shape: str, level: int) -> None:
    """Sets that overlap, too, and cells that keep their clues."""
    chance, board = Random(level), from_spec(shape) if ":" in shape else SQUARE
    spec = Spec(board, level=level)
    for _ in range(3):
        filling = random_filling(board, None, chance)
        parts = regions(board, filling)
        sets = [frozenset(part) for part in parts] + [frozenset([x]) for x in range(1, board.size)]
        chance.shuffle(sets)
        known = dict(enumerate(filling))
        for cells in sets:
            gone = cells & known.keys()
            left = {x: number for x, number in known.items() if x not in gone}
            if gone and still_solvable(spec, left, gone, lambda _: False):
                known = left
        assert thin(spec, dict(enumerate(filling)), sets, parts, lambda _: False) == known


def test_with_a_number_of_clues_the_ends_of_regions_keep_theirs() -> None:
    board, few, some = rectangle(7, 7), 0, 0
    for seed in range(3):
        filling = random_filling(board, None, Random(seed))
        few += len(strip(Spec(board, level=ROOM, fewest=0), filling, Random(seed), lambda _: False))
        some += len(strip(Spec(board, level=ROOM), filling, Random(seed), lambda _: False))
    assert few < some


def test_fewer_clues_by_putting_some_back() -> None:
    board = rectangle(5, 5)
    for seed in range(4):
        chance = Random(seed)
        filling = random_filling(board, None, chance)
        impossible = Spec(board, level=ROOM, clues=0, fewest=0)
        some = strip(impossible, filling, chance, lambda _: False)
        spec = Spec(board, level=ROOM, clues=len(some) - 1, fewest=0)
        less = fewer(spec, filling, some, chance, lambda _: False)
        assert len(less) <= len(some)
        assert all(filling[cell] == number for cell, number in less.items())
        level = rate(Puzzle(board, less), depth_seconds=0).level
        assert level is not None and level <= ROOM
        assert fewer(impossible, filling, some, chance, lambda _: False) == some


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
