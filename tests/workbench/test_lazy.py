"""The lazy method: complete at every cap, also where large hidden regions lie side by side."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from drivers import Answer, Limits, Sat, Solver, Unsat, run
from drivers.solvers import find as find_solver
from encoder.encodings.cuts import CUTS
from encoder.encodings.registry import find
from encoder.lazy.answers import Answers
from encoder.lazy.refutation import judge
from encoder.parts import redundant
from encoder.parts.packed import WORD
from encoder.parts.values import Values, values_of
from encoder.puzzle_script import decode
from fillomino.board import Board, rectangle
from fillomino.clock import Stopwatch
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from workbench.fillomino.cut_loop import Cuts
from workbench.fillomino.deduced import begin, decided, decided_result
from workbench.methods.encodings import best_logic
from workbench.methods.keep import EVIDENCE, Keep
from workbench.methods.method import EVERY, Question, Status
from workbench.methods.smt import SmtMethod

YICES = find_solver("yices")
LIMITS = Limits(seconds=600)


def all_fillings(
    puzzle: Puzzle, cap: int, level: Level = Level.NONE, solver: Solver = YICES, keep: Keep | None = None
) -> list[Filling]:
    """Every filling that the method finds until the solver says that there is no other."""
    candidates = deduce(puzzle, level)
    if decided(candidates):
        question = Question(limit=EVERY, keep=keep)
        result = SmtMethod(CUTS, solver, level=level).run("puzzle", puzzle, question)
        assert (result.cost.asked, result.answers.complete) == (0, True)
        return list(result.answers.fillings)
    logic = best_logic(CUTS, solver)
    found: list[Filling] = []
    with Cuts(puzzle, candidates, solver, logic, LIMITS, keep, "puzzle", cap) as backend:
        while True:
            answer = backend.ask()
            if answer == Unsat():
                return sorted(found)
            assert isinstance(answer, Sat), answer
            decoded = backend.read(answer)
            filling = decoded.filling
            assert not violations(puzzle, filling)
            assert filling not in found
            found.append(filling)
            backend.block(decoded)


@pytest.mark.parametrize("cap", [1, 2, 3, 9])
@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (2, 2), (2, 3)])
def test_all_fillings_of_empty_boards_at_every_cap(shape: tuple[int, int], cap: int) -> None:
    board = rectangle(*shape)
    assert all_fillings(Puzzle(board, {}), cap) == by_placing(board)


@pytest.mark.parametrize("name", ODD)
def test_all_fillings_of_odd_boards(name: str) -> None:
    assert all_fillings(Puzzle(ODD[name], {}), cap=2) == by_placing(ODD[name])


@pytest.mark.parametrize("cap", [2, *(pytest.param(cap, marks=pytest.mark.thorough) for cap in (1, 3))])
def test_large_hidden_regions_side_by_side(cap: int) -> None:
    """Of 445 fillings of 3x3, some have two neighbouring regions above the cap: none may be lost."""
    board = rectangle(3, 3)
    expected = by_placing(board)
    assert len(expected) == 445
    assert any(len({v for v in filling if v > cap}) > 1 for filling in expected)
    assert all_fillings(Puzzle(board, {}), cap) == expected


def words_of(values: Values, chosen: dict[int, int]) -> list[int]:
    """The bit-vectors of an answer that gives each open cell one of its values."""
    digits = "".join("01"[chosen[cell] == value] for cell, value in values.pairs)
    return [int(digits[i : i + WORD], 2) for i in range(0, len(digits), WORD)]


@pytest.mark.parametrize("basic", [False, True])
def test_an_answer_is_judged_as_if_it_stood_alone(basic: bool) -> None:
    """Whatever the answers before it were: also where a set that was wrong stays as it was."""
    rng = random.Random(20261122)
    clues = {x: rng.randint(1, 6) for x in rng.sample(range(49), 9)}
    puzzle = Puzzle(rectangle(7, 7), clues, basic=basic)
    values = values_of(puzzle, deduce(puzzle, Level.NONE), 5)
    chosen = {cell: rng.choice(its) for cell, its in enumerate(values.options) if its}
    answers, kept = Answers(values), 0
    for changes in rng.choices([0, 1, 2, 5, 40], k=60):
        for cell in rng.sample(sorted(chosen), changes):
            chosen[cell] = rng.choice(values.options[cell])
        judged = answers.judge(words_of(values, chosen))
        alone = judge(values, answers.held)
        assert all(answers.held[value] >> cell & 1 for cell, value in chosen.items())
        assert (set(judged.cuts), judged.filling) == (set(alone.cuts), alone.filling)
        kept += changes == 0 and bool(judged.cuts)
    assert kept


@pytest.mark.parametrize("least_number", [2, 6])
def test_random_puzzles_against_brute_force(least_number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Right and wrong clues, walls, a largest region; every cap and level of deduction.

    The constraints about rooms, which small boards hardly meet, also for small numbers.
    """
    monkeypatch.setattr(redundant, "COUNTED_FROM", least_number)
    monkeypatch.setattr(redundant, "TIED_FROM", least_number)
    rng = random.Random(20261121 + least_number)
    boards: list[Board] = [rectangle(2, 3), rectangle(3, 3), rectangle(1, 6), *ODD.values()]
    fillings = [by_placing(board) for board in boards]
    several = 0
    for _ in range(100):
        index = rng.randrange(len(boards))
        board = boards[index]
        base = rng.choice(fillings[index])
        clues = {x: v for x, v in enumerate(base) if rng.random() < 0.35}
        if clues and rng.random() < 0.2:
            clues[rng.choice(list(clues))] = rng.randint(1, board.size)
        links = list(board.links())
        puzzle = Puzzle(
            board,
            clues,
            walls=frozenset(rng.sample(links, min(len(links), rng.choice([0, 0, 0, 1, 2])))),
            largest_region=rng.choice([None, None, None, 4]),
        )
        expected = [filling for filling in fillings[index] if keeps(puzzle, filling)]
        several += len(expected) > 1
        assert all_fillings(puzzle, rng.randint(1, 9), rng.choice(list(Level))) == expected, puzzle
    assert several > 15


@pytest.mark.parametrize("name", ["z3", "yices", "cvc5"])
def test_every_solver_with_sessions(name: str) -> None:
    board = rectangle(2, 3)
    assert all_fillings(Puzzle(board, {}), 2, solver=find_solver(name)) == by_placing(board)


def test_final_file_answers_the_same_in_one_shot(tmp_path: Path) -> None:
    rng = random.Random(7)
    board = rectangle(3, 3)
    fillings = by_placing(board)
    for number in range(12):
        base = rng.choice(fillings)
        puzzle = Puzzle(board, {x: v for x, v in enumerate(base) if rng.random() < 0.4})
        all_fillings(puzzle, 3, keep=Keep(tmp_path / str(number)))
        text = (tmp_path / str(number) / "puzzle.smt2").read_text()
        for solver in ("z3", "yices", "bitwuzla"):
            assert run(text, find_solver(solver), LIMITS).answer == Unsat(), (number, solver)


@pytest.mark.parametrize(
    ("clues", "unique", "expected"),
    [({0: 1, 2: 2}, False, Sat), ({0: 1, 2: 2}, True, Unsat), ({0: 2, 2: 2}, True, Unsat)],
    ids=["a filling", "the only filling", "no filling"],
)
@pytest.mark.parametrize("name", ["yices", "z3"])
def test_after_deduction_alone_the_file_says_the_whole_puzzle(
    clues: dict[int, int], unique: bool, expected: type[Answer], name: str, tmp_path: Path
) -> None:
    solver, puzzle = find_solver(name), Puzzle(rectangle(1, 3), clues)
    method = SmtMethod(CUTS, solver, level=Level.AHEAD)
    result = method.run("p", puzzle, Question(unique=unique, keep=Keep(tmp_path)))
    assert (result.cost.asked, result.answers.fillings) == (
        0,
        ((1, 2, 2),) if 0 in clues and clues[0] == 1 else (),
    )
    text = (tmp_path / f"p.cuts.{name}.smt2").read_text()
    assert "no solver was asked" in text
    answer = run(text, solver, LIMITS).answer
    assert isinstance(answer, expected)
    if isinstance(answer, Sat):
        assert decode(find(EVIDENCE).script(puzzle), answer.values).filling == result.answers.fillings[0]


def test_that_file_does_not_believe_deduction(tmp_path: Path) -> None:
    """Were deduction wrong, a solver would find the filling that it missed."""
    puzzle = Puzzle(rectangle(1, 4), {})
    wrong = deduce(Puzzle(rectangle(1, 4), {0: 1, 1: 2, 2: 2, 3: 1}))
    begun = begin(puzzle, Level.NONE, Question(), Stopwatch()).replace(candidates=wrong)
    question = Question(unique=True, keep=Keep(tmp_path))
    method = SmtMethod(CUTS, YICES)
    assert decided_result(
        method.without_solution("p", Status.UNKNOWN, ""), puzzle, question, begun
    ).verdict.unique
    text = (tmp_path / "p.cuts.yices.smt2").read_text()
    assert "Deduction expects unsat: there is no other solution." in text
    answer = run(text, YICES, LIMITS).answer
    assert isinstance(answer, Sat)
    assert decode(find(EVIDENCE).script(puzzle), answer.values).filling != (1, 2, 2, 1)
