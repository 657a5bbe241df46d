"""The program in examples/nurikabe: rules, formats, command line, and every way to encode by brute force."""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from io import StringIO
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import drivers.solvers
from drivers import SOLVERS, Limits, Sat, Solver, find, run
from drivers.enumeration import solutions
from drivers.fake import scripted
from encoder.connectivity.published import PUBLISHED
from encoder.parts.flood import METHODS
from fillomino.board import Board, rectangle
from fillomino.errors import InputError, PuzzleError
from fillomino.puzzle import Puzzle
from nurikabe.command import main
from nurikabe.encoding import STREAMS, decode, encode
from nurikabe.formats import read, read_shading, write, write_shading
from nurikabe.rules import Shading, violations
from smtlib.render import driver
from tests.support.boards import ODD
from tests.support.processes import python
from tests.support.where import quick, where

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "nurikabe"
FILES = [EXAMPLES / f"{name}.nurikabe" for name in ("six", "eight", "ten")]


class Done(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


Runner = Callable[..., Done]


@pytest.fixture
def nurikabe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    def call(*arguments: str | Path, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", StringIO(stdin))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = int(end.code or 0)
        return Done(code, *capsys.readouterr())

    return call


THREE = Puzzle(rectangle(3, 3), {0: 2, 8: 1}, unknown=frozenset({2}))


WHEEL = "cells:\n" + "".join(
    f"r{x}: hub r{(x - 1) % 6} r{(x + 1) % 6}\n" for x in range(6)
) + "hub: r0 r1 r2 r3 r4 r5\nr0 = 2\nr3 = 1\n"  # fmt: skip
"""A hub with a rim of six: the island of r0 is it and a neighbour on the rim, as the hub would join r3's."""


def test_any_board(nurikabe: Runner, tmp_path: Path) -> None:
    """Its solutions are those that trying all shadings finds."""
    path = tmp_path / "wheel.cells"
    path.write_text(WHEEL, encoding="utf-8")
    puzzle = read(WHEEL)
    shadings = [shading for shading in product((False, True), repeat=7) if not violations(puzzle, shading)]
    assert len(shadings) == 2
    done = nurikabe("solve", path)
    assert read_shading(puzzle.board, done.out) in shadings
    assert nurikabe("check", path, "-", stdin=done.out).code == 0
    assert nurikabe("solve", path, "--unique").code == 1
    again = nurikabe("convert", path, "--to", "json").out
    assert read(again) == puzzle
    for shading in shadings:
        assert read_shading(puzzle.board, write_shading(puzzle, shading)) == shading


@pytest.mark.parametrize(
    ("puzzle", "rows", "names"),
    [
        (THREE, ".#. .## ##.", ""),
        (Puzzle(rectangle(2, 3), {0: 2}), ".## .##", "pool"),
        (THREE, ".#. .#. ##.", "island-two-clues"),
        (THREE, ".## ### ##.", "clue-in-stream island-too-small pool pool"),
        (THREE, ".#. ... ##.", "island-two-clues stream-broken"),
        (THREE, ".#. .## ..#", "clue-in-stream island-too-large"),
        (Puzzle(rectangle(1, 3), {0: 1}), ".#.", "island-without-clue"),
    ],
)
def test_rules_name_what_is_broken(puzzle: Puzzle, rows: str, names: str) -> None:
    shading = tuple(sign == "#" for sign in rows.replace(" ", ""))
    assert [violation.name for violation in violations(puzzle, shading)] == names.split()
    with pytest.raises(PuzzleError, match="a shading of 2 cells for a board of "):
        violations(puzzle, (True, False))


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    board = rectangle(draw(st.integers(1, 5)), draw(st.integers(1, 12)))
    cells = st.integers(0, board.size - 1)
    clues = draw(st.dictionaries(cells, st.integers(1, board.size)))
    return Puzzle(board, clues, unknown=frozenset(draw(st.frozensets(cells))) - set(clues))


@given(puzzles())
def test_formats_read_what_they_write(puzzle: Puzzle) -> None:
    assert read(write(puzzle, "plain")) == puzzle
    assert read(write(puzzle, "url")) == puzzle


@given(puzzles(), st.randoms())
def test_shadings_read_what_they_write(puzzle: Puzzle, chance: st.DataObject) -> None:
    shading = tuple(chance.random() < 0.5 for _ in range(puzzle.board.size))  # type: ignore[attr-defined]
    assert read_shading(puzzle.board, write_shading(puzzle, shading)) == shading


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("https://puzz.link/p?fillomino/3/3/g", "nurikabe is wanted", None),
        ("fillomino/3/3/g", "nurikabe is wanted", None),
        ("https://puzz.link/p?nurikabe/3/1/1z", "but only 2 are left", 35),
        ("https://puzz.link/p?nurikabe/3/1/i8", "no walls", None),
        ("nurikabe/2/1/!g", "'!' is not a cell", 14),
        ("1 2\n3 9", "larger than the board|should have", None),
    ],
)
def test_bad_puzzles_are_refused_with_their_place(text: str, message: str, column: int | None) -> None:
    with pytest.raises((InputError, PuzzleError), match=message) as caught:
        read(text)
    assert column is None or getattr(caught.value, "column", None) == column


@pytest.mark.parametrize(("text", "message"), [("# x", "1:3: 'x'"), ("#", "the board has 2 places")])
def test_bad_shadings_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_shading(rectangle(1, 2), text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_examples_have_one_solution(path: Path, nurikabe: Runner) -> None:
    done = nurikabe("solve", path, "--unique", "--json")
    row = json.loads(done.out)
    assert (done.code, row["status"], row["unique"], row["complete"]) == (0, "solved", True, True)


def test_solve_and_check_and_convert(nurikabe: Runner) -> None:
    solution = nurikabe("solve", FILES[0]).out
    assert nurikabe("check", FILES[0], "-", stdin=solution) == (0, "", "<stdin>: a solution\n")
    wrong = nurikabe("check", FILES[0], "-", stdin=solution.replace("#", ".", 1))
    assert wrong.code == 1
    assert "island" in wrong.err
    rows = nurikabe("convert", FILES[0], "--to", "plain").out
    url = nurikabe("convert", "-", "--to", "url", stdin=rows).out
    assert url == nurikabe("convert", FILES[0]).out
    assert nurikabe("solve", url.strip()).out == solution


@pytest.mark.parametrize("options", [(), ("--stream", "exact", "--method", "tree")])
def test_decode_reads_an_answer_to_what_encode_wrote(nurikabe: Runner, options: tuple[str, ...]) -> None:
    answer = run(nurikabe("encode", FILES[0], *options).out, find("yices")).stdout
    done = nurikabe("decode", FILES[0], "-", stdin=answer)
    assert (done.code, done.out) == (0, nurikabe("solve", FILES[0]).out)
    wrong = nurikabe("decode", FILES[0], "-", stdin=answer.replace("false", "true"))
    assert (wrong.code, "island" in wrong.err) == (1, True)


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ("unsat\n", 1, "nurikabe: <stdin>: unsat: the puzzle has no solution\n"),
        ("unknown\n", 3, ""),
        ("sat\n((x true))\n", 2, "the answer must give true or false for "),
        ("hello\n", 2, "this is no solver's answer"),
    ],
)
def test_decode_of_what_is_no_solution(nurikabe: Runner, answer: str, code: int, said: str) -> None:
    done = nurikabe("decode", FILES[0], "-", stdin=answer)
    assert (done.code, done.out, said in done.err) == (code, "", True)


def test_dimacs(nurikabe: Runner, tmp_path: Path) -> None:
    puzzle = "1 3\n0 1 0"
    (tmp_path / "a.txt").write_text(puzzle)
    cnf = nurikabe("encode", tmp_path / "a.txt", "--method", "layers", "-f", "dimacs").out
    (tmp_path / "a.cnf").write_text(cnf)
    variables = {row.split()[3]: row.split()[2] for row in cnf.splitlines() if row.startswith("c value ")}
    literals = " ".join(f"-{variable}" for variable in variables.values())
    answer = f"s SATISFIABLE\nv {literals} 0\n"
    done = nurikabe("decode", tmp_path / "a.txt", "-", "--cnf", tmp_path / "a.cnf", stdin=answer)
    assert (done.code, done.out) == (1, "# 1 #\n")
    assert "the stream is broken" in done.err
    refused = nurikabe("encode", FILES[0], "-f", "dimacs")
    assert refused.code == 2
    assert "the method rank is not of Booleans alone, as dimacs must be; layers is" in refused.err


def test_all_solutions_and_none(nurikabe: Runner) -> None:
    two, none = "2 2\n2 0\n0 0", "2 2\n0 0\n0 0"
    for options, puzzle, code, said in (
        (("--limit", "9"), two, 0, "solved, 2 solutions, all there are (rank, yices"),
        (("--unique",), two, 1, "solved, there is another solution"),
        ((), none, 1, "unsolvable"),
    ):
        done = nurikabe("solve", "-", *options, stdin=puzzle)
        assert (done.code, said in done.err) == (code, True)
        if "--limit" in options:
            assert sorted(done.out.splitlines()) == ["# #", ". #", "2 #", "2 ."]
        assert puzzle is two or done.out == ""


@pytest.mark.parametrize(
    ("printed", "code", "status"),
    [
        ("unknown\n", 3, "unknown"),
        ("unsat\n", 1, "unsolvable"),
        ("nonsense\n", 4, "failed"),
        ("sat\n((w_0 true) (w_1 true) (w_2 false))\n", 4, "failed"),  # it breaks the rules
    ],
)
def test_what_is_no_solution_gives_the_exit_code(
    nurikabe: Runner, monkeypatch: pytest.MonkeyPatch, printed: str, code: int, status: str
) -> None:
    monkeypatch.setattr(drivers.solvers, "SOLVERS", (*SOLVERS, scripted(printed, name="fake")))
    done = nurikabe("solve", "-", "--solver", "fake", "--json", stdin="1 3\n0 1 0")
    row = json.loads(done.out)
    assert (done.code, row["status"], row["shadings"]) == (code, status, [])


def test_bad_usage(nurikabe: Runner) -> None:
    for wrong in (
        ("solve", FILES[0], "--stream", "x"),
        ("solve", FILES[0], "--method", "x"),
        ("solve", FILES[0], "--timeout", "nan"),
        ("solve", FILES[0], "--limit", "0"),
        ("convert", FILES[0], "--to", "x"),
        ("solve", "no-such-file"),
        ("solve", FILES[0], "--solver", "no-such-solver"),
        (),
    ):
        done = nurikabe(*wrong)
        assert (done.code, done.out) == (2, ""), wrong
    assert "no-such-file: can't be read: No such file" in nurikabe("solve", "no-such-file").err
    assert nurikabe("encode", FILES[0], "-f", "commented").out.startswith("; Nurikabe: 36 cells")


def test_a_puzzle_that_can_not_be_read_stops_no_other(nurikabe: Runner, tmp_path: Path) -> None:
    bad = tmp_path / "bad.nurikabe"
    bad.write_text("x!\n")
    done = nurikabe("solve", bad, FILES[0], "--json")
    assert done.code == 2
    assert done.err.startswith(f"nurikabe: {bad}:1:")
    refused, solved = map(json.loads, done.out.splitlines())
    assert (refused["status"], solved["status"]) == ("failed", "solved")
    assert refused["error"] == done.err.removeprefix("nurikabe: ").rstrip()


def test_the_folder_is_a_program(tmp_path: Path) -> None:
    done = python("-W", "error", EXAMPLES, "--help", check=True, cwd=tmp_path)
    assert done.stdout.startswith("usage: nurikabe")
    assert "exit codes: 0 done" in done.stdout


BY_METHOD = pytest.mark.parametrize(
    "method", [pytest.param(name, marks=[pytest.mark.slow] if name in PUBLISHED else []) for name in METHODS]
)
BY_STREAM = pytest.mark.parametrize("stream", STREAMS)
LIMITS = Limits(seconds=600)


def shadings(puzzle: Puzzle) -> set[Shading]:
    """Every shading that the rules accept."""
    every = product((False, True), repeat=puzzle.board.size)
    return {shading for shading in every if not violations(puzzle, shading)}


def found(puzzle: Puzzle, method: str, stream: str) -> set[Shading]:
    encoded = encode(puzzle, method=method, stream=stream)
    every = solutions(encoded.script, limits=LIMITS)
    assert every.complete, every.end
    decoded = [decode(encoded, model) for model in every.found]
    assert len(decoded) == len(set(decoded))
    return set(decoded)


@cache
def waters(board: Board) -> list[Shading]:
    """Every shading in which the stream is as it should be, whatever the clues."""
    free = Puzzle(board, {})
    every = product((False, True), repeat=board.size)
    stream = ("stream-broken", "pool")
    return [s for s in every if not any(v.name in stream for v in violations(free, s))]


def samples(seed: int, count: int) -> Iterator[Puzzle]:
    """Puzzles made from a shading, now and then with a clue changed, moved, or replaced by ``?``."""
    chance = random.Random(seed)
    boards = [rectangle(3, 3), rectangle(2, 4), rectangle(3, 4), ODD["ring"], ODD["star"], ODD["corner hole"]]
    for index in range(count):
        board = boards[index % len(boards)]
        shading = chance.choice(waters(board))
        clues: dict[int, int] = {}
        unknown = set()
        for island in board.components(x for x in range(board.size) if not shading[x]):
            cell, roll = chance.choice(island), chance.random()
            if roll < 0.2:
                unknown.add(cell)
            else:
                clues[cell] = len(island) if roll < 0.9 else chance.randint(1, board.size)
        yield Puzzle(board, clues, unknown=frozenset(unknown))


@BY_METHOD
@BY_STREAM
@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 2)])
@quick(lambda method, stream: method == "tree" or stream == "exact")
def test_every_clue_set_of_small_boards(method: str, stream: str, size: tuple[int, int]) -> None:
    board = rectangle(*size)
    step = 1 if board.size < 4 else 31
    solvable = 0
    for numbers in list(product(range(-1, board.size + 1), repeat=board.size))[::step]:
        clues = {x: v for x, v in enumerate(numbers) if v > 0}
        puzzle = Puzzle(board, clues, unknown=frozenset(x for x, v in enumerate(numbers) if v < 0))
        wanted = shadings(puzzle)
        assert found(puzzle, method, stream) == wanted, numbers
        solvable += bool(wanted)
    assert solvable


@BY_METHOD
@BY_STREAM
def test_samples(method: str, stream: str) -> None:
    counts: Mapping[int, list[Puzzle]] = defaultdict(list)
    for puzzle in samples(seed=6, count=10):
        wanted = shadings(puzzle)
        assert found(puzzle, method, stream) == wanted
        counts[min(len(wanted), 2)].append(puzzle)
    assert set(counts) == {0, 1, 2}  # none, one, and several solutions all occur


@pytest.mark.slow
@BY_METHOD
@BY_STREAM
def test_many_samples(method: str, stream: str) -> None:
    for puzzle in samples(seed=8, count=240):
        assert found(puzzle, method, stream) == shadings(puzzle)


LOGIC = {"rank": "QF_LIA", "layers": "QF_UF"}


@pytest.mark.parametrize("method", LOGIC)
@where(lambda method, solver: solver.logics is None or LOGIC[method] in solver.logics)
@quick(lambda method, solver: method == "rank" and not solver.needs_bounds)
def test_samples_by_every_solver(method: str, solver: Solver) -> None:
    for puzzle in samples(seed=7, count=2):
        encoded = encode(puzzle, method=method)
        assert encoded.script.logic == LOGIC[method]
        answer = run(driver(encoded.script), solver, LIMITS).answer
        wanted = shadings(puzzle)
        if isinstance(answer, Sat):
            assert decode(encoded, answer.values) in wanted
        else:
            assert not wanted


def test_an_island_may_cover_the_board() -> None:
    board = rectangle(2, 2)
    dry = (False,) * 4
    assert found(Puzzle(board, {0: 4}), "tree", "exact") == {dry}
    assert dry in found(Puzzle(board, {}, unknown=frozenset({0})), "layers", "unbounded")
    assert found(Puzzle(board, {}), "layers", "unbounded") == set()  # a pool


def test_walls_are_refused() -> None:
    with pytest.raises(PuzzleError, match="no walls, no largest region"):
        encode(Puzzle(rectangle(1, 2), {}, frozenset({(0, 1)})))
