"""Large boards: the script that writes them, and local repair, by which the lazy method solves them."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from typing import Any

import pytest

from encoder.lazy import answers
from encoder.lazy.answers import kept_literals
from fillomino import formats
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from scripts.harness import ROOT
from scripts.large_boards import large_board
from tests.support.brute import by_placing, keeps
from workbench.methods.method import Question, Status
from workbench.methods.smt import SmtMethod, smt


def lazily() -> SmtMethod:
    return smt("cuts", "yices", deduce="none")


def test_the_script_writes_the_same_board_for_the_same_seed() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "large_boards.py"), "12", "0.5", "3", "--largest", "6"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    puzzle = formats.read(text).puzzle
    assert puzzle == large_board(12, 0.5, 3, 6)
    assert len(puzzle.clues) == 72
    assert max(puzzle.clues.values()) <= 6
    assert puzzle != large_board(12, 0.5, 4, 6)
    whole = large_board(12, 1, 3, 6)
    assert not violations(Puzzle(whole.board, {}), tuple(whole.clues[x] for x in range(144)))


def test_wide_sets_lie_in_large_regions() -> None:
    command = [
        sys.executable,
        str(ROOT / "scripts" / "large_boards.py"),
        "12",
        "1",
        "3",
        "--wide",
        "15",
        "20",
    ]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    whole = formats.read(text).puzzle
    assert whole == large_board(12, 1, 3, wide=(15, 20))
    filling = tuple(whole.clues[x] for x in range(144))
    assert not violations(Puzzle(whole.board, {}), filling)
    assert max(filling) >= 15 > max(large_board(12, 1, 3).clues.values())


def test_a_large_board_is_repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = large_board(28, 0.45, 1)
    asked = {}
    for least in (100, 10**9):
        monkeypatch.setattr(answers, "FEWEST_KEPT", least)
        result = lazily().run("large", puzzle, Question())
        assert result.verdict.status is Status.SOLVED
        asked[least] = result.cost.asked
    assert len(set(asked.values())) == 2


def test_small_boards_have_as_many_solutions_with_repair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those without any: there, no answer near the last one is not yet none at all."""
    monkeypatch.setattr(answers, "FEWEST_KEPT", 1)
    monkeypatch.setattr(answers, "MOST_FREE", 1)
    used = []

    def literals(*arguments: Any) -> list[str]:
        used.append(kept_literals(*arguments))
        return used[-1]

    monkeypatch.setattr("workbench.fillomino.cut_loop.kept_literals", literals)
    board = rectangle(3, 4)
    fillings = by_placing(board)
    for a, b, c in product((1, 3, 5), repeat=3):
        puzzle = Puzzle(board, {0: a, 6: b, 11: c})
        wanted = {filling for filling in fillings if keeps(puzzle, filling)}
        result = lazily().run("small", puzzle, Question(limit=2))
        assert len(result.answers.fillings) == min(2, len(wanted))
        assert set(result.answers.fillings) <= wanted
    assert sum(map(bool, used)) > 10
