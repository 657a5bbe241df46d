"""Why a puzzle or script has no solution or several, what a wrong filling breaks, and false claims."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

from drivers import Limits, Sat, Solver, Unsat, find
from drivers.backend import run
from drivers.cores import core_of
from encoder.encoding import Encoding
from encoder.encodings.forest import FOREST
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.counting.windows import random_filling
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.support.encodings import BY_ENCODING
from tests.support.where import quick
from tests.workbench.conftest import EXAMPLES, Runner, denier
from workbench.explain.assertions import broken, core_around, core_of_script
from workbench.explain.clues import contradiction
from workbench.methods import contradicted
from workbench.methods.contradicted import another_solution
from workbench.methods.question import Question
from workbench.methods.smt import smt
from workbench.texts.inputs import puzzle_of

NONE = EXAMPLES / "none.txt"
LIMITS = Limits(seconds=60)


def assert_minimal(puzzle: Puzzle, solver: Solver) -> bool:
    """Whether there is a contradiction; if so, its clues are minimal, by brute force."""
    found = contradiction(puzzle, solver, Limits(seconds=60))
    every = by_placing(puzzle.board)
    if found is None:
        assert any(keeps(puzzle, filling) for filling in every)
        return False
    few = replace(puzzle, clues=found.clues)
    assert set(found.clues.items()) <= set(puzzle.clues.items())
    assert not any(keeps(few, filling) for filling in every)
    for cell in found.clues:
        fewer = replace(puzzle, clues={x: v for x, v in found.clues.items() if x != cell})
        assert any(keeps(fewer, filling) for filling in every), (puzzle.clues, found.clues)
    assert found.rules or not found.clues
    return True


@pytest.mark.parametrize("name", ["yices", "z3"])
def test_clues_that_cannot_stand_together_are_minimal(name: str) -> None:
    chance = random.Random(5)
    boards = [rectangle(2, 3), rectangle(3, 3), *ODD.values()]
    refuted = 0
    for board in boards:
        for _ in range(3):
            clues = {x: chance.randint(1, 4) for x in range(board.size) if chance.random() < 0.7}
            clues = {x: min(v, board.size) for x, v in clues.items()}
            refuted += assert_minimal(Puzzle(board, clues), find(name))
    assert 10 <= refuted < len(boards) * 3


def test_walls_and_a_largest_region_count() -> None:
    board = rectangle(1, 3)
    assert assert_minimal(Puzzle(board, {0: 2}, frozenset([(0, 1)])), find("yices"))
    assert assert_minimal(Puzzle(board, {0: 1, 2: 3}, largest_region=2), find("yices"))
    assert not assert_minimal(Puzzle(board, {0: 3}), find("yices"))


def test_a_puzzle_without_any_fitting_filling_needs_no_clue() -> None:
    puzzle = Puzzle(rectangle(1, 2), {}, largest_region=1)
    found = contradiction(puzzle, find("yices"), Limits(seconds=60))
    assert found is not None
    assert (dict(found.clues), [rule.text for rule in found.rules]) == ({}, ["in some cell no number fits"])


def test_the_empty_set_of_clues_is_tried_first() -> None:
    """A clue that does not fit is no reason where the board has no solution even without it."""
    cases = [
        Puzzle(rectangle(1, 2), {0: 2}, largest_region=1),
        Puzzle(from_spec("cylinder:1x5"), {0: 5, 1: 1}, largest_region=2),
    ]
    for puzzle in cases:
        assert assert_minimal(puzzle, find("yices"))
        found = contradiction(puzzle, find("yices"), Limits(seconds=60))
        assert found is not None
        assert found.clues == {}
        assert found.rules


def test_clues_are_minimal_under_a_largest_region() -> None:
    chance = random.Random(11)
    refuted = 0
    for board in (rectangle(1, 4), rectangle(2, 2), from_spec("cylinder:1x5"), *ODD.values()):
        for _ in range(3):
            clues = {x: chance.randint(1, board.size) for x in chance.sample(range(board.size), 2)}
            puzzle = Puzzle(board, clues, largest_region=chance.randint(1, 3))
            refuted += assert_minimal(puzzle, find("yices"))
    assert refuted > 10


def test_a_basic_puzzle_keeps_its_clues_where_they_stand() -> None:
    chance = random.Random(8)
    refuted = 0
    boards = [rectangle(2, 3), rectangle(3, 3), *ODD.values()]
    for board in boards:
        every = by_placing(board)
        for _ in range(3):
            filling = chance.choice(every)
            clues = {x: filling[x] for x in range(board.size) if chance.random() < 0.6}
            puzzle = Puzzle(board, clues, basic=True)
            found = contradiction(puzzle, find("yices"), Limits(seconds=60))
            assert (found is None) is any(keeps(puzzle, filling) for filling in every), puzzle
            if found is not None:
                refuted += 1
                assert found.rules
                assert set(found.clues.items()) <= set(clues.items())
                assert found.from_all
    assert 8 <= refuted < len(boards) * 3


def spoilt() -> Puzzle:
    """The example of 10x10 with a clue that its solution does not have."""
    puzzle = puzzle_of(str(EXAMPLES / "ten.janko")).document.puzzle
    return replace(puzzle, clues={**puzzle.clues, 20: 5})


@pytest.mark.parametrize("name", ["yices", pytest.param("z3", marks=pytest.mark.slow)])
def test_a_puzzle_of_ten_by_ten(name: str) -> None:
    solver = find(name)
    found = contradiction(spoilt(), solver, Limits(seconds=60))
    assert found is not None
    assert 20 in found.clues
    assert len(found.clues) < 15
    for rule in found.rules:
        assert rule.cells
        assert "hold" in rule.text
    again = contradiction(replace(spoilt(), clues=found.clues), solver, Limits(seconds=60))
    assert again is not None
    assert again.clues == found.clues


@BY_ENCODING
def test_the_assertions_of_a_core_are_minimal(encoding: Encoding) -> None:
    puzzle = Puzzle(rectangle(2, 2), {0: 2, 1: 1, 2: 1})
    script = encoding.script(puzzle)
    core = core_of(script, [], find("yices"), LIMITS)
    assert core
    assert core_of(replace(script, assertions=core), [], find("z3"), LIMITS) == core
    for assertion in core:
        rest = tuple(each for each in core if each is not assertion)
        assert core_of(replace(script, assertions=rest), [], find("yices"), LIMITS) == ()


def test_the_core_of_a_large_board_is_found_near_its_cause() -> None:
    puzzle = Puzzle(rectangle(9, 9), {0: 2, 1: 1, 9: 1})
    core = core_around(FOREST.script(puzzle), [0, 1, 9], find("yices"), Limits(seconds=20))
    assert core
    assert {cell for assertion in core for cell in assertion.about} <= {0, 1, 2, 9, 10, 18}


@BY_ENCODING
@quick(lambda encoding: not encoding.frame)
def test_a_filling_breaks_assertions_just_if_it_breaks_rules(encoding: Encoding) -> None:
    board = rectangle(2, 3)
    right = by_placing(board)
    chance = random.Random(3)
    for filling in right:
        clues = {x: filling[x] for x in range(6) if chance.random() < 0.4}
        found = broken(Puzzle(board, clues), filling, encoding, find("yices"))
        assert (found.violations, found.assertions, found.unsayable) == ((), (), False), filling
    known = set(right)
    for _ in range(30):
        filling = tuple(chance.randint(1, 4) for _ in range(6))
        if filling in known:
            continue
        found = broken(Puzzle(board, {0: filling[0]}), filling, encoding, find("yices"))
        assert found.violations == violations(Puzzle(board, {0: filling[0]}), filling) != ()
        assert found.assertions or found.unsayable, filling


def test_command_for_no_filling(fillomino: Runner, tmp_path: Path) -> None:
    picture = tmp_path / "none.svg"
    done = fillomino("explain", NONE, "--svg", picture)
    assert (done.code, done.err) == (1, "")
    assert "There is no solution. These" in done.out
    assert "minimal conflict" in done.out
    assert "Deduction finds that from these clues, too" in done.out
    assert "single exit: The 2 at r1c1 needs more cells, but no cell beside it can be 2." in done.out
    marked = [each for each in ET.parse(picture).iter() if each.get("fill") == "#ffd24d"]
    assert 2 <= len(marked) <= 3
    done = fillomino("explain", NONE, "--encoding", "forest-tight")
    assert done.code == 1
    assert "because of these assertions of forest-tight" in done.out


def test_command_for_a_basic_puzzle(fillomino: Runner) -> None:
    done = fillomino("explain", EXAMPLES / "basic.json").ended(0, "")
    puzzle = '{"board": "1x4", "clues": {"r1c1": 1, "r1c4": 2}, "basic": true}'
    done = fillomino("explain", "-", stdin=puzzle)
    assert (done.code, done.err) == (1, "")
    assert "These 2 clues are a minimal conflict" in done.out
    assert "Deduction finds that from all clues, too" in done.out
    done = fillomino("explain", "-", "-e", "forest", stdin=puzzle)
    assert done.code == 1
    assert "clued-region: variant basic: every region holds a clue" in done.out


def test_command_for_one_and_for_several(fillomino: Runner) -> None:
    done = fillomino("explain", EXAMPLES / "first.txt").ended(0)
    assert done.out.startswith("There is exactly one filling:")
    fillomino("explain", EXAMPLES / "several.txt").ended(1).says("common", "They differ in")


def test_command_for_a_filling(fillomino: Runner) -> None:
    done = fillomino("explain", "2x2:b2a", "-", "-e", "forest", stdin="1 1\n2 2\n")
    assert done.code == 1
    assert "the region of 1s from r1c1 to r1c2 has 2 cells, 1 too many" in done.out
    assert "root-size: the subtree of a root is as large as its number" in done.out
    done = fillomino("explain", "2x2:b2a", "-", stdin="1 2\n2 1\n").ended(1)
    fillomino("explain", "2x2:d", "-", "-e", "forest-bool", stdin="4 4\n4 4\n").ended(0).says("satisfies all")


def test_a_solver_that_denies_a_solution_is_contradicted(
    fillomino: Runner, pretend: Callable[[Solver], str]
) -> None:
    liar = denier("liar")
    done = fillomino("explain", EXAMPLES / "several.txt", "--solver", pretend(liar))
    assert (done.code, done.out) == (4, "")
    assert "liar finds that there is no solution; contradicted: the rules give a solution" in done.err


def test_command_needs_a_solver_that_holds_a_session(fillomino: Runner) -> None:
    advice = "can't hold a session; choose a solver that holds a session: --solver yices, z3 or cvc5"
    told = fillomino.refuses("explain", NONE, "-s", "pysmt-z3", "-e", "placements")
    assert told == f"Z3 by pySMT {advice}"
    wrong = ("explain", "2x2:b2a", "-", "-e", "forest-bool")
    assert fillomino.refuses(*wrong, "-s", "pysmt-z3", stdin="1 1\n2 2\n") == f"Z3 by pySMT {advice}"


def test_clues_that_a_solver_blames_wrongly_are_not_blamed(
    fillomino: Runner, pretend: Callable[[Solver], str]
) -> None:
    """The puzzle has no solution, but not for want of one without its clues."""
    done = fillomino("explain", EXAMPLES / "none.txt", "-s", pretend(denier("liar")))
    assert (done.code, done.out) == (4, "")
    assert "liar finds that the board has no solution; contradicted: the rules give a solution" in done.err


FIRST = EXAMPLES / "first.txt"
HEAD = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
CONFLICT = f"""{HEAD}(assert (> y 5))
; family low: numbers that are small
(assert (! (> x 2) :named big))
(assert (< (+ x y) 100))
(assert (< x 1))
(set-info :status unsat)
(check-sat)
"""


def lines(out: str) -> list[int]:
    return [int(line) for line in re.findall(r"^  \S+?:(\d+):1: ", out, re.MULTILINE)]


@pytest.mark.parametrize("by", ["z3", "yices", "cvc5"])
def test_a_core_of_named_and_unnamed_assertions(fillomino: Runner, tmp_path: Path, by: str) -> None:
    path = fillomino.write("a.smt2", CONFLICT)
    done = fillomino("explain", path, "-s", by)
    assert (done.code, lines(done.out)) == (1, [6, 8])
    assert "big" in done.out and "family low" in done.out


@pytest.mark.parametrize("dropped", range(4))
def test_a_core_is_unsat_and_without_any_one_of_it_there_is_a_model(dropped: int) -> None:
    bounds = ["(< x 1)", "(> (+ x y) 7)", "(< y 5)", "(> y 0)", "(> x (- 50))", "(< (- y x) 99)"]
    kept = [bound for number, bound in enumerate(bounds) if number != 3 + dropped]
    text = HEAD + "".join(f"(assert {bound})\n" for bound in kept) + "(check-sat)\n"
    core = core_of_script(text, "text", find("z3"), Limits())
    assert isinstance(core.answer, Unsat) and isinstance(core.confirmed, Unsat)
    terms = [claim.term for claim in core.claims]
    for left_out in [None, *terms]:
        rest = HEAD + "".join(f"(assert {term})\n" for term in terms if term != left_out) + "(check-sat)\n"
        assert isinstance(run(rest, find("yices")).answer, Unsat if left_out is None else Sat)


def test_a_name_that_is_used_elsewhere_stays(tmp_path: Path) -> None:
    text = CONFLICT.replace("(assert (< x 1))", "(assert (=> big (< x 1)))")
    core = core_of_script(text, "text", find("z3"), Limits())
    assert [claim.line for claim in core.claims] == [8]
    assert core.fixed == 1


def test_where_the_usual_solver_can_not_another_is_asked(fillomino: Runner, tmp_path: Path) -> None:
    path = tmp_path / "a.smt2"
    path.write_text(
        "(set-logic LIA)\n(declare-const x Int)\n(assert (> x 2))\n"
        "(assert (forall ((y Int)) (=> (> y 0) (< x y))))\n(check-sat)\n",
        encoding="utf-8",
    )
    done = fillomino("explain", path)
    assert (done.code, lines(done.out)) == (1, [3, 4])
    named = fillomino("explain", path, "-s", "yices")
    assert (named.code, "is asked instead" in named.out) == (4, False)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{HEAD}(assert (> x 2))\n(check-sat)\n", 0),
        (f"{HEAD}(frobnicate)\n(assert (> x 2))\n(check-sat)\n", 4),
        (f"{HEAD}(assert (> x 2))\n(check-sat)\n(push 1)\n(check-sat)\n", 2),
        (f"{HEAD}(check-sat)\n", 2),
    ],
)
def test_exit_codes(fillomino: Runner, tmp_path: Path, text: str, code: int) -> None:
    path = fillomino.write("a.smt2", text)
    assert fillomino("explain", path, "-s", "z3").code == code


def test_an_incremental_script_is_refused_with_its_place() -> None:
    with pytest.raises(InputError) as refused:
        core_of_script(CONFLICT + "(push 1)\n", "text", find("z3"), Limits())
    assert (refused.value.code, refused.value.line) == ("incremental", 11)


def test_a_script_without_a_model_of_a_puzzle_with_a_solution(fillomino: Runner, tmp_path: Path) -> None:
    path = tmp_path / "edited.smt2"
    encoded = fillomino("encode", FIRST).out
    path.write_text(encoded.replace("(check-sat)", "(assert false)\n(check-sat)"), encoding="utf-8")
    done = fillomino("explain", path)
    place = path.read_text(encoding="utf-8").splitlines().index("(assert false)") + 1
    assert (done.code, lines(done.out)) == (1, [place])


@pytest.mark.parametrize("as_file", [False, True])
def test_a_script_that_accepts_a_wrong_filling(fillomino: Runner, tmp_path: Path, as_file: bool) -> None:
    path = fillomino.write("weak.smt2", fillomino("encode", FIRST, "-e", "forest", "--drop", "same-root").out)
    done = fillomino("explain", path if as_file else FIRST, *([] if as_file else ["-e", "forest"]))
    assert done.code == (1 if as_file else 0)
    assert ("too many" in done.out) is as_file


ROW = rectangle(1, 3)


def clues(puzzle: Puzzle) -> Filling:
    """The filling of which only the clues are known."""
    return tuple(puzzle.clues.get(cell, 0) for cell in range(puzzle.board.size))


def test_the_search_fills_only_what_deduction_left_open() -> None:
    puzzle = Puzzle(ROW, {}, unknown=frozenset({0, 1}))
    assert another_solution(puzzle, [(1, 2, 2)], (0, 0, 0)) in ((2, 2, 1), (3, 3, 3))
    assert another_solution(puzzle, [(1, 2, 2)], (1, 0, 0)) is None
    assert another_solution(puzzle, [(1, 2, 2)], (1, 2, 2)) is None
    assert another_solution(puzzle, [(1, 2, 2), (2, 2, 1)], (0, 0, 0)) == (3, 3, 3)


def test_kept_numbers_are_no_clues_where_each_region_must_hold_one() -> None:
    puzzle = Puzzle(rectangle(4, 4), {2: 4, 3: 1, 5: 3, 7: 3, 8: 3, 9: 1, 10: 4})
    known = (4, 4, 4, 1, 4, 3, 3, 3, 3, 1, 4, 4, 3, 3, 4, 4)
    assert another_solution(puzzle, [known], clues(puzzle)) is not None
    assert another_solution(replace(puzzle, basic=True), [known], clues(puzzle)) is None


@pytest.mark.parametrize(("size", "caught"), [(5, 24), (10, 26)])
def test_most_false_claims_are_caught(size: int, caught: int) -> None:
    """Of 30 boards, most with several solutions; five guesses at the whole board caught 5 and none."""
    random, board = Random(1), rectangle(size, size)
    known = random_filling(board, 9, random)
    held = 0
    for _ in range(30):
        puzzle = Puzzle(board, {x: number for x, number in enumerate(known) if random.random() < 0.4})
        other = another_solution(puzzle, [known], clues(puzzle))
        held += other is not None
        assert other != known
        assert other is None or not violations(puzzle, other)
    assert held >= caught


def test_what_deduction_proves_costs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deduction is a proof by the rules themselves; here it fills the board."""
    monkeypatch.setattr(contradicted, "another_solution", lambda *_: pytest.fail("searched"))
    result = smt(deduce="ahead").run("row", Puzzle(ROW, {0: 1}), Question(unique=True))
    assert (result.unique, result.decided_by) == (True, "deduction")
