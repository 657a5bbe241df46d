"""forest-bool in all its ways of writing: unary and binary sizes, numbers above the cap in binary."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest

from drivers.answer import Sat
from drivers.backend import run
from drivers.solvers import find as find_solver
from encoder.encodings import forest_bool
from encoder.encodings.forest_bool import FOREST_BOOL
from encoder.encodings.table import find as find_encoding
from encoder.errors import DecodeError
from encoder.parts import redundant, trees
from encoder.parts.adders import Lines, at_least, at_most, binary_sum, unary_sum
from encoder.script import Cells, Choice, decode
from fillomino import formats
from fillomino.board import rectangle
from fillomino.deduction.engine import Level
from fillomino.puzzle import Puzzle
from smtlib.evaluate import evaluate
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.support.corpus import CORPUS, files
from workbench.methods.question import Question
from workbench.methods.smt import SmtMethod


@pytest.mark.parametrize(
    ("cap", "unary_most", "least_number"),
    [(9, 16, 2), (9, 0, 9), (9, 2, 2), (1, 16, 2), (1, 2, 9), (2, 0, 2), (4, 3, 3)],
)
def test_every_way_of_writing_against_brute_force(
    cap: int, unary_most: int, least_number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forest_bool, "CAP", cap)
    monkeypatch.setattr(trees, "UNARY_MOST", unary_most)
    monkeypatch.setattr(redundant, "COUNTED_FROM", least_number)
    monkeypatch.setattr(redundant, "TIED_FROM", least_number)
    rng = random.Random(cap * 100 + unary_most)
    boards = [rectangle(1, 4), rectangle(2, 3), *ODD.values()]
    for board in boards:
        expected = by_placing(board)
        for clues in ({}, {x: v for x, v in enumerate(rng.choice(expected)) if rng.random() < 0.4}):
            links = list(board.links())
            walls = frozenset(rng.sample(links, min(len(links), 1 if clues else 0)))
            puzzle = Puzzle(board, clues, walls=walls)
            method = SmtMethod(FOREST_BOOL, find_solver("yices"), level=rng.choice(list(Level)))
            question = Question(limit=300)
            result = method.run("p", puzzle, question)
            assert result.error is None
            assert result.complete
            assert sorted(result.fillings) == [f for f in expected if keeps(puzzle, f)], puzzle


@pytest.mark.parametrize("unary_most", [0, 3, 5, 16])
def test_hidden_and_known_regions_side_by_side(unary_most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards where small and wide trees, hidden regions and several known groups of one region meet."""
    monkeypatch.setattr(trees, "UNARY_MOST", unary_most)
    monkeypatch.setattr(forest_bool, "CAP", 4)
    rng = random.Random(unary_most)
    for _ in range(6):
        board = rectangle(4, 4)
        blank = Puzzle(board, {rng.randrange(16): rng.randint(1, 9)})
        cuts, yices = find_encoding("cuts"), find_solver("yices")
        [filling] = SmtMethod(cuts, yices, level=Level.AHEAD).run("p", blank, Question()).fillings
        clues = {x: v for x, v in enumerate(filling) if rng.random() < 0.45}
        puzzle = Puzzle(board, clues, basic=bool(clues) and rng.random() < 0.3)
        level = rng.choice(list(Level))
        found = SmtMethod(FOREST_BOOL, yices, level=level).run("p", puzzle, Question(limit=30))
        expected = SmtMethod(cuts, yices, level=Level.AHEAD).run("p", puzzle, Question(limit=30))
        assert found.error is None
        assert expected.complete == found.complete
        if found.complete:
            assert sorted(found.fillings) == sorted(expected.fillings), puzzle


@pytest.mark.parametrize("unary_most", [4, 16])
def test_a_cell_hidden_in_wide_trees_alone(unary_most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a small region must have a known root and a wide one none, the order of roots binds neither."""
    monkeypatch.setattr(trees, "UNARY_MOST", unary_most)
    chosen = [file for file in files() if file.parent.name == "janko" and file.stem in ("388", "178")]
    if not chosen:
        pytest.skip(f"there is no corpus at {CORPUS}")
    for file in chosen:
        puzzle = formats.read_bytes(file.read_bytes(), source=str(file)).puzzle
        method = SmtMethod(FOREST_BOOL, find_solver("yices"), level=Level.FULL)
        question = Question(unique=True)
        result = method.run("p", puzzle, question)
        assert (result.error, result.unique) == (None, True)


def true(term: str, values: Mapping[str, bool]) -> bool:
    """Return whether a term is true."""
    return evaluate(term, values) is True


def defined(lines: Lines, given: dict[str, bool]) -> tuple[dict[str, bool], bool]:
    """The values of all defined constants, and whether the other terms hold."""
    values = dict(given)
    definitions = [term for term in lines.terms if term.startswith("(= ")]
    for name, term in zip(lines.names, definitions, strict=True):
        values[name] = true(term.removeprefix(f"(= {name} ")[:-1], values)
    return values, all(true(term, values) for term in lines.terms)


@pytest.mark.parametrize("last", [None, "s"])
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("most", [1, 2, 3, 4, 8])
def test_unary_sum(most: int, count: int, last: str | None) -> None:
    """Parts of 1 to 3, 1, and 2 to 4, each only where its gate is open."""
    parts = [("a", ["true", "a2", "a3"]), ("b", ["true"]), ("c", ["true", "true", "c3", "c4"])]
    lines = Lines()
    total = unary_sum(lines, "t", parts[:count], most, last)
    assert last is None or total == [f"s_{k}" for k in range(1, len(total) + 1)]
    for a, c, *gates in product((1, 2, 3), (2, 3, 4), *[(False, True)] * 3):
        given = {name: bool(gate) for name, gate in zip("abc", gates, strict=True)}
        given |= {f"a{k}": a >= k for k in (2, 3)} | {f"c{k}": c >= k for k in (3, 4)}
        expected = sum(size for size, is_open in list(zip((a, 1, c), gates, strict=True))[:count] if is_open)
        values, holds = defined(lines, given)
        assert holds == (expected <= most)
        if holds:
            assert [true(digit, values) for digit in total] == [expected > k for k in range(len(total))]


@pytest.mark.parametrize("last", [None, "z"])
@pytest.mark.parametrize("constant", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_binary_sum(count: int, constant: int, last: str | None) -> None:
    parts = [[f"x{p}{i}" for i in range(3)] for p in range(count)]
    lines = Lines()
    total = binary_sum(lines, "t", parts, 3, constant, last)
    assert last is None or total == ["z_0", "z_1", "z_2"]
    for numbers in product(range(8), repeat=count):
        given = {f"x{p}{i}": bool(n >> i & 1) for p, n in enumerate(numbers) for i in range(3)}
        values, holds = defined(lines, given)
        assert holds == (constant + sum(numbers) < 8)
        if holds:
            assert sum(true(digit, values) << i for i, digit in enumerate(total)) == constant + sum(numbers)


def test_pysmt_reads_a_binary_sum() -> None:
    """It knows no exclusive or of more than two."""
    lines = Lines()
    binary_sum(lines, "t", [["a0", "a1"], ["b0", "b1"], ["c0", "c1"]], 3, 1)
    declared = [
        f"(declare-fun {name} () Bool)" for name in ("a0", "a1", "b0", "b1", "c0", "c1", *lines.names)
    ]
    asserted = [f"(assert {term})" for term in lines.terms]
    script = ["(set-logic QF_UF)", *declared, *asserted, "(check-sat)", "(get-value (a0 b0))"]
    assert isinstance(run("\n".join(script), find_solver("pysmt-z3")).answer, Sat)


def test_bounds_of_binary_numbers() -> None:
    digits = ["d0", "d1", "d2"]
    for bound, number in product(range(8), repeat=2):
        given = {f"d{i}": bool(number >> i & 1) for i in range(3)}
        assert all(true(term, given) for term in at_most(digits, bound)) == (number <= bound)
        assert all(true(term, given) for term in at_least(digits, bound)) == (number >= bound)


CELL = Choice({1: "n_0_1", 2: "n_0_2"}, "n_0_big", {i: f"b_0_{i}" for i in range(4)})
ONE = replace(FOREST_BOOL.script(Puzzle(rectangle(1, 1), {})), cells=Cells((CELL,)))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "partial: it has no value for n_0_1"),
        ({"n_0_1": True, "n_0_2": True, "n_0_big": False}, "r1c1 holds 1 and 2"),
        ({"n_0_1": False, "n_0_2": False, "n_0_big": False}, "r1c1 has no number"),
        ({"n_0_1": 1}, "must be true or false"),
        ({"n_0_1": False, "n_0_2": False, "n_0_big": True}, "partial: it has no value for b_0_0"),
    ],
)
def test_decode_refuses_what_is_no_answer(values: dict[str, object], message: str) -> None:
    with pytest.raises(DecodeError, match=message):
        decode(ONE, values)


def test_decode_reads_big_numbers() -> None:
    values = {"n_0_1": False, "n_0_2": False, "n_0_big": True}
    bits = {"b_0_0": False, "b_0_1": True, "b_0_2": False, "b_0_3": True}
    assert decode(ONE, values | bits).filling == (10,)
