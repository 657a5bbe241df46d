"""Every encoding, by every solver that takes it, in every variant, against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, product

import pytest

from drivers import Limits, Sat, Session, Solver, Unsat, find, installed, run
from encoder.encoding import Encoding
from encoder.encodings.registry import METHODS
from encoder.puzzle_script import PuzzleScript, block, decode
from fillomino.board import Board, rectangle
from fillomino.boards import from_spec
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling, Puzzle
from smtlib.render import driver, preamble
from tests.support.boards import ODD, rectangles
from tests.support.encodings import BY_ENCODING, encodes, marked
from tests.support.random_puzzles import fillings_of, solutions_of
from tests.support.where import brief, quick, where
from workbench.methods.method import Question, Status
from workbench.methods.smt import SmtMethod

LIMITS = Limits(seconds=600)


def logic_for(encoding: Encoding, solver: Solver) -> str | None:
    """The first logic of an encoding that a solver takes."""
    fitting = (logic for logic in encoding.logics if solver.logics is None or logic in solver.logics)
    return next(fitting, None)


def go_together(encoding: Encoding, solver: Solver) -> bool:
    """Return whether a solver takes an encoding, and is quick enough with it to be asked often."""
    if encoding.frame and solver.name not in QUICK:
        return False  # its formulas are of the kinds that others have
    if solver.name.startswith("pysmt") and not encoding.name.startswith("forest"):
        return False  # a process for each question takes long
    return logic_for(encoding, solver) is not None


def in_a_session(encoding: Encoding, solver: Solver) -> bool:
    """Return whether they go together, question after question in one process."""
    return go_together(encoding, solver) and solver.session_arguments is not None


def by_quick_processes(encoding: Encoding, solver: Solver) -> bool:
    """Return whether they go together where each question has a process; for pySMT's a third of a second."""
    slow = solver.name.startswith("pysmt") and encoding.name != "forest"
    return go_together(encoding, solver) and not slow


QUICK = ("z3", "yices")
"""Solvers with more of the tests that are not slow."""


def by_first(encoding: Encoding, solver: Solver) -> bool:
    """Return whether it is the quickest solver that takes the encoding, or the encoding of the thesis."""
    yices = installed(find("yices"))
    return encoding.name == "forest" or solver.name == "yices" or not (yices and go_together(encoding, yices))


def beyond(script: PuzzleScript, base: PuzzleScript) -> list[str]:
    """The commands of a script that its base lacks."""
    known = set(preamble(base).splitlines())
    return [command for command in preamble(script).splitlines() if command not in known]


def enumerated(session: Session, encoding: Encoding, script: PuzzleScript) -> set[Filling]:
    """Every filling of the script in a session, by blocking one after the other."""
    found: set[Filling] = set()
    while True:
        verdict = session.check()
        if not isinstance(verdict, Sat):
            assert verdict == Unsat()
            return found
        filling = decode(script, session.values(script.values)).filling
        assert filling not in found
        found.add(filling)
        session.send_all([f"(assert {block(script, filling)})"])


def clue_sets(board: Board) -> Iterator[dict[int, int]]:
    """Every way to give a number, or none, at each cell."""
    for numbers in product(range(board.size + 1), repeat=board.size):
        yield {cell: number for cell, number in enumerate(numbers) if number}


def exhaust(encoding: Encoding, solver: Solver, board: Board, every: int = 1) -> int:
    """Enumerate the fillings of every clue set of a board, or of every so many, in one session; their number.

    Where the script of the bare board is a part of a puzzle's script, it is asserted once and only the
    rest (the clues) comes and goes by push and pop; else all of it does.
    """
    logic = logic_for(encoding, solver)
    bare = encoding.script(Puzzle(board, {}), logic)
    told = preamble(bare).splitlines()
    shared = all(
        set(told) <= set(preamble(encoding.script(Puzzle(board, clues), logic)).splitlines())
        for clues in ({0: 1}, {board.size - 1: board.size}, dict.fromkeys(range(board.size), board.size))
    )
    count = 0
    with Session(solver, LIMITS) as session:
        session.send_all(told if shared else told[:2])
        for clues in islice(clue_sets(board), 0, None, every):
            script = encoding.script(Puzzle(board, clues), logic)
            session.send_all(
                ["(push 1)", *(beyond(script, bare) if shared else preamble(script).splitlines()[2:])]
            )
            assert enumerated(session, encoding, script) == set(solutions_of(Puzzle(board, clues))), clues
            session.send_all(["(pop 1)"])
            count += 1
    return count


@BY_ENCODING
@pytest.mark.parametrize("cells", [1, 2, 3])
@where(in_a_session)
@where(lambda solver, cells: cells <= 2 or solver.name in QUICK)
@quick(lambda encoding, solver, cells: solver.name == "yices" or (cells <= 2 and not encoding.frame))
@brief(lambda encoding, solver, cells: by_first(encoding, solver) and (cells <= 2 or not encoding.frame))
def test_every_clue_set_of_rectangles(encoding: Encoding, solver: Solver, cells: int) -> None:
    for board in rectangles(cells):
        assert exhaust(encoding, solver, board) == (cells + 1) ** cells


@BY_ENCODING
@where(in_a_session)
@where(lambda solver: solver.name == "yices")
@where(lambda encoding: not encoding.frame)
@brief(lambda encoding: encoding.name in ("forest", "forest-tight", "layers"))
def test_every_third_clue_set_of_two_by_two(encoding: Encoding, solver: Solver) -> None:
    """All of them: `test_every_clue_set_of_up_to_five_cells`."""
    assert exhaust(encoding, solver, rectangle(2, 2), every=3) == 209


SLOW_BOARDS = {
    "4x1": rectangle(4, 1),
    "1x4": rectangle(1, 4),
    "2x2": rectangle(2, 2),
    "1x5": rectangle(1, 5),
    "5x1": rectangle(5, 1),
    **{name: board for name, board in ODD.items() if board.size <= 5},
}


@pytest.mark.slow
@BY_ENCODING
@pytest.mark.parametrize("name", SLOW_BOARDS)
@where(in_a_session)
@where(lambda solver, name: name != "complete graph" or solver.name in QUICK)  # many minutes
@where(lambda encoding, name: encoding.name != "dual" or encodes(encoding, Puzzle(SLOW_BOARDS[name], {})))
def test_every_clue_set_of_up_to_five_cells(encoding: Encoding, solver: Solver, name: str) -> None:
    board = SLOW_BOARDS[name]
    assert exhaust(encoding, solver, board) == (board.size + 1) ** board.size


def samples(seed: int, count: int) -> Iterator[Puzzle]:
    """Puzzles on rectangles of five and six cells and on odd boards, one after the other.

    Clues of a filling, of two mixed, or any; half of them with walls or a largest region.
    """
    chance = random.Random(seed)
    boards = [*rectangles(5), *rectangles(6), *ODD.values()]
    chance.shuffle(boards)
    for index in range(count):
        board = boards[index % len(boards)]
        one, other = chance.choices(fillings_of(board), k=2)
        clues = {}
        for cell in chance.sample(range(board.size), chance.randint(0, board.size - 1)):
            guess = one[cell] if chance.random() < 0.6 else other[cell]
            clues[cell] = guess if chance.random() < 0.9 else chance.randint(1, board.size)
        links = list(board.links())
        walls = chance.sample(links, min(len(links), chance.randint(0, 2))) if chance.random() < 0.5 else []
        largest = chance.randint(2, board.size) if chance.random() < 0.3 else None
        yield Puzzle(board, clues, frozenset(walls), largest_region=largest)


def assert_one_shot(encoding: Encoding, solver: Solver, puzzle: Puzzle, level: Level = Level.NONE) -> bool:
    """Whether a fresh process finds a filling; fails if it should not have, or should."""
    candidates = deduce(puzzle, level)
    if not candidates.consistent or not encodes(encoding, puzzle):
        assert candidates.consistent or not solutions_of(puzzle)
        return False
    script = encoding.script(puzzle, logic_for(encoding, solver), candidates)
    answer = run(driver(script), solver, LIMITS).answer
    wanted = solutions_of(puzzle)
    if not wanted:
        assert isinstance(answer, Unsat), (puzzle, answer)
        return False
    assert isinstance(answer, Sat), (puzzle, answer)
    assert decode(script, answer.values).filling in wanted
    return True


@BY_ENCODING
@where(by_quick_processes)
@quick(lambda solver: solver.name in QUICK)
@brief(by_first)
def test_samples_one_shot(encoding: Encoding, solver: Solver) -> None:
    quick = solver.name in QUICK
    puzzles = list(samples(seed=11, count=22 if quick else 6))
    satisfiable = sum(assert_one_shot(encoding, solver, puzzle) for puzzle in puzzles)
    assert 0 < satisfiable < len(puzzles)


@BY_ENCODING
@where(go_together)
@where(lambda encoding, solver: encoding.deduces and solver.name in QUICK)
@brief(by_first)
def test_samples_one_shot_after_deduction(encoding: Encoding, solver: Solver) -> None:
    satisfiable = 0
    for index, puzzle in enumerate(samples(seed=13, count=22)):
        level = (Level.LIGHT, Level.FULL, Level.AHEAD)[index % 3]
        satisfiable += assert_one_shot(encoding, solver, puzzle, level)
    assert satisfiable


@pytest.mark.slow
@BY_ENCODING
@where(go_together)
def test_many_samples_one_shot(encoding: Encoding, solver: Solver) -> None:
    for puzzle in samples(seed=12, count=400 if solver.session_arguments is not None else 60):
        assert_one_shot(encoding, solver, puzzle)


def countable(encoding: Encoding, solver: Solver, height: int, width: int) -> bool:
    """Return whether a solver counts the fillings of a board quickly."""
    cells = height * width
    if cells > 1 and not by_quick_processes(encoding, solver):
        return False
    if cells > 4 and solver.session_arguments is None:
        return False  # it would need a process for each filling
    return cells <= 4 or solver.name != "cvc5"


@BY_ENCODING
@pytest.mark.parametrize(("height", "width"), [(1, 1), (2, 2), (2, 3)])
@where(go_together)
@where(countable)
@quick(lambda solver: solver.name in ("z3", "yices"))
@brief(by_first)
def test_number_of_fillings(encoding: Encoding, solver: Solver, height: int, width: int) -> None:
    board = rectangle(height, width)
    assert len(fillings_of(board)) == {1: 1, 4: 5, 6: 33}[board.size]
    assert solved(Puzzle(board, {}), encoding, solver, Level.AHEAD) == set(fillings_of(board))


@pytest.mark.slow
@BY_ENCODING
@where(in_a_session)
def test_number_of_fillings_of_three_by_three(encoding: Encoding, solver: Solver) -> None:
    board = rectangle(3, 3)
    assert len(fillings_of(board)) == 445
    assert solved(Puzzle(board, {}), encoding, solver, Level.AHEAD) == set(fillings_of(board))


SPECS = (
    "2x3", "1x6", "ragged:3,1,2", "cylinder:2x3", "moebius:2x3", "two-sided:1x3", "box:2x1x3", "hexagon:2"
)  # fmt: skip
BOARDS = {**{spec: from_spec(spec) for spec in SPECS}, **ODD}
BY_METHOD = pytest.mark.parametrize("encoding", [marked(each, each) for each in METHODS])
ALL = 1000
"""More fillings than any of these boards has."""


def samples_of_variants(seed: int, count: int) -> Iterator[Puzzle]:
    """Puzzles of the variants, now one, now the other, now both, board after board.

    Clues of a filling that keeps the variant, most of them, or any.
    """
    chance = random.Random(seed)
    for index in range(count):
        board = list(BOARDS.values())[index % len(BOARDS)]
        checkered, basic = ((True, False), (False, True), (True, True))[chance.randrange(3)]
        filling = chance.choice(fillings_of(board, checkered=checkered and chance.random() < 0.8))
        few = chance.randint(0, board.size // 2)
        cells = chance.sample(range(board.size), chance.randint(0, board.size) if basic else few)
        links = list(board.links())
        walls = chance.sample(links, 1) if links and chance.random() < 0.2 else []
        clues = {x: filling[x] for x in cells}
        yield Puzzle(board, clues, frozenset(walls), checkered=checkered, basic=basic)


def goes_with(encoding: Encoding, solver: Solver) -> bool:
    """Return whether a solver takes an encoding, in a session where that needs one."""
    if encoding.lazy and solver.session_arguments is None:
        return False
    return logic_for(encoding, solver) is not None


def solved(puzzle: Puzzle, encoding: Encoding, solver: Solver, level: Level) -> set[Filling]:
    """Every filling that an encoding and a solver find."""
    method = SmtMethod(encoding, solver, level=level)
    question = Question(seconds=600, limit=ALL)
    result = method.run("sample", puzzle, question)
    assert result.verdict.status in (Status.SOLVED, Status.UNSOLVABLE), result.why.error
    assert result.answers.complete, result.why.error
    assert len(result.answers.fillings) == len(set(result.answers.fillings))
    return set(result.answers.fillings)


@BY_METHOD
@where(lambda solver: solver.name in ("z3", "yices"))
@quick(lambda encoding, solver: solver.name == "yices" and not encoding.frame)
def test_samples_on_boards_of_every_shape(encoding: Encoding, solver: Solver) -> None:
    found = 0
    count = len(BOARDS) if encoding.name == "forest" else 2 * len(BOARDS)
    for index, puzzle in enumerate(samples_of_variants(seed=3, count=count)):
        wanted = set(solutions_of(puzzle))
        if len(wanted) > 5 or not encodes(encoding, puzzle):
            continue
        assert solved(puzzle, encoding, solver, list(Level)[index % 3]) == wanted, puzzle
        found += len(wanted)
    assert found > 10


@pytest.mark.slow
@BY_METHOD
@where(goes_with)
def test_many_samples_on_boards_of_every_shape(encoding: Encoding, solver: Solver) -> None:
    for index, puzzle in enumerate(samples_of_variants(seed=4, count=300)):
        wanted = set(solutions_of(puzzle))
        if encodes(encoding, puzzle) and len(wanted) <= (40 if solver.session_arguments is not None else 3):
            assert solved(puzzle, encoding, solver, list(Level)[index % 3]) == wanted, puzzle


def test_deduction_keeps_every_filling_of_the_variants() -> None:
    struck = 0
    for puzzle in samples_of_variants(seed=5, count=300):
        candidates = deduce(puzzle)
        for filling in solutions_of(puzzle):
            assert all(candidates.masks[x] >> number & 1 for x, number in enumerate(filling)), puzzle
        struck += sum(mask.bit_count() < puzzle.board.size for mask in candidates.masks)
    assert struck > 500


@pytest.mark.parametrize(
    ("spec", "fillings", "checkered"),
    [("2x3", 33, 21), ("1x6", 14, 14), ("hexagon:2", 112, 58), ("moebius:2x3", 58, 22)],
)
def test_two_colours_do_for_some_fillings_only(spec: str, fillings: int, checkered: int) -> None:
    board = from_spec(spec)
    assert (len(fillings_of(board)), len(fillings_of(board, checkered=True))) == (fillings, checkered)
