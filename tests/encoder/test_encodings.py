"""What encodings promise beyond right answers: models, parts, sizes, lengths of text."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from math import log2

import pytest

import encoder.encodings.placements
from drivers import Limits
from drivers.enumeration import solutions
from encoder.builder import OWN, Builder
from encoder.encodings.placements import all_placements, placements
from encoder.encodings.registry import ENCODINGS, find
from encoder.errors import TooLongError
from encoder.estimate import check_fits
from encoder.lazy.refutation import near_fillings
from encoder.parts.clauses import GROUP, PAIRWISE, _at_most_one, terms
from encoder.parts.reduced import ReducedPuzzle, reaches
from encoder.parts.values import Values, values_of
from encoder.puzzle_script import decode
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.deduction.engine import Level, deduce
from fillomino.graph import distances
from fillomino.puzzle import Filling, Puzzle
from smtlib.script import Family
from smtlib.sexpr import read_one
from tests.support.boards import ODD
from tests.support.brute import by_placing
from tests.support.encodings import representatives
from tests.support.refused import refused
from tests.support.where import brief
from tests.workbench.conftest import Runner

LIMITS = Limits(seconds=600)


@pytest.mark.parametrize("name", ["warshall", "layers"])
@pytest.mark.parametrize("board", [rectangle(2, 3), ODD["ring"]], ids=["2x3", "ring"])
def test_one_model_a_filling(name: str, board: object) -> None:
    puzzle = Puzzle(board, {})  # type: ignore[arg-type]
    script = find(name).script(puzzle)
    booleans = [declared for declared, sort in script.declarations if sort == "Bool"]
    found = solutions(script, sorted({*booleans, *script.values}), limits=LIMITS)
    assert found.complete
    assert len(found.found) == len(by_placing(puzzle.board))


@pytest.mark.parametrize("always", [1, 2, 3, 4, 6])
def test_any_split_between_placements_and_trees(always: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoder.encodings.placements, "ALWAYS", always)
    monkeypatch.setattr(encoder.encodings.placements, "PER_CELL", 0)
    board = rectangle(2, 3)
    encoding = find("placements")
    puzzle = Puzzle(board, {})
    assert any("R_" in name for name, _ in encoding.script(puzzle).declarations) == (always < 6)
    script = encoding.script(puzzle)
    found = solutions(script, limits=LIMITS)
    assert found.complete
    fillings = {decode(script, model).filling for model in found.found}
    assert fillings == set(by_placing(board))


def test_number_of_placements_is_that_of_polyominoes() -> None:
    reduced = ReducedPuzzle(Puzzle(rectangle(9, 9), {}), deduce(Puzzle(rectangle(9, 9), {}), Level.NONE))
    around = {v: [cells for cells in placements(reduced, v) if 40 in cells] for v in (1, 2, 3, 4)}
    assert {v: len(found) for v, found in around.items()} == {
        1: 1,
        2: 4,
        3: 18,
        4: 76,
    }  # v * fixed polyominoes
    assert all(len(set(found)) == len(found) for found in around.values())


def test_larger_regions_are_placed_while_there_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    def sizes(puzzle: Puzzle) -> dict[int, int]:
        reduced = ReducedPuzzle(puzzle, deduce(puzzle, Level.NONE))
        return {number: len(its) for number, its in all_placements(reduced).items()}

    # All of these together are at most 5 * 6, so there is no tree left.
    assert sizes(Puzzle(rectangle(2, 3), {})) == {1: 6, 2: 7, 3: 10, 4: 10, 5: 6, 6: 1}
    # 5 * 16 polyominoes of more than four cells are fewer than there are of five.
    assert list(sizes(Puzzle(rectangle(4, 4), {}))) == [1, 2, 3, 4]
    assert list(sizes(Puzzle(rectangle(1, 20), {}))) == [*range(1, 13)]  # 16 + 15 + … + 9 = 5 * 20
    monkeypatch.setattr(encoder.encodings.placements, "STEPS", 10)
    assert list(sizes(Puzzle(rectangle(1, 20), {}))) == [*range(1, 6)]


def test_no_placement_beside_its_own_number_or_across_a_wall() -> None:
    puzzle = Puzzle(rectangle(1, 4), {0: 2}, walls=frozenset({(2, 3)}))
    reduced = ReducedPuzzle(puzzle, deduce(puzzle, Level.NONE))
    assert [sorted(cells) for cells in placements(reduced, 2)] == [[0, 1]]


def test_only_pairs_that_may_share_a_region_are_spoken_of() -> None:
    puzzle = Puzzle(rectangle(1, 9), {}, largest_region=3)
    reduced = ReducedPuzzle(puzzle, deduce(puzzle, Level.NONE))
    assert set(reaches(reduced).values()) == {1, 2, 3}
    assert all(y - x == steps for (x, y), steps in reaches(reduced).items())


def clause_holds(clause: str, true: set[str]) -> bool:
    """Whether a clause holds where just these symbols are true."""
    positive, negative = literals(clause)
    return not (positive.isdisjoint(true) and negative <= true)


@cache
def literals(clause: str) -> tuple[frozenset[str], frozenset[str]]:
    """The symbols of a clause: the plain ones, and the negated ones."""
    term = read_one(clause)
    parts = term[1:] if isinstance(term, tuple) and term[0] == "or" else (term,)
    positive = {part for part in parts if isinstance(part, str)}
    negative = {part[1] for part in parts if isinstance(part, tuple) and isinstance(part[1], str)}
    assert len(positive) + len(negative) == len(parts)
    return frozenset(positive), frozenset(negative)


def held(values: Values, filling: Filling) -> set[str]:
    """The variables that a filling makes true."""
    return {values.symbol(x, values.value(x, number)) for x, number in enumerate(filling)}


@pytest.mark.parametrize("cap", [2, 9])
@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (1, 6)])
def test_cuts_near_a_filling_are_kept_by_all_fillings(shape: tuple[int, int], cap: int) -> None:
    board = rectangle(*shape)
    puzzle = Puzzle(board, {})
    values = values_of(puzzle, deduce(puzzle, Level.NONE), cap)
    fillings = {filling: held(values, filling) for filling in by_placing(board)}
    for filling in list(fillings)[:: max(1, len(fillings) // 20)]:
        for cut in terms(values, near_fillings(values, values.held_in(filling))):
            for other, true in fillings.items():
                assert clause_holds(cut, true), (filling, cut, other)


def test_cuts_near_a_filling_refuse_a_cell_that_changes_sides() -> None:
    board = rectangle(3, 3)
    puzzle = Puzzle(board, {})
    values = values_of(puzzle, deduce(puzzle, Level.NONE), 9)
    filling = (4, 4, 5, 4, 4, 5, 5, 5, 5)
    assert filling in by_placing(board)
    cuts = terms(values, near_fillings(values, values.held_in(filling)))
    for x in range(9):
        changed = (*filling[:x], 9 - filling[x], *filling[x + 1 :])
        assert not all(clause_holds(cut, held(values, changed)) for cut in cuts), changed


def test_what_is_only_counted_takes_little() -> None:
    """One value for all numbers that stand nowhere, also where walls ask which cells are in one region."""
    puzzle = Puzzle(rectangle(4, 5), {0: 7}, frozenset({(0, 1)}))
    candidates = deduce(puzzle)
    assert max(map(len, values_of(puzzle, candidates, cap=0, to_count=True).options)) <= 2
    assert len(values_of(puzzle, candidates, cap=0).pairs) > 10 * 19


@pytest.mark.parametrize("count", [2, 8, 9, 10, 13])
def test_no_two_options_are_held(count: int) -> None:
    """Helpers can be chosen iff at most one option is held."""
    symbols = [f"n_0_{v}" for v in range(count)]
    heads = [f"g_0_{i}" for i in range(-(-count // GROUP))] if count > PAIRWISE else []
    clauses = _at_most_one(symbols, heads)
    groups = [symbols[i * count // len(heads) : (i + 1) * count // len(heads)] for i in range(len(heads))]
    assert [symbol for group in groups for symbol in group] == (symbols if heads else [])
    for values in product((False, True), repeat=count):
        true = {symbol for symbol, value in zip(symbols, values, strict=True) if value}
        # The helpers of the groups held are asked for; more of them would only exclude one another.
        told = {head for head, group in zip(heads, groups, strict=True) if true & set(group)}
        assert all(clause_holds(clause, true | told) for clause in clauses) == (len(true) <= 1)


ESTIMATED = [encoding.name for encoding in ENCODINGS if encoding.estimate is not None]


@pytest.mark.parametrize("name", ESTIMATED)
@pytest.mark.parametrize("spec", ["5x5", "3x12", "torus:4x5", "hexagon:3"])
@brief(lambda spec: spec == "5x5")
def test_the_estimate_is_right_to_a_factor_of_two(name: str, spec: str) -> None:
    encoding, board, chance = find(name), from_spec(spec), random.Random(3)
    for density in (0, 0.25):
        clues = {x: chance.randint(1, 6) for x in range(board.size) if chance.random() < density}
        puzzle = Puzzle(board, clues)
        candidates = deduce(puzzle, Level.NONE)
        script = encoding.script(puzzle, None, candidates)
        length = sum(len(assertion.term) for assertion in script.assertions)
        assert encoding.estimate is not None
        assert length / 2 < encoding.estimate(puzzle, candidates) < length * 2


def test_the_others_are_short() -> None:
    puzzle = Puzzle(rectangle(20, 20), {})
    for encoding in representatives():
        if encoding.estimate is None:
            assert sum(len(each.term) for each in encoding.script(puzzle).assertions) < 20_000 * 400


@pytest.mark.parametrize("name", [one.name for one in ENCODINGS])
@brief(lambda name: not find(name).frame)
def test_the_size_grows_as_is_printed(name: str) -> None:
    """To a factor of six, over boards whose sizes and numbers differ more than that."""
    encoding, ratios = find(name), []
    assert encoding.size and encoding.good_for, "a record of the table gives its size and what it is good for"
    for size, largest in ((4, None), (5, None), (6, 5), (9, 5)):
        board = rectangle(size, size)
        script = encoding.script(Puzzle(board, {}, largest_region=largest))
        cells, most = board.size, largest or board.size
        reach = [len(distances(board.neighbours, [x], most=most - 1)) for x in range(cells)]
        product = 1.0
        for factor in encoding.size.split("·"):
            product *= {
                "N": cells,
                "K": most,
                "min(K, 16)": min(most, 16),
                "R": sum(reach) / cells,
                "R²": (sum(reach) / cells) ** 2,
                "log K": log2(most),
            }[factor]
        ratios.append(sum(len(assertion.term) for assertion in script.assertions) / product)
    assert max(ratios) < 6 * min(ratios), ratios


def test_what_is_decided_has_next_to_no_text() -> None:
    puzzle = Puzzle(rectangle(1, 3), {0: 1, 1: 2, 2: 2})
    for name in ESTIMATED:
        estimate = find(name).estimate
        assert estimate is not None
        assert estimate(puzzle, deduce(puzzle)) < 3000


def test_what_would_not_fit_is_refused_with_its_length() -> None:
    puzzle = Puzzle(rectangle(40, 40), {})
    with refused(TooLongError, "script-too-long"):
        find("layers").script(puzzle)
    check_fits("layers", 10**6)


def test_commands_refuse_it() -> None:
    fillomino, text = Runner(), "40 40\n" + ("0 " * 40 + "\n") * 40
    done = fillomino("encode", "-", "-e", "layers", stdin=text)
    assert (done.code, done.out, done.fault) == (3, "", "script-too-long")
    done = fillomino("solve", "-", "-e", "layers", "--deduce", "none", "--json", stdin=text)
    assert (done.code, done.row["filling"]) == (3, None)


def test_assertions_are_grouped_by_families_in_their_order() -> None:
    first, second, later, true = (Family(name, "", "", OWN) for name in ("first", "second", "later", "true"))
    builder = Builder(rectangle(1, 2), families=(first, second))
    builder.require(later, (0,), "a")
    builder.require(true, (0,), "true")
    builder.require_all(second, (0, 1), ("b", "c"))
    builder.require(first, (1,), "d")
    script = builder.script("toy", [])
    assert [tuple(each) for each in script.assertions] == [
        ("first", (1,), "d"),
        ("second", (0, 1), "b"),
        ("second", (0, 1), "c"),
        ("later", (0,), "a"),
    ]
    assert script.families == (first, second, later, true)
