"""What solvers print, recorded: values, models, cores, and all of it among statistics, warnings and success."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from drivers.transcript import transcript_of
from tests.workbench.conftest import Runner

FOLDER = Path(__file__).parent / "transcripts"
OUTPUTS = sorted(path.name.removesuffix(".out") for path in FOLDER.glob("*.out"))
"""The first line of each names the program, its version and its options. Those of MathSAT and OpenSMT are
written after their documentation, as their first lines say: no registry has them."""
PUZZLE = "2 3\n3 0 0\n0 0 2\n"
NONE = "1 3\n1 1 0\n"


KINDS = ("values", "model", "core", "noise")
RECORDED = ("z3", "yices", "cvc5", "cvc4", "bitwuzla", "dv-solve")
WRITTEN = ("mathsat", "opensmt")


def test_six_solvers_are_recorded_in_all_that_they_are_asked() -> None:
    recorded = {
        tuple(name.split(".")[:2])
        for name in OUTPUTS
        if "not recorded" not in (FOLDER / f"{name}.out").read_text().partition("\n")[0]
    }
    assert recorded >= {(solver, kind) for solver in RECORDED for kind in KINDS}
    assert recorded >= {("boolector", kind) for kind in KINDS if kind != "core"}  # it has no unsat cores
    known = {tuple(name.split(".")[:2]) for name in OUTPUTS}
    assert known - recorded == {(solver, kind) for solver in WRITTEN for kind in KINDS}


@pytest.mark.parametrize("name", OUTPUTS)
def test_what_a_solver_printed_is_decoded(fillomino: Runner, name: str) -> None:
    *_, kind, encoding = name.split(".")
    output, file = FOLDER / f"{name}.out", FOLDER / f"{encoding}.{kind.replace('noise', 'values')}.smt2"
    done = fillomino("decode", file, output, "--json")
    row = json.loads(done.out)
    if kind == "core":
        assert done.code == 1
        assert "unsat: the script has no model; the puzzle has no solution if" in done.err
        assert {each["name"] for each in row["core"]} == set(transcript_of(output.read_text()).core or ())
        assert all(each["line"] and each["title"] and each["term"] for each in row["core"])
        assert {cell for each in row["core"] for cell in each["cells"]} >= {"r1c2"}
        drawn = fillomino("decode", file, output).out
        assert f"{len(row['core'])} assertions can't hold together, as the solver reports:\n" in drawn
        assert all(f"  {each['family']}: {each['title']}\n" in drawn for each in row["core"])
        assert "cells of these (? without a clue)" in drawn
    else:
        assert (done.code, done.err, row["violations"]) == (0, "", [])
        assert sorted([*row["filling"][0], *row["filling"][1]]) == [1, 2, 2, 3, 3, 3]


@pytest.mark.parametrize("name", [name for name in OUTPUTS if ".core." not in name])
def test_it_is_decoded_by_its_puzzle_too(fillomino: Runner, name: str, tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(PUZZLE)
    output, encoding = FOLDER / f"{name}.out", name.rpartition(".")[2]
    done = fillomino("decode", puzzle, output, "-e", encoding, "--plain")
    file = FOLDER / f"{encoding}.values.smt2"
    assert (done.code, done.err) == (0, "")
    assert done == fillomino("decode", file, output, "--plain")


def test_a_core_is_known_by_its_puzzle_too(fillomino: Runner, tmp_path: Path) -> None:
    puzzle, output = tmp_path / "none.txt", FOLDER / "bitwuzla.core.forest-bv.out"
    puzzle.write_text(NONE)
    by_file = fillomino("decode", FOLDER / "forest-bv.core.smt2", output, "--json")
    done = fillomino("decode", puzzle, output, "-e", "forest-bv", "--json")
    known = [{**each, "line": 0} for each in json.loads(by_file.out)["core"]]
    assert json.loads(done.out)["core"] == known
    assert "but the flavour core of flow has no assertion of that name" in fillomino.refuses(
        "decode", puzzle, output, "-e", "flow"
    )


@pytest.mark.parametrize("name", [name for name in OUTPUTS if name.startswith(("z3.", "yices.", "cvc5."))])
def test_half_an_output_is_no_answer(fillomino: Runner, name: str, tmp_path: Path) -> None:
    """Wherever it breaks off, no other filling is read and nothing is believed."""
    *_, kind, encoding = name.split(".")
    file = FOLDER / f"{encoding}.{kind.replace('noise', 'values')}.smt2"
    whole, part = (FOLDER / f"{name}.out").read_text(), tmp_path / "part"
    filling = fillomino("decode", file, FOLDER / f"{name}.out", "--plain").out
    begin = whole.rindex("sat\n") + 4
    end = whole.index("\n", begin + 20)
    for cut in range(begin, min(end, begin + 60), 15):
        part.write_text(whole[:cut])
        done = fillomino("decode", file, part, "--plain")
        assert done.code in (1, 2)
        assert done.out == "" or filling == done.out or kind == "core"


NOISE = [
    "[solver] 3 conflicts | 7 decisions",
    'warning: "unknown option (ignored',
    "; a comment (never closed",
    "(:decisions 9 :conflicts 0)",
    "(smt.stats 0 3 1.2)",
    "c time 0.1 s; memory 12 MB)",
    "unknown parameter foo",
    "success",
]


@pytest.mark.parametrize("name", [name for name in OUTPUTS if ".noise." not in name])
def test_noise_between_replies_changes_nothing(name: str) -> None:
    text = (FOLDER / f"{name}.out").read_text()
    plain = transcript_of(text)
    verdict = f"{plain.verdict}\n"
    before, after = text.split(verdict, 1)
    noise = "\n".join(NOISE) + "\n"
    read = transcript_of(f"{noise}{before}{noise}{verdict}{noise}{after}{noise}")
    assert (read.verdict, read.values, read.core) == (plain.verdict, plain.values, plain.core)
    assert read.values or read.core
    assert len(read.passed_over) - len(plain.passed_over) == 4 * 5
    assert not read.errors
