"""`floodfill` and `partition` against all subsets and all partitions of small boards."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from drivers import Failure, Limits, Solver, fake
from drivers.enumeration import Solutions, block, solutions
from encoder import Builder, floodfill, partition
from encoder.errors import EncodingError
from encoder.parts import connectivity
from encoder.parts.flood import BY_CUTS, FloodFill, methods
from encoder.parts.partition import fillomino_by_partition
from encoder.parts.partition import methods as methods_of_partitions
from fillomino.board import Board, from_links, rectangle
from fillomino.puzzle import Puzzle
from smtlib.render import commented
from tests.encoder.test_brute_force import clue_sets
from tests.support.boards import ODD
from tests.support.brute import by_placing, connected_sets, keeps
from tests.support.refused import refused
from tests.support.where import brief, where

PUBLISHED = connectivity.names()
METHODS = [name for name in methods() if name != BY_CUTS]
OF_PARTITIONS = methods_of_partitions()
BY_METHOD = pytest.mark.parametrize(
    "method", [pytest.param(name, marks=[pytest.mark.slow] if name in PUBLISHED else []) for name in METHODS]
)
"""Those of the literature are the same but for connectedness: `test_published_methods` tests that of each."""
BY_PUBLISHED = pytest.mark.parametrize("method", PUBLISHED)
BOARDS = {"2x3": rectangle(2, 3), "1x4": rectangle(1, 4), **ODD}
LIMITS = Limits(seconds=600)


def members(found: Solutions, member: tuple[str, ...]) -> set[frozenset[int]]:
    assert found.complete, found.end
    sets = [frozenset(x for x, term in enumerate(member) if model[term]) for model in found.found]
    assert len(set(sets)) == len(sets)
    return set(sets)


def assert_filled(board: Board, wanted: set[frozenset[int]], **options: Any) -> FloodFill:
    """Assert which sets a fill can be, and that the terms for its size count it."""
    builder = Builder(board)
    fill = floodfill(builder, "a", board, **options)
    script = builder.script("fill", fill.projection)
    found = solutions(script, (*fill.projection, *fill.size), limits=LIMITS)
    assert members(found, fill.member) == wanted, options
    for model in found.found:
        inside = sum(bool(model[term]) for term in fill.member)
        assert [model[digit] for digit in fill.size] == [inside > k for k in range(len(fill.size))]
    return fill


@BY_METHOD
@pytest.mark.parametrize("name", BOARDS)
@where(lambda method, name: (method, name) != ("dual", "complete graph"))  # not in the plane
def test_every_connected_set(name: str, method: str) -> None:
    fill = assert_filled(BOARDS[name], connected_sets(BOARDS[name]), method=method)
    assert (fill.projection, fill.size) == (fill.member, ())


@BY_PUBLISHED
def test_published_methods(method: str) -> None:
    """Every connected set; and again with a seed and sizes, which have to be counted."""
    board = rectangle(2, 3)
    assert_filled(board, connected_sets(board), method=method)
    wanted = {cells for cells in connected_sets(board, 2, 4) if 2 in cells}
    assert_filled(board, wanted, seed=2, size=(2, 4), method=method)


@BY_METHOD
@where(lambda solver: solver.session_arguments is not None)
@where(lambda method, solver: not solver.logics or method == "layers")
@brief(lambda solver: solver.name == "yices")
def test_number_of_connected_sets_of_three_by_three(method: str, solver: Solver) -> None:
    builder = Builder(rectangle(3, 3))
    fill = floodfill(builder, "a", builder.board, method=method)
    found = solutions(builder.script("fill", fill.projection), solver=solver, limits=LIMITS)
    assert len(members(found, fill.member)) == 218  # the On-Line Encyclopedia of Integer Sequences, A059525


@BY_METHOD
@pytest.mark.parametrize("size", [0, 1, 3, 6, (0, 2), (2, 4), (0, 0), (5, 9), (7, 9)])
@pytest.mark.parametrize("exact", [False, True])
def test_sizes(method: str, size: int | tuple[int, int], exact: bool) -> None:
    board = rectangle(2, 3)
    low, high = size if isinstance(size, tuple) else (size if exact else min(size, 1), size)
    assert_filled(board, connected_sets(board, low, high), size=size, exact=exact, method=method)


@BY_METHOD
def test_seed_is_root_and_member(method: str) -> None:
    board = ODD["triangle with a tail"]
    for seed in range(board.size):
        wanted = {cells for cells in connected_sets(board, 3, 3) if seed in cells}
        fill = assert_filled(board, wanted, seed=seed, size=3, exact=True, method=method)
        assert [x for x, term in enumerate(fill.root) if term == "true"] == [seed]


@BY_METHOD
def test_links_of_one_way(method: str) -> None:
    """Every set of cells each of which is reached from the seed within it, on random adjacency tables."""
    chance = random.Random(3)
    board = from_links([f"c{x}" for x in range(5)], [])
    for size in (None, (2, 3), 3):
        leads = [[y for y in range(5) if y != x and chance.random() < 0.35] for x in range(5)]
        low, high = size if isinstance(size, tuple) else (1, size or 5)
        for seed in (0, 3):
            wanted = {its for its in spread(leads, seed) if low <= len(its) <= high}
            assert_filled(board, wanted, seed=seed, leads=leads, size=size, method=method)


def spread(leads: list[list[int]], seed: int) -> set[frozenset[int]]:
    """Every set that a fill can become: the seed, and cells added to which a member leads."""
    found, new = set(), {frozenset([seed])}
    while new:
        found |= new
        new = {cells | {y} for cells in new for x in cells for y in leads[x]} - found
    return found


@BY_METHOD
def test_neighbours_as_links_give_the_same_text(method: str) -> None:
    board = ODD["ring"]
    texts = []
    for leads in (None, board.neighbours):
        builder = Builder(board)
        fill = floodfill(builder, "a", board, seed=1, leads=leads, size=3, method=method)
        texts.append(commented(builder.script("fill", fill.projection)))
    assert texts[0] == texts[1]


@BY_METHOD
def test_root_is_the_lowest_member(method: str) -> None:
    board = rectangle(2, 3)
    builder = Builder(board)
    fill = floodfill(builder, "a", board, method=method)
    roots = [term for term in fill.root if term not in fill.member]
    found = solutions(builder.script("fill", fill.projection), (*fill.member, *roots), limits=LIMITS)
    assert found.complete
    for model in found.found:
        inside = [x for x, term in enumerate(fill.member) if model[term]]
        assert [x for x, term in enumerate(fill.root) if model[term]] == inside[:1]


@BY_METHOD
def test_members_said_by_the_caller(method: str) -> None:
    """The complement of a fill is a fill, too; the cell in the middle is in neither."""
    board = rectangle(2, 3)
    builder = Builder(board)
    inner = floodfill(
        builder, "a", board, member={x: builder.declare(f"m_{x}") for x in (0, 1, 2, 3, 5)}, method=method
    )
    outer = floodfill(builder, "b", board, member={x: f"(not m_{x})" for x in (0, 1, 2, 3, 5)}, method=method)
    assert inner.member[4] == outer.member[4] == "false"
    found = solutions(builder.script("two", inner.projection), limits=LIMITS)
    everything = connected_sets(board)
    cells = frozenset((0, 1, 2, 3, 5))
    sets = [frozenset(x for x in cells if model[f"m_{x}"]) for model in found.found]
    assert found.complete
    assert set(sets) == {one for one in everything if one < cells and cells - one in everything}
    assert len(sets) == len(set(sets)) == 8


@BY_METHOD
def test_members_that_are_certain(method: str) -> None:
    board = rectangle(1, 4)
    for certain in ({0: "true", 3: "true"}, {0: "true", 1: "true"}, dict.fromkeys(range(4), "true")):
        builder = Builder(board)
        member = {x: certain.get(x) or builder.declare(f"m_{x}") for x in range(4)}
        fill = floodfill(builder, "a", board, member=member, method=method)
        found = solutions(builder.script("fill", fill.projection), limits=LIMITS)
        assert found.complete
        assert len(found.found) == sum(set(certain) <= cells for cells in connected_sets(board))


@pytest.mark.parametrize(
    ("build", "code", "options"),
    [
        (floodfill, "unknown-method", {"method": "magic"}),
        (floodfill, "bad-part", {"member": {0: "true"}, "seed": 1}),
        (floodfill, "bad-part", {"size": (3, 2)}),
        *((floodfill, "unknown-cell", {"member": {0: "m0", cell: "m"}}) for cell in (7, 3, -1)),
        (floodfill, "bad-part", {"leads": [[1], [], []]}),  # without a seed
        (floodfill, "bad-part", {"leads": [[1]], "seed": 0}),
        (floodfill, "bad-part", {"leads": [[3], [], []], "seed": 0}),
        (floodfill, "bad-part", {"leads": [[], [1], []], "seed": 1}),
        (floodfill, "bad-part", {"leads": [[1], [], []], "seed": 0, "method": "elimination"}),
        (partition, "unknown-method", {"method": "rank"}),
        (partition, "bad-part", {"size": 0}),
        (partition, "bad-part", {"total": (1, 2)}),
        (partition, "bad-part", {"weights": (1,)}),
        (partition, "bad-part", {"weights": (1, -1, 1)}),
        (partition, "bad-part", {"weights": (1, 1, 1), "total": (2, 1)}),
        (partition, "bad-part", {"weights": (1, 1, 1), "method": "leaf"}),
        *(
            (partition, "wall-between", {"parted": [(0, 1), pair]})
            for pair in ((2, 0), (1, 9), (1, 1), (-1, 0))
        ),
    ],
)
def test_what_cannot_be_is_refused(build: Callable[..., object], code: str, options: dict[str, Any]) -> None:
    board = rectangle(1, 3)
    with refused(EncodingError, code):
        build(Builder(board), "a", board, **options)


def test_two_fills_need_two_prefixes() -> None:
    board = rectangle(1, 3)
    floodfill(builder := Builder(board), "a", board)
    with refused(EncodingError, "duplicate"):
        floodfill(builder, "a", board)


def test_parted_cells_are_neighbours_in_any_order() -> None:
    board = rectangle(1, 3)
    for pair in ((0, 1), (1, 0)):
        builder = Builder(board)
        parts = partition(builder, "p", board, parted=[pair])
        assert parts.same == {(0, 1): "false", (1, 2): "p_q_1_2"}


@pytest.mark.parametrize("prefix", ["a b", "1", ";x", "a)", "|a|", "é"])
def test_a_prefix_begins_a_symbol(prefix: str) -> None:
    board = rectangle(1, 2)
    for build in (floodfill, partition):
        with refused(EncodingError, "bad-symbol"):
            build(Builder(board), prefix, board)
    assert floodfill(Builder(board), "", board).member == ("_0", "_1")
    assert Builder(board).declare("|a b|") == "|a b|"


def all_partitions(board: Board) -> set[frozenset[frozenset[int]]]:
    """Every partition into connected parts: what each set of links joins."""
    links = list(board.links())
    found = set()
    for chosen in range(1 << len(links)):
        part = list(range(board.size))
        for i, (x, y) in enumerate(links):
            if chosen >> i & 1:
                part = [part[x] if p == part[y] else p for p in part]
        found.add(frozenset(frozenset(x for x in range(board.size) if part[x] == p) for p in part))
    return found


def links_within(board: Board, parts: frozenset[frozenset[int]]) -> frozenset[tuple[int, int]]:
    return frozenset(pair for pair in board.links() if any(set(pair) <= part for part in parts))


OF_TREES = ("2x3", "triangle with a tail", "star", "corner hole", "no links")


@pytest.mark.parametrize(
    ("method", "name"),
    [
        *(("tree", name) for name in OF_TREES),
        *((method, "2x3") for method in OF_PARTITIONS[1:]),
        *(
            pytest.param(method, name, marks=pytest.mark.slow)
            for method in OF_PARTITIONS[1:]
            for name in BOARDS
            if name != "2x3"
        ),
    ],
)
def test_every_partition(method: str, name: str) -> None:
    """Also with bounds, and with two cells that are parted."""
    board = BOARDS[name]
    for size in (None, 2, (2, 3), (1, 4)) if method == "tree" else ((1, 4),):
        builder = Builder(board)
        apart = list(board.links())[:1] if size == (1, 4) else []
        parts = partition(builder, "p", board, size=size, parted=apart, method=method)
        low, high = size if isinstance(size, tuple) else (1, size or board.size)
        wanted = {
            links_within(board, p): p
            for p in all_partitions(board)
            if all(low <= len(part) <= high and not any(set(pair) <= part for pair in apart) for part in p)
        }
        found = solutions(builder.script("parts", (*parts.projection, *parts.size)), limits=LIMITS)
        assert found.complete
        assert len(found.found) == len(wanted)
        for model in found.found:
            joined = frozenset(pair for pair, term in parts.same.items() if model.get(term))
            assert all(model[parts.size[x]] == len(part) for part in wanted.pop(joined) for x in part)


def test_building_blocks_have_one_model_a_set_where_nothing_is_surrounded() -> None:
    board = rectangle(2, 3)
    fill, parts = Builder(board), Builder(board)
    floodfill(fill, "a", board, method="tree")
    partition(parts, "p", board)
    for builder, count in ((fill, len(connected_sets(board))), (parts, len(all_partitions(board)))):
        script = builder.script("all", ())
        models = solutions(script, [its.name for its in script.declarations])
        assert models.complete
        assert len(models.found) == count


def test_partition_exactly_and_with_parted_cells() -> None:
    board = rectangle(2, 2)
    for parted, wanted in (((), 2), (((0, 1),), 1), (((0, 1), (0, 2)), 0)):
        builder = Builder(board)
        parts = partition(builder, "p", board, size=2, exact=True, parted=parted)
        found = solutions(builder.script("dominoes", parts.projection), limits=LIMITS)
        assert found.complete
        assert len(found.found) == wanted


@pytest.mark.parametrize("total", [None, (3, 5), (0, 3), (6, 9)])
def test_partitions_by_weight(total: tuple[int, int] | None) -> None:
    for board, weights in ((rectangle(2, 3), (1, 3, 0, 2, 2, 4)), (ODD["star"], (1, 1, 2, 3, 0, 2))):
        builder = Builder(board)
        its = weights[: board.size]
        parts = partition(builder, "p", board, size=(1, 4), weights=its, total=total)
        script = builder.script("parts", parts.projection)
        found = solutions(script, (*parts.projection, *parts.weight), limits=LIMITS)
        low, high = total or (0, sum(its))
        wanted = {
            p
            for p in all_partitions(board)
            if all(len(part) <= 4 and low <= sum(its[x] for x in part) <= high for part in p)
        }
        assert found.complete
        assert len(found.found) == len(wanted)
        for model in found.found:
            joined = from_links(board.names, [pair for pair, term in parts.same.items() if model[term]])
            wanted.remove(frozenset(map(frozenset, joined.components())))
            for part in joined.components():
                assert {model[parts.weight[x]] for x in part} == {sum(its[x] for x in part)}


def test_fillomino_said_by_partition() -> None:
    board = rectangle(2, 2)
    fillings = by_placing(board)
    for index, clues in enumerate(list(clue_sets(board))[::6]):
        walls = frozenset({(0, 1)} if index % 3 == 0 else ())
        puzzle = Puzzle(board, clues, walls, largest_region=3 if index % 4 == 0 else None)
        script = fillomino_by_partition(puzzle)
        found = solutions(script, limits=LIMITS)
        wanted = {filling for filling in fillings if keeps(puzzle, filling)}
        assert found.complete
        assert {tuple(model[name] for name in script.values) for model in found.found} == wanted
        assert len(found.found) == len(wanted)


def test_solutions_by_processes_and_on_one_cell() -> None:
    board = rectangle(2, 2)
    builder = Builder(board)
    fill = floodfill(builder, "a", board, method="layers")
    script = builder.script("fill", fill.projection)
    by_process = solutions(script, limits=LIMITS, fresh=True)
    assert members(by_process, fill.member) == connected_sets(board)
    on_one_cell = solutions(script, fill.projection[:1], limits=LIMITS)
    assert on_one_cell.complete
    assert {model["a_0"] for model in on_one_cell.found} == {True, False}
    assert len(on_one_cell.found) == 2


@pytest.mark.parametrize(
    ("sort", "given"),
    [("Bool", "foo"), ("Bool", "7"), ("Int", "true"), ("Int", "(/ 1 2)"), ("(_ BitVec 2)", "4")],
)
def test_solutions_take_no_value_of_another_sort(sort: str, given: str) -> None:
    builder = Builder(rectangle(1, 1))
    script = builder.script("x", (builder.declare("v", sort),))
    found = solutions(script, solver=fake.scripted(f"sat\n((v {given}))\n"), fresh=True, limits=LIMITS)
    assert found.found == () and isinstance(found.end, Failure)


@pytest.mark.parametrize("fresh", [False, True])
def test_solutions_are_keyed_as_they_were_asked(fresh: bool) -> None:
    builder = Builder(rectangle(1, 1))
    builder.declare("|my set 1|")
    builder.declare("v", "(_ BitVec 1)")
    asked = ["|my set 1|", "|my set 1|", "|v|", "v", "(not   |my set 1|)"]
    found = solutions(builder.script("x", (), logic="QF_BV"), asked, fresh=fresh, limits=LIMITS)
    assert found.complete, found.end
    assert len(found.found) == 4
    for model in found.found:
        assert list(model) == ["|my set 1|", "|v|", "v", "(not   |my set 1|)"]
        assert model["|my set 1|"] is not model["(not   |my set 1|)"]
        assert model["|v|"] == model["v"]


def test_a_blocked_bit_vector_or_integer_has_its_sort() -> None:
    builder = Builder(rectangle(1, 1))
    builder.declare("v", "(_ BitVec 4)")
    builder.declare("i", "Int")
    script = builder.script("x", ("v", "i"))
    assert block(script, {"v": 3, "i": -2}) == "(not (and (= v (_ bv3 4)) (= i (- 2))))"
    assert block(script, {}) == "false"
