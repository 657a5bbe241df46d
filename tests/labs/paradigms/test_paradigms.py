"""Paradigms without SMT-LIB: right on small boards, judged and limited as all others; faults are found."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from drivers.solver import require
from fillomino.deduction.engine import Level, deduce
from fillomino.graph import component
from fillomino.puzzle import Puzzle
from labs.paradigms.method import ParadigmBackend, ParadigmMethod
from labs.paradigms.problem import Problem, RefusedError, read_instance
from labs.paradigms.registry import PARADIGMS
from tests.labs.paradigms.records import add, paradigm
from tests.support import needs
from tests.support.audits import scope_of
from tests.support.boards import read
from tests.support.refused import refused
from tests.support.where import brief, quick
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.audit.listed import Listed
from workbench.audit.sweep import audit
from workbench.methods.method import Question, Status
from workbench.methods.registry import named
from workbench.texts.inputs import board_of

FIRST, ROW, NONE = EXAMPLES / "first.txt", EXAMPLES / "row.txt", EXAMPLES / "none.txt"
SMALL = tuple((spec, board_of(spec)) for spec in ("1x2", "2x2"))


FAULTY = ("Deaf", "Greedy", "Forgetful", "Picky", "Sleepy", "Busy", "Crashing", "Hungry", "Unloadable")


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> str:
    """Models of the tests have their names on the list."""
    add(monkeypatch, {model.lower(): paradigm(model) for model in FAULTY})
    add(monkeypatch, {"missing": paradigm("Right", "no_such_module")})
    return "on the list"


@pytest.mark.parametrize("name", PARADIGMS)
@quick(lambda name: name in ("clingo", "cpsat-flow", "cpsat-pointers", "z3-cuts", "highs-cuts", "scip-cuts"))
def test_a_paradigm_finds_exactly_the_solutions_of_small_boards(name: str) -> None:
    needs.method(name)
    scope = scope_of(0, 9, (("2x2", board_of("2x2")),))
    report = audit(Listed(ParadigmMethod(PARADIGMS[name]), scope.level, scope.limits), scope)
    assert (report.wrong, report.puzzles, dict(report.skipped)) == (None, 57, {})


@pytest.mark.slow
@pytest.mark.parametrize("name", PARADIGMS)
def test_a_paradigm_finds_exactly_the_solutions_of_all_boards_of_five_cells(name: str) -> None:
    """`fillomino audit NAME --every 6` goes further."""
    needs.method(name)
    for scope in (scope_of(), scope_of(4, 6, level=Level.LIGHT)):
        report = audit(Listed(ParadigmMethod(PARADIGMS[name]), scope.level, scope.limits), scope)
        assert report.wrong is None and not report.skipped


@pytest.mark.parametrize(
    ("model", "kind"),
    [("Right", None), ("Deaf", "accepted"), ("Greedy", "refused"), ("Forgetful", "not-blocked")],
)
@brief(lambda model: model in ("Deaf", "Forgetful"))
def test_an_audit_finds_what_is_wrong_and_nothing_else(model: str, kind: str | None) -> None:
    scope = scope_of(boards=SMALL if kind else SMALL[:1])
    subject = Listed(ParadigmMethod(paradigm(model)), scope.level, scope.limits)
    report = audit(subject, scope)
    if report.wrong is None:
        assert (kind, report.puzzles > 5) == (None, True)
    else:
        found = subject.explain(report.wrong)
        assert (found.kind, bool(found.violations)) == (kind, kind == "accepted")


def test_the_audit_command(faulty: str, fillomino: Runner) -> None:
    boards = ("--board", "1x2", "--board", "1x3", "--json")
    forgetful, picky = fillomino("audit", "forgetful", "picky", *boards).ended(1).rows
    assert (forgetful["right"], forgetful["kind"], forgetful["board"], forgetful["puzzles"]) == (
        False,
        "not-blocked",
        "1x2",
        0,
    )
    assert (picky["right"], bool(picky["not_encoded"])) == (True, True)
    row = fillomino.row("audit", "deaf", "--board", "1x3")
    assert (row["right"], row["kind"], bool(row["violations"])) == (False, "accepted", True)
    fillomino("audit", "deaf", "--drop", "growth").refused("option-conflict")
    fillomino("solve", ROW, "--by", "picky:2").refused("bad-option")


@pytest.mark.parametrize(
    ("name", "more", "code", "status"),
    [
        ("picky", [], 3, "unknown"),
        ("sleepy", ["--timeout", "0.3"], 3, "timeout"),
        ("crashing", [], 4, "failed"),
        ("hungry", ["--memory", "2000"], 3, "unknown"),
    ],
)
def test_faults_and_limits(
    name: str, more: list[str], code: int, status: str, faulty: str, fillomino: Runner
) -> None:
    if name == "hungry":
        needs.limits_of_memory()
    row = fillomino("solve", ROW, "--by", name, *more, "--json").ended(code).row
    assert (row["status"], bool(row["error"])) == (status, True)


def test_an_error_is_one_line_with_its_place(faulty: str, fillomino: Runner) -> None:
    row = fillomino("solve", ROW, "--by", "unloadable", "--json").ended(4).row
    assert re.search(r"/models.py:\d+: ", row["error"])
    needs.limits_of_memory()
    limited = fillomino("solve", ROW, "--by", "unloadable", "--memory", "2000", "--json").row
    assert "2000 MiB" in limited["error"], "the address space that it has"


def test_cpu_time_is_limited(faulty: str) -> None:
    question = Question(unique=True).within(0.3)
    result = named("busy").run("row", read(ROW), question)
    assert result.verdict.status is Status.TIMEOUT
    assert result.cost.usage.cpu_seconds < 600


def test_what_is_missing_is_named(faulty: str, fillomino: Runner) -> None:
    for command in (("solve", ROW, "--by"), ("compare", ROW, "-s", "yices", "-m"), ("audit",)):
        done = fillomino(*command, "missing").refused("solver-not-found", status=4)
        assert "fillomino-smt[brute]" in done.err


def test_what_was_kept_can_be_run_again(fillomino: Runner, tmp_path: Path) -> None:
    assert fillomino("solve", ROW, "--by", "z3-cuts", "--unique", "--keep", tmp_path).code == 0
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {"row.z3-cuts.session.txt", "row.z3-cuts.session.sh"}
    where = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    again = ["sh", str(tmp_path / "row.z3-cuts.session.sh")]
    done = subprocess.run(again, capture_output=True, text=True, check=True, env=where)
    replies = [line for line in done.stdout.splitlines() if line != "success"]
    assert (replies[0], replies[-1]) == ("sat", "unsat")


def test_an_instance_is_read_as_it_was_written() -> None:
    for path in (EXAMPLES / "walls.pzprv3", EXAMPLES / "checkered.json", EXAMPLES / "basic.json", FIRST):
        puzzle = read(path)
        instance = Problem(puzzle, deduce(puzzle, Level.LIGHT))
        again = read_instance(instance.text(), 2, 3)
        assert (again.workers, again.seed) == (2, 3)
        assert (again.masks, again.links, again.regions) == (instance.masks, instance.links, instance.regions)
        its, other = puzzle, again.puzzle
        assert (its.walls, its.clues, its.basic) == (other.walls, other.clues, other.basic)
        assert (its.checkered, its.largest_region) == (other.checkered, other.largest_region)


def test_a_board_with_too_many_regions_to_place_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    needs.module("highspy", "mip")
    from labs.paradigms import highs

    puzzle = Puzzle(board_of("3x3"), {0: 4})
    instance = Problem(puzzle, deduce(puzzle, Level.NONE))
    near, four = instance.near, 1
    connected = {cells for cells in range(1, 1 << 9) if component(near, cells & -cells, cells) == cells}
    expected = {
        cells
        for cells in connected
        if (cells.bit_count() == 4 if cells & four else cells.bit_count() != 4 or not near(cells) & four)
    } - {(1 << 9) - 1}
    assert highs.placements(instance) == expected
    monkeypatch.setattr(highs, "MOST", 50)
    with refused(RefusedError, "paradigm-refuses"):
        highs.placements(instance)


def test_an_infeasible_program_is_solved_again_without_presolve() -> None:
    """HiGHS 1.16.0 takes the program of this puzzle, after 22 of its 24 solutions, for infeasible."""
    needs.method("highs-cuts")
    puzzle = Puzzle(board_of("3x3"), {0: 7})
    scope = scope_of(boards=(("3x3", puzzle.board),))
    assert (
        Listed(ParadigmMethod(PARADIGMS["highs-cuts"]), scope.level, scope.limits).judge([puzzle]).right == 1
    )


def test_one_process_goes_on_to_the_next_puzzle() -> None:
    def instance(path: Path) -> Problem:
        puzzle: Puzzle = read(path)
        return Problem(puzzle, deduce(puzzle, Level.NONE))

    backend = ParadigmBackend(instance(ROW), require(PARADIGMS["z3-cuts"].process()), Question().limits)
    found = []
    for path in (ROW, NONE, ROW):
        backend.take(instance(path))
        found.append(type(backend.ask()).__name__)
    assert found == ["Sat", "Unsat", "Sat"]
    assert backend.asked == 3
    backend.close()
