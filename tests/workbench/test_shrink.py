"""Shrinking: puzzles, families, assertions and terms on which there is a disagreement."""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from drivers import Answer, Failure, Limits, Quirks, Sat, Solver, Unsat, fake, find, run
from encoder.encodings import registry
from encoder.encodings.forest import FOREST
from encoder.encodings.registry import ENCODINGS
from encoder.encodings.registry import find as find_encoding
from encoder.errors import EncodingError
from encoder.select import falsified, select
from fillomino.board import from_links, rectangle
from fillomino.boards import from_spec
from fillomino.instance import Instance
from fillomino.puzzle import Puzzle
from smtlib.lint import lint
from smtlib.sendable import sendable
from smtlib.sexpr import read_all, write
from smtlib.text import Text
from tests.support import needs
from tests.support.clock import FOREVER, PATIENCE
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.shrink.checks import (
    AgainstRules,
    Disagreement,
    PuzzleCheck,
    ScriptCondition,
    Solvers,
    SolversOnPuzzles,
    TwoEncodings,
)
from workbench.shrink.choose import condition
from workbench.shrink.ddmin import ddmin
from workbench.shrink.puzzles import PuzzleShrinker, part
from workbench.shrink.texts import TextShrinker
from workbench.texts.inputs import puzzle_of

Pretend = Callable[[Solver], str]
TEN = EXAMPLES / "ten.janko"
LIMITS = Limits(seconds=PATIENCE)
QUIET = Quirks(silent=True)


def deciding(cases: str, name: str = "liar") -> Solver:
    """A solver that answers by cases of the shell about the text ``$t``."""
    pretended = fake.scripted(name=name, quirks=QUIET)
    program = f"t=$(cat); case $t in {cases} esac"
    return replace(pretended, executable="/bin/sh", arguments=("-c", program), session_arguments=None)


# Delta debugging


@pytest.fixture
def ddsmt() -> None:
    needs.unix("pipes with names")
    needs.module("ddsmt", "shrink")


def test_ddmin_is_minimal() -> None:
    chance = random.Random(3)
    for _ in range(200):
        items = list(range(chance.randint(0, 30)))
        wanted = [set(chance.sample(items, min(len(items), chance.randint(0, 4)))) for _ in range(2)]

        def holds(some: list[int], wanted: list[set[int]] = wanted) -> bool:
            return any(each <= set(some) for each in wanted)

        found = ddmin(items, holds)
        assert holds(found)
        assert found == sorted(found)
        assert not any(holds(found[:i] + found[i + 1 :]) for i in range(len(found)))


def test_ddmin_asks_few_questions_where_most_does_not_matter() -> None:
    asked = []

    def holds(some: list[int]) -> bool:
        asked.append(len(some))
        return 777 in some

    assert ddmin(range(1000), holds) == [777]
    assert len(asked) < 60


# Parts of puzzles


# An encoding and the rules


def test_a_part_of_a_puzzle() -> None:
    """Clues that are too large for it, and a largest region that is no limit any more, are left out."""
    puzzle = Puzzle(rectangle(3, 3), {0: 2, 4: 9, 8: 3}, frozenset([(0, 1), (4, 7)]), largest_region=5)
    assert part(puzzle, [0, 1, 3, 4]) == Puzzle(rectangle(2, 2), {0: 2}, frozenset([(0, 1)]))
    assert part(puzzle, [0, 2, 6, 8]) == Puzzle(rectangle(2, 2), {0: 2, 3: 3})


CHAIN = from_links("ABCDEFGHIJ", [(x, x + 1) for x in range(9)])


def shrunk(puzzle: Puzzle, check: PuzzleCheck) -> Puzzle:
    """The smallest puzzle on which a disagreement stands."""
    shrinker = PuzzleShrinker(check)
    found = shrinker.run(puzzle)
    assert found is not None
    assert isinstance(shrinker.best, Puzzle)
    assert check(shrinker.best) is not None
    return shrinker.best


def without(encoding: str, family: str) -> AgainstRules:
    return AgainstRules(select(find_encoding(encoding), [family]), find("yices"), LIMITS)


EIGHT = puzzle_of(str(EXAMPLES / "eight.url")).fillomino("it").puzzle
CLUED = Puzzle(rectangle(3, 4), {1: 2, 6: 3})
"""Without the family of clues, Yices takes minutes for a first filling of a large board."""


@pytest.mark.parametrize(
    ("puzzle", "encoding", "family", "cells"),
    [
        (EIGHT, "forest", "same-root", 2),
        (CLUED, "forest", "clue", 3),
        pytest.param(EIGHT, "forest-bool", "known", 1, marks=pytest.mark.thorough),
        pytest.param(EIGHT, "layers", "layer", 3, marks=pytest.mark.thorough),
    ],
    ids=["same-root", "clue", "known", "layer"],
)
def test_a_large_board_becomes_three_by_three(puzzle: Puzzle, encoding: str, family: str, cells: int) -> None:
    board = shrunk(puzzle, without(encoding, family)).board
    grid = board.grid
    assert grid is not None
    assert board.size <= cells
    assert max(grid.height, grid.width) <= 3 or board.size <= 5


@pytest.mark.parametrize(
    ("family", "puzzle", "small"),
    [
        ("same-root", Puzzle(CHAIN, {0: 3, 5: 2}), None),
        ("same-root", Puzzle(from_spec("torus:3x4"), {0: 2}), None),
        (
            "wall",
            Puzzle(rectangle(3, 3), {4: 2}, frozenset([(0, 1), (4, 5)]), largest_region=8),
            Puzzle(rectangle(1, 2), {}, frozenset([(0, 1)])),
        ),
    ],
    ids=["chain", "torus", "wall"],
)
def test_other_boards_shrink_too_and_what_is_needed_stays(
    family: str, puzzle: Puzzle, small: Puzzle | None
) -> None:
    best = shrunk(puzzle, without("forest", family))
    assert (best.board.size, dict(best.clues), best.largest_region) == (2, {}, None)
    assert small is None or best == small


class OfTwoClues(PuzzleCheck):
    """A disagreement about all boards of more than nine cells, and about smaller ones with a 3 and a 5."""

    def __call__(self, puzzle: Instance) -> Disagreement | None:
        assert isinstance(puzzle, Puzzle)
        large = puzzle.board.size > 9
        return Disagreement("it") if large or {*puzzle.clues.values()} >= {3, 5} else None


def test_small_boards_with_two_clues_are_tried_where_nothing_else_leads_to_them() -> None:
    best = shrunk(Puzzle(rectangle(4, 4), {}, basic=True), OfTwoClues(FOREST))
    assert (best.board.size, sorted(best.clues.values())) == (5, [3, 5])


def test_command_for_an_encoding_that_is_too_weak(fillomino: Runner, tmp_path: Path) -> None:
    small, picture, script = (tmp_path / f"small.{suffix}" for suffix in ("txt", "svg", "smt2"))
    weak = ("shrink", EXAMPLES / "first.txt", "-e", "forest", "--drop", "same-root", "-o")
    fillomino(*weak, small).ended(0, "")
    assert small.read_text() == "1 2\n0 0\n"
    for place in (picture, script):
        assert fillomino(*weak, place).code == 0
    assert picture.read_text().startswith("<svg ")
    assert script.read_text().count("declare-fun n_") == 2


STRONG = """
from dataclasses import replace
from encoder.encodings.forest import FOREST
from smtlib.script import Assertion

def build(puzzle, candidates, logic):
    script = FOREST.build(puzzle, candidates, logic)
    labels = enumerate(puzzle.board.labels)
    more = tuple(Assertion("same-root", (x,), f"(not (= n_{label} 3))") for x, label in labels)
    return replace(script, assertions=(*script.assertions, *more))

STRONG = replace(FOREST, name="strong", build=build)
"""


@pytest.fixture
def strong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "strong_encoding.py").write_text(STRONG)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "strong_encoding", raising=False)
    monkeypatch.setattr(registry, "_HOMES", {**registry._HOMES, "strong": ("strong_encoding", "STRONG")})
    return "strong"


def test_command_for_an_encoding_that_is_too_strong(fillomino: Runner, strong: str, tmp_path: Path) -> None:
    small = tmp_path / "small.txt"
    row = fillomino("shrink", EXAMPLES / "first.txt", "-e", strong, "-o", small, "--json").ended(0, "").row
    found = puzzle_of(str(small)).fillomino("it").puzzle
    assert (found.board.size, found.clues) == (3, {})
    assert row["puzzle"] == small.read_text()
    assert (row["refused"], row["violations"], row["stopped"]) == (True, [], False)
    assert any("(not (= n_" in assertion["term"] for assertion in row["assertions"])


def test_two_encodings(fillomino: Runner, strong: str) -> None:
    between = TwoEncodings(find_encoding("forest-tight"), find("yices"), LIMITS, find_encoding(strong))
    assert between(Puzzle(rectangle(1, 3), {})) is not None
    assert between(Puzzle(rectangle(1, 2), {})) is None
    assert fillomino("shrink", EXAMPLES / "first.txt", "-e", "forest-tight", "-e", strong).code == 0
    same = TwoEncodings(find_encoding("forest"), find("yices"), LIMITS, find_encoding("layers"))
    assert same(Puzzle(rectangle(2, 3), {0: 3})) is None
    assert same(Puzzle(rectangle(1, 2), {0: 2, 1: 1})) is None


# Two solvers


@pytest.mark.usefixtures("ddsmt")
def test_two_solvers_on_a_puzzle(fillomino: Runner, pretend: Pretend, tmp_path: Path) -> None:
    """One denies every script in which a subtree is summed up."""
    liar = pretend(deciding("*'s_0 (+ '*) echo unsat;; *) echo unknown;;"))
    file, row = tmp_path / "x.smt2", fillomino.write("row.txt", "1 3\n0 0 1\n")
    names = ("-s", "z3", "-s", liar, "-o", file, "--json")
    shrunk, script = fillomino("shrink", row, "-e", "forest", *names).ended(0, "").rows
    text = file.read_text()
    assert script["text"] == text
    assert (len(script["families"]), shrunk["filling"]) == (1, None)
    assert script["bytes"] > len(text)
    assert text.count("(assert") == 1
    assert len(text) < 300


@pytest.mark.usefixtures("ddsmt")
def test_two_solvers_on_a_script(fillomino: Runner, pretend: Pretend) -> None:
    liar = pretend(deciding("*'(> y'*'(check-sat'*) echo unsat;; *) echo sat;;"))
    file = fillomino.write(
        "x.smt2",
        "(set-option :produce-models true)(set-info :x y)(set-logic QF_LIA)(declare-fun x () Int)\n"
        "(declare-fun y () Int)(declare-fun z () Int)(assert (and (> x 3) (or (< z 2) (> y (+ x z 1)))))\n"
        "(assert (< z 9))(assert (= x 7))(check-sat)(get-value (x y))(exit)\n",
    )
    row = fillomino("shrink", file, "-s", "yices", "-s", liar, "--json").ended(0, "").row
    text = row["text"]
    assert (row["script"], "families" in row, row["bytes"]) == (str(file), False, file.stat().st_size)
    assert "(> y" in text
    assert [command[0] for command in read_all(text)].count("assert") == 1
    assert len(text) < 100


@pytest.mark.usefixtures("ddsmt")
def test_terms_shrink() -> None:
    shrinker = TextShrinker(lambda text: Disagreement("x") if "(* a b)" in text else None)
    declared = "(declare-fun a () Int)(declare-fun b () Int)"
    assert shrinker.run(Text(f"{declared}(assert (and p (= 3 (+ 1 2 (* a b) (- c)))))(check-sat)"))
    assert "(* a b)" in shrinker.best
    assert len(shrinker.best) < 60


def test_without_ddsmt_terms_stay_whole_and_a_sentence_says_how_to_get_it(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs.unix("pipes with names")
    monkeypatch.setattr("workbench.shrink.texts.find_spec", lambda name: None)
    file = fillomino.write("two.smt2", SCRIPT)
    done = fillomino("shrink", file, "-s", "z3", "--keep", "sat", "--json").ended(0)
    row = done.row
    assert done.warned == ["terms-whole"]
    assert len(read_all(row["text"])) < len(read_all(SCRIPT))
    assert {write(term) for term in read_all(row["text"])} <= {write(term) for term in read_all(SCRIPT)}


SCRIPT = """(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (and (> x 3) (or (< y 2) (> y (+ x 1)))))
(assert (< x 9))
(check-sat)
"""


@pytest.mark.usefixtures("ddsmt")
@pytest.mark.parametrize(
    ("keep", "text", "kind", "others"),
    [
        ("sat", SCRIPT, Sat, ["unsat"]),
        ("unsat", SCRIPT.replace("(check", "(assert (> x 9))\n(check"), Unsat, ["sat"]),
        ("fail", SCRIPT.replace("(+ x 1)", "(+ x (undeclared 1))"), Failure, []),
    ],
)
def test_a_verdict_or_a_failure_stays(
    fillomino: Runner, tmp_path: Path, keep: str, text: str, kind: type[Answer], others: list[str]
) -> None:
    file, small = fillomino.write("x.smt2", text), tmp_path / "small.smt2"
    fillomino("shrink", file, "-s", "yices", "--keep", keep, "-o", small).ended(0, "")
    assert len(small.read_text()) < len(SCRIPT) / 2
    assert isinstance(run(small.read_text(), find("yices")).answer, kind)
    for other in others:
        assert fillomino("shrink", file, "-s", "yices", "--keep", other).code == 1


def test_slower_is_measured_in_cpu_time() -> None:
    """The slow one works thirty times as long as Python takes to start, on any machine, or sleeps so long."""
    needs.accounts()
    busy = "from time import process_time as p; most = 30 * p()\nwhile p() < most: pass"
    python = f"'{sys.executable}' -I -S -c"
    slow = deciding(f"*'(< x'*) {python} '{busy}'; echo sat;; *) {python} ''; echo sat;;", "slow")
    quick = deciding(f"*) {python} ''; echo sat;;", "quick")
    sleeps = "from time import process_time as p, sleep; sleep(30 * p())"
    asleep = deciding(f"*) {python} '{sleeps}'; echo sat;;", "asleep")
    slower = condition("slower:4", [slow, quick], LIMITS)
    assert slower(SCRIPT) is not None
    assert slower(SCRIPT.replace("(assert (< x 9))\n", "")) is None
    assert condition("slower:8", [asleep, quick], LIMITS)(SCRIPT) is None


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Callable[[type, int], None]:
    """Let a kind of check be interrupted after so many calls, as by Ctrl-C."""

    def after(kind: type, calls: int) -> None:
        real, left = kind.__call__, iter(range(calls))

        def stopping(self: object, subject: object) -> object:
            if next(left, None) is None:
                raise KeyboardInterrupt
            return real(self, subject)

        monkeypatch.setattr(kind, "__call__", stopping)

    return after


@pytest.mark.usefixtures("ddsmt")
def test_ctrl_c_keeps_the_smallest_so_far(
    fillomino: Runner, interrupt: Callable[[type, int], None], tmp_path: Path
) -> None:
    interrupt(ScriptCondition, 12)
    file, small = fillomino.write("x.smt2", SCRIPT), tmp_path / "small.smt2"
    fillomino("shrink", file, "-s", "yices", "--keep", "sat", "-o", small).ended(130)
    assert len(small.read_text()) < len(SCRIPT)
    assert isinstance(run(small.read_text(), find("yices")).answer, Sat)
    interrupt(AgainstRules, 2)
    row = fillomino("shrink", TEN, "-e", "forest-tight", "--drop", "two-sides", "--json").ended(130).row
    assert (row["stopped"], row["refused"]) == (True, False)


def test_no_text_that_touches_files_is_asked_about() -> None:
    asked = []

    def check(text: str) -> Disagreement | None:
        asked.append(text)
        return Disagreement("x") if "option" in text else None

    TextShrinker(check).run(
        Text("(set-info :x |set-option :trace|)(declare-fun |set-option| () Bool)(check-sat)")
    )
    for text in asked:
        sendable(text)


def test_a_script_without_a_model_and_the_rules(fillomino: Runner) -> None:
    file = fillomino.encoded(EXAMPLES / "first.txt")
    assert fillomino("shrink", file).ended(1).out == ""
    wrong = "(assert (> n_0 n_1))\n(assert (< n_0 n_1))\n"
    file.write_text(file.read_text().replace("(check-sat)", f"{wrong}(check-sat)"))
    text = fillomino("shrink", file, "-s", "z3", "--json").ended(0, "").row["text"]
    assert wrong in text
    assert text.count("(assert") == 2


def test_a_script_is_shrunk_as_it_stands(fillomino: Runner, tmp_path: Path) -> None:
    """Options of encodings are refused; a puzzle may be bound to a script that names none."""
    text = (
        "(set-logic QF_LIA)\n(declare-fun n_0 () Int)\n(assert (> n_0 2))\n(assert (< n_0 1))\n(check-sat)\n"
    )
    file, small = fillomino.write("x.smt2", text), tmp_path / "small.smt2"
    fillomino("shrink", file, "-s", "z3", "-s", "yices", "-e", "forest").refused("option-conflict")
    fillomino("shrink", file).refused("missing-option")
    assert fillomino("shrink", file, "-s", "z3", "-s", "yices").code == 1
    bound = ("--puzzle", EXAMPLES / "one-cell.txt")
    assert fillomino("shrink", file, *bound, "-s", "yices", "-o", small).code == 0
    assert small.read_text().count("(assert") == 2


def test_symbols_that_are_used_stay_declared(fillomino: Runner, pretend: Pretend, tmp_path: Path) -> None:
    """Also where a solver lies about any text, so that every other solver reads what is left."""
    file, small = fillomino.encoded(EXAMPLES / "first.txt", "-e", "forest"), tmp_path / "small.smt2"
    liar = pretend(deciding("*'(= r_0 r_5)'*) echo unsat;; *) echo sat;;"))
    fillomino("shrink", file, "-s", liar, "-o", small).ended(0)
    text = small.read_text()
    assert text.count("(assert") == 1
    assert text.count("(declare-fun") == len(set(re.findall(r"\b[nr]_[0-9]+\b", text)))
    assert not [found for found in lint(Text(text)) if found.error]


def test_a_script_that_is_too_weak_is_shown(fillomino: Runner) -> None:
    text = fillomino.encoded(EXAMPLES / "first.txt", "-e", "forest").read_text()
    weak = re.sub(r"; family size-sum.*?(?=; family|\(check)", "", text, flags=re.S)
    file = fillomino.write("x.smt2", weak)
    row = fillomino("shrink", file, "--json").ended(0, "").row
    assert row["violations"] and not row["refused"]
    row = fillomino("audit", file, "--json").ended(1).row
    assert row["violations"]


@pytest.mark.usefixtures("ddsmt")
def test_a_model_in_which_a_script_is_false(fillomino: Runner, pretend: Pretend) -> None:
    rest = "".join(f"(assert (< n_0 {number}))\n" for number in range(8, 20))
    right = "(assert (or (= n_0 1) (= n_0 (+ 1 1))))\n"
    declared = "; puzzle 1 1\n; 0\n(set-logic QF_LIA)\n(declare-const n_0 Int)\n"
    file = fillomino.write("x.smt2", f"{declared}{rest}{right}(check-sat)\n")
    liar = pretend(deciding("*get-value*) echo sat; echo '((n_0 7))';; *) echo sat;;"))
    text = fillomino("shrink", file, "-s", liar, "--json").ended(0, "").row["text"]
    assert text.count("(assert ") == 1
    assert len(text) < len(declared)


def test_no_answer_is_no_disagreement(fillomino: Runner, pretend: Pretend) -> None:
    text = "(set-logic QF_LIA)(declare-fun x () Int)(assert (> x 3))(check-sat)\n"
    file = fillomino.write("x.smt2", text)
    for fails, limit in (
        (fake.scripted(sleep=FOREVER, name="sleeper"), "0.2"),
        (fake.scripted(crash_signal=11, name="dead"), "600"),
    ):
        done = fillomino("shrink", file, "-s", "z3", "-s", pretend(fails), "--timeout", limit).ended(3)
        assert (done.out, done.warned) == ("", ["not-decided"])
    assert fillomino("shrink", file, "-s", "z3", "-s", "yices").code == 1
    fillomino("shrink", file, "-s", "z3").refused("missing-option")


@pytest.mark.usefixtures("ddsmt")
def test_a_crash_is_one_if_asked_for(fillomino: Runner, pretend: Pretend) -> None:
    text = "(set-logic QF_LIA)(declare-fun x () Int)(assert (> x 3))(assert (< x 9))(check-sat)\n"
    dead = pretend(deciding("*'(<'*) kill -ABRT $$;; *) echo sat;;", "dead"))
    crashing = ("shrink", fillomino.write("x.smt2", text), "-s", dead, "--keep", "crash", "--json")
    small = fillomino(*crashing).ended(0, "").row["text"]
    assert ("(assert (<" in small, "(assert (>" in small) == (True, False)


def test_nothing_to_shrink(fillomino: Runner) -> None:
    done = fillomino("shrink", EXAMPLES / "row.txt", "-e", "forest").ended(1)
    assert (done.out, done.warned) == ("", ["nothing-to-shrink"])
    several = SolversOnPuzzles(FOREST, Solvers((find("z3"), find("yices")), LIMITS))
    assert several(Puzzle(rectangle(1, 2), {})) is None


SECONDS, CELLS = 60.0, 25
"""The most that shrinking may take, and leave: a few families are about large numbers or boards."""


VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"clues": {1: 2, 10: 12}},
    {"clues": {1: 2}, "walls": frozenset({(0, 1), (44, 45)})},
    {"clues": {1: 2, 10: 3}, "largest_region": 3},
    {"clues": {1: 2, 10: 3}, "checkered": True},
    {"clues": {1: 2, 10: 3}, "basic": True},
    {"basic": True},
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoding", "family"), [(one.name, family.name) for one in ENCODINGS for family in one.families]
)
def test_a_ten_by_ten_shrinks_to_few_cells_whatever_family_is_missing(encoding: str, family: str) -> None:
    """All families take 20 minutes on a busy machine."""
    whole = find_encoding(encoding)
    part = select(whole, [family])
    for change in VARIANTS:
        puzzle = puzzle_of(str(TEN)).fillomino("it").puzzle.replace(**change)
        try:
            script = whole.script(puzzle)
        except EncodingError:  # a variant that it does not encode
            continue
        if family in {assertion.family for assertion in script.assertions}:
            check = AgainstRules(part, find("yices"), Limits(seconds=600), falsified(whole, part))
            shrinker, begin = PuzzleShrinker(check), sum(os.times()[:4])
            found = shrinker.run(puzzle)
            assert sum(os.times()[:4]) - begin < SECONDS  # of CPU time, ours and the solvers'
            assert found is None or (shrinker.best is not None and shrinker.best.places.size <= CELLS)


def test_a_text_that_depends_on_its_version_is_shrunk() -> None:
    text = '(set-info :smt-lib-version 2.6)\n(set-info :source "a\\")\n(declare-fun p () Bool)\n(check-sat)\n'

    def check(some: str) -> Disagreement | None:
        return Disagreement("x") if "check-sat" in sendable(some) else None

    shrinker = TextShrinker(check, terms=False)
    shrinker.run(Text(text))
    assert shrinker.best == "(check-sat)\n"
