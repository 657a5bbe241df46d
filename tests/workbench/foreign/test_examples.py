"""The programs of examples/foreign: each is right on small boards, and they agree with one another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from drivers import find, run
from tests.workbench.conftest import ROOT, Runner
from tests.workbench.foreign.conftest import DISTANCES
from tests.workbench.foreign.test_answers import ANSWERS

FOLDER = ROOT / "examples" / "foreign"
PROGRAMS = {
    "z3py": f"z3py=cmd:--serve python {FOLDER / 'with_z3.py'}",
    "pysmt": f"pysmt=cmd:--serve python {FOLDER / 'with_pysmt.py'}",
    "distances": DISTANCES,
}


def test_there_is_a_program_for_each_file() -> None:
    typed = " ".join([*PROGRAMS.values(), ANSWERS])
    assert all(str(path) in typed for path in FOLDER.iterdir() if path.is_file())


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_has_the_solutions_of_a_puzzle(fillomino: Runner, name: str) -> None:
    ours = json.loads(fillomino("solve", "3x2:3d2", "-e", "forest", "--limit", "20", "--json").out)
    done = fillomino("solve", "3x2:3d2", "-e", PROGRAMS[name], "--limit", "20", "--json")
    assert sorted(json.loads(done.out)["fillings"]) == sorted(ours["fillings"])


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_is_right_on_the_smallest_boards(fillomino: Runner, name: str) -> None:
    done = fillomino("audit", PROGRAMS[name], "--every", "2", "--sampled", "2")
    assert done.code == 0, done
    assert done.out.startswith(f"{name}: no counterexample; all ")


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_is_right_on_all_boards_of_four_cells_and_samples_of_more(fillomino: Runner, name: str) -> None:
    done = fillomino("audit", PROGRAMS[name], "--every", "4", "--sampled", "6")
    assert done.code == 0, done


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_encode_writes_holds_the_cells_so_that_an_answer_is_decoded(
    fillomino: Runner, tmp_path: Path, name: str
) -> None:
    file, answer = tmp_path / "x.smt2", tmp_path / "x.out"
    assert fillomino("encode", "3x2:3d2", "-e", PROGRAMS[name], "-o", file).code == 0
    done = run(file.read_text(encoding="utf-8"), find("yices"))
    answer.write_text(done.stdout, encoding="utf-8")
    assert fillomino("decode", file, answer).code == 0
