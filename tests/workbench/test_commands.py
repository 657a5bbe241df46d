"""The commands beside `solve`: help, encode, decode, check, show, solvers, encodings; and the option --as."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import games
from drivers import SOLVERS, Limits, find, run
from drivers.lookup import find_program
from encoder.encodings.registry import ENCODINGS, METHODS, names_of
from encoder.reader import read_script
from fillomino import formats, laboratories
from fillomino.boards import BOARDS, from_spec
from fillomino.deduction.engine import Level
from fillomino.deduction.levels import LEVELS, level_of
from fillomino.deduction.reach_map import reach_map
from fillomino.errors import InputError
from fillomino.puzzle import Document, Puzzle
from fillomino.render.reach import reach_text
from fillomino.rules import violations
from scripts.harness import markdown
from smtlib.render import FLAVOURS
from smtlib.text import Text
from tests.support.boards import read
from tests.support.encodings import BY_NAME
from tests.support.processes import python
from tests.workbench.conftest import EXAMPLES, Runner
from tests.workbench.test_solve import DRAWN, PLAIN
from workbench.cli.app import MOVED, commands
from workbench.shipped import pages

pytestmark = pytest.mark.usefixtures("in_process")

FIRST, NONE, ROW = (EXAMPLES / f"{name}.txt" for name in ("first", "none", "row"))

# --- help, completion, names


@pytest.mark.parametrize(
    ("encoding", "command"),
    [
        *((encoding, "show") for encoding in ("latin-1", "ascii", "cp437", "utf-8")),
        ("ascii", "solve"),
        ("latin-1", "list -n1 --draw"),
    ],
)
def test_boards_are_drawn_whatever_the_encoding(encoding: str, command: str) -> None:
    name, *options = command.split()
    done = python("-m", "workbench", name, FIRST, *options, check=True, PYTHONIOENCODING=encoding)
    assert done.stdout.startswith("┌───")
    assert done.stderr == ""


def test_every_command_has_help_and_names_pages_that_exist(fillomino: Runner) -> None:
    folder = pages()
    assert folder is not None
    for command in ((), *((name,) for name in commands())):
        done = fillomino(*command, "--help").ended(0, "")
        assert fillomino(*command, "-h") == done
        for name in re.findall(r"docs/([\w/-]+\.md)", done.out):
            assert (Path(folder) / name).exists(), (command, name)
    for flag in ("--version", "-V"):
        assert fillomino(flag).ended(0).out == "fillomino-smt 1.0.0\n"
    assert fillomino("help", "show").out == fillomino("show", "--help").out
    assert fillomino("help").out == fillomino("--help").out


def test_names_that_are_none(fillomino: Runner) -> None:
    known = commands().keys() | {name for its in laboratories.OURS.values() for name in its.commands}
    for name, now in MOVED.items():
        fillomino(name, FIRST).refused("moved")
        assert now.split()[0] in known
        assert name not in commands()
    fillomino("slove", FIRST).refused("usage")
    for arguments in ((), ("solve",), ("nosuch",), ("solve", "--nosuch"), ("check", "x")):
        assert "Traceback" not in fillomino(*arguments).ended(2).err


def test_completion(fillomino: Runner) -> None:
    for shell in ("zsh", "fish"):
        script = fillomino("--show-completion", shell).ended(0, "").out
        assert {"forest-tight", "unique"} <= set(re.findall(r"\w[\w-]*", script))
    assert fillomino("--show-completion", "x").ended(2).fault == "usage"
    file = fillomino.write("completion", fillomino("--show-completion", "bash").ended(0).out)
    for words, offered in (
        (["so"], "solve solvers"),
        (["solve", "--uni"], "--unique"),
        (["encode", "-e", "forest-t"], "forest-tight"),
        (["solve", "--deduce", "a"], "ahead"),
        (["check", str(file)[:-3]], str(file)),
    ):
        line = f"COMP_WORDS=(fillomino {' '.join(words)}); COMP_CWORD={len(words)}"
        shell = f'. {file}; {line}; _shtab_fillomino; echo "${{COMPREPLY[@]}}"'
        done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
        assert " ".join(done.stdout.split()) == offered, done


@pytest.mark.skipif(find_program("fish") is None, reason="fish is not installed (apt-get install fish)")
@pytest.mark.parametrize(
    ("line", "offered"),
    [("so", "solve"), ("solve --uni", "--unique"), ("encode -e warsh", "warshall")],
)
def test_completion_by_fish(line: str, offered: str, fillomino: Runner) -> None:
    script = fillomino.write("completion.fish", fillomino("--show-completion", "fish").ended(0).out)
    shell = ["fish", "--no-config", "-c", f"source {script}; complete -C 'fillomino {line}'"]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert offered in [words.partition("\t")[0] for words in done.stdout.splitlines()], done


# --- encode and decode


def test_encode_and_decode_round_trip(fillomino: Runner) -> None:
    smt2 = fillomino.encoded(FIRST, "-e", "forest")
    answer = fillomino.write("first.out", run(smt2.read_text(), find("z3"), Limits(seconds=600)).stdout)
    decode = ("decode", FIRST, "-e", "forest")
    assert fillomino(*decode, answer).ended(0, "").out == DRAWN
    assert fillomino(*decode, answer, "--plain").out == PLAIN
    assert fillomino(*decode, "-", "--plain", stdin=answer.read_text()).out == PLAIN
    row = fillomino.row(*decode, answer)
    assert (row["puzzle"], row["violations"], row["forest"]) == (str(FIRST), [], None)
    text = "sat\n((n_0 2) (n_1 2))\n((s_0 2) (s_1 1) (r_0 0) (r_1 0))\n((e_0_1 1) (e_1_0 0))\n"
    assert fillomino.row("decode", "2x1:b", "-", "-e", "forest", stdin=text)["forest"] == {
        "edges": [["r1c1", "r1c2"]],
        "roots": {"r1c1": 0, "r1c2": 0},
        "sizes": {"r1c1": 2, "r1c2": 1},
    }


@pytest.mark.parametrize(
    "said",
    [
        "sat\n((n_0 2))\n",  # partial
        "sat\n((n_0 2) (n_1 2) (n_7 1))\n",  # a symbol that the script does not declare
        "sat\n((n_0 2) (n_1 true))\n",
        "sat\n((n_0 2) (n_1 2)",
        "sat\n((n_0 1) (n_0 2) (n_1 2))\n",
        "sat\n((n_0 1))\n((n_0 2) (n_1 2))\n",
        "sat\nunsat\n",
        '(error "no")\nsat\n((n_0 2) (n_1 2))\n',
        "sat\n",
        "success\n",
        "((n_0 2) (n_1 2))\n",  # values without a verdict
        "unsat\n((n_0 2) (n_1 2))\n",
        "unknown\n((n_0 2) (n_1 2))\n",
        "Segmentation fault\n",
    ],
)
def test_decode_never_guesses(fillomino: Runner, said: str) -> None:
    path = fillomino.write("answer", said)
    done = fillomino("decode", "2x1:b", path, "-e", "forest").ended(2)
    assert (done.out, done.place) == ("", (None, None, str(path)))
    assert done.fault in ("bad-answer", "bad-input")


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("unsat\n", 4, {"means": "contradicted"}),
        ('unsat\n(error "line 9 column 10: model is not available")\n', 4, {"means": "contradicted"}),
        ("unknown\n", 3, None),
        ("timeout\n", 3, None),
        ("sat\n((n_0 1) (n_1 1))\n", 1, {"filling": [[1, 1]], "rules": ["region-too-large"]}),
    ],
)
def test_decode_tells_what_the_answer_means(
    fillomino: Runner, said: str, code: int, told: dict[str, object] | None
) -> None:
    answer = fillomino.write("answer", said)
    done = fillomino("decode", "2x1:b", answer, "-e", "forest", "--json").ended(code)
    assert done.warned == ["no-answer"] * (told is None)
    assert [told] * len(done.rows) == [{key: row[key] for key in told or ()} for row in done.rows]
    assert len(done.rows) == (told is not None)


@BY_NAME
@pytest.mark.parametrize("flavour", [flavour.name for flavour in FLAVOURS])
def test_encode_in_every_flavour(fillomino: Runner, encoding: str, flavour: str) -> None:
    done = fillomino("encode", "2x2:d", "--encoding", encoding, "--flavour", flavour).ended(0)
    assert done.warned == ["incomplete-header"] * (flavour == "benchmark")
    assert bool(done.err) is bool(done.warned)
    assert "(check-sat)" in done.out


def test_encode_tells_where_deduction_has_left_nothing(fillomino: Runner) -> None:
    command = ("encode", ROW, "-e", "forest-tight")
    done = fillomino(*command, "--deduce", "full").ended(0)
    assert done.warned == ["nothing-open"]
    assert fillomino("encode", "@several", "-e", "forest-tight", "--deduce", "full").ended(0).warned == []
    assert "e_0_1" not in done.out
    for options in ((), ("--deduce", "none"), ("--drop", "two-sides")):
        assert "e_0_1" in fillomino(*command, *options).ended(0, "").out


# --- several puzzles


@pytest.mark.parametrize("command", ["encode -e forest", "show --to janko"])
def test_many_puzzles_are_not_written_into_one_file(fillomino: Runner, tmp_path: Path, command: str) -> None:
    file, there, directory = tmp_path / "all.smt2", tmp_path / "there", tmp_path / "made.smt2"
    there.touch()
    directory.mkdir()
    both: list[str | Path] = [*command.split(), FIRST, NONE]
    for place in (file, there):
        assert fillomino(*both, "-o", place).refused("bad-output").place[2] == str(place)
    assert (file.exists(), there.read_text()) == (False, "")
    assert fillomino(*both, "-o", directory).code == 0
    suffix = ".forest.smt2" if command.startswith("encode") else ".janko"
    assert sorted(path.name for path in directory.iterdir()) == [f"first{suffix}", f"none{suffix}"]
    for folder, path in (("a", FIRST), ("b", ROW)):
        (tmp_path / folder).mkdir()
        shutil.copy(path, tmp_path / folder / "same.txt")
    out = tmp_path / "out"
    assert fillomino(*command.split(), tmp_path / "a", tmp_path / "b", "-o", out).code == 0
    assert len({path.read_text() for path in out.iterdir()}) == 2, "of one name, they overwrite each other"


# --- check


def test_check(fillomino: Runner) -> None:
    filling = fillomino.write("filling", PLAIN)
    fillomino("check", FIRST, filling).ended(0, "")
    filling.write_text(PLAIN.replace("\n1 3 5", "\n3 3 5"))
    fillomino("check", FIRST, filling).ended(1)
    assert "region-too-large" in {
        each["name"] for each in fillomino.row("check", FIRST, filling)["violations"]
    }
    broken = fillomino("check", FIRST, filling, "--json").ended(1).row["violations"][0]
    assert (broken["name"], broken["cells"], broken["numbers"]) == ("clue-changed", ["r3c1"], [3, 1])
    filling.write_text("1 2\n2 1\n")
    done = fillomino("check", FIRST, filling).ended(2)
    assert (done.place[0], done.place[2]) == (1, str(filling))
    for option in ("--plain", "--json"):
        solved = fillomino("solve", "-e", "forest", "@cube", option).out
        assert fillomino("check", "@cube", "-", stdin=solved).code == 0


# --- show: formats, pictures, boards


@pytest.mark.parametrize("name", [known.name for known in formats.known() if known.write])
def test_convert_to_every_format_and_back(fillomino: Runner, name: str) -> None:
    text = fillomino("show", FIRST, "--to", name).ended(0, "").out
    back = fillomino("show", "-", "--to", "plain", stdin=text)
    if name in ("adjacency", "json"):  # a graph has forgotten that it was a rectangle
        assert back.code == 2
        assert fillomino.row("solve", "-e", "forest", "-", stdin=text)["status"] == "solved"
    else:
        assert back.out == FIRST.read_text()


def test_convert_keeps_what_there_is_and_names_what_a_format_can_not_say(
    fillomino: Runner, tmp_path: Path
) -> None:
    fillomino("show", "@walls.pzprv3", "--to", "plain").refused("not-expressible")
    done = fillomino("show", EXAMPLES / "ten.janko", "--to", "pzprv3")
    puzzle = formats.read_bytes((EXAMPLES / "ten.janko").read_bytes(), source="ten").puzzle
    answer = formats.read(done.out).answer
    assert answer is not None
    assert violations(puzzle, answer) == ()
    for path in (FIRST, ROW):
        shutil.copy(path, tmp_path)
    assert fillomino("show", tmp_path, "--to", "url", "-o", tmp_path / "urls").code == 0
    assert sorted(path.name for path in (tmp_path / "urls").iterdir()) == ["first.url", "row.url"]


@pytest.mark.parametrize(
    "path",
    sorted(path for path in EXAMPLES.iterdir() if path.is_file() and path.suffix != ".py"),
    ids=lambda path: path.name,
)
def test_show_every_example(fillomino: Runner, tmp_path: Path, path: Path) -> None:
    assert fillomino("show", path).ended(0, "").out.endswith("\n")
    assert fillomino("show", path, "-o", tmp_path / "a.svg").code == 0
    ET.fromstring((tmp_path / "a.svg").read_text())


def test_show_a_filling(fillomino: Runner) -> None:
    filling = fillomino.write("filling", PLAIN)
    assert fillomino("show", FIRST, "--filling", filling).out == DRAWN
    assert fillomino("show", filling).out.count("(") == 25  # a full grid on its own: every cell is given
    assert fillomino("show", FIRST, "--filling", "-", stdin=PLAIN).out == DRAWN
    fillomino("show", FIRST, "-o", filling / "a.svg").refused("unwritable")


def test_show_draws_which_groups_reach_each_cell(fillomino: Runner, tmp_path: Path) -> None:
    puzzle = read(FIRST)
    first = reach_map(puzzle)[0]
    told = first.number, puzzle.board.names[first.cells.bit_length() - 1], first.reached.bit_count()
    assert told == (3, "r1c2", 7)
    whole = fillomino("show", FIRST, "--reach").ended(0, "").out
    assert whole == reach_text(puzzle, reach_map(puzzle))
    partly = "2 3 0 0 4\n2 3 0 2 0\n1 3 0 5 0\n3 5 0 0 4\n0 0 0 1 0\n"
    filled = fillomino("show", FIRST, "--filling", "-", "--reach", stdin=partly).ended(0, "").out
    assert filled == fillomino("show", fillomino.write("part.txt", f"5 5\n{partly}"), "--reach").out
    assert fillomino("show", FIRST, "--reach", "-o", tmp_path / "reach.svg").code == 0
    assert ">3a</text>" in (tmp_path / "reach.svg").read_text()


BY_FAMILY = pytest.mark.parametrize("spec", [family.example for family in BOARDS])


def test_boards_are_listed_with_their_grammar_and_a_drawing(fillomino: Runner) -> None:
    done = fillomino("boards").ended(0, "")
    for family in BOARDS:
        assert f"{family.grammar}\n  {family.title}\n  {family.example}, " in done.out
    assert "  12 ┊ 1    2    3    4  ┊ 9\n" in done.out, "the Möbius strip shows its twist"
    rows = fillomino.rows("boards", "1x2", EXAMPLES / "cube.cells")
    assert [(len(row["cells"]), len(row["links"])) for row in rows] == [(2, 1), (8, 12)]
    torus = '{"board": "torus:3x3", "clues": {"r1c1": 9}}'
    assert fillomino.row("solve", fillomino.write("torus.json", torus))["filling"] == [[9] * 3] * 3


@BY_FAMILY
def test_a_board_is_written_and_read(fillomino: Runner, spec: str) -> None:
    board = from_spec(spec)
    row = fillomino.row("boards", spec)
    assert row["cells"] == list(board.names)
    assert len(row["links"]) == len(list(board.links()))
    assert ("rows" in row) == (board.grid is not None)
    puzzle = Puzzle(board, {0: 2, board.size - 1: 1}, walls=frozenset({next(board.links())}))
    written = formats.write(puzzle, "json")
    assert (f'"board": "{spec}"' in written) == (board.spec is not None)
    again = formats.read(written).puzzle
    known = (board.neighbours, puzzle.clues, puzzle.walls)
    assert (again.board.neighbours, again.clues, again.walls) == known
    if board.spec is not None:
        assert formats.read(written) == Document(puzzle)
    filling = tuple(range(1, board.size + 1))
    assert formats.read_filling(formats.write_filling(board, filling), board) == filling


@pytest.mark.parametrize(
    "spec", ["torus:3x4", "cylinder:3x3", "moebius:1x4", "two-sided:2x2", "box:2x2x2", "hexagon:2"]
)
def test_formats_of_rectangles_refuse_other_boards(spec: str) -> None:
    for name in ("plain", "url", "pzprv3", "janko", "tatham"):
        with pytest.raises(InputError) as refused:
            formats.write(Puzzle(from_spec(spec), {0: 1}), name)
        assert refused.value.code == "not-expressible"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"board": "torus:2x4"}', (1, 11)),
        ('{"board": 3}', (1, 11)),
        ('{"board": "2x2", "cells": ["A"]}', (1, 18)),
        ('{"board": "2x2", "clues": {"A": 1}}', (1, 28)),
        ('{"clues": {}}', (1, 1)),
    ],
)
def test_errors_in_files_say_where(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(InputError) as error:
        formats.read(text)
    assert (error.value.line, error.value.column) == place


# --- solvers and encodings, and the tables of the pages


def test_solvers(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = fillomino.rows("solvers")
    assert [row["name"] for row in rows] == [solver.name for solver in SOLVERS]
    for row in rows:
        assert bool(row["path"]) == bool(row["version"]) == row["installed"] == (row["install"] is None)
    text = fillomino("solvers").ended(0).out
    assert all(f"\n{solver.name}" in f"\n{text}" for solver in SOLVERS)
    monkeypatch.setattr("drivers.solver.find_program", lambda name: None)
    away = {row["name"]: (row["installed"], row["install"]) for row in fillomino.rows("solvers")}
    assert away["z3"] == (False, find("z3").install)
    fillomino("solvers").ended(0)


def test_encodings(fillomino: Runner) -> None:
    names = [encoding.name for encoding in ENCODINGS]
    blocks = fillomino("encodings").out.split("\n\n")
    heads = [block.splitlines()[0] for block in blocks]
    listed = [[line.split()[0] for line in block.splitlines()[1:]] for block in blocks]
    assert heads == ["Fillomino:", *(f"{game.title}:" for game in games.known())]
    assert [name for name in listed[0] if name in names] == names
    assert {method.name for method in METHODS} <= {*listed[0]}
    assert listed[1:] == [names_of(game.name) for game in games.known()]
    rows = {row["name"]: row["game"] for row in fillomino.rows("encodings")}
    assert rows.items() >= dict.fromkeys(names, "fillomino").items()
    assert {rows[name] for name in names_of("hashi")} == {"hashi"}
    text = fillomino("encodings", *names).out
    for encoding in ENCODINGS:
        assert f"{encoding.name}: {encoding.title}" in text
        assert all(family.formula in text for family in encoding.families)


def test_tables_of_markdown() -> None:
    cells = markdown(["a", ""], [[True, None], ["x|y", 8191]])
    assert cells == "| a | |\n| --- | --- |\n| yes | |\n| x\\|y | 8,191 |\n"
    assert [level_of(name) for name in LEVELS] == list(Level)


# --- the option --as on every command that reads a puzzle

BLOCK = '{"board": "2x3", "clues": {"r1c1": 1}}'
"""Without a variant (1,3,3,2,2,3) fills it; two colours do not do for that, and 2 and 3 hold no clue."""


@pytest.fixture
def block(fillomino: Runner) -> Path:
    return fillomino.write("block.json", BLOCK)


def test_check_judges_by_the_rules_that_were_added(fillomino: Runner, block: Path) -> None:
    filled = "1 3 3\n2 2 3\n"
    assert fillomino("check", block, "-", stdin=filled).code == 0
    checkered = fillomino("check", block, "-", "--as", "checkered", "--json", stdin=filled).ended(1)
    assert [each["name"] for each in checkered.row["violations"]] == ["two-colours-do-not-do"]
    basic = fillomino("check", block, "-", "--as", "basic", "--json", stdin=filled).ended(1)
    assert [each["name"] for each in basic.row["violations"]] == ["region-without-clue"] * 2
    row = fillomino.row("check", "3x1:c", "-", "--as", "max-region=2", stdin="3 3 3")
    assert {each["name"] for each in row["violations"]} >= {"region-over-limit"}


def test_solve_finds_only_what_keeps_the_variant(fillomino: Runner, block: Path) -> None:
    def found(*options: str) -> set[str]:
        return set(map(str, fillomino.row("solve", block, "--limit", "50", *options)["fillings"]))

    every, checkered = found(), found("--as", "checkered")
    assert str([[1, 3, 3], [2, 2, 3]]) in every - checkered
    assert checkered
    assert checkered < every
    assert found("--as", "basic") == set()
    for largest in (2, 3, 4):
        wanted = {one for one in every if max(map(int, re.findall("[0-9]", one))) <= largest}
        assert found("--as", f"max-region={largest}") == wanted
        assert found("--as", f"max-region={largest}", "-e", "forest", "-s", "z3") == wanted
    assert found("--as", "max-region=2") < found("--as", "max-region=4") < every


def test_encode_compare_and_show_take_the_largest_region(fillomino: Runner, tmp_path: Path) -> None:
    for largest, kept in (("2", 2), ("9", 3)):  # of two the smaller counts
        url = "https://puzz.link/p?fillomino/t/3/1/i"
        text = fillomino("show", url, "--to", "json", "--as", f"max-region={largest}").out
        assert json.loads(text)["largest_region"] == kept
    text = fillomino("encode", "3x1:c", "-e", "forest", "--as", "max-region=2").out
    assert read_script(Text(text)).puzzle == Puzzle(from_spec("1x3"), {}, largest_region=2)
    runs = tmp_path / "runs.jsonl"
    line = ("compare", "3x1:b3", "-m", "deduction", "--as", "max-region=2", "-o", runs, "--no-report")
    assert fillomino(*line).code == 0
    assert json.loads(runs.read_text().splitlines()[0])["status"] == "unsolvable"
    script = fillomino.encoded("3x1:c", "-e", "forest")
    fillomino("solve", script, "--as", "max-region=2").refused("option-conflict")


@pytest.mark.parametrize("encoding", ["forest", "forest-tight", "forest-bv", "forest-bool"])
def test_encode_says_the_variants_in_words(fillomino: Runner, encoding: str) -> None:
    two = fillomino.write("two.json", '{"board": "2x3", "clues": {"r1c1": 1, "r1c3": 3}}')
    options = ("--encoding", encoding, "--flavour", "commented", "--deduce", "none")
    script = read_script(Text(fillomino("encode", two, "--as", "checkered", "--as", "basic", *options).out))
    assert (script.puzzle.checkered, script.puzzle.basic) == (True, True)  # type: ignore[attr-defined]
    assert ("c_0", "Bool") in script.declarations
    plain = read_script(Text(fillomino("encode", two, *options).out))
    assert "c_0" not in dict(plain.declarations)


def test_show_writes_the_variants_where_there_is_a_place(fillomino: Runner, block: Path) -> None:
    text = fillomino("show", block, "--to", "adjacency", "--as", "checkered", "--as", "basic").out
    assert text.endswith("* checkered\n* basic\n")
    assert json.loads(fillomino("show", block, "--to", "json", "--as", "basic").out)["basic"] is True
    fillomino("show", block, "--to", "plain", "--as", "basic").ended(2)


@pytest.mark.parametrize(
    ("spec", "cells"), [("2x3", 6), ("torus:3x3", 9), ("hexagon:2", 7), ("ragged:3,2", 5), ("1X1", 1)]
)
def test_a_board_is_the_puzzle_without_clues(fillomino: Runner, spec: str, cells: int) -> None:
    row = fillomino.row("solve", spec, "--json")
    assert (row["puzzle"], row["status"]) == (spec, "solved")
    assert (
        len(fillomino("encode", spec, "-e", "forest").out.partition("(get-value (")[2].split()) == cells + 1
    )


def test_a_sheet_has_every_puzzle_and_its_only_solution(fillomino: Runner, tmp_path: Path) -> None:
    output = tmp_path / "sheet.html"
    fillomino("show", "@first", "@torus", "@holes", "-o", output, "--columns", "3").ended(0)
    page = output.read_text(encoding="utf-8")
    assert (page.count("<svg "), page.count("<section")) == (6, 2)
    assert page.count("repeat(3,") == page.count("repeat(6,") == 1
    assert (
        fillomino("show", "@first", "@torus", "@holes", "--to", "html", "--columns", "3").ended(0).out == page
    )


def test_a_sheet_says_which_puzzles_are_none(fillomino: Runner, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("2 2\n1 2\n")
    done = fillomino("show", "@several", "@none", broken, "@first", "--to", "html")
    assert done.ended(2).out.count("<svg ") == 3 + 2
    assert done.warned == ["not-unique"] * 2
    assert (len(done.faults), done.place[2]) == (1, str(broken))
    fillomino("show", "@several", "--to", "html").ended(1)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("@first -o out.png", "not-expressible"),
        ("@first -o out.pdf", "not-expressible"),
        ("@first --to html --reach", "option-conflict"),
        ("@first --to html --filling x", "option-conflict"),
    ],
)
def test_what_a_sheet_or_picture_can_not_be(fillomino: Runner, arguments: str, code: str) -> None:
    assert fillomino("show", *arguments.split()).ended(2).fault == code
