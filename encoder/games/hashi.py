"""Hashi: join islands by one bridge or two, as many at each as its number says; all connected, none crossing.

The islands are a flood fill that spreads along bridges, from the island with the most others in sight. They
are few, so that any method does; the encodings differ in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from encoder.builder import OWN, RULES, Builder
from encoder.encoding import Encoding
from encoder.games.parts import ends
from encoder.parts.cut_clauses import LAZY
from encoder.parts.flood import BY_CUTS, PARENT, RANK, SUBTREE, floodfill
from encoder.parts.lazy_fills import BESIDE, GENERATED
from encoder.parts.logics import BITS, BOOLEANS, INTEGERS
from encoder.parts.parents import ELIMINATION_FAMILIES
from encoder.puzzle_script import Choice, PuzzleScript
from fillomino.board import Board
from games.game import Rectangle
from smtlib.script import Family, any_of, implies, negation

SECOND = Family("second", "there is no second bridge without a first", "if d_x, then b_x", RULES)
NUMBER = Family(
    "number",
    "an island has as many bridges as its number says",
    "at an island of n: the b_x and d_x of its places are n in all",
    RULES,
)
CROSS = Family("cross", "bridges do not cross", "for crossing x, y: not b_x or not b_y", RULES)
PAIR = Family(
    "pair",
    "two islands do not use all their bridges for each other (redundant: they would be cut off)",
    "if there are more islands: not b_x between two 1, not d_x between two 2",
    OWN,
)


def _build(puzzle: Rectangle, logic: str, name: str, method: str) -> PuzzleScript:
    islands = [cell for cell, sign in enumerate(puzzle.signs) if sign != "."]
    at = {cell: island for island, cell in enumerate(islands)}
    joined = [tuple(at[(r - 1) * puzzle.width + c - 1] for r, c in both) for both in ends(puzzle)]
    places: list[list[int]] = [[] for _ in islands]
    for place, pair in enumerate(joined):
        for island in pair:
            places[island].append(place)
    names = [f"r{cell // puzzle.width + 1}c{cell % puzzle.width + 1}" for cell in islands]
    near = [sorted({*(i for place in its for i in joined[place])} - {n}) for n, its in enumerate(places)]
    board = Board(tuple(map(tuple, near)), tuple(names), tuple(islands))

    builder = Builder(puzzle.places, {"b_x": "place x has a bridge", "d_x": "place x has two bridges"})
    one = [f"b_{x}" for x in puzzle.places.labels]
    two = [f"d_{x}" for x in puzzle.places.labels]
    builder.declare_all([*one, *two])
    for x, (single, double) in enumerate(zip(one, two, strict=True)):
        builder.require(SECOND, (x,), implies(double, single))
    for cell, its in zip(islands, places, strict=True):
        if puzzle.signs[cell].isdecimal():
            terms = [term for x in its for term in (one[x], two[x])]
            clauses = _sum(len(its), int(puzzle.signs[cell]))
            builder.require_all(NUMBER, tuple(its), [clause.format(*terms) for clause in clauses])
    for x, y in _crossings(puzzle):
        builder.require(CROSS, (x, y), any_of(negation(one[x]), negation(one[y])))
    for x, (i, j) in enumerate(joined):
        both = (puzzle.signs[islands[i]], puzzle.signs[islands[j]])
        if len(islands) > 2 and both in (("1", "1"), ("2", "2")):
            builder.require(PAIR, (x,), negation((one if both[0] == "1" else two)[x]))
    links = {(i, j): one[x] for x, (i, j) in enumerate(joined)}
    seed = max(range(len(islands)), key=lambda island: len(near[island]))
    every = dict.fromkeys(range(len(islands)), "true")
    floodfill(builder.on(places), "f", board, member=every, links=links, seed=seed, method=method)
    exact = [f"(and {b} (not {d}))" for b, d in zip(one, two, strict=True)]
    cells = [Choice({0: negation(b), 1: e, 2: d}) for b, e, d in zip(one, exact, two, strict=True)]
    return builder.script(name, puzzle=puzzle, logic=logic, cells=cells)


@cache
def _sum(places: int, total: int) -> list[str]:
    """Return clauses "so many bridges in all", of places with two terms each, their numbers in braces."""
    pairs = [(f"{{{2 * place}}}", f"{{{2 * place + 1}}}") for place in range(places)]
    clauses = [] if total <= 2 * places else ["false"]
    for counts in product(range(3), repeat=places):
        if sum(counts) == total - 1:  # at some place there are more
            clauses.append(any_of(*(pair[n] for pair, n in zip(pairs, counts, strict=True) if n < 2)))
        if sum(counts) == total + 1:  # at some place there are fewer
            clauses.append(
                any_of(*(negation(pair[n - 1]) for pair, n in zip(pairs, counts, strict=True) if n))
            )
    return clauses


def _crossings(puzzle: Rectangle) -> list[tuple[int, int]]:
    """Return the places whose bridges would cross."""
    joined = ends(puzzle)
    along = {
        (row, column): place
        for place, ((row, first), (other, last)) in enumerate(joined)
        if row == other
        for column in range(first + 1, last)
    }
    down = (
        (place, (row, column))
        for place, ((first, column), (last, other)) in enumerate(joined)
        if column == other
        for row in range(first + 1, last)
    )
    return sorted((min(place, along[cell]), max(place, along[cell])) for place, cell in down if cell in along)


def _encoding(
    name: str, method: str, title: str, good_for: str, logics: tuple[str, ...], families: Sequence[Family]
) -> Encoding:
    return Encoding(
        name=name,
        game="hashi",
        title=title,
        idea=(
            "A place has a first and a second bridge, in clauses with those of its islands. The islands are "
            "a flood fill along bridges."
        ),
        logics=logics,
        families=(SECOND, NUMBER, CROSS, PAIR, *families),
        source=OWN,
        build=lambda puzzle, logic: _build(puzzle, logic, name, method),
        size="N",
        good_for=good_for,
    )


FILL = _encoding(
    "hashi-fill",
    "rank",
    "the islands are a flood fill along bridges, each with its distance from the first",
    "the first choice",
    INTEGERS,
    (RANK,),
)
ELIMINATION = _encoding(
    "hashi-elimination",
    "elimination",
    "the islands are a flood fill along bridges, by vertex elimination; pure Booleans",
    "SAT solvers",
    BOOLEANS,
    ELIMINATION_FAMILIES,
)
TREE = _encoding(
    "hashi-tree",
    "tree",
    "the islands are a flood fill along bridges, as a tree whose subtree sizes add up",
    "comparing with the forest of Fillomino",
    INTEGERS,
    (PARENT, SUBTREE),
)
CUTS = Encoding(
    name="hashi-cuts",
    game="hashi",
    title="the islands are joined by clauses that are generated from wrong answers",
    idea=(
        "A place has a first and a second bridge, in clauses with those of its islands. Where islands of an "
        "answer are cut off, some bridge must lead away from them."
    ),
    logics=BITS,
    families=(SECOND, NUMBER, CROSS, PAIR, BESIDE, *GENERATED),
    source=LAZY,
    build=lambda puzzle, logic: _build(puzzle, logic, "hashi-cuts", BY_CUTS),
    lazy=True,
    good_for="an answer as soon as possible",
)
