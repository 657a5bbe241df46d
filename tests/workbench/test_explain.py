"""Why a puzzle or script has no solution or several, what a wrong filling breaks, and false claims."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from drivers import Failure, Limits, Sat, Solver, Unsat, find, run
from drivers.fake import scripted
from encoder.encoding import Encoding
from encoder.encodings.forest import FOREST
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.counting.windows import random_filling
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from smtlib.text import Text
from tests.support import needs
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.support.encodings import BY_ENCODING
from tests.support.where import brief, quick
from tests.workbench.conftest import EXAMPLES, Runner, denier
from workbench.explain.assertions import broken, core_around, core_of_script
from workbench.fillomino import contradicted
from workbench.fillomino.clues import contradiction
from workbench.fillomino.contradicted import another_solution
from workbench.methods.method import Question
from workbench.methods.smt import smt
from workbench.texts.inputs import puzzle_of

FIRST, NONE, SEVERAL = (EXAMPLES / f"{name}.txt" for name in ("first", "none", "several"))
LIMITS = Limits(seconds=600)

# --- clues that cannot stand together are a minimal set, by brute force


def assert_minimal(puzzle: Puzzle, solver: Solver) -> bool:
    """Whether there is a contradiction; if so, its clues are minimal, by brute force."""
    found = contradiction(puzzle, solver, LIMITS)
    every = by_placing(puzzle.board)
    if found is None:
        assert any(keeps(puzzle, filling) for filling in every)
        return False
    few = puzzle.replace(clues=found.clues)
    assert set(found.clues.items()) <= set(puzzle.clues.items())
    assert not any(keeps(few, filling) for filling in every)
    for cell in found.clues:
        fewer = puzzle.replace(clues={x: v for x, v in found.clues.items() if x != cell})
        assert any(keeps(fewer, filling) for filling in every), (puzzle.clues, found.clues)
    assert found.rules or not found.clues
    return True


@pytest.mark.parametrize(
    ("name", "seed", "largest"),
    [("yices", 5, False), pytest.param("z3", 5, False, marks=pytest.mark.thorough), ("yices", 11, True)],
)
def test_clues_that_cannot_stand_together_are_minimal(name: str, seed: int, largest: bool) -> None:
    chance = random.Random(seed)
    small = (rectangle(1, 4), rectangle(2, 2), from_spec("cylinder:1x5"))
    boards = [*(small if largest else (rectangle(2, 3), rectangle(3, 3))), *ODD.values()]
    refuted = 0
    for board in 3 * boards:
        clues = {x: chance.randint(1, min(4, board.size)) for x in range(board.size) if chance.random() < 0.7}
        most = chance.randint(1, 3) if largest else None
        refuted += assert_minimal(Puzzle(board, clues, largest_region=most), find(name))
    assert 10 <= refuted < len(boards) * 3


@pytest.mark.parametrize(
    ("puzzle", "clues"),
    [
        (Puzzle(rectangle(1, 3), {0: 2}, frozenset([(0, 1)])), {0: 2}),
        (Puzzle(rectangle(1, 3), {0: 1, 2: 3}, largest_region=2), {2: 3}),
        (Puzzle(rectangle(1, 3), {0: 3}), None),
        # A clue that does not fit is no reason where the board has no solution even without it.
        (Puzzle(rectangle(1, 2), {}, largest_region=1), {}),
        (Puzzle(rectangle(1, 2), {0: 2}, largest_region=1), {}),
        (Puzzle(from_spec("cylinder:1x5"), {0: 5, 1: 1}, largest_region=2), {}),
    ],
)
def test_what_is_to_blame(puzzle: Puzzle, clues: dict[int, int] | None) -> None:
    assert assert_minimal(puzzle, find("yices")) is (clues is not None)
    found = contradiction(puzzle, find("yices"), LIMITS)
    assert (found and dict(found.clues)) == clues
    assert found is None or found.rules


def test_a_basic_puzzle_keeps_its_clues_where_they_stand() -> None:
    chance = random.Random(8)
    refuted = 0
    for board in 3 * [rectangle(2, 3), rectangle(3, 3), *ODD.values()]:
        every = by_placing(board)
        filling = chance.choice(every)
        clues = {x: filling[x] for x in range(board.size) if chance.random() < 0.6}
        puzzle = Puzzle(board, clues, basic=True)
        found = contradiction(puzzle, find("yices"), LIMITS)
        assert (found is None) is any(keeps(puzzle, filling) for filling in every), puzzle
        if found is not None:
            refuted += 1
            assert found.rules and found.from_all
            assert set(found.clues.items()) <= set(clues.items())
    assert 8 <= refuted < 27


@pytest.mark.parametrize("name", ["yices", pytest.param("z3", marks=pytest.mark.slow)])
def test_a_puzzle_of_ten_by_ten(name: str) -> None:
    ten = puzzle_of(str(EXAMPLES / "ten.janko")).fillomino("it").puzzle
    spoilt = ten.replace(clues={**ten.clues, 20: 5})  # which its solution does not have
    found = contradiction(spoilt, find(name), LIMITS)
    assert found is not None
    assert 20 in found.clues
    assert len(found.clues) < 15
    assert all(rule.cells for rule in found.rules)
    again = contradiction(spoilt.replace(clues=found.clues), find(name), LIMITS)
    assert again is not None
    assert again.clues == found.clues


# --- assertions: cores, and what a wrong filling breaks


def test_the_core_of_a_large_board_is_found_near_its_cause() -> None:
    puzzle = Puzzle(rectangle(9, 9), {0: 2, 1: 1, 9: 1})
    core = core_around(FOREST.script(puzzle), [0, 1, 9], find("yices"), Limits(seconds=600))
    assert core
    assert {cell for assertion in core for cell in assertion.about} <= {0, 1, 2, 9, 10, 18}


@BY_ENCODING
@pytest.mark.parametrize("every", [1, 3])
@quick(lambda encoding, every: every == 3 and not encoding.frame)
@brief(lambda encoding, every: encoding.name in ("forest", "forest-bv", "layers"))
def test_a_filling_breaks_assertions_just_if_it_breaks_rules(encoding: Encoding, every: int) -> None:
    """Of each, or of every third, of all right ones and of some others."""
    board = rectangle(2, 3)
    right = by_placing(board)
    chance = random.Random(3)
    for filling in right[::every]:
        clues = {x: filling[x] for x in range(6) if chance.random() < 0.4}
        found = broken(Puzzle(board, clues), filling, encoding, find("yices"))
        assert (found.violations, found.assertions, found.unsayable) == ((), (), False), filling
    known = set(right)
    for _ in range(30 // every):
        filling = tuple(chance.randint(1, 4) for _ in range(6))
        if filling in known:
            continue
        found = broken(Puzzle(board, {0: filling[0]}), filling, encoding, find("yices"))
        assert found.violations == violations(Puzzle(board, {0: filling[0]}), filling) != ()
        assert found.assertions or found.unsayable, filling


# --- the command, about puzzles

BASIC = '{"board": "1x4", "clues": {"r1c1": 1, "r1c4": 2}, "basic": true}'


@pytest.mark.parametrize(
    ("words", "stdin", "code", "finding", "by"),
    [
        ([NONE, "-e", "forest-tight"], "", 1, "unsolvable", "forest-tight"),
        ([EXAMPLES / "basic.json"], "", 0, "unique", None),
        (["-"], BASIC, 1, "unsolvable", None),
        (["-", "-e", "forest"], BASIC, 1, "unsolvable", "forest"),
        ([FIRST], "", 0, "unique", None),
        ([SEVERAL], "", 1, "several", None),
        (["2x2:b2a", "-", "-e", "forest"], "1 1\n2 2\n", 1, "wrong", "forest"),
        (["2x2:b2a", "-"], "1 2\n2 1\n", 1, "wrong", "forest-tight"),
        (["2x2:d", "-", "-e", "layers"], "4 4\n4 4\n", 0, "right", "layers"),
    ],
)
def test_what_explain_finds(
    fillomino: Runner, words: list[str | Path], stdin: str, code: int, finding: str, by: str | None
) -> None:
    row = fillomino("explain", *words, "--json", stdin=stdin).ended(code, "").row
    puzzle = "<stdin>" if words[0] == "-" else str(words[0])
    assert (row["finding"], row["by"], row["puzzle"]) == (finding, by, puzzle)
    assert (row["conflict"] is not None) is (finding == "unsolvable")
    assert bool(row["rules"]) is (finding == "unsolvable")
    assert bool(row["assertions"]) is (by is not None and finding != "right")
    assert bool(row["violations"]) is (finding == "wrong")
    assert len(row["fillings"]) == {"unsolvable": 0, "several": 2}.get(finding, 1)
    assert bool(row["differ"]) is (finding == "several")


def test_what_explain_finds_in_part(fillomino: Runner) -> None:
    basic = fillomino.row("explain", "-", stdin=BASIC)
    assert basic["conflict"] == {"r1c1": 1, "r1c4": 2}
    assert basic["steps"][-1]["kind"] == "stop"
    by_forest = fillomino.row("explain", "-", "-e", "forest", stdin=BASIC)
    assert "clued-region" in {assertion["family"] for assertion in by_forest["assertions"]}
    [row] = fillomino.rows("explain", "2x2:b2a", "-", "-e", "forest", stdin="1 1\n2 2\n")
    [first, *_] = row["violations"]
    assert (first["name"], first["cells"], first["numbers"]) == ("region-too-large", ["r1c1", "r1c2"], [1, 2])
    assert "root-size" in {assertion["family"] for assertion in row["assertions"]}
    one, other = fillomino.row("explain", SEVERAL)["fillings"]
    named = fillomino.row("explain", SEVERAL)["differ"]
    unlike = [
        f"r{r}c{c}" for r, row in enumerate(one, 1) for c, n in enumerate(row, 1) if n != other[r - 1][c - 1]
    ]
    assert named == unlike
    # Of clues that do not go into the numbers of an encoding there is no assertion to show.
    narrow = fillomino("explain", "2x1:1a", "-", "-e", "forest-tight", "--json", stdin="2 2\n").ended(1).row
    assert (narrow["finding"], narrow["representable"]) == ("wrong", bool(narrow["assertions"]))


def test_explain_draws_the_clues_and_names_the_rule(fillomino: Runner, tmp_path: Path) -> None:
    picture = tmp_path / "none.svg"
    row = fillomino("explain", NONE, "--svg", picture, "--json").ended(1, "").row
    assert (row["steps"][-1]["rule"], row["steps"][-1]["cells"]) == ("S2", ["r1c1"])
    assert {"r1c1"} <= row["conflict"].keys()
    marked = [each for each in ET.parse(picture).iter() if each.get("fill") == "#ffd24d"]
    assert 2 <= len(marked) <= 3
    wrong = ("explain", "2x2:b2a", "-", "-e", "layers", "-s", "pysmt-z3")
    assert fillomino(*wrong, stdin="1 1\n2 2\n").ended(2).fault == "unfit-solver"


@pytest.mark.parametrize("path", [SEVERAL, NONE], ids=lambda path: path.stem)
def test_a_solver_that_denies_a_solution_is_contradicted(
    fillomino: Runner, pretend: Callable[[Solver], str], path: Path
) -> None:
    """The one has solutions; the other has none, but not for want of one without its clues."""
    done = fillomino("explain", path, "--solver", pretend(denier("liar")), "--json").ended(4)
    assert (done.fault, done.out) == ("contradicted", "")


# --- the command, about scripts of any origin, and of puzzles held against the rules

HEAD = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
CONFLICT = f"""{HEAD}(assert (> y 5))
; family low: numbers that are small
(assert (! (> x 2) :named big))
(assert (< (+ x y) 100))
(assert (< x 1))
(set-info :status unsat)
(check-sat)
"""


def lines(row: dict[str, Any]) -> list[int]:
    """The lines of a core."""
    return [claim["line"] for claim in row["core"]]


@pytest.mark.parametrize("by", ["z3", "yices", "cvc5"])
def test_a_core_of_named_and_unnamed_assertions(fillomino: Runner, by: str) -> None:
    row = fillomino("explain", fillomino.write("a.smt2", CONFLICT), "-s", by, "--json").ended(1).row
    assert lines(row) == [6, 8]
    assert [(claim["name"], claim["family"]) for claim in row["core"]] == [("big", "low"), ("", "low")]
    assert (row["verdict"], row["stated"], row["of"], row["confirmed"]) == ("unsat", "unsat", 4, True)


@pytest.mark.parametrize("dropped", range(4))
def test_a_core_is_unsat_and_without_any_one_of_it_there_is_a_model(dropped: int) -> None:
    bounds = ["(< x 1)", "(> (+ x y) 7)", "(< y 5)", "(> y 0)", "(> x (- 50))", "(< (- y x) 99)"]
    kept = [bound for number, bound in enumerate(bounds) if number != 3 + dropped]
    text = HEAD + "".join(f"(assert {bound})\n" for bound in kept) + "(check-sat)\n"
    core = core_of_script(Text(text), find("z3"), Limits())
    assert isinstance(core.answer, Unsat) and isinstance(core.confirmed, Unsat)
    terms = [claim.term for claim in core.claims]
    for left_out in [None, *terms]:
        rest = HEAD + "".join(f"(assert {term})\n" for term in terms if term != left_out) + "(check-sat)\n"
        assert isinstance(run(rest, find("yices")).answer, Unsat if left_out is None else Sat)


def test_a_name_that_is_used_elsewhere_stays_and_a_second_question_is_refused() -> None:
    text = CONFLICT.replace("(assert (< x 1))", "(assert (=> big (< x 1)))")
    core = core_of_script(Text(text), find("z3"), Limits())
    assert ([claim.line for claim in core.claims], core.fixed) == ([8], 1)
    with pytest.raises(InputError) as refused:
        core_of_script(Text(CONFLICT + "(push 1)\n(check-sat)\n"), find("z3"), Limits())
    assert (refused.value.code, refused.value.line) == ("incremental", 12)


ONE_QUESTION = {
    "after a push": (
        """(set-logic QF_UF)
(declare-const a Bool)
(push 1)
(declare-const b Bool)
(assert b)
(pop 1)
(push 1)
(define-fun b () Bool (not a))
(assert a)
(assert
  b)
(assert (or a b))
(check-sat)
(pop 1)
(assert true)
""",
        [9, 10],
    ),
    "of assumptions": (
        """(set-logic QF_UF)
(declare-const a Bool)
(declare-const b Bool)
(assert (or a b))
(check-sat-assuming (
  (not a)
  (not b) (= a a)))
""",
        [4, 6, 7],
    ),
    "after a reset": (
        """(set-logic QF_LIA)
(declare-const a Int)
(assert (< a a))
(reset)
(set-logic QF_BV)
(declare-const a (_ BitVec 4))
(assert (bvult a #x2))
(assert true)
(assert (bvugt a #x5))
(check-sat)
""",
        [7, 9],
    ),
    "after reset-assertions": (
        """(set-option :global-declarations true)
(set-logic QF_LIA)
(declare-const a Int)
(assert (< a a))
(reset-assertions)
(assert (> a 2))
(assert (< a 1))
(check-sat)
""",
        [6, 7],
    ),
    "names within terms": (
        """(set-logic QF_LIA)
(declare-const x Int)
(assert (! (> x 3) :named a))
(assert (or (! (< x 9) :named c) (> x 12)))
(assert (! (! (< x 2) :named d) :named b))
(check-sat)
""",
        [3, 5],
    ),
}


@pytest.mark.parametrize("by", ["z3", "yices", "cvc5"])
@pytest.mark.parametrize("where", ONE_QUESTION)
@brief(lambda where, by: by == "yices" or where in ("after a push", "of assumptions"))
def test_the_one_question_of_a_script_is_explained_wherever_it_stands(
    fillomino: Runner, where: str, by: str
) -> None:
    needs.solver(by)
    text, wanted = ONE_QUESTION[where]
    core = core_of_script(Text(text), find(by), Limits())
    assert [claim.line for claim in core.claims] == wanted
    assert isinstance(core.confirmed, Unsat)
    assert fillomino("explain", fillomino.write("a.smt2", text), "-s", by).code == 1


ODDLY_WRITTEN = {
    "comments": (
        "(set-logic QF_LIA) ; (assert false)\n(declare-const x Int)(assert ; (\n (> x 1) ; c)\n)\n"
        "(assert (! (< x 1) :named |a b|)) (assert true)\n(check-sat) ; end",
        [(2, 22, "(> x 1)"), (5, 1, "(< x 1)")],
    ),
    "comments among assumptions": (
        "(set-logic QF_UF)(declare-const a Bool)(declare-const |b c| Bool)(assert (or a |b c|))\n"
        "(check-sat-assuming ; (x\n ; (y)\n ( ; z (\n (not a) ; )\n (not |b c|)) )(exit) (check-sat)",
        [(1, 66, "(or a |b c|)"), (5, 2, "(not a)"), (6, 2, "(not |b c|)")],
    ),
    "no question": (
        "(set-logic QF_UF)(declare-const a Bool)(assert a)(assert (not a)) ; x\n(exit) ; y (",
        [(1, 40, "a"), (1, 50, "(not a)")],
    ),
    "old strings": (
        '(set-info :smt-lib-version 2.0)(set-logic QF_LIA)(set-info :notes "a\\"b)")(declare-fun x () Int)\n'
        '(assert (! (> x 1) :foo "q\\"(" ))(assert (< x 1))(check-sat)',
        [(2, 1, '(! (> x 1) :foo "q\\"(")'), (2, 34, "(< x 1)")],
    ),
    "names like those that are given": (
        "(set-logic QF_LIA)(declare-const core-1 Int)(assert (> core-1 1))\r\n"
        "(assert (< core-1 1))(check-sat)",
        [(1, 45, "(> core-1 1)"), (2, 1, "(< core-1 1)")],
    ),
}


@pytest.mark.parametrize("by", ["z3", "yices"])
@pytest.mark.parametrize("how", ODDLY_WRITTEN)
@brief(lambda how, by: by == "yices" or how == "comments among assumptions")
def test_claims_are_found_in_their_places_however_the_text_is_written(how: str, by: str) -> None:
    text, claims = ODDLY_WRITTEN[how]
    core = core_of_script(Text(text, how), find(by), Limits())
    assert [(claim.line, claim.column, claim.term) for claim in core.claims] == claims
    assert isinstance(core.confirmed, Unsat)


CORELESS = """
import sys
text = sys.stdin.read()
needed = ["(> x 2)", "(< x 1)"]
print("unsat" if all(term in text for term in needed) else "sat")
if "get-unsat-core" in text:
    print({reply!r})
"""


@pytest.mark.parametrize(
    "reply", ['(error "no cores in this logic")', "()", "(nonsense)", "(core-0 core-1)", "unsupported"]
)
def test_without_cores_of_use_deletion_finds_one(fillomino: Runner, reply: str) -> None:
    """No core, an empty one, one of strange names, one that is none."""
    program = fillomino.write("coreless.py", CORELESS.format(reply=reply))
    solver = find(f"coreless=smt:{sys.executable} {program}")
    core = core_of_script(Text(CONFLICT), solver, Limits())
    assert [claim.line for claim in core.claims] == [6, 8]


def test_a_solver_that_refutes_nothing_at_all_blames_nobody(fillomino: Runner) -> None:
    """Where a solver finds even the empty script unsatisfiable, that is what is said."""
    core = core_of_script(Text(CONFLICT), scripted("unsat\n", name="denier"), Limits())
    assert core.claims == () and not isinstance(core.confirmed, Unsat)


def test_places_in_messages_are_those_of_the_file(fillomino: Runner) -> None:
    text = (
        "; a comment\n(set-info :source |two\nlines|) ; here\n(set-logic QF_LIA)\n\n"
        "(declare-const x Int) (declare-const y Int)\n(assert (and\n  (> x 1)\n      (< z y)))\n(check-sat)\n"
    )
    text = text.replace("(assert (and", "(assert\n(and")
    for by in ("z3", "yices"):
        needs.solver(by)
        said = run(text, find(by)).answer
        assert isinstance(said, Failure) and "line 10" in said.text
        row = fillomino("explain", fillomino.write("a.smt2", text), "-s", by, "--json").ended(4).row
        assert (row["verdict"], row["error"]) == (None, said.text)


def test_what_no_solver_takes_is_not_sat(fillomino: Runner) -> None:
    for info in ("(set-info :source { an old one })", "(set-info)", "(set-info :a :b :c)"):
        text = f"(set-logic QF_LIA)\n{info}\n(declare-const n Int)\n(assert (> n 0))\n(check-sat)\n"
        assert fillomino("explain", fillomino.write("a.smt2", text), "-s", "yices").code in (2, 4)


def test_a_tactic_is_followed(fillomino: Runner) -> None:
    text = "(set-logic QF_LIA)\n(declare-const n Int)\n(assert (> n 2))\n(assert (< n 2))\n"
    path = fillomino.write("a.smt2", f"{text}(check-sat-using (then simplify smt))\n")
    assert lines(fillomino("explain", path, "--json").ended(1).row) == [3, 4]
    assert fillomino.row("solve", path, "-s", "z3")["verdict"] == ["unsat"]
    assert fillomino("solve", path, "-s", "yices").code == 4


def test_where_the_usual_solver_can_not_another_is_asked(fillomino: Runner) -> None:
    text = (
        "(set-logic QF_S)\n(declare-const x String)\n(assert (> (str.len x) 2))\n"
        '(assert (= x "ab"))\n(check-sat)\n'
    )
    path = fillomino.write("a.smt2", text)
    done = fillomino("explain", path, "--json").ended(1)
    assert (lines(done.row), done.row["solver"], done.warned) == ([3, 4], "Z3", ["another-solver"])
    row = fillomino("explain", path, "-s", "yices", "--json").ended(4).row
    assert (row["solver"], row["verdict"]) == ("Yices", None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{HEAD}(assert (> x 2))\n(check-sat)\n", 0),
        (f"{HEAD}(declare-const z NoSort)\n(assert (> x 2))\n(check-sat)\n", 4),
        (f"{HEAD}(assert (> x 2))\n(check-sat)\n(push 1)\n(check-sat)\n", 2),
        (f"{HEAD}(check-sat)\n", 2),
    ],
)
def test_exit_codes(fillomino: Runner, text: str, code: int) -> None:
    assert fillomino("explain", fillomino.write("a.smt2", text), "-s", "z3").code == code


def test_a_filling_is_judged_by_the_file(fillomino: Runner) -> None:
    answer = fillomino("solve", FIRST, "--plain").out
    own = fillomino.encoded(FIRST, "-e", "forest")
    assert fillomino("explain", own, "-", stdin=answer).code == 0
    cells = "".join(f"; cell r1c{number} = {name}\n" for number, name in enumerate("abc", 1))
    declared = "".join(f"(declare-const {name} Int)" for name in "abc")
    text = f"; puzzle 1 3\n;   1 0 2\n{cells}(set-logic LIA){declared}\n(assert (= a 1))\n"
    for more, code in (
        ("(assert (= c 2))", 0),
        ("(assert (= c b a))", 1),
        ("(assert (forall ((x Int)) (=> (> x b) (> x 3))))", 1),
    ):
        path = fillomino.write("a.smt2", f"{text}{more}\n(check-sat)\n")
        row = fillomino("explain", path, "-", "--json", stdin="1 2 2").ended(code).row
        assert row["finding"] == ("misses" if code else "right")
        assert [assertion["line"] for assertion in row["assertions"]] == [8] * code
        assert fillomino("explain", path, "-", "-e", "forest", stdin="1 2 2").code == 0


def test_no_other_encoding_than_the_named_one_is_taken(fillomino: Runner) -> None:
    answer = fillomino("solve", FIRST, "--plain").out
    assert fillomino("explain", FIRST, "-", stdin=answer).code == 0
    done = fillomino("explain", FIRST, "-", "-e", "cuts", stdin=answer).ended(2)
    assert done.fault == "needs-session"


def test_scripts_that_refuse_a_solution_or_accept_a_wrong_filling(fillomino: Runner) -> None:
    text = fillomino("encode", FIRST).out.replace("(check-sat)", "(assert false)\n(check-sat)")
    added, missed, core = fillomino("explain", fillomino.write("edited.smt2", text), "--json").ended(1).rows
    assert (added["departure"], added["term"]) == ("added", "false")
    assert missed["finding"] == "misses"
    assert lines(core) == [text.splitlines().index("(assert false)") + 1]
    weak = fillomino.encoded(FIRST, "-e", "forest", "--drop", "same-root")
    lack, accepted = fillomino("explain", weak, "--json").ended(1).rows
    assert (lack["family"], accepted["finding"]) == ("same-root", "accepts")
    assert accepted["violations"]
    assert fillomino("explain", FIRST, "-e", "forest", "--json").ended(0).row["finding"] == "unique"


# --- the short search that holds a claim of uniqueness against the rules

WHOLE = rectangle(1, 3)


def given(puzzle: Puzzle) -> Filling:
    """The filling of which only the clues are known."""
    return tuple(puzzle.clues.get(cell, 0) for cell in range(puzzle.board.size))


def test_the_search_fills_only_what_deduction_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(WHOLE, {}, unknown=frozenset({0, 1}))
    assert another_solution(puzzle, [(1, 2, 2)], (0, 0, 0)) in ((2, 2, 1), (3, 3, 3))
    assert another_solution(puzzle, [(1, 2, 2)], (1, 0, 0)) is None
    assert another_solution(puzzle, [(1, 2, 2)], (1, 2, 2)) is None
    assert another_solution(puzzle, [(1, 2, 2), (2, 2, 1)], (0, 0, 0)) == (3, 3, 3)
    # Deduction is a proof by the rules themselves; here it fills the board, and nothing is searched.
    monkeypatch.setattr(contradicted, "another_solution", lambda *_: pytest.fail("searched"))
    result = smt(deduce="ahead").run("row", Puzzle(WHOLE, {0: 1}), Question(unique=True))
    assert (result.verdict.unique, result.verdict.decided_by) == (True, "deduction")


def test_kept_numbers_are_no_clues_where_each_region_must_hold_one() -> None:
    puzzle = Puzzle(rectangle(4, 4), {2: 4, 3: 1, 5: 3, 7: 3, 8: 3, 9: 1, 10: 4})
    known = (4, 4, 4, 1, 4, 3, 3, 3, 3, 1, 4, 4, 3, 3, 4, 4)
    assert another_solution(puzzle, [known], given(puzzle)) is not None
    assert another_solution(puzzle.replace(basic=True), [known], given(puzzle)) is None


@pytest.mark.parametrize(("size", "caught"), [(5, 24), (10, 26)])
def test_most_false_claims_are_caught(size: int, caught: int) -> None:
    """Of 30 boards, most with several solutions; five guesses at the whole board caught 5 and none."""
    random, board = Random(1), rectangle(size, size)
    known = random_filling(board, 9, random)
    held = 0
    for _ in range(30):
        puzzle = Puzzle(board, {x: number for x, number in enumerate(known) if random.random() < 0.4})
        other = another_solution(puzzle, [known], given(puzzle))
        held += other is not None
        assert other != known
        assert other is None or not violations(puzzle, other)
    assert held >= caught
