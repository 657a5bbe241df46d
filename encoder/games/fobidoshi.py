"""Fobidoshi: draw circles that are connected, never four in a row.

The circles are a flood fill, from a given one in the middle of the board if there is one. They may surround
cells, so that no tree of theirs follows from them: the encodings differ in how the fill excludes circles.
"""

from __future__ import annotations

from collections.abc import Sequence

from encoder.builder import OWN, RULES, Builder
from encoder.encoding import Encoding
from encoder.games.parts import rows_and_columns
from encoder.parts.cut_clauses import LAZY
from encoder.parts.flood import BY_CUTS, PARENT, RANK, ROOT, SEED, SUBTREE, floodfill
from encoder.parts.lazy_fills import BESIDE, GENERATED
from encoder.parts.logics import BITS, BOOLEANS, INTEGERS
from encoder.parts.parents import ELIMINATION_FAMILIES
from encoder.parts.spanning_trees import FIRST_CONTACT, KEPT_EDGE
from encoder.puzzle_script import PuzzleScript, truths
from fillomino.graph import distances
from games.game import Rectangle
from smtlib.script import Family, any_of, negation

GIVEN = Family(
    "given", "given circles and crosses stay", "o_x where a circle is given, not o_x at a cross", RULES
)
FOUR = Family("four", "no four circles stand in a row", "not o_a or not o_b or not o_c or not o_d", RULES)


def _build(puzzle: Rectangle, logic: str, name: str, method: str) -> PuzzleScript:
    board = puzzle.places
    builder = Builder(board, {"o_x": "cell x has a circle"})
    circle = [builder.declare(f"o_{x}") for x in board.labels]
    for x, sign in enumerate(puzzle.signs):
        if sign in ("o", "x"):
            builder.require(GIVEN, (x,), circle[x] if sign == "o" else negation(circle[x]))
    for line in rows_and_columns(puzzle.height, puzzle.width):
        for four in zip(line, line[1:], line[2:], line[3:], strict=False):
            builder.require(FOUR, four, any_of(*(negation(circle[x]) for x in four)))
    given = [x for x, sign in enumerate(puzzle.signs) if sign == "o"]
    seed = min(given, key=lambda x: max(distances(board.neighbours, [x]).values()), default=None)
    member = dict(enumerate(circle))
    if method == BY_CUTS:
        member |= {
            x: "true" if sign == "o" else "false" for x, sign in enumerate(puzzle.signs) if sign in "ox"
        }
    floodfill(builder, "f", board, member=member, size=(0, None), seed=seed, method=method)
    return builder.script(name, puzzle=puzzle, logic=logic, cells=truths(tuple(circle)))


def _encoding(
    name: str, method: str, title: str, good_for: str, logics: tuple[str, ...], families: Sequence[Family]
) -> Encoding:
    return Encoding(
        name=name,
        game="fobidoshi",
        title=title,
        idea="Circles are Booleans, of which no four in a row hold, and a flood fill.",
        logics=logics,
        families=(GIVEN, FOUR, SEED, ROOT, *families),
        source=OWN,
        build=lambda puzzle, logic: _build(puzzle, logic, name, method),
        size="N·√N" if method == "elimination" else "N",
        good_for=good_for,
    )


FILL = _encoding(
    "fobidoshi-fill",
    "rank",
    "the circles are a flood fill, each with its distance from the first",
    "the first choice",
    INTEGERS,
    (RANK,),
)
ELIMINATION = _encoding(
    "fobidoshi-elimination",
    "elimination",
    "the circles are a flood fill, by vertex elimination; pure Booleans",
    "SAT solvers",
    BOOLEANS,
    ELIMINATION_FAMILIES,
)
TREE = _encoding(
    "fobidoshi-tree",
    "tree",
    "the circles are a flood fill, as a tree whose subtree sizes add up",
    "comparing with the forest of Fillomino",
    INTEGERS,
    (PARENT, SUBTREE, KEPT_EDGE, FIRST_CONTACT),
)
CUTS = Encoding(
    name="fobidoshi-cuts",
    game="fobidoshi",
    title="the circles are joined by clauses that are generated from wrong answers",
    idea=(
        "Circles are Booleans, of which no four in a row hold, and of two one has another beside it. Where "
        "circles of an answer are apart, one of the cells between must have a circle."
    ),
    logics=BITS,
    families=(GIVEN, FOUR, BESIDE, *GENERATED),
    source=LAZY,
    build=lambda puzzle, logic: _build(puzzle, logic, "fobidoshi-cuts", BY_CUTS),
    lazy=True,
    good_for="an answer as soon as possible",
)
