"""Components, distances and connected sets, against definitions that are slow and plain."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from fillomino import graph
from fillomino.board import Board, rectangle
from tests.support.boards import ODD

BOARDS = {**ODD, "3x3": rectangle(3, 3), "2x4": rectangle(2, 4)}


def as_bits(cells: set[int] | frozenset[int]) -> int:
    return sum(1 << x for x in cells)


def is_connected(board: Board, cells: frozenset[int]) -> bool:
    reached = set(list(cells)[:1])
    for _ in cells:
        reached |= {y for x in reached for y in board.neighbours[x] if y in cells}
    return reached == cells


def connected(board: Board) -> list[frozenset[int]]:
    sizes = range(1, board.size + 1)
    subsets = (frozenset(cells) for size in sizes for cells in combinations(range(board.size), size))
    return [cells for cells in subsets if is_connected(board, cells)]


@pytest.mark.parametrize("name", BOARDS)
def test_connected_sets_are_each_found_once(name: str) -> None:
    board = BOARDS[name]
    near, every = graph.neighbour_function(board), (1 << board.size) - 1
    wanted = connected(board)
    for start in range(board.size):
        allowed = every & ~(1 << (start + 1) % board.size)
        expected = {as_bits(cells) for cells in wanted if start in cells and not as_bits(cells) & ~allowed}
        found = list(graph.connected_sets(near, 1 << start, allowed))
        assert len(found) == len(set(found)) and set(found) == expected | ({1 << start} - expected)
        for size in range(1, board.size + 1):
            some = list(graph.connected_sets_of(size, near, 1 << start, allowed | 1 << start))
            assert sorted(some) == sorted(
                cells for cells in found if cells.bit_count() == size and not cells & ~(allowed | 1 << start)
            )


def test_an_enumeration_ends_after_so_many_steps() -> None:
    board = rectangle(4, 4)
    near, every = graph.neighbour_function(board), (1 << 16) - 1
    with pytest.raises(graph.StepLimitError):
        list(graph.connected_sets_of(8, near, 1, every, most_steps=50))
    assert len(list(graph.connected_sets_of(2, near, 1, every, most_steps=50))) == 2


def test_sets_that_are_not_closed_are_dropped() -> None:
    board = rectangle(1, 5)
    near = graph.neighbour_function(board)

    def in_pairs(cells: int, cell: int) -> int:
        return cells | cell | (0b11000 if cell & 0b11000 else 0)

    found = graph.connected_sets_of(3, near, 0b00010, 0b11111, closed=in_pairs)
    assert sorted(found) == [0b00111]  # 0b01110 would have to take the fifth cell, too


@pytest.mark.parametrize("name", BOARDS)
def test_layers_rooms_and_distances_agree(name: str) -> None:
    board = BOARDS[name]
    near, every = graph.neighbour_function(board), (1 << board.size) - 1
    for start in range(board.size):
        steps = graph.distances(board.neighbours, [start])
        assert list(steps.values()) == sorted(steps.values())
        for x, y in board.links():
            assert abs(steps.get(x, 99) - steps.get(y, 99)) <= 1
        layers = list(graph.layers(near, 1 << start, every))
        for distance, layer in enumerate(layers, 1):
            assert {x for x, its in steps.items() if its == distance} == set(graph.bits(layer))
        assert layers[:1] == list(graph.layers(near, 1 << start, every, 1))
        part = graph.component(near, 1 << start, every)
        assert set(graph.bits(part)) == set(steps)
        for most in range(board.size):
            near_by = graph.distances(board.neighbours, [start], most=most)
            assert near_by == {x: its for x, its in steps.items() if its <= most}
            assert as_bits(set(near_by)) == graph.within(near, 1 << start, every, most)
        for size in range(1, board.size + 2):
            assert graph.has_room(near, 1 << start, every, size) == (len(steps) >= size)
        before = graph.predecessors(board.neighbours, [start])
        assert list(before) == list(steps)
        assert all(steps[x] == steps[its] + 1 for x, its in before.items() if x != start)


def test_ways_lead_only_through_what_may_be_entered() -> None:
    board = rectangle(3, 3)
    ring = graph.distances(board.neighbours, [0], through=lambda x: x != 4)
    assert ring == {0: 0, 1: 1, 3: 1, 2: 2, 6: 2, 5: 3, 7: 3, 8: 4}
    assert graph.predecessors(board.neighbours, [0], lambda x: x in (1, 2)) == {0: 0, 1: 0, 2: 1}
    assert list(graph.layers(graph.neighbour_function(board), 1, 0b110)) == [0b10, 0b100]


def test_components_of_sets_cells_and_values() -> None:
    board = ODD["ring"]
    near = graph.neighbour_function(board)
    assert graph.components(near, 0b10110111) == [0b10010111, 0b100000]
    assert graph.parts(board.neighbours, [7, 5, 4, 2, 1, 0]) == [(0, 1, 2, 4, 7), (5,)]
    values = (1, 1, 2, 2, 2, 1, 1, 1)
    by_value = [
        part for value in (1, 2) for part in board.components(x for x in range(8) if values[x] == value)
    ]
    found = [tuple(sorted(part)) for part in graph.equal_parts(board.neighbours, values)]
    assert sorted(found) == sorted(by_value)


@pytest.mark.parametrize("name", BOARDS)
def test_a_random_connected_set_is_connected(name: str) -> None:
    board = BOARDS[name]
    for seed in range(20):
        cells = frozenset(graph.random_connected_set(board.neighbours, 4, Random(seed)))
        assert is_connected(board, cells) and 1 <= len(cells) <= 4
