"""The command `deduce`: steps, hints, ratings; `solve --by`; and the next number where the rules end."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import workbench.deduce.mistakes
from drivers import Limits
from drivers.errors import SessionTimeoutError, SolverNotFoundError
from drivers.solvers import DEFAULT
from fillomino import formats
from fillomino.backtracking import search
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.premises import Kind
from fillomino.deduction.rating import rate
from fillomino.deduction.reason import reasoner
from fillomino.deduction.rules import minimal_set, table
from fillomino.deduction.rules import table as rules
from fillomino.deduction.rules.table import beyond
from fillomino.deduction.state import State
from fillomino.deduction.strategies import STRATEGIES
from fillomino.graph import bits
from fillomino.puzzle import Filling, Puzzle
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.workbench.conftest import EXAMPLES, Done, Runner, denier
from workbench.deduce.mistakes import Mistakes, mistakes, premises
from workbench.deduce.steps import explained_steps
from workbench.explain import forced
from workbench.explain.forced import Forced, Refuter
from workbench.methods.contradicted import ContradictedError
from workbench.methods.smt import SmtMethod

FIRST = EXAMPLES / "first.txt"
SEVERAL = EXAMPLES / "several.txt"
NONE = EXAMPLES / "none.txt"


def test_deduce_says_what_is_known(fillomino: Runner) -> None:
    done = fillomino("deduce", FIRST).ended(0)
    assert done.out.startswith("┌───┬───┬───────────┐\n│ 2 │(3)│ 4   4  (4)│\n")
    assert f"solved without a guess, by S0 to {rules.label('bottleneck')}" in done.out


def test_deduce_says_what_is_left(fillomino: Runner) -> None:
    done = fillomino("deduce", SEVERAL, "--level", "3")
    assert done.code == 0
    assert "the rules find no more after 1 step; 12 cells are left open:\n  r1c2: 2-6\n" in done.out


def test_deduce_tells_steps(fillomino: Runner) -> None:
    lines = fillomino("deduce", FIRST, "--steps").out.splitlines()
    steps = [line for line in lines if re.match(r" *\d+\. S\d ", line)]
    assert steps[0].startswith("  1. S1 border and merge: ")
    assert f"({len(steps)} steps)" in lines[-1]


def test_the_trace_of_backtracking(fillomino: Runner, tmp_path: Path) -> None:
    """Steps and guesses lead to the solution: what stands when the trace ends is not taken back."""
    puzzle = formats.read_bytes(SEVERAL.read_bytes(), source="several").puzzle
    done = search(puzzle, strategies=frozenset(STRATEGIES), order="first", limit=1)
    pictures = tmp_path / "steps"
    run = fillomino("deduce", SEVERAL, "--level", "thesis", "--steps", "--json", "--svg-steps", pictures)
    row = run.row
    guesses = [step for step in row["steps"] if step["kind"] == "guess"]
    assert done.nodes > 0
    assert (row["guesses"], row["depth"], row["solved"]) == (done.nodes, done.depth, True)
    assert (len(guesses), max(step["depth"] for step in guesses)) == (done.nodes, done.depth)
    standing = {step["depth"]: step for step in guesses}
    for depth, step in standing.items():
        if depth <= row["steps"][-1]["depth"]:
            assert row["candidates"][step["cells"][0]] == [step["number"]]
    assert len(list(pictures.glob("*.svg"))) == len(row["steps"])
    assert fillomino("deduce", NONE, "--level", "thesis").code == 1


def test_a_hint_is_the_next_number_and_true(fillomino: Runner) -> None:
    sentence = "single exit: r5c1 is 3: the 3 at r4c1 can grow nowhere else.\n"
    assert fillomino("deduce", FIRST, "--hint").out == f"{rules.label('single_exit')} {sentence}"
    for path in (EXAMPLES / "hidden.txt", EXAMPLES / "larger-than-every-clue.txt", EXAMPLES / "hexagon.json"):
        puzzle = formats.read_bytes(path.read_bytes(), source=path.name).puzzle
        [filling] = search(puzzle).fillings
        hint = fillomino.row("deduce", path, "--hint")["steps"][-1]
        assert hint["kind"] == "fix"
        for name in hint["cells"]:
            assert filling[puzzle.board.names.index(name)] == hint["number"]


@pytest.mark.parametrize(
    ("puzzle", "options", "code", "last"),
    [
        (SEVERAL, ("--level", "0"), 0, "The rules find no more."),
        (SEVERAL, ("--level", "1"), 0, "The rules find no more."),  # after a step that only rules out
        (SEVERAL, ("--timeout", "0.001"), 3, "Time ran out."),
        ("2x1:22", (), 0, "Every cell is filled."),
    ],
)
def test_a_hint_where_there_is_none(
    fillomino: Runner, puzzle: str | Path, options: tuple[str, ...], code: int, last: str
) -> None:
    done = fillomino("deduce", puzzle, "--hint", *options)
    assert (done.code, done.out.splitlines()[-1]) == (code, last)
    row = fillomino.row("deduce", puzzle, "--hint", *options)
    assert not [step for step in row["steps"] if step["kind"] == "fix"]


def test_a_hint_where_there_is_no_filling(fillomino: Runner) -> None:
    done = fillomino("deduce", NONE, "--hint")
    assert (done.code, done.out) == (1, fillomino("deduce", NONE).out)
    row = fillomino("deduce", NONE, "--hint", "--json")
    assert (row.code, row.row["consistent"]) == (1, False)


def test_deduce_finds_contradictions(fillomino: Runner) -> None:
    done = fillomino("deduce", NONE).ended(1)
    assert done.out.startswith(f"no solution: {rules.label('single_exit')} single exit: ")


def test_deduce_in_json(fillomino: Runner) -> None:
    row = fillomino.row("deduce", FIRST, "--steps")
    assert (row["consistent"], row["solved"], row["finished"]) == (True, True, True)
    assert row["level"] == rules.level("bottleneck")
    assert row["candidates"]["r1c1"] == [2]
    assert {"rule", "name", "kind", "number", "cells", "because", "text"} == set(row["steps"][0])
    without = fillomino.row("deduce", FIRST)
    hinted = fillomino.row("deduce", FIRST, "--hint")
    assert set(without) | {"steps"} == set(row) == set(hinted)
    assert (hinted["solved"], hinted["candidates"]["r5c1"]) == (False, [3])


def test_deduce_runs_out_of_time(fillomino: Runner) -> None:
    fillomino("deduce", EXAMPLES / "twenty.txt", "--timeout", "0.001").ended(3).says("time ran out after")


@pytest.mark.parametrize("name", ["first.txt", "hexagon.json", "holes.txt"])
def test_pictures_of_steps(fillomino: Runner, tmp_path: Path, name: str) -> None:
    done = fillomino("deduce", EXAMPLES / name, "--json", "--steps", "--svg-steps", tmp_path)
    steps = done.row["steps"]
    pictures = sorted(tmp_path.glob("*.svg"))
    assert [picture.stem for picture in pictures] == [f"{n:03}" for n in range(1, len(steps) + 1)]
    for picture, step in zip(pictures, steps, strict=True):
        root = ET.parse(picture).getroot()
        assert root[0].text == step["text"]
        shades = [e for e in root.iter() if e.get("fill-opacity")]
        assert len(shades) == len(set(step["cells"]) | set(step["because"]))
        struck = [e for e in root.iter() if e.get("stroke") == "#c8402f"]
        assert len(struck) == (len(step["cells"]) if step["kind"] == "strike" else 0)
    assert (tmp_path / "index.html").read_text().count("<figure>") == len(steps)


def test_the_completions_of_a_group_are_lettered(fillomino: Runner, tmp_path: Path) -> None:
    """By hand: the 4 at r2c1 can take r1c1 r1c2 r1c3 (a), r1c1 r1c2 r2c2 (b) or r2c2 r1c2 r1c3 (c)."""
    puzzle = fillomino.write("puzzle.txt", rules.find("completions").example)
    pictures = tmp_path / "pictures"
    done = fillomino("deduce", puzzle, "--json", "--steps", "--svg-steps", pictures)
    numbered = enumerate(done.row["steps"], start=1)
    first = next(number for number, step in numbered if step["name"] == "completions")
    texts = [text.text or "" for text in ET.parse(pictures / f"{first:03}.svg").getroot()[1:] if text.text]
    letters = sorted(text for text in texts if text.isalpha())
    assert letters == ["ab", "abc", "ac", "bc"]


def test_rate(fillomino: Runner) -> None:
    done = fillomino("deduce", "--rate", FIRST, SEVERAL)
    first, several = done.out.splitlines()
    score = rate(formats.read(FIRST.read_text()).puzzle).score
    assert f"level {rules.level('bottleneck')} (bottleneck), score {score}, depth 0; 3 S0" in first
    assert f"level {beyond()} (beyond all rules, 12 cells open)" in several
    none = fillomino("deduce", "--rate", NONE)
    assert (none.code, none.out) == (1, f"{NONE}: no solution\n")


def test_rate_in_json_goes_on_after_bad_input(fillomino: Runner, tmp_path: Path) -> None:
    bad = fillomino.write("bad.txt", "2 2\n1 x\n")
    done = fillomino("deduce", "--rate", bad, FIRST, "--json", "--depth", "0").ended(2)
    wrong, row = done.rows
    assert "error" in wrong
    assert (row["level"], row["depth"]) == (rules.level("bottleneck"), None)
    assert sum(row["steps"].values()) == 32


def test_the_level_is_that_of_the_easiest_rules_that_do() -> None:
    for path in sorted(EXAMPLES.glob("*.*")):
        if path.suffix == ".py":
            continue
        puzzle = formats.read_bytes(path.read_bytes(), source=path.name).puzzle
        if puzzle.board.size > 50 or path == SEVERAL:
            continue
        level = rate(puzzle, depth_seconds=0).level
        if level in (None, 0, beyond()):
            continue
        for upto, enough in ((level, True), (level - 1, False)):
            reasoning = reasoner(puzzle, upto)
            reasoning.run()
            assert reasoning.solved is enough, (path.name, upto)


def test_rating_runs_out_of_time() -> None:
    puzzle = formats.read_bytes((EXAMPLES / "twenty.txt").read_bytes(), source="twenty").puzzle
    rating = rate(puzzle, seconds=0.0, depth_seconds=0.001)
    assert (rating.level, rating.depth, rating.consistent) == (None, None, True)


@pytest.mark.parametrize("by", ["deduction", "backtracking"])
def test_solve_without_a_solver(fillomino: Runner, by: str) -> None:
    done = fillomino("solve", FIRST, "--by", by, "--unique", "--plain").ended(0)
    smt = fillomino("solve", FIRST, "--plain")
    assert done.out == smt.out
    assert f"solved by {by}, the only solution (" in fillomino("solve", FIRST, "--by", by, "--unique").out
    assert fillomino("solve", NONE, "--by", by).code == 1


def test_solve_by_deduction_leaves_what_needs_a_guess(fillomino: Runner) -> None:
    fillomino("solve", SEVERAL, "--by", "deduction").ended(3).says("12 cells are open; try --by backtracking")


def test_solve_by_backtracking_finds_all(fillomino: Runner) -> None:
    row = fillomino.row("solve", SEVERAL, "--by", "backtracking", "--limit", "1000")
    smt = fillomino.row("solve", SEVERAL, "--limit", "1000")
    assert row["complete"]
    assert sorted(row["fillings"]) == sorted(smt["fillings"])
    assert fillomino("solve", SEVERAL, "--by", "backtracking", "--unique").code == 1


def test_solve_by_backtracking_gives_up(fillomino: Runner) -> None:
    done = fillomino("solve", SEVERAL, "--by", "backtracking", "--timeout", "0.001", "--limit", "100000")
    assert done.code == 3
    assert "gave up after" in done.out


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
