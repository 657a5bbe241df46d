"""What programs print: the forms of a script, and failures named by program, puzzle and line."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from drivers.answer import Outcome
from drivers.process import run_process
from drivers.system import MEASURES
from encoder.errors import EncodingError
from fillomino import formats
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.puzzle import Puzzle
from tests.support.clock import JumpingClock
from tests.support.processes import command_lines
from tests.support.refused import refused
from tests.support.where import brief
from tests.workbench.conftest import EXAMPLES, Runner
from tests.workbench.foreign.conftest import AWK, DISTANCES, GOOD, TWO, Written
from workbench.foreign.program import foreign, script_of, surveyed
from workbench.foreign.puzzles import puzzle_input
from workbench.foreign.spec import ProgramError, RefusedError, command_of
from workbench.methods.encodings import find_encoding, find_one_shot

ROW = formats.read("1 2\n0 0\n").puzzle
"""Its only solution is 2 2, and each of these scripts is right about it."""

RIGHT = {
    "by convention": "(declare-const n_0 Int)(declare-const n_1 Int)(assert (= 2 n_0 n_1))",
    "bit-vectors": "(declare-fun n_0 () (_ BitVec 3))(define-fun n_1 () (_ BitVec 3) n_0)"
    "(assert (= #b010 n_0))",
    "narrow bit-vectors": "(declare-fun n_0 () (_ BitVec 2))(declare-fun n_1 () (_ BitVec 2))"
    "(assert (= #b10 n_0 n_1))",
    "Booleans": """
        ; cell r1c1 = 1 if a1
        ; cell r1c1 = 2 if a2
        ; cell r1c2 = 1 if (not b)
        ; cell r1c2 = 2 if b
        (declare-const a1 Bool)(declare-const a2 Bool)(declare-const b Bool)
        (assert (and (not a1) a2 (= a2 b)))""",
    "Booleans by convention": """
        (declare-const n_0_1 Bool)(declare-const n_0_2 Bool)(declare-const n_1_2 Bool)
        (assert (and n_0_2 (not n_0_1) n_1_2))""",
    "Booleans and bits by convention": """
        (declare-const n_0_1 Bool)(declare-const n_0_big Bool)
        (declare-const b_0_1 Bool)(declare-const b_0_0 Bool)
        (declare-const n_1 Int)(assert (and (not n_0_1) n_0_big b_0_1 (not b_0_0) (= n_1 2)))""",
    "a number that can't be": """
        ; cell r1c1 = 2 if a
        ; cell r1c2 = 2 if a
        (declare-const a Bool)(assert a)""",
    "terms": """
        ; cell r1c1 = (+ x 1)
        ; cell r1c2 = (ite p 2 1)
        (declare-const p Bool)(declare-const x Int)(assert (and p (= x 1)))""",
    "terms of bit-vectors": """
        ; cell r1c1 = (bvadd x #b001)
        ; cell r1c2 = (bvadd #b001 |y z|)
        (declare-const x (_ BitVec 3))(declare-fun |y z| () (_ BitVec 3))(assert (= #b001 x |y z|))""",
    "literals": """
        ; cell r1c1 = 2
        ; cell r1c2 = n_1
        (declare-const n_1 Int)(assert (= n_1 2))""",
    "nothing but literals": """
        ; cell r1c1 = 2
        ; cell r1c2 = 2
        (assert true)""",
    "definitions": """
        (set-logic QF_UFLIA)
        (define-sort Number () Int)
        (declare-fun n_0 () Number)
        (declare-const n_1 Number)
        (define-fun is-two ((x Int)) Bool (= x 2))
        (declare-fun f (Int) Int)
        (define-fun both () Bool (and (is-two n_0) (is-two (f n_1))))
        (assert both)(assert (= (f n_1) n_1))""",
    "labels": """
        (declare-const n_0 Int)(declare-const n_1 Int)
        (assert (! (= n_0 2) :named left))
        (assert (! (=> left (= n_1 2)) :named right))""",
    "let": """
        (declare-const n_0 Int)(declare-const n_1 Int)
        (assert (let ((two 2)) (and (= n_0 two) (let ((n_2 n_1)) (= n_2 two)))))""",
    "asks itself": """
        (set-info :status sat)(set-option :produce-models true)(set-logic QF_LIA)
        (declare-const n_0 Int)(declare-const n_1 Int)
        (assert (= n_0 n_1 2))
        (check-sat)(get-model)(get-value (n_0))(exit)
        (assert false)""",
}
DATATYPES = """
    (set-logic ALL)
    (declare-datatypes ((Size 0)) (((one) (two))))
    (declare-const s Size)
    (declare-fun n_0 () Int)
    (declare-fun n_1 () Int)
    (assert (= s two))
    (assert (match s ((one (= n_0 1)) (two (= n_0 2)))))
    (assert (= n_0 n_1))"""


@pytest.mark.parametrize("case", RIGHT)
def test_each_form_is_solved(fillomino: Runner, program: Written, case: str) -> None:
    mine = program(prints=RIGHT[case])
    row = fillomino("solve", "2x1:b", "-e", mine, "--limit", "3", "--json").ended(0).row
    assert (row["filling"], row["complete"]) == ([[2, 2]], True)


@pytest.mark.parametrize("case", RIGHT)
@brief(lambda case: case in [*RIGHT][::4])
def test_each_form_is_audited(fillomino: Runner, program: Written, case: str) -> None:
    mine = program(prints=RIGHT[case])
    row = fillomino("audit", mine, "--board", "1x2", "--json").ended(1).row  # for it heeds no clues
    assert (row["encoding"], row["kind"], row["board"]) == ("cmd:./mine", "accepted", "1x2")
    assert (row["puzzles"], row["checked_by"][0]) == (1, "Z3")


def test_datatypes_and_what_we_do_not_know_go_to_the_solver_as_they_are(
    fillomino: Runner, program: Written
) -> None:
    mine = program(prints=DATATYPES)
    assert fillomino.row("solve", "2x1:b", "-e", mine, "-s", "z3")["filling"] == [[2, 2]]
    row = fillomino("audit", mine, "-s", "z3", "--board", "1x2", "--json").ended(1).row
    assert row["checked_by"] == ["the rules"]  # for neither Yices nor our evaluation knows datatypes


def test_families_are_those_of_the_comments(program: Written) -> None:
    mine = program(
        prints="(declare-const n_0 Int)(declare-const n_1 Int)\n(assert (= n_0 2))\n"
        "; family same: both alike\n(assert (= n_0 n_1))\n; family other\n(assert true)\n; family same\n"
        "(assert (<= n_1 2))"
    )
    script = find_encoding(mine).script(ROW)
    assert [family.name for family in script.families] == ["script", "same", "other"]
    assert script.families[1].title == "both alike"
    assert [(each.family, each.about, each.term) for each in script.assertions] == [
        ("script", (0,), "(= n_0 2)"),
        ("same", (0, 1), "(= n_0 n_1)"),
        ("other", (), "true"),
        ("same", (1,), "(<= n_1 2)"),
    ]
    rest = find_one_shot(DISTANCES, drop=["path", "count"])
    assert rest.name == "distances-without-count-and-path"
    assert {each.family for each in rest.script(ROW).assertions} == {"root", "apart"}
    with refused(EncodingError, "unknown-family"):
        find_one_shot(DISTANCES, only=["way"])


@pytest.mark.parametrize(
    ("text", "logic"),
    [
        ("; logic QF_NIA\n(set-logic QF_LIA)(declare-const n_0 Int)(assert (= 1 (* n_0 n_0)))", "QF_NIA"),
        ("(set-logic QF_IDL)(declare-const n_0 Int)(assert (< n_0 n_0))", "QF_IDL"),
        ("(declare-const n_0 Int)(declare-const p Bool)(assert (< n_0 2))", "QF_LIA"),
        ("(declare-const n_0 (_ BitVec 4))(assert (= n_0 #b0001))", "QF_BV"),
        ("; cell r1c1 = 1 if p\n(declare-const p Bool)(assert p)", "QF_UF"),
        ("(declare-const n_0 Int)(assert (= 1 (* n_0 n_0)))", "ALL"),
        ("(declare-const n_0 Int)(assert (forall ((x Int)) (= n_0 1)))", "ALL"),
        ("(declare-fun f (Int) Int)(declare-const n_0 Int)(assert (= 1 (f n_0)))", "ALL"),
    ],
)
def test_the_logic_is_the_comment_s_or_the_command_s_or_plain_to_see(text: str, logic: str) -> None:
    one = formats.read("1 1\n0\n").puzzle
    script = script_of(text.encode(), one, "mine")
    assert script.cells is not None
    assert script.logic == logic


def test_a_program_reads_plain_text_or_json(program: Written) -> None:
    path = program()
    auto, plain = command_of(path), command_of(path.replace("cmd:", "cmd:--puzzle-format=plain "))
    served = command_of(path.replace("cmd:", "cmd:--serve "))
    puzzle = formats.read("2 3\n3 ? 0\n0 0 2\n").puzzle
    assert puzzle_input(puzzle, auto) == puzzle_input(puzzle, plain) == "2 3\n3 0 0\n0 0 2\n"
    for which in (served, command_of(path.replace("cmd:", "cmd:--puzzle-format json "))):
        text = puzzle_input(puzzle, which)
        assert text.count("\n") == 1
        assert json.loads(text)["clues"] == {"r1c1": 3, "r2c3": 2}
    torus = Puzzle(from_spec("torus:3x3"), {0: 1}, checkered=True)
    data = json.loads(puzzle_input(torus, auto))
    assert data["cells"] == list(torus.board.names)
    assert len(data["edges"]) == len(list(torus.board.links()))
    assert data["checkered"] is True
    with refused(RefusedError, "program-refused"):
        puzzle_input(torus, plain)


# --- programs that fail: a sentence that names program, puzzle and line, in time, and no verdict

DECLARED = "(declare-fun n_0 () Int)\n(declare-fun n_1 () Int)\n"
OF_OUTPUT = {
    "garbage": (f"{DECLARED})(", "bad-smtlib", 3, 1),
    "words": ("hello world", "bad-smtlib", 1, 1),
    "half a command": (f"{DECLARED}(assert (= n_0", "bad-smtlib", 3, 9),
    "half a script": (DECLARED, "nothing-to-read", None, None),
    "an undeclared symbol": (f"{DECLARED}(assert (=\n n_0 m))", "undeclared", 4, 6),
    "a cell of an undeclared symbol": (f"{DECLARED}; cell r1c1 = m\n(assert true)", "undeclared", 3, 15),
    "a cell that is not there": (f"{DECLARED}; cell r2c1 = n_0\n(assert true)", "unknown-cell", 3, 15),
    "a cell twice": (f"{DECLARED}; cell r1c1 = n_0\n; cell r1c1 = n_1\n(assert true)", "duplicate", 4, 15),
    "a cell of a wrong sort": (f"{DECLARED}; cell r1c1 = 2 if n_0\n(assert true)", "ill-sorted", 3, 20),
    "no cells": ("(declare-fun n_0 () Int)\n(assert true)", "cells-not-named", None, None),
    "push": (f"{DECLARED}(push 1)", "refused-command", 3, 1),
    "pop": (f"{DECLARED}(pop)", "refused-command", 3, 1),
    "reset": (f"{DECLARED}(reset)", "refused-command", 3, 1),
    "two questions": (f"{GOOD}(check-sat)\n(get-model)\n(check-sat)", "second-check", 10, 1),
    "an assertion too late": (f"{GOOD}(check-sat)\n(assert (= n_1 1))", "after-check", 9, 1),
    "a symbol declared twice": (f"{DECLARED}(declare-const n_0 Int)", "duplicate", 3, 1),
    "the script of another puzzle": (f"; puzzle 1 2\n; 0 2\n{GOOD}", "other-puzzle", None, None),
    # What the solver refuses is found in the output, too.
    "a function that is not declared": (f"{DECLARED}(assert (f n_0))", "undeclared", 3, 10),
    "a wrong sort": (f"{DECLARED}(assert (+ n_0 1))", "ill-sorted", 3, 9),
    "too many arguments": (f"{DECLARED}(assert (= n_0 (n_1 2)))", "wrong-arity", 3, 17),
}
"""What is printed; the code of the error, and line and column of the output where there is a place."""
OF_PROCESSES: dict[str, tuple[str, str, int | None, tuple[str, ...]]] = {
    "a crash": (
        "echo early; for x in 1 2 3 4; do echo late $x >&2; done; exit 3",
        "program-failed",
        3,
        ("late 2", "late 3", "late 4"),
    ),
    "a crash after a script": (f"cat <<'END'\n{GOOD}\nEND\nexit 1", "program-failed", 1, ()),
    "a signal": ("kill -9 $$", "program-failed", -9 if MEASURES else 1, ()),
    "nothing": ("true", "no-output", 0, ()),
    "noise": (
        "head -c 2000000 /dev/zero | tr '\\0' x >&2; echo >&2; printf 'a\\033b\\n' >&2; exit 1",
        "program-failed",
        1,
        ("x" * 200, "a?b"),
    ),
}
"""The shell's commands; the code of the error, the exit code, the last lines of standard error as shown."""
SLEEP = f"3661.{os.getpid()}"
"""Seconds that no other process sleeps."""


def asleep() -> list[int]:
    """The processes that sleep so long."""
    return list(command_lines(SLEEP))


@pytest.mark.parametrize(
    ("case", "serve"), [*((case, False) for case in OF_OUTPUT), ("garbage", True), ("no cells", True)]
)
def test_output_that_is_no_script(fillomino: Runner, program: Written, case: str, serve: bool) -> None:
    prints, *fault = OF_OUTPUT[case]
    if serve:
        mine = program(f"while read line; do cat <<'END'\n{prints}\n; end\nEND\ndone", options="--serve ")
    else:
        mine = program(prints=prints)
    row = fillomino("solve", TWO, "-e", mine, "--timeout", "600", "--json").ended(4).row
    told = [row.get(key) for key in ("code", "line", "column")]
    assert (row["status"], row["encoding"], told) == ("failed", mine, fault)
    if case in list(OF_OUTPUT)[-3:]:
        code, line, column = fault
        done = fillomino("audit", mine, "--board", "1x2").ended(4)
        assert (done.fault, done.place) == (code, (line, column, None))


@pytest.mark.parametrize("case", OF_PROCESSES)
def test_programs_that_fail(fillomino: Runner, program: Written, case: str) -> None:
    body, code, exit_code, stderr = OF_PROCESSES[case]
    mine = program(body)
    with refused(ProgramError, code) as caught:
        foreign(mine).script(ROW)
    assert (caught.value.exit_code, caught.value.stderr) == (exit_code, stderr)
    row = fillomino("solve", TWO, "-e", mine, "--timeout", "600", "--json").ended(4).row
    assert (row["status"], row["code"]) == ("failed", code)


def test_output_that_is_no_text(program: Written) -> None:
    with refused(ProgramError, "not-text") as caught:
        foreign(program("printf 'a\\n\\377'")).script(ROW)
    assert (caught.value.line, caught.value.column) == (2, None)


@pytest.mark.parametrize("options", ["", "--serve "])
def test_a_program_that_hangs_is_stopped_with_all_that_it_started(
    fillomino: Runner, program: Written, options: str
) -> None:
    mine = program(f"trap '' TERM\nsleep {SLEEP} &\nsleep {SLEEP}", options=options)
    row = fillomino("solve", TWO, "-e", mine, "--timeout", "0.3", "--json").ended(3).row
    assert (row["status"], row["code"], row["asked"]) == ("timeout", "program-timeout", 0)
    assert not asleep()


def test_a_program_has_a_limit_of_its_own_and_a_survey_waits_once(
    fillomino: Runner, program: Written, monkeypatch: pytest.MonkeyPatch, clock: JumpingClock
) -> None:
    clock.jump_when_printed("begun")
    starts = []

    def noted(*given: Any) -> Outcome:
        starts.append(given)
        return run_process(*given)

    monkeypatch.setattr("workbench.foreign.reply.run_process", noted)
    typed = program(f"echo begun; exec sleep {SLEEP}", options="--limit 600 ")
    for _ in range(2):
        with refused(ProgramError, "program-timeout"):
            surveyed(foreign(typed))
    assert len(starts) == 1
    late = program("sleep 3600", options="--limit 0.2 ")
    fillomino("encode", TWO, "-e", late).refused("program-timeout", status=3)


@pytest.mark.parametrize("options", ["", "--serve "])
def test_endless_output_is_stopped(
    fillomino: Runner, program: Written, monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    right = GOOD.replace("(= n_1 2)", "(= n_1 1)").replace("(= n_0 1)", "(= n_0 2)")
    noisy = program("head -c 2000000 /dev/zero >&2", prints=right)  # which does no harm
    assert "(assert (= n_0 2))" in fillomino("encode", TWO, "-e", noisy).ended(0).out.splitlines()
    monkeypatch.setattr("workbench.foreign.reply.MOST_MIB", 1)
    mine = program("yes '(assert true)'", options=options)
    row = fillomino("solve", TWO, "-e", mine, "--timeout", "600", "--json").ended(4).row
    assert (row["status"], row["code"]) == ("failed", "output-limit")


PLAIN_ALONE = f"""read line; case $line in "{{"*) exit 1;; esac
(echo "$line"; cat) | awk -f {AWK}"""


def test_a_program_that_reads_plain_text_alone_refuses_other_puzzles(program: Written) -> None:
    checkered = Puzzle(rectangle(1, 2), {}, checkered=True)
    assert foreign(program(PLAIN_ALONE)).script(Puzzle(rectangle(1, 2), {})).cells is not None
    with pytest.raises(RefusedError):
        foreign(program(PLAIN_ALONE)).script(checkered)
    for text, options in (("exit 1", ""), (PLAIN_ALONE, "--puzzle-format json ")):
        with pytest.raises(ProgramError):
            foreign(program(text, options=options, name="other")).script(checkered)


def test_what_can_t_be_started(fillomino: Runner, program: Written) -> None:
    mine = program()
    path = Path(mine.removeprefix("cmd:"))
    fillomino("solve", TWO, "-e", "cmd:./nothing").refused("no-such-file", status=4)
    fillomino("solve", TWO, "-e", "cmd:mine").refused("not-started", status=4)
    path.write_text("no script at all", encoding="utf-8")
    row = fillomino("solve", TWO, "-e", mine, "--json").ended(4).row
    assert (row["status"], row["code"]) == ("failed", "not-started")
    path.chmod(0o644)
    fillomino("solve", TWO, "-e", mine).refused("not-started", status=4)


def test_a_server_that_ends_is_started_anew_and_one_out_of_step_is_noticed(
    fillomino: Runner, program: Written
) -> None:
    ends = program("read line; echo gone >&2; exit 7", options="--serve ")
    rows = fillomino.rows("solve", TWO, "2x1:a1", "-e", ends)
    assert [(row["status"], row["code"]) for row in rows] == [("failed", "program-failed")] * 2
    with refused(ProgramError, "program-failed") as caught:
        foreign(ends).script(ROW)
    assert (caught.value.exit_code, caught.value.stderr) == (7, ("gone",))
    more = program(f"read line; cat <<'END'\n{GOOD}; end\nmore\nEND\nsleep 3600", options="--serve ")
    assert fillomino.row("solve", TWO, "-e", more)["code"] == "after-end"


def test_faults_of_programs_are_told_by_audit_and_explain(fillomino: Runner, program: Written) -> None:
    done = fillomino("audit", program("exit 5"), "--every", "2", "--sampled", "2").ended(4)
    assert (done.fault, done.warned, done.out) == ("program-failed", ["unfinished"], "")
    declared = """awk 'BEGIN { for (x = 0; x < 25; x++) print "(declare-const n_" x " Int)"; print "%s" }'"""
    none = ("explain", EXAMPLES / "none.txt", "-e")
    wrong = program("read size; " + declared % "(assert (+ n_0 1))")
    done = fillomino(*none, wrong).ended(4)
    assert (done.fault, done.place) == ("ill-sorted", (26, 9, None))
    # A weak encoding does not explain what the rules contradict.
    weak = fillomino(*none, program(declared % "(assert (> n_0 0))"), "--json").ended(1, "").row
    assert (weak["finding"], weak["by"], weak["assertions"]) == ("accepts", "cmd:./mine", [])
    assert weak["violations"] != []


def test_a_wrong_filling_and_a_script_of_another_puzzle(fillomino: Runner, program: Written) -> None:
    for comments in ("", "; puzzle 1 2\n; 1 0\n"):
        row = fillomino("solve", TWO, "-e", program(prints=f"{comments}{GOOD}"), "--json").ended(1).row
        assert (row["status"], row["code"], row["encoding"]) == ("wrong", "too-weak", "cmd:./mine")
        assert row["violations"] == ["region-too-small"]
