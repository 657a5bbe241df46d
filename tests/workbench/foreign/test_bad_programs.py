"""Programs that fail: a sentence that names program, puzzle and line, in time, and no verdict."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import EXAMPLES, Runner
from tests.workbench.foreign.conftest import AWK, GOOD, TWO, Written
from workbench.foreign.command import ProgramError, RefusedError
from workbench.foreign.program import foreign, surveyed

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
    done = fillomino("solve", TWO, "-e", mine, "--timeout", "10")
    assert done.code == 4, done
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
    done = fillomino("encode", TWO, "-e", program(noise, prints=right))
    assert done.code == 0
    assert "(assert (= n_0 2))" in done.out


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


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("cmd:", "the program is missing; cmd: takes --serve, --puzzle-format auto|plain|json and --limit"),
        ("cmd:--server x", "unknown option --server"),
        ("cmd:--limit -1 x", "--limit takes seconds above 0, not '-1'"),
        ("cmd:--puzzle-format xml x", "--puzzle-format takes auto|plain|json, not 'xml'"),
        ("cmd:x 'y", "no closing quotation"),
    ],
)
def test_what_is_typed_wrongly(fillomino: Runner, typed: str, expected: str) -> None:
    assert expected in fillomino.refuses("solve", TWO, "-e", typed)


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
        done = fillomino(*command)
        assert done.code == 4
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
