"""One method, one result: by the command, a comparison, a race and Python."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from drivers import SOLVERS, Limits, find
from drivers.errors import UnknownSolverError
from drivers.solver import Solver, arguments_for, command_line, require, tuned
from drivers.solvers import YICES, Z3, Z3_TUNED
from drivers.system import FORKS
from encoder.encodings.registry import ENCODINGS
from encoder.encodings.registry import find as find_encoding
from encoder.errors import EncodingError
from encoder.select import select
from fillomino import laboratories
from fillomino.board import rectangle
from fillomino.counting.methods import count
from fillomino.deduction.engine import Level
from fillomino.deduction.rules.registry import hardest
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from tests.support import needs
from tests.support.boards import read
from tests.support.clock import wait_until
from tests.support.processes import children, python
from tests.support.programs import shell_script
from tests.support.refused import refused
from tests.support.runs import kept
from tests.support.where import brief
from tests.workbench.conftest import EXAMPLES, Command, Runner
from workbench.compare.plan import entries, filling_hash, key
from workbench.fillomino import deduction
from workbench.fillomino.counting import count_by_solver, task_of
from workbench.fillomino.deduction import DeductionMethod
from workbench.methods.encodings import best_logic, takes
from workbench.methods.keep import Keep
from workbench.methods.method import EVERY, Facts, Question, Result, Status, shape
from workbench.methods.portfolio import AUTO, Portfolio, contenders
from workbench.methods.protocol import Method
from workbench.methods.registry import ALONE, named
from workbench.methods.smt import SmtMethod, smt
from workbench.texts.inputs import open_one, sources

UNIQUE = Question(unique=True, seconds=600)
PAIRS = (("cuts", "yices"), ("forest-tight", "z3"), ("forest-bv", "yices"))
PARADIGMS = tuple(laboratories.names("methods"))
"""Those that are here."""

USUAL: tuple[tuple[str, str] | str, ...] = (*PAIRS, *ALONE)
METHODS = (*USUAL, *PARADIGMS)
MOST_CELLS = 36
FIRST, NONE, ROW, SEVERAL, TWENTY = (
    EXAMPLES / f"{name}.txt" for name in ("first", "none", "row", "several", "twenty")
)
WALLS = EXAMPLES / "walls.pzprv3"
FEW = (NONE.name, SEVERAL.name, WALLS.name)
"""The puzzles that paradigms are asked about here: each is a process, and some take a second to start."""


PUZZLES = {
    path: puzzle
    for path in sorted(EXAMPLES.iterdir())
    if path.is_file() and path.suffix not in (".py", ".nurikabe")
    if (puzzle := read(path)).board.size <= MOST_CELLS
}


def method_of(way: tuple[str, str] | str) -> Method:
    if way in PARADIGMS:
        needs.method(str(way))
    return named(way) if isinstance(way, str) else smt(*way, deduce="ahead")


def asked(way: tuple[str, str] | str) -> dict[Path, Puzzle]:
    """The puzzles that a method is given."""
    return {path: puzzle for path, puzzle in PUZZLES.items() if way not in PARADIGMS or path.name in FEW}


def options(way: tuple[str, str] | str) -> list[str]:
    return ["--by", way] if isinstance(way, str) else ["-e", way[0], "-s", way[1], "--deduce", "ahead"]


@cache
def result_of(way: tuple[str, str] | str, path: Path) -> Result:
    """What a method finds on an example, from Python."""
    return method_of(way).run(str(path), asked(way)[path], UNIQUE)


# --- agreement


@pytest.mark.parametrize("way", METHODS, ids=str)
def test_methods_do_not_contradict_one_another(way: tuple[str, str] | str) -> None:
    """Each is compared with backtracking."""
    statuses = set()
    for path, puzzle in asked(way).items():
        known = result_of("backtracking", path)
        assert known.verdict.status in (Status.SOLVED, Status.UNSOLVABLE)
        result = result_of(way, path)
        statuses.add(result.verdict.status)
        if way == "deduction" and result.verdict.status is Status.UNKNOWN:
            continue
        assert (result.verdict.status, result.verdict.unique) == (
            known.verdict.status,
            known.verdict.unique,
        ), path
        assert not any(violations(puzzle, filling) for filling in result.answers.fillings)
        if result.verdict.unique:
            assert result.answers.fillings == known.answers.fillings
    assert statuses - {Status.UNKNOWN} == {Status.SOLVED, Status.UNSOLVABLE}
    assert (Status.UNKNOWN in statuses) == (way == "deduction")


@pytest.mark.parametrize("way", METHODS, ids=str)
@brief(lambda way: way in METHODS[::2])
def test_the_solve_command(way: tuple[str, str] | str, fillomino: Runner) -> None:
    method_of(way)  # where there is none the test is skipped
    its = asked(way) if way not in PARADIGMS else {SEVERAL: PUZZLES[SEVERAL]}
    rows = fillomino.rows("solve", *its, "--unique", *options(way))
    for row, (path, puzzle) in zip(rows, its.items(), strict=True):
        result = result_of(way, path)
        assert (row["puzzle"], row["status"]) == (str(path), result.verdict.status.value)
        assert (row["unique"], row["asked"], row["error"]) == (
            result.verdict.unique,
            result.cost.asked,
            result.why.error,
        )
        assert (row["encoding"], row["solver"]) == (result.by.encoding, result.by.solver)
        shaped = [shape(puzzle.board, filling) for filling in result.answers.fillings]
        assert row["filling"] == (shaped[0] if shaped else None)


@pytest.mark.usefixtures("in_process")
def test_the_compare_command(fillomino: Runner, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    paths = [path for path in PUZZLES if path.name in FEW]
    command: Command = ("compare", *paths, "--unique", "--deduce", "ahead", "--no-report", "-o", out)
    for pair in PAIRS:
        assert fillomino(*command, "-e", pair[0], "-s", pair[1]).code == 0
    assert fillomino(*command, "-e", "cuts", "-s", "yices", "-m", "deduction", "-m", "backtracking").code == 0
    rows = {(row["method"], row["puzzle"]): row for row in kept(out)}
    assert len(rows) == len(USUAL) * len(paths)
    for way in USUAL:
        name = method_of(way).name
        for path in paths:
            row, result = rows[name, str(path)], result_of(way, path)
            assert (row["status"], row["unique"]) == (result.verdict.status.value, result.verdict.unique), (
                name,
                path,
            )
            assert row["filling"] == (
                filling_hash(result.answers.fillings[0]) if result.answers.fillings else None
            )
            assert (row["asked"], row["nodes"]) == (result.cost.asked, result.cost.nodes)


@pytest.mark.slow
def test_paradigms_are_compared(fillomino: Runner, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    for way in PARADIGMS:
        needs.method(way)
    ways = [word for way in PARADIGMS for word in ("-m", str(way))]
    usual = ("--unique", "-e", "cuts", "-s", "yices", "--no-report", "-o", out)
    assert fillomino("compare", WALLS, *usual, *ways).code == 0
    rows = {row["method"]: row for row in kept(out)}
    assert rows.keys() == {"cuts yices", *PARADIGMS}
    assert len({row["filling"] for row in rows.values()}) == 1
    for way in PARADIGMS:
        row, result = rows[way], result_of(way, WALLS)
        assert (row["status"], row["unique"], row["version"]) == (
            "solved",
            result.verdict.unique,
            result.by.version,
        )
        assert (row["asked"], row["deduce"]) == (2, "none")


@pytest.mark.parametrize("path", [SEVERAL, ROW, NONE], ids=lambda path: path.stem)
@brief(lambda path: path != ROW)
def test_all_solutions_and_their_number(path: Path, fillomino: Runner) -> None:
    puzzle, every = read(path), UNIQUE.replace(limit=EVERY)
    found = {way: method_of(way).run(path.name, puzzle, every) for way in USUAL if way != "deduction"}
    expected = set(found["backtracking"].answers.fillings)
    for way, result in found.items():
        assert result.answers.complete and len(result.answers.fillings) == len(expected), way
        assert set(result.answers.fillings) == expected
        told = fillomino.row("solve", path, "--limit", "1000", *options(way))
        assert told["complete"] is True
        assert len(told["fillings"]) == len(expected)
        assert all(shape(puzzle.board, filling) in told["fillings"] for filling in expected)
    assert count_by_solver(path.name, puzzle, smt("cuts", "yices"), UNIQUE, lambda _: None) == len(expected)
    assert count(task_of(path.name, puzzle, Level.FULL, "nothing else")) == len(expected)
    for how in ("frontier", "solver"):
        assert fillomino.row("count", path, "--method", how)["fillings"] == len(expected)


def test_a_race_and_a_proof_by_counting(fillomino: Runner) -> None:
    for path in (FIRST, SEVERAL, NONE):
        result = result_of(PAIRS[0], path)
        for more in (("--portfolio", "auto"), ("--prove-by", "counting")):
            row = fillomino.row("solve", path, "--unique", *more)
            assert (row["status"], row["unique"]) == (result.verdict.status.value, result.verdict.unique)


def test_candidates_count_as_deduction_where_they_are_needed() -> None:
    puzzle = read(FIRST)
    for encoding, needed in (("forest", False), ("flow", True), ("cuts", True)):
        result = smt(encoding, "yices", deduce="none").run("first", puzzle, Question())
        assert (result.times.cpu["deduce"] > 0, result.verdict.status) == (needed, Status.SOLVED), encoding
        assert result.cost.open_cells == puzzle.empty_cells


# --- deduction as a method


def test_deduction_has_a_limit_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    board = rectangle(8, 8)
    assert DeductionMethod().run("empty", Puzzle(board, {}), Question()).verdict.status is Status.UNKNOWN
    monkeypatch.setattr(deduction, "DEFAULT_SECONDS", 0.0)
    assert DeductionMethod().run("empty", Puzzle(board, {}), Question()).verdict.status is Status.TIMEOUT


@pytest.mark.usefixtures("in_process")
def test_old_runs_of_deduction_are_not_those_of_all_rules(fillomino: Runner, tmp_path: Path) -> None:
    """They were called `deduction`, and stopped at S5."""
    out = tmp_path / "runs.jsonl"
    command = ("compare", FIRST, "-s", "yices", "-m", "deduction", "--no-report", "-o", out)
    assert fillomino(*command).code == 0
    other, mine = sorted(kept(out), key=lambda row: row["method"] == "deduction:all")
    assert mine["deduce"] == f"S0-S{hardest()}"
    [entry], _ = entries(map(open_one, sources([str(FIRST)])))

    class Old:
        name = "deduction"

    old = key(entry, Old(), Facts(deduce="full"), Question(seconds=60))  # type: ignore[arg-type]
    mine |= {"key": old, "method": "deduction", "deduce": "full", "status": "unknown", "filling": None}
    out.write_text("".join(json.dumps(row) + "\n" for row in (other, mine)))
    fillomino(*command).ended(0)
    assert out.read_text().count("\n") == 3, "one of two was there already"


# --- encodings and solvers that go together, and those that do not


@pytest.mark.parametrize("record", SOLVERS, ids=lambda record: record.name)
def test_what_a_record_has_is_what_is_accepted(record: Solver) -> None:
    def accepted(name: str) -> bool:
        try:
            return bool(best_logic(find_encoding(name), record))
        except EncodingError:
            return False

    taken = {encoding.name: takes(record, encoding) for encoding in ENCODINGS}
    assert taken == {name: accepted(name) for name in taken}
    assert any(taken.values())


@pytest.mark.parametrize(
    ("encoding", "name", "logic"),
    [
        ("forest", "z3", "QF_UFLIA"),
        ("forest-tight", "yices", "QF_LIA"),
        ("layers", "z3", "QF_FD"),
        ("layers", "yices", "QF_BV"),
        ("layers", "bitwuzla", "QF_UF"),
        ("forest-bv", "bitwuzla", "QF_BV"),
        ("forest-bv", "z3", "QF_FD"),
        ("cuts", "z3", "QF_FD"),
        ("cuts", "yices", "QF_BV"),
        ("cuts", "cvc5", "QF_BV"),
        # What does not go together says what does.
        ("forest", "bitwuzla", "forest-bv"),
        ("cuts", "pysmt-z3", "forest-tight"),
        ("forest-bv", "cadical", "forest-bv"),
    ],
)
def test_the_logic_that_suits_both(encoding: str, name: str, logic: str) -> None:
    if encoding == "cuts":
        needs.solver(name)  # whether it holds sessions is asked of it as it is installed
    if logic.startswith("QF_"):
        assert best_logic(find_encoding(encoding), find(name)) == logic
    else:
        code = "needs-session" if encoding == "cuts" else "unsupported-logic"
        with refused(EncodingError, code) as caught:
            best_logic(find_encoding(encoding), find(name))
        assert logic in str(caught.value)


def test_settings_are_for_one_solver_and_logic_and_for_sessions_too() -> None:
    found, given = tuned(Z3_TUNED, "QF_LIA"), arguments_for(Z3_TUNED, "QF_LIA")
    assert given[:2] == ("smt.arith.solver=2", "smt.delay_units=true")
    assert found.arguments == (*given, *Z3.arguments)
    assert found.session_arguments == (*given, *(Z3.session_arguments or ()))
    assert tuned(Z3_TUNED, "QF_UFLIA") is Z3_TUNED
    assert tuned(YICES, "QF_LIA") is YICES
    mine = replace(Z3_TUNED, arguments=(*Z3.arguments, "smt.arith.solver=6"))  # one's own win
    command = command_line(require(tuned(mine, "QF_LIA")), Limits())
    script = "(set-logic QF_LIA)(get-option :smt.arith.solver)"
    said = subprocess.run(command, input=script, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["6"]
    seeded = smt("forest-tight", Z3_TUNED, label="mine", arguments=("smt.random_seed=3",))
    assert seeded.facts().arguments == (*given, "smt.random_seed=3")
    assert smt("forest-bv", Z3_TUNED).facts().arguments == ()


@pytest.mark.parametrize(("encoding", "pushed"), [("forest-tight", True), ("forest-bv", False)])
@pytest.mark.parametrize("drop", [[], ["count"]])
def test_some_sessions_with_z3_begin_with_a_push(
    tmp_path: Path, encoding: str, pushed: bool, drop: list[str]
) -> None:
    """Without some family, too, so that a comparison with the whole tells what that is worth."""
    puzzle = Puzzle(rectangle(2, 3), {0: 2})
    for number, solver in enumerate((Z3_TUNED, Z3, YICES)):
        method = SmtMethod(select(find_encoding(encoding), drop), solver)
        result = method.run("p", puzzle, Question(unique=True, keep=Keep(tmp_path / f"{number}")))
        assert result.verdict.unique is False
        [talk] = (tmp_path / f"{number}").glob("*.smt2")
        commands = talk.read_text().splitlines()
        logic = next(place for place, its in enumerate(commands) if its.startswith("(set-logic"))
        assert (commands[logic + 1] == "(push 1)") is (pushed and solver.push_first)


# --- races: the first checked answer counts, slower contenders are stopped, none is left behind


def kill(portfolio: Portfolio) -> None:
    """Kill the first contender's worker."""
    worker = next(iter(portfolio._racing))
    os.kill(worker.pid, signal.SIGKILL)
    assert wait_until(lambda: not worker.alive)


def test_names_of_contenders() -> None:
    assert list(contenders("auto", Level.NONE)) == [f"{encoding}:yices" for encoding in AUTO]
    assert list(contenders("cuts:z3, forest:yices,cuts:z3", Level.NONE)) == ["cuts:z3", "forest:yices"]
    text = "forest:b=smt:z3 -in,cmd:echo a:b:z3,mine=cmd:echo:smt:z3 -smt2 {file}"
    assert [
        (method.encoding.spec or method.encoding.name, method.solver.name, method.solver.arguments)
        for method in contenders(text, Level.NONE).values()
    ] == [
        ("forest", "b", ("-in",)),
        ("cmd:echo a:b", "z3", Z3.arguments),
        ("mine=cmd:echo", "smt:z3 -smt2 {file}", ("-smt2", "{file}")),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cuts:z3", "bad-option"),
        ("cuts,forest", "bad-option"),
        ("cuts:z3,mine=cmd:awk -f x", "bad-option"),
        ("cuts:z3,nothing:z3", "unknown-encoding"),
        ("cuts:bitwuzla,cuts:z3", "needs-session"),
        ("cuts:z3,cuts:nobody", "unknown-solver"),
    ],
)
def test_what_can_not_race_is_refused(text: str, code: str) -> None:
    if "bitwuzla" in text:
        needs.solver("bitwuzla")
    with pytest.raises((EncodingError, UnknownSolverError)) as refused:
        contenders(text, Level.NONE)
    assert refused.value.code == code


def test_a_program_races_and_is_stopped(tmp_path: Path) -> None:
    slow = shell_script(tmp_path / "slow", "sleep 3600")
    quick = f"mine=cmd:awk -f {EXAMPLES / 'foreign' / 'distances.awk'}:yices"
    with Portfolio(contenders(f"{quick},cmd:{slow}:smt:yices-smt2", Level.NONE), UNIQUE) as portfolio:
        workers = list(portfolio._racing)
        result = portfolio.solve("puzzle", read(ROW))
        assert (result.verdict.status, result.by.encoding, result.verdict.unique) == (
            Status.SOLVED,
            "mine",
            True,
        )
        assert [children(worker.pid) for worker in workers] == [[], []], "no program is left behind"


def test_the_faster_wins_and_the_slower_is_stopped() -> None:
    hard, easy = read(TWENTY), read(FIRST)
    with Portfolio(contenders("forest:yices,cuts:yices", Level.AHEAD), UNIQUE) as portfolio:
        workers = list(portfolio._racing)
        for puzzle in (hard, easy, hard):
            result = portfolio.solve("puzzle", puzzle)
            assert (result.verdict.status, result.verdict.unique) == (Status.SOLVED, True)
            assert not violations(puzzle, result.answers.fillings[0])
            if puzzle is hard:
                assert result.by.encoding == "cuts", "forest takes minutes"
            assert [children(worker.pid) for worker in workers] == [[], []], "no solver is left behind"
        assert portfolio.solve("none", read(NONE)).verdict.status is Status.UNSOLVABLE
        assert portfolio.solve("several", read(SEVERAL)).verdict.unique is False
    assert not any(worker.alive for worker in workers)


def test_a_contender_may_be_stopped_before_it_has_begun() -> None:
    """Whenever the stop comes: a process that is not ready must not go on as a copy of this one."""
    times = 20 if FORKS else 5  # elsewhere no process begins as a copy
    script = f"""
from fillomino.deduction.engine import Level
from workbench.methods.method import Question
from workbench.methods.portfolio import Portfolio, contenders
for _ in range({times}):
    with Portfolio(contenders("cuts:yices,cuts:z3", Level.AHEAD), Question()):
        pass
print("done")
"""
    done = python("-c", script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


def test_nobody_decides() -> None:
    racing, question = contenders("forest:yices,forest:z3", Level.AHEAD), Question(unique=True, seconds=0.01)
    with Portfolio(racing, question) as portfolio:
        result = portfolio.solve("twenty", read(TWENTY))
    assert result.verdict.status is Status.TIMEOUT
    assert result.why.error is not None
    assert all(f"{name}: no answer within" in result.why.error for name in racing)


def test_a_contender_that_dies_is_left_out() -> None:
    one = Puzzle(rectangle(1, 1), {})
    with Portfolio(contenders("forest-tight:yices,cuts:yices", Level.AHEAD), UNIQUE) as portfolio:
        kill(portfolio)
        assert portfolio.solve("one", one).by.encoding == "cuts"
        kill(portfolio)
        result = portfolio.solve("one", one)
        assert (result.verdict.status, bool(result.why.error)) == (Status.FAILED, True)
