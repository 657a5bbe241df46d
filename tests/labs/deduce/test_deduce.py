"""The command `deduce`: steps, hints, ratings; `solve --by`; and the next number where the rules end."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import labs.deduce.mistakes
from drivers import Limits
from drivers.errors import SessionTimeoutError, SolverNotFoundError
from drivers.solvers import YICES
from fillomino.backtracking import search
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.reason import reasoner
from fillomino.deduction.rules import registry
from fillomino.deduction.rules.cells import MINIMAL_SET
from fillomino.deduction.state import State
from fillomino.deduction.step import Kind
from fillomino.deduction.strategies import STRATEGIES
from fillomino.graph import bits
from fillomino.puzzle import Filling, Puzzle
from labs.deduce.mistakes import Mistakes, mistakes, premises
from labs.deduce.rating import rate
from tests.support.boards import ODD, read
from tests.support.brute import by_placing, keeps
from tests.support.processes import python, shell
from tests.workbench.conftest import EXAMPLES, Done, Runner, denier
from workbench.cli.output import MEMORY
from workbench.fillomino import forced
from workbench.fillomino.contradicted import ContradictedError
from workbench.fillomino.deduction_steps import explained_steps
from workbench.fillomino.forced import Forced, Refuter
from workbench.methods.smt import SmtMethod

FIRST, SEVERAL, NONE, TWENTY = (EXAMPLES / f"{name}.txt" for name in ("first", "several", "none", "twenty"))
BASIC, LARGER = EXAMPLES / "basic.json", EXAMPLES / "larger-than-every-clue.txt"
LIMITS = Limits(seconds=600)


# --- what is known, and the steps to it


def test_deduce_says_what_is_known(fillomino: Runner) -> None:
    left = fillomino("deduce", FIRST, "--json").ended(0).row["candidates"]
    assert [*left.values()] == [[number] for number in search(read(FIRST)).fillings[0]]
    found = fillomino.row("deduce", SEVERAL, "--level", "3")["candidates"]
    assert (found["r1c2"], sum(len(left) > 1 for left in found.values())) == ([2, 3, 4, 5, 6], 12)
    row = fillomino("deduce", NONE, "--steps", "--json").ended(1).row
    assert (row["consistent"], row["steps"][-1]["rule"]) == (False, registry.label("single_exit"))
    fillomino("deduce", TWENTY, "--timeout", "0.001").ended(3)
    steps = fillomino.row("deduce", FIRST, "--steps")["steps"]
    assert steps[0]["rule"] == "S1"
    told = fillomino("deduce", FIRST, "--steps").out
    assert [step["text"] for step in steps if step["text"] not in told] == []


def test_deduce_in_json(fillomino: Runner) -> None:
    row = fillomino.row("deduce", FIRST, "--steps")
    assert (row["consistent"], row["solved"], row["finished"]) == (True, True, True)
    assert (row["level"], row["candidates"]["r1c1"]) == (registry.level("bottleneck"), [2])
    assert {"rule", "name", "kind", "number", "cells", "because", "text"} == set(row["steps"][0])
    hinted = fillomino.row("hint", FIRST)
    assert set(fillomino.row("deduce", FIRST)) | {"steps"} == set(row) == set(hinted)
    assert (hinted["solved"], hinted["candidates"]["r5c1"]) == (False, [3])


def test_the_trace_of_backtracking(fillomino: Runner, tmp_path: Path) -> None:
    """Steps and guesses lead to the solution: what stands when the trace ends is not taken back."""
    done = search(read(SEVERAL), strategies=frozenset(STRATEGIES), order="first", limit=1)
    pictures = tmp_path / "steps"
    row = fillomino.row("deduce", SEVERAL, "--level", "thesis", "--steps", "--svg-steps", pictures)
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


@pytest.mark.parametrize("name", ["first.txt", "hexagon.json", "holes.txt"])
def test_pictures_of_steps(fillomino: Runner, tmp_path: Path, name: str) -> None:
    steps = fillomino.row("deduce", EXAMPLES / name, "--steps", "--svg-steps", tmp_path)["steps"]
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
    puzzle, pictures = (
        fillomino.write("puzzle.txt", registry.find("completions").example),
        tmp_path / "pictures",
    )
    steps = fillomino.row("deduce", puzzle, "--steps", "--svg-steps", pictures)["steps"]
    first = next(number for number, step in enumerate(steps, start=1) if step["name"] == "completions")
    texts = [text.text or "" for text in ET.parse(pictures / f"{first:03}.svg").getroot()[1:] if text.text]
    assert sorted(text for text in texts if text.isalpha()) == ["ab", "abc", "ac", "bc"]


# --- ratings


def test_rate(fillomino: Runner) -> None:
    first, several = fillomino.rows("rate", FIRST, SEVERAL)
    assert (first["level"], first["score"], first["depth"]) == (
        registry.level("bottleneck"),
        rate(read(FIRST)).score,
        0,
    )
    assert first["steps"]["S0"] == 3
    assert several["level"] == registry.beyond()
    assert fillomino("rate", NONE, "--json").ended(1).row["puzzle"] == str(NONE)
    bad = fillomino.write("bad.txt", "2 2\n1 x\n")
    wrong, row = fillomino("rate", bad, FIRST, "--json", "--depth", "0").ended(2).rows
    assert "error" in wrong
    assert (row["level"], row["depth"]) == (registry.level("bottleneck"), None)
    assert sum(row["steps"].values()) == 32
    late = rate(read(TWENTY), seconds=0.0, depth_seconds=0.001)
    assert (late.level, late.depth, late.consistent) == (None, None, True)


# --- solve --by


def test_what_deduction_leaves_is_told(fillomino: Runner) -> None:
    row = fillomino("solve", SEVERAL, "--by", "deduction", "--json").ended(3).row
    assert (row["status"], row["open_cells"]) == ("unknown", 12)
    limits = ("--timeout", "0.001", "--limit", "100000")
    row = fillomino("solve", SEVERAL, "--by", "backtracking", *limits, "--json").ended(3).row
    assert (row["complete"], bool(row["error"])) == (False, True)


# --- hints: on clues alone, and for a person who has written numbers


def test_a_hint_is_the_next_number_and_true(fillomino: Runner) -> None:
    [step] = fillomino.row("hint", FIRST)["steps"]
    assert (step["rule"], step["kind"]) == (registry.label("single_exit"), "fix")
    assert (step["cells"], step["number"], step["because"]) == (["r5c1"], 3, ["r4c1"])
    for path in (EXAMPLES / "hidden.txt", LARGER, EXAMPLES / "hexagon.json"):
        [filling] = search(read(path)).fillings
        step = fillomino.row("hint", path)["steps"][-1]
        assert step["kind"] == "fix"
        names = read(path).board.names
        assert all(filling[names.index(name)] == step["number"] for name in step["cells"])


@pytest.mark.parametrize(
    ("puzzle", "options", "code"),
    [
        (SEVERAL, ("--level", "0"), 0),
        (SEVERAL, ("--level", "1"), 0),  # after a step that only rules out
        (TWENTY, ("--timeout", "0.001"), 3),
        ("2x1:22", (), 0),
    ],
)
def test_a_hint_where_there_is_none(
    fillomino: Runner, puzzle: str | Path, options: tuple[str, ...], code: int
) -> None:
    row = fillomino("hint", puzzle, *options, "--json").ended(code).row
    assert not [step for step in row["steps"] if step["kind"] == "fix"]


def test_a_hint_where_there_is_no_filling(fillomino: Runner) -> None:
    assert fillomino("hint", NONE, "--json").ended(1).row["consistent"] is False
    numbers = (*[0] * (read(NONE).board.size - 1), 1)
    assert mistakes(read(NONE), numbers) is None
    assert hint(fillomino, NONE, numbers).code == 1


def written(path: Path, numbers: dict[str, int]) -> Filling:
    """The numbers of some cells, by their names, and 0 elsewhere."""
    return tuple(numbers.get(name, 0) for name in read(path).board.names)


def hint(fillomino: Runner, path: Path, numbers: Filling, *options: str) -> Done:
    width = int(path.read_text(encoding="utf-8").split()[1])
    rows = [numbers[at : at + width] for at in range(0, len(numbers), width)]
    text = f"{len(rows)} {width}\n" + "".join(" ".join(map(str, row)) + "\n" for row in rows)
    return fillomino("hint", path, "-", *options, stdin=text)


def test_a_wrong_number_comes_first_and_is_named_only_if_asked(fillomino: Runner) -> None:
    numbers = written(FIRST, {"r1c1": 5, "r2c1": 2})
    assert "r1c1" not in hint(fillomino, FIRST, numbers).ended(1, "").out
    row = hint(fillomino, FIRST, numbers, "--json").row
    assert (row["mistake"], row["steps"], "wrong" in row) == (True, [], False)
    assert hint(fillomino, FIRST, numbers, "--json", "--which").row["wrong"] == ["r1c1"]


def test_hints_lead_to_the_solution_and_repeat_no_number(fillomino: Runner) -> None:
    puzzle, answer = read(FIRST), search(read(FIRST)).fillings[0]
    numbers = [answer[0], *[0] * (len(answer) - 1)]
    while not all(puzzle.clues.get(cell, number) for cell, number in enumerate(numbers)):
        row = hint(fillomino, FIRST, tuple(numbers), "--json").row
        step = row["steps"][-1]
        assert (row["mistake"], step["kind"]) == (False, "fix")
        cells = [puzzle.board.names.index(cell) for cell in step["cells"]]
        assert [answer[cell] for cell in cells] == [step["number"]] * len(cells)
        assert not all(numbers[cell] for cell in cells)
        for cell in cells:
            numbers[cell] = step["number"]
    assert hint(fillomino, FIRST, tuple(numbers), "--json").row["steps"] == []
    easy = ("--level", str(registry.level("single_exit")))  # a written number is built on
    steps = hint(fillomino, SEVERAL, written(SEVERAL, {}), *easy, "--json").row["steps"]
    assert "fix" not in {step["kind"] for step in steps}
    step = hint(fillomino, SEVERAL, written(SEVERAL, {"r1c2": 6}), *easy, "--json").row["steps"][-1]
    assert (step["rule"], step["cells"], step["number"]) == (registry.label("single_exit"), ["r1c3"], 6)


def test_where_there_are_several_solutions_fewest_are_named(fillomino: Runner) -> None:
    one = written(SEVERAL, {"r1c2": 6, "r3c2": 4})
    other = written(SEVERAL, {"r2c4": 4, "r3c2": 4})
    for right in (one, other):
        assert mistakes(read(SEVERAL), right) == Mistakes()
    both = tuple(map(max, one, other))
    assert "r1c2" not in hint(fillomino, SEVERAL, both).ended(1).out
    assert hint(fillomino, SEVERAL, both, "--which", "--json").row["wrong"] == ["r1c2", "r2c4"]
    for path, number in ((SEVERAL, 9), (FIRST, 4), (SEVERAL, 17)):  # a changed clue, and beyond the board
        assert mistakes(read(path), written(path, {"r1c2": number})) == Mistakes((1,))


def test_a_region_of_a_basic_puzzle_needs_a_clue_of_the_puzzle() -> None:
    puzzle, answer = read(BASIC), search(read(BASIC)).fillings[0]
    assert set(premises(puzzle, answer, mistakes(puzzle, answer)).clues) == set(range(len(answer)))
    cell = next(x for x in range(len(answer)) if x not in puzzle.clues)
    wrong = tuple(number % 3 + 1 if x == cell else 0 for x, number in enumerate(answer))
    found = mistakes(puzzle, wrong)
    assert found == Mistakes((cell,))
    assert premises(puzzle, wrong, found) == puzzle


def test_without_a_verdict_a_hint_builds_on_the_clues_alone(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(*_: object) -> None:
        raise SolverNotFoundError("no solver")

    monkeypatch.setattr(SmtMethod, "run", nobody)
    numbers = written(FIRST, {"r1c1": 2})
    assert hint(fillomino, FIRST, numbers).err.count("\n") == 1
    row = hint(fillomino, FIRST, numbers, "--json", "--which").row
    assert (row["mistake"], row["wrong"]) == (None, [])
    assert row["steps"] == fillomino.row("hint", FIRST)["steps"]
    assert hint(fillomino, FIRST, written(FIRST, {"r1c1": 5}), "--which", "--json").row["wrong"] == ["r1c1"]


def test_time_for_all_questions_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = SmtMethod.run

    def watched(self: SmtMethod, name: str, puzzle: Puzzle, question: object) -> object:
        asked.append(question.seconds)  # type: ignore[attr-defined]
        return real(self, name, puzzle, question)  # type: ignore[arg-type]

    monkeypatch.setattr(SmtMethod, "run", watched)
    monkeypatch.setattr(labs.deduce.mistakes, "monotonic", iter(range(0, 60_000, 600)).__next__)
    found = mistakes(read(SEVERAL), written(SEVERAL, {"r1c2": 6, "r2c4": 4, "r3c2": 4}), 2400)
    assert found is not None and set(found.cells) >= {1, 7}
    assert asked == [1800, 1200, 0.1]  # then time is over


def test_mistakes_are_those_of_all_solutions() -> None:
    """On small boards, where backtracking gives them all."""
    chance = random.Random(26)
    seen = set()
    for _ in range(40):
        board = from_spec(chance.choice(("2x3", "3x3", "torus:3x3")))
        checkered, largest = chance.random() < 0.2, chance.choice((4, None, None))
        free = Puzzle(board, {}, checkered=checkered, largest_region=largest)
        answer = chance.choice(search(free, limit=50).fillings)
        clues = {cell: answer[cell] for cell in range(board.size) if chance.random() < 0.5}
        puzzle = free.replace(clues=clues, basic=chance.random() < 0.2)
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


# --- the next number where the rules end: a minimal set of known numbers that forces it


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
        further = Forced(puzzle, YICES, LIMITS)
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
    puzzle = read(FIRST)
    whole, reasoning = reasoner(puzzle), reasoner(puzzle, 2)
    whole.run()
    further = Forced(puzzle, YICES, LIMITS)
    steps = [one.step.rule for one in explained_steps(reasoning, None, further)]
    assert reasoning.solved
    assert reasoning.candidates() == whole.candidates()
    assert MINIMAL_SET.name in steps
    assert steps[-1] != MINIMAL_SET.name or len(set(steps)) > 1
    assert fillomino("deduce", SEVERAL, "--level", "9").out == fillomino("deduce", SEVERAL).out  # none forced
    monkeypatch.setattr(registry, "RULES", registry.RULES[:3])  # S0 and S1
    highest = registry.beyond()
    assert fillomino.row("deduce", FIRST, "--level", str(highest - 1))["solved"] is False
    row = fillomino.row("deduce", FIRST, "--level", str(highest), "--steps")
    assert (row["solved"], row["level"]) == (True, highest)
    assert f"S{highest}" in {step["rule"] for step in row["steps"]}
    assert fillomino.row("hint", FIRST, "--level", str(highest))["steps"][-1]["rule"] == f"S{highest}"


def test_the_cell_is_the_one_that_leaves_the_fewest_open(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = read(LARGER)
    state, first = State(puzzle.replace(clues={})), min(puzzle.clues)
    given = puzzle.replace(clues={first: puzzle.clues[first]})
    open_cells = deduce(given, Level.AHEAD).filling().count(0)
    assert 0 < open_cells < puzzle.board.size
    assert forced._left(state, puzzle.clues[first], first) == open_cells
    assert state.unfixed.bit_count() == puzzle.board.size
    puzzle = Puzzle(rectangle(1, 4), {0: 1, 3: 3})
    for wanted in (1, 2):
        monkeypatch.setattr(forced, "_left", lambda *its, wanted=wanted: its[2] != wanted)
        step = Forced(puzzle, YICES, LIMITS)(State(puzzle))
        assert step is not None
        assert step.cells == 1 << wanted


def test_numbers_that_leave_no_solution_and_a_lie_about_it() -> None:
    puzzle = Puzzle(rectangle(1, 6), {0: 4, 3: 1, 5: 2})
    step = Forced(puzzle, YICES, LIMITS)(State(puzzle))
    assert step is not None
    assert (step.kind, list(bits(step.because))) == (Kind.STOP, [0, 3])
    assert "r1c1 and r1c4" in MINIMAL_SET.describe(step, puzzle.board)
    puzzle = Puzzle(rectangle(2, 2), {})  # on which deduction does not find the number of any cell
    with pytest.raises(ContradictedError):
        Forced(puzzle, denier("liar"), LIMITS)(State(puzzle))


def test_what_was_not_decided_in_time_spares_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(1, 3), {0: 1, 2: 2})
    with monkeypatch.context() as patience:
        patience.setattr(forced, "PATIENCE", -1.0)
        step = Forced(puzzle, YICES, LIMITS)(State(puzzle))
    assert step is not None
    assert (step.number, step.cells, step.because, step.detail) == (2, 0b010, 0b101, 2)
    assert "2 of them" in MINIMAL_SET.describe(step, puzzle.board)
    puzzle = read(LARGER)
    monkeypatch.setattr(forced, "SECONDS", 0.0)
    monkeypatch.setattr(Refuter, "_has_filling", lambda *_: None)
    step = Forced(puzzle, YICES, LIMITS)(State(puzzle))
    assert step is not None  # for the puzzle has one solution
    assert step.because == sum(1 << cell for cell in puzzle.clues)
    assert step.detail == len(puzzle.clues)


def test_when_time_is_up_the_steps_so_far_are_kept() -> None:
    with pytest.raises(SessionTimeoutError):
        Refuter(Puzzle(rectangle(2, 3), {0: 2, 5: 3}), YICES, None, most=0.0).refute({}, None)

    def late(_: State) -> None:
        raise SessionTimeoutError("late")

    reasoning = reasoner(Puzzle(rectangle(1, 5), {0: 1}), 1)
    assert list(explained_steps(reasoning, None, late))
    assert not reasoning.finished


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp437", "utf-8"])
def test_the_board_is_drawn_whatever_the_encoding(encoding: str) -> None:
    done = python("-m", "workbench", "deduce", FIRST, check=True, PYTHONIOENCODING=encoding)
    assert done.stdout.startswith("┌───")
    assert done.stderr == ""


def test_a_sentence_and_exit_code_3() -> None:
    """Python begins, but not all of our modules can be loaded: with the most memory that is too little.

    With less, Python itself may go round in circles for ever: so its CPU time is limited, too.
    """
    short = None
    for mib in count(12):
        done = shell(f"ulimit -v {mib << 10} -t 10; fillomino deduce examples/first.txt")
        if done.returncode == 0:
            break
        short = done
    assert short is not None
    assert (short.returncode, short.stdout, short.stderr) == (3, "", f"fillomino: {MEMORY}\n")
