"""Regions as floods: from every cell a flood grows through equal numbers, layer upon layer."""

from __future__ import annotations

from encoder import estimate
from encoder.builder import RULES, Builder
from encoder.encoding import Encoding
from encoder.parts import clauses
from encoder.parts.adders import Lines, unary_equals, unary_sum
from encoder.parts.clauses import EQUAL, KNOWN, ONE_VALUE, WALL, ValueBooleans
from encoder.parts.reduced import reaches
from encoder.parts.spanning_trees import Link, link
from encoder.parts.variants import CHECKERED, CONNECTED
from encoder.puzzle_script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family, all_of, any_of, implies

SOURCE = "the unrolled flood fill, usual in SAT encodings of reachability"
MEANING = clauses.MEANING | {
    "l_x_y_k": "the flood from x has reached y after k steps, and that from y has reached x",
    "t_x": "digits of the number of cells that the flood from x covers, unary",
}


LAYER = Family(
    "layer",
    "a flood reaches what it had reached, and equal cells beside",
    "l_x_y_k iff l_x_y_(k-1), or l_x_z_(k-1) and q_z_y for some z beside y",
    SOURCE,
)
COUNT = Family(
    "count",
    "the flood from a cell covers as many cells as its number",
    "for each cell x: if n_x_v, then v - 1 of the l_x_y at their last layer",
    RULES,
)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: a cube of N floods, N cells and as many layers as numbers."""
    reduced = ValueBooleans(puzzle, candidates)
    builder = reduced.begin(MEANING, LAYERS.families)
    reached = _flood(builder, reduced)
    for x in reduced.open_cells:
        covered = [term for pair, term in reached.items() if x in pair and term != "false"]
        lines = Lines()
        digits = unary_sum(
            lines, reduced.name("t", x), [(term, ["true"]) for term in covered], reduced.most(x) - 1
        )
        builder.declare_all(lines.names)
        builder.require_all(COUNT, (x,), lines.terms)
        for number in reduced.values.held_by(x):
            exact = unary_equals(digits, number - 1)
            builder.require(COUNT, (x,), implies(reduced.values.symbol(x, number), exact))
        if not reduced.may_be_root(x):
            pairs = [link(x, y) for y in sorted(puzzle.clues)]
            builder.require(CONNECTED, (x,), any_of(*(reached[pair] for pair in pairs if pair in reached)))
    reduced.require_walls(builder)
    builder.two_colours(puzzle, reduced.equal)
    return reduced.script(builder, LAYERS.name, logic)


def _flood(builder: Builder, reduced: ValueBooleans) -> dict[Link, str]:
    """Define what the floods reach; returns for pairs ``x < y`` that may share a region that they do."""
    equal, distance = reduced.same_number, reaches(reduced)
    most = {pair: reduced.most(*pair) for pair in distance}
    reached = {pair: equal.get(pair, "false") for pair in distance}
    for step in range(2, max(most.values(), default=1) + 1):
        before = dict(reached)
        for (x, y), steps in distance.items():
            if not steps <= step <= most[x, y]:
                continue
            beside = [z for z in reduced.joins[y] if z != x and link(x, z) in before]
            ways = [all_of(before[link(x, z)], equal[link(y, z)]) for z in beside]
            name = f"{reduced.name('l', x, y)}_{step}"
            reached[x, y] = builder.define(LAYER, (x, y), name, any_of(before[x, y], *ways))
    return reached


LAYERS = Encoding(
    name="layers",
    title="floods that grow from every cell, layer upon layer; pure Booleans",
    idea=(
        "From every cell a flood grows through equal neighbours, one step a layer. What it covers in the end "
        "is the cell's region, and must have as many cells as its number. All but the numbers is "
        "defined, so there is one model for each solution; but the text is cubic: floods, cells and layers."
    ),
    logics=("QF_UF", "QF_FD", "QF_BV"),
    families=(KNOWN, ONE_VALUE, EQUAL, LAYER, COUNT, CONNECTED, WALL, CHECKERED),
    source=SOURCE,
    build=build,
    estimate=estimate.layers,
    size="N·R·K",
    good_for="counting models: one for each solution, in pure Booleans",
    symbols=tuple(MEANING),
)
