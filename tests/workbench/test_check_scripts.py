"""The commands about SMT-LIB files: check, lint, replay, diff."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from drivers import Limits, Solver, fake, find, run
from drivers.replay import Step, replay
from drivers.solver import installed
from encoder.annotations import head
from encoder.encoding import Encoding
from encoder.encodings.registry import ENCODINGS
from encoder.encodings.registry import find as find_encoding
from encoder.errors import EncodingError
from encoder.parts.partition import fillomino_by_partition
from encoder.puzzle_script import PuzzleScript
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Puzzle
from smtlib.render import driver, render
from smtlib.scopes import asserting_check
from smtlib.scramble import scramble
from smtlib.sexpr import Command, read_terms, write
from smtlib.text import Text
from tests.support import needs
from tests.support.encodings import BY_ENCODING
from tests.support.where import brief, quick
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.scripts.departures import departures
from workbench.texts.writing import written

LIMITS = Limits(seconds=600)
FIRST, ROW = EXAMPLES / "first.txt", EXAMPLES / "row.txt"
MODEL = "sat\n((n_0 2))\n"

# --- lint, and what no command takes


def test_lint(fillomino: Runner) -> None:
    bad = fillomino.write("bad.smt2", "\n" * 6 + "(assert (= x -3))\n")
    found = fillomino("lint", bad, "--json").ended(1).rows
    assert {row["level"] for row in found} == {"error", "warning"}
    assert (str(bad), 7, 12, "undeclared") in {
        (row["file"], row["line"], row["column"], row["kind"]) for row in found if row["level"] == "error"
    }
    odd = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= x -3))\n(check-sat)\n(exit)\n"
    file = fillomino.write("odd.smt2", odd)
    found = fillomino("lint", file, "--json").ended(0).rows
    assert 3 in {row["line"] for row in found}
    found = fillomino("lint", "-", "--json", stdin="(assert").ended(1).rows
    [error] = (row for row in found if row["level"] == "error")
    assert (error["file"], error["line"], error["column"], error["kind"]) == ("<stdin>", 1, 1, "not-closed")


def test_lint_calls_nothing_an_error_that_a_solver_takes(fillomino: Runner) -> None:
    declared = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> {} 0))\n(check-sat)\n(exit)\n"
    taken = fillomino.write("taken.smt2", declared.format("(+ x true)"))  # Z3 takes true for 1
    for row in fillomino.rows("lint", taken):
        assert (row["level"], row["line"]) == ("warning", 3)
    assert fillomino("lint", taken).code == 0
    refused = fillomino.write("refused.smt2", declared.format("(+ x y)"))
    [row] = fillomino.rows("lint", refused)
    assert (row["level"], row["line"], row["column"], row["kind"]) == ("error", 3, 17, "undeclared")
    assert fillomino("lint", refused).code == 1


def rings(*lengths: int) -> str:
    text, start = "", 0
    for length in lengths:
        names = [f"x{start + at}" for at in range(length)]
        text += "".join(f"(declare-const {name} Bool)\n" for name in names)
        edges = zip(names, [*names[1:], names[0]], strict=True)
        text += "".join(f"(assert (or {one} {other}))\n" for one, other in edges)
        start += length
    return f"{text}(check-sat)\n"


@pytest.mark.slow
def test_rings_of_hundreds_are_not_decided_within_the_steps(fillomino: Runner) -> None:
    one, two = fillomino.write("a.smt2", rings(800)), fillomino.write("b.smt2", rings(400, 400))
    fillomino("diff", one, two).ended(3)


def test_diff_says_what_it_does_not_decide(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    two = fillomino.write("c.smt2", rings(4, 3))
    one = fillomino.write("d.smt2", rings(7))
    fillomino("diff", one, two).ended(1)
    two = fillomino.write("e.smt2", rings(7).replace("x", "y"))
    row = fillomino("diff", one, two, "--json").ended(0).row
    assert (row["same"], row["renamed"]["x0"][0]) == (True, "y")
    row = fillomino("diff", one, one, "--json").ended(0).row
    assert (row["same"], row["renamed"], row["second"]["only"]) == (True, {}, [])
    one, two = fillomino.write("a.smt2", rings(80)), fillomino.write("b.smt2", rings(40, 40))
    for steps in (5_000, 0):
        monkeypatch.setattr("smtlib.difference.MOST_STEPS", steps)
        assert fillomino("diff", one, two, "--json").ended(3).row["same"] is None


def test_a_control_character_is_refused_at_its_place(fillomino: Runner) -> None:
    """Z3 replies an error to it, and then nothing more: `evaluate` waited for ever."""
    text = "(declare-fun n_0 () Int)\n(declare-fun a () Int)\n(assert (\x17 n_0 3))\n"
    file = fillomino.write("x.smt2", text)
    for command in (("check", file, "--model", "-"), ("replay", file), ("explain", file)):
        fillomino(*command, stdin="sat\n((n_0 1))\n").refused("bad-smtlib", 3, 10, str(file))
    found = fillomino("lint", file, "--json").ended(1).rows
    row = next(row for row in found if row["level"] == "error")
    assert (row["file"], row["line"], row["column"]) == (str(file), 3, 10)


@pytest.mark.parametrize("command", [("replay",), ("check", "--model", "-")], ids=" ".join)
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("sat\n((n_0 1))\n", (1, 1)),
        ("(check-sat)\n ((n_0 1))\n", (2, 2)),
        ("(check-sat)\n()\n(exit)", (2, 1)),
        ("[" * 5000, (1, 1)),
        (FIRST.read_text(encoding="utf-8"), (1, 1)),
        ("", (None, None)),
        (" \n", (None, None)),
        ("; nothing\n", (None, None)),
        ("(set-option :print-success true)\n(exit)\n(assert)", (None, None)),  # nothing to run or to judge
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_no_command_is_refused(
    fillomino: Runner, command: tuple[str, ...], text: str, place: tuple[int | None, int | None]
) -> None:
    name, *rest = command
    file = fillomino.write("z3.out", text)
    done = fillomino(name, file, *rest, stdin=MODEL).ended(2)
    assert (done.place, done.out) == ((*place, str(file)), "")
    assert done.fault in (("bad-smtlib",) if place[0] else ("bad-smtlib", "nothing-to-read"))


def test_commands_take_any_depth(fillomino: Runner) -> None:
    depth = 3_000
    deep = "(+ 0 " * depth + "n_0" + ")" * depth
    head = "(set-logic QF_LIA)\n(declare-fun n_0 () Int)\n"
    file = fillomino.write("deep.smt2", f"{head}(assert (= 2 {deep}))\n(check-sat)\n(exit)\n")
    row = fillomino("check", file, "--model", "-", "--json", stdin=MODEL).ended(0).row
    assert row["verdict"] is True
    asked, end = fillomino("replay", file, "-s", "z3", "--json").ended(0).rows
    assert (asked["line"], asked["replies"][0]["reply"], end["commands"]) == (4, "sat", 4)
    assert fillomino("lint", file).code == 0
    file.write_text("(" * depth + ")" * depth)
    found = fillomino("lint", file, "--json").ended(1).rows
    assert [(row["line"], row["column"], row["kind"]) for row in found if row["level"] == "error"] == [
        (1, 1, "unknown-command")
    ]


# --- check: a filling or a model held against a script


def verdict_of(row: dict[str, Any]) -> object:
    """The value of an assertion; the solver that was asked about those without."""
    return row["solver"] if "solver" in row else row["verdict"]


@BY_ENCODING
@pytest.mark.parametrize("level", ["none", "full"])
@quick(lambda encoding, level: level == "none" and not encoding.frame)
def test_a_filling_is_judged(fillomino: Runner, encoding: Encoding, level: str) -> None:
    puzzle = fillomino.write("small.txt", "3 4\n0 0 0 0\n5 4 3 0\n4 0 0 0\n")
    answer = fillomino("solve", puzzle, "--plain").out
    smt2 = fillomino.encoded(puzzle, "-e", encoding.name, "--deduce", level)
    rows = fillomino("check", smt2, "-", "--json", stdin=answer).ended(0, "").rows
    assert {verdict_of(row) for row in rows} <= {True, "z3"}
    # Roots, flows and places of some are their own business; after deduction none of them is left.
    own = rows[-1].get("solver") == "z3" and rows[-1]["missing"] > 0
    assert not own or level == "none"
    assert own or level == "full" or encoding.name not in ("forest", "forest-bool", "flow", "placements")
    rows = fillomino("check", smt2, "-", "--json", stdin=f"{answer.rstrip()[:-1]}5").ended(1).rows
    assert False in map(verdict_of, rows) or (own and any(row.get("core") for row in rows))


@pytest.mark.parametrize("encoding", ["forest", "forest-tight"])
def test_the_clues_of_a_basic_puzzle_are_known(fillomino: Runner, encoding: str) -> None:
    answer = fillomino("solve", "@basic", "--as", "basic", "--plain").out
    smt2 = fillomino.encoded("@basic", "--as", "basic", "-e", encoding)
    rows = fillomino("check", smt2, "-", "--json", stdin=answer).ended(0, "").rows
    assert True in map(verdict_of, rows)
    assert not {False, None} & {verdict_of(row) for row in rows}


HELPER = """(declare-fun n_0 () Int)(declare-fun n_1 () Int)(declare-fun |a b| () Int)(declare-fun y () Int)
(assert (> y 0))
(assert (! (< n_0 |a b|) :named low))
(assert (< |a b| n_1))
"""


def test_a_solver_is_asked_for_what_has_no_value(fillomino: Runner, pretend: Callable[[Solver], str]) -> None:
    file, filling = fillomino.write("x.smt2", HELPER), "1 2\n1 2\n"
    done = fillomino("check", file, "-", "--json", stdin=filling).ended(1)
    *rows, asked = done.rows
    told = [(row["line"], row["name"], row["verdict"], row["core"]) for row in rows]
    assert told == [(2, "", None, False), (3, "low", None, True), (4, "", None, True)]
    assert (asked["solver"], asked["right"], asked["missing"], asked["code"]) == ("z3", False, 2, None)
    assert set(asked["unvalued"]) == {"a b", "y"}
    # What --model gives is fixed, whoever would rather have it otherwise.
    fixed = fillomino("check", file, "--model", "-", "--json", stdin="sat\n((n_0 1) (n_1 2))\n").ended(1).rows
    assert [row["core"] for row in fixed[:-1]] == [False, True, True]
    assert fixed[1]["term"] == "(< n_0 |a b|)"
    name = pretend(replace(find("z3"), name="away", executable="no-such-program", fallback=None))
    done = fillomino("check", file, "-", "--solver", name, "--json", stdin=filling).ended(3)
    *rows, asked = done.rows
    assert (asked["solver"], asked["right"], asked["code"]) == ("away", None, "solver-not-found")
    assert ([row["verdict"] for row in rows], done.warned) == ([None] * 3, ["not-decided"])
    file.write_text(HELPER.replace("(< |a b| n_1)", "(<= |a b| n_1)"))
    *rows, asked = fillomino("check", file, "-", "--json", stdin=filling).ended(0).rows
    assert [row["verdict"] for row in rows] == [True] * 3
    assert (asked["right"], asked["missing"], asked["unvalued"]) == (True, 2, [])


def test_what_is_no_model_or_filling_is_refused(fillomino: Runner) -> None:
    file = fillomino.write("x.smt2", "(declare-fun n_0 () Int)(assert (= n_0 1))(assert (> (f n_0) 0))")
    fillomino("check", file).refused("missing-option")
    fillomino("check", file, "-", stdin="1 2\n0 1\n").refused("bad-filling")
    for reply in ("unsat\n", "unknown\n", "timeout\n", "sat\n", '(error "oh (dear)")', ""):
        done = fillomino("check", file, "--model", "-", stdin=reply).refused("bad-model")
        assert done.place[2] == "<stdin>"
    one, other, asked = fillomino("check", file, "-", "--json", stdin="1 1\n1\n").ended(3).rows
    assert (one["verdict"], one["why"], other["verdict"]) == (True, None, None)
    assert (other["why"] is None, asked["right"], asked["code"]) == (False, None, "session-failed")
    rows = fillomino("check", file, "--model", "-", "--json", stdin=MODEL).ended(1).rows
    assert [row["verdict"] for row in rows] == [False, None]


def test_a_model_may_have_values_that_are_not_evaluated(fillomino: Runner) -> None:
    """As Z3 and cvc5 print them; no value is shown as Python writes it."""
    file = fillomino.write(
        "x.smt2",
        "(set-logic ALL)\n(declare-sort U 0)\n(declare-const u U)\n(declare-const x Real)\n"
        "(declare-const a (Array Int Int))\n(declare-fun f (Int) Int)\n(declare-const v (_ BitVec 4))\n"
        "(declare-const b Bool)\n(declare-const i Int)\n"
        "(assert (and (not b) (= v #b0101) (= i (- 3))))\n(assert (> x 1.5))\n(assert b)\n",
    )
    others = (
        "(define-fun x () Real (/ 5.0 2.0)) (define-fun a () (Array Int Int) ((as const (Array Int Int)) 5))"
        "(define-fun u () U (as @U_0 U)) (define-fun f ((q Int)) Int (ite (= q 1) 2 0))"
    )
    for five in ("#x5", "(_ bv5 4)", "#b0101"):
        its = f"(define-fun b () Bool (= 1 2)) (define-fun v () (_ BitVec 4) {five})"
        reply = f"sat\n({its} (define-fun i () Int (let ((z 3)) (- z))) {others})\n"
        rows = fillomino("check", file, "--model", "-", "--json", stdin=reply).ended(1).rows
        told = [(row["line"], row["verdict"], row["term"]) for row in rows]
        assert told == [(10, True, rows[0]["term"]), (11, None, "(> x 1.5)"), (12, False, "b")]
        done = fillomino("check", file, "--model", "-", stdin=reply)
        assert not re.search(r"\b(True|False|None|Bits|Decimal)\b", done.out + done.err)
    for value in ("(b 1)", "(i true)"):
        fillomino("check", file, "--model", "-", stdin=f"sat\n({value})\n").refused("bad-model")


# --- check: a filling is judged only by a file that has a number for each of its cells, and for no other

ONES = "3 3\n" + "1 1 1\n" * 3
PUZZLE = Puzzle(rectangle(3, 3), {0: 2, 5: 3})
NARROW = "(declare-fun n_{} () (_ BitVec 2))"
BITS = "(declare-fun n_{}_big () Bool)(declare-fun b_{}_0 () Bool)(declare-fun b_{}_1 () Bool)"
FIVE = {
    cell: "".join(cell.replace("{}", str(x)) for x in range(5)) + "(assert true)" for cell in (NARROW, BITS)
}
INTEGERS, BOOLEANS = (render(find_encoding(name).script(PUZZLE)) for name in ("forest", "layers"))
RENAMED = re.sub(r"\bn_", "num_", INTEGERS)
UNFIT = {
    "other names": (RENAMED, ONES),
    "other names of Booleans": (re.sub(r"\bn_", "num_", BOOLEANS), ONES),
    "a partition": (render(fillomino_by_partition(PUZZLE)), ONES),
    "a smaller board": (INTEGERS, "2 2\n1 2\n3 2\n"),
    "a larger board": (INTEGERS, "4 3\n" + "1 1 1\n" * 4),
    "a larger board of Booleans": (BOOLEANS, "4 3\n" + "1 1 1\n" * 4),
    "too few bits": (FIVE[NARROW], "1 5\n5 5 5 5 5\n"),
    "too few Booleans": (FIVE[BITS], "1 5\n5 5 5 5 5\n"),
    "a foreign sort": ("(declare-fun n_0 () Bool)(assert n_0)", "1 1\n1\n"),
}


@pytest.mark.parametrize("case", UNFIT)
def test_a_filling_that_a_file_can_not_judge(fillomino: Runner, case: str) -> None:
    text, filling = UNFIT[case]
    file = fillomino.write("x.smt2", text)
    done = fillomino("check", file, "-", stdin=filling).refused("bad-filling")
    assert done.place[2] == str(file)


def test_what_such_files_do_judge(fillomino: Runner) -> None:
    for text in FIVE.values():
        file = fillomino.write("narrow.smt2", text)
        assert fillomino("check", file, "-", stdin="1 5\n1 3 3 3 1\n").code == 0
    renamed = fillomino.write("renamed.smt2", RENAMED)
    assert fillomino("check", renamed, "--model", "-", stdin="sat\n((num_0 1))\n").code in (0, 1)


@BY_ENCODING
@pytest.mark.parametrize("level", [Level.NONE, Level.FULL])
def test_what_no_number_can_mend_needs_no_names(fillomino: Runner, encoding: Encoding, level: Level) -> None:
    puzzle = Puzzle(rectangle(1, 2), {0: 1, 1: 1})
    text = render(encoding.script(puzzle, candidates=deduce(puzzle, level)))
    file = fillomino.write("none.smt2", text)
    rows = fillomino("check", file, "-", "--json", stdin="1 2\n1 1\n").ended(1).rows
    assert any(row.get("verdict") is False or row.get("core") for row in rows)


# --- check and explain: a text compared with its encoding; what is missing is named before anything else

SMALL = rectangle(2, 3)
PUZZLES = [
    Puzzle(SMALL, {0: 3, 5: 2}),
    Puzzle(SMALL, {0: 3}, frozenset([(0, 1)]), largest_region=4),
    Puzzle(SMALL, {0: 3}, checkered=True),
    Puzzle(SMALL, {0: 4, 5: 2}, basic=True),
    Puzzle(SMALL, {}, frozenset([(0, 1)])),
    Puzzle(rectangle(3, 3), {0: 6}),
    Puzzle(rectangle(3, 4), {}, frozenset([(0, 1), (5, 6)])),
    Puzzle(rectangle(3, 4), {0: 5}, basic=True),
    Puzzle(rectangle(1, 17), {}),
    Puzzle(rectangle(5, 5), {}),
    Puzzle(rectangle(4, 4), {0: 7}, basic=True),
    Puzzle(rectangle(4, 5), {}),
]
"""In which every family of every encoding has an assertion."""


def scripts(encoding: Encoding) -> Iterator[tuple[Puzzle, PuzzleScript]]:
    for puzzle in PUZZLES:
        with suppress(EncodingError):
            yield puzzle, encoding.script(puzzle)


def without(script: PuzzleScript, family: str) -> PuzzleScript:
    return replace(script, assertions=tuple(a for a in script.assertions if a.family != family))


def some_family(script: PuzzleScript, *, last: bool = False) -> str:
    """A family that asserts something."""
    asserting = {assertion.family for assertion in script.assertions}
    names = [each.name for each in script.families if each.name in asserting]
    return names[-1 if last else 0]


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)
@brief(lambda encoding: encoding in ENCODINGS[::3])
def test_the_first_line_names_the_family_that_is_missing(encoding: Encoding) -> None:
    every, seen = {family.name for family in encoding.families}, set[str]()
    for puzzle, script in scripts(encoding):
        if seen == every:
            break
        new = {assertion.family for assertion in script.assertions} - seen
        if not new:
            continue
        assert not departures(asserting_check(Text(driver(script))), encoding, puzzle)
        for family in new:
            if all(assertion.family == family for assertion in script.assertions):
                continue
            seen.add(family)
            found = departures(asserting_check(Text(driver(without(script, family)))), encoding, puzzle)
            [lack] = found.lacks
            assert (lack.family.name, len(lack.missing)) == (family, lack.wanted)
            assert not (found.changed or found.added or found.undeclared or found.foreign)
    assert seen == every


@BY_ENCODING
def test_commands_begin_with_that_line(fillomino: Runner, encoding: Encoding) -> None:
    script = encoding.script(PUZZLES[0])
    family = some_family(script, last=True)
    file = fillomino.write("x.smt2", head(PUZZLES[0], encoding.name) + driver(without(script, family)))
    filling = fillomino.write("x.answer", "3 3 3\n1 2 2\n")
    for command in (("check", file), ("check", file, filling), ("explain", file), ("explain", file, filling)):
        first = fillomino.rows(*command)[0]
        assert (first["family"], first["missing"]) == (family, first["of"]), command
        assert first["of"] > 0
    assert fillomino("check", file).code == 1


@pytest.mark.parametrize(
    "options",
    [
        ("-f", "benchmark", "-e", "placements", "--deduce", "light"),
        ("-f", "core", "-e", "flow", "--deduce", "full"),
        ("-e", "forest", "--ask", "unique"),
        ("-e", "layers", "--ask", "all"),
        ("-e", "forest-bv", "-f", "commented"),
        ("-e", "forest-tight", "--deduce", "light"),
    ],
    ids=" ".join,
)
def test_what_encode_writes_is_its_encodings(fillomino: Runner, options: tuple[str, ...]) -> None:
    fillomino("check", fillomino.encoded(FIRST, *options)).ended(0, "")


@pytest.mark.parametrize("options", [(), ("--keep-names",)])
@pytest.mark.parametrize("encoding", ["forest", "forest-bv", "forest-bool"])
def test_a_scrambled_file_is_compared_with_its_encoding(
    fillomino: Runner, encoding: str, options: tuple[str, ...]
) -> None:
    script = find_encoding(encoding).script(PUZZLES[0])
    family = some_family(script)
    for text, code in ((driver(script), 0), (driver(without(script, family)), 1)):
        plain = fillomino.write("x.smt2", head(PUZZLES[0], encoding) + text)
        file = fillomino.write("y.smt2", fillomino("scramble", plain, "--seed", "5", *options).out)
        rows = fillomino("check", file, "--json").ended(code).rows
        assert [row["family"] for row in rows] == [family] * code


def test_a_scrambled_file_is_evaluated(fillomino: Runner) -> None:
    file = fillomino.encoded(ROW, "--scramble", "7")
    filling = fillomino("solve", ROW, "--plain").out
    rows = fillomino("check", file, "-", "--json", stdin=filling).ended(0).rows
    assert {verdict_of(row) for row in rows} == {True, "z3"}
    reply = run(file.read_text(), find("yices")).stdout
    rows = fillomino("check", file, "--model", "-", "--json", stdin=reply).ended(0).rows
    assert {verdict_of(row) for row in rows} == {True, "z3"}


def test_changed_and_added_assertions_are_named_by_line() -> None:
    encoding = find_encoding("forest")
    lines = driver(encoding.script(PUZZLES[0])).splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("(assert (= s_0 (+"))
    lines[place] = lines[place].replace("(+ 1", "(+ 2")
    lines.insert(place + 1, "(assert (! (> n_1 7) :named mine))")
    lines.remove("(assert (= n_0 3))")
    found = departures(asserting_check(Text("\n".join(lines))), encoding, PUZZLES[0])
    [lack] = found.lacks
    assert (lack.family.name, [missing.term for missing in lack.missing]) == ("clue", ["(= n_0 3)"])
    assert lack.wanted > 1
    [(changed, was)], [added] = found.changed, found.added
    assert (changed.line, write(changed.term), was.family) == (place, lines[place - 1][8:-1], "size-sum")
    assert (added.line, write(added.term)) == (place + 1, "(> n_1 7)")


def test_the_text_of_another_encoding_is_named_as_such() -> None:
    check = asserting_check(Text(driver(find_encoding("layers").script(PUZZLES[0]))))
    assert departures(check, find_encoding("forest-bv"), PUZZLES[0]).foreign
    assert not departures(check, find_encoding("layers"), PUZZLES[0]).foreign


def test_a_part_of_an_encoding_is_compared_with_the_whole(fillomino: Runner) -> None:
    puzzle = fillomino.write("p.txt", "2 3\n3 0 0\n0 0 2\n")
    whole = fillomino.encoded(puzzle, "-e", "forest", "--drop", "same-root").read_text()
    bare = "".join(f"{line}\n" for line in whole.splitlines() if line[0] != ";")
    file = fillomino.write("x.smt2", head(PUZZLES[0], "forest-without-same-root") + bare)
    assert [row["family"] for row in fillomino.rows("check", file)] == ["same-root"]
    assert fillomino("check", file, "--puzzle", puzzle, "--encoding", "forest").code == 1
    lone = fillomino.write("y.smt2", "(declare-fun n_0 () Int)(assert (= n_0 1))")
    fillomino("check", lone).refused("missing-option")


def test_symbols_by_other_names_make_no_difference(fillomino: Runner) -> None:
    """Only what else was changed is reported, in the encoding's names."""
    file = fillomino.encoded("3x2:3d2", "-e", "forest")
    whole = file.read_text()
    text = re.sub(r"\bn_0\b", "first", whole)
    file.write_text(text)
    assert fillomino("check", file, "--json").ended(0).rows == []
    file.write_text(re.sub(r"\bs_(\d)\b", r"size_\1", text).replace("(assert (= n_5 2))\n", ""))
    renamed, row = fillomino("check", file, "--json").ended(1).rows
    assert renamed["renamed"]["size_3"] == "s_3"
    assert (row["family"], row["missing"], row["of"]) == ("clue", 1, 2)
    file.write_text(whole.replace("(declare-fun n_1 () Int)\n", ""))
    assert fillomino("check", file).code == 1
    clauses = fillomino.encoded("3x2:3d2", "-e", "layers", "-f", "dimacs")
    assert fillomino("check", clauses).ended(2).fault == "clauses"


# --- replay


def test_replay_in_step(fillomino: Runner, tmp_path: Path) -> None:
    for encoding in ("forest", "cuts"):
        several = (EXAMPLES / "several.txt", "--limit", "3", "-e", encoding, "--keep", tmp_path)
        assert fillomino("solve", *several).code == 0
        [kept] = tmp_path.glob(f"several.{encoding}.*session.smt2")
        *steps, end = fillomino("replay", kept, "-s", "yices", "-s", "z3", "--json").ended(0, "").rows
        assert (end["solvers"], end["ending"]) == (["Yices", "Z3"], "same")
        first = next(step for step in steps if step["command"] == "(check-sat)")
        assert [reply["reply"] for reply in first["replies"]] == ["sat", "sat"]
        assert all(step["asks"] for step in steps)
        every = fillomino.rows("replay", kept, "-s", "z3", "--all")
        assert len(every) == end["commands"] + 1 > len(steps) + 1


SCRIPT = (
    "(set-logic QF_UF)\n(declare-fun x () Bool)\n(assert x)\n(check-sat)\n(assert (not x))\n(check-sat)\n"
)


def test_replay_stops_where_solvers_differ(fillomino: Runner) -> None:
    z3, commands = find("z3"), SCRIPT.splitlines()

    def steps_of(other: Solver) -> list[Step]:
        return list(replay(Text(SCRIPT), [z3, other], LIMITS))

    steps = steps_of(find("yices"))
    assert [step.replies for step in steps if step.asks] == [("sat", "sat"), ("unsat", "unsat")]
    assert not any(step.differs for step in steps)
    replies = ["success", "success", "success", "unsat", "success", "unsat"]
    steps = steps_of(fake.transcript(list(zip(commands, replies, strict=True))))
    assert [step.differs for step in steps] == [False, False, False, True]
    assert (steps[-1].line, steps[-1].command, steps[-1].replies) == (4, "(check-sat)", ("sat", "unsat"))
    steps = steps_of(fake.transcript([(commands[0], "success"), (commands[1], '(error "no")')]))
    assert (steps[-1].differs, steps[-1].replies[0]) == (True, "success")
    wrong = "(set-logic QF_UF)\n(assert nosuch)\n(check-sat)\n"
    step, end = fillomino("replay", "-", "--solver", "z3", "--json", stdin=wrong).ended(4).rows
    assert (step["line"], step["command"], end["ending"]) == (2, "(assert nosuch)", "refused")
    stated = SCRIPT.replace("(check-sat)", "(set-info :status unsat)\n(check-sat)", 1)
    step, _, end = fillomino("replay", "-", "-s", "z3", "--json", stdin=stated).ended(1).rows
    assert (step["stated"], end["ending"]) == ("unsat", "contradicted")


def test_replay_asks_alone_what_a_session_does_not_take(fillomino: Runner) -> None:
    text = (
        "(set-logic LIA)\n(declare-const x Int)\n(assert (> x 2))\n"
        '(assert (forall ((y Int)) (=> (> y 0) (< x y))))\n(echo "now")\n(check-sat)\n'
    )
    steps = list(replay(Text(text), [find("yices"), find("z3"), find("pysmt-z3")], LIMITS))
    assert (steps[-1].replies[:2], steps[-1].alone) == (("unsat", "unsat"), (True, False, True))
    assert not any(step.differs for step in steps[:-1])
    *_, last, end = fillomino("replay", "-", "-s", "yices", "-s", "z3", "--json", stdin=text).ended(0).rows
    assert [(reply["reply"], reply["alone"]) for reply in last["replies"]] == [
        ("unsat", True),
        ("unsat", False),
    ]
    assert end["ending"] == "same"


def test_verdicts_are_the_same_only_if_every_command_was_taken() -> None:
    """Yices takes the quantifier alone, where it has no push."""
    text = (
        "(set-logic LIA)\n(declare-const x Int)\n(assert (> x 2))\n"
        "(assert (forall ((y Int)) (=> (> y 0) (< x y))))\n(check-sat)\n{}\n"
    )
    for rest, differs in (
        ("(push 1)", True),
        ("(assert (nosuch x))", True),
        ("(set-info :a b)", False),
        ("(push 1)(assert (> x 3))(check-sat)", True),
        ("(declare-datatypes ((C 0)) (((red))))", True),
    ):
        steps = list(replay(Text(text.format(rest)), [find("yices"), find("z3")], LIMITS))
        last = steps[-1]
        refused = [reply.startswith("error: ") for reply in last.replies]
        assert last.differs is any(refused) is differs, rest


def test_places_in_a_reply_are_those_of_the_script() -> None:
    """In a session lines are counted otherwise; alone, every command stands in its line."""
    text = "; a comment\n(set-logic LIA)\n(set-info :source |a\nb|)\n(declare-const x Int)\n{}\n(check-sat)\n"
    for fault, line in (("(assert\n  (> x nosuch))", 8), ("(assert (nosuch\n  x))", 7)):
        quantified = f"(assert (forall ((y Int)) (< x y)))\n{fault}"
        for name in ("z3", "yices"):
            *_, last = replay(Text(text.format(quantified)), [find(name)], LIMITS)
            assert last.replies[0].startswith("error: ")
            assert re.findall(r"line (\d+)", last.replies[0]) == ([] if name == "z3" else [str(line)])


def test_no_reply_to_an_echo_is_made_up(fillomino: Runner) -> None:
    prose = '(echo "two words; and (more")'
    text = f'(set-logic QF_UF)\n(echo "word")\n{prose}\n(declare-const p Bool)\n(check-sat)\n'
    named = [find(name) for name in ("yices", "z3", "cvc5", "pysmt-z3") if installed(find(name))]
    steps = list(replay(Text(text), named, LIMITS))
    _, word, words, _, last = steps
    assert {reply.strip('"') for reply in word.replies} == {"word"}
    assert set(words.replies) == {""} and set(last.replies) == {"sat"}
    rows = fillomino.rows("replay", "-", "-s", "z3", "--all", stdin=text)
    assert [row["replies"][0]["reply"] for row in rows[2:5:2]] == [None, "sat"]
    deaf = fake.transcript([("(set-logic QF_UF)", "success"), ('(echo "word")', '(error "what?")')])
    steps = list(replay(Text(text), [find("z3"), deaf], LIMITS))
    assert steps[-1].differs and steps[-1].replies[1].startswith("error: ")


@pytest.mark.parametrize("by", ["z3", "yices", "cvc5"])
def test_a_reset_is_replied_to(by: str) -> None:
    needs.solver(by)
    text = (
        "(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n(reset)\n(set-logic QF_LIA)\n"
        "(declare-const p Int)\n(assert (< p p))\n(check-sat)\n(reset)\n(set-logic QF_UF)\n(check-sat)\n"
    )
    steps = list(replay(Text(text), [find(by)], LIMITS))
    assert [step.replies for step in steps if step.asks] == [("sat",), ("unsat",), ("sat",)]
    assert not any(step.alone[0] for step in steps)


# --- diff


def test_diff_of_encodings(fillomino: Runner) -> None:
    few = ("--every", "2")
    row = fillomino("diff", "forest", "forest~edge-one-way", ROW, *few, "--json").ended(0).row
    first, second = row["first"]["assertions"], row["second"]["assertions"]
    assert first.pop("edge-one-way") == 16
    assert first == second
    assert (row["same"], row["wrong"], row["puzzle"]) == (True, [], "1 9\n1 0 3 0 0 0 4 0 1\n")
    row = fillomino("diff", "forest", "forest~same-root", ROW, *few, "--json").ended(1).row
    assert (row["same"], row["wrong"]) == (False, ["forest~same-root"])
    # Without a puzzle an example is encoded; encodings are compared, not what deduction leaves of them.
    row = fillomino("diff", "forest", "forest~edge-one-way", "--every", "1", "--json").ended(0).row
    assert (row["puzzle"].splitlines()[0], row["first"]["open_cells"]) == ("3 3", None)
    row = fillomino.row("diff", "forest", "forest-tight", ROW, *few)
    assert row["second"]["assertions"]["two-sides"] > 0
    row = fillomino.row("diff", "flow", "layers", "3x2:3d2", "--every", "0", "--deduce", "light")
    assert row["first"]["open_cells"] == row["second"]["open_cells"] is not None


def test_diff_of_scripts(fillomino: Runner) -> None:
    whole = fillomino.encoded("3x2:3d2")
    text = whole.read_text()
    edited = fillomino.write("edited.smt2", text.replace("(check-sat)", "(assert false)\n(check-sat)"))
    scrambled = fillomino.write("scrambled.smt2", scramble(Text(text), 3).text)
    assert [fillomino("diff", whole, other).code for other in (whole, edited, scrambled)] == [0, 1, 0]
    assert fillomino("diff", "forest-tight", whole).code == 0
    only = fillomino.row("diff", edited, "forest-tight")["first"]["only"]
    assert [each["text"] for each in only] == ["(assert false)"]
    assert fillomino("diff", "forest", whole).code == 1
    assert fillomino("diff", whole, edited, "--every", "2").code == 2
    assert fillomino("diff", "forest", scrambled).code == 2  # it holds no puzzle


@pytest.mark.parametrize("job", ["check", "check filling", "decode", "solve", "scramble", "diff", "explain"])
def test_the_commands_of_a_script_are_read_once(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch, job: str
) -> None:
    """What is given to a solver is another text."""
    text = written(find_encoding("forest-tight").script(PUZZLES[0]), "driver")
    file, read = fillomino.write("a.smt2", text), list[str]()

    def noting(content: str, source: str | None = None) -> list[Command]:
        read.append(str(content))
        return read_terms(content, source)

    monkeypatch.setattr("smtlib.text.read_terms", noting)
    output = fillomino("solve", file, "--plain").out if job == "check filling" else ""
    jobs = {
        "check": ("check", file),
        "check filling": ("check", file, "-"),
        "decode": ("decode", file, "-"),
        "solve": ("solve", file),
        "scramble": ("scramble", file),
        "diff": ("diff", file, fillomino.write("b.smt2", text + "; another")),
        "explain": ("explain", file),
    }
    read.clear()
    fillomino(*jobs[job], stdin="unsat\n" if job == "decode" else output)
    assert read.count(text) == 1


@pytest.mark.parametrize("deduce", ["none", "light", "full"])
def test_a_file_is_that_of_its_encoding_after_the_deduction_that_it_states(
    fillomino: Runner, deduce: str, tmp_path: Path
) -> None:
    file = tmp_path / "deduced.smt2"
    fillomino("encode", "@first", "-e", "flow", "--deduce", deduce, "-o", file).ended(0)
    fillomino("check", file).ended(0)
    fillomino("diff", "flow", file).ended(0)
    fillomino("diff", file, "forest").ended(1)
