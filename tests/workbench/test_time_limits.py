"""Time that runs out: exit code 3 in every command, and a sentence that says so."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from drivers import Solver, find
from drivers.answer import Timeout, Unknown, Unsat
from drivers.cores import unanswered
from drivers.errors import SessionTimeoutError
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.methods.attempt import left_open

Pretend = Callable[[Solver], str]

_STUCK = """quiet=
while read -r line; do
    case $line in
        *print-success\\ false*) quiet=1 ;;
        *print-success\\ true*) quiet=; echo success ;;
        *check-sat*) sleep 60 ;;
        *) [ $quiet ] || echo success ;;
    esac
done
"""


@pytest.fixture
def stuck(pretend: Pretend) -> str:
    """A solver that takes every command at once, and never answers a check."""
    asked = ("-c", _STUCK)
    return pretend(
        replace(find("z3"), name="stuck", title="Stuck", executable="/bin/sh", session_arguments=asked)
    )


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "x.smt2"
    file.write_text("(declare-fun n_0 () Int)\n(declare-fun y () Int)\n(assert (< n_0 y))\n(check-sat)\n")
    return file


def test_a_check_that_takes_too_long(fillomino: Runner, stuck: str, script: Path) -> None:
    late = ("--solver", stuck, "--timeout", "0.5")
    done = fillomino("audit", "forest", "--board", "1x2", *late)
    assert (done.code, done.err.splitlines()[-1]) == (3, "fillomino: the audit has no answer within 0.5 s")
    assert "forest: no counterexample so far" in done.err
    done = fillomino("explain", EXAMPLES / "none.txt", *late)
    assert (done.code, done.err) == (3, "fillomino: the search for clues has no answer within 0.5 s\n")
    done = fillomino("replay", script, *late)
    assert (done.code, done.out) == (3, "")
    assert done.err == f"fillomino: {script}:4: Stuck gave no reply within 0.5 seconds to (check-sat)\n"
    done = fillomino("check", script, "--model", "-", *late, stdin="sat\n((n_0 1))\n")
    assert done.code == 3
    assert "1 unknown\n  time ran out: the search for a core has no answer within 0.5 s\n" in done.out


def test_commands_that_can_not_even_be_sent_in_time(
    fillomino: Runner, pretend: Pretend, script: Path
) -> None:
    asked = ("-c", "sleep 60")
    silent = pretend(
        replace(find("z3"), name="silent", title="Silent", executable="/bin/sh", session_arguments=asked)
    )
    late = ("--solver", silent, "--timeout", "0.1")
    for command in (
        ("audit", "forest", "--board", "torus:3x3"),
        ("explain", EXAMPLES / "twenty.txt"),
        ("replay", script),
    ):
        done = fillomino(*command, *late)
        assert (done.code, done.out) == (3, "")
        assert " gave no reply within 0.1 seconds" in done.err
    done = fillomino("check", script, "--model", "-", *late, stdin="sat\n((n_0 1))\n")
    assert done.code == 3
    assert "1 unknown\n  time ran out: Silent gave no reply within 0.1 seconds\n" in done.out


def test_only_time_that_ran_out_is_a_time_out() -> None:
    assert type(unanswered("it", Timeout(2.0))) is SessionTimeoutError
    said = unanswered("it", Unknown("it is too hard"))
    assert not isinstance(said, SessionTimeoutError)
    assert str(said) == "it has no answer: it is too hard"


def test_the_limit_told_is_that_of_all_questions_together(fillomino: Runner) -> None:
    done = fillomino("solve", "9x9:zzzc", "--limit", "1000000", "--timeout", "1")
    assert done.code == 3
    assert re.search(r"^  after [\d,]+ fillings the 1 s were used up$", done.out, re.MULTILINE)


def test_what_is_left_open_after_some_fillings() -> None:
    late = Timeout(2)
    assert left_open(late, 0) == "no answer within 2 s"
    assert left_open(late, 1) == "after 1 filling the 2 s were used up"
    assert left_open(Unknown("it is hard"), 2) == "after 2 fillings: the solver does not know: it is hard"
    assert left_open(Unsat(), 2) is None


FIRST = EXAMPLES / "first.txt"
TIMED: tuple[tuple[str | Path, ...], ...] = (
    ("solve", FIRST, "--timeout"),
    ("explain", FIRST, "--timeout"),
    ("page", FIRST, "--timeout"),
    ("audit", "--timeout"),
    ("check", FIRST, "--timeout"),
    ("replay", FIRST, "--timeout"),
    ("deduce", FIRST, "--timeout"),
    ("deduce", "--rate", FIRST, "--timeout"),
    ("deduce", "--rate", FIRST, "--depth"),
    ("count", "--board", "2x2", "-m", "solver", "--timeout"),
    ("compare", FIRST, "--timeout"),
    ("encode", FIRST, "-f", "benchmark", "--status"),
)


@pytest.mark.parametrize("command", TIMED, ids=lambda command: f"{command[0]} {command[-1]}")
def test_what_is_no_number_of_seconds(fillomino: Runner, command: tuple[str | Path, ...]) -> None:
    for value, said in (
        ("nan", "nan is not a number of seconds"),
        ("-inf", "not in the range"),
        ("1e10", "1e+10 s can't be set; give inf for no limit"),
    ):
        done = fillomino(*command, value)
        assert (done.code, done.out) == (2, "")
        assert f"Invalid value for '{command[-1]}': " in done.err
        assert said in done.err


def test_an_endless_time_is_no_limit(fillomino: Runner, tmp_path: Path) -> None:
    inf = ("--timeout", "inf")
    assert fillomino("solve", FIRST, "-e", "forest-bv", "--deduce", "none", *inf).code == 0
    assert fillomino("page", FIRST, "-e", "cuts", "-s", "yices", "-o", tmp_path / "x.html", *inf).code == 0
    assert fillomino("deduce", "--rate", FIRST, "--depth", "inf", *inf).code == 0
    done = fillomino("encode", FIRST, "-f", "benchmark", "--status", "inf")
    assert "(set-info :status sat)" in done.out
    runs = tmp_path / "x.jsonl"
    assert fillomino("compare", FIRST, "-s", "yices", "-o", runs, "--no-report", *inf).code == 0
    assert json.loads(runs.read_text())["seconds_limit"] is None
    assert "no limit" in fillomino("report", runs).out


@pytest.mark.parametrize(
    "command",
    [
        ("solve", FIRST, "-e", "forest"),
        ("compare", FIRST),
        ("count", "--board", "2x2"),
        ("count", "--sample", "1", "--board", "2x2"),
    ],
    ids=lambda command: str(command[0]),
)
def test_more_memory_than_can_be_set(fillomino: Runner, command: tuple[str | Path, ...]) -> None:
    done = fillomino(*command, "--memory", "8796093022208")
    assert (done.code, done.out) == (2, "")
    assert "8796093022208 MiB can't be set; the most is 8796093022207" in done.err
    if command[0] != "compare":
        assert fillomino(*command, "--memory", "8796093022207").code == 0
