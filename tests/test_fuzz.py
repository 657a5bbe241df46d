"""A moment of what ``scripts/fuzz.py`` does for long, and the proof that it would notice."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from drivers import find as find_solver
from encoder.encodings.table import find
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from tests.support import fuzz, mutated
from tests.support.brute import by_every_grid
from tests.support.fuzz import Fuzzer, WrongError, is_solution, solutions
from workbench.methods.method import Question, Status
from workbench.methods.smt import SmtMethod


def test_random_puzzles() -> None:
    fuzzer = Fuzzer(1, solvers=("yices",))
    until = time.monotonic() + 2
    while time.monotonic() < until:
        fuzzer.step()
    assert fuzzer.done


def test_mutated_texts() -> None:
    chance = random.Random(1)
    until = time.monotonic() + 3
    seen = set()
    for _ in range(3000):
        seen.add(mutated.try_one(chance))
        if time.monotonic() > until:
            break
    assert len(seen) > 5


@pytest.mark.parametrize("variant", [{}, {"largest_region": 2}, {"checkered": True}, {"basic": True}])
def test_the_model_agrees_with_the_rules(variant: dict[str, Any]) -> None:
    """Two judges that were written apart."""
    for board in (rectangle(2, 2), rectangle(1, 4), rectangle(2, 2, {(0, 0)})):
        puzzle = Puzzle(
            board, {0: 2}, frozenset(list(board.links())[:1]) if not variant else frozenset(), **variant
        )
        assert solutions(puzzle) == set(by_every_grid(puzzle))


def test_a_wrong_count_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "count", lambda *_: 7)
    puzzle = Puzzle(rectangle(1, 2), {})
    with pytest.raises(WrongError, match="counts 7, not 1"):
        Fuzzer(1).count(puzzle, solutions(puzzle))


def test_a_rule_that_rules_out_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(1, 3), {})
    with pytest.raises(WrongError, match="rules out"):
        Fuzzer(1).deduce(puzzle, {*solutions(puzzle), (4, 4, 4)})


def test_an_answer_that_is_wrong_is_noticed() -> None:
    """A puzzle that has solutions, and is said to have none."""
    puzzle = Puzzle(rectangle(1, 3), {})
    question = Question()
    right = SmtMethod(find("forest"), find_solver("yices")).run("p", puzzle, question)
    Fuzzer(1)._judge(right, solutions(puzzle), question)
    result = right._replace(status=Status.UNSOLVABLE, fillings=())
    with pytest.raises(WrongError, match="unsolvable"):
        Fuzzer(1)._judge(result, solutions(puzzle), question)


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


def test_solutions_by_hand() -> None:
    board = rectangle(1, 3)
    assert solutions(Puzzle(board, {})) == {(1, 2, 2), (2, 2, 1), (3, 3, 3)}
    assert is_solution(Puzzle(board, {}, checkered=True), (1, 2, 2))
    assert not is_solution(Puzzle(board, {0: 1}, basic=True), (1, 2, 2))


def test_the_script_checks_so_many_texts() -> None:
    script = Path(__file__).parents[1] / "scripts" / "fuzz.py"

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, script, *words], capture_output=True, text=True, timeout=60, check=False
        )

    done = run("3", "--texts", "20")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "0 puzzles, 20 mutated texts, 0 findings")
    assert "give either the seconds or --texts" in run("3").stderr
