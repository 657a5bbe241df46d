"""Boards: rectangles, holes, graphs, and what is refused."""

from __future__ import annotations

import pytest

from fillomino.board import MAX_CELLS, Board, from_links, rectangle
from fillomino.boards import from_spec
from fillomino.errors import PuzzleError
from tests.fillomino.test_boards import SMALL
from tests.support.boards import ODD, rectangles
from tests.support.refused import refused

ALL = [
    *(board for cells in range(1, 13) for board in rectangles(cells)),
    *ODD.values(),
    *map(from_spec, SMALL),
]


@pytest.mark.parametrize("board", ALL, ids=lambda board: f"{board.size} cells")
def test_every_board_is_a_simple_undirected_graph(board: Board) -> None:
    assert len(board.names) == len(set(board.names)) == len(board.labels) == board.size
    assert list(board.labels) == sorted(set(board.labels))
    for x, around in enumerate(board.neighbours):
        assert list(around) == sorted(set(around))
        assert x not in around
        assert all(x in board.neighbours[y] for y in around)
    links = list(board.links())
    assert links == sorted(set(links))
    assert len(links) * 2 == sum(map(len, board.neighbours))
    assert all(x < y for x, y in links)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 4), (3, 1), (2, 3), (4, 3)])
def test_cells_of_a_rectangle_are_neighbours_at_distance_one(height: int, width: int) -> None:
    board = rectangle(height, width)
    places = [divmod(cell, width) for cell in range(height * width)]
    for x, (row, column) in enumerate(places):
        expected = [y for y, (r, c) in enumerate(places) if abs(r - row) + abs(c - column) == 1]
        assert list(board.neighbours[x]) == expected
        assert board.names[x] == f"r{row + 1}c{column + 1}"
        assert board.labels[x] == row * width + column


def test_holes_take_cells_away_and_leave_gaps_in_the_labels() -> None:
    board = rectangle(2, 3, {(0, 1)})
    assert board.names == ("r1c1", "r1c3", "r2c1", "r2c2", "r2c3")
    assert board.labels == (0, 2, 3, 4, 5)
    assert board.neighbours == ((2,), (4,), (0, 3), (2, 4), (1, 3))
    assert board.grid is not None
    assert list(board.grid.rows()) == [(0, None, 1), (2, 3, 4)]


def test_at_is_none_in_holes_and_outside() -> None:
    grid = rectangle(2, 3, {(0, 1)}).grid
    assert grid is not None
    assert [grid.at(0, column) for column in range(-1, 4)] == [None, 0, None, 1, None]
    assert grid.at(-1, 0) is grid.at(2, 0) is None


def test_components_of_the_board_and_of_some_cells() -> None:
    assert ODD["isolated cell"].components() == [(0, 1), (2,)]
    board = rectangle(2, 3)
    assert board.components() == [(0, 1, 2, 3, 4, 5)]
    assert board.components([5, 0, 2, 3]) == [(0, 3), (2, 5)]
    assert board.components([]) == []


@pytest.mark.parametrize(
    ("height", "width", "holes", "code"),
    [
        (0, 3, (), "board-empty"),
        (3, -1, (), "board-empty"),
        (1000, 1000, (), "board-too-large"),
        (2, 2, ((2, 0),), "hole-outside"),
        (2, 2, ((0, -1),), "hole-outside"),
        (1, 2, ((0, 0), (0, 1)), "board-empty"),
    ],
)
def test_bad_rectangles(height: int, width: int, holes: tuple[tuple[int, int], ...], code: str) -> None:
    with refused(PuzzleError, code):
        rectangle(height, width, holes)


def test_links_may_be_given_in_any_order_and_twice() -> None:
    board = from_links(["one", "two", "three"], [(2, 1), (1, 2), (0, 1)], positions=[(0, 0), (1, 0), (2, 0)])
    assert board.neighbours == ((1,), (0, 2), (1,))
    assert (board.names, board.labels) == (("one", "two", "three"), (0, 1, 2))
    assert board.grid is None
    assert board.positions == ((0, 0), (1, 0), (2, 0))


@pytest.mark.parametrize(
    ("names", "links", "positions", "code"),
    [
        ([], [], None, "board-empty"),
        (["A", "B", "A"], [], None, "duplicate-name"),
        (["A", ""], [], None, "cell-name"),
        (["A", "B\n(exit)"], [], None, "cell-name"),
        (["A", "B"], [(0, 2)], None, "unknown-cell"),
        (["A", "B"], [(-1, 0)], None, "unknown-cell"),
        (["A", "B"], [(1, 1)], None, "self-link"),
        (["A", "B"], [], [(0, 0)], "bad-layout"),
        ([str(cell) for cell in range(MAX_CELLS + 1)], [], None, "board-too-large"),
    ],
)
def test_bad_graphs(
    names: list[str], links: list[tuple[int, int]], positions: list[tuple[float, float]] | None, code: str
) -> None:
    with refused(PuzzleError, code):
        from_links(names, links, positions)
