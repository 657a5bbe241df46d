"""The command `nurikabe`, the rules it judges by, and the two formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import Solver, find, installed, run
from drivers.fake import scripted
from fillomino.board import rectangle
from fillomino.errors import InputError, PuzzleError
from fillomino.nurikabe.formats import read, read_shading, write_shading, write_text, write_url
from fillomino.nurikabe.rules import Shading, pools, violations
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import EXAMPLES, Runner

FILES = [EXAMPLES / f"{name}.nurikabe" for name in ("six", "eight", "ten")]


def shaded(*rows: str) -> Shading:
    return tuple(sign == "#" for row in rows for sign in row)


def broken(puzzle: Puzzle, *rows: str) -> list[str]:
    return [violation.name for violation in violations(puzzle, shaded(*rows))]


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


def test_pools_of_a_board_with_a_hole() -> None:
    assert pools(rectangle(2, 3)) == [(0, 1, 3, 4), (1, 2, 4, 5)]
    assert pools(rectangle(2, 3, {(0, 2)})) == [(0, 1, 2, 3)]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    board = rectangle(draw(st.integers(1, 5)), draw(st.integers(1, 30)))
    cells = st.integers(0, board.size - 1)
    clues = draw(st.dictionaries(cells, st.integers(1, board.size)))
    return Puzzle(board, clues, unknown=frozenset(draw(st.frozensets(cells))) - set(clues))


@given(puzzles())
def test_formats_read_what_they_write(puzzle: Puzzle) -> None:
    assert read(write_text(puzzle)) == puzzle
    assert read(write_url(puzzle)) == puzzle


@given(puzzles(), st.randoms())
def test_shadings_read_what_they_write(puzzle: Puzzle, chance: st.DataObject) -> None:
    shading = tuple(chance.random() < 0.5 for _ in range(puzzle.board.size))  # type: ignore[attr-defined]
    assert read_shading(puzzle.board, write_shading(puzzle, shading)) == shading


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("https://puzz.link/p?fillomino/3/3/g", "is one of the puzzle 'fillomino'; nurikabe is wanted", 21),
        ("https://puzz.link/p?nurikabe/3/1/1g2g", "only 0 are left|follows the last cell", None),
        ("https://puzz.link/p?nurikabe/3/1/i5", "'5' follows the last cell of the board; remove it", 35),
        ("nurikabe/2/1/!g", "'!' is not a cell", 14),
        ("1 2\n3 9", "larger than the board|should have", None),
    ],
)
def test_bad_puzzles_are_refused_with_their_place(text: str, message: str, column: int | None) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(text)
    assert column is None or caught.value.column == column


def test_bad_shadings_are_refused() -> None:
    with pytest.raises(InputError, match="'x' is no cell; write # for the stream"):
        read_shading(rectangle(1, 2), "# x")
    with pytest.raises(InputError, match="the board has 2 places, but this shading has 1"):
        read_shading(rectangle(1, 2), "#")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_examples_have_one_solution(path: object, fillomino: Runner) -> None:
    done = fillomino("nurikabe", "solve", str(path), "--unique", "--json")
    row = json.loads(done.out)
    assert (done.code, row["status"], row["unique"]) == (0, "solved", True)


def test_solve_and_check_and_convert(fillomino: Runner) -> None:
    plain = fillomino("nurikabe", "solve", FILES[0], "--plain").out
    assert fillomino("nurikabe", "check", FILES[0], "-", stdin=plain).out == "a solution\n"
    wrong = fillomino("nurikabe", "check", FILES[0], "-", stdin=plain.replace("#", ".", 1))
    assert wrong.code == 1
    assert "island" in wrong.err
    rows = fillomino("nurikabe", "convert", FILES[0], "--to", "text").out
    assert (
        fillomino("nurikabe", "convert", "-", "--to", "url", stdin=rows).out
        == fillomino("nurikabe", "convert", FILES[0]).out
    )


@pytest.mark.parametrize("options", [(), ("--stream", "exact", "--method", "tree")])
def test_decode_reads_an_answer_to_what_encode_wrote(
    fillomino: Runner, tmp_path: Path, options: tuple[str, ...]
) -> None:
    yices = find("yices")
    if installed(yices) is None:
        pytest.skip("yices is not installed")
    text = fillomino("nurikabe", "encode", FILES[0], *options).out
    answer = run(text, yices).stdout
    done = fillomino("nurikabe", "decode", FILES[0], "-", stdin=answer)
    assert (done.code, done.out) == (0, fillomino("nurikabe", "solve", FILES[0], "--plain").out)
    row = json.loads(fillomino("nurikabe", "decode", FILES[0], "-", "--json", stdin=answer).out)
    assert (row["shading"], row["violations"]) == (done.out.splitlines(), [])

    wrong = fillomino("nurikabe", "decode", FILES[0], "-", stdin=answer.replace("false", "true"))
    assert wrong.code == 1
    assert "island" in wrong.err


def test_decode_of_what_is_no_solution(fillomino: Runner) -> None:
    none = fillomino("nurikabe", "decode", FILES[0], "-", stdin="unsat\n")
    assert (none.code, none.err) == (1, "fillomino: <stdin>: unsat: the puzzle has no solution\n")
    assert fillomino("nurikabe", "decode", FILES[0], "-", stdin="unknown\n").code == 3
    assert "the answer must say true or false for " in fillomino.refuses(
        "nurikabe", "decode", FILES[0], "-", stdin="sat\n((x true))\n"
    )


def test_all_solutions_and_none(fillomino: Runner) -> None:
    several = fillomino("nurikabe", "solve", "-", "--limit", "9", stdin="2 2\n2 0\n0 0")
    assert "solved, 2 solutions, all there are (rank, yices" in several.out
    assert sorted(several.out.splitlines()[:4]) == ["# #", ". #", "2 #", "2 ."]
    ambiguous = fillomino("nurikabe", "solve", "-", "--unique", stdin="2 2\n2 0\n0 0")
    assert ambiguous.code == 1
    assert "but there is another solution" in ambiguous.out
    none = fillomino("nurikabe", "solve", "-", stdin="2 2\n0 0\n0 0")
    assert (none.code, none.out.split(" ")[0]) == (1, "unsolvable")


def test_a_model_that_breaks_the_rules_is_not_believed(
    fillomino: Runner, pretend: Callable[[Solver], str]
) -> None:
    liar = pretend(scripted("sat\n((w_0 true) (w_1 true) (w_2 false))\n", name="liar"))
    done = fillomino("nurikabe", "solve", "-", "--solver", liar, stdin="1 3\n0 1 0")
    assert done.code == 4


def test_bad_usage(fillomino: Runner) -> None:
    assert "--stream is exact or unbounded" in fillomino.refuses(
        "nurikabe", "solve", FILES[0], "--stream", "x"
    )
    assert "no method 'x'" in fillomino.refuses("nurikabe", "solve", FILES[0], "--method", "x")
    assert "--to is text or url" in fillomino.refuses("nurikabe", "convert", FILES[0], "--to", "x")
    assert "no-such-file: can't be read" in fillomino.refuses("nurikabe", "solve", "no-such-file")
    assert fillomino("nurikabe", "encode", FILES[0], "-f", "commented").out.startswith("; Nurikabe: 36 cells")


def test_a_puzzle_that_can_not_be_read_stops_no_other(fillomino: Runner, tmp_path: Path) -> None:
    bad = tmp_path / "bad.nurikabe"
    bad.write_text("x!\n")
    done = fillomino("nurikabe", "solve", bad, EXAMPLES / "six.nurikabe", "--json")
    assert done.code == 2
    assert done.err.startswith(f"fillomino: {bad}:1:")
    refused, solved = map(json.loads, done.out.splitlines())
    assert (refused["status"], solved["status"]) == ("failed", "solved")
    assert refused["error"] == done.err.removeprefix("fillomino: ").rstrip()
