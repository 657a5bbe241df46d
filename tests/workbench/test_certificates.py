"""What is certified is accepted by the checker: on all kinds of boards, in all variants, for every claim."""

from __future__ import annotations

from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from fillomino.backtracking import search
from fillomino.board import rectangle
from fillomino.counting.windows import random_filling
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling, Puzzle
from tests.checker.fuzz import loaded
from tests.support.brute import keeps
from tests.support.random_puzzles import BOARDS, fillings_of, puzzles
from workbench.audit.puzzles import fillings
from workbench.certificates.certificate import Certificate
from workbench.certificates.produce import NoCertificateError, certificate, solution_certificate

CHECKER = loaded()


def checked(folder: Path, made: Certificate) -> str:
    """The checker's output."""
    files = made.write(folder, "a")
    with redirect_stdout(StringIO()) as out:
        CHECKER.main([str(path) for path in files if path.suffix != ".smt2"])
    return out.getvalue()


def verdict(folder: Path, made: Certificate) -> str:
    """The last line of it."""
    return checked(folder, made).splitlines()[-1]


def variants(seed: int, count: int) -> list[tuple[Puzzle, list[Filling]]]:
    """Random puzzles of all variants, with all their solutions."""
    chance, found = Random(seed), []
    for board in BOARDS:
        for puzzle in puzzles(board, seed + board.size, count):
            its = replace(puzzle, basic=chance.random() < 0.3, checkered=chance.random() < 0.2)
            found.append((its, [filling for filling in fillings_of(board) if keeps(its, filling)]))
    return found


def certified(folder: Path, puzzle: Puzzle, solutions: list[Filling]) -> str:
    found = certificate(puzzle, solutions)
    said = {0: "VERIFIED: there is no solution", 1: "VERIFIED: the filling is the only solution"}
    several = "VERIFIED: the fillings are all the solutions there are"
    assert verdict(folder, found) == said.get(len(solutions), several), (puzzle, solutions)
    return found.claim.value


def test_puzzles_that_deduction_decides_need_no_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FILLOMINO_HIDE", "z3,cadical,kissat")
    count = {"unique": 0, "unsolvable": 0}
    for puzzle, solutions in variants(seed=1, count=6):
        candidates = deduce(replace(puzzle, checkered=False), Level.AHEAD)
        if len(solutions) < 2 and not any(mask & (mask - 1) for mask in candidates.masks):
            try:
                claim = certificate(puzzle, solutions).claim.value
            except NoCertificateError:
                continue  # by counting the board, or by colours
            assert certified(tmp_path, puzzle, solutions) == claim
            count[claim] += 1
    assert count["unique"] > 20
    assert count["unsolvable"] > 20


def test_every_claim_about_small_puzzles_is_certified(tmp_path: Path) -> None:
    for puzzle, solutions in variants(seed=2, count=1):
        if len(solutions) < 20:
            certified(tmp_path, puzzle, list(fillings(puzzle)))  # the list that an audit judges by
            assert sorted(solutions) == list(fillings(puzzle))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_every_claim_about_many_small_puzzles_is_certified(tmp_path: Path, seed: int) -> None:
    for puzzle, solutions in variants(seed, count=20):
        if len(solutions) < 40:
            certified(tmp_path, puzzle, solutions)


@pytest.mark.parametrize(
    ("size", "clues"),
    [
        ((5, 5), {8: 12, 6: 6, 22: 4, 13: 5}),
        ((4, 5), {13: 5, 16: 10, 11: 3, 19: 5, 1: 4}),
        ((4, 4), {1: 3, 6: 9, 13: 8}),
    ],
)
def test_what_counting_the_board_finds_is_a_clause_by_hall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], clues: dict[int, int]
) -> None:
    monkeypatch.setenv("FILLOMINO_HIDE", "z3,cadical,kissat")
    out = checked(tmp_path, certificate(Puzzle(rectangle(*size), clues), ()))
    assert " Hall" in out
    assert out.splitlines()[-1] == "VERIFIED: there is no solution"


def test_counters_are_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.certificates.completion.COUNTED_AFTER", 1)
    counted = 0
    for seed in range(8):
        chance = Random(seed)
        board = rectangle(4, 4)
        filling = random_filling(board, 9, chance)
        puzzle = Puzzle(board, {x: filling[x] for x in chance.sample(range(board.size), 5)})
        found = search(puzzle, limit=40)
        if found.complete and max(puzzle.clues.values()) > 3:
            made = certificate(puzzle, found.fillings)
            assert verdict(tmp_path, made).startswith("VERIFIED: ")
            counted += bool(made.counters)
    assert counted


def test_a_solution_is_certified(tmp_path: Path) -> None:
    puzzle, solutions = next((p, s) for p, s in variants(seed=4, count=1) if s)
    assert (
        verdict(tmp_path, solution_certificate(puzzle, solutions[0])) == "VERIFIED: the filling is a solution"
    )


def test_a_verdict_that_is_wrong_gets_no_certificate() -> None:
    for puzzle, solutions in variants(seed=5, count=1):
        if 1 < len(solutions) < 10:
            with pytest.raises(NoCertificateError):
                certificate(puzzle, solutions[1:])
