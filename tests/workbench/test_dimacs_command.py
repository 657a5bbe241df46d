"""Clauses for SAT solvers by `encode`, and their answers read by `decode`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from encoder.encodings.table import find as find_encoding
from tests.support import needs
from tests.workbench.conftest import EXAMPLES, Runner



@pytest.mark.parametrize("encoding", ["forest-bool", "layers"])
@pytest.mark.parametrize("level", ["none", "full"])
def test_an_answer_of_a_sat_solver_is_read_back(
    encoding: str, level: str, fillomino: Runner, tmp_path: Path
) -> None:
    """The answer is made from the known filling: what any SAT solver prints about the numbers."""
    cnf = tmp_path / "first.cnf"
    done = fillomino("encode", FIRST, "-e", encoding, "-f", "dimacs", "--deduce", level, "-o", cnf)
    assert (done.code, done.out) == (0, "")
    filling = json.loads(fillomino("solve", FIRST, "--json").out)["filling"]
    numbers = [number for row in filling for number in row]
    literals = []
    for line in cnf.read_text().splitlines():
        if line.startswith("c value "):
            _, _, variable, name = line.split()
            cell, number = map(int, name.split("_")[1:])
            literals.append(variable if numbers[cell] == number else f"-{variable}")
    answer = f"s SATISFIABLE\nv {' '.join(literals)} 0\n"
    read = fillomino("decode", cnf, "-", "--json", stdin=answer)
    assert read.code == 0, read.err
    assert json.loads(read.out)["filling"] == filling
    lie = fillomino("decode", cnf, "-", stdin="s UNSATISFIABLE\n")
    assert (lie.code, "contradicted: the rules give a solution" in lie.err) == (4, True)
    assert "one line" in fillomino.refuses("decode", cnf, "-", stdin="sat\n")
    partial = answer.replace(" 0\n", "\n")
    assert "does not end with 0" in fillomino.refuses("decode", cnf, "-", stdin=partial)


def test_other_encodings_are_refused(fillomino: Runner) -> None:
    said = fillomino.refuses("encode", FIRST, "-e", "flow", "-f", "dimacs")
    others = "forest-bool, layers, elimination, bfs and squaring"
    assert said == f"flow is not of Booleans alone, as dimacs must be; {others} are"


def test_a_directory_gets_cnf_files(fillomino: Runner, tmp_path: Path) -> None:
    row = EXAMPLES / "row.txt"
    assert fillomino("encode", FIRST, row, "-e", "layers", "-f", "dimacs", "-o", tmp_path).code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"first.layers.cnf", "row.layers.cnf"}


@pytest.mark.parametrize("encoding", ["forest-bool", "layers"])
def test_cadical_solves_and_proves_uniqueness(encoding: str, fillomino: Runner) -> None:
    needs.solver("cadical")
    arguments = ("-e", encoding, "-s", "cadical", "--deduce", "none", "--json")
    row = json.loads(fillomino("solve", FIRST, *arguments, "--unique").out)
    assert (row["status"], row["unique"]) == ("solved", True)
    several = json.loads(fillomino("solve", EXAMPLES / "several.txt", *arguments, "--limit", "2").out)
    assert len(several["fillings"]) == 2
    assert fillomino("solve", EXAMPLES / "none.txt", *arguments).code == 1


def test_the_lazy_method_needs_a_session(fillomino: Runner) -> None:
    needs.solver("cadical")
    assert "choose an encoding with --encoding (forest-bool, layers, " in fillomino.refuses(
        "solve", FIRST, "-s", "cadical"
    )


def test_comments_say_which_clauses_are_of_which_family(fillomino: Runner) -> None:
    text = fillomino("encode", "3x2:3d2", "-e", "forest-bool", "-f", "dimacs").out
    stretches = re.findall(r"^c clauses (\d+) to (\d+): ([\w-]+), ", text, re.MULTILINE)
    count = int(re.search(r"^p cnf \d+ (\d+)$", text, re.MULTILINE)[1])  # type: ignore[index]
    ends = [0] + [int(end) for _, end, _ in stretches]
    assert [int(start) for start, _, _ in stretches] == [end + 1 for end in ends[:-1]]
    assert ends[-1] == count
    families = {family.name for family in find_encoding("forest-bool").families}
    assert {name for _, _, name in stretches} <= families
