"""The spanning forest, tightened: Boolean edges and roots, bounds, and one root that can be told.

The thesis leaves a region free to choose any tree and any root. Here the root is the first cell,
clues before others; it is within reach, sizes are bounded by numbers, numbers by what deduction
left, edges exist only where two cells may hold the same number, and of a region's trees nearly all are
ruled out (`encoder.parts.spanning_trees`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain

from encoder.decode import block_integers, decode_numbers, forest_of
from encoder.encoding import Decoded, Encoding, Forest
from encoder.parts.dialect import INTEGERS, Dialect
from encoder.parts.reduced import Ground, ground, ranges
from encoder.parts.redundant import REDUNDANT, redundant
from encoder.parts.region_bounds import rooms
from encoder.parts.roots import labelled, places, spans
from encoder.parts.spanning_trees import FIRST_CONTACT, KEPT_EDGE, one_tree
from encoder.parts.values import Tokens, tokens
from encoder.parts.variants import CHECKERED, CLUED, checkered, colours, meaning
from encoder.script import PuzzleScript, header
from encoder.symbols import symbol
from fillomino.deduction.engine import Candidates
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from smtlib.script import Assertion, Declaration, Family
from smtlib.terms import conjunction, disjunction

OWN = "this project, after the thesis"
FAMILIES = (
    Family("candidates", "a number is one of those left", "for each cell x: n_x in its candidates", OWN),
    Family("equal", "neighbours are equal", "for neighbours x, y that may be: q_x_y just if n_x = n_y", OWN),
    Family("size-bounds", "a subtree is not larger than its number", "for each cell x: 1 <= s_x <= n_x", OWN),
    Family(
        "first-root",
        "the root is the first cell of its region, clues before others",
        "for each cell x: first <= r_x <= last; last is the place of x, first that of a cell within reach",
        OWN,
    ),
    Family(
        "one-parent", "a cell is a root or has one parent", "for each cell x: exactly one of R_x, e_y_x", OWN
    ),
    Family(
        "size-sum",
        "a subtree is its root and the subtrees of its children",
        "for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y",
        OWN,
    ),
    Family(
        "root-size", "a root's subtree is the region", "for each cell x: R_x if and only if s_x = n_x", OWN
    ),
    Family("root-self", "a root is its own root", "for each cell x: R_x just if r_x is the place of x", OWN),
    Family("edge", "an edge joins equal numbers", "for neighbours x, y: if e_x_y or e_y_x, then q_x_y", OWN),
    KEPT_EDGE,
    FIRST_CONTACT,
    Family(
        "same-root",
        "neighbours hold equal numbers just if they have one root",
        "for neighbours x, y: q_x_y just if r_x = r_y",
        OWN,
    ),
    Family(
        "no-root",
        "redundant: the later of two equal neighbours is no root",
        "for neighbours x, y, x in the earlier place: not both q_x_y and R_y",
        OWN,
    ),
    Family(
        "growth",
        "redundant: a region must grow",
        "for each cell x: n_x = 1 or q_x_y for a neighbour y",
        OWN,
    ),
    Family("wall", "cells parted by a given wall differ", "for each wall: not n_x = n_y", OWN),
    Family("holds", "a Boolean for each cell of what is counted", "n_x_v just if n_x = v", OWN),
    *REDUNDANT,
    CLUED,
    CHECKERED,
)
MEANING = {
    "e_x_y": "x is the parent of y in the forest",
    "q_x_y": "x and y hold the same number",
    "R_x": "x is a root",
    "n_x": "the number of cell x",
    "n_x_v": "x holds v, where the cells of v are counted",
    "s_x": "the number of cells in the subtree of x, with x",
    "r_x": "the place of the root of the region of x: cells are counted from 0, those with clues first",
}


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    return tight_script(FOREST_TIGHT, puzzle, candidates, logic, INTEGERS)


def tight_script(
    encoding: Encoding, puzzle: Puzzle, candidates: Candidates, logic: str, dialect: Dialect
) -> PuzzleScript:
    """The script of a tight forest in a dialect."""
    land = ground(puzzle, candidates)
    label = land.label
    declarations = [Declaration(f"n_{value}", dialect.number_sort) for value in puzzle.board.labels]
    for x in land.open_cells:
        declarations.append(Declaration(f"s_{label(x)}", dialect.number_sort))
        declarations.append(Declaration(f"r_{label(x)}", dialect.root_sort))
        declarations.append(Declaration(f"R_{label(x)}", "Bool"))
        declarations += [Declaration(f"e_{label(x)}_{label(y)}", "Bool") for y in land.joins[x]]
    declarations += [Declaration(same(land, x, y), "Bool") for x, y in land.pairs()]
    names, counted = _counted(tokens(puzzle, candidates, cap=0, to_count=True), dialect)
    declarations += [Declaration(name, "Bool") for name in names]
    return PuzzleScript(
        encoding=encoding.name,
        puzzle=puzzle,
        header=header(puzzle),
        logic=logic,
        families=encoding.families,
        declarations=(*declarations, *colours(puzzle)),
        assertions=(*_bounds(land, dialect), *_forest(land, dialect), *_regions(land, dialect), *counted),
        values=tuple(f"n_{value}" for value in puzzle.board.labels),
        meaning=MEANING | meaning(puzzle),
    )


def _bounds(land: Ground, dialect: Dialect) -> Iterator[Assertion]:
    at_most, number, root = dialect.at_most, dialect.number, dialect.root
    for x, mask in enumerate(land.masks):
        n = f"n_{land.label(x)}"
        terms = [
            f"(= {n} {number(first)})"
            if first == last
            else f"(and ({at_most} {number(first)} {n}) ({at_most} {n} {number(last)}))"
            for first, last in ranges(mask)
        ]
        yield Assertion("candidates", (x,), disjunction(terms))
    for x, y in land.pairs():
        equal = f"(= n_{land.label(x)} n_{land.label(y)})"
        yield Assertion("equal", (x, y), f"(= {same(land, x, y)} {equal})")
    for x in land.open_cells:
        a = land.label(x)
        yield Assertion("size-bounds", (x,), f"(and ({at_most} {number(1)} s_{a}) ({at_most} s_{a} n_{a}))")
    place = places(land.puzzle)
    for x, span in spans(land, place).items():
        r = f"r_{land.label(x)}"
        term = f"(and ({at_most} {root(span[0])} {r}) ({at_most} {r} {root(span[1])}))" if span else "false"
        yield Assertion("first-root", (x,), term)


def _forest(land: Ground, dialect: Dialect) -> Iterator[Assertion]:
    label = land.label
    one, zero = dialect.number(1), dialect.number(0)
    for x in land.open_cells:
        choices = [f"R_{label(x)}", *(f"e_{label(y)}_{label(x)}" for y in land.joins[x])]
        yield Assertion("one-parent", (x, *land.joins[x]), exactly_one(choices))
    for x in land.open_cells:
        subtrees = [f"(ite e_{label(x)}_{label(y)} s_{label(y)} {zero})" for y in land.joins[x]]
        yield Assertion(
            "size-sum", (x, *land.joins[x]), f"(= s_{label(x)} {dialect.total([one, *subtrees])})"
        )


def _regions(land: Ground, dialect: Dialect) -> Iterator[Assertion]:
    label, place = land.label, places(land.puzzle)
    for x in land.open_cells:
        a = label(x)
        yield Assertion("root-size", (x,), f"(= R_{a} (= s_{a} n_{a}))")
    for x in land.open_cells:
        a = label(x)
        yield Assertion("root-self", (x,), f"(= R_{a} (= r_{a} {dialect.root(place[x])}))")
    for x, y in land.pairs():
        yield Assertion("edge", (x, y), f"(=> {joined(land, x, y)} {same(land, x, y)})")
    for family, pair, term in one_tree(
        land.pairs(), partial(same, land), partial(joined, land), lambda *its: land.may_agree(chain(*its))
    ):
        yield Assertion(family.name, pair, term)
    for x, y in land.pairs():
        yield Assertion("same-root", (x, y), f"(= {same(land, x, y)} (= r_{label(x)} r_{label(y)}))")
    for x, y in land.pairs():
        later = max(x, y, key=place.__getitem__)
        yield Assertion("no-root", (x, y), f"(not (and {same(land, x, y)} R_{label(later)}))")
    for x in land.open_cells:
        alone = [f"(= n_{label(x)} {dialect.number(1)})"] if land.masks[x] & 2 else []
        grown = [same(land, min(x, y), max(x, y)) for y in land.joins[x]]
        if land.masks[x] != 2:
            yield Assertion("growth", (x, *land.joins[x]), disjunction([*alone, *grown]))
    for x, y in sorted(land.puzzle.walls):
        yield Assertion("wall", (x, y), f"(not (= n_{label(x)} n_{label(y)}))")
    for x in land.open_cells:
        if not land.may_be_root(x):
            yield Assertion("clued-region", (x,), f"(not R_{label(x)})")
    yield from checkered(land.puzzle, lambda x, y: f"(= n_{label(x)} n_{label(y)})")


def _counted(laid: Tokens, dialect: Dialect) -> tuple[list[str], list[Assertion]]:
    """What counting the cells of the board tells about large numbers: the helpers, and the assertions."""
    names: list[str] = []
    holds: list[Assertion] = []
    counted: list[Assertion] = []
    for room in rooms(laid):
        helpers, assertions = redundant(laid, [room])
        if not assertions:
            continue
        for x in bits(room.cells & ~laid.fixed[room.number]):
            symbol, number = laid.symbol(x, room.number), dialect.number(room.number)
            names.append(symbol)
            holds.append(
                Assertion("holds", (x,), f"(= {symbol} (= n_{laid.puzzle.board.labels[x]} {number}))")
            )
        names += helpers
        counted += assertions
    return names, [*holds, *counted]


def same(land: Ground, x: int, y: int) -> str:
    """The symbol "x and y hold the same number" of neighbours ``x < y`` that may join."""
    return f"q_{land.label(x)}_{land.label(y)}"


def joined(land: Ground, x: int, y: int) -> str:
    """The term "one of two neighbours is the parent of the other"."""
    a, b = land.label(x), land.label(y)
    return f"(or e_{a}_{b} e_{b}_{a})"


def read(puzzle: Puzzle, values: Mapping[str, object]) -> Decoded:
    """Read an answer; the forest in it names roots by their places, and is given their labels."""
    decoded = decode_numbers(puzzle, {name: value for name, value in values.items() if not _is_helper(name)})
    forest = decoded.forest
    return decoded if forest is None else replace(decoded, forest=labelled(puzzle, forest))


def forest_of_tight(puzzle: Puzzle, values: Mapping[str, object]) -> Forest:
    """Read the forest in a model, with the labels of roots."""
    return labelled(puzzle, forest_of(puzzle, values))


def _is_helper(name: str) -> bool:
    its = symbol(name)
    return its is not None and (its.kind == "q" or (its.kind == "n" and its.rest is not None))


def exactly_one(literals: list[str]) -> str:
    """The term that exactly one of a few literals is true."""
    exclusions = [
        f"(not (and {earlier} {later}))" for i, later in enumerate(literals) for earlier in literals[:i]
    ]
    return conjunction([disjunction(literals), *exclusions])


FOREST_TIGHT = Encoding(
    name="forest-tight",
    title="the same forest, tightened: Boolean edges, bounds, a clue or the first cell as root",
    idea=(
        "The thesis's forest with fewer ways to say the same filling, and with what is known said "
        "outright: deduction bounds numbers, numbers bound sizes, and a region's root is the first of its "
        "cells with clues, or of all if it has none."
    ),
    logics=("QF_LIA", "QF_UFLIA"),
    families=FAMILIES,
    source=OWN,
    build=build,
    decode=read,
    block=block_integers,
    forest=forest_of_tight,
    roots=places,
    incremental_from=2,
    push_first=True,
)
