"""Drawings: small ones in full, and what every SVG has to be."""

from __future__ import annotations

import random
from xml.etree import ElementTree as ET

import pytest

from fillomino.board import Board, from_links, rectangle
from fillomino.boards import BOARDS, BoardFamily, from_spec
from fillomino.puzzle import Filling, Puzzle
from fillomino.render.box_drawing import text
from fillomino.render.colours import PALETTE, colours_of, region_colours
from fillomino.render.svg import svg
from fillomino.rules import regions
from tests.support.boards import ODD
from tests.support.brute import by_placing

CLUED = Puzzle(rectangle(2, 3), {0: 2, 5: 3})
FILLED = (2, 3, 3, 2, 1, 3)
HOLE = rectangle(2, 3, {(0, 1)})
TRIANGLE = ODD["triangle with a tail"]
BIG = Puzzle(rectangle(2, 5), {0: 10})

TEXTS: dict[str, tuple[Puzzle, Filling | None, str]] = {
    "puzzle": (
        CLUED,
        None,
        """\
┌───────────┐
│ 2   ·   · │
│           │
│ ·   ·   3 │
└───────────┘
""",
    ),
    "filling": (
        CLUED,
        FILLED,
        """\
┌───┬───────┐
│(2)│ 3   3 │
│   ├───┐   │
│ 2 │ 1 │(3)│
└───┴───┴───┘
""",
    ),
    "partial filling": (
        CLUED,
        (2, 0, 0, 2, 0, 3),
        """\
┌───┬───────┐
│(2)│ ·   · │
│   │   ┌───┤
│ 2 │ · │(3)│
└───┴───┴───┘
""",
    ),
    "hole, wall and question mark": (
        Puzzle(HOLE, {0: 2}, walls=frozenset({(2, 3)}), unknown=frozenset({3})),
        None,
        """\
┌───┐   ┌───┐
│ 2 │   │ · │
│   ├───┘   │
│ · │ ?   · │
└───┴───────┘
""",
    ),
    "filling around a hole": (
        Puzzle(HOLE, {0: 3}),
        (3, 2, 3, 3, 2),
        """\
┌───┐   ┌───┐
│(3)│   │ 2 │
│   └───┤   │
│ 3   3 │ 2 │
└───────┴───┘
""",
    ),
    "two digits": (
        BIG,
        (10,) * 10,
        """\
┌────────────────────────┐
│(10)  10   10   10   10 │
│                        │
│ 10   10   10   10   10 │
└────────────────────────┘
""",
    ),
    "graph": (
        Puzzle(TRIANGLE, {0: 3}, walls=frozenset({(0, 1)}), unknown=frozenset({3})),
        None,
        "A = 3\nB = empty\nC = empty\nD = ?\nwall between A and B\n",
    ),
    "filling of a graph": (Puzzle(TRIANGLE, {0: 3}), (3, 3, 3, 1), "3: (A) B C\n1: D\n"),
    "partial filling of a graph": (
        Puzzle(TRIANGLE, {0: 3}),
        (3, 0, 3, 1),
        "3: (A) C\nempty: B\n1: D\n",
    ),
}


WRAPPED: dict[str, tuple[Puzzle, Filling | None, str]] = {
    "cylinder": (
        Puzzle(from_spec("cylinder:2x3"), {0: 3}, walls=frozenset({(3, 5)})),
        None,
        """\
    ╶───────────╴
  · ┊ 3   ·   · ┊ 3
    ╷           ╷
  · │ ·   ·   · │ ·
    └───────────┘
""",
    ),
    "torus": (
        Puzzle(from_spec("torus:3x3"), {0: 5}),
        (5, 4, 5, 4, 4, 5, 5, 4, 5),
        """\
      5   4   5
     ┄┄┄╷┄┄┄╷┄┄┄
  5 ┊(5)│ 4 │ 5 ┊(5)
    ┌───┘   │   ╷
  5 │ 4   4 │ 5 │ 4
    └───┐   │   ╵
  5 ┊ 5 │ 4 │ 5 ┊ 5
     ┄┄┄╵┄┄┄╵┄┄┄
     (5)  4   5
""",
    ),
    "box": (
        Puzzle(from_spec("box:2x2x1"), {0: 3}, walls=frozenset({(0, 1)})),
        None,
        "┌───┐   ┌───┐\n│ 3 │   │ · │\n│   │   │   │\n│ · │   │ · │\n└───┘   └───┘\n"
        "wall between z1r1c1 and z2r1c1\n",
    ),
    "hexagons": (
        Puzzle(from_spec("hexagon:2"), {0: 3, 6: 2}),
        (3, 3, 1, 3, 2, 1, 2),
        """\
   ╱ ╲ ╱ ╲
  │(3)  3 │
 ╱ ╲     ╱ ╲
│ 1 │ 3 │ 2 │
 ╲   ╲ ╱   ╱
  │ 1 │(2)│
   ╲ ╱ ╲ ╱
""",
    ),
    "hexagons with clues of two digits": (
        Puzzle(from_spec("rhombus:2x7"), {2: 10}),
        (2, 2, 10, 10, 10, 2, 10, 10, 10, 10, 2, 10, 10, 10),
        """\
  ╱   ╲   ╱   ╲   ╱   ╲   ╱   ╲   ╱   ╲   ╱   ╲   ╱   ╲
│   2       2   │  (10)     10      10  │   2   │   10  │
  ╲   ╱   ╲   ╱               ╱   ╲       ╲   ╱           ╲
    │   10      10      10  │   2   │   10      10      10  │
      ╲   ╱   ╲   ╱   ╲   ╱   ╲   ╱   ╲   ╱   ╲   ╱   ╲   ╱
""",
    ),
}


@pytest.mark.parametrize("name", [*TEXTS, *WRAPPED])
def test_text(name: str) -> None:
    puzzle, filling, drawn = (TEXTS | WRAPPED)[name]
    assert text(puzzle, filling) == drawn


def test_coloured_text_is_the_same_picture() -> None:
    drawn = text(CLUED, FILLED, colour=True)
    assert drawn == (
        "┌───┬───────┐\n"
        "│\x1b[1m 2 \x1b[0m│\x1b[38;5;180m 3 \x1b[0m \x1b[38;5;180m 3 \x1b[0m│\n"
        "│   ├───┐   │\n"
        "│\x1b[38;5;110m 2 \x1b[0m│\x1b[38;5;108m 1 \x1b[0m│\x1b[1m 3 \x1b[0m│\n"
        "└───┴───┴───┘\n"
    )
    assert "\x1b[2m · \x1b[0m" in text(CLUED, colour=True)


def parsed(drawn: str) -> ET.Element:
    root = ET.fromstring(drawn)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return root


def tags(root: ET.Element, name: str) -> list[ET.Element]:
    return root.findall(f".//{{http://www.w3.org/2000/svg}}{name}")


@pytest.mark.parametrize("name", TEXTS)
def test_svg_is_well_formed_and_shows_every_number(name: str) -> None:
    puzzle, filling, _ = TEXTS[name]
    root = parsed(svg(puzzle, filling))
    shown = [element.text for element in tags(root, "text")]
    numbers = [
        puzzle.clues.get(cell, 0) if filling is None else filling[cell] for cell in range(puzzle.board.size)
    ]
    questions = len(puzzle.unknown) if filling is None else 0
    assert sorted(filter(None, shown)) == sorted([*(str(n) for n in numbers if n), *("?" * questions)])
    clues = [element for element in tags(root, "text") if element.get("class") == "clue"]
    assert len(clues) == len(puzzle.clues) + questions
    squares = len(tags(root, "rect")) - 1
    assert squares == (puzzle.board.size if puzzle.board.grid else 0)


def test_svg_draws_walls_thick_and_holes_not_at_all() -> None:
    walled = Puzzle(HOLE, {}, walls=frozenset({(2, 3)}))
    thick = [line for line in tags(parsed(svg(walled)), "line") if line.get("class") == "border"]
    without = [line for line in tags(parsed(svg(Puzzle(HOLE, {}))), "line") if line.get("class") == "border"]
    assert len(thick) == len(without) + 1
    assert len(tags(parsed(svg(walled)), "rect")) == 1 + 5


def test_svg_of_a_graph_has_circles_links_and_dashed_walls() -> None:
    root = parsed(svg(Puzzle(TRIANGLE, {0: 3}, walls=frozenset({(0, 1)}))))
    assert len(tags(root, "circle")) == 4
    assert len(tags(root, "line")) == 4
    assert len([line for line in tags(root, "line") if line.get("stroke-dasharray")]) == 1


@pytest.mark.parametrize(
    "board",
    [
        from_links("AB", [(0, 1)], positions=[(3, 3), (3, 3)]),
        from_links("AB", [], positions=[(-5, 2), (7, 2)]),
        from_links("A", []),
        *ODD.values(),
    ],
)
def test_svg_of_any_graph_has_finite_places_inside_the_picture(board: Board) -> None:
    root = parsed(svg(Puzzle(board, {})))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for circle in tags(root, "circle"):
        assert 0 <= float(circle.attrib["cx"]) <= width
        assert 0 <= float(circle.attrib["cy"]) <= height


def test_names_and_titles_can_not_break_out_of_svg() -> None:
    evil = '</title><script>alert("&")</script>'
    board = from_links([evil, "it's"], [(0, 1)])
    root = parsed(svg(Puzzle(board, {}, info={"title": evil})))
    titles = [element.text for element in tags(root, "title")]
    assert titles == [evil, evil, "it's"]
    assert not tags(root, "script")


@pytest.mark.parametrize("board", [rectangle(3, 3), rectangle(2, 4), *ODD.values()])
def test_neighbouring_regions_differ_in_colour(board: Board) -> None:
    for filling in random.Random(7).choices(by_placing(board), k=30):
        colours = region_colours(board, filling)
        assert all((colours[x] == colours[y]) == (filling[x] == filling[y]) for x, y in board.links())
        for region in regions(board, filling):
            assert len({colours[x] for x in region}) == 1


def test_empty_cells_have_no_colour() -> None:
    assert region_colours(rectangle(1, 3), (1, 0, 1)) == (0, None, 1)


def test_more_regions_side_by_side_than_the_palette_has_colours() -> None:
    size = len(PALETTE) + 3
    board = from_links([str(x) for x in range(size)], [(x, y) for x in range(size) for y in range(x)])
    colours = region_colours(board, tuple(range(1, size + 1)))
    assert sorted(colour for colour in colours if colour is not None) == list(range(size))
    parsed(svg(Puzzle(board, {}), tuple(range(1, size + 1))))


def numbers_shown(root: ET.Element) -> list[str]:
    """The numbers of a picture outside its images, in the order of the drawing."""
    images = {id(inner) for group in tags(root, "g") for inner in tags(group, "text")}
    return [element.text or "" for element in tags(root, "text") if id(element) not in images]


@pytest.mark.parametrize("family", BOARDS, ids=lambda family: family.name)
def test_svg_of_every_board_shows_each_cell_once_beside_its_images(family: BoardFamily) -> None:
    board = from_spec(family.example)
    numbered = Puzzle(board, {cell: cell + 1 for cell in range(board.size)})
    root = parsed(svg(numbered))
    assert sorted(map(int, numbers_shown(root))) == list(range(1, board.size + 1))
    assert len(tags(root, "g")) == len(board.images)
    assert bool(tags(root, "polygon")) == board.hexagonal
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for line in tags(root, "line"):
        assert left <= float(line.attrib["x1"]) <= left + width
        assert top <= float(line.attrib["y2"]) <= top + height


@pytest.mark.parametrize("spec", ["torus:3x4", "moebius:3x4", "two-sided:2x3", "hexagon:3", "rhombus:3x4"])
def test_svg_draws_a_line_for_every_pair_of_neighbours(spec: str) -> None:
    board = from_spec(spec)
    root = parsed(svg(Puzzle(board, {})))
    kinds = [line.get("class") for line in tags(root, "line")]
    seams = len(board.images)
    assert kinds.count("seam") == seams
    rims = {"moebius:3x4": 2 * 4, "hexagon:3": 6 * 5, "rhombus:3x4": 4 * 7 - 2}.get(spec, 0)
    assert kinds.count("border") == rims
    inner = {"torus:3x4": 17, "moebius:3x4": 17, "two-sided:2x3": 14, "hexagon:3": 42, "rhombus:3x4": 23}
    assert kinds.count("thin") == inner[spec]


def test_svg_marks_regions_that_go_on_in_another_layer() -> None:
    board = from_spec("box:2x1x2")
    root = parsed(svg(Puzzle(board, {}), (2, 1, 2, 1)))
    assert len(tags(root, "path")) == 4
    walled = parsed(svg(Puzzle(board, {}, walls=frozenset({(0, 2)}))))
    assert not tags(walled, "path")
    borders = [line for line in tags(walled, "line") if line.get("class") == "border"]
    assert len(borders) == 2 * 6 + 2


def test_a_checkered_filling_is_drawn_in_two_colours() -> None:
    board = rectangle(2, 2)
    assert colours_of(Puzzle(board, {}, checkered=True), (1, 3, 3, 3)) == (0, 1, 1, 1)
    ring = (1, 3, 3, 2, 2, 3)
    three = colours_of(Puzzle(rectangle(2, 3), {}, checkered=True), ring)
    assert len(set(three)) == 3, "two colours do not do for this"
    assert colours_of(Puzzle(rectangle(2, 3), {}), ring) == three
    assert None in colours_of(Puzzle(board, {}, checkered=True), (1, 0, 3, 3))
