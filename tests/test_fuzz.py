"""A moment of what ``scripts/fuzz.py`` does for long, and the proof that it would notice."""

from __future__ import annotations

import random

import pytest

from drivers import find as find_solver
from encoder.encodings.registry import find
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from tests.support import fuzz, mutated
from tests.support.fuzz import Fuzzer, WrongError, solutions
from tests.support.processes import ROOT, python
from workbench.methods.method import Answers, Question, Status, Verdict
from workbench.methods.smt import SmtMethod

STEPS, MUTATIONS = 100, 1500
"""Of random puzzles and texts; `scripts/fuzz.py` goes on for as long as one likes."""


def test_random_puzzles() -> None:
    fuzzer = Fuzzer(1, solvers=("yices",))
    for _ in range(STEPS):
        fuzzer.step()
    assert fuzzer.done.total() == STEPS


def test_mutated_texts() -> None:
    chance = random.Random(1)
    seen = {mutated.try_one(chance) for _ in range(MUTATIONS)}
    assert len(seen) > 5


ROW = Puzzle(rectangle(1, 3), {})


def test_a_wrong_count_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "count", lambda *_: 7)
    with pytest.raises(WrongError, match="counts 7, not 3"):
        Fuzzer(1).count(ROW, solutions(ROW))


def test_a_rule_that_rules_out_too_much_is_noticed() -> None:
    with pytest.raises(WrongError, match="rules out"):
        Fuzzer(1).deduce(ROW, {*solutions(ROW), (4, 4, 4)})


def test_an_answer_that_is_wrong_is_noticed() -> None:
    """A puzzle that has solutions, and is said to have none."""
    question = Question()
    right = SmtMethod(find("forest"), find_solver("yices")).run("p", ROW, question)
    Fuzzer(1)._judge(right, solutions(ROW), question)
    result = right.replace(verdict=Verdict(Status.UNSOLVABLE), answers=Answers())
    with pytest.raises(WrongError, match="unsolvable"):
        Fuzzer(1)._judge(result, solutions(ROW), question)


def test_an_error_that_is_not_ours_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> object:
        raise KeyError("x")

    monkeypatch.setattr(mutated, "_known", lambda: [("broken", broken, ("a",))])
    with pytest.raises(AssertionError, match="broken fails on"):
        mutated.try_one(random.Random(1))


def test_the_parsers_take_what_is_mutated() -> None:
    """Else nothing but the first check of each would be tried."""
    for name, (parser, texts) in mutated.parsers().items():
        taken = 0
        for text in texts:
            try:
                parser(text)
                taken += 1
            except ValueError:
                continue
        assert taken >= len(texts) / 2, name


def test_the_script_checks_so_many_texts() -> None:
    script = ROOT / "scripts" / "fuzz.py"
    done = python(script, "3", "--texts", "20")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "0 puzzles, 20 mutated texts, 0 findings")
    assert python(script, "3").returncode == 2
    done = python(script, "3", "--lexers", "3")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "3 scripts, 0 findings")
