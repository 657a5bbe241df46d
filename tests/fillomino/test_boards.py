"""Boards from specifications: neighbours, said a second time in coordinates, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

import pytest

from fillomino.board import Board, rectangle
from fillomino.boards import from_spec
from fillomino.counting.methods import count
from fillomino.counting.task import bare
from fillomino.errors import PuzzleError
from tests.support.brute import by_placing
from tests.support.refused import refused

SMALL = (
    "1x1", "3x4", "ragged:5,4,2", "ragged:1,0,3", "cylinder:1x3", "cylinder:3x4", "torus:3x3", "torus:4x5",
    "moebius:1x3", "moebius:2x3", "moebius:3x4", "two-sided:1x1", "two-sided:2x3", "two-sided:4x4",
    "box:1x1x1", "box:2x2x2", "box:2x3x4", "hexagon:1", "hexagon:2", "hexagon:4", "rhombus:1x3",
    "rhombus:4x5", "king:1x1", "king:2x3", "king:4x3",
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


def assert_links(board: Board, beside: Callable[[int, int], bool]) -> None:
    wanted = [(x, y) for x, y in combinations(range(board.size), 2) if beside(x, y)]
    assert list(board.links()) == wanted


@pytest.mark.parametrize(
    "spec",
    [
        *("torus:3x3", "torus:3x4", "torus:4x5", "torus:5x3"),
        *("cylinder:1x3", "cylinder:2x3", "cylinder:3x4", "cylinder:4x5"),
        *("moebius:1x3", "moebius:2x3", "moebius:3x3", "moebius:3x4", "moebius:4x5"),
    ],
)
def test_a_board_with_joined_sides_is_seen_again_next_to_itself(spec: str) -> None:
    name, _, sizes = spec.partition(":")
    height, width = map(int, sizes.split("x"))

    def beside(x: int, y: int) -> bool:
        (r, c), (s, d) = divmod(x, width), divmod(y, width)
        turned = height - 1 - s if name == "moebius" else s
        copies = [(s, d), (turned, d - width), (turned, d + width)]
        copies += [(s - height, d), (s + height, d)] if name == "torus" else []
        return any(abs(r - s) + abs(c - d) == 1 for s, d in copies)

    assert_links(from_spec(spec), beside)


@pytest.mark.parametrize(("height", "width"), [(1, 3), (2, 2), (3, 4)])
def test_a_king_reaches_its_neighbours_in_one_move(height: int, width: int) -> None:
    def beside(x: int, y: int) -> bool:
        (r, c), (s, d) = divmod(x, width), divmod(y, width)
        return max(abs(r - s), abs(c - d)) == 1

    assert_links(from_spec(f"king:{height}x{width}"), beside)


def test_solutions_of_a_king_board() -> None:
    board = from_spec("king:2x3")
    assert len(by_placing(board)) == count(bare(board)) == 53


@pytest.mark.parametrize(("layers", "height", "width"), [(1, 2, 3), (2, 2, 2), (3, 2, 1), (2, 3, 4)])
def test_cells_of_a_box_are_neighbours_at_distance_one(layers: int, height: int, width: int) -> None:
    board = from_spec(f"box:{layers}x{height}x{width}")
    places = [
        tuple(map(int, name.replace("r", " ").replace("c", " ").removeprefix("z").split()))
        for name in board.names
    ]
    assert sorted(places) == list(product(*(range(1, count + 1) for count in (layers, height, width))))

    def beside(x: int, y: int) -> bool:
        return sum(abs(a - b) for a, b in zip(places[x], places[y], strict=True)) == 1

    assert_links(board, beside)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 3), (2, 2), (3, 3), (3, 4)])
def test_the_sides_of_a_sheet_meet_at_the_rim_only(height: int, width: int) -> None:
    board = from_spec(f"two-sided:{height}x{width}")
    places = []
    for name in board.names:
        side, _, place = name.partition("-r")
        row, column = map(int, place.split("c"))
        places.append((side, row, column))
    assert sorted(places) == list(product(("back", "front"), range(1, height + 1), range(1, width + 1)))

    def beside(x: int, y: int) -> bool:
        (side, r, c), (other, s, d) = places[x], places[y]
        on_rim = r in (1, height) or c in (1, width)
        return abs(r - s) + abs(c - d) == 1 if side == other else (r, c) == (s, d) and on_rim

    assert_links(board, beside)


@pytest.mark.parametrize("spec", ["hexagon:1", "hexagon:2", "hexagon:4", "rhombus:1x1", "rhombus:3x4"])
def test_hexagons_are_neighbours_where_they_touch(spec: str) -> None:
    board = from_spec(spec)
    assert board.positions is not None
    places = board.positions

    def beside(x: int, y: int) -> bool:
        right, down = places[x][0] - places[y][0], places[x][1] - places[y][1]
        return abs(right * right + 0.75 * down * down - 1) < 1e-9

    assert_links(board, beside)


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
    ("spec", "grammar"),
    [
        *((spec, "write ROWSxCOLUMNS, as in 3x4") for spec in ("8", "0x4", "1000x1000", "3x\u0663")),
        *((f"torus{sizes}", "write torus:ROWSxCOLUMNS") for sizes in ("", ":3x-4", ":3x4x5", ":2x4")),
        *((f"torus:3x{'9' * digits}", "write torus:") for digits in (11, 5000)),
        ("moebius:4x2", "write moebius:ROWSxCOLUMNS"),
        ("box:3x3", "write box:LAYERSxROWSxCOLUMNS"),
        *((f"hexagon:{side}", "write hexagon:SIDE") for side in ("", "0", "1000", "99999999999")),
        ("two-sided:300x300", "write two-sided:ROWSxCOLUMNS"),
        *((f"ragged:{rows}", "write ragged:LENGTH,LENGTH,…") for rows in ("0,0", "3,,4", "100001")),
    ],
)
def test_a_bad_size_is_refused_with_the_grammar(spec: str, grammar: str) -> None:
    with pytest.raises(PuzzleError, match=grammar) as caught:
        from_spec(spec)
    assert caught.value.code == "bad-board"
    assert len(str(caught.value)) < 300
