"""The forms in which programs may write a script: cells, sorts, definitions, families, labels."""

from __future__ import annotations

import json

import pytest

from encoder.errors import EncodingError
from fillomino import formats
from fillomino.boards import from_spec
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import Runner
from tests.workbench.foreign.conftest import DISTANCES, Written
from workbench.choose.encodings import find_encoding, find_one_shot
from workbench.foreign.command import command_of
from workbench.foreign.program import script_of
from workbench.foreign.reply import puzzle_input

ROW = formats.read("1 2\n0 0\n").puzzle
"""Its only solution is 2 2, and each of these scripts is right about it."""

RIGHT = {
    "by convention": "(declare-const n_0 Int)(declare-const n_1 Int)(assert (= 2 n_0 n_1))",
    "bit-vectors": "(declare-fun n_0 () (_ BitVec 3))(define-fun n_1 () (_ BitVec 3) n_0)"
    "(assert (= #b010 n_0))",
    "narrow bit-vectors": "(declare-fun n_0 () (_ BitVec 2))(declare-fun n_1 () (_ BitVec 2))"
    "(assert (= #b10 n_0 n_1))",
    "Booleans": """
        ; cell r1c1 = 1 if a1
        ; cell r1c1 = 2 if a2
        ; cell r1c2 = 1 if (not b)
        ; cell r1c2 = 2 if b
        (declare-const a1 Bool)(declare-const a2 Bool)(declare-const b Bool)
        (assert (and (not a1) a2 (= a2 b)))""",
    "Booleans by convention": """
        (declare-const n_0_1 Bool)(declare-const n_0_2 Bool)(declare-const n_1_2 Bool)
        (assert (and n_0_2 (not n_0_1) n_1_2))""",
    "Booleans and bits by convention": """
        (declare-const n_0_1 Bool)(declare-const n_0_big Bool)
        (declare-const b_0_1 Bool)(declare-const b_0_0 Bool)
        (declare-const n_1 Int)(assert (and (not n_0_1) n_0_big b_0_1 (not b_0_0) (= n_1 2)))""",
    "a number that can't be": """
        ; cell r1c1 = 2 if a
        ; cell r1c2 = 2 if a
        (declare-const a Bool)(assert a)""",
    "terms": """
        ; cell r1c1 = (+ x 1)
        ; cell r1c2 = (ite p 2 1)
        (declare-const p Bool)(declare-const x Int)(assert (and p (= x 1)))""",
    "terms of bit-vectors": """
        ; cell r1c1 = (bvadd x #b001)
        ; cell r1c2 = (bvadd #b001 |y z|)
        (declare-const x (_ BitVec 3))(declare-fun |y z| () (_ BitVec 3))(assert (= #b001 x |y z|))""",
    "literals": """
        ; cell r1c1 = 2
        ; cell r1c2 = n_1
        (declare-const n_1 Int)(assert (= n_1 2))""",
    "nothing but literals": """
        ; cell r1c1 = 2
        ; cell r1c2 = 2
        (assert true)""",
    "definitions": """
        (set-logic QF_UFLIA)
        (define-sort Number () Int)
        (declare-fun n_0 () Number)
        (declare-const n_1 Number)
        (define-fun is-two ((x Int)) Bool (= x 2))
        (declare-fun f (Int) Int)
        (define-fun both () Bool (and (is-two n_0) (is-two (f n_1))))
        (assert both)(assert (= (f n_1) n_1))""",
    "labels": """
        (declare-const n_0 Int)(declare-const n_1 Int)
        (assert (! (= n_0 2) :named left))
        (assert (! (=> left (= n_1 2)) :named right))""",
    "let": """
        (declare-const n_0 Int)(declare-const n_1 Int)
        (assert (let ((two 2)) (and (= n_0 two) (let ((n_2 n_1)) (= n_2 two)))))""",
    "asks itself": """
        (set-info :status sat)(set-option :produce-models true)(set-logic QF_LIA)
        (declare-const n_0 Int)(declare-const n_1 Int)
        (assert (= n_0 n_1 2))
        (check-sat)(get-model)(get-value (n_0))(exit)
        (assert false)""",
}
DATATYPES = """
    (set-logic ALL)
    (declare-datatypes ((Size 0)) (((one) (two))))
    (declare-const s Size)
    (declare-fun n_0 () Int)
    (declare-fun n_1 () Int)
    (assert (= s two))
    (assert (match s ((one (= n_0 1)) (two (= n_0 2)))))
    (assert (= n_0 n_1))"""


@pytest.mark.parametrize("case", RIGHT)
def test_each_form_is_solved_and_audited(fillomino: Runner, program: Written, case: str) -> None:
    mine = program(prints=RIGHT[case])
    done = fillomino("solve", "2x1:b", "-e", mine, "--limit", "3", "--json")
    row = json.loads(done.out)
    assert (row["filling"], row["complete"], done.code) == ([[2, 2]], True, 0), done
    done = fillomino("audit", mine, "--board", "1x2")
    assert done.code == 1  # for it heeds no clues
    assert "cmd:./mine accepts a wrong filling on 1x2, after 1 others." in done.out
    assert "Checked by Z3, " in done.out


def test_datatypes_and_what_we_do_not_know_go_to_the_solver_as_they_are(
    fillomino: Runner, program: Written
) -> None:
    mine = program(prints=DATATYPES)
    done = fillomino("solve", "2x1:b", "-e", mine, "-s", "z3", "--json")
    assert json.loads(done.out)["filling"] == [[2, 2]]
    done = fillomino("audit", mine, "-s", "z3", "--board", "1x2")
    assert done.code == 1
    assert "Checked by the rules." in done.out  # for neither Yices nor our evaluation knows datatypes


def test_families_are_those_of_the_comments(program: Written) -> None:
    mine = program(
        prints="(declare-const n_0 Int)(declare-const n_1 Int)\n(assert (= n_0 2))\n"
        "; family same: both alike\n(assert (= n_0 n_1))\n; family other\n(assert true)\n; family same\n"
        "(assert (<= n_1 2))"
    )
    script = find_encoding(mine).script(ROW)
    assert [family.name for family in script.families] == ["script", "same", "other"]
    assert script.families[1].title == "both alike"
    assert [(each.family, each.about, each.term) for each in script.assertions] == [
        ("script", (0,), "(= n_0 2)"),
        ("same", (0, 1), "(= n_0 n_1)"),
        ("other", (), "true"),
        ("same", (1,), "(<= n_1 2)"),
    ]
    rest = find_one_shot(DISTANCES, drop=["path", "count"])
    assert rest.name == "distances-without-count-and-path"
    assert {each.family for each in rest.script(ROW).assertions} == {"root", "apart"}
    with pytest.raises(EncodingError, match="distances has no family 'way'; it has clue, root, count"):
        find_one_shot(DISTANCES, only=["way"])


@pytest.mark.parametrize(
    ("text", "logic"),
    [
        ("; logic QF_NIA\n(set-logic QF_LIA)(declare-const n_0 Int)(assert (= 1 (* n_0 n_0)))", "QF_NIA"),
        ("(set-logic QF_IDL)(declare-const n_0 Int)(assert (< n_0 n_0))", "QF_IDL"),
        ("(declare-const n_0 Int)(declare-const p Bool)(assert (< n_0 2))", "QF_LIA"),
        ("(declare-const n_0 (_ BitVec 4))(assert (= n_0 #b0001))", "QF_BV"),
        ("; cell r1c1 = 1 if p\n(declare-const p Bool)(assert p)", "QF_UF"),
        ("(declare-const n_0 Int)(assert (= 1 (* n_0 n_0)))", "ALL"),
        ("(declare-const n_0 Int)(assert (forall ((x Int)) (= n_0 1)))", "ALL"),
        ("(declare-fun f (Int) Int)(declare-const n_0 Int)(assert (= 1 (f n_0)))", "ALL"),
    ],
)
def test_the_logic_is_the_comment_s_or_the_command_s_or_plain_to_see(text: str, logic: str) -> None:
    one = formats.read("1 1\n0\n").puzzle
    script = script_of(text.encode(), one, "mine")
    assert script.cells is not None
    assert script.logic == logic


def test_a_program_reads_plain_text_or_json(program: Written) -> None:
    path = program()
    auto, plain = command_of(path), command_of(path.replace("cmd:", "cmd:--puzzle-format=plain "))
    served = command_of(path.replace("cmd:", "cmd:--serve "))
    puzzle = formats.read("2 3\n3 ? 0\n0 0 2\n").puzzle
    assert puzzle_input(puzzle, auto) == puzzle_input(puzzle, plain) == "2 3\n3 0 0\n0 0 2\n"
    for which in (served, command_of(path.replace("cmd:", "cmd:--puzzle-format json "))):
        text = puzzle_input(puzzle, which)
        assert text.count("\n") == 1
        assert json.loads(text)["clues"] == {"r1c1": 3, "r2c3": 2}
    torus = Puzzle(from_spec("torus:3x3"), {0: 1}, checkered=True)
    data = json.loads(puzzle_input(torus, auto))
    assert data["cells"] == list(torus.board.names)
    assert len(data["edges"]) == len(list(torus.board.links()))
    assert data["checkered"] is True
    with pytest.raises(ValueError, match="reads plain text, which has no place for the puzzle of 9"):
        puzzle_input(torus, plain)
