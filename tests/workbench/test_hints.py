"""Hints for a person who has written numbers: they build on no mistake, and name one only if asked."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import workbench.deduce.mistakes
from drivers.errors import SolverNotFoundError
from fillomino import formats
from fillomino.backtracking import search
from fillomino.boards import from_spec
from fillomino.deduction.rules import table
from fillomino.puzzle import Filling, Puzzle
from tests.workbench.conftest import EXAMPLES, Done, Runner
from workbench.deduce.mistakes import Mistakes, mistakes, premises
from workbench.methods.smt import SmtMethod

FIRST = EXAMPLES / "first.txt"
SEVERAL = EXAMPLES / "several.txt"
BASIC = EXAMPLES / "basic.json"


def read(path: Path) -> Puzzle:
    return formats.read_bytes(path.read_bytes(), source=path.name).puzzle


def solved(path: Path) -> Filling:
    return search(read(path)).fillings[0]


def written(path: Path, numbers: dict[str, int]) -> Filling:
    """The numbers of some cells, by their names, and 0 elsewhere."""
    return tuple(numbers.get(name, 0) for name in read(path).board.names)


def hint(fillomino: Runner, path: Path, numbers: Filling, *options: str) -> Done:
    width = int(path.read_text(encoding="utf-8").split()[1])
    rows = [numbers[at : at + width] for at in range(0, len(numbers), width)]
    text = f"{len(rows)} {width}\n" + "".join(" ".join(map(str, row)) + "\n" for row in rows)
    return fillomino("deduce", path, "--hint", "--filling", "-", *options, stdin=text)


def test_a_wrong_number_comes_first_and_is_named_only_if_asked(fillomino: Runner) -> None:
    numbers = written(FIRST, {"r1c1": 5, "r2c1": 2})
    done = hint(fillomino, FIRST, numbers)
    assert (done.code, done.out, done.err) == (1, "A number of yours is wrong; --which names it.\n", "")
    assert hint(fillomino, FIRST, numbers, "--which").out == "Wrong: r1c1 = 5.\n"
    row = json.loads(hint(fillomino, FIRST, numbers, "--json").out)
    assert (row["mistake"], row["steps"], "wrong" in row) == (True, [], False)
    row = json.loads(hint(fillomino, FIRST, numbers, "--json", "--which").out)
    assert row["wrong"] == ["r1c1"]


def test_hints_lead_to_the_solution_and_repeat_no_number(fillomino: Runner) -> None:
    answer, names = solved(FIRST), read(FIRST).board.names
    numbers = [answer[0], *[0] * (len(answer) - 1)]
    while not all(read(FIRST).clues.get(cell, number) for cell, number in enumerate(numbers)):
        row = json.loads(hint(fillomino, FIRST, tuple(numbers), "--json").out)
        step = row["steps"][-1]
        assert (row["mistake"], step["kind"]) == (False, "fix")
        cells = [names.index(cell) for cell in step["cells"]]
        assert [answer[cell] for cell in cells] == [step["number"]] * len(cells)
        assert not all(numbers[cell] for cell in cells)
        for cell in cells:
            numbers[cell] = step["number"]
    assert hint(fillomino, FIRST, tuple(numbers)).out == "Every cell is filled.\n"


def test_a_written_number_is_built_on(fillomino: Runner) -> None:
    easy = ("--level", str(table.level("single_exit")))
    assert hint(fillomino, SEVERAL, written(SEVERAL, {}), *easy).out.endswith("The rules find no more.\n")
    done = hint(fillomino, SEVERAL, written(SEVERAL, {"r1c2": 6}), *easy)
    assert done.out == (
        f"{table.label('single_exit')} single exit: r1c3 is 6: the 6 at r1c2 can grow nowhere else.\n"
    )


def test_where_there_are_several_solutions_fewest_are_named(fillomino: Runner) -> None:
    one = written(SEVERAL, {"r1c2": 6, "r3c2": 4})
    other = written(SEVERAL, {"r2c4": 4, "r3c2": 4})
    for right in (one, other):
        assert mistakes(read(SEVERAL), right) == Mistakes()
    both = tuple(map(max, one, other))
    assert hint(fillomino, SEVERAL, both).out == "A number of yours is wrong; --which names it.\n"
    told = hint(fillomino, SEVERAL, both, "--which").out
    assert told == "These can't all be right: r1c2 = 6, r2c4 = 4.\n"
    assert mistakes(read(SEVERAL), written(SEVERAL, {"r1c2": 9})) == Mistakes((1,))


def test_a_changed_clue_and_a_number_beyond_the_board_are_wrong() -> None:
    assert mistakes(read(FIRST), written(FIRST, {"r1c2": 4})) == Mistakes((1,))
    assert mistakes(read(SEVERAL), written(SEVERAL, {"r1c2": 17})) == Mistakes((1,))


def test_a_region_of_a_basic_puzzle_needs_a_clue_of_the_puzzle() -> None:
    answer = solved(BASIC)
    right = premises(read(BASIC), answer, mistakes(read(BASIC), answer))
    assert set(right.clues) == set(range(len(answer)))
    cell = next(x for x in range(len(answer)) if x not in read(BASIC).clues)
    wrong = tuple(number % 3 + 1 if x == cell else 0 for x, number in enumerate(answer))
    found = mistakes(read(BASIC), wrong)
    assert found == Mistakes((cell,))
    assert premises(read(BASIC), wrong, found) == read(BASIC)


def test_without_a_verdict_a_hint_builds_on_the_clues_alone(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(*_: object) -> None:
        raise SolverNotFoundError("no solver")

    monkeypatch.setattr(SmtMethod, "run", nobody)
    done = hint(fillomino, FIRST, written(FIRST, {"r1c1": 2}))
    assert done.out == fillomino("deduce", FIRST, "--hint").out
    assert done.err == (
        "fillomino: it was not decided if your numbers are right: the hint builds on the clues alone\n"
    )
    row = json.loads(hint(fillomino, FIRST, written(FIRST, {"r1c1": 2}), "--json", "--which").out)
    assert (row["mistake"], row["wrong"]) == (None, [])
    assert hint(fillomino, FIRST, written(FIRST, {"r1c1": 5}), "--which").out == "Wrong: r1c1 = 5.\n"


def test_a_puzzle_without_solution_has_no_wrong_numbers(fillomino: Runner) -> None:
    none = EXAMPLES / "none.txt"
    numbers = tuple([0] * read(none).board.size)
    assert mistakes(read(none), (*numbers[:-1], 1)) is None
    assert hint(fillomino, none, (*numbers[:-1], 1)).code == 1


def test_time_for_all_questions_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = SmtMethod.run

    def watched(self: SmtMethod, name: str, puzzle: Puzzle, question: object) -> object:
        asked.append(question.seconds)  # type: ignore[attr-defined]
        return real(self, name, puzzle, question)  # type: ignore[arg-type]

    monkeypatch.setattr(SmtMethod, "run", watched)
    monkeypatch.setattr(workbench.deduce.mistakes, "monotonic", iter(range(100)).__next__)
    both = written(SEVERAL, {"r1c2": 6, "r2c4": 4, "r3c2": 4})
    found = mistakes(read(SEVERAL), both, 4)
    assert found is not None and set(found.cells) >= {1, 7}
    assert asked == [3, 2, 0.1]  # then time is over


def test_mistakes_are_those_of_all_solutions() -> None:
    """On small boards, where backtracking gives them all."""
    chance = random.Random(26)
    seen = set()
    for _ in range(40):
        board = from_spec(chance.choice(("2x3", "3x3", "torus:3x3")))
        free = Puzzle(
            board,
            {},
            checkered=chance.random() < 0.2,
            largest_region=chance.choice((4, None, None)),
        )
        answer = chance.choice(search(free, limit=50).fillings)
        clues = {cell: answer[cell] for cell in range(board.size) if chance.random() < 0.5}
        puzzle = replace(free, clues=clues, basic=chance.random() < 0.2)
        solutions = search(puzzle, limit=10**6).fillings
        numbers = tuple(
            0
            if cell in clues or chance.random() < 0.5
            else chance.choice((answer[cell], chance.randint(1, 5)))
            for cell in range(board.size)
        )
        fits = [filling for filling in solutions if all(map(_agree, numbers, filling))]
        found = mistakes(puzzle, numbers)
        seen.add((len(solutions) > 1, bool(fits)))
        if not solutions:
            assert found in (None, Mistakes())
        elif found is None:
            assert puzzle.basic and len(solutions) > 1
        elif fits:
            assert found == Mistakes()
        else:
            together = [number if cell in found.cells else 0 for cell, number in enumerate(numbers)]
            assert found.cells and all(together[cell] for cell in found.cells)
            assert not any(all(map(_agree, together, filling)) for filling in solutions)
            for cell in found.cells if found.each else ():
                assert all(filling[cell] != numbers[cell] for filling in solutions)
    assert seen >= {(True, True), (True, False), (False, True), (False, False)}


def _agree(number: int, solved: int) -> bool:
    return number in (0, solved)
