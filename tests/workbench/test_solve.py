"""``fillomino solve``: what it prints, who decided, what it leaves, and how it ends."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import fillomino as front
from drivers import SOLVERS, Quirks, Solver, fake
from encoder.annotations import notes_of
from encoder.encodings.table import find as find_encoding
from fillomino import formats
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.rules import table
from fillomino.rules import violations
from tests.support.where import where
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from workbench.benchmarks.header import for_the_library
from workbench.methods.deduced import TITLES, encoded
from workbench.methods.table import smt
from workbench.texts.writing import BENCHMARK, FLAVOURS, written

FIRST = EXAMPLES / "first.txt"
SEVERAL = EXAMPLES / "several.txt"
NONE = EXAMPLES / "none.txt"
Pretend = Callable[[Solver], str]

KEYS: dict[str, type | tuple[type, ...]] = {
    "puzzle": str,
    "status": str,
    "filling": (list, dict, type(None)),
    "unique": (bool, type(None)),
    "encoding": str,
    "solver": str,
    "version": (str, type(None)),
    "decided_by": (str, type(None)),
    "open_cells": (int, type(None)),
    "asked": int,
    "seconds": dict,
    "wall_seconds": dict,
    "memory_mib": (float, type(None)),
    "error": (str, type(None)),
}
PHASES = {"read", "deduce", "encode", "solve", "check", "total"}
DRAWN = """\
┌───┬───┬───────────┐
│ 2 │(3)│ 4   4  (4)│
│   │   │   ┌───────┤
│ 2 │ 3 │ 4 │(2)  2 │
├───┤   ├───┴───┬───┤
│(1)│(3)│ 5  (5)│ 4 │
├───┼───┘   ┌───┘   │
│(3)│(5)  5 │ 4  (4)│
│   └───┐   ├───┐   │
│ 3   3 │ 5 │(1)│ 4 │
└───────┴───┴───┴───┘
"""
PLAIN = "5 5\n2 3 4 4 4\n2 3 4 2 2\n1 3 5 5 4\n3 5 5 4 4\n3 3 5 1 4\n"


def rows(text: str) -> list[dict[str, object]]:
    found = [json.loads(line) for line in text.splitlines()]
    for row in found:
        assert set(KEYS) <= set(row)
        for key, kind in KEYS.items():
            assert isinstance(row[key], kind), (key, row[key])
        assert set(row["seconds"]) == set(row["wall_seconds"]) == PHASES
    return found


@pytest.mark.parametrize("name", ["z3", "yices"])
def test_text(fillomino: Runner, name: str) -> None:
    done = fillomino("solve", "-e", "forest", FIRST, "--solver", name).ended(0, "")
    assert done.out.startswith(DRAWN + "solved (forest, ")


def test_plain(fillomino: Runner) -> None:
    done = fillomino("solve", "-e", "forest", FIRST, "--plain")
    assert (done.code, done.out.rstrip("\n"), done.err) == (0, PLAIN.rstrip("\n"), "")


def test_json_has_exactly_the_keys_promised(fillomino: Runner) -> None:
    done = fillomino("solve", "-e", "forest", FIRST, "--json")
    [row] = rows(done.out)
    assert list(row) == list(KEYS)
    assert row["puzzle"] == str(FIRST)
    assert (row["status"], row["unique"], row["error"]) == ("solved", None, None)
    assert row["filling"] == [[int(number) for number in line.split()] for line in PLAIN.splitlines()[1:]]
    assert (row["encoding"], row["solver"]) == ("forest", "yices")
    assert str(row["version"]).startswith("Yices ")


def test_json_of_holes_and_of_graphs(fillomino: Runner) -> None:
    holes, cube = rows(
        fillomino("solve", "-e", "forest", EXAMPLES / "holes.txt", EXAMPLES / "cube.cells", "--json").out
    )
    assert isinstance(holes["filling"], list)
    assert holes["filling"][0][0] is None
    assert isinstance(cube["filling"], dict)
    assert cube["filling"]["a2"] == 5


@pytest.mark.parametrize(
    ("puzzle", "code", "words", "unique"),
    [
        (FIRST, 0, "solved, the only solution (", True),
        (SEVERAL, 1, "solved, but there is another solution (", False),
        (NONE, 1, "unsolvable (", None),
    ],
    ids=["unique", "several", "none"],
)
def test_unique(fillomino: Runner, puzzle: Path, code: int, words: str, unique: bool | None) -> None:
    done = fillomino("solve", "-e", "forest", puzzle, "--unique").ended(code).says(words)
    done = fillomino("solve", "-e", "forest", puzzle, "--unique", "--json").ended(code)
    assert rows(done.out)[0]["unique"] is unique


@pytest.mark.parametrize("limit", [2, 3, 4])
def test_limit(fillomino: Runner, limit: int) -> None:
    done = fillomino("solve", "-e", "forest", SEVERAL, "--limit", str(limit)).ended(0)
    assert done.out.count("┌") >= limit
    assert f"the first {limit} solutions" in done.out
    [row] = rows(fillomino("solve", "-e", "forest", SEVERAL, "--limit", str(limit), "--json").out)
    assert isinstance(row["fillings"], list)
    assert len(row["fillings"]) == len({str(filling) for filling in row["fillings"]}) == limit
    assert (row["complete"], row["unique"], row["filling"]) == (False, False, row["fillings"][0])


def test_limit_beyond_what_there_is(fillomino: Runner) -> None:
    done = fillomino("solve", "-e", "forest", "2x2:d", "--limit", "9", "--json")
    [row] = rows(done.out)
    assert isinstance(row["fillings"], list)
    assert (done.code, len(row["fillings"]), row["complete"]) == (0, 5, True)
    assert "5 solutions, all there are" in fillomino("solve", "-e", "forest", "2x2:d", "--limit", "9").out


def test_what_is_dropped_is_missed_because_nothing_is_deduced_then(fillomino: Runner) -> None:
    dropped = ("solve", FIRST, "--encoding", "forest-tight", "--drop", "region-size", "--json")
    alone = fillomino(*dropped)
    assert (alone.code, alone.row["status"]) == (1, "wrong")
    assert json.loads(fillomino(*dropped, "--deduce", "ahead").out)["status"] == "solved"


def test_many_puzzles_in_their_order(fillomino: Runner) -> None:
    done = fillomino("solve", "-e", "forest", SEVERAL, NONE, FIRST).ended(1)
    heads = [line for line in done.out.splitlines() if line.endswith(":")]
    assert heads == [f"{path}:" for path in (SEVERAL, NONE, FIRST)]


def test_a_directory(fillomino: Runner, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    shutil.copy(FIRST, tmp_path / "deep" / "a.txt")
    shutil.copy(EXAMPLES / "cube.cells", tmp_path / "b.cells")
    (tmp_path / "notes.md").write_text("no puzzle")
    done = fillomino("solve", "-e", "forest", tmp_path, "--json")
    found = rows(done.out)
    assert [row["puzzle"] for row in found] == [str(tmp_path / "b.cells"), str(tmp_path / "deep" / "a.txt")]
    assert {row["status"] for row in found} == {"solved"}


def test_one_bad_file_does_not_stop_the_others(fillomino: Runner, tmp_path: Path) -> None:
    bad = fillomino.write("a.txt", "2 2\n1 2\n1\n")
    done = fillomino("solve", "-e", "forest", bad, FIRST, "--json").ended(2)
    assert done.err == f"fillomino: {bad}:3:2: row 2 of 2 should have 2 cells, not 1\n"
    first, second = rows(done.out)
    assert (first["status"], first["filling"]) == ("failed", None)
    assert str(bad) in str(first["error"])
    assert second["status"] == "solved"


def test_standard_input(fillomino: Runner) -> None:
    done = fillomino("solve", "-e", "forest", "-", "--plain", stdin=FIRST.read_bytes())
    assert (done.code, done.out.rstrip("\n")) == (0, PLAIN.rstrip("\n"))


@pytest.mark.parametrize("text", ["https://puzz.link/p?fillomino/3/1/2h", "3x1:2b"])
def test_a_puzzle_typed_as_an_argument(fillomino: Runner, text: str) -> None:
    done = fillomino("solve", "-e", "forest", text, "--plain")
    assert (done.code, done.out.rstrip("\n")) == (0, "1 3\n2 2 1")


@pytest.mark.parametrize(("name", "logic"), [("z3", "QF_LIA"), ("yices", "QF_LIA")])
def test_another_logic(fillomino: Runner, name: str, logic: str) -> None:
    assert fillomino("solve", "-e", "forest", FIRST, "--logic", logic, "--solver", name).code == 0


# Evidence

SHELL: Any = {"env": {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}}
"""Kept shell files look for the solver on the PATH."""


@pytest.mark.parametrize("name", ["z3", "yices"])
def test_keep_leaves_what_repeats_the_run(fillomino: Runner, tmp_path: Path, name: str) -> None:
    kept, folder = tmp_path / "kept", tmp_path / "a folder" / "moved"
    assert fillomino("solve", "-e", "forest", FIRST, "--solver", name, "--keep", kept).code == 0
    folder.parent.mkdir()
    kept.rename(folder)
    stem = f"first.forest.{name}"
    assert sorted(path.name for path in folder.iterdir()) == [
        f"{stem}.{end}" for end in ("err", "out", "sh", "smt2")
    ]
    again = subprocess.run(
        ["/bin/sh", folder / f"{stem}.sh"], **SHELL, capture_output=True, text=True, timeout=60, check=True
    )
    assert again.stdout == (folder / f"{stem}.out").read_text()
    assert again.stdout.startswith("sat\n")
    decoded = fillomino("decode", FIRST, folder / f"{stem}.out", "--plain")
    assert decoded.out == PLAIN


def test_kept_files_of_a_python_module_name_no_place(fillomino: Runner, tmp_path: Path) -> None:
    line = ("solve", "-e", "cuts", "2x2:d", "--deduce", "none", "--solver", "cvc5", "--keep", tmp_path)
    assert fillomino(*line).code == 0
    script = tmp_path / "2x2-d.cuts.cvc5.session.sh"
    assert f" -m drivers.children.cvc5_child --session < {script.stem}.smt2\n" in script.read_text()
    assert "that has fillomino-smt and cvc5." in script.read_text()
    assert str(Path(sys.executable).parent) not in script.read_text()
    environment: Any = {"env": {**SHELL["env"], "PYTHONPATH": str(ROOT)}}
    again = subprocess.run(
        ["/bin/sh", script], **environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert "sat" in again.stdout.split()


def test_keep_numbers_the_questions_about_one_puzzle(fillomino: Runner, tmp_path: Path) -> None:
    assert fillomino("solve", "-e", "forest", FIRST, "--unique", "--keep", tmp_path).code == 0
    assert (tmp_path / "first.forest.yices.out").read_text().startswith("sat")
    assert (tmp_path / "first.forest.yices.2.out").read_text().startswith("unsat")
    first, second = (tmp_path / f"first.forest.yices{number}.smt2" for number in ("", ".2"))
    for command in ("solve", "audit", "check"):  # each file holds its puzzle
        assert fillomino(command, first).code == 0
    assert fillomino("decode", first, first.with_suffix(".out"), "--plain").out == PLAIN
    done = fillomino("decode", second, second.with_suffix(".out"))
    assert (done.code, "the solution that it blocks is the only one" in done.err) == (1, True)


@pytest.mark.parametrize("options", [("-e", "forest-bool", "-s", "z3"), ()])
def test_what_is_kept_holds_its_puzzle(fillomino: Runner, tmp_path: Path, options: tuple[str, ...]) -> None:
    """A script that was sent, the evidence where deduction decided, and a file that was solved."""
    assert fillomino("solve", FIRST, *options, "--keep", tmp_path).code == 0
    [script] = tmp_path.glob("*.smt2")
    kept = tmp_path / "kept"
    assert fillomino("solve", script, "-s", "z3", "--keep", kept).code == 0  # the logic may be Z3's own
    [again] = kept.glob("*.smt2")
    for file in (script, again):
        assert fillomino("solve", file, "-s", "z3", "--plain").out == PLAIN


@pytest.mark.parametrize("name", ["z3", "yices"])
def test_keep_of_a_session_repeats_all_its_answers(fillomino: Runner, tmp_path: Path, name: str) -> None:
    fillomino("solve", "-e", "forest", "2x2:d", "--limit", "9", "--solver", name, "--keep", tmp_path).ended(0)
    [script] = tmp_path.glob("*.sh")
    assert str(tmp_path) not in script.read_text()
    assert str(Path(sys.executable).parent) not in script.read_text()
    again = subprocess.run(
        ["/bin/sh", script], **SHELL, capture_output=True, text=True, timeout=60, check=True
    )
    verdicts = [line for line in again.stdout.splitlines() if line in ("sat", "unsat")]
    assert verdicts == ["sat"] * 5 + ["unsat"]
    assert "error" not in again.stdout


# Solvers that fail, lie or are not there


def values(*numbers: int) -> str:
    return "(" + " ".join(f"(n_{cell} {number})" for cell, number in enumerate(numbers)) + ")"


def verdict(word: str) -> Solver:
    return fake.scripted(f"{word}\n", name="fake", quirks=Quirks(silent=True))


def model(*numbers: int) -> Solver:
    return fake.scripted(f"sat\n{values(*numbers)}\n", name="fake", read_input=True)


@pytest.mark.parametrize(
    ("liar", "message"),
    [
        (model(1, 1, 1), "breaks the rules"),
        (model(2, 2, 2), "breaks the rules"),
        (model(1, 2), "asked for 3 values, found 2"),
        (model(2, 2, 1, 1), "asked for 3 values, found 4"),
        (fake.scripted("sat\n((n_0 2) (n_1 2) (n_2 true))\n", name="fake"), "n_2"),
        (fake.scripted("sat\n", name="fake"), ""),
        (fake.scripted("", name="fake"), ""),
        (fake.scripted("garbage", name="fake"), ""),
        (fake.scripted('(error "line 1")\nsat\n' + values(2, 2, 1), name="fake"), "line 1"),
        (fake.scripted("sat\n" + values(2, 2, 1), exit_code=7, name="fake"), ""),
        (fake.scripted(crash_signal=11, name="fake"), ""),
        (fake.scripted("\xff\xfe", binary=True, name="fake"), ""),
    ],
    ids=[
        "too large",
        "clue and size",
        "partial",
        "foreign",
        "wrong kind",
        "no values",
        "silent",
        "garbage",
        "error before sat",
        "exit code",
        "crash",
        "binary",
    ],
)
def test_what_a_bad_solver_says_is_never_a_filling(
    fillomino: Runner, pretend: Pretend, liar: Solver, message: str
) -> None:
    done = fillomino("solve", "-e", "forest", "3x1:2b", "--solver", pretend(liar), "--json")
    [row] = rows(done.out)
    assert (done.code, row["status"], row["filling"], row["unique"]) == (4, "failed", None, None)
    assert message in str(row["error"])
    assert row["error"]
    done = fillomino("solve", "-e", "forest", "3x1:2b", "--solver", liar.name).ended(4)
    assert done.out.startswith("failed (forest, fake 1.0, ")
    assert "│" not in done.out


def test_a_true_model_from_a_fake_is_believed(fillomino: Runner, pretend: Pretend) -> None:
    done = fillomino("solve", "-e", "forest", "3x1:2b", "--solver", pretend(model(2, 2, 1)), "--plain")
    assert (done.code, done.out.rstrip("\n")) == (0, "1 3\n2 2 1")


@pytest.mark.parametrize("encoding", ["forest-tight", "cuts"])
@pytest.mark.parametrize(
    ("bad", "limit", "status"),
    [
        (fake.scripted(sleep=60, name="fake"), 1, "timeout"),
        (fake.scripted(crash_signal=11, name="fake"), 60, "failed"),
        (fake.scripted("garbage\n", name="fake"), 60, "failed"),
    ],
    ids=["slow", "crash", "garbage"],
)
def test_a_session_that_does_not_begin_is_an_answer(
    fillomino: Runner, pretend: Pretend, bad: Solver, limit: int, status: str, encoding: str
) -> None:
    solver = pretend(bad)
    done = fillomino(
        "solve", "-e", encoding, "4x4:p", "--unique", "--timeout", str(limit), "--solver", solver, "--json"
    )
    [row] = rows(done.out)
    assert (row["status"], row["filling"], row["unique"]) == (status, None, None), row
    assert str(row["error"]).startswith(("no answer within", "fake "))


def test_the_same_filling_twice_is_a_failure(fillomino: Runner, pretend: Pretend) -> None:
    done = fillomino(
        "solve", "-e", "forest", "3x1:2b", "--unique", "--solver", pretend(model(2, 2, 1)), "--json"
    )
    [row] = rows(done.out)
    assert (done.code, row["status"], row["unique"], row["filling"]) == (4, "failed", None, None)


def test_a_false_unsat_is_contradicted_by_the_rules(fillomino: Runner, pretend: Pretend) -> None:
    """A filling proves itself; its absence does not, but here the rules alone find one."""
    liar = pretend(verdict("unsat"))
    done = fillomino("solve", "-e", "forest", "3x1:2b", "--solver", liar, "--json")
    [row] = rows(done.out)
    assert (done.code, row["status"], row["filling"]) == (4, "wrong", None)
    assert row["error"] == "contradicted: the rules give a solution"
    done = fillomino("solve", "-e", "forest", "3x1:2b", "--solver", liar)
    assert done.out.startswith("wrong (forest, ")
    assert "  contradicted: the rules give a solution\n" in done.out
    none = fillomino("solve", "-e", "forest", EXAMPLES / "none.txt", "--solver", liar, "--json")
    assert (none.code, rows(none.out)[0]["status"]) == (1, "unsolvable")


def test_a_false_claim_of_uniqueness_is_contradicted(fillomino: Runner, pretend: Pretend) -> None:
    """The second question, which blocks the first filling, is answered falsely."""
    script = "import sys; t = sys.stdin.read(); print('unsat' if '(not (= n_0' in t else {!r})"
    liar = fake.scripted(name="fake", quirks=Quirks(silent=True))
    told = script.format("sat\n" + values(2, 2, 1))
    liar = replace(liar, arguments=("-I", "-S", "-c", told), session_arguments=None)
    done = fillomino("solve", "-e", "forest", "3x1:c", "--unique", "--solver", pretend(liar), "--json")
    [row] = rows(done.out)
    assert (done.code, row["status"], row["unique"]) == (4, "wrong", None)
    assert row["error"] == "contradicted: the rules give another solution"
    # 3x1 without clues has three solutions, so "there is no other" is false after any.
    done = fillomino("solve", "-e", "forest", "3x1:c", "--limit", "2", "--solver", "fake", "--json")
    assert (done.code, rows(done.out)[0]["status"]) == (4, "wrong")


def test_a_solver_that_does_not_know(fillomino: Runner, pretend: Pretend) -> None:
    done = fillomino("solve", "-e", "forest", "3x1:2b", "--solver", pretend(verdict("unknown")), "--json")
    assert (done.code, rows(done.out)[0]["status"]) == (3, "unknown")


@pytest.mark.parametrize("stubborn", [False, True])
def test_timeout(fillomino: Runner, pretend: Pretend, stubborn: bool) -> None:
    sleeper = fake.scripted(sleep=60, ignore_sigterm=stubborn, name="fake")
    done = fillomino(
        "solve", "-e", "forest", "3x1:2b", "--solver", pretend(sleeper), "--timeout", "0.2", "--json"
    )
    [row] = rows(done.out)
    assert (done.code, row["status"], row["filling"]) == (3, "timeout", None)
    assert isinstance(row["seconds"], dict)
    assert row["seconds"]["total"] < 10


def test_a_missing_solver(fillomino: Runner, pretend: Pretend) -> None:
    absent = Solver(name="fake", title="Nosuch", executable="no-such-solver-anywhere", install="pray")
    done = fillomino("solve", "-e", "forest", FIRST, "--solver", pretend(absent))
    assert (done.code, done.out) == (4, "")
    assert done.err == "fillomino: Nosuch is not installed here. To get it: pray.\n"


def test_a_solver_that_does_not_exist(fillomino: Runner) -> None:
    done = fillomino("solve", "-e", "forest", FIRST, "--solver", "nosuch")
    assert done.out == ""
    names = ", ".join(solver.name for solver in SOLVERS)
    assert done.err.startswith(f"fillomino: unknown solver 'nosuch'; the solvers are {names}")
    assert done.code == 2


@where(lambda solver: solver.logics is not None)
def test_a_solver_that_can_not_take_the_logic(fillomino: Runner, solver: Solver) -> None:
    done = fillomino("solve", "-e", "forest", FIRST, "--solver", solver.name, "--json")
    assert (done.code, done.out) == (2, "")
    why = "needs bounds for each number" if solver.needs_bounds else "takes none of the logics of forest"
    assert why in done.err


@where(lambda solver: solver.logics is None)
def test_every_solver_finds_the_same(fillomino: Runner, solver: Solver) -> None:
    done = fillomino("solve", "-e", "forest", EXAMPLES / "row.txt", "--solver", solver.name, "--plain")
    assert done.code == 0
    puzzle = formats.read_bytes((EXAMPLES / "row.txt").read_bytes(), source="row").puzzle
    assert violations(puzzle, formats.read_filling(done.out, puzzle.board)) == ()


TWENTY = EXAMPLES / "twenty.txt"


def test_the_titles_of_levels_name_rules() -> None:
    hardest = table.levels()[table.fast_level()]
    assert TITLES[Level.FULL] == f"rules up to {hardest.title}"
    assert TITLES[Level.LIGHT].removeprefix("rules up to ") in [rule.title for rule in table.levels()]
    assert TITLES[Level.AHEAD].startswith(TITLES[Level.FULL])
    assert set(TITLES) == set(Level) - {Level.NONE}


def test_to_name_what_solves_is_to_ask_for_its_own_work() -> None:
    assert (smt().name, smt().level) == ("cuts yices", Level.AHEAD)
    for named in (smt("cuts"), smt(solver="yices"), smt("forest-tight", "z3")):
        assert named.level is Level.NONE
    assert smt("cuts", "yices", deduce="light").level is Level.LIGHT
    fast, named_too = front.solve(FIRST), front.solve(FIRST, solver="yices")
    assert (fast.result.decided_by, fast.result.asked) == ("deduction", 0)
    assert named_too.result.decided_by == "solver"
    assert named_too.result.asked > 0


@pytest.mark.parametrize(
    ("options", "words", "by", "left"),
    [
        ((FIRST,), "solved by deduction (rules up to bottleneck, looking ahead) (", "deduction", 0),
        ((FIRST, "--unique"), "looking ahead), the only solution (", "deduction", 0),
        ((NONE,), "unsolvable, found by deduction (rules up to bottleneck, looking ahead) (", "deduction", 0),
        ((FIRST, "-s", "z3"), "solved (cuts, Z3 ", "solver", 15),
        ((FIRST, "-e", "forest", "--deduce", "full"), "solved (forest, Yices ", "solver", 15),
        (
            (FIRST, "-e", "flow", "--deduce", "full"),
            "by deduction (rules up to bottleneck) (confirmed in flow by Y",
            "deduction",
            0,
        ),
        ((TWENTY, "-e", "forest-bool", "--deduce", "light"), "cells left) (forest-bool, ", "solver", 126),
        (("1x2:22", "-e", "cuts"), "solved (by the clues alone, ", "deduction", 0),
        ((FIRST, "--by", "deduction"), "solved by deduction, the only solution (", "deduction", 0),
        ((FIRST, "--by", "backtracking"), "solved by backtracking (", "backtracking", None),
        (("2x2:d", "--by", "deduction"), "unknown (by deduction, ", None, 4),
    ],
)
def test_solve_tells_who_decided(
    fillomino: Runner, options: tuple[str | Path, ...], words: str, by: str | None, left: int | None
) -> None:
    assert words in fillomino("solve", *options).out
    row = fillomino.row("solve", *options)
    assert (row["decided_by"], row["open_cells"]) == (by, left)


def test_what_deduction_left_to_a_solver_is_counted(fillomino: Runner) -> None:
    said = fillomino("solve", TWENTY, "--deduce", "light").out.splitlines()[-1]
    assert re.match(r"solved by Yices \S+ after deduction \(126 of 400 cells left\) \(cuts, \d", said), said
    late = fillomino("solve", TWENTY, "--deduce", "light", "-e", "flow", "-s", "z3", "--timeout", "0.4")
    assert late.code == 3
    assert "timeout after deduction (126 of 400 cells left) (flow, " in late.out


def test_a_race_is_for_speed_and_deduces(fillomino: Runner) -> None:
    done = fillomino("solve", FIRST, "--portfolio", "cuts:yices,forest-bool:z3")
    assert "solved by deduction (rules up to bottleneck, looking ahead) (" in done.out


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_every_flavour_records_deduction(fillomino: Runner, flavour: str) -> None:
    command = ("encode", FIRST, "-e", "forest-bool", "-f", flavour)
    plain, full, light = (
        fillomino(*command, *more).out for more in ((), ("--deduce", "full"), ("--deduce", "light"))
    )
    assert "Deduction before" not in plain
    assert plain == fillomino(*command, "--deduce", "none").out
    assert "Deduction before encoding (full: rules up to bottleneck) settled 25 of 25 cells." in full
    assert "Deduction before encoding (light: rules up to reach) settled " in light
    if flavour != "dimacs":
        puzzle = formats.read(FIRST.read_text()).puzzle
        encoding = find_encoding("forest-bool")
        script = encoding.script(puzzle, None, deduce(puzzle, Level.NONE))
        if flavour == BENCHMARK:
            script, _ = for_the_library(script, encoding, "", "")
        assert plain == written(script, flavour)
        assert full == front.encode(FIRST, "forest-bool", flavour=flavour, deduce="full")


@pytest.mark.parametrize("flavour", ["driver", "benchmark", "core"])
def test_scrambled_files_record_it_too(fillomino: Runner, flavour: str) -> None:
    done = fillomino("encode", FIRST, "-e", "flow", "-f", flavour, "--deduce", "full", "--scramble", "3")
    assert "Deduction before encoding (full: rules up to bottleneck) settled 25 of 25 cells." in done.out
    assert "Scrambled with seed 3" in done.out


def test_a_contradiction_is_recorded() -> None:
    script, work = encoded(find_encoding("flow"), front.read(NONE), None, Level.FULL)
    assert script.header.notes == (
        "Deduction before encoding (full: rules up to bottleneck) found that there is no filling.",
    )
    assert (work.decided, work.consistent) == (True, False)


def test_an_encoding_without_a_use_for_deduction(fillomino: Runner) -> None:
    done = fillomino("encode", FIRST, "-e", "forest", "--deduce", "full")
    assert done.err == "fillomino: forest makes no use of deduction, so there is none\n"
    assert done.out == fillomino("encode", FIRST, "-e", "forest").out


def test_a_directory_ends_with_a_line(fillomino: Runner, tmp_path: Path) -> None:
    puzzles, out = tmp_path / "puzzles", tmp_path / "out"
    puzzles.mkdir()
    for path in (FIRST, NONE, EXAMPLES / "several.txt"):
        shutil.copy(path, puzzles)
    command = ("encode", puzzles, "-e", "flow", "-o", out)
    assert fillomino(*command).err == "fillomino: 3 files written\n"
    (puzzles / "notes.md").write_text("no puzzle")
    (puzzles / "bad.txt").write_text("bad")
    done = fillomino(*command, "--deduce", "ahead").ended(2)
    assert done.err.splitlines()[-1] == (
        "fillomino: 3 files written, 2 settled by deduction, 1 passed over as unreadable, "
        "1 passed over as no puzzle files (notes.md)"
    )


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_decode_reads_the_encoding_from_the_file(fillomino: Runner, flavour: str, tmp_path: Path) -> None:
    file, answer = tmp_path / "1.smt2", tmp_path / "1.out"
    script, _ = encoded(find_encoding("forest-bv"), front.read(FIRST), None, Level.NONE)
    if flavour == "dimacs":
        assert "forest-bv is not of Booleans" in fillomino.refuses(
            "encode", FIRST, "-e", "forest-bv", "-f", flavour
        )
        return
    file.write_text(written(script, flavour))
    assert notes_of(file.read_text()).encoding == "forest-bv"
    numbers = front.solve(FIRST).solution or ()
    values = (f"({name} #b{number:04b})" for name, number in zip(script.values, numbers, strict=True))
    answer.write_text(f"sat\n({' '.join(values)})\n")
    read = fillomino("decode", file, answer)
    assert read.out == fillomino("decode", FIRST, answer, "-e", "forest-bv").out
    assert (read.code, read.err) == (0, "")
    other = file.with_name("2.smt2")
    other.write_text(file.read_text().replace("forest-bv", "mine"))  # nobody's: symbols are those of ours
    assert fillomino("decode", other, answer) == read
