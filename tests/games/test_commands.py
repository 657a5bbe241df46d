"""Puzzles of games at the command line: of URLs, files and pages; games of one's own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from games import registry
from scripts.harness import EXAMPLES
from tests.workbench.conftest import Runner, fillomino, no_colour

__all__ = ["fillomino", "no_colour"]
FOLDER = EXAMPLES / "games"
NORINORI = FOLDER / "norinori.py"
PROGRAM = f"mine=cmd:{sys.executable} {FOLDER / 'norinori_smt.py'}"
HASHI = "https://puzz.link/p?hashi/3/1/1g1"


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of files are known to this process alone."""
    monkeypatch.setattr(registry, "_LOADED", {})


def test_urls_and_files_are_read_and_written(fillomino: Runner, tmp_path: Path) -> None:
    plain = fillomino("show", HASHI, "--to", "plain").ended(0).out
    assert plain == "hashi 1 3\n1 . 1\n"
    file = fillomino.write("a.hashi", plain)
    for form in ("url", "janko", "plain"):
        written = fillomino("show", file, "--to", form).ended(0).out
        other = fillomino.write("b.txt", written)
        assert fillomino("show", other, "--to", "plain").ended(0).out == plain
        assert fillomino("show", "-", "--to", "plain", stdin=written).ended(0).out == plain
    fillomino("show", file, "-o", tmp_path / "c.hashi").ended(0)
    assert (tmp_path / "c.hashi").read_text() == plain
    assert (
        "═"
        in fillomino(
            "show", "-", stdin="begin\npuzzle hashi\nrows 1\ncols 3\nproblem\n2 - 2\nsolution\n- 2 -\nend\n"
        ).out
    )


def test_a_list_of_urls_and_a_folder(fillomino: Runner, tmp_path: Path) -> None:
    listed = fillomino.write("list.url", f"{HASHI}\nhttps://puzz.link/p?slither/2/1/3c\n")
    assert fillomino("show", listed, "--to", "plain").ended(0).out.count(" 1 ") >= 2
    folder = tmp_path / "puzzles"
    folder.mkdir()
    for name in ("a.hitori", "b.nurikabe"):
        (folder / name).write_text(f"{name[2:]} 1 2\n1 2\n")
    assert fillomino("show", folder, "--to", "plain").ended(0).out == "hitori 1 2\n1 2\nnurikabe 1 2\n1 2\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["show", HASHI, "--to", "svg"], "other-game"),
        (["show", HASHI, "--reach"], "other-game"),
        (["show", HASHI, "--to", "json"], "unknown-format"),
        (["show", "https://puzz.link/p?hashi/3/1/9g1"], "bad-sign"),
        (["show", "https://puzz.link/p?mashu/3/1/9g1"], "bad-input"),
        (["count", HASHI], "other-game"),
        (["show", HASHI, "--game", "sudoku"], "unknown-game"),
        (["show", HASHI, "--game", "./no-such.py"], "no-such-file"),
        (["audit", "--game", "sudoku"], "unknown-game"),
    ],
)
def test_what_is_no_puzzle_of_a_game_is_refused(fillomino: Runner, arguments: list[str], code: str) -> None:
    done = fillomino(*arguments)
    assert done.code == 2
    assert done.fault in (code, None), done  # what is wrong with one of several is only a warning
    assert done.err


def test_a_game_of_a_file(fillomino: Runner) -> None:
    puzzle = FOLDER / "six.norinori"
    done = fillomino("show", puzzle)
    assert done.code == 2
    game = ("--game", NORINORI)
    assert fillomino("show", puzzle, *game, "--to", "plain").ended(0).out == puzzle.read_text()
    row = fillomino.row("solve", puzzle, *game, "-e", PROGRAM, "--unique", "--json")
    assert (row["status"], row["unique"]) == ("solved", True)
    script = fillomino.encoded(puzzle, *game, "-e", PROGRAM)
    assert fillomino("solve", script, *game).code == 0


def test_a_script_of_a_game_that_is_not_known_says_so_and_keeps_its_puzzle(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, game = fillomino.write("a.norinori", "norinori 2 3\na a b\na a b\n"), ("--game", NORINORI)
    script = fillomino.encoded(puzzle, *game, "-e", PROGRAM)
    monkeypatch.setattr(registry, "_LOADED", {})
    commands: list[list[str | Path]] = [["audit", script], ["shrink", script], ["decode", script, "-"]]
    for arguments in commands:
        fillomino(*arguments, stdin="sat\n").refused("unknown-game", 1, 3, str(script))
    fillomino("lint", script).ended(0)
    scrambled = fillomino.write("scrambled.smt2", fillomino("scramble", script).ended(0).out)
    fillomino("audit", scrambled, *game).ended(0)


@pytest.mark.parametrize(
    "line",
    ["the sum 3 4", "norinori 2 2\n; a a b\n; a b", "norinori 3 1\n; a", "norinori 1 4\n; a a b b\n; b b"],
)
def test_other_comments_are_prose(line: str, fillomino: Runner) -> None:
    script = fillomino.write(
        "a.smt2", f"; {line}\n(declare-const n_0 Int)\n(assert (= n_0 1))\n(check-sat)\n"
    )
    fillomino("solve", script, "-s", "z3").ended(0)
    assert fillomino("audit", script, "--puzzle", "1x1:1").ended(0)


def test_a_script_is_not_decided_where_nothing_lists_the_solutions(fillomino: Runner) -> None:
    rows = "\n".join(["a a b b c", "a a b b c", "d d e e f", "d d e e f", "g g h h f"])
    puzzle = fillomino.write("large.norinori", f"norinori 5 5\n{rows}\n")
    script = fillomino.encoded(puzzle, "--game", NORINORI, "-e", PROGRAM)
    done = fillomino("audit", script, "--game", NORINORI, "--json").ended(3)
    assert done.row["right"] is None


@pytest.mark.parametrize("command", ["count 2x2", "generate 2x2", "deduce @first", "lint a.smt2", "solvers"])
def test_commands_without_games_say_so(command: str, fillomino: Runner) -> None:
    done = fillomino(*command.split(), "--game", NORINORI)
    assert (done.code, done.fault) == (2, "usage")


def test_an_audit_of_a_game_of_a_file_finds_slips(fillomino: Runner) -> None:
    game = ("--game", NORINORI)
    done = fillomino("audit", PROGRAM.replace("cmd:", "cmd:--serve "), *game, "--json").ended(0)
    text = (FOLDER / "norinori_smt.py").read_text()
    slips = [("(= 1 {", "(<= 1 {"), ("(= 1 {", "(>= 1 {"), ("(= 2 {", "(<= 2 {"), ("(= 2 {", "(>= 2 {")]
    slips += [("*[x - 1] * (x % width > 0), ", ""), ("signs[x] == room", "signs[x] <= room")]
    for right, wrong in slips:
        assert right in text
        slip = fillomino.write("slip.py", text.replace(right, wrong))
        done = fillomino("audit", f"slip=cmd:--serve {sys.executable} {slip}", *game)
        assert done.code == 1, (wrong, done)


def test_rules_of_a_program(fillomino: Runner) -> None:
    game = ("--game", FOLDER / "mosaic.py")
    puzzle = FOLDER / "three.mosaic"
    assert fillomino("check", puzzle, "-", *game, stdin="1 1 0\n").code == 0
    assert fillomino("check", puzzle, "-", *game, stdin="1 1 1\n").code == 1


def test_a_file_whose_rules_fail_ends_a_command_with_a_sentence(fillomino: Runner) -> None:
    text = NORINORI.read_text()
    for right, wrong in (("len(part) != 2", "part.x"), ("if shaded != 2:", "if shaded / 0:")):
        file = fillomino.write("bad.py", text.replace(right, wrong))
        puzzle = FOLDER / "six.norinori"
        done = fillomino("check", puzzle, "-", "--game", file, stdin="1 1 1 1\n" * 4)
        line = file.read_text().split(wrong)[0].count("\n") + 1
        assert (done.code in (2, 4), done.fault) == (True, "game-fault")
        assert done.place == (line, None, str(file))
