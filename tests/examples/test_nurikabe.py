"""The program in examples/nurikabe: its rules, its formats and its command line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import drivers.solvers
from drivers import SOLVERS, find, installed, run
from drivers.fake import scripted
from fillomino.board import rectangle
from fillomino.errors import InputError, PuzzleError
from fillomino.puzzle import Puzzle
from nurikabe.command import main
from nurikabe.formats import read, read_shading, write, write_shading
from nurikabe.rules import Shading, blocks, violations

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


def shaded(*rows: str) -> Shading:
    return tuple(sign == "#" for row in rows for sign in row)


def broken(puzzle: Puzzle, *rows: str) -> list[str]:
    return [violation.name for violation in violations(puzzle, shaded(*rows))]


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


def test_rules_name_what_is_broken() -> None:
    puzzle = Puzzle(rectangle(3, 3), {0: 2, 8: 1}, unknown=frozenset({2}))
    assert broken(puzzle, ".#.", ".##", "##.") == []
    assert broken(Puzzle(rectangle(2, 3), {0: 2}), ".##", ".##") == ["pool"]
    assert broken(puzzle, ".#.", ".#.", "##.") == ["island-two-clues"]
    assert broken(puzzle, ".##", "###", "##.") == [
        "clue-in-stream",
        "island-too-small",
        "pool",
        "pool",
    ]
    assert broken(puzzle, ".#.", "...", "##.") == ["island-two-clues", "stream-broken"]
    assert broken(puzzle, ".#.", ".##", "..#") == ["clue-in-stream", "island-too-large"]
    assert broken(Puzzle(rectangle(1, 3), {0: 1}), ".#.") == ["island-without-clue"]
    with pytest.raises(PuzzleError, match="a shading of 2 cells for a board of 3"):
        violations(Puzzle(rectangle(1, 3), {}), (True, False))


def test_blocks_of_a_board_with_a_hole() -> None:
    assert blocks(rectangle(2, 3)) == [(0, 1, 3, 4), (1, 2, 4, 5)]
    assert blocks(rectangle(2, 3, {(0, 2)})) == [(0, 1, 2, 3)]


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
    assert column is None or (isinstance(caught.value, InputError) and caught.value.column == column)


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
    yices = find("yices")
    if installed(yices) is None:
        pytest.skip("yices is not installed")
    answer = run(nurikabe("encode", FILES[0], *options).out, yices).stdout
    done = nurikabe("decode", FILES[0], "-", stdin=answer)
    assert (done.code, done.out) == (0, nurikabe("solve", FILES[0]).out)

    wrong = nurikabe("decode", FILES[0], "-", stdin=answer.replace("false", "true"))
    assert wrong.code == 1
    assert "island" in wrong.err


def test_decode_of_what_is_no_solution(nurikabe: Runner) -> None:
    none = nurikabe("decode", FILES[0], "-", stdin="unsat\n")
    assert none == (1, "", "nurikabe: <stdin>: unsat: the puzzle has no solution\n")
    assert nurikabe("decode", FILES[0], "-", stdin="unknown\n").code == 3
    foreign = nurikabe("decode", FILES[0], "-", stdin="sat\n((x true))\n")
    assert foreign.code == 2
    assert "the answer must give true or false for " in foreign.err
    assert "this is no solver's answer" in nurikabe("decode", FILES[0], "-", stdin="hello\n").err


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
    several = nurikabe("solve", "-", "--limit", "9", stdin="2 2\n2 0\n0 0")
    assert "solved, 2 solutions, all there are (rank, yices" in several.err
    assert sorted(several.out.splitlines()) == ["# #", ". #", "2 #", "2 ."]
    ambiguous = nurikabe("solve", "-", "--unique", stdin="2 2\n2 0\n0 0")
    assert ambiguous.code == 1
    assert "solved, there is another solution" in ambiguous.err
    none = nurikabe("solve", "-", stdin="2 2\n0 0\n0 0")
    assert (none.code, none.out) == (1, "")
    assert "unsolvable" in none.err


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
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES, "--help"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("usage: nurikabe")
    assert "exit codes: 0 done" in done.stdout
