"""Nearly all trees of a region are ruled out, and never all: on every connected set of small boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial
from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import encoder.encodings.placements
from drivers import Sat, Session, Unsat, find
from drivers.enumeration import solutions
from encoder.builder import Builder
from encoder.encodings.table import find as find_encoding
from encoder.parts.flood import floodfill
from encoder.parts.partition import partition
from encoder.parts.spanning_trees import Link, kept, spare, trees_of
from encoder.script import block
from fillomino.board import Board, from_links, rectangle
from fillomino.puzzle import Puzzle
from smtlib.render import preamble
from tests.support.boards import ODD


def allowed(region: set[int], links: list[Link]) -> tuple[frozenset[Link], set[Link]]:
    """The links in a region that its tree must have, and all that it may have."""
    rows = kept(links)
    inside = {pair for pair in links if region.issuperset(pair)}
    ruled_out = {pair for pair, one, other in spare(links, rows) if region.issuperset({*pair, *one, *other})}
    return rows & inside, inside - ruled_out


def joined(cells: set[int], links: Collection[Link]) -> bool:
    """Whether links connect all cells."""
    reached = {min(cells)}
    while more := {y for pair in links if reached & set(pair) for y in pair} - reached:
        reached |= more
    return reached >= cells


def trees(cells: set[int], must: frozenset[Link], may: set[Link]) -> Iterator[tuple[Link, ...]]:
    """Every spanning tree that has some links, and others of some."""
    for more in combinations(sorted(may - must), len(cells) - 1 - len(must)):
        if joined(cells, must | set(more)):
            yield (*must, *more)


def regions(board: Board) -> Iterator[set[int]]:
    """Every connected set of cells."""
    links = set(board.links())
    for cells in chain.from_iterable(
        combinations(range(board.size), size) for size in range(1, board.size + 1)
    ):
        if joined(set(cells), {pair for pair in links if set(pair) <= set(cells)}):
            yield set(cells)


def within(region: set[int], x: int, y: int) -> bool:
    return {x, y} <= region


def assert_a_tree_is_left(board: Board) -> None:
    links = list(board.links())
    for region in regions(board):
        must, may = allowed(region, links)
        tree = trees_of(links, partial(within, region))
        assert must <= tree <= may
        assert (len(tree), joined(region, tree)) == (len(region) - 1, True)
        assert next(trees(region, must, may), None) is not None, region


@pytest.mark.parametrize("board", [*ODD.values(), rectangle(3, 3), rectangle(2, 5)], ids=repr)
def test_a_tree_is_left(board: Board) -> None:
    assert_a_tree_is_left(board)


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda its: its[0] < its[1])))
def test_a_tree_is_left_on_any_graph(links: set[Link]) -> None:
    assert_a_tree_is_left(from_links("ABCDEFG", sorted(links)))


def has_hole(region: set[int], height: int, width: int) -> bool:
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
    for region in regions(board):
        count = sum(1 for _ in trees(region, *allowed(region, links)))
        counts[has_hole(region, 3, 4)][count] += 1
    assert list(counts[False]) == [1]
    assert min(counts[True]) > 1


@pytest.mark.parametrize("name", ["forest-tight", "forest-bv", "forest-bool", "placements"])
def test_a_solver_finds_one_tree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the numbers are told, edges have nothing to choose."""
    monkeypatch.setattr(encoder.encodings.placements, "PER_CELL", 0)  # else eight cells are placed
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


def test_building_blocks_have_one_model_a_set_where_nothing_is_surrounded() -> None:
    board = rectangle(2, 3)
    fill, parts = Builder(board), Builder(board)
    floodfill(fill, "a", board, method="tree")
    partition(parts, "p", board)
    for builder, count in ((fill, len(list(regions(board)))), (parts, count_of_partitions(board))):
        script = builder.script("all", ())
        models = solutions(script, [its.name for its in script.declarations])
        assert models.end == Unsat()
        assert len(models.found) == count


def count_of_partitions(board: Board) -> int:
    """In how many ways a board falls into connected sets."""
    links = list(board.links())
    ways = chain.from_iterable(combinations(links, count) for count in range(len(links) + 1))
    return len({tuple(board_parts(board, set(way))) for way in ways})


def board_parts(board: Board, links: set[Link]) -> list[int]:
    """For each cell the first cell that links connect it with."""
    first = list(range(board.size))
    for _ in first:
        for x, y in links:
            first[x] = first[y] = min(first[x], first[y])
    return first
