"""A filling is judged only by a file that has a number for each of its cells, and for no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from encoder.encoding import Encoding
from encoder.encodings.table import find
from encoder.parts.partition import fillomino_by_partition
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Puzzle
from smtlib.render import render
from tests.support.encodings import BY_ENCODING
from tests.workbench.conftest import Runner

ONES = "3 3\n" + "1 1 1\n" * 3
PUZZLE = Puzzle(rectangle(3, 3), {0: 2, 5: 3})


def refused(fillomino: Runner, file: Path, filling: str) -> None:
    said = fillomino.refuses("check", file, "-", stdin=filling)
    assert said.startswith(f"{file}: this filling can't be judged: ")


@pytest.mark.parametrize("name", ["forest", "forest-bool"])
def test_numbers_by_another_name(fillomino: Runner, tmp_path: Path, name: str) -> None:
    file = tmp_path / "renamed.smt2"
    file.write_text(re.sub(r"\bn_", "num_", render(find(name).script(PUZZLE))))
    refused(fillomino, file, ONES)
    model = fillomino("check", file, "--model", "-", stdin="sat\n((num_0 1))\n")
    assert model.code in (0, 1)


def test_numbers_of_a_partition(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "partition.smt2"
    file.write_text(render(fillomino_by_partition(PUZZLE)))
    refused(fillomino, file, ONES)


@pytest.mark.parametrize("name", ["forest", "forest-bool"])
def test_a_filling_of_another_board(fillomino: Runner, tmp_path: Path, name: str) -> None:
    file = tmp_path / "large.smt2"
    file.write_text(render(find(name).script(PUZZLE)))
    refused(fillomino, file, "2 2\n1 2\n3 2\n")
    refused(fillomino, file, "4 3\n" + "1 1 1\n" * 4)


@pytest.mark.parametrize(
    "cell",
    [
        "(declare-fun n_{} () (_ BitVec 2))",
        "(declare-fun n_{}_big () Bool)(declare-fun b_{}_0 () Bool)(declare-fun b_{}_1 () Bool)",
    ],
)
def test_a_number_that_its_symbol_cannot_hold(fillomino: Runner, tmp_path: Path, cell: str) -> None:
    file = tmp_path / "narrow.smt2"
    file.write_text("".join(cell.replace("{}", str(x)) for x in range(5)) + "(assert true)")
    refused(fillomino, file, "1 5\n5 5 5 5 5\n")
    assert fillomino("check", file, "-", stdin="1 5\n1 3 3 3 1\n").code == 0


def test_a_number_of_a_foreign_sort(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "foreign.smt2"
    file.write_text("(declare-fun n_0 () Bool)(assert n_0)")
    refused(fillomino, file, "1 1\n1\n")


@BY_ENCODING
@pytest.mark.parametrize("level", [Level.NONE, Level.FULL])
def test_what_no_number_can_mend_needs_no_names(
    fillomino: Runner, tmp_path: Path, encoding: Encoding, level: Level
) -> None:
    puzzle = Puzzle(rectangle(1, 2), {0: 1, 1: 1})
    file = tmp_path / "none.smt2"
    file.write_text(render(encoding.script(puzzle, candidates=deduce(puzzle, level))))
    done = fillomino("check", file, "-", stdin="1 2\n1 1\n")
    assert (done.code, "false: " in done.out or "refused: " in done.out) == (1, True)
