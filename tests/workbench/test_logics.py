"""Encodings and solvers that go together, and those that do not."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from drivers import fake
from drivers import Limits
from drivers.solver import Solver, arguments_for, command_line, installed, require, tuned
from drivers.solvers import BITWUZLA, CPSAT, SOLVERS, YICES, Z3, Z3_TUNED, find
from encoder.encodings.table import ENCODINGS
from encoder.encodings.table import find as find_encoding
from encoder.errors import EncodingError
from encoder.select import select
from fillomino.board import rectangle
from fillomino.deduction.engine import Level
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.choose.encodings import best_logic, takes
from workbench.methods.keep import Keep
from workbench.methods.question import Question
from workbench.methods.smt import SmtMethod
from workbench.methods.table import smt


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


def test_a_solver_without_sessions_does_not_take_the_lazy_method() -> None:
    assert takes(Z3, find_encoding("cuts"))
    assert not takes(CPSAT, find_encoding("cuts"))


@pytest.mark.parametrize(
    ("encoding", "name", "logic"),
    [
        ("forest", "z3", "QF_UFLIA"),
        ("forest-tight", "yices", "QF_LIA"),
        ("forest-bool", "z3", "QF_FD"),
        ("forest-bool", "yices", "QF_BV"),
        ("forest-bool", "bitwuzla", "QF_UF"),
        ("forest-bv", "bitwuzla", "QF_BV"),
        ("forest-bv", "z3", "QF_FD"),
        ("cuts", "z3", "QF_FD"),
        ("cuts", "cvc5", "QF_BV"),
    ],
)
def test_the_logic_that_suits_both(encoding: str, name: str, logic: str) -> None:
    assert best_logic(find_encoding(encoding), find(name)) == logic


def test_what_does_not_go_together_says_what_does() -> None:
    with pytest.raises(EncodingError, match=r"Bitwuzla takes none of the logics of forest .*forest-bv"):
        best_logic(find_encoding("forest"), BITWUZLA)
    with pytest.raises(EncodingError, match=r"cuts needs an incremental session, and Z3 .*forest-tight"):
        best_logic(find_encoding("cuts"), find("pysmt-z3"))
    assert best_logic(find_encoding("cuts"), YICES) != best_logic(find_encoding("cuts"), Z3)


def test_settings_are_for_one_solver_and_logic_and_for_sessions_too() -> None:
    found = tuned(Z3_TUNED, "QF_LIA")
    given = arguments_for(Z3_TUNED, "QF_LIA")
    assert given[:2] == ("smt.arith.solver=2", "smt.delay_units=true")
    assert found.arguments == (*given, *Z3.arguments)
    assert found.session_arguments == (*given, *(Z3.session_arguments or ()))
    assert tuned(Z3_TUNED, "QF_UFLIA") is Z3_TUNED
    assert tuned(YICES, "QF_LIA") is YICES


def test_arguments_of_ones_own_win() -> None:
    mine = replace(Z3_TUNED, arguments=(*Z3.arguments, "smt.arith.solver=6"))
    command = command_line(require(tuned(mine, "QF_LIA")), Limits())
    script = "(set-logic QF_LIA)(get-option :smt.arith.solver)"
    said = subprocess.run(command, input=script, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["6"]


@pytest.mark.parametrize(("encoding", "pushed"), [("forest-tight", True), ("forest-bv", False)])
@pytest.mark.parametrize("drop", [[], ["count"]])
def test_some_sessions_with_z3_begin_with_a_push(
    tmp_path: Path, encoding: str, pushed: bool, drop: list[str]
) -> None:
    """Without some family, too, so that a comparison with the whole tells what that is worth."""
    puzzle = Puzzle(rectangle(2, 3), {0: 2})
    for solver in (Z3_TUNED, Z3, YICES):
        keep = Keep(tmp_path / solver.name)
        method = SmtMethod(select(find_encoding(encoding), drop), solver)
        question = Question(unique=True, keep=keep)
        result = method.run("p", puzzle, question)
        assert result.unique is False
        [talk] = (tmp_path / solver.name).glob("*.smt2")
        commands = talk.read_text().splitlines()
        logic = next(place for place, its in enumerate(commands) if its.startswith("(set-logic"))
        assert (commands[logic + 1] == "(push 1)") is (pushed and solver is Z3_TUNED)


def test_a_comparison_tells_what_a_solver_was_given() -> None:
    mine = smt("forest-tight", Z3_TUNED, label="mine", arguments=("smt.random_seed=3",))
    assert mine.facts().arguments == (*arguments_for(Z3_TUNED, "QF_LIA"), "smt.random_seed=3")
    assert smt("forest-bv", Z3_TUNED).facts().arguments == ()


@pytest.mark.parametrize("name", ["cadical", "cpsat"])
def test_bit_vectors_are_not_for_solvers_of_booleans(name: str) -> None:
    with pytest.raises(EncodingError, match="takes none of the logics of forest-bv"):
        best_logic(find_encoding("forest-bv"), find(name))


@pytest.mark.parametrize(("encoding", "known"), [("cuts", "QF_BV, QF_FD"), ("forest", "QF_UFLIA, QF_LIA")])
@pytest.mark.parametrize("name", ["first.txt", "several.txt"])
def test_a_logic_that_a_method_does_not_know(fillomino: Runner, encoding: str, known: str, name: str) -> None:
    told = fillomino.refuses("solve", EXAMPLES / name, "-e", encoding, "--logic", "QF_FOO")
    assert told == f"{encoding} cannot be written in QF_FOO, only in {known}"


def test_what_failed_was_not_decided_by_deduction(
    fillomino: Runner, pretend: Callable[[Solver], str]
) -> None:
    dead = pretend(fake.scripted(exit_code=3, name="dead"))
    done = fillomino("solve", EXAMPLES / "several.txt", "-s", dead)
    assert done.code == 4
    assert done.out.startswith("failed (cuts, fake 1.0, ")


@pytest.mark.slow
def test_the_encodings_named_for_cpsat_are_those_that_it_solves() -> None:
    with pytest.raises(EncodingError, match="needs bounds for each number") as refused:
        best_logic(find_encoding("forest"), CPSAT)
    named = re.findall(r"\((.*)\)", str(refused.value))[-1].split(", ")
    assert {"forest-tight", "forest-bool", "flow", "warshall", "layers", "placements"} <= set(named)
    assert not {"forest", "forest-bv", "cuts"} & set(named)
    if installed(CPSAT) is None:
        pytest.skip("CP-SAT is not installed")
    puzzle = Puzzle(rectangle(1, 3), {0: 1})
    for name in named:
        assert SmtMethod(find_encoding(name), CPSAT, level=Level.NONE).run(
            "p", puzzle, Question()
        ).fillings == ((1, 2, 2),)
