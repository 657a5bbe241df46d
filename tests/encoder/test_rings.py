"""`simple_fill` and `no_ring` against all subsets of small boards."""

from __future__ import annotations

from itertools import combinations

import pytest

from drivers.enumeration import solutions
from encoder import Builder
from encoder.parts.rings import METHODS, ONE_TREE, no_ring, simple_fill
from fillomino.board import Board, from_links, rectangle
from tests.support.brute import connected_sets

BY_METHOD = pytest.mark.parametrize("method", METHODS)


def surrounds_nothing(board: Board, cells: frozenset[int]) -> bool:
    """Whether every other cell leads, by sides or corners, to the border."""
    assert board.grid is not None
    height, width = board.grid.height, board.grid.width
    others = {divmod(x, width) for x in range(board.size) if x not in cells}
    out = {(r, c) for r in range(-1, height + 1) for c in range(-1, width + 1)} - {
        divmod(x, width) for x in range(board.size)
    }
    while more := {
        (r, c) for r, c in others - out if any((r + i, c + j) in out for i in (-1, 0, 1) for j in (-1, 0, 1))
    }:
        out |= more
    return others <= out


@BY_METHOD
@pytest.mark.parametrize(("height", "width"), [(1, 4), (2, 3), (3, 3)])
def test_simple_fill(height: int, width: int, method: str) -> None:
    board = rectangle(height, width)
    wanted = {
        cells
        for cells in map(frozenset, connected_sets(board))
        if 0 in cells and surrounds_nothing(board, cells)
    }
    builder = Builder(board)
    member = {x: builder.declare(f"m_{x}") for x in range(board.size)}
    builder.require(ONE_TREE, (0,), member[0])
    simple_fill(builder, "f", board, member, {0: "true"}, method=method)
    found = solutions(builder.script("simple", list(member.values())), limit=2000)
    sets = [frozenset(x for x, term in member.items() if model[term]) for model in found.found]
    assert found.complete
    assert len(sets) == len(set(sets))
    assert set(sets) == wanted


@BY_METHOD
def test_no_ring(method: str) -> None:
    board = from_links("abcd", [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)])
    links = list(board.links())
    builder = Builder(board)
    terms = {pair: builder.declare(f"e_{pair[0]}_{pair[1]}") for pair in links}
    border = {1: builder.declare("b_1"), 3: builder.declare("b_3")}
    no_ring(builder, "r", board, terms, anchored=border, method=method)
    found = solutions(builder.script("rings", [*terms.values(), *border.values()]), limit=300)
    ways = [*links, (1, 4), (3, 4)]  # 4 is the border
    names = [*terms.values(), *border.values()]
    forests = {
        frozenset(some) for k in range(len(ways) + 1) for some in combinations(ways, k) if is_forest(some)
    }
    assert found.complete
    assert {
        frozenset(way for way, name in zip(ways, names, strict=True) if model[name]) for model in found.found
    } == forests


def is_forest(links: tuple[tuple[int, int], ...]) -> bool:
    part = list(range(5))
    for x, y in links:
        one, other = part[x], part[y]
        if one == other:
            return False
        part = [one if each == other else each for each in part]
    return True
