"""The commands beside `solve`, and the help of all."""

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
from encoder.encodings.table import ENCODINGS
from fillomino import formats
from fillomino.rules import violations
from smtlib.render import FLAVOURS
from tests.support.encodings import BY_NAME
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from tests.workbench.test_solve_command import DRAWN, PLAIN
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
