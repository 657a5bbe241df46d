"""Generated puzzles are what was asked for, each with one filling, the same from the same seed."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import pytest

from drivers import Solver
from drivers.lookup import HIDE
from fillomino import formats
from fillomino.backtracking import search
from fillomino.board import from_links, rectangle
from fillomino.boards import from_spec
from fillomino.counting.windows import random_filling
from fillomino.deduction.reason import reasoner
from fillomino.deduction.rules import registry
from fillomino.deduction.rules.registry import hardest
from fillomino.errors import InputError
from fillomino.graph import parts
from fillomino.laboratories import part
from fillomino.puzzle import Puzzle
from fillomino.rules import regions, violations
from labs.generate.hamiltonian import Faces, edges_of, random_faces
from labs.generate.hamiltonian import board_of as board_of_graph
from labs.generate.one_in_three import board_of as board_of_formula
from labs.generate.one_in_three import random_formula
from labs.generate.removal import Spec, fewer, still_solvable, strip, thin
from labs.generate.seeded import (
    Begin,
    GeneratedPuzzle,
    Outcome,
    Rejection,
    _spread,
    is_unique,
    make,
    make_many,
)
from tests.support import needs
from tests.support.boards import ODD
from tests.support.brute import assignments
from tests.support.clock import wait_until
from tests.support.processes import begun, wait_for
from tests.support.programs import shell_script
from tests.support.where import brief
from tests.workbench.conftest import EXAMPLES, ROOT, Runner, denier
from tests.workbench.test_progress import ERASED, Terminal
from workbench.cli.app import call
from workbench.fillomino.contradicted import ContradictedError

needs.laboratory("deduce")  # each puzzle is rated

SQUARE = rectangle(5, 5)
rate = part("deduce", "rating:rate", "these tests")
EASY, ROOM = registry.level("single_exit"), registry.level("room")


def made(spec: Spec, seed: str = "4", attempts: int = 60) -> GeneratedPuzzle:
    found = make(spec, seed, attempts)
    assert found is not None
    return found


def level_of(puzzle: Puzzle) -> int:
    level: int | None = rate(puzzle, depth_seconds=0).level
    assert level is not None
    return level


def by_rules_alone(_: Puzzle) -> bool:
    """No solver proves what the rules do not."""
    return False


# --- one puzzle


@pytest.mark.parametrize("level", range(1, hardest() + 1))
def test_a_puzzle_has_the_level_and_one_filling(level: int) -> None:
    one = made(Spec(SQUARE, level=level))
    assert level_of(one.puzzle) == level == one.rating.level
    found = search(one.puzzle)
    assert (found.fillings, found.unique) == ((one.filling,), True)
    assert f"Level {level}" in one.puzzle.info["title"]


def test_a_solver_proves_what_rules_do_not(pretend: Callable[[Solver], str]) -> None:
    assert is_unique(Puzzle(rectangle(1, 3), {0: 1}), "yices")
    assert not is_unique(Puzzle(rectangle(1, 3), {}), "yices")
    with pytest.raises(ContradictedError):
        is_unique(Puzzle(rectangle(3, 3), {}), pretend(denier("liar")))


@pytest.mark.slow
def test_beyond_all_rules() -> None:
    one = made(Spec(rectangle(10, 10), level=9), "1/0", 200)
    assert one.rating.level == 9
    assert is_unique(one.puzzle, "z3")


def test_no_clue_can_be_removed() -> None:
    spec = Spec(SQUARE, level=EASY)
    one = made(spec)
    for cell in one.puzzle.clues:
        left = {x: number for x, number in one.puzzle.clues.items() if x != cell}
        assert not still_solvable(spec, left, [cell], by_rules_alone)
        assert level_of(Puzzle(SQUARE, left)) > EASY


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_hidden_and_basic(seed: str) -> None:
    for kind, wanted in (("hidden", False), ("basic", True)):
        one = made(Spec(SQUARE, kind=kind), seed)  # type: ignore[arg-type]
        cut = regions(SQUARE, one.filling)
        assert all(any(x in one.puzzle.clues for x in part) for part in cut) is wanted


@pytest.mark.parametrize("symmetry", ["rotate", "mirror"])
def test_symmetry(symmetry: str) -> None:
    one = made(Spec(rectangle(5, 6), symmetry=symmetry))  # type: ignore[arg-type]
    places = {divmod(cell, 6) for cell in one.puzzle.clues}
    for row, column in places:
        assert ((row if symmetry == "mirror" else 4 - row), 5 - column) in places
    assert len(places) < 30
    with pytest.raises(InputError) as refused:
        Spec(from_links("AB", [(0, 1)]), symmetry=symmetry)  # type: ignore[arg-type]
    assert refused.value.code == "needs-grid"


def test_most_clues_and_largest_region() -> None:
    assert len(made(Spec(SQUARE, clues=10)).puzzle.clues) <= 10
    assert max(made(Spec(SQUARE, largest=3, level=registry.level("reach"))).filling) <= 3
    assert make(Spec(SQUARE, clues=0), "7", 2) is None


def test_seeds() -> None:
    spec = Spec(SQUARE, level=EASY)
    assert made(spec, "5").puzzle == made(spec, "5").puzzle != made(spec, "6").puzzle
    spec = Spec(rectangle(4, 4), level=EASY)
    one, two = ([x and x.puzzle for x in make_many(spec, 3, 3, 20, jobs=jobs)] for jobs in (1, 2))
    assert one == two
    assert len({json.dumps(dict(puzzle.clues)) for puzzle in one if puzzle}) == 3


@pytest.mark.parametrize("name", ODD)
def test_boards_of_any_shape(name: str) -> None:
    one = make(Spec(ODD[name], level=EASY), "1", 40)
    assert one is None or search(one.puzzle).unique


# --- clues are taken away


@pytest.mark.parametrize("level", [registry.fast_level(), hardest()])
@pytest.mark.parametrize("shape", ["5x5", "hexagon:3", "torus:4x4"])
@brief(lambda shape: shape == "5x5")
def test_thinned_by_halves_as_one_by_one(shape: str, level: int) -> None:
    """Sets that overlap, too, and cells that keep their clues."""
    chance, board = Random(level), from_spec(shape) if ":" in shape else SQUARE
    spec = Spec(board, level=level)
    for _ in range(3):
        filling = random_filling(board, None, chance)
        cut = regions(board, filling)
        sets = [frozenset(part) for part in cut] + [frozenset([x]) for x in range(1, board.size)]
        chance.shuffle(sets)
        known = dict(enumerate(filling))
        for cells in sets:
            gone = cells & known.keys()
            left = {x: number for x, number in known.items() if x not in gone}
            if gone and still_solvable(spec, left, gone, by_rules_alone):
                known = left
        assert thin(spec, dict(enumerate(filling)), sets, cut, by_rules_alone) == known


def test_fewer_clues_by_putting_some_back() -> None:
    for seed in range(4):
        chance = Random(seed)
        filling = random_filling(SQUARE, None, chance)
        impossible = Spec(SQUARE, level=ROOM, clues=0, fewest=0)
        some = strip(impossible, filling, chance, by_rules_alone)
        spec = Spec(SQUARE, level=ROOM, clues=len(some) - 1, fewest=0)
        less = fewer(spec, filling, some, chance, by_rules_alone)
        assert len(less) <= len(some)
        assert all(filling[cell] == number for cell, number in less.items())
        assert level_of(Puzzle(SQUARE, less)) <= ROOM
        assert fewer(impossible, filling, some, chance, by_rules_alone) == some


# --- the command


def test_the_command(fillomino: Runner) -> None:
    arguments = ("generate", "4x5", "--level", str(EASY), "--seed", "1", "--to", "url")
    urls = fillomino(*arguments, "--count", "2").ended(0, "").out.splitlines()
    assert [formats.read(url).puzzle.board.size for url in urls] == [20, 20]
    assert fillomino(*arguments).out == urls[0] + "\n"
    unseeded = ("generate", "3x4", "--level", str(EASY), "--to", "url")
    done = fillomino(*unseeded)
    seed = done.err.split("--seed ")[1].strip()
    assert fillomino(*unseeded, "--seed", seed).out == done.out


def test_the_command_writes_files_and_json(fillomino: Runner, tmp_path: Path) -> None:
    easy = ("4x4", "-l", str(EASY))
    rows = fillomino.rows("generate", *easy, "--seed", "9", "-n", "2", "-o", tmp_path)
    assert [row["seed"] for row in rows] == ["9/1", "9/2"]
    assert [row["level"] for row in rows] == [EASY, EASY]
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"4x4-level{EASY}-9-{place}.txt" for place in (1, 2)]
    assert [file.read_text() for file in files] == [row["puzzle"] for row in rows]
    for text, low, high in (("9..10", 9, 10), ("8..", 8, 16), ("0..6", 0, 6)):
        row = fillomino.row("generate", *easy, "--seed", "3", "--clues", text)
        assert (low <= row["clues"] <= high, row["level"]) == (True, EASY), text
    few = fillomino("generate", *easy, "--seed", "3", "--clues", "6").out
    assert few == "4 4\n1 7 0 0\n3 4 1 0\n0 0 7 0\n0 0 0 0\n", "the first attempt with so few clues"


def test_no_file_is_overwritten_but_what_is_there_already_stays_one_file(
    fillomino: Runner, tmp_path: Path
) -> None:
    one = ("--level", "1", "--seed", "1", "-o", tmp_path)
    for board in ("3x3", "4x4", "torus:3x3", "3x3"):
        fillomino("generate", board, *one)
    texts = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert len(texts) == 3
    first = tmp_path / min(texts)
    first.write_text("mine\n")
    fillomino("generate", "3x3", *one)
    assert first.read_text() == "mine\n"
    assert {path.read_text() for path in tmp_path.iterdir()} == {*texts.values(), "mine\n"}


def test_the_depth_is_as_specified(fillomino: Runner) -> None:
    """The required depth is that of the rating, and of the trace of the search."""
    row = fillomino.row("generate", "5x5", "--level", "7", "--depth", "1..4", "--seed", "1")
    assert 1 <= row["depth"] <= 4
    traced = fillomino.row("deduce", "-", "--level", "thesis", stdin=row["puzzle"])
    assert traced["depth"] == row["depth"]


@pytest.mark.parametrize("spec", ["hexagon:3", "torus:4x4", "cylinder:3x4"])
def test_the_command_makes_other_boards(fillomino: Runner, spec: str) -> None:
    done = fillomino("generate", spec, "--level", str(EASY), "--seed", "1").ended(0)
    puzzle = formats.read(done.out).puzzle
    assert puzzle.board.neighbours == from_spec(spec).neighbours
    assert search(puzzle).unique


def test_the_reasons_are_given_where_nothing_came_about(fillomino: Runner) -> None:
    line = ("generate", "3x3", "--seed", "1", "--attempts", "4")
    for level, most in ((str(registry.fast_level()), "2"), (str(hardest()), "9")):
        told = {fillomino(*line, "--level", level, "--clues", most, "--jobs", jobs).ended(3) for jobs in "12"}
        [done] = told  # several jobs give the reasons of one
        assert (done.out, bool(done.err)) == ("", True)


PAGE = (ROOT / "docs" / "labs" / "generate" / "generating.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^fillomino (generate .*) > (\S+)$", PAGE, re.MULTILINE)


def test_the_page_makes_a_hexagon_a_torus_and_a_moebius_strip() -> None:
    kinds = [command.split()[1].split(":")[0] for command, _ in COMMANDS]
    assert kinds == ["hexagon", "torus", "moebius"]


@pytest.mark.parametrize(("command", "name"), COMMANDS, ids=[name for _, name in COMMANDS])
def test_examples_are_made_by_the_commands_of_the_page(fillomino: Runner, command: str, name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert fillomino(*command.split()).out == text
    # The rules prove that the filling is the only one; tests/test_examples.py asks solvers, too.
    reasoning = reasoner(formats.read(text).puzzle)
    reasoning.run()
    assert reasoning.solved
    rated = fillomino("rate", EXAMPLES / name).out.strip().rpartition("/")[2]
    assert f"level {command.split('--level ')[1].split(maxsplit=1)[0]} " in rated


# --- attempts spread over processes and machines: what comes out is what one process alone would make

SPEC = Spec(rectangle(4, 4), level=2)
WORTH = {"a": {1}, "b": {4, 2}, "c": set(), "d": {5}, "e": {3, 4, 5}}
"""Which attempts come to a puzzle."""
WANTED = [("a", 1), ("b", 2), None, ("d", 5), ("e", 3)]
ATTEMPTS = 5


class Ended(NamedTuple):
    """What `concurrent.futures.wait` returns, as far as it is used."""

    done: list[Future[Outcome]]


@contextmanager
def pretending(order: Random) -> Iterator[Begin]:
    """Attempts of which those end that chance says, one or several at a time."""
    outcomes: dict[Future[Outcome], Outcome] = {}

    def begin(seed: str, number: int) -> Future[Outcome]:
        future: Future[Outcome] = Future()
        outcomes[future] = generated(seed, number) if number in WORTH[seed] else Rejection("", 0, 1.0)
        return future

    def some_end(going: Iterable[Future[Outcome]], **_: str) -> Ended:
        left = list(going)
        done = order.sample(left, order.randint(1, len(left)))
        for future in done:
            future.set_result(outcomes[future])
        return Ended(done)

    with patch("labs.generate.seeded.wait", some_end):
        yield begin


def generated(seed: str, number: int) -> GeneratedPuzzle:
    puzzle = Puzzle(rectangle(1, 1), {0: 1})
    return GeneratedPuzzle(puzzle, (1,), rate(puzzle, depth_seconds=0), seed, number, 1.0)


@pytest.mark.parametrize("width", [1, 3, 8])
def test_the_lowest_attempt_counts_whichever_ends_first(width: int) -> None:
    for order in range(20):
        with pretending(Random(order)) as begin:
            found = list(_spread(begin, lambda: width, list(WORTH), ATTEMPTS, lambda: None))
        assert [made and (made.seed, made.attempts) for made in found] == WANTED
        assert [made and made.seconds for made in found] == [1, 2, None, 5, 3]


def test_interrupted_it_ends_after_what_is_decided_and_done() -> None:
    countdown = iter([False] * 5)

    def tried() -> None:
        if next(countdown, True):
            raise KeyboardInterrupt

    def until_interrupted(made: Iterator[GeneratedPuzzle | None]) -> list[GeneratedPuzzle | None]:
        found = []
        with pytest.raises(KeyboardInterrupt):
            for one in made:
                found.append(one)  # noqa: PERF402 -- what came before the interrupt counts
        return found

    with pretending(Random(1)) as begin:
        found = until_interrupted(_spread(begin, lambda: 1, ["d", "a", "b"], ATTEMPTS, tried))
    assert [one and one.seed for one in found] == ["d", "a"]
    first = generated("a", 1)

    def begin_once(seed: str, _number: int) -> Future[Outcome]:
        future: Future[Outcome] = Future()
        if seed == "a":
            future.set_result(first)
        return future  # that of the other seed never ends

    assert until_interrupted(_spread(begin_once, lambda: 2, ["c", "a"], ATTEMPTS, tried)) == [first]


def test_a_cluster_makes_the_same_and_ctrl_c_of_a_terminal_leaves_nobody(mark: str) -> None:
    needs.module("distributed", "cluster")
    command = ["generate", "4x4", "--level", "2", "--seed", "3", "-n", "5000", "--to", "url"]
    with begun(*command, "--jobs", "local:1", mark=mark, new_session=True) as process:
        assert process.stdout is not None
        first = [process.stdout.readline().strip() for _ in range(3)]
        os.killpg(process.pid, signal.SIGINT)
        rest, err = process.communicate(timeout=600)
    assert process.returncode == 130, err
    assert wait_for(mark, solver=False) == []
    count = int(re.findall(r"\d+", err)[0])
    given = 3 + len(rest.splitlines())
    assert count in (given - 1, given), "the last may have been written, but not yet counted"
    alone = [formats.write(made.puzzle, "url").strip() for made in make_many(SPEC, 3, 3, 200) if made]
    assert first == alone


# --- reductions: boards of planar cubic graphs, whose solutions are the Hamiltonian cycles

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


def test_a_graph_without_cycles_has_a_board_without_solutions() -> None:
    assert (len(edges_of(ARMS)), cycles(ARMS)) == (21, 0)
    none = search(board_of_graph(ARMS))
    assert (none.complete, none.fillings) == (True, ())
    faces = random_faces(12, Random(0))
    assert [sum(x in edge for edge in edges_of(faces)) for x in range(20)] == [3] * 20


def test_files_and_seeds_of_graphs(fillomino: Runner, tmp_path: Path) -> None:
    six = ("reduction", "hamiltonian:6", "--seed", "5")
    row = fillomino.row(*six)
    faces = random_faces(6, Random("5/1"))
    assert formats.read(row["puzzle"]).puzzle == board_of_graph(faces)
    assert [tuple(edge) for edge in row["graph"]] == edges_of(faces)
    assert row["clues"] == 1 + 8
    assert fillomino.row(*six) == row
    fillomino(*six, "-o", tmp_path)
    [file] = tmp_path.iterdir()
    assert (file.stem, file.read_text()) == ("hamiltonian6-5-1", row["puzzle"])


# --- reductions: boards of the NP-completeness proof, whose solutions are the assignments of their formulas


@pytest.mark.parametrize("clauses", [1, 2, 3, 4, 5, 7])
def test_the_solutions_are_the_assignments(clauses: int) -> None:
    for seed in range(3):
        formula = random_formula(clauses, Random(f"{seed}/{clauses}"))
        puzzle = board_of_formula(formula)
        found = search(puzzle, limit=10**6)
        assert found.complete
        assert len(found.fillings) == len(assignments(formula.variables, formula.clauses))
        assert not any(violations(puzzle, filling) for filling in found.fillings)


def test_some_formula_has_no_assignment_and_its_board_no_solution(fillomino: Runner) -> None:
    formula = random_formula(4, Random("8/1"))
    assert sorted(formula.clauses) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert assignments(formula.variables, formula.clauses) == []
    row = fillomino.row("reduction", "one-in-three:4", "--seed", "8")
    assert [tuple(its) for its in row["formula"]] == formula.clauses
    puzzle = formats.read(row["puzzle"]).puzzle
    assert puzzle == board_of_formula(formula)
    assert row["clues"] == len(puzzle.clues)
    found = search(puzzle)
    assert (found.complete, found.fillings) == (True, ())


def test_files_and_seeds_of_formulas(fillomino: Runner, tmp_path: Path) -> None:
    two = ("reduction", "one-in-three:2", "--seed", "5")
    assert fillomino(*two, "--count", "2") == fillomino(*two, "--count", "2").ended(0)
    fillomino(*two, "--to", "url", "-o", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["one-in-three2-5-1.url"]


def test_naked_singles_and_borders_alone_leave_many_cells_open() -> None:
    one = made(Spec(rectangle(8, 8), level=1))
    assert (one.rating.level, max(one.filling)) == (1, 3)
    assert len(one.puzzle.clues) <= 48
    wide = made(Spec(rectangle(6, 6), level=1, largest=5), "1", 200)
    assert max(wide.filling) <= 5


def test_a_board_without_small_regions_has_puzzles_of_larger_ones() -> None:
    assert make(Spec(from_spec("2x2"), level=1), "1/1", 20) is not None
    full = make(Spec(rectangle(4, 4), level=0), "1/1", 1)
    assert full is not None
    assert full.puzzle.empty_cells == 0


def test_the_solver_by_default_is_z3_without_yices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HIDE, "yices-smt2")
    assert Spec(SQUARE).solver == "z3"


def test_the_level_by_default_is_the_fast_one() -> None:
    assert Spec(SQUARE).level == registry.fast_level()


def test_puzzles_of_standard_output_are_read_again(fillomino: Runner) -> None:
    two = ("3x3", "--count", "2", "--seed", "1", "--level", "2", "--to", "url")
    made = fillomino("generate", *two).out
    assert len(made.splitlines()) == 2
    assert fillomino("solve", "-", "--unique", stdin=made).code == 0


def test_a_program_is_a_solver(fillomino: Runner, tmp_path: Path) -> None:
    wrapper = shell_script(tmp_path / "wrapper", f'exec "{needs.solver("z3").executable}" "$@"')
    fillomino("generate", "2x2", "--level", "1", "--seed", "1", "-s", f"smt:{wrapper} {{file}}").ended(0)


def test_an_attempt_that_takes_long_is_no_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a level that hardly any puzzle has: the first attempt does not end."""
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    monkeypatch.setattr("workbench.cli.output.PATIENCE", 0.0)

    def endless(*_: object) -> None:
        wait_until(lambda: ERASED in terminal.getvalue())
        raise KeyboardInterrupt

    monkeypatch.setattr("labs.generate.command.make_many", endless)
    assert call(["generate", "6x6", "--seed", "1"]) == 130
    assert "generating" in terminal.getvalue()
