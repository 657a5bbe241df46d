"""Hitori: shade cells so that no number is twice in the white cells of a row or column.

Shaded cells are apart, and white cells are connected. That is where the encodings differ: ``rings`` forbids
that shaded cells, corner to corner, with the border close a ring around white ones; ``fill`` and ``tree``
follow the ways through the white cells.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise

from encoder.builder import OWN, RULES, Builder
from encoder.encoding import Encoding
from encoder.games.parts import diagonals, rim, rows_and_columns
from encoder.parts.cut_clauses import LAZY
from encoder.parts.flood import BY_CUTS, RANK, ROOT, SIZE, SUBTREE, floodfill
from encoder.parts.flood import PARENT as FILL_PARENT
from encoder.parts.lazy_fills import BESIDE, GENERATED
from encoder.parts.logics import BITS, BOOLEANS, INTEGERS
from encoder.parts.parents import CHILDREN_FIRST, ELIMINATION_FAMILIES, PARENT
from encoder.parts.rings import LED, ONE_PARENT, no_ring
from encoder.parts.spanning_trees import FIRST_CONTACT, KEPT_EDGE, Link, link
from encoder.puzzle_script import PuzzleScript, truths
from fillomino.board import Board
from fillomino.graph import CellSet, NeighbourFunction, bits, neighbour_function
from games.game import Rectangle
from smtlib.script import Family, all_of, negation

ONCE = Family("once", "no number is twice in a line", "for x, y in a line with one number: s_x or s_y", RULES)
APART = Family("apart", "shaded cells are apart", "for neighbours x, y: not s_x or not s_y", RULES)
ACROSS = Family(
    "across",
    "in a single row a shaded cell touches the border above and below, and parts the white cells",
    "not s_x, for x with the border on two sides that do not meet",
    OWN,
)


DECIDED = Family(
    "decided",
    "lemma: what single clauses decide, from pairs side by side or with one cell between them",
    "s_x or not s_x, for x that unit propagation through once and apart decides",
    LAZY,
)


def _begin(puzzle: Rectangle) -> tuple[Builder, list[str]]:
    """All rules but that white cells are connected; returns for each cell the term that it is shaded."""
    board = puzzle.places
    builder = Builder(board, {"s_x": "cell x is shaded"})
    shaded, _, links, apart = _of_size(board)
    builder.declare_all(shaded)
    same = _pairs(_repeated(puzzle))
    builder.require_each(ONCE, same, [f"(or {shaded[x]} {shaded[y]})" for x, y in same])
    builder.require_each(APART, links, apart)
    return builder, list(shaded)


def _repeated(puzzle: Rectangle) -> list[tuple[int, list[list[int]]]]:
    """For each line with a number twice its step, and the cells of each such number, ascending."""
    found, signs = [], puzzle.signs
    for line in rows_and_columns(puzzle.height, puzzle.width):
        its = signs[line.start : line.stop : line.step]
        if len(set(its)) < len(line):
            cells: dict[str, list[int]] = {}
            for x, sign in zip(line, its, strict=True):
                cells.setdefault(sign, []).append(x)
            found.append((line.step, [same for same in cells.values() if len(same) > 1]))
    return found


def _pairs(repeated: list[tuple[int, list[list[int]]]], known: CellSet = 0) -> list[tuple[int, int]]:
    """Every two cells of one number in a line, both unknown, line by line."""
    pairs = []
    for _, numbers in repeated:
        pairs += sorted(
            pair for its in numbers for pair in combinations([x for x in its if not known >> x & 1], 2)
        )
    return pairs


def _decided(near: NeighbourFunction, repeated: list[tuple[int, list[list[int]]]]) -> tuple[CellSet, CellSet]:
    """The cells that are shaded, and those that are white, by unit propagation from close pairs.

    Of two cells of one number side by side one is shaded, so that all others of it in the line are; a cell
    between two of one number is white. From there on: beside a shaded cell all are white, and of a white
    cell's number all others in its lines are shaded. Where the sets meet, there is no solution.
    """
    shaded = white = numbers = 0
    groups_of: dict[int, CellSet] = {}
    for step, groups in repeated:
        for its in groups:
            group = 0
            for x in its:
                group |= 1 << x
            for x in its:
                groups_of[x] = groups_of.get(x, 0) | group
            numbers |= group
            for x, y in pairwise(its):
                if y - x == step:
                    shaded |= group & ~(1 << x | 1 << y)
                elif y - x == 2 * step:
                    white |= 1 << x + step
    while True:
        white |= near(shaded)
        if not (fresh := white & numbers):
            return shaded, white
        numbers ^= fresh
        for x in bits(fresh):
            shaded |= groups_of[x] ^ 1 << x


@lru_cache(maxsize=16)
def _of_size(board: Board) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Link, ...], tuple[str, ...]]:
    """Return for each cell that it is shaded, that it is white; pairs of neighbours, and not both shaded."""
    shaded, links = tuple(f"s_{x}" for x in board.labels), tuple(board.links())
    white = tuple(map(negation, shaded))
    return shaded, white, links, tuple(f"(or {white[x]} {white[y]})" for x, y in links)


def _rings(puzzle: Rectangle, logic: str, name: str, method: str) -> PuzzleScript:
    builder, shaded = _begin(puzzle)
    border = rim(puzzle.height, puzzle.width)
    meetings = [x for before, x in zip([border[-1], *border], border, strict=False) if before != x]
    for x in puzzle.places.labels:
        if meetings.count(x) > 1:
            builder.require(ACROSS, (x,), negation(shaded[x]))
    corners = {
        link(x, y): all_of(shaded[x], shaded[y]) for x, y, _, _ in diagonals(puzzle.height, puzzle.width)
    }
    anchored = {x: shaded[x] for x in meetings}
    no_ring(builder, "c", puzzle.places, corners, anchored=anchored, method=method)
    return builder.script(name, puzzle=puzzle, logic=logic, cells=truths(tuple(shaded)))


def _fill(puzzle: Rectangle, logic: str, name: str, method: str) -> PuzzleScript:
    builder, shaded = _begin(puzzle)
    white = dict(enumerate(_of_size(puzzle.places)[1]))
    floodfill(builder, "w", puzzle.places, member=white, size=(0, None), method=method)
    return builder.script(name, puzzle=puzzle, logic=logic, cells=truths(tuple(shaded)))


def _cuts(puzzle: Rectangle, logic: str) -> PuzzleScript:
    """What unit propagation decides, and the rules of the other cells; a session connects the white ones."""
    board = puzzle.places
    shaded, white, _, _ = _of_size(board)
    builder = Builder(board, {"s_x": "cell x is shaded"})
    builder.declare_all(shaded)
    near, repeated = neighbour_function(board), _repeated(puzzle)
    dark, light = _decided(near, repeated)
    known = dark | light
    terms = [shaded[x] for x in bits(dark)] + [white[x] for x in bits(light)]
    builder.require(DECIDED, bits(known), all_of(*terms))
    same = _pairs(repeated, known)
    builder.require_each(ONCE, same, [f"(or {shaded[x]} {shaded[y]})" for x, y in same])
    left = (1 << board.size) - 1 & ~known
    links = [(x, y) for x in bits(left & near(left)) for y in board.neighbours[x] if x < y and left >> y & 1]
    builder.require_each(APART, links, [f"(or {white[x]} {white[y]})" for x, y in links])
    # Of four cells or more at least two are white, for shaded ones are apart.
    size, member = (2 if board.size > 3 else 0, None), dict(enumerate(white))
    floodfill(builder, "w", board, member=member, size=size, known=(light, dark), method=BY_CUTS)
    return builder.script("hitori-cuts", puzzle=puzzle, logic=logic, cells=truths(shaded))


_RULES = (ONCE, APART)
_RING = (ACROSS, LED, ONE_PARENT)

RINGS = Encoding(
    name="hitori-rings",
    game="hitori",
    title="no ring of shaded cells, corner to corner, and the border",
    idea=(
        "White cells are connected iff no ring of shaded cells that touch at corners surrounds some of them, "
        "where the border is a part of rings, too. So the links of shaded cells are a forest: each has one "
        "parent at most, and a number larger than those of its children."
    ),
    logics=INTEGERS,
    families=(*_RULES, *_RING, CHILDREN_FIRST),
    source=OWN,
    build=lambda puzzle, logic: _rings(puzzle, logic, "hitori-rings", "leaf"),
    size="N",
    good_for="the first choice",
)
ELIMINATION = Encoding(
    name="hitori-elimination",
    game="hitori",
    title="no ring of shaded cells and the border, in pure Booleans",
    idea="As hitori-rings, but that parents make no circle is encoded by vertex elimination.",
    logics=BOOLEANS,
    families=(*_RULES, *_RING, *(family for family in ELIMINATION_FAMILIES if family is not PARENT)),
    source=OWN,
    build=lambda puzzle, logic: _rings(puzzle, logic, "hitori-elimination", "elimination"),
    size="N·√N",
    good_for="SAT solvers",
)
FILL = Encoding(
    name="hitori-fill",
    game="hitori",
    title="the white cells are a flood fill, each with its distance from the first",
    idea="Each white cell but the first has a white neighbour that is one step nearer to the first.",
    logics=INTEGERS,
    families=(*_RULES, ROOT, RANK),
    source=OWN,
    build=lambda puzzle, logic: _fill(puzzle, logic, "hitori-fill", "rank"),
    size="N",
    good_for="one model for each solution",
)
TREE = Encoding(
    name="hitori-tree",
    game="hitori",
    title="the white cells are a flood fill, as a tree whose subtree sizes add up",
    idea="Each white cell but the first has a white parent; sizes of subtrees exclude circles.",
    logics=INTEGERS,
    families=(*_RULES, ROOT, FILL_PARENT, SUBTREE, KEPT_EDGE, FIRST_CONTACT),
    source=OWN,
    build=lambda puzzle, logic: _fill(puzzle, logic, "hitori-tree", "tree"),
    size="N",
    good_for="comparing with the forest of Fillomino",
)
CUTS = Encoding(
    name="hitori-cuts",
    game="hitori",
    title="the white cells are joined by clauses that are generated from wrong answers",
    idea=(
        "Only rules about pairs are encoded, after unit propagation, and that a white cell has another "
        "beside it. Where white cells of an answer are cut off, the shaded cells around them may not all be."
    ),
    logics=BITS,
    families=(DECIDED, *_RULES, SIZE, BESIDE, *GENERATED),
    source=LAZY,
    build=_cuts,
    lazy=True,
    good_for="an answer as soon as possible",
)
