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
from tests.support.runs import run
from tests.support.where import where
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.cli import app, scramble
from workbench.compare import results, store
from workbench.texts import inputs
from workbench.texts.inputs import board_of, open_one, puzzle_of, sources

BAD: dict[str, tuple[str, bytes, str]] = {
    "short row": ("a.txt", b"2 2\n1 2\n1\n", ":3:2: row 2 of 2 should have 2 cells, not 1"),
    "long row": ("a.txt", b"2 2\n1 2 2\n1 1\n", ":2:5: row 1 of 2 should have 2 cells, not 3"),
    "missing row": ("a.txt", b"2 2\n1 2\n", ":3:1: the board has 2 rows, not 1"),
    "row too many": ("a.txt", b"1 2\n1 2\n1 2\n", ":3:1: the board has 1 row, not 2"),
    "ragged rows without size": ("a.txt", b"0 0 3\n0 0\n", ":2:4: "),
    "letter": ("a.txt", b"2 2\n0 x\n0 0\n", ":2:3: 'x' is not a cell"),
    "fraction": ("a.txt", b"1 2\n0 1.5\n", ":2:3: '1.5' is not a cell"),
    "zero with a sign": ("a.txt", b"1 2\n+0 0\n", ":2:1: a clue can't have a sign"),
    "zero in adjacency": ("a.cells", b"cells:\nA: B\nB: A\nA = 0\n", ":4:5: a clue is 0"),
    "zero in json": ("a.json", b'{"cells": ["A"], "edges": [], "clues": {"A": 0}}', ":1:46: "),
    "negative clue": ("a.txt", b"1 2\n0 -3\n", ":2:3: a clue can't have a sign"),
    "clue larger than the board": ("a.txt", b"2 2\n0 5\n0 0\n", ":2:3: the clue 5 is larger than the board"),
    "huge clue": ("a.txt", b"1 2\n0 " + b"9" * 5000 + b"\n", ":2:3: "),
    "huge board": ("a.txt", b"100000 100000\n0\n", ":1:"),
    "board of nothing": ("a.txt", b"0 0\n", ":1:"),
    "binary garbage": ("a.txt", b"\x7fELF\x02\x01\x01\x00\xff\xfe\xfd", ":1:9: the byte 0xff is not UTF-8"),
    "NUL": ("a.txt", b"1 2\n0 \x00\n", ":2:3: not a text file: a NUL byte"),
    "empty file": ("a.txt", b"", ":1:1: the text is blank"),
    "blank file": ("a.txt", b" \n\n\t\n", ":1:1: the text is blank"),
    "only comments": ("a.txt", b"# one\n# two\n", ": only comments"),
    "10 MB line": ("a.txt", b"0 " * 5_000_000, ":1:4194305: the file has "),
    "10 MB of lines": ("a.txt", b"0 0\n" * 2_500_000, ": the file has "),
    "2 MB line": ("a.txt", b"0 " * 1_000_000, ":1:1000001: this line is longer than 1,000,000"),
    "escape sequences": ("a.txt", b"1 2\n0 \x1b[31m\n", ":2:3: "),
    "deep json": ("a.json", b"[" * 100_000, ":1:"),
    "deep brackets": ("a.json", b'{"a":' * 50_000, ":1:"),
    "a lone brace": ("a.json", b"{", ":1:2: "),
    "one-sided link": ("a.cells", b"cells:\nA: B\nB:\n", ":2:4: "),
    "url with too much": ("a.url", b"https://puzz.link/p?fillomino/2/2/1111111\n", ":1:"),
    "id with too little": ("a.id", b"3x3:4b\n", ":1:"),
    "janko without rows": ("a.janko", b"begin\npuzzle fillomino\nsize 2\nend\n", ":"),
    "pzprv3 cut off": ("a.pzprv3", b"pzprv3\nfillomino\n2\n2\n. .\n", ":"),
}


@pytest.mark.parametrize("command", [("solve",), ("encode",), ("show", "--to", "json")])
@pytest.mark.parametrize("name", BAD)
@where(lambda command, name: command == ("solve",) or len(BAD[name][1]) <= 1_000_000)
def test_bad_files(fillomino: Runner, tmp_path: Path, name: str, command: tuple[str, ...]) -> None:
    file, data, message = BAD[name]
    path = tmp_path / file
    path.write_bytes(data)
    told = fillomino.refuses(*command, path)
    place, _, _ = told.removeprefix(f"{path}:").partition(": ")
    line, column = place.split(":")
    assert int(line) >= 1
    assert int(column) >= 1
    assert told.startswith(f"{path}:")
    assert message in told
    assert len(told) < len(str(path)) + 300
    assert told.isprintable()


@pytest.mark.parametrize("command", ["check", "decode"])
def test_bad_second_files(fillomino: Runner, tmp_path: Path, command: str) -> None:
    for data in (b"", b"\xff\xfe", b"\x00", b"((((", b"1 2\nx\n", b"9" * 5000):
        path = tmp_path / "a"
        path.write_bytes(data)
        assert fillomino.refuses(command, EXAMPLES / "first.txt", path).startswith(f"{path}:")


def test_standard_input_has_a_name(fillomino: Runner) -> None:
    assert fillomino.refuses("solve", "-", stdin="1 2\n0 x\n").startswith("<stdin>:2:3: 'x' is not a cell")
    assert fillomino.refuses("solve", "-").startswith("<stdin>:1:1: the text is blank")


def test_standard_input_may_list_puzzles(fillomino: Runner, tmp_path: Path) -> None:
    listed = "# two\n2x1:2a\n\n3x1:4b\n3x1:3b\r\n"
    (tmp_path / "ids.txt").write_text(listed)
    done = fillomino("solve", "-", "--json", stdin=listed)
    assert done.err.startswith("fillomino: <stdin>:4:1:")
    rows = done.rows
    assert [row["puzzle"] for row in rows] == ["<stdin>:2", "<stdin>:4", "<stdin>:5"]
    assert [row["filling"] for row in rows] == [[[2, 2]], None, [[3, 3, 3]]]
    as_file = fillomino("solve", tmp_path / "ids.txt", "--json")
    assert [json.loads(line)["filling"] for line in as_file.out.splitlines()] == [[[2, 2]], None, [[3, 3, 3]]]
    made = fillomino(
        "generate", "--board", "3x3", "--count", "2", "--seed", "1", "--level", "2", "--to", "url"
    )
    assert len(made.out.splitlines()) == 2
    assert fillomino("solve", "-", "--unique", stdin=made.out).code == 0


def test_a_long_list_on_standard_input_is_read_to_its_end(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "MAX_BYTES", 20)
    done = fillomino("show", "-", "--to", "filling", stdin="2x1:2a\n" * 50)
    assert (done.code, done.out) == (0, "2x1:2a\n" * 50)
    assert len(fillomino.refuses("show", "-", stdin="0 0\n" * 50)) > 0


def test_a_directory_without_puzzles(fillomino: Runner, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("1 2\n")
    told = fillomino.refuses("solve", tmp_path)
    assert told.startswith(f"{tmp_path}: ")


@pytest.mark.parametrize("name", ["nosuch.txt", "no/such/folder", "x\0y", "a" * 5000])
def test_what_is_not_there(fillomino: Runner, name: str) -> None:
    told = fillomino.refuses("solve", name)
    assert told.endswith("there is no such file or directory, and it is no puzzle URL, id or board either")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(fillomino: Runner, tmp_path: Path) -> None:
    path = fillomino.write("a.txt", "1 1\n0\n")
    path.chmod(0)
    assert fillomino.refuses("solve", path) == f"{path}: can't be read: Permission denied"


@pytest.mark.parametrize("command", ["show --to janko -o", "encode -o", "count --json"])
def test_one_bad_puzzle_does_not_stop_the_others(fillomino: Runner, tmp_path: Path, command: str) -> None:
    folder, out = tmp_path / "puzzles", tmp_path / "out"
    folder.mkdir()
    for name, text in (("a", "1 2\n2 0\n"), ("b", "1 2\n0 x\n"), ("c", "1 1\n0\n")):
        (folder / f"{name}.txt").write_text(text)
    name, *options = command.split()
    done = fillomino(name, folder, *options, *([out] if options[-1] == "-o" else [])).ended(2)
    assert done.err.startswith(f"fillomino: {folder / 'b.txt'}:2:3: 'x' is not a cell; ")
    closing = ["fillomino: 2 files written, 1 passed over as unreadable"] if name == "encode" else []
    assert done.err.splitlines()[1:] == closing
    if name == "count":
        rows = done.rows
        assert [row.get("fillings") for row in rows] == [1, None, 1]
        assert done.err == f"fillomino: {rows[1]['error']}\n"
    else:
        assert sorted(path.stem.split(".")[0] for path in out.iterdir()) == ["a", "c"]


def test_a_puzzle_that_a_format_can_not_say_does_not_stop_the_others(
    fillomino: Runner, tmp_path: Path
) -> None:
    torus, first = EXAMPLES / "torus.json", EXAMPLES / "first.txt"
    done = fillomino("show", torus, first, "--to", "plain", "-o", tmp_path).ended(2)
    assert done.err.startswith(f"fillomino: {torus}: the format plain can't hold neighbours ")
    assert [path.name for path in tmp_path.iterdir()] == ["first.txt"]


def test_the_answer_that_there_is_no_filling_is_no_filling(fillomino: Runner, tmp_path: Path) -> None:
    line = fillomino.write("none.json", fillomino("solve", EXAMPLES / "none.txt", "--json").out)
    told = fillomino.refuses("check", EXAMPLES / "none.txt", line)
    assert told.endswith(": this line holds no filling; its status is 'unsolvable'")


def test_a_rectangle_told_as_a_graph(fillomino: Runner) -> None:
    graph = fillomino("show", EXAMPLES / "first.txt", "--to", "json").out
    assert fillomino.refuses("show", "-", "--to", "plain", stdin=graph) == (
        "<stdin>: the format plain can't hold a board given as a graph, by cells and their "
        "neighbours; write it as adjacency or json"
    )


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
    for name, text in (
        ("a.txt", "1 2\n2 0\n"),
        ("b.txt", "1 1\n0\n"),
        ("filling.txt", "2 2\n"),
        ("urls.txt", "2x1:2a\n3x1:3b\n"),
    ):
        Path(name).write_text(text)
    Path("link.txt").symlink_to("a.txt")
    before = {path.name: path.read_text() for path in tmp_path.iterdir()}
    told = fillomino.refuses(*command.split())
    assert told.endswith(": this is read, and writing would replace it; name another")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == before


def test_a_puzzle_that_merely_has_no_filling_is_no_bad_input(fillomino: Runner) -> None:
    fillomino("solve", "-e", "forest", "2x1:11", "--json").ended(1, "").says('"status": "unsolvable"')


EVIL = "x|)(exit)(echo"


@pytest.mark.parametrize("flavour", ["driver", "benchmark", "core", "commented"])
def test_names_and_titles_can_not_smuggle_smt_lib(fillomino: Runner, tmp_path: Path, flavour: str) -> None:
    path = tmp_path / "a.json"
    puzzle = {"cells": [EVIL, "B"], "edges": [[EVIL, "B"]], "clues": {}, "info": {"title": EVIL + "\n(exit)"}}
    path.write_text(json.dumps(puzzle))
    done = fillomino("encode", path, "--flavour", flavour).ended(0)
    commands = [command for command in read_all(done.out) if isinstance(command, tuple)]
    assert [command for command in commands if "exit" in command] == [("exit",)]
    assert not [command for command in commands if "echo" in command]


def test_a_board_is_a_specification_or_that_of_a_puzzle_file(tmp_path: Path) -> None:
    file = tmp_path / "pair.cells"
    file.write_text("A: B\nB: A\nA = 2\n", encoding="utf-8")
    assert board_of(str(file)).names == ("A", "B")
    assert board_of("torus:3x3") == from_spec("torus:3x3")


def test_neither_is_told_with_the_grammar(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"torus:ROWSxCOLUMNS.* or a puzzle file of which to take the board"):
        board_of(str(tmp_path / "none"))


SET = """{
  "name": "Fillomino", "count": 3,
  "data": {"1_1x2": {"problem": "1 2\\n- 2"},
    "2_1x1": {"problem": "1 1\\n-", "solution": "1 1\\n1"},
    "3_1x1": {"problem": "1 1\\nx"}}}
"""


@pytest.mark.parametrize("text", [SET, SET.replace("\n", "")], ids=["lines", "one line"])
def test_a_data_set_stands_for_its_puzzles(tmp_path: Path, text: str) -> None:
    file = tmp_path / "set.json"
    file.write_text(text)
    *found, broken = sources([str(file)])
    assert [one.name for one in (*found, broken)] == [f"{file}:{key}" for key in ("1_1x2", "2_1x1", "3_1x1")]
    first, second = map(open_one, found)
    assert (first.document.puzzle.clues, second.document.answer) == ({1: 2}, (1,))
    assert first.path == str(file)
    with pytest.raises(InputError, match="a number written with the digits") as caught:
        open_one(broken)
    place = text.index('x"}}}')
    assert caught.value.line == text.count("\n", 0, place) + 1
    assert caught.value.column == place - text.rfind("\n", 0, place)
    assert puzzle_of(f"{file}:2_1x1").document == second.document
    with pytest.raises(InputError, match=r"holds 3 puzzles; name one of them, such as .*set.json:1_1x2"):
        puzzle_of(str(file))
    with pytest.raises(InputError, match="there is no such file"):
        puzzle_of(f"{file}:4_1x1")


def test_a_line_of_a_list_can_be_named(tmp_path: Path) -> None:
    file = tmp_path / "list.url"
    file.write_text("3x3:4b2e\n2x1:2a\n")
    assert puzzle_of(f"{file}:2").document.puzzle.clues == {0: 2}


def test_an_example_is_the_file_of_its_name(fillomino: Runner) -> None:
    assert fillomino("show", "@first") == fillomino("show", EXAMPLES / "first.txt")
    assert fillomino("show", "@walls.pzprv3") == fillomino("show", EXAMPLES / "walls.pzprv3")
    assert fillomino("show", "--boards", "@cube").out.startswith("@cube, 8 cells:")


def test_the_help_lists_them_all(fillomino: Runner) -> None:
    assert ", ".join(inputs.examples()) == app.EXAMPLES
    assert fillomino("encode", "@", "-o", "x.smt2").err == (
        f"fillomino: x.smt2: {len(inputs.examples())} puzzles don't go into one file; "
        "name a directory, or make this one first\n"
    )


def test_every_example_has_a_name_of_its_own() -> None:
    puzzles = [path for path in inputs.folder().iterdir() if path.is_file() and path.suffix != ".py"]
    assert len(inputs.examples()) == len(puzzles)


def test_a_file_of_such_a_name_comes_first(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("@first").write_text("1 2\n0 2\n")
    assert "┌───────┐" in fillomino("show", "@first").out


def test_a_wheel_has_them_beside_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "__file__", str(tmp_path / "workbench" / "texts" / "examples.py"))
    (tmp_path / "workbench" / "puzzles").mkdir(parents=True)
    (tmp_path / "workbench" / "puzzles" / "only.txt").write_text("1 1\n1\n")
    assert list(inputs.examples()) == ["only"]


FIRST = EXAMPLES / "first.txt"
ZERO = Path("/dev/zero")


@pytest.mark.parametrize(
    "command",
    [
        ("compare", FIRST, "-o", "/dev/full"),
        ("compare", FIRST, "-o", "/dev/zero"),
        ("report", ZERO),
        ("page", "--open", "--comparison", ZERO),
    ],
)
def test_runs_are_a_regular_file(fillomino: Runner, command: tuple[str | Path, ...]) -> None:
    assert fillomino.refuses(*command).endswith("can't be opened: it is no regular file")


def test_a_pipe_is_no_file_of_runs(fillomino: Runner, tmp_path: Path) -> None:
    pipe = tmp_path / "runs.jsonl"
    os.mkfifo(pipe)
    for command in (("report", pipe), ("compare", FIRST, "-o", pipe)):
        assert "it is no regular file" in fillomino.refuses(*command)


def test_certificates_and_manifests_are_regular_files(fillomino: Runner, tmp_path: Path) -> None:
    for name in ("its.cnf", "manifest.json"):
        (tmp_path / name).symlink_to(ZERO)
    for command in (
        ("check", FIRST, tmp_path / "its.cnf"),
        ("benchmarks", "--again", tmp_path / "manifest.json", tmp_path / "copy"),
    ):
        assert "it is no regular file" in fillomino.refuses(*command)


def test_results_of_benchexec_are_a_regular_file(fillomino: Runner, tmp_path: Path) -> None:
    for name in ("a.xml", "a.xml.gz", "a.xml.bz2"):
        (tmp_path / name).symlink_to(ZERO)
        assert "it is no regular file" in fillomino.refuses("report", tmp_path / name)


def test_a_file_of_runs_has_bounds(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = tmp_path / "runs.jsonl"
    whole = run("a", "1", 1.0).to_line()
    runs.write_text(whole)
    os.truncate(runs, 1 << 24)  # a hole: no line ends in it
    assert fillomino.refuses("report", runs) == f"{runs}:2: no run has 1,048,576 bytes"
    monkeypatch.setattr(store, "MAX_BYTES", 3000)
    assert "bytes are too many; divide it into files of 3,000" in fillomino.refuses("report", runs)


def test_unpacking_has_a_bound(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import gzip

    packed = tmp_path / "a.xml.gz"
    packed.write_bytes(gzip.compress(bytes(1 << 20)))
    monkeypatch.setattr(results, "_MAX_BYTES", 1 << 16)
    assert "more than 65,536 bytes are too many" in fillomino.refuses("report", packed)


@pytest.mark.parametrize("command", [("show",), ("solve",), ("lint",), ("check", FIRST), ("decode", FIRST)])
def test_puzzles_and_texts_from_a_device(fillomino: Runner, command: tuple[str | Path, ...]) -> None:
    assert "the file has 4,194,305 bytes; more" in fillomino.refuses(*command, ZERO)


def test_a_script_to_scramble_has_a_bound(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scramble, "MAX_BYTES", 1 << 16)
    assert fillomino.refuses("scramble", ZERO) == "/dev/zero: more than 65,536 bytes are too many"
    assert "65,536 bytes" in fillomino.refuses("scramble", "-", stdin=b"(" * (1 << 17))


def test_a_list_of_puzzles_has_a_bound(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "MAX_BYTES", 100)
    monkeypatch.setattr(inputs, "MAX_LIST", 200)
    lines = b"1x2:a1\n" * 100
    (tmp_path / "a").write_bytes(lines)
    for name, stdin in ((tmp_path / "a", b""), ("-", lines)):
        assert "this list of puzzles has more than 200 bytes; divide it" in fillomino.refuses(
            "show", name, stdin=stdin
        )


@pytest.mark.parametrize("lines", [b"1x2:22\n1x2:b\n", FIRST.read_bytes()])
def test_puzzles_come_through_pipes(fillomino: Runner, tmp_path: Path, lines: bytes) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(lines))
    writer.start()
    through_pipe = fillomino("deduce", "--rate", pipe)
    writer.join()
    through_stdin = fillomino("deduce", "--rate", "-", stdin=lines)
    assert through_pipe.code == 0
    assert through_pipe.out.replace(str(pipe), "<stdin>") == through_stdin.out


def test_a_name_that_is_no_utf8(fillomino: Runner, tmp_path: Path) -> None:
    """Written as escapes, so that the rows of a comparison can be read again."""
    puzzle = tmp_path / os.fsdecode(b"a\xff.txt")
    puzzle.write_bytes(FIRST.read_bytes())
    runs = tmp_path / "runs.jsonl"
    assert fillomino("compare", puzzle, "-s", "yices", "-o", runs).code == 0
    [row] = store.read(runs)[0]
    assert row.puzzle == f"{tmp_path}/a\\udcff.txt"
    assert fillomino("report", runs).code == 0


ROW = EXAMPLES / "row.txt"


@pytest.fixture
def script(fillomino: Runner, tmp_path: Path) -> str:
    path = tmp_path / "row.smt2"
    assert fillomino("encode", ROW, "-o", path).code == 0
    return path.read_text()


@pytest.mark.parametrize(
    "command",
    [
        ("replay",),
        ("replay", "-s", "z3"),
        ("shrink", "-s", "z3", "-s", "yices"),
        ("shrink", "--keep", "crash", "-s", "z3"),
        ("solve",),
        ("explain",),
    ],
)
def test_output_channels_and_includes_are_refused(
    fillomino: Runner, tmp_path: Path, script: str, command: tuple[str, ...]
) -> None:
    target, its = tmp_path / "target", tmp_path / "its.smt2"
    target.write_text("mine")
    for hostile in (
        f'(set-option :regular-output-channel "{target}")\n(echo "his")',
        f'(include "{target}")',
    ):
        its.write_text(script.replace("(set-info", f"{hostile}\n(set-info", 1))
        said = fillomino.refuses(command[0], its, *command[1:])
        assert f"{its}:4:" in said
    assert target.read_text() == "mine"


def test_lint_names_them(fillomino: Runner, tmp_path: Path, script: str) -> None:
    its = fillomino.write("its.smt2", f'(set-option :sat.drat.file "x")\n{script}')
    fillomino("lint", its).ended(1).says(f"{its}:1:13: error: ")


def test_what_stands_after_exit_is_not_asked(fillomino: Runner, tmp_path: Path, script: str) -> None:
    its = fillomino.write("its.smt2", f"{script}\n(exit)\n(assert false)\n")
    assert fillomino("solve", its).code == 0
    its.write_text(script.replace("(check-sat)", "(exit)\n(check-sat)"))
    assert f"{its}:" in fillomino.refuses("solve", its)
    its.write_text(script.replace("(check-sat)", "(check-sat)\n(assert false)"))
    assert f"{its}:" in fillomino.refuses("solve", its)


def test_a_list_of_solvers_has_an_end(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "large").write_bytes(b"")
    os.truncate(tmp_path / "large", 1 << 33)
    for path in ("/dev/zero", tmp_path / "large"):
        monkeypatch.setenv("FILLOMINO_SOLVERS", str(path))
        assert str(path) in fillomino.refuses("solve", ROW, "-s", "mine")


def test_a_disk_is_not_walked(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.texts.inputs.MAX_ENTRIES", 3)
    for number in range(4):
        (tmp_path / str(number)).mkdir()
    assert str(tmp_path) in fillomino.refuses("solve", tmp_path)


def test_a_solver_without_sessions_is_refused_for_cuts(fillomino: Runner) -> None:
    fillomino.refuses("solve", ROW, "-e", "cuts", "-s", "smt:/bin/cat")
