"""The next number where the rules end: a minimal set of known numbers that forces it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from drivers.errors import SessionTimeoutError
from drivers import Limits
from drivers.solvers import DEFAULT
from fillomino import formats
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.premises import Kind
from fillomino.deduction.reason import reasoner
from fillomino.deduction.rules import minimal_set, table
from fillomino.deduction.state import State
from fillomino.graph import bits
from fillomino.puzzle import Filling, Puzzle
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.workbench.conftest import EXAMPLES, Runner, denier
from workbench.deduce.steps import explained_steps
from workbench.explain import forced
from workbench.explain.forced import Forced, Refuter
from workbench.methods.contradicted import ContradictedError

LIMITS = Limits(seconds=20)


def others(every: list[Filling], numbers: dict[int, int], cell: int, number: int) -> bool:
    """Whether a filling with these numbers has another at the cell."""
    return any(
        filling[cell] != number and all(filling[x] == n for x, n in numbers.items()) for filling in every
    )


def test_every_set_forces_its_number_and_none_of_it_can_be_spared() -> None:
    chance = random.Random(5)
    sets = 0
    for index, board in enumerate([rectangle(2, 4), rectangle(3, 3), *ODD.values()]):
        every = by_placing(board)
        clues = {x: n for x, n in enumerate(chance.choice(every)) if chance.random() < 0.6}
        puzzle = Puzzle(board, clues, basic=index % 3 == 2)
        fillings = [filling for filling in every if keeps(puzzle, filling)]
        if not fillings:
            continue
        state = State(puzzle)
        further = Forced(puzzle, DEFAULT, LIMITS)
        while (step := further(state)) is not None:
            assert step.kind is Kind.FIX
            [cell] = bits(step.cells)
            assert {filling[cell] for filling in fillings} == {step.number}
            known = {x: n for n, cells in state.fixed.items() for x in bits(cells & step.because)}
            assert known.keys() == set(bits(step.because))
            if not puzzle.basic:  # there the places of the clues are known besides
                assert not others(every, known, cell, step.number)
                for x in known:
                    fewer = {y: n for y, n in known.items() if y != x}
                    assert others(every, fewer, cell, step.number)
            state.fix(step.number, step.cells)
            sets += 1
        same = [len({filling[x] for filling in fillings}) == 1 for x in range(board.size)]
        assert [not state.unfixed >> x & 1 for x in range(board.size)] == same
    assert sets > 8


def test_the_rules_go_on_from_there(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    path = EXAMPLES / "first.txt"
    puzzle = formats.read_bytes(path.read_bytes(), source=path.name).puzzle
    whole = reasoner(puzzle)
    whole.run()
    reasoning = reasoner(puzzle, 2)
    further = Forced(puzzle, DEFAULT, LIMITS)
    steps = [one.step.rule for one in explained_steps(reasoning, None, further)]
    assert reasoning.solved
    assert reasoning.candidates() == whole.candidates()
    assert minimal_set.NAME in steps
    assert steps[-1] != minimal_set.NAME or len(set(steps)) > 1
    assert "solved without a guess" in fillomino("deduce", path).out  # imported before the rules are few
    monkeypatch.setattr(table, "RULES", table.RULES[:3])  # S0 and S1
    highest = table.beyond()
    assert "are left open" in fillomino("deduce", path, "--level", str(highest - 1)).out
    done = fillomino("deduce", path, "--level", str(highest), "--steps")
    assert f". S{highest} minimal set: r" in done.out
    assert f"solved without a guess, by S0 to S{highest}" in done.out
    assert "minimal set: r" in fillomino("deduce", path, "--level", str(highest), "--hint").out


def test_the_cell_is_the_one_that_leaves_the_fewest_open(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(1, 4), {0: 1, 3: 3})
    for wanted in (1, 2):
        monkeypatch.setattr(forced, "_left", lambda *its, wanted=wanted: its[2] != wanted)
        step = Forced(puzzle, DEFAULT, LIMITS)(State(puzzle))
        assert step is not None
        assert step.cells == 1 << wanted


def test_what_a_number_leaves_open() -> None:
    path = EXAMPLES / "larger-than-every-clue.txt"
    puzzle = formats.read_bytes(path.read_bytes(), source=path.name).puzzle
    state = State(replace(puzzle, clues={}))
    number = puzzle.clues[min(puzzle.clues)]
    given = replace(puzzle, clues={min(puzzle.clues): number})
    open_cells = deduce(given, Level.AHEAD).filling().count(0)
    assert 0 < open_cells < puzzle.board.size
    assert forced._left(state, number, min(puzzle.clues)) == open_cells
    assert state.unfixed.bit_count() == puzzle.board.size


def test_a_filling_that_was_found_answers_later_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those whose numbers it has, about a cell where it differs from the solution."""
    puzzle = Puzzle(rectangle(2, 3), {0: 2, 5: 3})
    solution = (2, 2, 3, 1, 3, 3)
    refuter = Refuter(puzzle, DEFAULT, solution)
    assert not refuter.refute({5: 3}, 3)  # so there is a filling with another number in r2c1
    monkeypatch.setattr(Refuter, "_has_filling", never)
    assert not refuter.refute({5: 3}, 3)
    assert not refuter.refute({}, 3)
    with pytest.raises(LookupError):
        refuter.refute({5: 3, 0: 2, 1: 2, 2: 3, 4: 3}, 3)  # the filling has not all of these


def never(*_: object) -> None:
    raise LookupError


def test_where_no_cell_is_forced_the_rules_find_no_more(fillomino: Runner) -> None:
    path = EXAMPLES / "several.txt"
    assert fillomino("deduce", path, "--level", "9").out == fillomino("deduce", path).out


def test_numbers_that_leave_no_solution() -> None:
    puzzle = Puzzle(rectangle(1, 6), {0: 4, 3: 1, 5: 2})
    further = Forced(puzzle, DEFAULT, LIMITS)
    step = further(State(puzzle))
    assert step is not None
    assert (step.kind, list(bits(step.because))) == (Kind.STOP, [0, 3])
    assert "The numbers at r1c1 and r1c4 leave no solution." in minimal_set.describe(step, puzzle.board)


def test_a_lie_about_a_puzzle_is_no_step() -> None:
    puzzle = Puzzle(rectangle(2, 2), {})  # on which deduction does not find the number of any cell
    further = Forced(puzzle, denier("liar"), LIMITS)
    with pytest.raises(ContradictedError, match=r"liar finds .* the rules give a solution"):
        further(State(puzzle))


def test_what_was_not_decided_in_time_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(1, 3), {0: 1, 2: 2})
    monkeypatch.setattr(forced, "PATIENCE", -1.0)
    step = Forced(puzzle, DEFAULT, LIMITS)(State(puzzle))
    assert step is not None
    assert (step.number, step.cells, step.because, step.detail) == (2, 0b010, 0b101, 2)
    words = minimal_set.describe(step, puzzle.board)
    assert words.endswith("Whether 2 of them can be spared was not decided in time.")


def test_a_question_without_an_answer_spares_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    path = EXAMPLES / "larger-than-every-clue.txt"
    puzzle = formats.read_bytes(path.read_bytes(), source=path.name).puzzle
    monkeypatch.setattr(forced, "SECONDS", 0.0)
    monkeypatch.setattr(Refuter, "_has_filling", undecided)
    step = Forced(puzzle, DEFAULT, LIMITS)(State(puzzle))
    assert step is not None  # for the puzzle has one solution
    assert step.because == sum(1 << cell for cell in puzzle.clues)
    assert step.detail == len(puzzle.clues)


def undecided(*_: object) -> None:
    """Decide nothing."""


def test_when_time_is_up_the_steps_so_far_are_kept() -> None:
    puzzle = Puzzle(rectangle(2, 3), {0: 2, 5: 3})
    with pytest.raises(SessionTimeoutError):
        Refuter(puzzle, DEFAULT, None, most=0.0).refute({}, None)

    def late(_: State) -> None:
        raise SessionTimeoutError("late")

    reasoning = reasoner(Puzzle(rectangle(1, 5), {0: 1}), 1)
    kept = list(explained_steps(reasoning, None, late))
    assert kept
    assert not reasoning.finished
