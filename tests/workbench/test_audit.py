"""The audit: right encodings pass, wrong ones are found, and each finding is judged again."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

import encoder.encodings.registry
from drivers import Limits, Quirks, Session, Solver, Unsat, fake, find, pool, run
from drivers.errors import SessionError, SessionTimeoutError
from drivers.system import FORKS
from encoder.encoding import Encoding, EncodingFaultError
from encoder.encodings.forest import FOREST
from encoder.encodings.registry import ENCODINGS
from encoder.encodings.registry import find as find_encoding
from encoder.errors import EncodingError
from encoder.parts.lazy_fills import LazyFill
from encoder.puzzle_script import PuzzleScript, cells_of
from encoder.select import select
from fillomino.board import Board, rectangle
from fillomino.counting.methods import count
from fillomino.counting.task import bare
from fillomino.deduction.engine import Candidates, Level
from fillomino.errors import FillominoError, TooLargeError
from fillomino.instance import Instance
from fillomino.puzzle import Filling, Puzzle
from fillomino.solutions import all_fillings
from scripts import families
from smtlib.render import driver
from smtlib.script import Assertion, Family
from tests.support import needs
from tests.support.audits import puzzle_of, scope_of
from tests.support.boards import ODD, rectangles
from tests.support.brute import by_every_grid, by_placing
from tests.support.clock import FOREVER
from tests.support.encodings import BY_ENCODING
from tests.support.mutations import Mutant, mutants
from tests.support.planted import FOUND_BY_DEFAULT, planted
from tests.support.where import brief, quick, where
from tests.workbench.conftest import Runner
from workbench.audit.families import table
from workbench.audit.judging import DisagreementError, Scripts
from workbench.audit.side_by_side import SideBySide, judging
from workbench.audit.subjects import SubjectName, scripts_of
from workbench.audit.subjects import scope_of as cli_scope
from workbench.audit.sweep import PROBES, Counterexample, Judged, Report, Scope, Subject, by_rules
from workbench.audit.sweep import audit as sweep
from workbench.fillomino.audit_course import FillominoCourse
from workbench.fillomino.stages import (
    LARGER_STAGES,
    boards,
    clue_sets,
    every_puzzle,
    full,
    how_many,
    sampled,
    stage,
)
from workbench.methods import lazy
from workbench.methods.encodings import best_logic
from workbench.methods.method import Question
from workbench.methods.smt import SmtMethod

SMALL = scope_of(every=3, sampled=4)


def subject(encoding: Encoding, solver: Solver, scope: Scope, whole: Encoding | None = None) -> Scripts:
    return replace(scripts_of(whole or encoding, solver, scope), encoding=encoding)


def audit(encoding: Encoding, solver: Solver, scope: Scope | None = None) -> Report:
    scope = scope or scope_of()
    return sweep(subject(encoding, solver, scope), scope)


def test_fillings_are_those_of_brute_force() -> None:
    for board in [*rectangles(4), rectangle(2, 3), *ODD.values()]:
        assert list(all_fillings(board)) == by_placing(board)
    for board in [rectangle(2, 2), rectangle(1, 4)]:
        assert list(all_fillings(board)) == by_every_grid(Puzzle(board, {}))
    puzzle = Puzzle(ODD["triangle with a tail"], {0: 3}, frozenset([(2, 3)]), largest_region=3)
    assert list(puzzle.solutions()) == by_every_grid(puzzle)
    assert len(all_fillings(rectangle(3, 3))) == 445


def test_every_clue_set_comes_once_and_few_clues_come_first() -> None:
    board = rectangle(1, 3)
    puzzles = [puzzle for batch in every_puzzle(board) for puzzle in batch]
    bare = puzzles[: 4**3]
    assert len(bare) == len({tuple(sorted(puzzle.clues.items())) for puzzle in bare}) == 4**3
    assert [len(puzzle.clues) for puzzle in bare] == sorted(len(puzzle.clues) for puzzle in bare)
    assert all(not (p.walls or p.largest_region or p.checkered or p.basic) for p in bare)
    assert len(puzzles) - len(bare) == (2 + 2 + 2) * (1 + 9)
    assert how_many(board) == len(puzzles)
    assert sum(1 for count in range(4) for _ in clue_sets(board, count)) == 64


def test_samples_have_fillings_and_have_none() -> None:
    found = [len(puzzle.solutions()) for batch in sampled(rectangle(3, 3)) for puzzle in batch]
    assert found.count(0) >= 3
    assert sum(count == 1 for count in found) >= 5
    assert max(found) > 2


def test_boards_are_in_order_of_size_and_differ() -> None:
    found = [board for _, board in boards(9)]
    assert [board.size for board in found] == sorted(board.size for board in found)
    assert len({(board.neighbours, board.names) for board in found}) == len(found)
    shapes = {
        (board.grid.height, board.grid.width)
        for board in found
        if board.grid and None not in board.grid.cells
    }
    assert shapes == {(width, height) for height, width in shapes} >= {(1, 9), (2, 4), (3, 3)}


@BY_ENCODING
@pytest.mark.parametrize("name", ["yices", pytest.param("z3", marks=pytest.mark.slow)])
@quick(lambda encoding: not encoding.frame)  # those are tried by `tests/encoder/test_brute_force.py`
@brief(lambda encoding: encoding.name in ("forest", "cuts"))  # which tries all, too
def test_encodings_are_right_on_small_boards(encoding: Encoding, name: str) -> None:
    report = audit(encoding, find(name), SMALL)
    assert report.wrong is None
    assert report.puzzles > 300
    assert report.puzzles + sum(report.skipped.values()) > 500


@BY_ENCODING
@quick(lambda encoding: not encoding.frame)
@brief(lambda encoding: encoding.name in ("forest-tight", "layers", "cuts"))
def test_encodings_are_right_after_deduction(encoding: Encoding) -> None:
    assert audit(encoding, find("yices"), scope_of(2, 4, level=Level.FULL)).wrong is None


@pytest.mark.slow
@BY_ENCODING
@pytest.mark.parametrize("name", ["yices", "z3"])
def test_encodings_are_right_on_all_boards_of_the_default(encoding: Encoding, name: str) -> None:
    assert audit(encoding, find(name)).wrong is None


def understood(wrong: Counterexample | None, encoding: Encoding, whole: Encoding, solver: Solver) -> bool:
    """Whether a counterexample stands up to the second solver, evaluation and rules (else this raises)."""
    if wrong is None:
        return False
    found = subject(encoding, solver, SMALL, whole).explain(wrong)
    if found.kind == "refused":
        assert found.filling is not None
        assert not found.puzzle.violations(found.filling)
    else:
        assert found.violations or found.filling is None
        assert found.filling is None or found.puzzle.violations_of_model(found.filling) == found.violations
    return True


@pytest.mark.parametrize("name", ["yices", pytest.param("z3", marks=pytest.mark.slow)])
def test_each_family_of_forest_is_needed_or_redundant(name: str) -> None:
    scope = scope_of(every=1, sampled=3)
    found = table(subject(FOREST, find(name), scope), scope)
    assert found.found is None
    assert [row.family for row in found.rows] == list(FOREST.families)
    sizes = {}
    for row in found.rows:
        family = row.family.name
        if family in ("edge-one-way", "checkered"):  # three regions that meet need six cells: see below
            assert row.found is None
            assert row.implied or family == "checkered"
        else:
            assert row.found is not None, family
            assert {a.family for a in row.found.failing} == {family}
            sizes[family] = row.found.puzzle.places.size
    assert sizes.pop("one-parent") == 3  # two parents need two edges that end in one cell
    assert max(sizes.values()) <= 2


def test_checkered_is_needed_from_six_cells_on() -> None:
    rest = select(FOREST, ["checkered"])
    wrong = audit(rest, find("yices"), scope_of(0, boards=(("2x3", rectangle(2, 3)),))).wrong
    assert wrong is not None
    assert puzzle_of(wrong).checkered
    assert understood(wrong, rest, FOREST, find("yices"))


def test_a_liar_in_an_audit_ends_with_what_the_other_answers(
    fillomino: Runner, pretend: Callable[[Solver], str]
) -> None:
    liar = pretend(fake.scripted("unsat\n", name="liar", quirks=Quirks(silent=True)))
    done = fillomino("audit", "forest", "--drop", "same-root", "--every", "2", "--second", liar)
    assert (done.code, done.out) == (4, "")
    assert done.fault == "solvers-disagree"


def test_a_second_solver_that_says_otherwise_is_heard() -> None:
    scripts = subject(select(FOREST, ["same-root"]), find("yices"), SMALL, FOREST)
    wrong = sweep(scripts, SMALL).wrong
    assert wrong is not None
    right = wrong.puzzle.solutions()[0]
    for its, claim in (
        (replace(scripts, second=fake.scripted("unsat\n")), wrong),
        (scripts, replace(wrong, values={**wrong.values, "n_0": 7})),
        (scripts, Counterexample(wrong.puzzle, "refused", right, script=wrong.script)),
    ):
        with pytest.raises(DisagreementError):
            its.explain(claim)


def forest(build: Callable[[Puzzle, PuzzleScript], PuzzleScript], **more: object) -> Encoding:
    """Forest with a script that is changed."""

    def built(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        return build(puzzle, FOREST.build(puzzle, candidates, logic))

    return replace(FOREST, build=built, **more)  # type: ignore[arg-type]


def too_strict(term: str, family: str = "clue", *, everywhere: bool = False) -> Encoding:
    """Forest that asserts a term more, of the first cell or of every cell ``{}``."""

    def build(_: Puzzle, script: PuzzleScript) -> PuzzleScript:
        cells = script.values if everywhere else script.values[:1]
        extra = [Assertion(family, () if everywhere else (0,), term.format(cell)) for cell in cells]
        return replace(script, assertions=(*script.assertions, *extra))

    families = FOREST.families
    if family not in {each.name for each in families}:
        families = (*families, Family(family, "what it should not assert", "", "a test"))
    return forest(build, name="too-strict", families=families)


def test_a_refused_filling_comes_with_the_assertions_that_refuse_it() -> None:
    encoding = too_strict("(< {} 3)")
    report = audit(encoding, find("yices"), scope_of(4, 4))
    assert report.wrong is not None
    found = subject(encoding, find("yices"), scope_of(4, 4)).explain(report.wrong)
    assert found.kind == "refused"
    assert (found.puzzle.places.size, found.filling, dict(puzzle_of(found).clues)) == (3, (3, 3, 3), {})
    assert [a.term for a in found.refusing] == ["(< n_0 3)"]


MUTATED = ("forest", "forest-tight", "forest-bv")


def equivalent(mutant: Mutant, whole: Encoding, board: Board, solver: Solver) -> bool:
    """Whether mutant and original have the same models on a board, proved by a solver: no audit involved."""
    puzzles = [Puzzle(board, {}), Puzzle(board, {0: 2}), Puzzle(board, {}, largest_region=2)]
    logic = best_logic(whole, solver)
    for puzzle in puzzles:
        one, other = mutant.encoding.script(puzzle, logic), whole.script(puzzle, logic)
        for says, also in ((one, other), (other, one)):
            known = {a.term for a in says.assertions}
            rest = [a.term for a in also.assertions if a.term not in known]
            broken = f"(not (and true true {' '.join(rest)}))"
            if run(driver(says, [broken]), solver, Limits(seconds=600)).answer != Unsat():
                return False
    return True


SAME_FILLINGS = {
    "root-self: constant one too large": "a root is called x + 1 instead of x, in every assertion alike",
    "root-self: last one forgotten": "without clues the last cell is a root only where it is alone",
    "first-root: constant one too large": "a bound that says less; the root's own place says the rest",
    "first-contact: pairs in descending order only": "none is: a region has more trees to choose from",
    "first-contact: last one forgotten": "a region has more trees to choose from",
}
"""Mistakes that change the models but not the fillings, and why."""

TIGHT_NEED_FIVE_CELLS = {
    "one-parent: pairs in descending order only",
    "one-parent: last one forgotten",
    "edge: pairs in descending order only",
    "edge: last one forgotten",
    "root-self: equivalence from right to left only",
    "same-root: equivalence from right to left only",
    "same-root: pairs in descending order only",
    "same-root: last one forgotten",
}
NEED_FIVE_CELLS = {
    "forest": {"one-parent: edges the other way round", "root-self: edges the other way round"},
    "forest-tight": {
        "edge: equivalence from left to right only",
        "two-sides: implication turned round",
        "two-sides: last one forgotten",
    },
    "forest-bv": TIGHT_NEED_FIVE_CELLS,
}


def enumerated(mutant: Mutant, board: Board, solver: Solver) -> set[Filling]:
    """Its fillings of a board as `solve` finds them, one after the other."""
    result = SmtMethod(mutant.encoding, solver, level=Level.NONE).run(
        "board", Puzzle(board, {}), Question(limit=100)
    )
    assert result.answers.complete, result.why.error
    return set(result.answers.fillings)


def classified(mutant: Mutant, name: str) -> str:
    """Whether an audit finds a mistake (``found``), or why not: the ``same`` fillings, ``equal`` models."""
    whole, yices, z3 = find_encoding(name), find("yices"), find("z3")
    if understood(audit(mutant.encoding, yices, scope_of(3, 0)).wrong, mutant.encoding, whole, yices):
        return "found"
    if mutant.name in NEED_FIVE_CELLS[name]:
        wrong = audit(mutant.encoding, yices, scope_of(0, boards=FIVE_CELLS)).wrong
        assert understood(wrong, mutant.encoding, whole, yices), mutant.name
        return "found"
    if mutant.name in SAME_FILLINGS:
        board = rectangle(2, 3)
        assert enumerated(mutant, board, z3) == set(by_placing(board)), mutant.name
        return "same"
    assert equivalent(mutant, whole, rectangle(2, 3), z3), mutant.name
    return "equal"


def test_every_eighth_mistake_is_found_where_it_changes_the_meaning() -> None:
    kinds = Counter(classified(mutant, "forest") for mutant in mutants(FOREST)[::8])
    assert kinds == EVERY_EIGHTH


@pytest.mark.slow
@pytest.mark.parametrize("name", MUTATED)
def test_every_mistake_that_changes_the_meaning_is_found(name: str) -> None:
    assert Counter(classified(mutant, name) for mutant in mutants(find_encoding(name))) == FOUND[name]


FIVE_CELLS = tuple(
    (name, board) for name, board in boards(5) if name in ("corner without a cell", "ring of five")
)
FOUND = {
    "forest": {"found": 45, "same": 1, "equal": 10},
    "forest-tight": {"found": 33},
    "forest-bv": {"found": 38, "same": 4, "equal": 16},
}
"""For each encoding: how many mistakes are found, keep the fillings, keep even the models."""

EVERY_EIGHTH = {"found": 5, "same": 1, "equal": 1}


@where(lambda solver: solver.session_arguments is not None)
def test_command_shows_a_smallest_counterexample(fillomino: Runner, solver: Solver) -> None:
    weak = ("audit", "forest", "--drop", "same-root", "--solver", solver.name)
    row = fillomino(*weak, "--json").ended(1, "").row
    assert (row["kind"], row["board"], len(row["violations"])) == ("accepted", "1x2", 1)
    assert {each["family"] for each in row["assertions"]} == {"same-root"}
    assert row["checked_by"][-2:] == ["our own evaluation", "the rules"]


def test_command_json(fillomino: Runner) -> None:
    row = fillomino("audit", "forest", "--drop", "clue", "--json").ended(1).row
    assert (row["board"], row["clues"], row["kind"]) == ("1x2", {"r1c1": 1}, "accepted")
    assert row["assertions"] == [{"family": "clue", "cells": ["r1c1"], "term": "(= n_0 1)"}]
    assert row["checked_by"][0] == "Z3"
    row = fillomino("audit", "forest-bv", "--every", "2", "--sampled", "2", "--json").ended(0).row
    assert (row["right"], row["puzzles"], row["not_encoded"]) == (True, 88, {})
    assert set(row["not_tested"]) == {"two-colours-do-not-do"}
    row = fillomino("audit", "forest-tight", "--every", "3", "--sampled", "4", "--json").ended(0).row
    assert row["right"] is True
    assert fillomino.row("audit", "forest", "--drop", "same-root", "--board", "2x2")["board"] == "2x2"


def test_the_records_of_families_are_up_to_date() -> None:
    told = {name: list(without) for name, without in families.records().items()}
    ours = {encoding.name: [family.name for family in encoding.families] for encoding in ENCODINGS}
    assert {name: told[name] for name in ours} == ours
    needs.laboratory("connectivity")  # of which there are records, too
    assert told == ours


def test_an_interrupted_audit_tells_how_far_it_came(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def tired(_: Scripts, puzzles: Sequence[Puzzle]) -> Judged:
        nonlocal asked
        asked += 1
        if asked > 5:
            raise KeyboardInterrupt
        return Judged(len(puzzles))

    monkeypatch.setattr(Scripts, "judge", tired)
    assert fillomino("audit", "forest").ended(130).warned == ["unfinished"]


@pytest.mark.parametrize(("height", "width"), LARGER_STAGES)
def test_full_boards_hold_solutions_and_others_that_nearly_are(height: int, width: int) -> None:
    puzzles = [puzzle for batch in full(rectangle(height, width)) for puzzle in batch]
    assert all(len(puzzle.clues) == puzzle.board.size for puzzle in puzzles)
    right = [puzzle for puzzle in puzzles if puzzle.solutions()]
    assert 0 < len(right) < len(puzzles)
    longest = max(max(puzzle.clues.values()) for puzzle in right)
    assert longest > puzzles[0].board.size // 2


def test_a_fault_of_long_regions_is_found_without_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of distances that end too early: a region of seven cells or more in a row is refused."""
    rows = [stage("empty", f"1x{cells}", rectangle(1, cells)) for cells in (5, 6, 7)]
    monkeypatch.setattr(FillominoCourse, "stages", lambda _: rows)
    report = audit(too_strict("(< {} 7)", "short", everywhere=True), find("yices"))
    assert report.wrong is not None
    assert (report.wrong.puzzle.places.size, puzzle_of(report.wrong).clues) == (7, {})
    assert any((done.kind, done.cells) == ("empty", 7) for done in report.done)


def test_a_fault_of_large_boards_is_found_there_and_shown_without_clues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(FillominoCourse, "stages", lambda _: [stage("full", "1x10", rectangle(1, 10))])
    encoding = too_strict("(< {} 10)", "small", everywhere=True)
    report = audit(encoding, find("yices"))
    assert report.wrong is not None
    assert (report.done[-1].kind, puzzle_of(report.wrong).clues) == ("full", {})
    assert understood(report.wrong, encoding, encoding, find("yices"))


# --- the order of the stages

SOON = ("checkered left out",)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in SOON else pytest.mark.slow) for name in FOUND_BY_DEFAULT]
)
def test_planted_bugs_are_found_before_the_many_clue_sets(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of four bits, too, which need a region of sixteen cells."""
    stages = FillominoCourse().stages()
    many = next(place for place, each in enumerate(stages) if each.kind == "every" and each.puzzles > 250)
    monkeypatch.setattr(FillominoCourse, "stages", lambda _: stages[:many])
    encoding = planted()[name]
    wrong = audit(encoding, find("yices")).wrong
    assert understood(wrong, encoding, encoding, find("yices"))


def test_what_is_found_on_a_large_board_is_looked_for_on_smaller_ones() -> None:
    """A wall that no row has is forgotten: found on 3x2, whose rows and columns leave 2x2 at the least."""
    report = audit(planted()["walls below left out"], find("yices"))
    assert report.wrong is not None
    assert report.wrong.puzzle.places.size == 3
    assert any(done.cells > 3 and done.kind != "every" for done in report.done)


def test_chosen_boards_of_any_size(fillomino: Runner) -> None:
    row = fillomino("audit", "forest-tight", "--board", "1x13", "--json").ended(0).row
    assert row["puzzles"] > 30
    scope = cli_scope(boards=("4x4",))
    assert {stage.kind for stage in scope.course.stages()} == {"full", "sampled"}
    assert scope.course.untested
    assert not cli_scope(boards=("2x3", "1x13")).course.untested
    sampling = [puzzle for puzzles in sampled(rectangle(4, 4)) for puzzle in puzzles]
    assert len(sampling) > 20
    assert all(len(puzzle.clues) < 16 for puzzle in sampling)
    counts = Counter(len(by_rules(puzzle)) for puzzle in sampling[:10])
    assert max(counts) > 1
    wrong = sweep(
        subject(planted()["numbers of 4 bits"], find("yices"), scope), cli_scope(boards=("2x8",))
    ).wrong
    assert wrong is not None
    assert wrong.puzzle.places.size == 16


def test_solutions_on_a_large_board_are_those_of_another_search() -> None:
    puzzle = Puzzle(rectangle(3, 5), {0: 4, 2: 3, 7: 2, 9: 5, 11: 3, 14: 2})
    with pytest.raises(TooLargeError):
        puzzle.solutions()
    result = SmtMethod(FOREST, find("yices"), level=Level.NONE).run("", puzzle, Question(limit=100))
    assert result.answers.complete
    assert list(by_rules(puzzle)) == sorted(result.answers.fillings)
    assert len(all_fillings(rectangle(1, 13))) == count(bare(rectangle(1, 13)))


# --- the session of an audit


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> list[Session]:
    """The sessions of audits, in the order in which they begin."""
    begun: list[Session] = []

    class Noted(Session):
        def __init__(self, *arguments: Any) -> None:
            begun.append(self)
            super().__init__(*arguments)

    monkeypatch.setattr("workbench.audit.judging.Session", Noted)
    return begun


def test_an_audit_takes_one_session_for_all_of_its_batches(sessions: list[Session]) -> None:
    report = audit(FOREST, find("yices"), scope_of(every=2, sampled=4))
    assert report.wrong is None
    assert [session.usage is not None for session in sessions] == [True]


def test_after_a_session_that_broke_off_another_begins(sessions: list[Session]) -> None:
    scripts = subject(FOREST, find("yices"), SMALL)
    puzzles = [Puzzle(rectangle(2, 2), {0: number}) for number in (1, 2, 3, 4)]
    assert scripts.judge(puzzles).right == 4
    sessions[0].close()
    with pytest.raises(SessionError):
        scripts.judge(puzzles)
    assert scripts.judge(puzzles).right == 4
    scripts.close()
    assert [session.usage is not None for session in sessions] == [True, True]


def test_what_is_decided_wrongly_ends_no_session_and_is_judged_again_in_another(
    sessions: list[Session],
) -> None:
    scripts = subject(select(FOREST, ["same-root"]), find("yices"), SMALL, FOREST)
    right, wrong = Puzzle(rectangle(1, 1), {}), Puzzle(rectangle(1, 2), {})
    found = [scripts.judge([puzzle]).wrong for puzzle in (right, wrong, right, wrong)]
    scripts.close()
    assert [each is not None for each in found] == [False, True, False, True]
    assert found[1] == found[3]
    assert [session.usage is not None for session in sessions] == [
        True
    ] * 3  # one for all, one for each found


def test_a_large_puzzle_that_takes_the_solver_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen cells with the number 15 are no region, which the thesis's forest does not show in minutes."""
    monkeypatch.setattr("workbench.audit.judging.LARGE_SECONDS", 0.5)
    hard, easy = (Puzzle(rectangle(4, 4), dict.fromkeys(range(16), number)) for number in (15, 16))
    scripts = subject(FOREST, find("yices"), SMALL)
    judged = scripts.judge([hard])
    assert (judged.right, judged.undecided) == (0, [hard])
    assert scripts.judge([Puzzle(rectangle(2, 2), {})]).right == 1
    monkeypatch.setattr("workbench.audit.judging.LARGE_SECONDS", FOREVER)
    assert subject(FOREST, find("yices"), SMALL).judge([easy]).right == 1
    limited = SubjectName("forest", "yices", timeout=0.5).find()
    with pytest.raises(SessionTimeoutError):
        limited.judge([hard])


def test_puzzles_that_were_not_decided_are_counted(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(_: Scripts, puzzles: Sequence[Instance]) -> Judged:
        return Judged(len(puzzles) - 1, undecided=puzzles[-1:])

    monkeypatch.setattr(Scripts, "judge", judge)
    for jobs in ("1", "2") if FORKS else ("1",):  # a process that is no copy of this one has no such judge
        row = fillomino.row("audit", "forest", "--board", "1x3", "--jobs", jobs)
        assert row["not_decided"] > 0
        assert row["right"] is True


def test_a_solution_that_one_of_many_refuses_is_found() -> None:
    """Cases with a solution in common are asked about together; all but one of these accept it."""

    def build(puzzle: Puzzle, script: PuzzleScript) -> PuzzleScript:
        extra = [Assertion("clue", (2,), "(< n_2 3)")] if 1 in puzzle.clues else []
        return script.replace(assertions=(*script.assertions, *extra))

    scripts = subject(forest(build), find("yices"), SMALL)
    judged = scripts.judge([Puzzle(rectangle(2, 2), {x: 4}) for x in range(4)])
    scripts.close()
    assert judged.wrong is not None
    assert (judged.wrong.kind, judged.wrong.filling) == ("refused", (4, 4, 4, 4))
    assert puzzle_of(judged.wrong).clues == {1: 4}


# --- kinds of puzzles that a program refuses, and portions side by side


@dataclass
class Program(Subject):
    """A subject that is given portions, as a program is; it is wrong, and refuses, as two functions say."""

    refuses: Callable[[Puzzle], bool]
    wrong: Callable[[Puzzle], bool] = lambda _: False
    given: list[Puzzle] = field(default_factory=list)

    @property
    def name(self) -> str:
        return "program"

    @property
    def portion(self) -> int:
        return 20

    def judge(self, puzzles: Sequence[Instance]) -> Judged:
        left_out: list[tuple[Instance, FillominoError]] = []
        for puzzle in puzzles:
            assert isinstance(puzzle, Puzzle)
            self.given.append(puzzle)
            if self.refuses(puzzle):
                left_out.append((puzzle, EncodingError("refused")))
            elif self.wrong(puzzle):
                return Judged(0, left_out, Counterexample(puzzle, "refused", puzzle.solutions()[0]))
        return Judged(len(puzzles) - len(left_out), left_out)


def test_kinds_that_a_program_never_takes_are_presumed_refused() -> None:
    program = Program(lambda puzzle: bool(puzzle.walls) or puzzle.basic)
    report = sweep(program, SMALL)
    assert report.wrong is None
    assert sum(bool(puzzle.walls) for puzzle in program.given) == PROBES
    assert sum(puzzle.basic for puzzle in program.given) == PROBES
    every = [puzzle for stage in SMALL.course.stages() for puzzles in stage.batches() for puzzle in puzzles]
    kinds = Counter(map(SMALL.course.kind_of, every))
    assert set(report.skipped) == set(report.presumed) == {"walled", "basic"}
    for kind, skipped in report.skipped.items():
        assert skipped >= kinds[kind]  # more are made for rules that were not tested
        assert skipped - report.presumed[kind] == PROBES


def test_a_kind_that_was_taken_once_is_never_presumed_refused() -> None:
    """The wrong answer comes late, after refusals without end."""
    walled = [
        puzzle
        for stage in SMALL.course.stages()
        for puzzles in stage.batches()
        for puzzle in puzzles
        if SMALL.course.kind_of(puzzle) == "walled"
    ]
    last = next(puzzle for puzzle in reversed(walled) if puzzle.solutions())
    for taken in range(PROBES):
        program = Program(
            lambda puzzle, taken=walled[taken]: bool(puzzle.walls) and puzzle not in (taken, last),  # type: ignore[misc]
            lambda puzzle: puzzle == last,
        )
        assert sweep(program, SMALL).wrong is not None


def test_plain_puzzles_are_never_presumed_refused() -> None:
    """As by a program that can't take boards of a cell or two."""
    program = Program(lambda puzzle: puzzle.board.size < 3)
    report = sweep(program, SMALL)
    assert report.skipped["plain"] > PROBES
    assert not report.presumed.get("plain")


def test_any_number_of_processes_gives_the_same_report() -> None:
    """Ours, so that it does not matter which portion is done first; also if one of them is killed."""
    name, scope = SubjectName("forest-tight", "yices"), scope_of(every=2, sampled=4)
    scripts = name.find(scope)
    reports = [sweep(scripts, scope)]
    with judging(name, scripts, 3) as judges:
        reports.append(sweep(scripts, scope, judging=judges))
    with judging(name, scripts, 2) as judges:
        assert isinstance(judges, SideBySide)
        os.kill(judges.workers[0].pid, signal.SIGKILL)
        reports.append(sweep(scripts, scope, judging=judges))
    assert all(report == reports[0] for report in reports)


# --- what an author of an encoding may get wrong beside its assertions


@pytest.fixture
def mine(monkeypatch: pytest.MonkeyPatch) -> Callable[[Encoding], None]:
    """Give the name `forest` to an encoding of one's own."""

    def register(encoding: Encoding) -> None:
        monkeypatch.setattr(f"{__name__}.MINE", encoding, raising=False)
        monkeypatch.setitem(encoder.encodings.registry._HOMES, "forest", (__name__, "MINE"))

    return register


def test_a_family_that_excludes_solutions_is_not_called_redundant(
    fillomino: Runner, mine: Callable[[Encoding], None]
) -> None:
    mine(too_strict("(< {} 2)", "strict"))
    small = ("--board", "1x2", "--second", "yices")  # which takes less than Z3
    done = fillomino("audit", "forest", "--families", *small, "--json").ended(1)
    [strict] = [row for row in done.rows if row["family"] == "strict"]
    assert not strict["redundant"]
    assert "counterexample" not in strict


def test_families_of_a_wrong_encoding_are_judged_where_it_is_right(
    fillomino: Runner, mine: Callable[[Encoding], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any assertion of one family it is wrong on 1x2; that is no fault of the others."""

    def forgotten(_: Puzzle, script: PuzzleScript) -> PuzzleScript:
        return replace(script, assertions=tuple(a for a in script.assertions if a.family != "same-root"))

    wrong, scope = forest(forgotten), scope_of(0, boards=(("1x2", rectangle(1, 2)),))
    scripts = replace(subject(wrong, find("yices"), scope), second=find("yices"))
    found = table(scripts, scope)
    assert found.found is not None
    rows = {row.family.name: row for row in found.rows}
    shown = [row.found.puzzle for row in rows.values() if row.found is not None]
    assert len(shown) >= 4
    assert all(scripts.judge([puzzle]).wrong is None for puzzle in shown)
    assert any(
        scripts.judge([puzzle]).wrong is not None
        for batch in every_puzzle(rectangle(1, 2))
        for puzzle in batch
    )
    idle = rows["edge-one-way"]  # of the right encoding it is redundant
    assert (idle.found, idle.to_blame, idle.excused > 0) == (None, False, True)
    mine(wrong)
    monkeypatch.setattr("workbench.cli.audit.table", lambda *_, **__: found)
    small = ("audit", "forest", "--families", "--board", "1x2", "--json")
    told = {row["family"]: row for row in fillomino(*small).ended(1).rows}
    assert not told["edge-one-way"]["redundant"]
    assert "counterexample" not in told["edge-one-way"]


def test_a_number_0_is_a_number(fillomino: Runner) -> None:
    zero = """cmd:awk 'BEGIN { print "(declare-const n_0 Int)(assert (= n_0 0))" }'"""
    row = fillomino("audit", f"zero={zero}", "--board", "1x1", "--json").ended(1).row
    assert row["filling"] == {"r1c1": 0}
    assert "0" in row["violations"][0]
    listing = "ans:echo 0"
    assert (
        "0" in fillomino("audit", f"zero={listing}", "--board", "1x1", "--json").ended(1).row["violations"][0]
    )
    broken = Puzzle(rectangle(1, 2), {}).violations_of_model((0, 1))
    assert [violation.name for violation in broken] == ["number-not-positive"]
    assert [violation.name for violation in Puzzle(rectangle(1, 2), {}).violations((0, 1))] == ["cell-empty"]


def test_cells_that_are_wrongly_taken_for_clues_are_found() -> None:
    def all_fixed(puzzle: Puzzle, script: PuzzleScript) -> PuzzleScript:
        return replace(script, cells=replace(cells_of(script), fixed=frozenset(range(puzzle.board.size))))

    wrong = forest(all_fixed)
    with pytest.raises(EncodingFaultError):
        wrong.script(Puzzle(rectangle(1, 2), {0: 2}))
    assert wrong.script(Puzzle(rectangle(1, 2), {0: 2, 1: 2}))


def test_what_an_encoding_does_not_say_is_left_out(
    fillomino: Runner, mine: Callable[[Encoding], None]
) -> None:
    """One that says nothing is bad input."""

    def no_basic(puzzle: Puzzle, script: PuzzleScript) -> PuzzleScript:
        if puzzle.basic:
            raise EncodingError("forest does not encode basic")
        return script

    def nothing(*_: object) -> PuzzleScript:
        raise EncodingError("forest encodes nothing")

    mine(forest(no_basic))
    small = ("audit", "forest", "--every", "1", "--sampled", "2")
    for more in ((), ("--families",)):
        fillomino(*small, *more).ended(0, "")
    assert list(fillomino.row(*small)["not_encoded"]) == ["basic"]
    mine(forest(nothing))
    fillomino("audit", "forest", "--board", "1x2").refused("bad-encoding")
    mine(FOREST)
    assert fillomino("audit", "forest", "--logic", "QF_BV").ended(2).fault == "unsupported-logic"


@pytest.mark.parametrize(("broken", "processes"), [(False, 1), (True, 2)])
def test_one_process_answers_for_all_puzzles_of_a_lazy_method(
    broken: bool, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Session] = []

    class Counted(Session):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            started.append(self)

    for module in (lazy, pool):
        monkeypatch.setattr(module, "Session", Counted)
    monkeypatch.setattr(pool, "LONG_SECONDS", float("inf"))
    if broken:  # no clause is generated: whatever the first answer is, it is believed
        monkeypatch.setattr(LazyFill, "cuts", lambda *_: [])
    scope = cli_scope(4 if broken else 2, 4, game="hashi")
    report = sweep(SubjectName("hashi-cuts", "yices", game="hashi").find(scope), scope)
    assert len(started) == processes  # what is wrong is judged again, by a process of its own
    assert all(session.usage is not None for session in started)
    assert report.puzzles > processes
    assert (report.wrong is not None) is broken
