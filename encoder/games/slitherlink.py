"""Slitherlink: one loop along the sides of cells, of which each number says how many its cell has.

A loop parts the cells inside from those outside. ``inside`` encodes which cells are inside, and that they are
a set which surrounds nothing (`encoder.parts.rings.simple_fill`): then its border is one loop. ``fill``
encodes that the cells inside are connected, and those outside with the border; ``lines``, that the lines
are connected, as the rules have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from encoder.builder import OWN, RULES, Builder
from encoder.encoding import Encoding
from encoder.games.parts import Ends, diagonals, ends, exactly
from encoder.parts.cut_clauses import LAZY
from encoder.parts.flood import BY_CUTS, RANK, ROOT, SIZE, floodfill
from encoder.parts.lazy_fills import BESIDE, GENERATED
from encoder.parts.logics import BITS, BOOLEANS, INTEGERS
from encoder.parts.parents import CHILDREN_FIRST, ELIMINATION_FAMILIES, PARENT
from encoder.parts.rings import CONTACT, LED, ONE_PARENT, ONE_TREE, simple_fill
from encoder.puzzle_script import PuzzleScript, truths
from fillomino.board import Board
from games.game import Rectangle, cells
from smtlib.script import Family, all_of, any_of, negation

LINES_DRAWN = {"l_x": "line x is drawn, in the order of the lines"}
NUMBER = Family(
    "number", "a cell has as many lines as its number says", "exactly n of the l_x around a cell of n", RULES
)
DEGREE = Family(
    "degree",
    "a line goes on at each of its ends, one way",
    "at each point: if l_x, then some other l_y there; no three of them",
    RULES,
)
LINE = Family(
    "line", "a line parts inside from outside", "l_x iff i_y differs from i_z, for y, z beside x", OWN
)
CROSSING = Family(
    "crossing",
    "the loop does not cross itself",
    "for cells x, y with a corner in common, a, b beside both: not i_x or not i_y or i_a or i_b",
    RULES,
)
FIRST = Family(
    "first-inside",
    "the first cell inside is the root",
    "R_x iff i_x and not B_y; B_x iff B_y or i_x; y before x",
    OWN,
)


@dataclass(frozen=True, slots=True)
class _Loop:
    """A puzzle's lines.

    Attributes:
        puzzle: the puzzle.
        around: for each cell the places of its lines.
        at: for each point the places of its lines.
        beside: for each line the cells beside it.
    """

    puzzle: Rectangle
    around: Sequence[tuple[int, ...]]
    at: Sequence[tuple[int, ...]]
    beside: Sequence[tuple[int, ...]]

    def require_numbers(self, builder: Builder, lines: Sequence[str]) -> None:
        """Require that each number is that of its cell's lines."""
        for cell, sign in enumerate(self.puzzle.signs):
            if sign.isdecimal():
                places = self.around[cell]
                builder.require_all(NUMBER, places, exactly([lines[place] for place in places], int(sign)))

    def require_degrees(self, builder: Builder, lines: Sequence[str]) -> None:
        """Require that lines neither end nor branch."""
        for places in self.at:
            for place in places:
                others = (lines[other] for other in places if other != place)
                builder.require(DEGREE, places, any_of(negation(lines[place]), *others))
            for some in combinations(places, 3):
                builder.require(DEGREE, places, any_of(*(negation(lines[place]) for place in some)))


def _loop(puzzle: Rectangle) -> _Loop:
    return _Loop(puzzle, *_sides(puzzle.height, puzzle.width, ends(puzzle)))


@lru_cache(maxsize=16)
def _sides(height: int, width: int, joined: Ends) -> tuple[Sequence[tuple[int, ...]], ...]:
    """The lines around each cell, and at each point, and the cells beside each line."""
    around: list[list[int]] = [[] for _ in range(height * width)]
    at: list[list[int]] = [[] for _ in range((height + 1) * (width + 1))]
    beside: list[list[int]] = []
    for place, (first, last) in enumerate(joined):
        row, column = first
        before = (row - 1, column) if row == last[0] else (row, column - 1)
        cells = [r * width + c for r, c in (before, first) if 0 <= r < height and 0 <= c < width]
        beside.append(cells)
        for cell in cells:
            around[cell].append(place)
        for r, c in (first, last):
            at[r * (width + 1) + c].append(place)
    return tuple(tuple(map(tuple, places)) for places in (around, at, beside))


@dataclass(frozen=True, slots=True)
class _Inside:
    """A loop by the cells inside it.

    Attributes:
        loop: the lines.
        board: the cells.
        builder: the builder of the script, whose places are lines.
        of_cells: the same builder, for building blocks that see the cells.
        inside: for each cell the term that it is inside.
        lines: for each line the term that it is drawn.
    """

    loop: _Loop
    board: Board
    builder: Builder
    of_cells: Builder
    inside: list[str]
    lines: list[str]

    def script(self, name: str, logic: str) -> PuzzleScript:
        """The script of all that was required."""
        cells = truths(tuple(self.lines))
        return self.builder.script(name, puzzle=self.loop.puzzle, logic=logic, cells=cells)


def _inside(puzzle: Rectangle) -> _Inside:
    """All rules but that the cells inside, and those outside, are connected."""
    loop, board = _loop(puzzle), cells(puzzle.height, puzzle.width)
    meaning = {
        "i_x": "cell x is inside (row * width + column)",
        **LINES_DRAWN,
    }
    builder = Builder(puzzle.places, meaning)
    inside = [f"i_{x}" for x in board.labels]
    lines = [
        f"l_{place}" if len(beside) > 1 else inside[beside[0]] for place, beside in enumerate(loop.beside)
    ]
    between = [(place, beside) for place, beside in enumerate(loop.beside) if len(beside) > 1]
    builder.declare_all([*inside, *(lines[place] for place, _ in between)])
    parted = [f"(= {lines[place]} (xor {inside[x]} {inside[y]}))" for place, (x, y) in between]
    builder.require_each(LINE, [(place,) for place, _ in between], parted)
    loop.require_numbers(builder, lines)
    of_cells = builder.on(loop.around)
    corners = list(diagonals(puzzle.height, puzzle.width))
    of_cells.require_each(
        CROSSING,
        [(x, y) for x, y, _, _ in corners],
        [f"(or (not {inside[x]}) (not {inside[y]}) {inside[a]} {inside[b]})" for x, y, a, b in corners],
    )
    return _Inside(loop, board, builder, of_cells, inside, lines)


def _simple(puzzle: Rectangle, logic: str, name: str, method: str) -> PuzzleScript:
    """The cells inside are one tree, whose root is the first."""
    its = _inside(puzzle)
    root: dict[int, str] = {}
    before = "false"
    its.builder.meaning |= {"R_x": "x is the first cell inside", "B_x": "x or a cell before it is inside"}
    for x, inside in enumerate(its.inside):
        root[x] = its.of_cells.define(FIRST, (x,), f"R_{x}", all_of(inside, negation(before)))
        before = its.of_cells.define(FIRST, (x,), f"B_{x}", any_of(before, inside))
    its.builder.require(FIRST, (), before)
    simple_fill(its.of_cells, "f", its.board, dict(enumerate(its.inside)), root, method=method)
    return its.script(name, logic)


def _fill(puzzle: Rectangle, logic: str, name: str, method: str) -> PuzzleScript:
    """The cells inside are connected, and those outside with one more, the outside of the board."""
    its = _inside(puzzle)
    floodfill(its.of_cells, "f", its.board, member=dict(enumerate(its.inside)), method=method)
    size, padded = its.board.size, _padded(its.board)
    outside = {**{x: negation(term) for x, term in enumerate(its.inside)}, size: "true"}
    script = its.builder.on([*its.loop.around, ()])
    floodfill(script, "g", padded, member=outside, seed=size, method=method)
    return its.script(name, logic)


@lru_cache(maxsize=16)
def _padded(board: Board) -> Board:
    """The cells, and one more, beside all at the border."""
    size, near = board.size, board.neighbours
    rim = tuple(x for x in range(size) if len(near[x]) < 4)
    return Board(
        (*((*near[x], size) if x in rim else near[x] for x in range(size)), rim),
        (*board.names, "outside"),
        tuple(range(size + 1)),
    )


def _lines(puzzle: Rectangle, logic: str) -> PuzzleScript:
    """The lines are connected, and two or none meet at a point."""
    loop = _loop(puzzle)
    builder = Builder(puzzle.places, LINES_DRAWN)
    lines = [builder.declare(f"l_{place}") for place in puzzle.places.labels]
    loop.require_numbers(builder, lines)
    loop.require_degrees(builder, lines)
    floodfill(builder, "f", puzzle.places, member=dict(enumerate(lines)), method="rank")
    return builder.script("slitherlink-lines", puzzle=puzzle, logic=logic, cells=truths(tuple(lines)))


_OF_INSIDE = (LINE, NUMBER, CROSSING)
_SIMPLE = (*_OF_INSIDE, FIRST, CONTACT, LED, ONE_PARENT, ONE_TREE)

INSIDE = Encoding(
    name="slitherlink-inside",
    game="slitherlink",
    title="the cells inside the loop are one tree, and so surround nothing",
    idea=(
        "Lines follow from the cells inside. These, linked by sides, less a link for each full block of two "
        "by two, are one tree iff they are connected and surround nothing; then their border is one loop."
    ),
    logics=INTEGERS,
    families=(*_SIMPLE, CHILDREN_FIRST),
    source=OWN,
    build=lambda puzzle, logic: _simple(puzzle, logic, "slitherlink-inside", "leaf"),
    size="N",
    good_for="the first choice",
    symbols=tuple(LINES_DRAWN),
)
ELIMINATION = Encoding(
    name="slitherlink-elimination",
    game="slitherlink",
    title="the cells inside the loop are one tree, in pure Booleans",
    idea="As slitherlink-inside, but that parents make no circle is encoded by vertex elimination.",
    logics=BOOLEANS,
    families=(*_SIMPLE, *(family for family in ELIMINATION_FAMILIES if family is not PARENT)),
    source=OWN,
    build=lambda puzzle, logic: _simple(puzzle, logic, "slitherlink-elimination", "elimination"),
    size="N·√N",
    good_for="SAT solvers",
    symbols=tuple(LINES_DRAWN),
)
FILL = Encoding(
    name="slitherlink-fill",
    game="slitherlink",
    title="two flood fills: the cells inside the loop, and those outside",
    idea="Each cell inside has its distance from the first, each cell outside from the border of the board.",
    logics=INTEGERS,
    families=(*_OF_INSIDE, SIZE, ROOT, RANK),
    source=OWN,
    build=lambda puzzle, logic: _fill(puzzle, logic, "slitherlink-fill", "rank"),
    size="N",
    good_for="one model for each solution",
    symbols=tuple(LINES_DRAWN),
)
LINES = Encoding(
    name="slitherlink-lines",
    game="slitherlink",
    title="the lines are a flood fill, from point to point",
    idea="The rules as they stand: at each point two lines or none; a line has its distance from the first.",
    logics=INTEGERS,
    families=(NUMBER, DEGREE, SIZE, ROOT, RANK),
    source=OWN,
    build=_lines,
    size="N",
    good_for="reading; small boards",
    symbols=tuple(LINES_DRAWN),
)
CUTS = Encoding(
    name="slitherlink-cuts",
    game="slitherlink",
    title="inside and outside are joined by clauses that are generated from wrong answers",
    idea=(
        "Lines follow from the cells inside. Where an answer has several parts inside, or parts outside that "
        "are cut off from the border of the board, one of the cells between must be on their side."
    ),
    logics=BITS,
    families=(*_OF_INSIDE, SIZE, BESIDE, *GENERATED),
    source=LAZY,
    build=lambda puzzle, logic: _fill(puzzle, logic, "slitherlink-cuts", BY_CUTS),
    lazy=True,
    good_for="an answer as soon as possible",
    symbols=tuple(LINES_DRAWN),
)
