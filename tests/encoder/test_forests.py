"""Forests: `forest` as in the thesis, trees in Booleans, rings, roots, and one tree for each region."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import encoder.encodings.placements
from drivers import Limits, Sat, Session, Unsat, find, run
from drivers.completion import completion
from drivers.enumeration import solutions
from encoder.encodings.forest import FOREST
from encoder.encodings.forest_bv import root_ranges
from encoder.encodings.forest_tight import (
    ANY,
    AROUND_A_CELL,
    AROUND_A_WALL,
    FOREST_TIGHT,
    _few_links,
    fewest,
)
from encoder.encodings.registry import find as find_encoding
from encoder.errors import EncodingError
from encoder.forests import EDGES, EDGES_AND_PLACES, SIDES, Forest, forest_of, places
from encoder.parts.adders import Lines, at_least, at_most, binary_sum, unary_sum
from encoder.parts.reduced import ReducedPuzzle
from encoder.parts.redundant import _few_counted
from encoder.parts.spanning_trees import Link, kept, spare, trees_of
from encoder.puzzle_script import block, cells_of, decode
from fillomino import formats
from fillomino.backtracking import search
from fillomino.board import Board, from_links, rectangle
from fillomino.boards import from_spec
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions
from smtlib.evaluate import evaluate, parsed
from smtlib.render import driver, preamble
from smtlib.scopes import asserting_check
from smtlib.text import Text
from tests.support.boards import ODD
from tests.support.brute import by_placing, connected_sets
from tests.support.corpus import CORPUS, THESIS
from tests.support.refused import refused
from tests.support.where import examples
from workbench.fillomino.stages import every_puzzle

TERM = re.compile(r"[()]|[^\s()]+")


def asserted(smt2: str) -> set[tuple[str, ...]]:
    """The assertions of a file as token tuples, the summands of each flat sum sorted."""
    found, depth, current = set(), 0, []
    for token in TERM.findall(smt2):
        current.append(token)
        depth += (token == "(") - (token == ")")
        if depth == 0:
            if current[1] == "assert":
                text = " ".join(current)
                found.add(tuple(re.sub(r"\( \+ ([^()]*)\)", sorted_sum, sort_subtrees(text)).split()))
            current = []
    return found


def sorted_sum(match: re.Match[str]) -> str:
    return "( + " + " ".join(sorted(match[1].split())) + " )"


def sort_subtrees(text: str) -> str:
    subtree = r"\( ite \( = e_\d+_\d+ 1 \) s_\d+ 0 \)"
    parts = sorted(re.findall(subtree, text))
    return re.sub(f"(?:{subtree} )+", " ".join(parts) + " ", text) if parts else text


@pytest.mark.parametrize(
    "board", [rectangle(2, 2), rectangle(1, 3), from_links("ABC", [(0, 1), (1, 2), (0, 2)])]
)
def test_a_text_does_not_depend_on_what_was_encoded_before(board: Board) -> None:
    """What small boards have in common is kept; here each puzzle is encoded with and without that."""
    puzzles = [puzzle for puzzles in every_puzzle(board) for puzzle in puzzles][::2]
    kept_texts = [driver(FOREST_TIGHT.script(puzzle)) for puzzle in puzzles]
    for puzzle, text in zip(reversed(puzzles), reversed(kept_texts), strict=True):
        for table in (_few_links, _few_counted):
            table.cache_clear()
        assert driver(FOREST_TIGHT.script(puzzle)) == text


@pytest.mark.skipif(not (THESIS / "smt2").is_dir(), reason=f"the thesis's files are not at {THESIS}")
@pytest.mark.parametrize("name", ["baron-5x10-01", "janko-007", "janko-013", "janko-022"])
def test_assertions_equal_the_thesis_as_sets(name: str) -> None:
    theirs = (THESIS / "smt2" / f"{name}.smt2").read_text()
    puzzle = thesis_puzzle(theirs)
    script = FOREST.script(puzzle)
    assert script.logic == "QF_UFLIA"
    assert asserted(driver(script)) == asserted(theirs)
    assert set(re.findall(r"declare-fun (\S+)", driver(script))) == set(
        re.findall(r"declare-fun (\S+)", theirs)
    )
    file = (CORPUS / name.replace("-", "/", 1)).with_suffix(".txt")
    if file.exists():
        assert formats.read_bytes(file.read_bytes(), source=str(file)).puzzle.clues == puzzle.clues


def thesis_puzzle(smt2: str) -> Puzzle:
    """The board and clues that a file of the thesis is about."""
    size = max(map(int, re.findall(r"declare-fun n_(\d+) ", smt2))) + 1
    down = max(int(y) - int(x) for x, y in re.findall(r"declare-fun e_(\d+)_(\d+) ", smt2))
    clues = {int(x): int(v) for x, v in re.findall(r"\(assert \(= n_(\d+) (\d+)\)\)", smt2)}
    return Puzzle(rectangle(size // down, down), clues)


def test_number_of_assertions_by_family() -> None:
    puzzle = Puzzle(rectangle(3, 4), {0: 2, 5: 3}, walls=frozenset({(0, 1)}), largest_region=4)
    puzzle = puzzle.replace(checkered=True, basic=True)
    counted = Counter(a.family for a in FOREST.script(puzzle).assertions)
    cells, ordered_pairs = 12, 34
    assert counted == {
        "edge-boolean": ordered_pairs,
        "edge-one-way": ordered_pairs,
        "one-parent": cells,
        "clue": 2,
        "root-size": cells,
        "size-sum": cells,
        "edge-number": ordered_pairs,
        "root-self": cells,
        "same-root": ordered_pairs,
        "wall": 1,
        "largest-region": cells,
        "clued-region": cells - 2,
        "checkered": 1 + ordered_pairs // 2,
    }
    assert list(counted) == [family.name for family in FOREST.families]


def test_symbols_keep_row_times_width_plus_column_beside_holes() -> None:
    script = FOREST.script(Puzzle(rectangle(2, 3, {(0, 1)}), {}))
    assert script.values == ("n_0", "n_2", "n_3", "n_4", "n_5")
    assert {d.name for d in script.declarations if d.name.startswith("e_")} == {
        "e_0_3", "e_3_0", "e_2_5", "e_5_2", "e_3_4", "e_4_3", "e_4_5", "e_5_4",
    }  # fmt: skip


def test_logic_is_selectable_and_checked() -> None:
    puzzle = Puzzle(rectangle(1, 1), {})
    assert FOREST.script(puzzle, "QF_LIA").logic == "QF_LIA"
    with refused(EncodingError, "unsupported-logic"):
        FOREST.script(puzzle, "QF_BV")


def test_decode_forest() -> None:
    puzzle = Puzzle(rectangle(1, 2), {})
    values = {"n_0": 2, "n_1": 2, "s_0": 2, "s_1": 1, "r_0": 0, "r_1": 0, "e_0_1": 1, "e_1_0": 0}
    forest = forest_of(EDGES, FOREST.script(puzzle), values)
    assert forest is not None
    assert (forest.edges, forest.sizes, forest.roots) == (frozenset({(0, 1)}), {0: 2, 1: 1}, {0: 0, 1: 0})


def test_block_is_about_cells_without_clue_only() -> None:
    puzzle = Puzzle(rectangle(1, 3), {1: 1})
    assert block(FOREST.script(puzzle), (1, 1, 2)) == "(or (not (= n_0 1)) (not (= n_2 2)))"
    assert block(FOREST.script(Puzzle(rectangle(1, 1), {0: 1})), (1,)) == "false"


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
    assert isinstance(run("\n".join(script), find("pysmt-z3")).answer, Sat)


def test_bounds_of_binary_numbers() -> None:
    digits = ["d0", "d1", "d2"]
    for bound, number in product(range(8), repeat=2):
        given = {f"d{i}": bool(number >> i & 1) for i in range(3)}
        assert all(true(term, given) for term in at_most(digits, bound)) == (number <= bound)
        assert all(true(term, given) for term in at_least(digits, bound)) == (number >= bound)


RING = (8, 8, 8, 8, 1, 8, 8, 8, 8)


def accepted(puzzle: Puzzle, level: Level = Level.NONE) -> set[Filling]:
    script = FOREST_TIGHT.script(puzzle, candidates=deduce(puzzle, level))
    found = solutions(script, solver=find("yices"), fresh=False)
    assert found.complete
    return {decode(script, values).filling for values in found.found}


@pytest.mark.parametrize(
    ("spec", "walls", "least"),
    [
        ("3x3", (), AROUND_A_CELL),
        ("3x3", ((3, 4), (7, 8)), AROUND_A_WALL),
        ("hexagon:2", (), ANY),
    ],
)
def test_all_solutions_of_a_board_with_rings(
    spec: str, walls: tuple[tuple[int, int], ...], least: int
) -> None:
    puzzle = Puzzle(from_spec(spec), {}, walls=frozenset(walls))
    assert fewest(ReducedPuzzle(puzzle, deduce(puzzle, Level.NONE))) == least
    right = {each for each in by_placing(puzzle.board) if all(each[x] != each[y] for x, y in walls)}
    assert accepted(puzzle) == right


def test_no_two_regions_of_one_number_touch_at_an_opening() -> None:
    """Two trees of eight cells, side by side, whose rows touch: each contact could be an opening."""
    board = rectangle(4, 4)
    assert accepted(Puzzle(board, dict.fromkeys(range(16), 8))) == set()
    assert accepted(Puzzle(board, dict.fromkeys(range(16), 16))) == {(16,) * 16}


def test_rings_that_deduction_has_begun() -> None:
    """Known cells are nodes that stand for several, and any of them may be the first or at an opening."""
    board, chance, rings = rectangle(4, 5), Random(7), 0
    for _ in range(20):
        top, left, number = chance.randrange(2), chance.randrange(3), chance.randint(8, 12)
        around = [board.names.index(f"r{top + 1 + i // 3}c{left + 1 + i % 3}") for i in range(9)]
        middle = around.pop(4)
        clues = {middle: 1, **dict.fromkeys(chance.sample(around, 6), number)}
        some = search(Puzzle(board, clues), limit=9).fillings
        if not some:
            continue
        clues |= {x: n for x, n in enumerate(chance.choice(some)) if chance.random() < 0.6}
        right = set(search(Puzzle(board, clues), limit=100).fillings)
        if len(right) == 100:
            continue
        for level in (Level.NONE, Level.FULL):
            assert accepted(Puzzle(board, clues), level) == right
        rings += any(len({each[x] for x in around}) == 1 for each in right)
    assert rings > 2


def test_a_ring_has_a_model_whose_forest_is_read() -> None:
    puzzle = Puzzle(rectangle(3, 3), {})
    script = FOREST_TIGHT.script(puzzle)
    fixed = cells_of(script).complete(RING)
    model = completion(asserting_check(Text(driver(script))), fixed, find("yices"), Limits(seconds=600)).model
    assert model is not None
    assert sum(value is True for name, value in model.items() if name.startswith("o_")) == 1
    assert all(evaluate(parsed(its.term), model) is True for its in script.assertions)
    found = forest_of(SIDES, script, model)
    assert found is not None
    assert len(found.edges) == 7
    assert sorted(found.sizes[x] for x in range(9) if found.roots[x] == x) == [1, 8]
    assert len({found.roots[x] for x in range(9) if x != 4}) == 1


def test_cells_with_clues_come_first() -> None:
    puzzle = Puzzle(rectangle(2, 3), {4: 2, 1: 3})
    assert places(puzzle) == (2, 0, 3, 4, 1, 5)
    values = {"r_0": 0, "r_3": 4, "r_5": 99}
    assert EDGES_AND_PLACES.read(puzzle, values).roots == {0: 1, 3: 3, 5: 99}  # 99 is no place


def test_the_first_cell_of_every_region_is_within_the_span_of_its_cells() -> None:
    """Whatever the clues, basic or not, before and after deduction: no filling is lost."""
    chance = random.Random(3)
    tight = 0
    for board in [rectangle(2, 3), rectangle(1, 6), *ODD.values()]:
        for filling in by_placing(board):
            clues = {x: filling[x] for x in range(board.size) if chance.random() < 0.3}
            parts = regions(board, filling)
            basic = all(any(x in clues for x in part) for part in parts)
            puzzle = Puzzle(board, clues, basic=basic)
            place = places(puzzle)
            for level in (Level.NONE, Level.FULL):
                found = root_ranges(ReducedPuzzle(puzzle, deduce(puzzle, level)), place)
                for part in parts:
                    first = min(place[x] for x in part)
                    for x in part:
                        if x in found:
                            span = found[x]
                            assert span is not None
                            assert span[0] <= first <= span[1] <= place[x]
                            tight += span[0] == span[1]
    assert tight > 100


def test_no_clue_within_reach_of_a_cell_of_a_basic_puzzle() -> None:
    puzzle = Puzzle(rectangle(1, 4), {0: 2}, basic=True)
    found = root_ranges(ReducedPuzzle(puzzle, deduce(puzzle, Level.NONE)), places(puzzle))
    assert found == {0: (0, 0), 1: (0, 0), 2: None, 3: None}


def test_an_answer_names_roots_by_places_and_is_read_with_labels() -> None:
    puzzle = Puzzle(rectangle(1, 2), {1: 2})
    script = find_encoding("forest-bv").script(puzzle)
    names = {name for name, _ in script.declarations}
    values = {"n_0": 2, "n_1": 2, "s_0": 1, "s_1": 2, "r_0": 0, "r_1": 0}
    edges = {"e_0_1": False, "e_1_0": True, "R_0": False, "R_1": True, "q_0_1": True}
    assert names == {*values, *edges}
    assert forest_of(EDGES_AND_PLACES, script, values) is None
    forest = forest_of(EDGES_AND_PLACES, script, {**values, **edges})
    assert forest == Forest(frozenset({(1, 0)}), roots={0: 1, 1: 1}, sizes={0: 1, 1: 2})


def allowed(region: frozenset[int], links: list[Link]) -> tuple[frozenset[Link], set[Link]]:
    """The links in a region that its tree must have, and all that it may have."""
    rows = kept(links)
    inside = {pair for pair in links if region.issuperset(pair)}
    ruled_out = {pair for pair, one, other in spare(links, rows) if region.issuperset({*pair, *one, *other})}
    return rows & inside, inside - ruled_out


def joined(cells: frozenset[int], links: Collection[Link]) -> bool:
    """Whether links connect all cells."""
    reached = {min(cells)}
    while more := {y for pair in links if reached & set(pair) for y in pair} - reached:
        reached |= more
    return reached >= cells


def trees(cells: frozenset[int], must: frozenset[Link], may: set[Link]) -> Iterator[tuple[Link, ...]]:
    """Every spanning tree that has some links, and others of some."""
    for more in combinations(sorted(may - must), len(cells) - 1 - len(must)):
        if joined(cells, must | set(more)):
            yield (*must, *more)


def within(region: frozenset[int], x: int, y: int) -> bool:
    return {x, y} <= region


def assert_a_tree_is_left(board: Board) -> None:
    links = list(board.links())
    for region in connected_sets(board):
        must, may = allowed(region, links)
        tree = trees_of(links, partial(within, region))
        assert must <= tree <= may
        assert (len(tree), joined(region, tree)) == (len(region) - 1, True)
        assert next(trees(region, must, may), None) is not None, region


@pytest.mark.parametrize("board", [*ODD.values(), rectangle(3, 3), rectangle(2, 5)], ids=repr)
def test_a_tree_is_left(board: Board) -> None:
    assert_a_tree_is_left(board)


@settings(max_examples=examples(60), deadline=None)
@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda its: its[0] < its[1])))
def test_a_tree_is_left_on_any_graph(links: set[Link]) -> None:
    assert_a_tree_is_left(from_links("ABCDEFG", sorted(links)))


def has_hole(region: frozenset[int], height: int, width: int) -> bool:
    """Whether it surrounds cells: some that can't go out by steps to any side or corner."""
    inside = {divmod(x, width) for x in region}
    reached, front = {(-1, -1)}, [(-1, -1)]
    for row, column in front:
        for y, x in product((row - 1, row, row + 1), (column - 1, column, column + 1)):
            if -1 <= y <= height and -1 <= x <= width and (y, x) not in inside | reached:
                reached.add((y, x))
                front.append((y, x))
    return len(reached) + len(inside) < (height + 2) * (width + 2)


def test_a_region_without_a_hole_has_one_tree_on_a_rectangle() -> None:
    board = rectangle(3, 4)
    links = list(board.links())
    counts: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
    for region in connected_sets(board):
        count = sum(1 for _ in trees(region, *allowed(region, links)))
        counts[has_hole(region, 3, 4)][count] += 1
    assert list(counts[False]) == [1]
    assert min(counts[True]) > 1


@pytest.mark.parametrize("name", ["forest-tight", "forest-bv", "placements"])
def test_a_solver_finds_one_tree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoder.encodings.placements, "PER_CELL", 0)  # else eight cells are placed
    check_one_tree(name)


def check_one_tree(name: str) -> None:
    """Where the numbers are told, edges have nothing to choose."""
    puzzle = Puzzle(rectangle(3, 3), {0: 8, 8: 1}, basic=True)  # else forest-bool counts, and has no tree
    encoding = find_encoding(name)
    script = encoding.script(puzzle)
    edges = [its.name for its in script.declarations if its.name.startswith("e_")]
    with Session(find("yices")) as session:
        session.send_script(f"{preamble(script)}(assert (not {block(script, (8,) * 8 + (1,))}))")
        assert isinstance(session.check(), Sat)
        there = [edge for edge, value in session.values(edges).items() if value is True]
        assert len(there) == 7
        session.send_all([f"(assert (not (and {' '.join(there)})))"])
        assert session.check() == Unsat()
