"""Nurikabe: islands, each with one clue which is its size, in a connected stream without pools.

Each island is a flood fill from its clue, so that land has one label, over the cells that it can reach:
near enough, and neither a clue nor beside another clue. That the stream is connected is said by ``rings`` of
the islands, of which there are few; by ``fill`` and ``tree`` of the stream itself, which is large.

Islands that touch at corners, or the border, part the stream iff they close a ring. Rings of one island, with
itself or the border, take at least `SELF_TOUCHING` cells, `SURROUNDING` if its cells are linked by sides. So
the islands, with the border as one more, must be a forest; and an island must surround nothing. There is one
exception: an island that covers the whole border surrounds the stream, which then must be connected itself.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from encoder.builder import OWN, RULES, Builder
from encoder.encoding import Encoding
from encoder.games.parts import blocks, diagonals, rim
from encoder.parts.cut_clauses import LAZY
from encoder.parts.flood import BY_CUTS, LAYER, RANK, ROOT, SEED, SIZE, SUBTREE, floodfill
from encoder.parts.flood import PARENT as FILL_PARENT
from encoder.parts.lazy_fills import BESIDE, GENERATED
from encoder.parts.logics import BITS, BOOLEANS, INTEGERS
from encoder.parts.parents import ELIMINATION_FAMILIES
from encoder.parts.rings import CONTACT, LED, ONE_PARENT, ONE_TREE, at_most_one, no_ring, simple_fill
from encoder.parts.spanning_trees import FIRST_CONTACT, KEPT_EDGE, Link, link
from encoder.puzzle_script import PuzzleScript, truths
from fillomino.board import Board
from fillomino.graph import distances
from games.game import Rectangle
from smtlib.script import Family, all_of, any_of, implies, negation

SELF_TOUCHING = 7
"""An island of fewer cells has no ring that is closed at a corner."""

SURROUNDING = 8
"""An island of fewer cells has no ring."""

LAND = Family(
    "land",
    "a cell lies in the stream or in an island",
    "w_x, or i_c_x for some clue c; w_x or not i_c_x",
    RULES,
)
APART = Family(
    "apart",
    "a cell beside an island is of that island or in the stream",
    "for neighbours x, y: if i_c_x, then i_c_y or w_y",
    RULES,
)
ONE_ISLAND = Family(
    "one-island",
    "no cell lies in two islands (redundant: they would be one, with two clues)",
    "for clues c, d: not i_c_x or not i_d_x",
    OWN,
)
POOL = Family(
    "pool", "no block of two by two is all stream", "not w_a or not w_b or not w_c or not w_d", RULES
)
TOUCH = Family(
    "touch",
    "two islands are linked if they touch at a corner, which they do once at most",
    "u_c_d iff i_c_x and i_d_y for some x, y with a corner in common; for one such pair at most",
    OWN,
)
SELF_TOUCH = Family(
    "self-touch",
    "an island does not touch itself at a corner alone",
    "for x, y with a corner in common, a, b beside both: not i_c_x or not i_c_y or not w_a or not w_b",
    OWN,
)
BORDER = Family(
    "border",
    "an island meets the border along one stretch at most",
    "b_c iff i_c_x and not i_c_y for some x after y around the border; for one such pair at most",
    OWN,
)
AROUND = Family(
    "around", "an island may cover the whole border", "F_c iff i_c_x for all x on the border", OWN
)


@dataclass
class _Islands:
    """A puzzle's islands under construction.

    Attributes:
        puzzle: the puzzle.
        numbers: for each clue's cell its number, 0 if any.
        builder: the builder, with all rules but those of sizes and connectedness.
        member: for each clue the cells that it may reach, each with the term that it is in the island.
        stream: for each cell the term that it is in the stream.
    """

    puzzle: Rectangle

    def __post_init__(self) -> None:
        puzzle, board = self.puzzle, self.puzzle.places
        self.numbers = {
            x: int(sign) if sign.isdecimal() else 0 for x, sign in enumerate(puzzle.signs) if sign != "."
        }
        self.builder = builder = Builder(
            board,
            {
                "w_x": "cell x is in the stream",
                "i_c_x": "cell x is in the island of the clue at c; i_c_… its fill",
            },
        )
        self.stream = stream = [f"w_{x}" for x in board.labels]
        self.member = {
            c: {x: "true" if x == c else f"i_{c}_{x}" for x in _reach(board, self.numbers, c)}
            for c in self.numbers
        }
        builder.declare_all(stream)
        for c, member in self.member.items():
            builder.declare_all([term for x, term in member.items() if x != c])
        for x in range(board.size):
            its = [self.member[c][x] for c in self.at[x]]
            builder.require(LAND, (x,), any_of(stream[x], *its))
            for inside in its:
                builder.require(LAND, (x,), any_of(negation(stream[x]), negation(inside)))
            for one, other in combinations(its, 2):
                builder.require(ONE_ISLAND, (x,), any_of(negation(one), negation(other)))
        for terms in self.member.values():
            for x, inside in terms.items():
                for y in board.neighbours[x]:
                    builder.require(APART, (x, y), implies(inside, any_of(terms.get(y, "false"), stream[y])))
        for block in blocks(puzzle.height, puzzle.width):
            builder.require(POOL, block, any_of(*(negation(stream[x]) for x in block)))

    @cached_property
    def at(self) -> list[list[int]]:
        """For each cell the clues that may reach it."""
        at: list[list[int]] = [[] for _ in range(self.puzzle.places.size)]
        for clue, terms in self.member.items():
            for x in terms:
                at[x].append(clue)
        return at

    def require_fills(self, method: str) -> None:
        """Require that each island is connected, and has its size."""
        meaning = self.builder.meaning
        for clue, member in self.member.items():
            number = self.numbers[clue]
            size = (number, number) if number else (1, None)
            board, prefix = self.puzzle.places, f"i_{clue}"
            floodfill(self.builder, prefix, board, member=member, size=size, seed=clue, method=method)
        for symbol in [symbol for symbol in meaning if symbol[2].isdecimal()]:
            del meaning[symbol]

    def script(self, name: str, logic: str) -> PuzzleScript:
        """The script of all that was required."""
        return self.builder.script(name, puzzle=self.puzzle, logic=logic, cells=truths(tuple(self.stream)))


def _reach(board: Board, numbers: dict[int, int], clue: int) -> list[int]:
    """Return the cells that the island of a clue can have."""
    others = numbers.keys() - {clue}
    closed = others | {y for x in others for y in board.neighbours[x]}
    most = (numbers[clue] or board.size) - 1
    return sorted(distances(board.neighbours, [clue], most=most, through=lambda x: x not in closed))


def _rings(puzzle: Rectangle, logic: str) -> PuzzleScript:
    """Islands as fills in layers, which surround nothing; with the border they close no ring."""
    its = _Islands(puzzle)
    board, builder = puzzle.places, its.builder
    covering = []
    for clue, member in its.member.items():
        number, prefix = its.numbers[clue], f"i_{clue}"
        simple, around = member, _around(its, clue)
        if around != "false":
            covering.append(around)
            simple = {x: all_of(inside, negation(around)) for x, inside in member.items()}
        if number or around != "false":
            size = (number, number) if number else (1, None)
            method = "layers" if number else "elimination"
            floodfill(builder, prefix, board, member=member, size=size, seed=clue, method=method)
        if not number or number >= SURROUNDING:
            connected = bool(number) or around != "false"
            circles = None if connected else "elimination"
            simple_fill(builder, f"{prefix}_simple", board, simple, {clue: "true"}, method=circles)
    if covering:
        stream = {x: all_of(term, any_of(*covering)) for x, term in enumerate(its.stream)}
        floodfill(builder, "s", board, member=stream, size=(0, None), method="elimination")
    links = {pair: term for pair, term in _touching(its).items() if term != "false"}
    no_ring(builder, "r", board, links, anchored=_on_border(its))
    return its.script("nurikabe-rings", logic)


def _around(its: _Islands, clue: int) -> str:
    """The term that an island covers the whole border, and so may surround the stream."""
    puzzle, member, number = its.puzzle, its.member[clue], its.numbers[clue]
    border = set(rim(puzzle.height, puzzle.width))
    if min(puzzle.height, puzzle.width) < 3 or not border <= member.keys() or 0 < number < len(border):
        return "false"
    its.builder.meaning["F_c"] = "the island of c covers the whole border"
    return its.builder.define(
        AROUND, sorted(border), f"F_{clue}", all_of(*(member[x] for x in sorted(border)))
    )


def _touching(its: _Islands) -> dict[Link, str]:
    """For each two clues whose islands may touch at a corner the term that they do."""
    builder, member, stream = its.builder, its.member, its.stream
    ways: dict[Link, list[tuple[int, int]]] = defaultdict(list)
    for x, y, a, b in diagonals(its.puzzle.height, its.puzzle.width):
        for c in its.at[x]:
            for d in its.at[y]:
                if c != d:
                    ways[link(c, d)].append((x, y) if c < d else (y, x))
                elif not 0 < its.numbers[c] < SELF_TOUCHING:
                    corner = (member[c][x], member[c][y], stream[a], stream[b])
                    builder.require(SELF_TOUCH, (x, y, a, b), any_of(*map(negation, corner)))
    builder.meaning["u_c_d"] = "the islands of c and d touch at a corner; u_c_x_d_y in x and y"
    touching = {}
    for (c, d), pairs in sorted(ways.items()):
        terms = [
            builder.define(TOUCH, (x, y), f"u_{c}_{x}_{d}_{y}", all_of(member[c][x], member[d][y]))
            for x, y in pairs
        ]
        at_most_one(builder, TOUCH, (c, d), terms, f"u_{c}_{d}_o")
        touching[c, d] = builder.define(TOUCH, (c, d), f"u_{c}_{d}", any_of(*terms))
    return touching


def _on_border(its: _Islands) -> dict[int, str]:
    """For each clue whose island may meet the border the term that it does."""
    border = rim(its.puzzle.height, its.puzzle.width)
    its.builder.meaning["b_c"] = "the island of c meets the border; b_c_i at its i-th place"
    meeting = {}
    for c, member in its.member.items():
        terms = []
        for place, x in enumerate(border):
            before = border[place - 1]
            if x in member and x != before:
                begins = all_of(member[x], negation(member.get(before, "false")))
                terms.append(its.builder.define(BORDER, (before, x), f"b_{c}_{place}", begins))
        at_most_one(its.builder, BORDER, (c,), terms, f"b_{c}_o")
        if any(term != "false" for term in terms):
            meeting[c] = its.builder.define(BORDER, (c,), f"b_{c}", any_of(*terms))
    return meeting


def _fill(puzzle: Rectangle, logic: str, name: str, method: str, stream: str = "") -> PuzzleScript:
    """Islands and stream as fills."""
    its = _Islands(puzzle)
    its.require_fills(method)
    if method == BY_CUTS and its.numbers:
        land = {x: "true" if x in its.numbers else negation(term) for x, term in enumerate(its.stream)}
        floodfill(
            its.builder, "l", puzzle.places, member=land, size=(0, None), seeds=its.numbers, method=method
        )
    left = puzzle.places.size - sum(its.numbers.values())
    exact = stream == "exact" and left >= 0 and all(its.numbers.values())
    floodfill(
        its.builder,
        "s",
        puzzle.places,
        member=dict(enumerate(its.stream)),
        size=(left, left) if exact else (0, None),
        seed=_sure_of_stream(its) if stream == "seeded" else None,
        method=method,
    )
    return its.script(name, logic)


def _sure_of_stream(its: _Islands) -> int | None:
    """Return a cell of the stream: in reach of no island, or beside a 1; of several the most central one."""
    board = its.puzzle.places
    beside_one = {y for x, number in its.numbers.items() if number == 1 for y in board.neighbours[x]}
    sure = [x for x, clues in enumerate(its.at) if not clues or (x in beside_one and x not in its.numbers)]
    return min(sure, key=lambda x: max(distances(board.neighbours, [x]).values()), default=None)


_RULES = (LAND, ONE_ISLAND, APART, POOL)
_FILL = (SIZE, ROOT, RANK)

RINGS = Encoding(
    name="nurikabe-rings",
    game="nurikabe",
    title="islands in layers from their clues, and no ring of them and the border; pure Booleans",
    idea=(
        "Each island grows from its clue in layers. The stream is connected iff no ring of islands that "
        "touch at corners, where the border counts as an island, surrounds a part of it. So the islands are "
        "a forest, of a few dozen nodes, whatever the length of the stream."
    ),
    logics=BOOLEANS,
    families=(
        *(*_RULES, AROUND, SIZE, ROOT, LAYER, CONTACT, SELF_TOUCH, TOUCH, BORDER),
        *(LED, ONE_PARENT, ONE_TREE, *ELIMINATION_FAMILIES),
    ),
    source=OWN,
    build=_rings,
    size="N·K³",
    good_for="the first choice; SAT solvers",
)


def _of_fills(name: str, method: str, stream: str, title: str, idea: str, good_for: str) -> Encoding:
    trees = (ROOT, SIZE, FILL_PARENT, SUBTREE, KEPT_EDGE, FIRST_CONTACT)
    return Encoding(
        name=name,
        game="nurikabe",
        title=title,
        idea=idea,
        logics=INTEGERS,
        families=(*_RULES, *(trees if method == "tree" else _FILL), *([SEED] if stream == "seeded" else [])),
        source=OWN,
        build=lambda puzzle, logic: _fill(puzzle, logic, name, method, stream),
        size="N·K²",
        good_for=good_for,
    )


FILL = _of_fills(
    "nurikabe-fill",
    "rank",
    "",
    "islands and stream are flood fills, each cell with its distance from the root",
    "Each island is a flood fill from its clue, the stream one from its first cell.",
    "comparing; small boards",
)
EXACT = _of_fills(
    "nurikabe-exact",
    "rank",
    "exact",
    "as nurikabe-fill, and the stream has as many cells as the clues leave",
    "The number of cells of the stream follows from the islands; here it is counted, too.",
    "measuring what a redundant sum is worth",
)
SEEDED = _of_fills(
    "nurikabe-seeded",
    "rank",
    "seeded",
    "as nurikabe-fill, and the stream flows from a cell that is in it for sure",
    "A cell that no island reaches, or beside a 1, is the root of the stream, the most central of them.",
    "measuring what a known root is worth",
)
TREE = _of_fills(
    "nurikabe-tree",
    "tree",
    "",
    "islands and stream are flood fills, as trees whose subtree sizes add up",
    "Subtree sizes exclude circles, and that of an island's clue is its number.",
    "comparing with the forest of Fillomino",
)
CUTS = Encoding(
    name="nurikabe-cuts",
    game="nurikabe",
    title="stream and islands are joined, and sized, by clauses that are generated from wrong answers",
    idea=(
        "Each cell is of the stream or of an island that can reach it, and there are no pools. Where an "
        "answer has a stream in several parts, an island without its clue, or of a wrong size, one of the "
        "cells around must be what parts it no longer, or one too many is not all land."
    ),
    logics=BITS,
    families=(*_RULES, SIZE, BESIDE, *GENERATED),
    source=LAZY,
    build=lambda puzzle, logic: _fill(puzzle, logic, "nurikabe-cuts", BY_CUTS),
    lazy=True,
    good_for="an answer as soon as possible",
)
