"""The commands beside `solve`: help, encode, decode, check, show, solvers, encodings; and the option --as."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from drivers import SOLVERS, Limits, find, run
from encoder.encodings.table import ENCODINGS, METHODS
from fillomino import formats
from fillomino.boards import BOARDS, from_spec
from fillomino.deduction.engine import Level
from fillomino.errors import InputError
from fillomino.puzzle import Document, Puzzle
from fillomino.rules import violations
from scripts.harness import markdown
from scripts.tables import MARK, TABLES, filled
from smtlib.render import FLAVOURS
from tests.support.encodings import BY_NAME
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from tests.workbench.test_solve import DRAWN, PLAIN
from workbench.choose.levels import LEVELS, level_of
from workbench.cli.app import COMMANDS, MOVED, pages

FIRST = EXAMPLES / "first.txt"


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp437", "utf-8"])
@pytest.mark.parametrize("command", [("show",), ("solve",), ("count", "--list=1", "--draw"), ("deduce",)])
def test_boards_are_drawn_whatever_the_encoding(encoding: str, command: tuple[str, ...]) -> None:
    name, *options = command
    line = [sys.executable, "-m", "workbench", name, str(FIRST), *options]
    done = subprocess.run(
        line, cwd=ROOT, env={**os.environ, "PYTHONIOENCODING": encoding}, capture_output=True, check=True
    )
    assert done.stdout.decode("utf-8").startswith("┌───")
    assert done.stderr == b""


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=" ".join)
def test_every_command_has_help(fillomino: Runner, command: tuple[str, ...]) -> None:
    done = fillomino(*command, "--help")
    assert fillomino(*command, "-h") == done
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("name", MOVED)
def test_former_names_tell_the_new_one(fillomino: Runner, name: str) -> None:
    done = fillomino(name, FIRST)
    assert (done.code, done.out) == (2, "")
    assert MOVED[name] in done.err
    assert name not in COMMANDS


def test_a_command_that_is_misspelt(fillomino: Runner) -> None:
    done = fillomino("slove", FIRST)
    assert done.code == 2
    assert "'solve'" in done.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(fillomino: Runner, shell: str) -> None:
    assert "_FILLOMINO_COMPLETE" in fillomino("--show-completion", shell).out
    assert fillomino("--show-completion", "x").code == 2


def test_commands_are_completed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from workbench.cli.app import app; app(prog_name='fillomino')"],
        cwd=ROOT,
        env={
            **os.environ,
            "_FILLOMINO_COMPLETE": "bash_complete",
            "COMP_WORDS": "fillomino so",
            "COMP_CWORD": "1",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["plain,solve", "plain,solvers"]


def test_pages_that_help_names_exist(fillomino: Runner) -> None:
    folder = pages()
    assert folder is not None
    for command in COMMANDS:
        for name in re.findall(r"docs/([\w-]+\.md)", fillomino(command, "--help").out):
            assert (Path(folder) / name).exists(), (command, name)


def test_version(fillomino: Runner) -> None:
    done = fillomino("--version")
    assert (done.code, done.out) == (0, "fillomino-smt 1.0.0\n")


@pytest.mark.parametrize("arguments", [(), ("solve",), ("nosuch",), ("solve", "--nosuch"), ("check", "x")])
def test_usage_errors_are_exit_code_2(fillomino: Runner, arguments: tuple[str, ...]) -> None:
    done = fillomino(*arguments)
    assert done.code == 2
    assert "Traceback" not in done.err


# encode and decode


@pytest.fixture
def answer(fillomino: Runner, tmp_path: Path) -> Path:
    """What Z3 really prints for the first example."""
    smt2 = tmp_path / "first.smt2"
    assert fillomino("encode", FIRST, "-e", "forest", "-o", smt2).code == 0
    path = tmp_path / "first.out"
    path.write_text(run(smt2.read_text(), find("z3"), Limits(seconds=60)).stdout)
    return path


def test_encode_and_decode_round_trip(fillomino: Runner, answer: Path) -> None:
    done = fillomino("decode", FIRST, "-e", "forest", answer)
    assert (done.code, done.out, done.err) == (0, DRAWN, "")
    assert fillomino("decode", FIRST, "-e", "forest", answer, "--plain").out == PLAIN
    assert fillomino("decode", FIRST, "-e", "forest", "-", "--plain", stdin=answer.read_text()).out == PLAIN
    row = json.loads(fillomino("decode", FIRST, "-e", "forest", answer, "--json").out)
    assert (row["puzzle"], row["violations"], row["forest"]) == (str(FIRST), [], None)


def test_decode_shows_the_forest_where_the_answer_has_it(fillomino: Runner, tmp_path: Path) -> None:
    path = tmp_path / "answer"
    path.write_text("sat\n((n_0 2) (n_1 2))\n((s_0 2) (s_1 1) (r_0 0) (r_1 0))\n((e_0_1 1) (e_1_0 0))\n")
    row = json.loads(fillomino("decode", "2x1:b", path, "-e", "forest", "--json").out)
    assert row["forest"] == {
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
def test_decode_never_guesses(fillomino: Runner, tmp_path: Path, said: str) -> None:
    path = tmp_path / "answer"
    path.write_text(said)
    assert fillomino.refuses("decode", "2x1:b", path, "-e", "forest").startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("said", "code", "message"),
    [
        ("unsat\n", 4, "unsat: the script has no model, contradicted: the rules give a solution"),
        ('unsat\n(error "line 9 column 10: model is not available")\n', 4, "the script has no model"),
        ("unknown\n", 3, "the solver gave no answer"),
        ("timeout\n", 3, "the solver gave no answer"),
        ("sat\n((n_0 1) (n_1 1))\n", 1, "the region of 1s from r1c1 to r1c2 has 2 cells, 1 too many"),
    ],
)
def test_decode_tells_what_the_answer_means(
    fillomino: Runner, tmp_path: Path, said: str, code: int, message: str
) -> None:
    path = tmp_path / "answer"
    path.write_text(said)
    done = fillomino("decode", "2x1:b", path, "-e", "forest")
    assert done.code == code
    assert f"fillomino: {path}: {message}" in done.err or message in done.err


@BY_NAME
@pytest.mark.parametrize("flavour", [flavour.name for flavour in FLAVOURS])
def test_encode_in_every_flavour(fillomino: Runner, encoding: str, flavour: str) -> None:
    done = fillomino("encode", "2x2:d", "--encoding", encoding, "--flavour", flavour)
    lacking = "fillomino: the header has no author and no license, which the SMT-LIB library asks for\n"
    assert (done.code, done.err) == (0, lacking if flavour == "benchmark" else "")
    assert "(check-sat)" in done.out


def test_encode_many(fillomino: Runner, tmp_path: Path) -> None:
    out = tmp_path / "smt2"
    assert fillomino("encode", FIRST, EXAMPLES / "none.txt", "-e", "forest", "-o", out).code == 0
    assert sorted(path.name for path in out.iterdir()) == ["first.forest.smt2", "none.forest.smt2"]
    told = fillomino.refuses("encode", FIRST, EXAMPLES / "none.txt")
    assert told == "2 puzzles need a place to go: give a directory with -o DIR"


@pytest.mark.parametrize("command", [("encode",), ("show", "--to", "janko")])
def test_many_puzzles_are_not_written_into_one_file(
    fillomino: Runner, tmp_path: Path, command: tuple[str, ...]
) -> None:
    file, there, directory = tmp_path / "all.smt2", tmp_path / "there", tmp_path / "made.smt2"
    there.touch()
    directory.mkdir()
    both = (FIRST, EXAMPLES / "none.txt")
    for place in (file, there):
        told = fillomino.refuses(*command, *both, "-o", place)
        advice = "name a directory, or make this one first"
        assert told == f"{place}: 2 puzzles don't go into one file; {advice}"
    assert (file.exists(), there.read_text()) == (False, "")
    assert fillomino(*command, *both, "-o", directory).code == 0
    assert len(list(directory.iterdir())) == 2


@pytest.mark.parametrize("command", [("encode",), ("show", "--to", "janko")])
def test_puzzles_of_one_name_do_not_overwrite_each_other(
    fillomino: Runner, tmp_path: Path, command: tuple[str, ...]
) -> None:
    for folder, name in (("a", "first.txt"), ("b", "row.txt")):
        (tmp_path / folder).mkdir()
        shutil.copy(EXAMPLES / name, tmp_path / folder / "same.txt")
    out = tmp_path / "out"
    assert fillomino(*command, tmp_path / "a", tmp_path / "b", "-o", out).code == 0
    assert len({path.read_text() for path in out.iterdir()}) == 2


# check


def test_check(fillomino: Runner, tmp_path: Path) -> None:
    filling = tmp_path / "filling"
    filling.write_text(PLAIN)
    done = fillomino("check", FIRST, filling)
    assert (done.code, done.out, done.err) == (0, "the filling keeps every rule\n", "")
    filling.write_text(PLAIN.replace("\n1 3 5", "\n3 3 5"))
    done = fillomino("check", FIRST, filling)
    assert done.code == 1
    assert done.out.splitlines()[0] == "clue-changed: r3c1 holds 3, but its clue is 1"
    assert "region-too-large: " in done.out
    done = fillomino("check", FIRST, filling, "--json")
    assert done.code == 1
    row = json.loads(done.out)
    assert row["violations"][0] == {
        "name": "clue-changed",
        "cells": ["r3c1"],
        "numbers": [3, 1],
        "text": "r3c1 holds 3, but its clue is 1",
    }


def test_check_takes_what_solve_prints(fillomino: Runner) -> None:
    for option in ("--plain", "--json"):
        solved = fillomino("solve", "-e", "forest", EXAMPLES / "cube.cells", option).out
        assert fillomino("check", EXAMPLES / "cube.cells", "-", stdin=solved).code == 0


def test_check_refuses_a_filling_of_another_shape(fillomino: Runner, tmp_path: Path) -> None:
    filling = tmp_path / "filling"
    filling.write_text("1 2\n2 1\n")
    assert fillomino.refuses("check", FIRST, filling).startswith(f"{filling}:1:")


# convert

WRITABLE = [known.name for known in formats.known() if known.name != "penpa"]


@pytest.mark.parametrize("name", WRITABLE)
def test_convert_to_every_format_and_back(fillomino: Runner, name: str) -> None:
    done = fillomino("show", FIRST, "--to", name)
    assert (done.code, done.err) == (0, "")
    back = fillomino("show", "-", "--to", "plain", stdin=done.out)
    if name in ("adjacency", "json"):  # a graph has forgotten that it was a rectangle
        assert back.code == 2
        assert (
            json.loads(fillomino("solve", "-e", "forest", "-", "--json", stdin=done.out).out)["status"]
            == "solved"
        )
    else:
        assert back.out == FIRST.read_text()


def test_convert_names_what_a_format_can_not_say(fillomino: Runner) -> None:
    told = fillomino.refuses("show", EXAMPLES / "walls.pzprv3", "--to", "plain")
    assert "walls" in told
    assert told.endswith("write it as url, pzprv3, adjacency or json")


def test_convert_keeps_an_answer(fillomino: Runner) -> None:
    done = fillomino("show", EXAMPLES / "ten.janko", "--to", "pzprv3")
    puzzle = formats.read_bytes((EXAMPLES / "ten.janko").read_bytes(), source="ten").puzzle
    answer = formats.read(done.out).answer
    assert answer is not None
    assert violations(puzzle, answer) == ()


def test_convert_a_directory(fillomino: Runner, tmp_path: Path) -> None:
    shutil.copy(FIRST, tmp_path)
    shutil.copy(EXAMPLES / "row.txt", tmp_path)
    assert fillomino("show", tmp_path, "--to", "url", "-o", tmp_path / "urls").code == 0
    assert sorted(path.name for path in (tmp_path / "urls").iterdir()) == ["first.url", "row.url"]


# show


@pytest.mark.parametrize(
    "path",
    sorted(p for p in EXAMPLES.iterdir() if p.is_file() and p.suffix != ".py"),
    ids=lambda path: path.name,
)
def test_show_every_example(fillomino: Runner, tmp_path: Path, path: Path) -> None:
    done = fillomino("show", path)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("\n")
    picture = tmp_path / "a.svg"
    assert fillomino("show", path, "-o", picture).code == 0
    ET.fromstring(picture.read_text())


def test_show_a_filling(fillomino: Runner, tmp_path: Path) -> None:
    filling = tmp_path / "filling"
    filling.write_text(PLAIN)
    assert fillomino("show", FIRST, "--filling", filling).out == DRAWN
    # On its own, a full grid is a filling of which every cell is given.
    assert "(2)│(3)│(4)" in fillomino("show", filling).out
    assert fillomino("show", FIRST, "--filling", "-", stdin=PLAIN).out == DRAWN


def test_show_to_a_place_that_can_not_be_written(fillomino: Runner, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = fillomino.refuses("show", FIRST, "-o", tmp_path / "file" / "a.svg")
    assert "can't be written" in told


# solvers and encodings


def test_solvers(fillomino: Runner) -> None:
    done = fillomino("solvers", "--json")
    found = [json.loads(line) for line in done.out.splitlines()]
    assert (done.code, [row["name"] for row in found]) == (0, [solver.name for solver in SOLVERS])
    for row in found:
        assert bool(row["path"]) == bool(row["version"]) == row["installed"] == (row["install"] is None)
    text = fillomino("solvers").out
    assert all(f"\n{solver.name}" in f"\n{text}" for solver in SOLVERS)


def test_solvers_that_are_missing_are_told_how_to_get(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.solver.find_program", lambda name: None)
    done = fillomino("solvers")
    assert done.code == 0
    assert "not installed: pip install z3-solver" in done.out


def test_encodings(fillomino: Runner) -> None:
    names = [encoding.name for encoding in ENCODINGS]
    assert [line.split()[0] for line in fillomino("encodings").out.splitlines()][: len(names)] == names
    text = fillomino("encodings", *names).out
    found = [json.loads(line) for line in fillomino("encodings", "--json").out.splitlines()]
    assert {row["name"] for row in found} >= {encoding.name for encoding in ENCODINGS}
    for encoding in ENCODINGS:
        assert f"{encoding.name}: {encoding.title}" in text
        for family in encoding.families:
            assert family.formula in text
    assert "forest: " in fillomino("encodings", "forest").out
    assert "unknown encoding 'x'" in fillomino.refuses("encodings", "x")


def test_encode_tells_where_deduction_has_left_nothing(fillomino: Runner) -> None:
    command = ("encode", EXAMPLES / "row.txt", "-e", "forest-tight")
    done = fillomino(*command, "--deduce", "full")
    assert done.err == "fillomino: deduction has left nothing open: the file holds its result alone\n"
    assert "e_0_1" not in done.out
    for options in ((), ("--deduce", "none"), ("--drop", "two-sides")):
        done = fillomino(*command, *options)
        assert done.err == ""
        assert "e_0_1" in done.out


def test_show_draws_which_groups_reach_each_cell(fillomino: Runner, tmp_path: Path) -> None:
    drawn = fillomino("show", FIRST, "--reach")
    assert "a: the 3 at r1c2 has 1 cell, lacks 2, and reaches 7\n" in drawn.out
    filled = fillomino(
        "show",
        FIRST,
        "--filling",
        "-",
        "--reach",
        stdin="2 3 0 0 4\n2 3 0 2 0\n1 3 0 5 0\n3 5 0 0 4\n0 0 0 1 0\n",
    )
    assert "the 3 at r1c2" not in filled.out
    svg = tmp_path / "reach.svg"
    assert fillomino("show", FIRST, "--reach", "-o", svg).code == 0
    assert ">3a</text>" in svg.read_text()


def test_every_table_stands_somewhere() -> None:
    texts = [page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")]
    assert {name for text in texts for kind, name in MARK.findall(text) if kind == "table"} == set(TABLES)


def test_a_table_is_put_in_its_place() -> None:
    page = filled("before\n\n<!-- table: flavours -->\n\nafter\n")
    assert page.startswith("before\n\n| flavour | |\n| --- | --- |\n| `driver` | ")
    assert page.endswith(" |\n\n\nafter\n")


def test_a_mark_of_no_table_is_an_error() -> None:
    with pytest.raises(KeyError, match="no such"):
        filled("<!-- table: no such -->\n")


def test_cells() -> None:
    assert markdown(["a", ""], [[True, None], ["x|y", 8191]]) == (
        "| a | |\n| --- | --- |\n| yes | |\n| x\\|y | 8,191 |\n"
    )


def test_the_levels_have_the_names_and_the_order_of_the_engine() -> None:
    assert [level_of(name) for name in LEVELS] == list(Level)


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("encodings", [one.name for one in METHODS]),
        ("solvers", [one.name for one in SOLVERS]),
    ],
)
def test_commands_list_what_the_tables_hold(fillomino: Runner, command: str, names: list[str]) -> None:
    said = fillomino(command).out
    assert [name for name in names if name not in said] == []


BY_FAMILY = pytest.mark.parametrize("spec", [family.example for family in BOARDS])


def test_every_shape_is_listed_with_its_grammar_and_a_drawing(fillomino: Runner) -> None:
    done = fillomino("show", "--boards")
    assert (done.code, done.err) == (0, "")
    for family in BOARDS:
        assert f"{family.grammar}\n  {family.title}\n  {family.example}, " in done.out
    assert "  12 ┊ 1    2    3    4  ┊ 9\n" in done.out, "the Möbius strip shows its twist"


def test_boards_can_be_chosen_also_from_a_file(fillomino: Runner) -> None:
    done = fillomino("show", "--boards", "1x2", EXAMPLES / "cube.cells")
    assert done.out.startswith("1x2, 2 cells:\n\n┌───────┐\n│ 1   2 │\n└───────┘\n\n")
    assert "cube.cells, 8 cells:\n" in done.out


@BY_FAMILY
def test_json_lists_cells_and_links(fillomino: Runner, spec: str) -> None:
    row = json.loads(fillomino("show", "--boards", spec, "--json").out)
    board = from_spec(spec)
    assert row["cells"] == list(board.names)
    assert len(row["links"]) == len(list(board.links()))
    assert ("rows" in row) == (board.grid is not None)


def test_what_is_no_board_is_told(fillomino: Runner) -> None:
    assert fillomino.refuses("show", "--boards", "torus:2x2").startswith(
        "bad board 'torus:2x2': the number of rows"
    )


@BY_FAMILY
def test_a_json_file_keeps_the_board(spec: str) -> None:
    board = from_spec(spec)
    puzzle = Puzzle(board, {0: 2, board.size - 1: 1}, walls=frozenset({next(board.links())}))
    written = formats.write(puzzle, "json")
    assert (f'"board": "{spec}"' in written) == (board.spec is not None)
    again = formats.read(written).puzzle
    assert (again.board.neighbours, again.clues, again.walls) == (
        board.neighbours,
        puzzle.clues,
        puzzle.walls,
    )
    if board.spec is not None:
        assert formats.read(written) == Document(puzzle)


@BY_FAMILY
def test_a_filling_is_read_as_it_is_written(spec: str) -> None:
    board = from_spec(spec)
    filling = tuple(range(1, board.size + 1))
    assert formats.read_filling(formats.write_filling(board, filling), board) == filling


@pytest.mark.parametrize(
    "spec", ["torus:3x4", "cylinder:3x3", "moebius:1x4", "two-sided:2x2", "box:2x2x2", "hexagon:2"]
)
@pytest.mark.parametrize("name", ["plain", "url", "pzprv3", "janko", "filling"])
def test_formats_of_rectangles_refuse_other_boards(spec: str, name: str) -> None:
    with pytest.raises(InputError, match="write it as adjacency or json"):
        formats.write(Puzzle(from_spec(spec), {0: 1}), name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"board": "torus:2x4"}', "1:11: bad board 'torus:2x4': the number of rows is 2"),
        ('{"board": 3}', "1:11: 'board' should be a string"),
        ('{"board": "2x2", "cells": ["A"]}', "1:18: 'board' gives the board already; remove it or 'cells'"),
        ('{"board": "2x2", "clues": {"A": 1}}', "there is no cell 'A' on the board"),
        ('{"clues": {}}', "the puzzle has no 'cells', nor a 'board' in their place"),
    ],
)
def test_errors_in_files_say_where(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        formats.read(text)
    assert said in str(error.value)


def test_a_torus_is_solved_and_drawn_from_its_file(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "torus.json"
    file.write_text('{"board": "torus:3x3", "clues": {"r1c1": 9}}', encoding="utf-8")
    assert "  9 ┊(9)  9   9 ┊(9)\n" in fillomino("solve", file).out


BLOCK = '{"board": "2x3", "clues": {"r1c1": 1}}'
"""Without a variant (1,3,3,2,2,3) fills it; two colours do not do for that, and 2 and 3 hold no clue."""
FILLED = "1 3 3\n2 2 3\n"


@pytest.fixture
def block(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    place = tmp_path_factory.mktemp("block")
    (place / "block.json").write_text(BLOCK, encoding="utf-8")
    (place / "filled.txt").write_text(FILLED, encoding="utf-8")
    return str(place / "block.json"), str(place / "filled.txt")


def test_check_judges_by_the_rules_that_were_added(fillomino: Runner, block: tuple[str, str]) -> None:
    assert fillomino("check", *block).code == 0
    checkered = fillomino("check", *block, "--as", "checkered")
    assert (checkered.code, checkered.out[:52]) == (1, "two-colours-do-not-do: not 2-colourable: 3 regions a")
    assert fillomino("check", *block, "--as", "basic").out.count("region-without-clue: ") == 2


def test_solve_finds_only_what_keeps_the_variant(fillomino: Runner, block: tuple[str, str]) -> None:
    def found(*options: str) -> list[list[list[int]]]:
        done = fillomino("solve", block[0], "--limit", "50", "--json", *options)
        return list(json.loads(done.out)["fillings"])

    every, checkered, basic = found(), found("--as", "checkered"), found("--as", "basic")
    assert [[1, 3, 3], [2, 2, 3]] in every
    assert 0 < len(checkered) < len(every)
    assert [[1, 3, 3], [2, 2, 3]] not in checkered
    assert basic == []


def test_solve_finds_only_regions_that_are_not_larger(fillomino: Runner, block: tuple[str, str]) -> None:
    def found(*options: str) -> set[str]:
        done = fillomino("solve", block[0], "--limit", "50", "--json", *options)
        return set(map(str, json.loads(done.out)["fillings"]))

    every = found()
    for largest in (2, 3, 4):
        wanted = {one for one in every if max(map(int, re.findall("[0-9]", one))) <= largest}
        assert found("--as", f"max-region={largest}") == wanted
        assert found("--as", f"max-region={largest}", "-e", "forest", "-s", "z3") == wanted
    assert found("--as", "max-region=2") < found("--as", "max-region=4") < every


def test_of_two_largest_regions_the_smaller_counts(fillomino: Runner) -> None:
    for largest, kept in (("2", 2), ("9", 3)):
        url = "https://puzz.link/p?fillomino/t/3/1/i"
        text = fillomino("show", url, "--to", "json", "--as", f"max-region={largest}").out
        assert json.loads(text)["largest_region"] == kept
    assert "region-over-limit" in fillomino("check", "3x1:c", "-", "--as", "max-region=2", stdin="3 3 3").out


def test_encode_and_compare_take_the_largest_region(fillomino: Runner, tmp_path: Path) -> None:
    assert '"largest_region": 2' in fillomino("encode", "3x1:c", "-e", "forest", "--as", "max-region=2").out
    runs = tmp_path / "runs.jsonl"
    line = ("compare", "3x1:b3", "-m", "deduction", "--as", "max-region=2", "-o", runs, "--no-report")
    assert fillomino(*line).code == 0
    assert json.loads(runs.read_text().splitlines()[0])["status"] == "unsolvable"
    script = tmp_path / "a.smt2"
    script.write_text(fillomino("encode", "3x1:c", "-e", "forest").out)
    assert "leave out --as" in fillomino("solve", script, "--as", "max-region=2").err


@pytest.mark.parametrize("encoding", ["forest", "forest-tight", "forest-bv", "forest-bool"])
def test_encode_says_the_variants_in_words(fillomino: Runner, tmp_path: Path, encoding: str) -> None:
    options = ("--encoding", encoding, "--flavour", "commented", "--deduce", "none")
    two = tmp_path / "two.json"
    two.write_text('{"board": "2x3", "clues": {"r1c1": 1, "r1c3": 3}}', encoding="utf-8")
    said = fillomino("encode", two, "--as", "checkered", "--as", "basic", *options).out
    assert "variant: regions take two colours, neighbours differ" in said
    assert "variant basic: every region holds a clue" in said
    assert "(declare-fun c_0 () Bool)" in said
    bare = fillomino("encode", two, *options).out
    assert "c_0" not in bare


def test_convert_writes_the_variants_where_there_is_a_place(
    fillomino: Runner, block: tuple[str, str]
) -> None:
    text = fillomino("show", block[0], "--to", "adjacency", "--as", "checkered", "--as", "basic").out
    assert text.endswith("* checkered\n* basic\n")
    assert '"basic": true' in fillomino("show", block[0], "--to", "json", "--as", "basic").out
    said = fillomino.refuses("show", block[0], "--to", "plain", "--as", "basic")
    assert said.endswith(
        "the format plain can't hold the rule that the puzzle is basic; write it as adjacency or json"
    )
