"""What programs print: the forms of a script, and failures named by program, puzzle and line."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from encoder.errors import EncodingError
from fillomino import formats
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import EXAMPLES, Runner
from tests.workbench.foreign.conftest import AWK, DISTANCES, GOOD, TWO, Written
from workbench.choose.encodings import find_encoding, find_one_shot
from workbench.foreign.command import ProgramError, RefusedError, command_of
from workbench.foreign.program import foreign, script_of, surveyed
from workbench.foreign.reply import puzzle_input

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
def test_each_form_is_solved_and_audited(fillomino: Runner, program: Written, case: str) -> None:
    mine = program(prints=RIGHT[case])
    done = fillomino("solve", "2x1:b", "-e", mine, "--limit", "3", "--json")
    row = done.row
    assert (row["filling"], row["complete"], done.code) == ([[2, 2]], True, 0), done
    done = fillomino("audit", mine, "--board", "1x2")
    assert done.code == 1  # for it heeds no clues
    assert "cmd:./mine accepts a wrong filling on 1x2, after 1 others." in done.out
    assert "Checked by Z3, " in done.out


def test_datatypes_and_what_we_do_not_know_go_to_the_solver_as_they_are(
    fillomino: Runner, program: Written
) -> None:
    mine = program(prints=DATATYPES)
    done = fillomino("solve", "2x1:b", "-e", mine, "-s", "z3", "--json")
    assert done.row["filling"] == [[2, 2]]
    done = fillomino("audit", mine, "-s", "z3", "--board", "1x2").ended(1)
    assert "Checked by the rules." in done.out  # for neither Yices nor our evaluation knows datatypes


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
    with pytest.raises(EncodingError, match="distances has no family 'way'; it has clue, root, count"):
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
    with pytest.raises(ValueError, match="reads plain text, which has no place for the puzzle of 9"):
        puzzle_input(torus, plain)


SLEEP = f"61.{os.getpid()}"
"""Seconds that no other process sleeps."""

DECLARED = "(declare-fun n_0 () Int)\n(declare-fun n_1 () Int)\n"
OF_OUTPUT = {
    "garbage": (f"{DECLARED})(", "line 3, column 1 of its output: this ) closes nothing"),
    "words": ("hello world", "line 1, column 1 of its output: 'hello' is not an SMT-LIB command"),
    "half a command": (f"{DECLARED}(assert (= n_0", "line 3, column 9 of its output: this ( is never closed"),
    "half a script": (DECLARED, "nothing is asserted; is this all of the script?"),
    "an undeclared symbol": (
        f"{DECLARED}(assert (=\n n_0 m))",
        "line 4, column 6 of its output: m is not declared",
    ),
    "a cell of an undeclared symbol": (
        f"{DECLARED}; cell r1c1 = m\n(assert true)",
        "line 3, column 15 of its output: m is not declared, so it cannot be the term of r1c1",
    ),
    "a cell that is not there": (
        f"{DECLARED}; cell r2c1 = n_0\n(assert true)",
        "line 3, column 15 of its output: unknown cell r2c1; the cells of the board are r1c1, r1c2",
    ),
    "a cell twice": (
        f"{DECLARED}; cell r1c1 = n_0\n; cell r1c1 = n_1\n(assert true)",
        "line 4, column 15 of its output: r1c1 has a term already",
    ),
    "a cell of a wrong sort": (
        f"{DECLARED}; cell r1c1 = 2 if n_0\n(assert true)",
        "line 3, column 20 of its output: n_0 is of sort Int; what holds or not is of sort Bool",
    ),
    "no cells": (
        "(declare-fun n_0 () Int)\n(assert true)",
        "no term gives the number of r1c2: write a comment `; cell r1c2 = TERM`, or declare n_1 of sort",
    ),
    "push": (f"{DECLARED}(push 1)", "line 3, column 1 of its output: push is refused: a script asks one"),
    "pop": (f"{DECLARED}(pop)", "line 3, column 1 of its output: pop is refused"),
    "reset": (f"{DECLARED}(reset)", "line 3, column 1 of its output: reset is refused: what was asserted"),
    "two questions": (
        f"{GOOD}(check-sat)\n(get-model)\n(check-sat)",
        "line 10, column 1 of its output: a second check-sat, after that in line 8: one is enough",
    ),
    "an assertion too late": (
        f"{GOOD}(check-sat)\n(assert (= n_1 1))",
        "line 9, column 1 of its output: an assertion after the check-sat in line 8: too late",
    ),
    "a symbol declared twice": (
        f"{DECLARED}(declare-const n_0 Int)",
        "line 3, column 1 of its output: n_0 is declared a second time",
    ),
}
OF_PROCESSES = {
    "a crash": ("echo early; echo late >&2; exit 3", "ended with exit code 3; its standard error ends: late"),
    "a crash after a script": (f"cat <<'END'\n{GOOD}\nEND\nexit 1", "ended with exit code 1"),
    "a signal": ("kill -9 $$", "was killed by SIGKILL"),
    "nothing": ("true", "printed nothing"),
    "noise": (
        "head -c 2000000 /dev/zero | tr '\\0' x >&2; echo >&2; printf 'a\\033b\\n' >&2; exit 1",
        f"ended with exit code 1; its standard error ends: {'x' * 200} / a?b",
    ),
    "a binary": ("printf '\\377'", "line 1 of its output: the byte 0xff is not UTF-8"),
}


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has ended by now
        return b""


@pytest.mark.parametrize(
    ("case", "serve"), [*((case, False) for case in OF_OUTPUT), ("garbage", True), ("no cells", True)]
)
def test_output_that_is_no_script(fillomino: Runner, program: Written, case: str, serve: bool) -> None:
    prints, expected = OF_OUTPUT[case]
    if serve:
        mine = program(f"while read line; do cat <<'END'\n{prints}\n; end\nEND\ndone", options="--serve ")
    else:
        mine = program(prints=prints)
    done = fillomino("solve", TWO, "-e", mine, "--timeout", "10").ended(4)
    first, second = done.out.splitlines()
    assert first.startswith("failed")
    assert second.strip().startswith(f"{mine}, given the puzzle 2x1:1a")
    assert expected in second


@pytest.mark.parametrize("case", OF_PROCESSES)
def test_programs_that_fail(fillomino: Runner, program: Written, case: str) -> None:
    body, expected = OF_PROCESSES[case]
    done = fillomino("solve", TWO, "-e", program(body), "--timeout", "10")
    assert done.code == 4
    assert f"cmd:./mine, given the puzzle 2x1:1a, {expected}" in done.out


@pytest.mark.parametrize("options", ["", "--serve "])
def test_a_program_that_hangs_is_stopped_with_all_that_it_started(
    fillomino: Runner, program: Written, options: str
) -> None:
    started = time.monotonic()
    body = f"trap '' TERM\nsleep {SLEEP} &\nsleep {SLEEP}"
    done = fillomino("solve", TWO, "-e", program(body, options=options), "--timeout", "0.3")
    assert time.monotonic() - started < 10
    assert done.code == 3
    assert done.out.startswith("timeout")
    assert "given the puzzle 2x1:1a, was stopped after 0.3 s" in done.out
    assert ("is it printed, and flushed?" in done.out) == bool(options)
    left = [path for path in Path("/proc").glob("[0-9]*/cmdline") if SLEEP.encode() in _content(path)]
    assert not left


def test_a_survey_waits_for_a_late_program_once(program: Written, tmp_path: Path) -> None:
    typed = program(f"echo x >> log; exec sleep {SLEEP}", options="--limit 0.2 ")
    for _ in range(2):
        with pytest.raises(ProgramError, match=r"given the puzzle 3x2:3d2, was stopped after 0.2 s"):
            surveyed(foreign(typed))
    assert (tmp_path / "log").read_text() == "x\n"


PLAIN_ALONE = f"""read line; case $line in "{{"*) exit 1;; esac
(echo "$line"; cat) | awk -f {AWK}"""


def test_a_program_that_reads_plain_text_alone_refuses_other_puzzles(program: Written) -> None:
    checkered = Puzzle(rectangle(1, 2), {}, checkered=True)
    assert foreign(program(PLAIN_ALONE)).script(Puzzle(rectangle(1, 2), {})).cells is not None
    with pytest.raises(RefusedError, match="plain text, which has no place for"):
        foreign(program(PLAIN_ALONE)).script(checkered)
    for text, options in (("exit 1", ""), (PLAIN_ALONE, "--puzzle-format json ")):
        with pytest.raises(ProgramError):
            foreign(program(text, options=options, name="other")).script(checkered)


def test_a_script_of_another_puzzle_is_noticed_by_its_comment(fillomino: Runner, program: Written) -> None:
    served = program(prints=f"; puzzle 1 2\n; 0 2\n{GOOD}")
    done = fillomino("solve", TWO, "-e", served)
    assert done.code == 4
    assert (
        "given the puzzle 2x1:1a, printed the script of another: its `; puzzle` is the puzzle 2x1:a2"
        in done.out
    )
    same = program(prints=f"; puzzle 1 2\n; 1 0\n{GOOD}", name="same")
    assert "wrong (cmd:./same" in fillomino("solve", TWO, "-e", same).out


def test_a_program_has_a_limit_of_its_own(fillomino: Runner, program: Written) -> None:
    done = fillomino("encode", TWO, "-e", program("sleep 30", options="--limit 0.2 "))
    assert (done.code, done.out) == (3, "")
    assert "was stopped after 0.2 s (cmd:--limit SECONDS sets the limit)" in done.err


@pytest.mark.parametrize("options", ["", "--serve "])
def test_endless_output_is_stopped(
    fillomino: Runner, program: Written, monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    monkeypatch.setattr("workbench.foreign.reply.MOST_MIB", 1)
    done = fillomino("solve", TWO, "-e", program("yes '(assert true)'", options=options), "--timeout", "20")
    assert done.code == 4
    assert "given the puzzle 2x1:1a, wrote more than 1 MiB, and was stopped" in done.out


def test_two_megabytes_of_standard_error_do_no_harm(fillomino: Runner, program: Written) -> None:
    noise = "head -c 2000000 /dev/zero >&2"
    right = GOOD.replace("(= n_1 2)", "(= n_1 1)").replace("(= n_0 1)", "(= n_0 2)")
    fillomino("encode", TWO, "-e", program(noise, prints=right)).ended(0).says("(assert (= n_0 2))")


def test_what_can_t_be_started(fillomino: Runner, program: Written) -> None:
    mine = program()
    path = mine.removeprefix("cmd:")
    done = fillomino("solve", TWO, "-e", "cmd:./nothing")
    assert (done.code, done.err) == (4, "fillomino: cmd:./nothing: there is no program ./nothing\n")
    done = fillomino("solve", TWO, "-e", "cmd:mine")
    assert "mine is not on PATH; for the file here write ./mine" in done.err
    Path(path).write_text("no script at all", encoding="utf-8")
    assert "Exec format error; is its first line #! and a program?" in fillomino("solve", TWO, "-e", mine).out
    Path(path).chmod(0o644)
    done = fillomino("solve", TWO, "-e", mine)
    assert done.code == 4
    assert "./mine is not executable; `chmod +x ./mine`, or name what runs it" in done.err


def test_a_server_that_ends_is_started_anew_and_one_out_of_step_is_noticed(
    fillomino: Runner, program: Written
) -> None:
    ends = program("read line; echo gone >&2; exit 7", options="--serve ")
    done = fillomino("solve", TWO, "2x1:a1", "-e", ends)
    assert (
        done.out.count("ended before the line `; end`, with exit code 7; its standard error ends: gone") == 2
    )
    more = program(f"read line; cat <<'END'\n{GOOD}; end\nmore\nEND\nsleep 9", options="--serve ")
    assert "printed more after the line `; end`" in fillomino("solve", TWO, "-e", more).out


def test_a_program_that_fails_is_no_verdict_of_an_audit(fillomino: Runner, program: Written) -> None:
    done = fillomino("audit", program("exit 5"), "--every", "2", "--sampled", "2")
    assert (done.code, done.out) == (4, "")
    assert "cmd:./mine: no counterexample so far; nothing was decided" in done.err
    assert "cmd:./mine, given the puzzle 1x1:a, ended with exit code 5" in done.err


FAULTS = {
    "a function that is not declared": (
        "(assert (f n_0))",
        "line 3, column 10 of its output: f is not declared",
    ),
    "a wrong sort": ("(assert (+ n_0 1))", "line 3, column 9 of its output: asserted, but its sort is Int"),
    "too many arguments": ("(assert (= n_0 (n_1 2)))", "n_1 takes 0 arguments, but is given 1"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_the_solver_refuses_is_found_in_the_output(
    fillomino: Runner, program: Written, case: str
) -> None:
    body, expected = FAULTS[case]
    mine = program(prints=f"{DECLARED}{body}")
    for command in (("solve", TWO, "-e", mine), ("audit", mine, "--board", "1x2")):
        done = fillomino(*command).ended(4)
        assert f"{mine}, given the puzzle 2x1:" in done.out + done.err
        assert expected in done.out + done.err


def test_explain_finds_it_too(fillomino: Runner, program: Written) -> None:
    mine = program("""read size; awk 'BEGIN { for (x = 0; x < 25; x++) print "(declare-const n_" x " Int)";
        print "(assert (+ n_0 1))" }'""")
    done = fillomino("explain", EXAMPLES / "none.txt", "-e", mine)
    assert done.code == 4
    assert (
        "cmd:./mine, given the puzzle 5x5:24c3s, line 26, column 9 of its output: asserted, but its"
        in done.err
    )


def test_a_weak_encoding_does_not_explain_what_the_rules_contradict(
    fillomino: Runner, program: Written
) -> None:
    mine = program("""awk 'BEGIN { for (x = 0; x < 25; x++) print "(declare-const n_" x " Int)";
        print "(assert (> n_0 0))" }'""")
    done = fillomino("explain", EXAMPLES / "none.txt", "-e", mine)
    assert (done.code, done.err) == (1, "")
    assert "cmd:./mine accepts this filling, which breaks the rules:" in done.out
    assert "contradict each other" not in done.out


def test_a_wrong_filling_is_the_encoding_s_fault(fillomino: Runner, program: Written) -> None:
    done = fillomino("solve", TWO, "-e", program(prints=GOOD))
    assert done.code == 1
    assert "wrong (cmd:./mine" in done.out
    assert "the model that cmd:./mine accepts breaks the rules: the region of 2s at r1c2" in done.out
