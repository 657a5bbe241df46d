"""Scripts from strangers: no option or command in them makes a solver touch a file."""

from __future__ import annotations

import random

import pytest

from drivers import Limits, Session, find, run
from smtlib.commands import OPTIONS, asked_commands, check_safe
from smtlib.errors import SexprError
from smtlib.lint import lint
from tests.support.hostile import HOSTILE, hidden

HARMLESS = (
    '(set-option :produce-models true)(echo "include")',
    "(set-option :smt.mbqi false)(set-option :smt.qi.eager_threshold 100.0)",
    "(set-option :auto_config false)(set-option :timeout 1000)",
    '; (include "x")\n(check-sat)',
    "(declare-fun include () Int)(assert (= include 2))",
    "(check-sat)(eval x :completion true)",
    "(assert (! a :named load))",
    *(f"(set-option {option} true)" for option in sorted(OPTIONS)),
)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_touches_files_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(SexprError) as refused:
        check_safe(f"(set-logic QF_LIA)\n {text}", "its.smt2")
    assert (refused.value.source, refused.value.line) == ("its.smt2", 2)
    assert refused.value.column


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_asks_passes(text: str) -> None:
    check_safe(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_lint_names_it(text: str) -> None:
    if "#|" not in text:
        assert any(each.kind == "refused" and each.error for each in lint(text))


def test_it_is_found_wherever_it_stands() -> None:
    chance = random.Random(1)
    for _ in range(300):
        with pytest.raises(SexprError):
            check_safe(hidden(chance.choice(HOSTILE), chance))


@pytest.mark.parametrize("name", ["z3", "yices"])
def test_no_driver_sends_it(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("its") / "written"
    redirects = f'(set-option :regular-output-channel "{path}")'
    with pytest.raises(SexprError):
        run(f"{redirects}\n(check-sat)", find(name), Limits(seconds=5))
    with Session(find(name), Limits(seconds=5)) as session:
        for send in (session.command, session.send_script):
            with pytest.raises(SexprError):
                send(redirects)
        session.command("(set-logic QF_UF)")
        assert session.command("(check-sat)") == "sat"
    assert not path.exists()


def test_nothing_is_read_beyond_exit() -> None:
    text = "(check-sat)\n(exit)\n(assert false)"
    assert [command.head for command in asked_commands(text)] == ["check-sat"]


def test_a_question_only_after_exit_is_refused() -> None:
    with pytest.raises(SexprError) as refused:
        asked_commands("(assert true)\n(exit)\n(check-sat)")
    assert refused.value.line == 2
