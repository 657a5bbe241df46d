"""Every file in examples/: puzzles are read and solved, programs are run."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from counties.divide import Map, check, difference, divide, read_map

from drivers import find
from encoder.encodings.registry import find as find_encoding
from fillomino import formats
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Document
from fillomino.rules import violations
from tests.support.processes import ROOT, python, with_ours
from tests.support.where import brief, quick, where
from workbench.methods.method import Question, Status
from workbench.methods.smt import SmtMethod

EXAMPLES = ROOT / "examples"
PROGRAMS = sorted(EXAMPLES.glob("*.py"))
PUZZLES = sorted(path for path in EXAMPLES.iterdir() if path.is_file() and path.suffix != ".py")
LARGEST = 64

SAID = {
    "solve_a_puzzle.py": "solved, unique: True",
    "write_smtlib.py": "; Fillomino: 4 cells, 1 clue.",
    "check_a_filling.py": "region-too-small: the region of 3s from r1c2 to r1c3 has 2 cells, 1 too few",
    "own_format.py": ",3,\n2,,1\n,,3\n",
    "own_encoding.py": "basic puzzles that own does not encode.",
    "own_variant.py": "forest-shrinking: no counterexample",
    "own_rule.py": "37 steps of our rule are right on 200 random puzzles.",
    "own_solver.py": "Sat(values={'x': 4})",
    "districts.py": "one of 11 ways",
    "run_a_solver.py": "a model: {'x': 4}",
}


def document(path: Path) -> Document:
    return formats.read_bytes(path.read_bytes(), source=path.name)


def test_there_are_enough() -> None:
    assert len(PUZZLES) >= 12
    assert {program.name for program in PROGRAMS} == set(SAID)
    sizes = [document(path).puzzle.board.size for path in PUZZLES]
    assert (min(sizes), max(sizes)) == (1, 400)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_programs_run(path: Path, tmp_path: Path) -> None:
    # A grid is drawn with lines that not every code page of Windows has.
    done = python("-W", "error", path, cwd=tmp_path, PYTHONPATH=with_ours(), PYTHONUTF8="1")
    assert (done.returncode, done.stderr) == (0, "")
    assert SAID[path.name] in done.stdout


TEMPLATES = EXAMPLES / "templates"
LAMPS = "--game", TEMPLATES / "game.py"


def test_forms_for_a_game_and_its_encoding_are_whole_ones(tmp_path: Path) -> None:
    """Each family that is left out is found to be needed, so the encoding means the rules of the game."""

    def run(*words: str | Path) -> tuple[int, str]:
        done = python("-W", "error", TEMPLATES / "encoding.py", *words, cwd=tmp_path, PYTHONPATH=with_ours())
        assert done.stderr == ""
        return done.returncode, done.stdout

    audit = ("audit", "lamps-sums", *LAMPS, "--board", "2x2")
    code, out = run(*audit, "--json")
    audited = json.loads(out)
    assert (code, audited["right"], audited["not_tested"]) == (0, True, [])
    for family in ("apart", "number"):
        assert run(*audit, "--drop", family)[0] == 1
    code, out = run("solve", TEMPLATES / "three.lamps", *LAMPS, "-e", "lamps-sums", "--unique", "--json")
    assert (code, json.loads(out)["unique"]) == (0, True)


def test_the_form_for_a_solver_is_a_whole_one(tmp_path: Path) -> None:
    done = python("-W", "error", TEMPLATES / "solver.py", cwd=tmp_path, PYTHONPATH=with_ours())
    assert (done.returncode, done.stdout, done.stderr) == (0, "Sat(values={'x': 4})\n", "")


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.name)
def test_puzzles_are_read_and_deduction_does_not_deny_their_answer(path: Path) -> None:
    found = document(path)
    left = deduce(found.puzzle, seconds=5)
    assert left.consistent or path.name == "none.txt"
    if found.answer is not None and 0 not in found.answer:
        assert violations(found.puzzle, found.answer) == ()
        assert all(left.masks[cell] >> number & 1 for cell, number in enumerate(found.answer))


@pytest.mark.parametrize("name", ["z3", "yices"])
@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.name)
@where(lambda path, name: document(path).puzzle.board.size <= (30 if name == "z3" else LARGEST))
@quick(lambda name: name == "yices")
@brief(lambda path: path.name not in ("at-most-three.url", "cylinder.json", "rhombus.json", "two-sided.json"))
def test_puzzles_have_the_fillings_they_should(path: Path, name: str) -> None:
    puzzle = document(path).puzzle
    literal = puzzle.board.size <= 30  # beyond, the thesis's forest takes a solver many seconds
    encoding = find_encoding("forest" if literal else "forest-tight")
    result = SmtMethod(encoding, find(name), level=Level.AHEAD).run(
        path.name, puzzle, Question(seconds=600, unique=True)
    )
    if path.name == "none.txt":
        assert (result.verdict.status, result.verdict.unique) == (Status.UNSOLVABLE, None)
        return
    assert result.verdict.status is Status.SOLVED, result.why.error
    assert violations(puzzle, result.answers.fillings[0]) == ()
    assert result.verdict.unique is (path.name != "several.txt")


MAP = EXAMPLES / "counties" / "counties.csv"


def divisions(given: Map) -> list[list[list[int]]]:
    """All divisions of a map of two seats."""
    cells = range(given.board.size)
    found = []
    for first in combinations(cells, given.board.size // 2):
        parts = [list(first), [x for x in cells if x not in first]]
        try:
            check(given, parts)
        except AssertionError:
            continue
        if given.seats[0] in first and given.seats[1] not in first:
            found.append(parts)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_no_division_is_better(seed: int) -> None:
    chance = Random(seed)
    given = Map(rectangle(2, 4), tuple(chance.randint(1, 9) for _ in range(8)), (0, 7))
    best, proved = divide(given, 60)
    assert proved
    assert best in divisions(given)
    assert difference(given, best) == min(difference(given, parts) for parts in divisions(given))


def test_the_map() -> None:
    given = read_map(MAP.read_text(encoding="utf-8"))
    assert (given.board.size, len(given.seats)) == (140, 7)
    assert given.board.neighbours == rectangle(14, 10).neighbours
