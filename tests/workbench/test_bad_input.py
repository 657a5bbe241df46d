"""Bad input: one sentence with its place, exit code 2, and never a traceback; every reader has a bound."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from fillomino.boards import from_spec
from fillomino.errors import InputError
from smtlib.sexpr import read_all
from tests.support.refused import refused
from tests.support.runs import run
from tests.support.where import where
from tests.workbench.conftest import EXAMPLES, Command, Runner
from workbench import shipped
from workbench.cli import scramble
from workbench.compare import store
from workbench.texts import inputs
from workbench.texts.inputs import board_of, open_one, puzzle_of, sources

FIRST, ROW, NONE = EXAMPLES / "first.txt", EXAMPLES / "row.txt", EXAMPLES / "none.txt"
ZERO = Path("/dev/zero")

# --- files of puzzles: what they may hold that is wrong is in tests/fillomino/test_formats.py

BAD: dict[str, tuple[str, bytes, int, int]] = {
    "short row": ("a.txt", b"2 2\n1 2\n1\n", 3, 2),
    "letter": ("a.txt", b"2 2\n0 x\n0 0\n", 2, 3),
    "huge clue": ("a.txt", b"1 2\n0 " + b"9" * 5000 + b"\n", 2, 3),
    "huge board": ("a.txt", b"100000 100000\n0\n", 1, 0),
    "binary garbage": ("a.txt", b"\x7fELF\x02\x01\x01\x00\xff\xfe\xfd", 1, 9),
    "NUL": ("a.txt", b"1 2\n0 \x00\n", 2, 3),
    "empty file": ("a.txt", b"", 1, 1),
    "10 MB line": ("a.txt", b"0 " * 5_000_000, 1, 4194305),
    "10 MB of lines": ("a.txt", b"0 0\n" * 2_500_000, 0, 0),
    "2 MB line": ("a.txt", b"0 " * 1_000_000, 1, 1000001),
    "escape sequences": ("a.txt", b"1 2\n0 \x1b[31m\n", 2, 3),
    "deep json": ("a.json", b"[" * 100_000, 1, 0),
    "url with too much": ("a.url", b"https://puzz.link/p?fillomino/2/2/1111111\n", 1, 0),
    "pzprv3 cut off": ("a.pzprv3", b"pzprv3\nfillomino\n2\n2\n. .\n", 0, 0),
}
"""The file, and line and column of its fault; 0 for any."""


@pytest.mark.parametrize("command", [("solve",), ("encode",), ("show", "--to", "json")])
@pytest.mark.parametrize("name", BAD)
@where(lambda command, name: command == ("solve",) or len(BAD[name][1]) <= 1_000_000)
def test_bad_files(fillomino: Runner, tmp_path: Path, name: str, command: tuple[str, ...]) -> None:
    file, data, *place = BAD[name]
    path = tmp_path / file
    path.write_bytes(data)
    done = fillomino(*command, path).ended(2)
    *found, source = done.place
    assert (source, done.out) == (str(path), "")
    for number, wanted in zip(found, place, strict=True):
        assert isinstance(number, int)
        assert number == wanted or (wanted == 0 and number >= 1)
    [told] = done.err.splitlines()
    assert len(told) < len(str(path)) + 300
    assert told.isprintable()


def test_bad_second_files(fillomino: Runner, tmp_path: Path) -> None:
    path = tmp_path / "a"
    for data in (b"", b"\xff\xfe", b"\x00", b"((((", b"1 2\nx\n", b"9" * 5000):
        path.write_bytes(data)
        for command in ("check", "decode"):
            assert fillomino(command, FIRST, path).ended(2).place[2] == str(path)
    line = fillomino.write("none.json", fillomino("solve", NONE, "--json").out)
    fillomino("check", NONE, line).refused("bad-json")


def test_names_that_stand_for_no_puzzle(fillomino: Runner, tmp_path: Path) -> None:
    for name in ("nosuch.txt", "no/such/folder", "x\0y", "a" * 5000):
        assert fillomino("solve", name).ended(2).fault == "no-such-file"
    (tmp_path / "notes.md").write_text("1 2\n")
    assert fillomino("solve", tmp_path).ended(2).place == (None, None, str(tmp_path))
    url = "https://puzz.link/p?fillomino/2/2/zz1111"
    for arguments, place in (
        (("solve", url), (1, url)),
        (("solve", "@first", "--as", "janko"), (1, "@first")),
        (("show", "@first", "--to", "penpa"), (None, "@first")),
    ):
        line, _, source = fillomino(*arguments).ended(2).place
        assert (line, source) == place
    graph = fillomino("show", FIRST, "--to", "json").out
    fillomino("show", "-", "--to", "plain", stdin=graph).refused("not-expressible")
    done = fillomino("solve", "-e", "forest", "2x1:11", "--json").ended(1, "")
    assert done.row["status"] == "unsolvable", "which is no bad input"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(fillomino: Runner) -> None:
    path = fillomino.write("a.txt", "1 1\n0\n")
    path.chmod(0)
    assert fillomino("solve", path).ended(2).place == (None, None, str(path))


def test_standard_input_has_a_name_and_may_list_puzzles(fillomino: Runner) -> None:
    assert fillomino("solve", "-", stdin="1 2\n0 x\n").ended(2).place == (2, 3, "<stdin>")
    assert fillomino("solve", "-").ended(2).place == (1, 1, "<stdin>")
    listed = "# two\n2x1:2a\n\n3x1:4b\n3x1:3b\r\n"
    done = fillomino("solve", "-", "--json", stdin=listed)
    assert done.place[2] == "<stdin>:4"
    assert [row["puzzle"] for row in done.rows] == ["<stdin>:2", "<stdin>:4", "<stdin>:5"]
    fillings = [[[2, 2]], None, [[3, 3, 3]]]
    assert [row["filling"] for row in done.rows] == fillings
    file = fillomino.write("ids.txt", listed)
    assert [row["filling"] for row in fillomino.rows("solve", file)] == fillings


@pytest.mark.parametrize("command", ["show --to janko -o", "encode -o", "count --json", "solve --json"])
def test_one_bad_puzzle_does_not_stop_the_others(fillomino: Runner, tmp_path: Path, command: str) -> None:
    folder, out = tmp_path / "puzzles", tmp_path / "out"
    folder.mkdir()
    for name, text in (("a", "1 2\n2 0\n"), ("b", "1 2\n0 x\n"), ("c", "1 1\n0\n")):
        (folder / f"{name}.txt").write_text(text)
    name, *options = command.split()
    done = fillomino(name, folder, *options, *([out] if options[-1] == "-o" else [])).ended(2)
    assert done.place == (2, 3, str(folder / "b.txt"))
    assert len(done.err.splitlines()) == (2 if name == "encode" else 1)  # the first says what was written
    if "--json" in options:
        found = [bool(row.get("fillings") or row.get("filling")) for row in done.rows]
        assert found == [True, False, True]
        assert done.err == f"fillomino: {done.rows[1]['error']}\n"
    else:
        assert sorted(path.stem.split(".")[0] for path in out.iterdir()) == ["a", "c"]


def test_a_puzzle_that_a_format_can_not_say_does_not_stop_the_others(
    fillomino: Runner, tmp_path: Path
) -> None:
    done = fillomino("show", EXAMPLES / "torus.json", FIRST, "--to", "plain", "-o", tmp_path).ended(2)
    assert (done.faults, done.place[2]) == (("not-expressible",), str(EXAMPLES / "torus.json"))
    assert [path.name for path in tmp_path.iterdir()] == ["first.txt"]


@pytest.mark.parametrize(
    "command",
    [
        "encode a.txt -o a.txt",
        "encode a.txt -o link.txt",
        "show a.txt --to url -o a.txt",
        "show a.txt b.txt --to plain -o .",
        "show urls.txt --to plain -o .",
        "show a.txt --to svg -o ./a.txt",
        "show a.txt --filling filling.txt --to svg -o filling.txt",
        "explain a.txt --svg a.txt",
        "page a.txt -s none -o a.txt",
    ],
)
def test_what_is_read_is_not_replaced(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {"a": "1 2\n2 0\n", "b": "1 1\n0\n", "filling": "2 2\n", "urls": "2x1:2a\n3x1:3b\n"}
    for name, text in texts.items():
        fillomino.write(f"{name}.txt", text)
    Path("link.txt").symlink_to("a.txt")
    before = {path.name: path.read_text() for path in tmp_path.iterdir()}
    fillomino(*command.split()).refused("bad-output")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == before


# --- what arguments of commands stand for


def test_a_board_is_a_specification_or_that_of_a_puzzle_file(fillomino: Runner, tmp_path: Path) -> None:
    assert board_of(str(fillomino.write("pair.cells", "A: B\nB: A\nA = 2\n"))).names == ("A", "B")
    assert board_of("torus:3x3") == from_spec("torus:3x3")
    with refused(InputError, "bad-input"):
        board_of(str(tmp_path / "none"))


SET = """{
  "name": "Fillomino", "count": 3,
  "data": {"1_1x2": {"problem": "1 2\\n- 2"},
    "2_1x1": {"problem": "1 1\\n-", "solution": "1 1\\n1"},
    "3_1x1": {"problem": "1 1\\nx"}}}
"""


@pytest.mark.parametrize("text", [SET, SET.replace("\n", "")], ids=["lines", "one line"])
def test_a_data_set_stands_for_its_puzzles(fillomino: Runner, text: str) -> None:
    file = fillomino.write("set.json", text)
    *found, broken = sources([str(file)])
    assert [one.name for one in (*found, broken)] == [f"{file}:{key}" for key in ("1_1x2", "2_1x1", "3_1x1")]
    first, second = map(open_one, found)
    assert (first.fillomino("it").puzzle.clues, second.answer) == ({1: 2}, (1,))
    assert first.path == str(file)
    with pytest.raises(InputError) as caught:
        open_one(broken)
    place = text.index('x"}}}')
    assert caught.value.line == text.count("\n", 0, place) + 1
    assert caught.value.column == place - text.rfind("\n", 0, place)
    assert puzzle_of(f"{file}:2_1x1").fillomino("it") == second.fillomino("it")
    with refused(InputError, "bad-input"):
        puzzle_of(str(file))
    with refused(InputError, "no-such-file"):
        puzzle_of(f"{file}:4_1x1")
    urls = fillomino.write("list.url", "3x3:4b2e\n2x1:2a\n")
    assert puzzle_of(f"{urls}:2").fillomino("it").puzzle.clues == {0: 2}


def test_examples_by_name(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fillomino("show", "@first") == fillomino("show", FIRST)
    assert fillomino("show", "@walls.pzprv3") == fillomino("show", EXAMPLES / "walls.pzprv3")
    row = fillomino.row("boards", "@cube")
    assert (row["board"], len(row["cells"])) == ("@cube", 8)
    names = shipped.examples()
    overview = fillomino("--help").out
    assert [name for name in names if name not in overview] == []
    fillomino("encode", "@", "-o", "x.smt2").refused("bad-output")
    puzzles = [path for path in EXAMPLES.iterdir() if path.is_file() and path.suffix != ".py"]
    assert len(names) == len(puzzles), "two have one name"
    monkeypatch.chdir(tmp_path)
    Path("@first").write_text("1 2\n0 2\n")
    assert fillomino("show", "@first").out == fillomino("show", tmp_path / "@first").out
    monkeypatch.setattr(shipped, "__file__", str(tmp_path / "workbench" / "shipped.py"))  # a wheel
    (tmp_path / "workbench" / "puzzles").mkdir(parents=True)
    (tmp_path / "workbench" / "puzzles" / "only.txt").write_text("1 1\n1\n")
    assert list(shipped.examples()) == ["only"]


# --- files without an end


def test_runs_are_regular_files(fillomino: Runner, tmp_path: Path) -> None:
    pipe = tmp_path / "runs.jsonl"
    os.mkfifo(pipe)
    commands: tuple[Command, ...] = (
        ("compare", FIRST, "-o", "/dev/full"),
        ("compare", FIRST, "-o", ZERO),
        ("compare", FIRST, "-o", pipe),
        ("report", pipe),
        ("report", ZERO),
    )
    for command in commands:
        fillomino(*command).refused("unreadable")


def test_readers_have_bounds(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = fillomino.write("runs.jsonl", run("a", "1", 1.0).to_line())
    os.truncate(runs, 1 << 24)  # a hole: no line ends in it
    assert fillomino("report", runs).ended(2).place == (2, None, str(runs))
    monkeypatch.setattr(store, "MAX_BYTES", 3000)
    fillomino("report", runs).refused("too-long")
    for command in (("show",), ("solve",), ("lint",), ("check", FIRST), ("decode", FIRST)):
        fillomino(*command, ZERO).refused("too-long")
    monkeypatch.setattr(scramble, "MAX_BYTES", 1 << 16)
    fillomino("scramble", ZERO).refused("too-long")
    fillomino("scramble", "-", stdin=b"(" * (1 << 17)).refused("too-long")
    monkeypatch.setattr(inputs, "MAX_BYTES", 20)
    done = fillomino("show", "-", "--to", "tatham", stdin="2x1:2a\n" * 50).ended(0)
    assert done.out == "2x1:2a\n" * 50, "a long list on standard input is read to its end"
    fillomino("show", "-", stdin="0 0\n" * 50).refused("board-empty")
    monkeypatch.setattr(inputs, "MAX_LIST", 200)
    lines = "1x2:a1\n" * 100
    for name, stdin in ((fillomino.write("a", lines), ""), ("-", lines)):
        fillomino("show", name, stdin=stdin).refused("too-long")
    monkeypatch.setattr(inputs, "MAX_ENTRIES", 3)
    fillomino("solve", tmp_path).refused("nothing-to-read")
    large = fillomino.write("large", "")
    os.truncate(large, 1 << 33)
    for path in (ZERO, large):
        monkeypatch.setenv("FILLOMINO_SOLVERS", str(path))
        fillomino("solve", ROW, "-s", "mine").refused("bad-solver-file")


@pytest.mark.parametrize("lines", [b"1x2:22\n1x2:b\n", FIRST.read_bytes()])
def test_puzzles_come_through_pipes(fillomino: Runner, tmp_path: Path, lines: bytes) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(lines))
    writer.start()
    through_pipe = fillomino("rate", pipe).ended(0)
    writer.join()
    through_stdin = fillomino("rate", "-", stdin=lines)
    assert through_pipe.out.replace(str(pipe), "<stdin>") == through_stdin.out


def test_a_name_that_is_no_utf8(fillomino: Runner, tmp_path: Path) -> None:
    """Written as escapes, so that the rows of a comparison can be read again."""
    puzzle, runs = tmp_path / os.fsdecode(b"a\xff.txt"), tmp_path / "runs.jsonl"
    puzzle.write_bytes(FIRST.read_bytes())
    assert fillomino("compare", puzzle, "-s", "yices", "-o", runs).code == 0
    [row] = store.read(runs)[0]
    assert row.subject.puzzle == f"{tmp_path}/a\\udcff.txt"
    assert fillomino("report", runs).code == 0


# --- files from strangers: no command lets them touch a file, and what a solver would not read is not asked


@pytest.mark.parametrize(
    "command",
    ["replay", "replay -s z3", "shrink -s z3 -s yices", "shrink --keep crash -s z3", "solve", "explain"],
)
def test_output_channels_and_includes_are_refused(fillomino: Runner, command: str) -> None:
    script, target = fillomino.encoded(ROW).read_text(), fillomino.write("target", "mine")
    name, *options = command.split()
    for hostile in (
        f'(set-option :regular-output-channel "{target}")\n(echo "his")',
        f'(include "{target}")',
    ):
        its = fillomino.write("its.smt2", script.replace("(set-info", f"{hostile}\n(set-info", 1))
        line, _, source = fillomino(name, its, *options).ended(2).place
        assert (line, source) == (4, str(its))
    assert target.read_text() == "mine"
    its.write_text(f'(set-option :sat.drat.file "x")\n{script}')
    found = fillomino("lint", its, "--json").ended(1).rows
    assert (1, 13) in {(row["line"], row["column"]) for row in found if row["level"] == "error"}


def test_what_stands_after_exit_is_not_asked(fillomino: Runner) -> None:
    script = fillomino.encoded(ROW).read_text()
    its = fillomino.write("its.smt2", f"{script}\n(exit)\n(assert false)\n")
    assert fillomino("solve", its).code == 0
    for wrong in ("(exit)\n(check-sat)", "(check-sat)\n(assert false)"):
        its.write_text(script.replace("(check-sat)", wrong))
        line, _, source = fillomino("solve", its).ended(2).place
        assert (line is not None, source) == (True, str(its))


EVIL = "x|)(exit)(echo"


@pytest.mark.parametrize("flavour", ["driver", "benchmark", "core", "commented"])
def test_names_and_titles_can_not_smuggle_smt_lib(fillomino: Runner, flavour: str) -> None:
    puzzle = {"cells": [EVIL, "B"], "edges": [[EVIL, "B"]], "clues": {}, "info": {"title": EVIL + "\n(exit)"}}
    path = fillomino.write("a.json", json.dumps(puzzle))
    done = fillomino("encode", path, "--flavour", flavour).ended(0)
    commands = [command for command in read_all(done.out) if isinstance(command, tuple)]
    assert [command for command in commands if "exit" in command] == [("exit",)]
    assert not [command for command in commands if "echo" in command]
