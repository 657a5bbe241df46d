"""Cores of any script, and scripts of puzzles held against the rules, by `explain`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from drivers import Sat, Unsat
from drivers.backend import run
from drivers import Limits
from drivers import find
from fillomino.errors import InputError
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.explain.assertions import core_of_script

FIRST = EXAMPLES / "first.txt"
HEAD = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
CONFLICT = f"""{HEAD}(assert (> y 5))
; family low: numbers that are small
(assert (! (> x 2) :named big))
(assert (< (+ x y) 100))
(assert (< x 1))
(set-info :status unsat)
(check-sat)
"""


def lines(out: str) -> list[int]:
    return [int(line) for line in re.findall(r"^  \S+?:(\d+):1: ", out, re.MULTILINE)]


@pytest.mark.parametrize("by", ["z3", "yices", "cvc5"])
def test_a_core_of_named_and_unnamed_assertions(fillomino: Runner, tmp_path: Path, by: str) -> None:
    path = tmp_path / "a.smt2"
    path.write_text(CONFLICT, encoding="utf-8")
    done = fillomino("explain", path, "-s", by)
    assert (done.code, lines(done.out)) == (1, [6, 8])
    assert "big" in done.out and "family low" in done.out


@pytest.mark.parametrize("dropped", range(4))
def test_a_core_is_unsat_and_without_any_one_of_it_there_is_a_model(dropped: int) -> None:
    bounds = ["(< x 1)", "(> (+ x y) 7)", "(< y 5)", "(> y 0)", "(> x (- 50))", "(< (- y x) 99)"]
    kept = [bound for number, bound in enumerate(bounds) if number != 3 + dropped]
    text = HEAD + "".join(f"(assert {bound})\n" for bound in kept) + "(check-sat)\n"
    core = core_of_script(text, "text", find("z3"), Limits())
    assert isinstance(core.answer, Unsat) and isinstance(core.confirmed, Unsat)
    terms = [claim.term for claim in core.claims]
    for left_out in [None, *terms]:
        rest = HEAD + "".join(f"(assert {term})\n" for term in terms if term != left_out) + "(check-sat)\n"
        assert isinstance(run(rest, find("yices")).answer, Unsat if left_out is None else Sat)


def test_a_name_that_is_used_elsewhere_stays(tmp_path: Path) -> None:
    text = CONFLICT.replace("(assert (< x 1))", "(assert (=> big (< x 1)))")
    core = core_of_script(text, "text", find("z3"), Limits())
    assert [claim.line for claim in core.claims] == [8]
    assert core.fixed == 1


def test_where_the_usual_solver_can_not_another_is_asked(fillomino: Runner, tmp_path: Path) -> None:
    path = tmp_path / "a.smt2"
    path.write_text(
        "(set-logic LIA)\n(declare-const x Int)\n(assert (> x 2))\n"
        "(assert (forall ((y Int)) (=> (> y 0) (< x y))))\n(check-sat)\n",
        encoding="utf-8",
    )
    done = fillomino("explain", path)
    assert (done.code, lines(done.out)) == (1, [3, 4])
    named = fillomino("explain", path, "-s", "yices")
    assert (named.code, "is asked instead" in named.out) == (4, False)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{HEAD}(assert (> x 2))\n(check-sat)\n", 0),
        (f"{HEAD}(frobnicate)\n(assert (> x 2))\n(check-sat)\n", 4),
        (f"{HEAD}(assert (> x 2))\n(check-sat)\n(push 1)\n(check-sat)\n", 2),
        (f"{HEAD}(check-sat)\n", 2),
    ],
)
def test_exit_codes(fillomino: Runner, tmp_path: Path, text: str, code: int) -> None:
    path = tmp_path / "a.smt2"
    path.write_text(text, encoding="utf-8")
    assert fillomino("explain", path, "-s", "z3").code == code


def test_an_incremental_script_is_refused_with_its_place() -> None:
    with pytest.raises(InputError) as refused:
        core_of_script(CONFLICT + "(push 1)\n", "text", find("z3"), Limits())
    assert (refused.value.code, refused.value.line) == ("incremental", 11)


def test_a_script_without_a_model_of_a_puzzle_with_a_solution(fillomino: Runner, tmp_path: Path) -> None:
    path = tmp_path / "edited.smt2"
    encoded = fillomino("encode", FIRST).out
    path.write_text(encoded.replace("(check-sat)", "(assert false)\n(check-sat)"), encoding="utf-8")
    done = fillomino("explain", path)
    place = path.read_text(encoding="utf-8").splitlines().index("(assert false)") + 1
    assert (done.code, lines(done.out)) == (1, [place])


@pytest.mark.parametrize("as_file", [False, True])
def test_a_script_that_accepts_a_wrong_filling(fillomino: Runner, tmp_path: Path, as_file: bool) -> None:
    path = tmp_path / "weak.smt2"
    path.write_text(fillomino("encode", FIRST, "-e", "forest", "--drop", "same-root").out, encoding="utf-8")
    done = fillomino("explain", path if as_file else FIRST, *([] if as_file else ["-e", "forest"]))
    assert done.code == (1 if as_file else 0)
    assert ("too many" in done.out) is as_file
