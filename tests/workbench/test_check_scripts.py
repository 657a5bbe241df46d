"""The commands about SMT-LIB files: check, lint, replay, diff."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from drivers import Limits, Solver, fake, find, run
from drivers.replay import replay
from encoder.annotations import head
from encoder.encoding import Encoding
from encoder.encodings.table import ENCODINGS
from encoder.encodings.table import find as find_encoding
from encoder.errors import EncodingError
from encoder.parts.partition import fillomino_by_partition
from encoder.script import PuzzleScript
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Puzzle
from smtlib.file import file_of
from smtlib.render import FLAVOURS, driver, render
from smtlib.scramble import scramble
from tests.support.encodings import BY_ENCODING
from tests.support.where import quick
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.explain.differences import differences, lines_of

DEPTH = 8_000


DEEP = "(+ 0 " * DEPTH + "n_0" + ")" * DEPTH


DEEP_SCRIPT = f"(set-logic QF_LIA)\n(declare-fun n_0 () Int)\n(assert (= 2 {DEEP}))\n(check-sat)\n(exit)\n"


LIMITS = Limits(seconds=20)


def test_lint_command(fillomino: Runner, tmp_path: Path) -> None:
    file = fillomino.write("bad.smt2", "\n" * 6 + "(assert (= x -3))\n")
    done = fillomino("lint", file).ended(1).says(f"{file}:7:12: error: x is not declared [undeclared]\n")
    rows = fillomino.rows("lint", file)
    assert {row["level"] for row in rows} == {"error", "warning"}
    file.write_text("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= x -3))\n(check-sat)\n(exit)\n")
    done = fillomino("lint", file).ended(0).says(f"{file}:3:", "Z3")
    done = fillomino("lint", "-", stdin="(assert")
    assert (done.code, "<stdin>:1:1: error: this ( is never closed [not-closed]\n" in done.out) == (1, True)


@BY_ENCODING
@pytest.mark.parametrize("level", ["none", "full"])
@quick(lambda encoding, level: level == "none" and not encoding.frame)
def test_evaluate_command(fillomino: Runner, tmp_path: Path, encoding: Encoding, level: str) -> None:
    puzzle, answer, smt2 = (tmp_path / f"small.{suffix}" for suffix in ("txt", "answer", "smt2"))
    puzzle.write_text("3 4\n0 0 0 0\n5 4 3 0\n4 0 0 0\n")
    answer.write_text(fillomino("solve", puzzle, "--plain").out)
    assert fillomino("encode", puzzle, "-e", encoding.name, "--deduce", level, "-o", smt2).code == 0
    done = fillomino("check", smt2, answer).ended(0, "").says("0 false, 0 unknown")
    # Roots, flows and places of some are their own business; after deduction none of them is left.
    own = "z3 gives values to the" in done.out
    assert not own or level == "none"
    assert own or level == "full" or encoding.name not in ("forest", "forest-bool", "flow", "placements")
    done = fillomino("check", smt2, "-", stdin=f"{answer.read_text().rstrip()[:-1]}5")
    assert "false: " in done.out or (own and "refused: " in done.out)
    assert done.code == 1


@pytest.mark.parametrize("encoding", ["forest", "forest-tight"])
def test_evaluate_knows_the_clues_of_a_basic_puzzle(fillomino: Runner, tmp_path: Path, encoding: str) -> None:
    smt2, answer = tmp_path / "basic.smt2", tmp_path / "basic.answer"
    answer.write_text(fillomino("solve", "@basic", "--as", "basic", "--plain").out)
    assert fillomino("encode", "@basic", "--as", "basic", "-e", encoding, "-o", smt2).code == 0
    fillomino("check", smt2, answer).ended(0, "").says("0 false, 0 unknown")


HELPER = """(declare-fun n_0 () Int)(declare-fun n_1 () Int)(declare-fun |a b| () Int)(declare-fun y () Int)
(assert (> y 0))
(assert (! (< n_0 |a b|) :named low))
(assert (< |a b| n_1))
"""


def test_evaluate_asks_a_solver_for_what_has_no_value(fillomino: Runner, tmp_path: Path) -> None:
    file = fillomino.write("x.smt2", HELPER)
    done = fillomino("check", file, "-", "--json", stdin="1 2\n1 2\n")
    rows = done.rows
    assert done.code == 1
    assert [(row["line"], row["verdict"], row["core"]) for row in rows] == [
        (2, None, False),
        (3, None, True),
        (4, None, True),
    ]
    file.write_text(HELPER.replace("(< |a b| n_1)", "(<= |a b| n_1)"))
    done = fillomino("check", file, "-", stdin="1 2\n1 2\n")
    assert done.code == 0
    assert "3 are true, 0 false, 0 unknown" in done.out
    assert "z3 gives values to the 2 other symbols" in done.out
    file.write_text(HELPER)
    # What --model gives is fixed, whoever would rather have it otherwise.
    done = fillomino("check", file, "--model", "-", stdin="sat\n((n_0 1) (n_1 2))\n")
    assert (done.code, "line 3, refused: low: (< n_0 |a b|)" in done.out) == (1, True)


def test_evaluate_without_the_solver(
    fillomino: Runner, tmp_path: Path, pretend: Callable[[Solver], str]
) -> None:
    file = fillomino.write("x.smt2", HELPER)
    name = pretend(replace(find("z3"), name="away", executable="no-such-program", fallback=None))
    done = fillomino("check", file, "-", "--solver", name, stdin="1 2\n1 2\n")
    assert done.code == 0
    assert "not installed" in done.out
    assert "3 unknown" in done.out


def test_evaluate_command_refuses(fillomino: Runner, tmp_path: Path) -> None:
    file = fillomino.write("x.smt2", "(declare-fun n_0 () Int)(assert (= n_0 1))(assert (> (f n_0) 0))")
    assert "give a FILLING, a --model, or both" in fillomino.refuses("check", file)
    assert "some cells are empty" in fillomino.refuses("check", file, "-", stdin="1 2\n0 1\n")
    for reply, why in (
        ("unsat\n", "the solver answers unsat"),
        ("unknown\n", "the solver does not know: the solver gave no reason"),
        ("timeout\n", "the solver does not know: the solver stopped at its own time limit"),
        ("sat\n", "it is sat, but has no values"),
        ('(error "oh (dear)")', "the solver reported an error: oh (dear)"),
        ("", "neither a verdict nor values"),
    ):
        told = fillomino.refuses("check", file, "--model", "-", stdin=reply)
        assert told == f"<stdin>: not a model: {why}"
    done = fillomino("check", file, "-", stdin="1 1\n1\n")
    assert "1 are true, 0 false, 1 unknown" in done.out
    assert "operator 'f'" in done.out
    assert "Z3 can't decide it either: " in done.out
    done = fillomino("check", file, "--model", "-", stdin="sat\n((n_0 2))\n")
    assert (done.code, "1 false" in done.out) == (1, True)


def test_replay_in_step(fillomino: Runner, tmp_path: Path) -> None:
    for encoding in ("forest", "cuts"):
        done = fillomino(
            "solve", EXAMPLES / "several.txt", "--limit", "3", "-e", encoding, "--keep", tmp_path
        )
        assert done.code == 0
        [kept] = tmp_path.glob(f"several.{encoding}.*session.smt2")
        done = fillomino("replay", kept).ended(0, "").says("with the same verdicts (Yices, Z3)")
        assert re.search(r"\(check-sat\)\n  Yices: sat \([0-9.]+ s\)\n  Z3: sat \(", done.out)


SCRIPT = (
    "(set-logic QF_UF)\n(declare-fun x () Bool)\n(assert x)\n(check-sat)\n(assert (not x))\n(check-sat)\n"
)


def test_replay_stops_where_solvers_differ() -> None:
    steps = list(replay(SCRIPT, [find("yices"), find("z3")], LIMITS))
    assert [step.replies for step in steps if step.asks] == [("sat", "sat"), ("unsat", "unsat")]
    assert not any(step.differs for step in steps)
    commands = SCRIPT.splitlines()
    replies = ["success", "success", "success", "unsat", "success", "unsat"]
    steps = list(
        replay(SCRIPT, [find("z3"), fake.transcript(list(zip(commands, replies, strict=True)))], LIMITS)
    )
    assert [step.differs for step in steps] == [False, False, False, True]
    assert (steps[-1].line, steps[-1].command, steps[-1].replies) == (4, "(check-sat)", ("sat", "unsat"))
    shy = fake.transcript([(commands[0], "success"), (commands[1], '(error "no")')])
    steps = list(replay(SCRIPT, [find("z3"), shy], LIMITS))
    assert steps[-1].differs
    assert steps[-1].replies[0] == "success"


QUANTIFIED = """(set-logic LIA)
(declare-const x Int)
(assert (> x 2))
(assert (forall ((y Int)) (=> (> y 0) (< x y))))
(echo "now")
(check-sat)
"""


def test_replay_asks_alone_what_a_session_does_not_take(fillomino: Runner) -> None:
    steps = list(replay(QUANTIFIED, [find("yices"), find("z3"), find("pysmt-z3")], LIMITS))
    assert (steps[-1].replies[:2], steps[-1].alone) == (("unsat", "unsat"), (True, False, True))
    assert not any(step.differs for step in steps[:-1])
    done = fillomino("replay", "-", stdin=QUANTIFIED).ended(0)
    assert "unsat" in done.out and "asked alone" in done.out


def test_replay_command_tells_a_refused_command(fillomino: Runner) -> None:
    done = fillomino("replay", "-", "--solver", "z3", stdin="(set-logic QF_UF)\n(assert nosuch)\n")
    assert done.code == 4
    assert "Command 2 is refused." in done.out
    assert "line 2: (assert nosuch)" in done.out


def test_diff(fillomino: Runner) -> None:
    row = EXAMPLES / "row.txt"
    done = fillomino("diff", "forest", "forest~edge-one-way", row, "--every", "2").ended(0)
    lines = {line.split()[0]: line.split()[-2:] for line in done.out.splitlines() if line.strip()}
    assert lines["edge-one-way"] == ["16", "0"]
    assert lines["assertions"] == ["104", "88"]
    assert "fillings: the same" in done.out
    done = fillomino("diff", "forest", "forest~same-root", row, "--every", "2")
    assert done.code == 1
    assert "those of forest~same-root are not those of the rules" in done.out
    assert "no family 'x'" in fillomino.refuses("diff", "forest", "forest~x", row)


def test_diff_needs_no_puzzle(fillomino: Runner) -> None:
    done = fillomino("diff", "forest", "forest~edge-one-way", "--every", "1").ended(0)
    assert done.out.startswith("No puzzle is named, so this example is encoded:\n┌")
    assert "  edge-one-way " in done.out


def test_diff_compares_encodings_not_what_deduction_leaves_of_them(fillomino: Runner) -> None:
    done = fillomino("diff", "forest", "forest-tight", EXAMPLES / "row.txt", "--every", "2")
    lines = {line.split()[0]: line.split()[-1] for line in done.out.splitlines() if line.strip()}
    assert int(lines["two-sides"]) > 0


def test_solve_shows_what_an_encoding_without_a_family_lets_through(fillomino: Runner) -> None:
    done = fillomino("solve", EXAMPLES / "first.txt", "-e", "forest", "--drop", "size-sum")
    assert done.code == 1
    assert "wrong (forest-without-size-sum" in done.out
    assert "breaks the rules" in done.out
    assert done.out.startswith("┌")
    said = fillomino.refuses("solve", EXAMPLES / "first.txt", "--drop", "growth")
    assert "cuts is an incremental session" in said


def test_a_control_character_is_refused_at_its_place(fillomino: Runner, tmp_path: Path) -> None:
    """Z3 replies an error to it, and then nothing more: `evaluate` waited for ever."""
    file = tmp_path / "x.smt2"
    file.write_text("(declare-fun n_0 () Int)\n(declare-fun a () Int)\n(assert (\x17 n_0 3))\n")
    said = f"{file}:3:10: the control character '\\x17' is not SMT-LIB; delete it"
    assert fillomino.refuses("check", file, "--model", "-", stdin="sat\n((n_0 1))\n") == said
    assert fillomino.refuses("replay", file) == said
    assert fillomino.refuses("explain", file) == said
    done = fillomino("lint", file)
    assert f"{file}:3:10: error: the control character '\\x17' is not SMT-LIB; delete it" in done.out
    assert done.code == 1


MODEL = "sat\n((n_0 2))\n"


@pytest.mark.parametrize("command", [("replay",), ("check", "--model", "-")])
def test_what_is_no_command_is_refused(fillomino: Runner, tmp_path: Path, command: tuple[str, ...]) -> None:
    name, *rest = command
    file = tmp_path / "z3.out"
    for text, place, said in (
        ("sat\n((n_0 1))\n", "1:1", "'sat'"),
        ("(check-sat)\n ((n_0 1))\n", "2:2", "'((n_0 1))'"),
        ("(exit)\n()", "2:1", "'()'"),
        ("[" * 5000, "1:1", f"'{'[' * 60} …'"),
    ):
        file.write_text(text)
        told = fillomino.refuses(name, file, *rest, stdin=MODEL)
        assert told == f"{file}:{place}: {said} is not an SMT-LIB command"
    first = EXAMPLES / "first.txt"
    assert fillomino.refuses(name, first, *rest, stdin=MODEL).startswith(
        f"{first}:1:1: '5' is not an SMT-LIB command"
    )


@pytest.mark.parametrize("text", ["", " \n", "; nothing\n"])
def test_a_file_without_a_command(fillomino: Runner, tmp_path: Path, text: str) -> None:
    file = fillomino.write("empty.smt2", text)
    message = f"{file}: no SMT-LIB command found"
    assert fillomino.refuses("replay", file) == message
    assert fillomino.refuses("check", file, "--model", "-", stdin=MODEL) == message


def test_a_file_with_nothing_to_run_or_to_judge(fillomino: Runner, tmp_path: Path) -> None:
    file = fillomino.write("empty.smt2", "(set-option :print-success true)\n(exit)\n(assert)")
    assert fillomino.refuses("replay", file) == f"{file}: there is nothing to run before (exit)"
    told = fillomino.refuses("check", file, "--model", "-", stdin=MODEL)
    assert told == f"{file}: the script asserts nothing"


def test_commands_take_any_depth(fillomino: Runner, tmp_path: Path) -> None:
    file = fillomino.write("deep.smt2", DEEP_SCRIPT)
    done = fillomino("check", file, "--model", "-", stdin=MODEL)
    assert (done.code, done.out) == (0, f"{file}: of 1 assertion 1 are true, 0 false, 0 unknown\n")
    done = fillomino("replay", file, "-s", "z3").ended(0)
    assert re.fullmatch(r"line 4: \(check-sat\)\n  Z3: sat \([0-9.]+ s\)\n4 commands \(Z3\)\n", done.out)
    assert fillomino("lint", file).code == 0
    file.write_text("(" * DEPTH + ")" * DEPTH)
    done = fillomino("lint", file)
    assert done.code == 1
    assert f"{file}:1:1: error: '{'(' * 60} …' is not an SMT-LIB command [unknown-command]\n" in done.out


def test_evaluate_takes_a_model_with_values_that_it_does_not_evaluate(
    fillomino: Runner, tmp_path: Path
) -> None:
    """As Z3 and cvc5 print them; no value is shown as Python writes it."""
    file, model = tmp_path / "x.smt2", tmp_path / "x.out"
    file.write_text(
        "(set-logic ALL)\n(declare-sort U 0)\n(declare-const u U)\n(declare-const x Real)\n"
        "(declare-const a (Array Int Int))\n(declare-fun f (Int) Int)\n(declare-const v (_ BitVec 4))\n"
        "(declare-const b Bool)\n(declare-const i Int)\n"
        "(assert (and (not b) (= v #b0101) (= i (- 3))))\n(assert (> x 1.5))\n(assert b)\n"
    )
    others = (
        "(define-fun x () Real (/ 5.0 2.0)) (define-fun a () (Array Int Int) ((as const (Array Int Int)) 5))"
    )
    others += "(define-fun u () U (as @U_0 U)) (define-fun f ((q Int)) Int (ite (= q 1) 2 0))"
    for five in ("#x5", "(_ bv5 4)", "#b0101"):
        its = f"(define-fun b () Bool (= 1 2)) (define-fun v () (_ BitVec 4) {five})"
        model.write_text(f"sat\n({its} (define-fun i () Int (let ((z 3)) (- z))) {others})\n")
        done = fillomino("check", file, "--model", model)
        assert done.code == 1
        assert (
            "of 3 assertions 1 are true, 1 false, 1 unknown\n  line 12, false: b\n  line 11, unknown:"
            in done.out
        )
        assert "x.out: values of the sort (Array Int Int) are not evaluated: a\n" in done.err
        assert not re.search(r"\b(True|False|None|Bits|Decimal)\b", done.out + done.err)
    for value, wrong in (
        ("(b 1)", "b: 1 is not a value of the sort Bool"),
        ("(i true)", "i: true is not a value of"),
    ):
        model.write_text(f"sat\n({value})\n")
        assert wrong in fillomino.refuses("check", file, "--model", model)


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


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)
def test_the_first_line_names_the_family_that_is_missing(encoding: Encoding) -> None:
    every, seen = {family.name for family in encoding.families}, set[str]()
    for puzzle, script in scripts(encoding):
        if seen == every:
            break
        new = {assertion.family for assertion in script.assertions} - seen
        if not new:
            continue
        assert not differences(file_of(driver(script)), encoding, puzzle)
        for family in new:
            if all(assertion.family == family for assertion in script.assertions):
                continue
            seen.add(family)
            found = differences(file_of(driver(without(script, family))), encoding, puzzle)
            [line] = lines_of(found, "x.smt2")
            assert line.startswith(f"x.smt2: the family {family} is missing: "), line
    assert seen == every


@BY_ENCODING
def test_commands_begin_with_that_line(fillomino: Runner, tmp_path: Path, encoding: Encoding) -> None:
    puzzle = PUZZLES[0]
    script = encoding.script(puzzle)
    family = script.families[-1].name
    family = next(f.name for f in reversed(script.families) if without(script, f.name) != script)
    file = fillomino.write("x.smt2", head(puzzle, encoding.name) + driver(without(script, family)))
    filling = fillomino.write("x.answer", "3 3 3\n1 2 2\n")
    for command in (
        ("check", file),
        ("check", file, filling),
        ("explain", file),
        ("explain", file, filling),
    ):
        done = fillomino(*command)
        assert done.out.startswith(f"{file}: the family {family} is missing: "), (command, done)
    assert fillomino("check", file).code == 1
    first = json.loads(fillomino("check", file, "--json").out.splitlines()[0])
    assert first["family"] == family
    assert first["missing"] == first["of"] > 0


@pytest.mark.parametrize("flavour", [flavour.name for flavour in FLAVOURS])
def test_order_names_and_blanks_make_no_difference(flavour: str) -> None:
    for puzzle in PUZZLES[:4]:
        text = render(find_encoding("forest").script(puzzle), flavour)
        lines = text.replace("(= ", "(=   ").replace(" (not", "\t(not").splitlines()
        asserted = [line for line in lines if line.startswith("(assert")]
        others = [line for line in lines if not line.startswith("(assert")]
        place = next(i for i, line in enumerate(others) if line.startswith("(check-sat"))
        mixed = "\n".join([*others[:place], *reversed(asserted), *others[place:]])
        assert not differences(file_of(mixed), find_encoding("forest"), puzzle)


def test_a_text_after_deduction_is_compared_with_one(fillomino: Runner, tmp_path: Path) -> None:
    puzzle, file = tmp_path / "p.txt", tmp_path / "x.smt2"
    puzzle.write_text("2 3\n3 0 0\n0 0 2\n")
    assert fillomino("encode", puzzle, "-e", "forest-tight", "--deduce", "light", "-o", file).code == 0
    done = fillomino("check", file, "--as", f"puzzle={puzzle}", "--encoding", "forest-tight")
    assert (done.code, done.err) == (0, "")
    assert "assertions, those of forest-tight for its puzzle" in done.out


@pytest.mark.parametrize(
    "options",
    [
        ("-f", "benchmark", "-e", "placements", "--deduce", "light"),
        ("-f", "core", "-e", "flow", "--deduce", "full"),
        ("-e", "forest", "--ask", "unique"),
        ("-e", "forest-bool", "--ask", "all"),
        ("-e", "forest-bv", "-f", "commented"),
    ],
)
def test_what_encode_writes_is_its_encodings(
    fillomino: Runner, tmp_path: Path, options: tuple[str, ...]
) -> None:
    file = tmp_path / "x.smt2"
    assert fillomino("encode", EXAMPLES / "first.txt", *options, "-o", file).code == 0
    fillomino("check", file).ended(0, "")


@pytest.mark.parametrize("options", [(), ("--keep-names",)])
@pytest.mark.parametrize("encoding", ["forest", "forest-bv", "forest-bool"])
def test_a_scrambled_file_is_compared_with_its_encoding(
    fillomino: Runner, tmp_path: Path, encoding: str, options: tuple[str, ...]
) -> None:
    file, whole = tmp_path / "x.smt2", find_encoding(encoding)
    puzzle = PUZZLES[0]
    script = whole.script(puzzle)
    family = next(each.name for each in script.families if without(script, each.name) != script)
    for text, code in ((driver(script), 0), (driver(without(script, family)), 1)):
        file.write_text(head(puzzle, encoding) + text)
        file.write_text(fillomino("scramble", file, "--seed", "5", *options).out)
        done = fillomino("check", file).ended(code)
        assert f"the family {family} is missing: " in done.out.splitlines()[0] or not code
        assert len(done.out.splitlines()) == 1


def test_a_scrambled_file_is_evaluated(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    assert fillomino("encode", EXAMPLES / "row.txt", "--scramble", "7", "-o", file).code == 0
    filling = fillomino("solve", EXAMPLES / "row.txt", "--plain").out
    done = fillomino("check", file, "-", stdin=filling)
    assert (done.code, "0 false, 0 unknown" in done.out) == (0, True)
    reply = run(file.read_text(), find("yices")).stdout
    done = fillomino("check", file, "--model", "-", stdin=reply)
    assert (done.code, "3 other symbols" in done.out or " 0 false, 0 unknown" in done.out) == (0, True)


def test_changed_and_added_assertions_are_named_by_line() -> None:
    puzzle, encoding = PUZZLES[0], find_encoding("forest")
    lines = driver(encoding.script(puzzle)).splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("(assert (= s_0 (+"))
    lines[place] = lines[place].replace("(+ 1", "(+ 2")
    lines.insert(place + 1, "(assert (! (> n_1 7) :named mine))")
    lines.remove("(assert (= n_0 3))")
    found = differences(file_of("\n".join(lines)), encoding, puzzle)
    first, *rest = lines_of(found, "x.smt2", {"n_0": 2})
    assert first.startswith("x.smt2: the family clue is incomplete: ")
    assert first.endswith("(1 of its 2 assertions is not there)")
    assert rest[:3] == ["  r1c1  (= n_0 3)", "  1 missing assertion would be false:", "    r1c1  (= n_0 3)"]
    assert rest[3].startswith(f"x.smt2:{place}: changed: (= s_0 (+ 2 ")
    assert rest[3].endswith("(size-sum)")
    assert rest[4] == f"x.smt2:{place + 1}: added: (> n_1 7), which forest does not have"


def test_the_text_of_another_encoding_is_named_as_such() -> None:
    text = driver(find_encoding("forest-bool").script(PUZZLES[0]))
    [line] = lines_of(differences(file_of(text), find_encoding("forest-bv"), PUZZLES[0]), "x.smt2")
    assert "are of forest-bv: is it another's text?" in line


def test_a_part_of_an_encoding_is_compared_with_the_whole(fillomino: Runner, tmp_path: Path) -> None:
    puzzle, file = tmp_path / "p.txt", tmp_path / "x.smt2"
    puzzle.write_text("2 3\n3 0 0\n0 0 2\n")
    assert fillomino("encode", puzzle, "-e", "forest", "--drop", "same-root", "-o", file).code == 0
    named = head(PUZZLES[0], "forest-without-same-root")
    file.write_text(named + "".join(f"{x}\n" for x in file.read_text().splitlines() if x[0] != ";"))
    assert fillomino("check", file).out.startswith(f"{file}: the family same-root is missing: ")


def test_nothing_to_compare_with(fillomino: Runner, tmp_path: Path) -> None:
    file = fillomino.write("x.smt2", "(declare-fun n_0 () Int)(assert (= n_0 1))")
    assert "or --as puzzle=PUZZLE and --encoding to compare with" in fillomino.refuses("check", file)


def test_symbols_by_other_names_make_no_difference(fillomino: Runner, tmp_path: Path) -> None:
    """Only what else was changed is reported, in the encoding's names."""
    file = tmp_path / "x.smt2"
    assert fillomino("encode", "3x2:3d2", "-e", "forest", "-o", file).code == 0
    text = re.sub(r"\bn_0\b", "first", file.read_text())
    file.write_text(text)
    done = fillomino("check", file)
    same = "assertions, those of forest for its puzzle, where n_0 is called first\n"
    assert (done.code, done.out.endswith(same)) == (0, True)
    file.write_text(re.sub(r"\bs_(\d)\b", r"size_\1", text).replace("(assert (= n_5 2))\n", ""))
    done = fillomino("check", file)
    first, second, *rest = done.out.splitlines()
    assert first.startswith(f"{file}: n_0 is called first, s_0 is called size_0, s_1 is called size_1, ")
    assert first.endswith(" and 1 more")
    assert second.startswith(f"{file}: the family clue is incomplete: ")
    assert rest == ["  r2c3  (= n_5 2)"]


def test_symbols_that_are_used_and_not_declared(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    assert fillomino("encode", "3x2:3d2", "-e", "forest", "-o", file).code == 0
    file.write_text(file.read_text().replace("(declare-fun n_1 () Int)\n", ""))
    done = fillomino("check", file)
    assert (done.code, done.out) == (1, f"{file}: n_1 is not declared\n")
    assert fillomino("encode", "3x2:3d2", "-e", "forest-bool", "-f", "dimacs", "-o", file).code == 0
    assert "these are clauses, without assertions: " in fillomino.refuses("check", file)


def test_scripts_are_compared(fillomino: Runner, tmp_path: Path) -> None:
    whole, edited = tmp_path / "whole.smt2", tmp_path / "edited.smt2"
    whole.write_text(fillomino("encode", "3x2:3d2").out, encoding="utf-8")
    edited.write_text(whole.read_text().replace("(check-sat)", "(assert false)\n(check-sat)"))
    scrambled = fillomino.write("scrambled.smt2", scramble(whole.read_text(), 3).text)
    assert [fillomino("diff", whole, other).code for other in (whole, edited, scrambled)] == [0, 1, 0]
    assert fillomino("diff", "forest-tight", whole).code == 0
    assert "assert false" in fillomino("diff", edited, "forest-tight").out
    assert fillomino("diff", "forest", whole).code == 1
    assert fillomino("diff", whole, edited, "--every", "2").code == 2
    assert fillomino("diff", "forest", scrambled).code == 2  # it holds no puzzle


ONES = "3 3\n" + "1 1 1\n" * 3
PUZZLE = Puzzle(rectangle(3, 3), {0: 2, 5: 3})


def refused(fillomino: Runner, file: Path, filling: str) -> None:
    said = fillomino.refuses("check", file, "-", stdin=filling)
    assert said.startswith(f"{file}: this filling can't be judged: ")


@pytest.mark.parametrize("name", ["forest", "forest-bool"])
def test_numbers_by_another_name(fillomino: Runner, tmp_path: Path, name: str) -> None:
    file = tmp_path / "renamed.smt2"
    file.write_text(re.sub(r"\bn_", "num_", render(find_encoding(name).script(PUZZLE))))
    refused(fillomino, file, ONES)
    model = fillomino("check", file, "--model", "-", stdin="sat\n((num_0 1))\n")
    assert model.code in (0, 1)


def test_numbers_of_a_partition(fillomino: Runner, tmp_path: Path) -> None:
    file = fillomino.write("partition.smt2", render(fillomino_by_partition(PUZZLE)))
    refused(fillomino, file, ONES)


@pytest.mark.parametrize("name", ["forest", "forest-bool"])
def test_a_filling_of_another_board(fillomino: Runner, tmp_path: Path, name: str) -> None:
    file = fillomino.write("large.smt2", render(find_encoding(name).script(PUZZLE)))
    refused(fillomino, file, "2 2\n1 2\n3 2\n")
    refused(fillomino, file, "4 3\n" + "1 1 1\n" * 4)


@pytest.mark.parametrize(
    "cell",
    [
        "(declare-fun n_{} () (_ BitVec 2))",
        "(declare-fun n_{}_big () Bool)(declare-fun b_{}_0 () Bool)(declare-fun b_{}_1 () Bool)",
    ],
)
def test_a_number_that_its_symbol_cannot_hold(fillomino: Runner, tmp_path: Path, cell: str) -> None:
    file = tmp_path / "narrow.smt2"
    file.write_text("".join(cell.replace("{}", str(x)) for x in range(5)) + "(assert true)")
    refused(fillomino, file, "1 5\n5 5 5 5 5\n")
    assert fillomino("check", file, "-", stdin="1 5\n1 3 3 3 1\n").code == 0


def test_a_number_of_a_foreign_sort(fillomino: Runner, tmp_path: Path) -> None:
    file = fillomino.write("foreign.smt2", "(declare-fun n_0 () Bool)(assert n_0)")
    refused(fillomino, file, "1 1\n1\n")


@BY_ENCODING
@pytest.mark.parametrize("level", [Level.NONE, Level.FULL])
def test_what_no_number_can_mend_needs_no_names(
    fillomino: Runner, tmp_path: Path, encoding: Encoding, level: Level
) -> None:
    puzzle = Puzzle(rectangle(1, 2), {0: 1, 1: 1})
    file = fillomino.write("none.smt2", render(encoding.script(puzzle, candidates=deduce(puzzle, level))))
    done = fillomino("check", file, "-", stdin="1 2\n1 1\n")
    assert (done.code, "false: " in done.out or "refused: " in done.out) == (1, True)
