"""Boards: rectangles, holes, graphs and families, searches on them, and what is refused."""

from __future__ import annotations

import re
from itertools import combinations, product
from random import Random

import pytest

from fillomino import graph
from fillomino.board import MAX_CELLS, Board, from_links, rectangle
from fillomino.boards import from_spec
from fillomino.counting.methods import count
from fillomino.counting.task import bare
from fillomino.errors import PuzzleError
from tests.support.boards import ODD, rectangles
from tests.support.brute import by_placing, connected_sets
from tests.support.refused import refused

SMALL = (
    "1x1", "3x4", "ragged:5,4,2", "ragged:1,0,3", "cylinder:1x3", "cylinder:2x3", "cylinder:3x4",
    "cylinder:4x5", "torus:3x3", "torus:3x4", "torus:4x5", "torus:5x3", "moebius:1x3", "moebius:2x3",
    "moebius:3x3", "moebius:3x4", "moebius:4x5", "two-sided:1x1", "two-sided:1x3", "two-sided:2x2",
    "two-sided:2x3", "two-sided:3x3", "two-sided:3x4", "box:1x1x1", "box:1x2x3", "box:2x2x2", "box:2x3x4",
    "box:3x2x1", "hexagon:1", "hexagon:2", "hexagon:4", "rhombus:1x1", "rhombus:1x3", "rhombus:3x4",
    "king:1x1", "king:1x3", "king:2x3", "king:3x4",
)  # fmt: skip
"""Members of every family, the smallest among them."""


@pytest.mark.parametrize("spec", SMALL)
def test_every_board_is_in_one_piece_but_for_gaps(spec: str) -> None:
    assert len(from_spec(spec).components()) == (2 if spec == "ragged:1,0,3" else 1)


@pytest.mark.parametrize("spec", SMALL)
def test_every_board_has_places_to_draw_its_cells(spec: str) -> None:
    board = from_spec(spec)
    if board.grid is None:
        assert board.hexagonal
        assert board.positions is not None
        assert len(set(board.positions)) == board.size
    else:
        assert [cell for cell in board.grid.cells if cell is not None] == list(range(board.size))


@pytest.mark.parametrize("spec", SMALL)
def test_neighbours_are_seen_side_by_side_on_boards_without_layers(spec: str) -> None:
    board = from_spec(spec)
    if board.grid is None or spec.startswith(("box", "king")):
        return
    seen = {divmod(place, board.grid.width): cell for place, cell in enumerate(board.grid.cells)}
    real = {place: cell for place, cell in seen.items() if cell is not None}
    images = {(row, column): cell for cell, row, column in board.images}
    assert not images.keys() & real.keys()
    beside: list[set[int]] = [set() for _ in range(board.size)]
    for (row, column), cell in real.items():
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            other = real.get(place, images.get(place))
            if other is not None:
                beside[cell].add(other)
    assert tuple(tuple(sorted(near)) for near in beside) == board.neighbours


@pytest.mark.parametrize("spec", SMALL)
def test_neighbours_are_those_of_the_family(spec: str) -> None:
    """Said a second time, of the rows and columns in the names of cells, and of the places of hexagons."""
    board = from_spec(spec)
    family, _, sizes = spec.rpartition(":")
    *_, height, width = map(int, ["0", *sizes.replace(",", "x").split("x")])
    sided = (name.replace("front", "1").replace("back", "2") for name in board.names)
    places = [tuple(map(int, re.findall(r"\d+", name))) for name in sided]
    assert len(set(places)) == board.size

    def beside(x: int, y: int) -> bool:
        *_, r, c = places[x]
        *_, s, d = places[y]
        copies = [(s, d)]
        match family:
            case "king":
                return max(abs(r - s), abs(c - d)) == 1
            case "box":
                return sum(abs(a - b) for a, b in zip(places[x], places[y], strict=True)) == 1
            case "hexagon" | "rhombus":
                assert board.positions is not None
                (a, b), (e, f) = board.positions[x], board.positions[y]
                return abs((a - e) ** 2 + 0.75 * (b - f) ** 2 - 1) < 1e-9
            case "two-sided" if places[x][0] != places[y][0]:
                return (r, c) == (s, d) and (r in (1, height) or c in (1, width))
            case "torus" | "cylinder" | "moebius":
                turned = height + 1 - s if family == "moebius" else s
                copies += [(turned, d - width), (turned, d + width)]
                copies += [(s - height, d), (s + height, d)] if family == "torus" else []
        return any(abs(r - s) + abs(c - d) == 1 for s, d in copies)

    assert list(board.links()) == [pair for pair in combinations(range(board.size), 2) if beside(*pair)]


@pytest.mark.parametrize(("spec", "sizes"), [("box:2x3x4", (2, 3, 4)), ("box:3x2x1", (3, 2, 1))])
def test_cells_of_a_box_are_called_by_layer_row_and_column(spec: str, sizes: tuple[int, ...]) -> None:
    wanted = product(*(range(1, count + 1) for count in sizes))
    assert sorted(from_spec(spec).names) == [f"z{z}r{row}c{column}" for z, row, column in wanted]


def test_solutions_of_a_king_board() -> None:
    board = from_spec("king:2x3")
    assert len(by_placing(board)) == count(bare(board)) == 53


@pytest.mark.parametrize("side", range(1, 6))
def test_the_outline_of_a_hexagon(side: int) -> None:
    board = from_spec(f"hexagon:{side}")
    assert board.size == 3 * side * side - 3 * side + 1
    assert len(list(board.links())) == 9 * side * side - 15 * side + 6
    assert sum(len(near) == 3 for near in board.neighbours) == (6 if side > 1 else 0)


def test_rectangles_and_ragged_boards_are_as_if_made_by_hand() -> None:
    assert from_spec("3x4") == from_spec(" 3X4 ") == from_spec("rectangle:3x4") == rectangle(3, 4)
    assert from_spec("ragged:3,1,2") == rectangle(3, 3, {(1, 1), (1, 2), (2, 2)})


def test_a_board_remembers_its_specification_once_for_all_spellings() -> None:
    assert from_spec("Torus:03x4").spec == "torus:3x4"
    assert from_spec("Torus:03x4") == from_spec("torus:3x4")


@pytest.mark.parametrize("spec", ["", "klein:3x3", "x"])
def test_an_unknown_board_is_refused_with_the_list(spec: str) -> None:
    with refused(PuzzleError, "unknown-board"):
        from_spec(spec)


@pytest.mark.parametrize(
    "spec",
    [
        *("8", "0x4", "1000x1000", "3x\u0663"),
        *(f"torus{sizes}" for sizes in ("", ":3x-4", ":3x4x5", ":2x4")),
        *(f"torus:3x{'9' * digits}" for digits in (11, 5000)),
        "moebius:4x2",
        "box:3x3",
        *(f"hexagon:{side}" for side in ("", "0", "1000", "99999999999")),
        "two-sided:300x300",
        *(f"ragged:{rows}" for rows in ("0,0", "3,,4", "100001")),
    ],
)
def test_a_bad_size_is_refused_in_a_short_sentence(spec: str) -> None:
    with refused(PuzzleError, "bad-board") as caught:
        from_spec(spec)
    assert len(str(caught.value)) < 300


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


BOARDS = {**ODD, "3x3": rectangle(3, 3), "2x4": rectangle(2, 4)}


def as_bits(cells: set[int] | frozenset[int]) -> int:
    return sum(1 << x for x in cells)


@pytest.mark.parametrize("name", BOARDS)
def test_connected_sets_are_each_found_once(name: str) -> None:
    board = BOARDS[name]
    near, every = graph.neighbour_function(board), (1 << board.size) - 1
    wanted = connected_sets(board)
    for start in range(board.size):
        allowed = every & ~(1 << (start + 1) % board.size)
        expected = sorted(
            as_bits(cells) for cells in wanted if start in cells and not as_bits(cells) & ~allowed
        )
        for size in range(1, board.size + 1):
            found = list(graph.connected_sets_of(size, near, 1 << start, allowed))
            assert sorted(found) == [cells for cells in expected if cells.bit_count() == size]


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
        assert cells in connected_sets(board, 1, 4)
