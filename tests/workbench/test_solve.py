"""``fillomino solve``: what it prints, who decided, what it leaves, and how it ends."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import fillomino as front
from drivers import Quirks, Solver, fake
from encoder.annotations import notes_of
from encoder.encodings.registry import find as find_encoding
from fillomino import formats
from fillomino.deduction.engine import Level
from fillomino.rules import violations
from smtlib.text import Text
from tests.support.clock import FOREVER, JumpingClock
from tests.support.processes import with_ours
from tests.support.where import where
from tests.workbench.conftest import EXAMPLES, Done, Runner
from workbench.methods.encodings import encoded
from workbench.methods.method import TITLES
from workbench.methods.smt import smt
from workbench.texts.writing import FLAVOURS, written

FIRST, SEVERAL, NONE, TWENTY = (EXAMPLES / f"{name}.txt" for name in ("first", "several", "none", "twenty"))
Pretend = Callable[[Solver], str]

KEYS = [
    "puzzle", "status", "filling", "unique", "encoding", "solver", "version", "decided_by", "open_cells",
    "asked", "seconds", "wall_seconds", "memory_mib", "error", "deduce",
]  # fmt: skip
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


class Solve:
    """``solve(…)`` runs the command with the encoding `forest`, for whose sake a solver is asked."""

    def __init__(self, fillomino: Runner) -> None:
        self.fillomino = fillomino

    def __call__(self, *arguments: str | Path, stdin: bytes = b"") -> Done:
        return self.fillomino("solve", "-e", "forest", *arguments, stdin=stdin)

    def row(self, *arguments: str | Path) -> dict[str, Any]:
        """The only row, with the exit status as ``exit``."""
        done = self(*arguments, "--json")
        return {**done.row, "exit": done.code}


@pytest.fixture
def solve(fillomino: Runner) -> Solve:
    return Solve(fillomino)


def picked(row: dict[str, Any], *keys: str) -> list[object]:
    return [row[key] for key in keys]


# --- what is printed


@pytest.mark.parametrize("name", ["z3", "yices"])
def test_text(solve: Solve, name: str) -> None:
    assert solve(FIRST, "--solver", name).ended(0, "").out.startswith(DRAWN + "solved (forest, ")
    assert solve(FIRST, "--logic", "QF_LIA", "--solver", name).code == 0
    assert solve(FIRST, "--plain").ended(0, "").out.rstrip("\n") == PLAIN.rstrip("\n")


def test_json_has_exactly_the_keys_promised(solve: Solve) -> None:
    row = solve(FIRST, "--json").ended(0).row
    assert list(row) == KEYS
    assert set(row["seconds"]) == {"read", "deduce", "encode", "solve", "check", "total"}
    assert picked(row, "puzzle", "status", "unique", "error") == [str(FIRST), "solved", None, None]
    assert row["filling"] == [[int(number) for number in line.split()] for line in PLAIN.splitlines()[1:]]
    assert picked(row, "encoding", "solver") == ["forest", "yices"]
    assert row["version"].startswith("Yices ")
    holes, cube = solve(EXAMPLES / "holes.txt", EXAMPLES / "cube.cells", "--json").rows
    assert (holes["filling"][0][0], cube["filling"]["a2"]) == (None, 5)


@pytest.mark.parametrize(
    ("puzzle", "code", "status", "unique"),
    [
        (FIRST, 0, "solved", True),
        (SEVERAL, 1, "solved", False),
        (NONE, 1, "unsolvable", None),
    ],
    ids=["unique", "several", "none"],
)
def test_unique(solve: Solve, puzzle: Path, code: int, status: str, unique: bool | None) -> None:
    solve(puzzle, "--unique").ended(code, "")
    assert picked(solve.row(puzzle, "--unique"), "exit", "status", "unique") == [code, status, unique]


@pytest.mark.parametrize("limit", [2, 3])
def test_limit(solve: Solve, limit: int) -> None:
    done = solve(SEVERAL, "--limit", str(limit)).ended(0)
    assert done.out.count("┌") >= limit
    row = solve.row(SEVERAL, "--limit", str(limit))
    fillings = row["fillings"]
    assert len(fillings) == len({str(filling) for filling in fillings}) == limit
    assert picked(row, "complete", "unique", "filling") == [False, False, fillings[0]]
    row = solve.row("2x2:d", "--limit", "9")
    assert (row["exit"], len(row["fillings"]), row["complete"]) == (0, 5, True)


def test_what_is_dropped_is_missed_because_nothing_is_deduced_then(fillomino: Runner) -> None:
    dropped = ("solve", FIRST, "--encoding", "forest-tight", "--drop", "region-size", "--json")
    assert fillomino(*dropped).ended(1).row["status"] == "wrong"
    assert fillomino(*dropped, "--deduce", "ahead").row["status"] == "solved"
    row = fillomino("solve", FIRST, "-e", "forest", "--drop", "size-sum", "--json").ended(1).row
    assert picked(row, "status", "encoding") == ["wrong", "forest-without-size-sum"]


def test_many_puzzles_in_their_order(solve: Solve, tmp_path: Path) -> None:
    done = solve(SEVERAL, NONE, FIRST, "--json").ended(1)
    assert [row["puzzle"] for row in done.rows] == list(map(str, (SEVERAL, NONE, FIRST)))
    (tmp_path / "deep").mkdir()
    shutil.copy(FIRST, tmp_path / "deep" / "a.txt")
    shutil.copy(EXAMPLES / "cube.cells", tmp_path / "b.cells")
    (tmp_path / "notes.md").write_text("no puzzle")
    rows = solve(tmp_path, "--json").rows
    assert [row["puzzle"] for row in rows] == [str(tmp_path / "b.cells"), str(tmp_path / "deep" / "a.txt")]
    assert {row["status"] for row in rows} == {"solved"}


def test_puzzles_from_standard_input_and_as_arguments(solve: Solve) -> None:
    assert solve("-", "--plain", stdin=FIRST.read_bytes()).ended(0).out == PLAIN
    for text in ("https://puzz.link/p?fillomino/3/1/2h", "3x1:2b"):
        assert solve(text, "--plain").ended(0).out == "1 3\n2 2 1\n"


# --- who decided, and how much was left


def test_to_name_what_solves_is_to_ask_for_its_own_work() -> None:
    assert set(TITLES) == set(Level) - {Level.NONE}
    assert (smt().name, smt().level) == ("cuts yices", Level.AHEAD)
    for named in (smt("cuts"), smt(solver="yices"), smt("forest-tight", "z3")):
        assert named.level is Level.NONE
    fast, named_too = front.solve(FIRST), front.solve(FIRST, solver="yices")
    assert (fast.result.verdict.decided_by, fast.result.cost.asked) == ("deduction", 0)
    assert (named_too.result.verdict.decided_by, named_too.result.cost.asked > 0) == ("solver", True)


@pytest.mark.parametrize(
    ("options", "by", "left", "deduce", "encoding", "named", "asked"),
    [
        ((FIRST,), "deduction", 0, "ahead", "cuts", "yices", 0),
        ((NONE,), "deduction", 0, "ahead", "cuts", "yices", 0),
        ((FIRST, "-s", "z3"), "solver", 15, "none", "cuts", "z3", 1),
        ((FIRST, "-e", "forest", "--deduce", "full"), "solver", 15, "none", "forest", "yices", 1),
        ((FIRST, "-e", "flow", "--deduce", "full"), "deduction", 0, "full", "flow", "yices", 1),
        (
            (TWENTY, "-e", "forest-tight", "--deduce", "light"),
            "solver",
            126,
            "light",
            "forest-tight",
            "yices",
            1,
        ),
        ((TWENTY, "--deduce", "light"), "solver", 126, "light", "cuts", "yices", 1),
        (("1x2:22", "-e", "cuts"), "deduction", 0, "none", "cuts", "yices", 0),
        ((FIRST, "--by", "deduction"), "deduction", 0, None, "deduction", "none", 0),
        ((FIRST, "--by", "backtracking"), "backtracking", None, None, "backtracking", "none", 0),
        (("2x2:d", "--by", "deduction"), None, 4, None, "deduction", "none", 0),
    ],
)
def test_solve_tells_who_decided(
    fillomino: Runner,
    options: tuple[str | Path, ...],
    by: str | None,
    left: int | None,
    deduce: str | None,
    encoding: str,
    named: str,
    asked: int,
) -> None:
    row = fillomino.row("solve", *options)
    assert picked(row, "decided_by", "open_cells", "encoding", "solver") == [by, left, encoding, named]
    assert (row.get("deduce"), min(row["asked"], 1)) == (deduce, asked)


def test_whichever_contender_of_a_portfolio_decided_is_told(fillomino: Runner) -> None:
    row = fillomino.row("solve", FIRST, "--portfolio", "cuts:yices,forest-tight:z3")
    assert picked(row, "decided_by", "open_cells", "deduce", "asked") == ["deduction", 0, "ahead", 0]
    assert (row["encoding"], row["solver"]) in {("cuts", "yices"), ("forest-tight", "z3")}


def test_what_deduction_left_is_told_of_a_time_out(
    fillomino: Runner, pretend: Pretend, clock: JumpingClock
) -> None:
    clock.jump_when_printed("solving")
    asleep = pretend(fake.scripted(stderr="solving", sleep=FOREVER, name="fake"))
    limited = ("--timeout", "600", "--json")
    row = fillomino("solve", TWENTY, "--deduce", "light", "-e", "flow", "-s", asleep, *limited).ended(3).row
    assert picked(row, "status", "open_cells", "deduce", "encoding") == ["timeout", 126, "light", "flow"]


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_every_flavour_records_deduction(fillomino: Runner, flavour: str) -> None:
    command = ("encode", FIRST, "-e", "layers", "-f", flavour)
    levels = ((), ("--deduce", "full"), ("--deduce", "light"))
    plain, full, light = (fillomino(*command, *more).out for more in levels)
    assert "Deduction before" not in plain
    assert plain == fillomino(*command, "--deduce", "none").out
    settled = "Deduction before encoding (full: rules up to bottleneck) settled 25 of 25 cells."
    assert settled in full
    assert "Deduction before encoding (light: rules up to reach) settled " in light
    if flavour in ("driver", "benchmark", "core"):
        scrambled = fillomino(*command, "--deduce", "full", "--scramble", "3").out
        assert settled in scrambled
        assert "Scrambled with seed 3" in scrambled


def test_a_contradiction_is_recorded_and_no_use_of_deduction_told(fillomino: Runner) -> None:
    script, work = encoded(find_encoding("flow"), front.read(NONE), None, Level.FULL)
    [note] = script.header.notes
    assert note.startswith("Deduction before encoding (full: rules up to bottleneck) found ")
    assert work is not None and (work.decided, work.consistent) == (True, False)
    done = fillomino("encode", FIRST, "-e", "forest", "--deduce", "full")
    assert done.warned == ["no-effect"]
    assert done.out == fillomino("encode", FIRST, "-e", "forest").out


def test_a_directory_ends_with_a_line(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles, out = tmp_path / "puzzles", tmp_path / "out"
    puzzles.mkdir()
    for path in (FIRST, NONE, SEVERAL):
        shutil.copy(path, puzzles)
    command = ("encode", puzzles, "-e", "flow", "-o", out)
    told: list[tuple[object, ...]] = []

    def closing(*numbers: object) -> str:
        told.append(numbers)
        return "the end"

    monkeypatch.setattr("workbench.cli.encode.closing_line", closing)
    assert fillomino(*command).ended(0).err == "fillomino: the end\n"
    (puzzles / "notes.md").write_text("no puzzle")
    (puzzles / "bad.txt").write_text("bad")
    fillomino(*command, "--deduce", "ahead").ended(2)
    assert told == [(3, None, 0, []), (3, 2, 1, [puzzles / "notes.md"])]


@pytest.mark.parametrize("flavour", [flavour for flavour in FLAVOURS if flavour != "dimacs"])
def test_decode_reads_the_encoding_from_the_file(fillomino: Runner, flavour: str) -> None:
    script, _ = encoded(find_encoding("forest-bv"), front.read(FIRST), None, Level.NONE)
    file = fillomino.write("1.smt2", written(script, flavour))
    assert notes_of(Text(file.read_text())).encoding == "forest-bv"
    numbers = front.solve(FIRST).solution or ()
    values = (f"({name} #b{number:04b})" for name, number in zip(script.values, numbers, strict=True))
    answer = fillomino.write("1.out", f"sat\n({' '.join(values)})\n")
    read = fillomino("decode", file, answer).ended(0, "")
    assert read.out == fillomino("decode", FIRST, answer, "-e", "forest-bv").out
    text = file.read_text().replace("forest-bv", "mine")  # nobody's: symbols are those of ours
    assert fillomino("decode", fillomino.write("2.smt2", text), answer) == read


# --- evidence


def rerun(script: Path, **environment: str) -> str:
    """What a kept shell file prints; it looks for the solver on the PATH, and names no place of ours."""
    assert str(script.parent) not in script.read_text()
    assert str(Path(sys.executable).parent) not in script.read_text()
    where = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **environment}
    done = subprocess.run(
        ["/bin/sh", script], env=where, capture_output=True, text=True, timeout=600, check=True
    )
    return done.stdout


@pytest.mark.parametrize("name", ["z3", "yices"])
def test_keep_leaves_what_repeats_the_run(solve: Solve, tmp_path: Path, name: str) -> None:
    kept, folder = tmp_path / "kept", tmp_path / "a folder" / "moved"
    assert solve(FIRST, "--solver", name, "--keep", kept).code == 0
    folder.parent.mkdir()
    kept.rename(folder)
    stem = f"first.forest.{name}"
    names = sorted(path.name for path in folder.iterdir())
    assert names == [f"{stem}.{end}" for end in ("err", "out", "sh", "smt2")]
    again = rerun(folder / f"{stem}.sh")
    assert again == (folder / f"{stem}.out").read_text()
    assert again.startswith("sat\n")
    assert solve.fillomino("decode", FIRST, folder / f"{stem}.out", "--plain").out == PLAIN
    session = tmp_path / "session"
    assert solve("2x2:d", "--limit", "9", "--solver", name, "--keep", session).code == 0
    [script] = session.glob("*.sh")
    said = rerun(script)
    assert [line for line in said.splitlines() if line in ("sat", "unsat")] == ["sat"] * 5 + ["unsat"]
    assert "error" not in said


def test_kept_files_of_a_python_module_name_no_place(fillomino: Runner, tmp_path: Path) -> None:
    line = ("solve", "-e", "cuts", "2x2:d", "--deduce", "none", "--solver", "cvc5", "--keep", tmp_path)
    assert fillomino(*line).code == 0
    script = tmp_path / "2x2-d.cuts.cvc5.session.sh"
    assert f" -m drivers.children.cvc5_child --session < {script.stem}.smt2\n" in script.read_text()
    assert "sat" in rerun(script, PYTHONPATH=with_ours()).split()


def test_keep_numbers_the_questions_about_one_puzzle(solve: Solve, tmp_path: Path) -> None:
    assert solve(FIRST, "--unique", "--keep", tmp_path).code == 0
    first, second = (tmp_path / f"first.forest.yices{number}.smt2" for number in ("", ".2"))
    for file, verdict in ((first, "sat"), (second, "unsat")):
        assert file.with_suffix(".out").read_text().startswith(verdict)
    assert solve.fillomino("decode", first, first.with_suffix(".out"), "--plain").out == PLAIN
    assert solve.fillomino("decode", second, second.with_suffix(".out"), "--json").row["means"] == "unique"


@pytest.mark.parametrize("options", [("-e", "forest-bv", "-s", "z3"), ()])
def test_what_is_kept_holds_its_puzzle(fillomino: Runner, tmp_path: Path, options: tuple[str, ...]) -> None:
    """A script that was sent, the evidence where deduction decided, and a file that was solved."""
    assert fillomino("solve", FIRST, *options, "--keep", tmp_path).code == 0
    [script] = tmp_path.glob("*.smt2")
    assert fillomino("solve", script, "-s", "z3", "--keep", tmp_path / "kept").code == 0
    [again] = (tmp_path / "kept").glob("*.smt2")
    for file in (script, again):  # in the logic of Z3 alone
        assert fillomino("solve", file, "-s", "z3", "--plain").out == PLAIN


# --- solvers that fail, lie or are not there


def values(*numbers: int) -> str:
    return "(" + " ".join(f"(n_{cell} {number})" for cell, number in enumerate(numbers)) + ")"


def verdict(word: str) -> Solver:
    return fake.scripted(f"{word}\n", name="fake", quirks=Quirks(silent=True))


def model(*numbers: int) -> Solver:
    return fake.scripted(f"sat\n{values(*numbers)}\n", name="fake", read_input=True)


BAD = {
    "too large": (model(1, 1, 1), "wrong-model"),
    "clue and size": (model(2, 2, 2), "wrong-model"),
    "partial": (model(1, 2), None),
    "foreign": (model(2, 2, 1, 1), None),
    "wrong kind": (fake.scripted("sat\n((n_0 2) (n_1 2) (n_2 true))\n", name="fake"), "bad-answer"),
    "no values": (fake.scripted("sat\n", name="fake"), None),
    "silent": (fake.scripted("", name="fake"), None),
    "garbage": (fake.scripted("garbage", name="fake"), None),
    "error before sat": (fake.scripted('(error "line 1")\nsat\n' + values(2, 2, 1), name="fake"), None),
    "exit code": (fake.scripted("sat\n" + values(2, 2, 1), exit_code=7, name="fake"), None),
    "crash": (fake.scripted(crash_signal=11, name="fake"), None),
    "binary": (fake.scripted("\xff\xfe", binary=True, name="fake"), None),
}
"""The solver, and the code of the error where it gives a model."""


@pytest.mark.parametrize("case", BAD)
def test_what_a_bad_solver_says_is_never_a_filling(solve: Solve, pretend: Pretend, case: str) -> None:
    liar, code = BAD[case]
    row = solve.row("3x1:2b", "--solver", pretend(liar))
    assert picked(row, "exit", "status", "filling", "unique") == [4, "failed", None, None]
    assert (bool(row["error"]), row.get("code")) == (True, code)
    assert ("violations" in row) == (code == "wrong-model")
    assert "│" not in solve("3x1:2b", "--solver", liar.name).ended(4).out


def test_a_true_model_from_a_fake_is_believed_once(solve: Solve, pretend: Pretend) -> None:
    true = pretend(model(2, 2, 1))
    once = solve.row("3x1:2b", "--solver", true)
    assert picked(once, "exit", "filling") == [0, [[2, 2, 1]]]
    twice = solve.row("3x1:2b", "--unique", "--solver", true)
    assert picked(twice, "exit", "status", "unique", "filling") == [4, "failed", None, None]


@pytest.mark.parametrize("encoding", ["forest-tight", "cuts"])
@pytest.mark.parametrize(
    ("bad", "limit", "status"),
    [
        (fake.scripted(sleep=FOREVER, name="fake"), 1, "timeout"),
        (fake.scripted(crash_signal=11, name="fake"), 600, "failed"),
        (fake.scripted("garbage\n", name="fake"), 600, "failed"),
    ],
    ids=["slow", "crash", "garbage"],
)
def test_a_session_that_does_not_begin_is_an_answer(
    fillomino: Runner, pretend: Pretend, bad: Solver, limit: int, status: str, encoding: str
) -> None:
    options = ("-e", encoding, "--unique", "--timeout", str(limit), "--solver", pretend(bad))
    row = fillomino.row("solve", "4x4:p", *options)
    assert picked(row, "status", "filling", "unique") == [status, None, None], row
    assert row["error"]


def test_a_false_unsat_is_contradicted_by_the_rules(solve: Solve, pretend: Pretend) -> None:
    """A filling proves itself; its absence does not, but here the rules alone find one."""
    liar = pretend(verdict("unsat"))
    row = solve.row("3x1:2b", "--solver", liar)
    assert picked(row, "exit", "status", "code", "filling") == [4, "wrong", "contradicted", None]
    assert picked(solve.row(NONE, "--solver", liar), "exit", "status") == [1, "unsolvable"]


def test_a_false_claim_of_uniqueness_is_contradicted(solve: Solve, pretend: Pretend) -> None:
    """The second question, which blocks the first filling, is answered falsely: 3x1 has three solutions."""
    script = "import sys; t = sys.stdin.read(); print('unsat' if '(not (= n_0' in t else {!r})"
    told = script.format("sat\n" + values(2, 2, 1))
    silent = fake.scripted(name="fake", quirks=Quirks(silent=True))
    liar = pretend(replace(silent, arguments=("-I", "-S", "-c", told), session_arguments=None))
    for options in (("--unique",), ("--limit", "2")):
        row = solve.row("3x1:c", *options, "--solver", liar)
        assert picked(row, "exit", "status", "code", "unique") == [4, "wrong", "contradicted", None]


@pytest.mark.parametrize(
    ("fails", "limit", "status"),
    [
        (verdict("unknown"), "600", "unknown"),
        (fake.scripted(sleep=FOREVER, name="fake"), "0.2", "timeout"),
        (fake.scripted(sleep=FOREVER, ignore_sigterm=True, name="fake"), "0.2", "timeout"),
    ],
    ids=["unknown", "slow", "stubborn"],
)
def test_a_solver_without_an_answer(
    solve: Solve, pretend: Pretend, fails: Solver, limit: str, status: str
) -> None:
    row = solve.row("3x1:2b", "--solver", pretend(fails), "--timeout", limit)
    assert picked(row, "exit", "status", "filling") == [3, status, None]


def test_a_missing_solver(solve: Solve, pretend: Pretend) -> None:
    absent = Solver(name="fake", title="Nosuch", executable="no-such-solver-anywhere", install="pray")
    solve(FIRST, "--solver", pretend(absent)).refused("solver-not-found", status=4)


@where(lambda solver: solver.logics is not None)
def test_a_solver_that_can_not_take_the_logic(solve: Solve, solver: Solver) -> None:
    done = solve(FIRST, "--solver", solver.name, "--json").ended(2)
    assert (done.out, done.fault) == ("", "unsupported-logic")


@where(lambda solver: solver.logics is None)
def test_every_solver_finds_the_same(solve: Solve, solver: Solver) -> None:
    done = solve(EXAMPLES / "row.txt", "--solver", solver.name, "--plain").ended(0)
    puzzle = front.read(EXAMPLES / "row.txt")
    assert violations(puzzle, formats.read_filling(done.out, puzzle.board)) == ()
