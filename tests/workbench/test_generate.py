"""Generated puzzles are what was asked for, each with one filling, the same from the same seed."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest

from drivers import Solver
from fillomino import formats
from fillomino.backtracking import search
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.counting.windows import random_filling, refill
from fillomino.deduction.rating import rate
from fillomino.deduction.reason import reasoner
from fillomino.deduction.rules import table
from fillomino.deduction.rules.table import hardest
from fillomino.errors import PuzzleError
from fillomino.graph import parts
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions, violations
from tests.support.boards import ODD
from tests.support.processes import begun, wait_for
from tests.workbench.conftest import EXAMPLES, ROOT, Runner, denier
from workbench.generate.hamiltonian import Faces, edges_of, random_faces
from workbench.generate.hamiltonian import board_of as board_of_graph
from workbench.generate.many import Begin, Outcome, _spread, make_many
from workbench.generate.one_in_three import board_of as board_of_formula
from workbench.generate.one_in_three import random_formula
from workbench.generate.puzzle import GeneratedPuzzle, Rejection, is_unique, make
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
    done = fillomino(*arguments, "--count", "2").ended(0, "")
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
    row = done.row
    assert 1 <= row["depth"] <= 4
    traced = fillomino.row("deduce", "-", "--level", "thesis", stdin=row["puzzle"])
    assert traced["depth"] == row["depth"]


@pytest.mark.parametrize("spec", ["hexagon:3", "torus:4x4", "cylinder:3x4"])
def test_the_command_makes_other_boards(fillomino: Runner, spec: str) -> None:
    done = fillomino("generate", "--board", spec, "--level", str(EASY), "--seed", "1").ended(0)
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


SPEC = Spec(rectangle(4, 4), level=2)
WORTH = {"a": {1}, "b": {4, 2}, "c": set(), "d": {5}, "e": {3, 4, 5}}
"""Which attempts come to a puzzle."""
WANTED = [("a", 1), ("b", 2), None, ("d", 5), ("e", 3)]
ATTEMPTS = 5


@contextmanager
def pretending(width: int, delays: Random) -> Iterator[Begin]:
    """Attempts that end in any order."""

    def attempt(seed: str, number: int) -> Outcome:
        time.sleep(delays.random() / 200)
        return generated(seed, number) if number in WORTH[seed] else Rejection("", 0, 1.0)

    with ThreadPoolExecutor(width) as threads:
        yield lambda seed, number: threads.submit(attempt, seed, number)


def generated(seed: str, number: int) -> GeneratedPuzzle:
    puzzle = Puzzle(rectangle(1, 1), {0: 1})
    return GeneratedPuzzle(puzzle, (1,), rate(puzzle, depth_seconds=0), seed, number, 1.0)


@pytest.mark.parametrize("width", [1, 3, 8])
def test_the_lowest_attempt_counts_whichever_ends_first(width: int) -> None:
    for order in range(5):
        with pretending(width, Random(order)) as begin:
            found = list(_spread(begin, lambda: width, list(WORTH), ATTEMPTS, lambda: None))
        assert [made and (made.seed, made.attempts) for made in found] == WANTED
        assert [made and made.seconds for made in found] == [1, 2, None, 5, 3]


def test_interrupted_it_ends_after_what_is_decided() -> None:
    countdown = iter([False] * 5)

    def tried() -> None:
        if next(countdown, True):
            raise KeyboardInterrupt

    found = []
    with pretending(1, Random(1)) as begin, pytest.raises(KeyboardInterrupt):
        for made in _spread(begin, lambda: 1, ["d", "a", "b"], ATTEMPTS, tried):
            found.append(made)  # noqa: PERF402 -- what came before the interrupt counts
    assert [made and made.seed for made in found] == ["d", "a"]


def test_interrupted_it_gives_later_puzzles_that_are_done() -> None:
    made = generated("a", 1)

    def begin(seed: str, _number: int) -> Future[Outcome]:
        future: Future[Outcome] = Future()
        if seed == "a":
            future.set_result(made)
        return future  # that of the other seed never ends

    def stop() -> None:
        raise KeyboardInterrupt

    found = []
    with pytest.raises(KeyboardInterrupt):
        for one in _spread(begin, lambda: 2, ["c", "a"], ATTEMPTS, stop):
            found.append(one)  # noqa: PERF402 -- see above
    assert found == [made]


def test_a_cluster_makes_the_same_and_ctrl_c_of_a_terminal_leaves_nobody(mark: str) -> None:
    pytest.importorskip("distributed")
    command = ["generate", "--board", "4x4", "--level", "2", "--seed", "3", "-n", "5000", "--to", "url"]
    with begun(*command, "--jobs", "local:1", mark=mark, new_session=True) as process:
        assert process.stdout is not None
        first = [process.stdout.readline().strip() for _ in range(3)]
        os.killpg(process.pid, signal.SIGINT)
        rest, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert wait_for(mark, solver=False, seconds=10) == []
    count, last = err.splitlines()
    given = 3 + len(rest.splitlines())
    # The last may have been written, but not yet counted.
    assert count in [f"fillomino: {done} of 5000 puzzles, --seed 3" for done in (given - 1, given)]
    assert last == "fillomino: interrupted"
    alone = [formats.write(made.puzzle, "url").strip() for made in make_many(SPEC, 3, 3, 200) if made]
    assert first == alone


PAGE = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^fillomino (generate .*) > (\S+)$", PAGE, re.MULTILINE)


def test_they_are_a_hexagon_a_torus_and_a_moebius_strip() -> None:
    kinds = [command.split("--board ")[1].split(":")[0] for command, _ in COMMANDS]
    assert kinds == ["hexagon", "torus", "moebius"]


@pytest.mark.parametrize(("command", "name"), COMMANDS, ids=[name for _, name in COMMANDS])
def test_they_are_made_by_the_commands_of_the_page(fillomino: Runner, command: str, name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert fillomino(*command.split()).out == text
    puzzle = formats.read(text).puzzle
    # The rules prove that the filling is the only one; tests/test_examples.py asks solvers, too.
    reasoning = reasoner(puzzle)
    reasoning.run()
    assert reasoning.solved
    rated = fillomino("deduce", "--rate", EXAMPLES / name).out.strip().rpartition("/")[2]
    assert f"level {command.split('--level ')[1].split(maxsplit=1)[0]} " in rated


ARMS = [
    [0, 2, 3, 5, 1, 13, 12, 10],
    [0, 6, 7, 9, 1, 5, 4, 2],
    [0, 10, 11, 13, 1, 9, 8, 6],
    *([x, x + 2, x + 1] for x in (2, 6, 10)),
    *([x + 1, x + 2, x + 3] for x in (2, 6, 10)),
]
"""Three diamonds between vertices 0 and 1, of which no cycle passes all."""


def cycles(faces: Faces) -> int:
    """Count Hamiltonian cycles: sets of edges that meet each vertex twice and are connected."""
    vertices = 2 * len(faces) - 4
    found = 0
    edges = edges_of(faces)
    for left_out in combinations(edges, vertices // 2):
        if len({x for edge in left_out for x in edge}) == vertices:
            near: list[list[int]] = [[] for _ in range(vertices)]
            for x, y in edges:
                if (x, y) not in left_out:
                    near[x].append(y)
                    near[y].append(x)
            found += len(parts(near, range(vertices))) == 1
    return found


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_the_solutions_are_the_hamiltonian_cycles(count: int) -> None:
    for seed in range(3):
        faces = random_faces(count, Random(f"{seed}/{count}"))
        puzzle = board_of_graph(faces)
        found = search(puzzle, limit=10**6)
        assert found.complete
        assert len(found.fillings) == cycles(faces) > 0
        assert not any(violations(puzzle, filling) for filling in found.fillings)


def test_a_graph_without_one() -> None:
    assert len(edges_of(ARMS)) == 21
    assert cycles(ARMS) == 0
    found = search(board_of_graph(ARMS))
    assert found.complete
    assert not found.fillings


def test_graphs_are_cubic_and_their_faces_go_around() -> None:
    for seed in range(20):
        faces = random_faces(12, Random(seed))
        edges = edges_of(faces)
        assert [sum(x in edge for edge in edges) for x in range(20)] == [3] * 20
        assert sum(map(len, faces)) == 2 * len(edges)
        assert all(len(set(face)) == len(face) >= 3 for face in faces)
        assert board_of_graph(faces).board.size == 3 * 20 - 4


def test_files_and_seeds_of_graphs(fillomino: Runner, tmp_path: Path) -> None:
    done = fillomino("generate", "--reduction", "hamiltonian:6", "--seed", "5", "--json")
    row = done.row
    faces = random_faces(6, Random("5/1"))
    assert formats.read(row["puzzle"]).puzzle == board_of_graph(faces)
    assert [tuple(edge) for edge in row["graph"]] == edges_of(faces)
    assert row["clues"] == 1 + 8
    assert done.out == fillomino("generate", "--reduction", "hamiltonian:6", "--seed", "5", "--json").out
    fillomino("generate", "--reduction", "hamiltonian:6", "--seed", "5", "-o", tmp_path)
    [file] = tmp_path.iterdir()
    assert file.stem == "hamiltonian6-5-1"
    assert file.read_text() == row["puzzle"]
    for other in (("--board", "5x5"), ("--level", "3"), ("--jobs", "2")):
        refused = fillomino("generate", "--reduction", "hamiltonian:6", *other)
        assert refused.code == 2
        assert "makes boards of its own: leave out --" in refused.err


@pytest.mark.parametrize("clauses", [1, 2, 3, 4, 5, 7])
def test_the_solutions_are_the_assignments(clauses: int) -> None:
    for seed in range(3):
        formula = random_formula(clauses, Random(f"{seed}/{clauses}"))
        puzzle = board_of_formula(formula)
        found = search(puzzle, limit=10**6)
        assert found.complete
        assert len(found.fillings) == len(formula.assignments())
        assert not any(violations(puzzle, filling) for filling in found.fillings)


def test_some_formula_has_no_assignment_and_its_board_no_solution(fillomino: Runner) -> None:
    formula = random_formula(4, Random("8/1"))
    assert sorted(formula.clauses) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert formula.assignments() == []
    done = fillomino("generate", "--reduction", "one-in-three:4", "--seed", "8", "--json")
    row = done.row
    assert [tuple(its) for its in row["formula"]] == formula.clauses
    puzzle = formats.read(row["puzzle"]).puzzle
    assert puzzle == board_of_formula(formula)
    assert row["clues"] == len(puzzle.clues)
    found = search(puzzle)
    assert found.complete
    assert not found.fillings


def test_clauses_do_not_cross() -> None:
    for seed in range(20):
        formula = random_formula(9, Random(str(seed)))
        assert len(formula.clauses) == 9
        for side in (formula.above, formula.below):
            assert sorted(x for one in side.clauses for x in one) == list(range(len(side.variables)))
            for one, other in permutations(side.clauses, 2):
                assert len({sum(end < x for end in other) % 3 for x in one}) == 1  # between the same two ends
        assert all(len(set(one)) == 3 for one in formula.clauses)


def test_files_and_seeds_of_formulas(fillomino: Runner, tmp_path: Path) -> None:
    first = fillomino("generate", "--reduction", "one-in-three:2", "--seed", "5", "--count", "2")
    assert (
        first.out == fillomino("generate", "--reduction", "one-in-three:2", "--seed", "5", "--count", "2").out
    )
    fillomino("generate", "--reduction", "one-in-three:2", "--seed", "5", "--to", "url", "-o", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["one-in-three2-5-1.url"]
    refused = fillomino("generate", "--reduction", "one-in-three:2", "--board", "5x5")
    assert refused.code == 2
    assert "--reduction makes boards of its own" in refused.err
