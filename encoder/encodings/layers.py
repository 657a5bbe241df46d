"""Regions as floods: from every cell a flood grows through equal numbers, layer upon layer."""

from __future__ import annotations

from encoder import estimate
from encoder.builder import RULES, Builder, Constraints, Families
from encoder.encoding import Encoding
from encoder.parts.adders import Lines, unary_equals, unary_sum
from encoder.parts.clauses import EQUAL, ValueBooleans, first_families, last_families
from encoder.parts.reduced import reaches
from encoder.parts.variants import CONNECTED
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import all_of, any_of, implies

SOURCE = "the unrolled flood fill, usual in SAT encodings of reachability"
MEANING = {
    "l_x_y_k": "the flood from x has reached y after k steps, and that from y has reached x",
    "t_x": "digits of the number of cells that the flood from x covers, unary",
}


class _Floods(ValueBooleans):
    """A reduced puzzle, what its cells may hold, and how far the floods from them reach.

    Attributes:
        reached: for each pair of cells ``x < y`` that may share a region the term that they do.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates) -> None:
        super().__init__(puzzle, candidates)
        self.reached: dict[tuple[int, int], str] = {}


FAMILIES: Families[_Floods] = Families(SOURCE)
first_families(FAMILIES)
FAMILIES.record(EQUAL)

LAYER = FAMILIES.declare(
    "layer",
    "a flood reaches what it had reached, and equal cells beside",
    "l_x_y_k iff l_x_y_(k-1), or l_x_z_(k-1) and q_z_y for some z beside y",
)


def _flood(builder: Builder, floods: _Floods) -> None:
    """Define what the floods reach, layer by layer."""
    distance = reaches(floods)
    most = {pair: floods.most(*pair) for pair in distance}
    floods.reached = {pair: floods.equal.get(pair, "false") for pair in distance}
    for step in range(2, max(most.values(), default=1) + 1):
        before = dict(floods.reached)
        for (x, y), steps in distance.items():
            if not steps <= step <= most[x, y]:
                continue
            ways = [before[x, y]]
            for z in floods.joins[y]:
                pair = (min(x, z), max(x, z))
                if z != x and pair in before:
                    ways.append(all_of(before[pair], floods.equal[min(y, z), max(y, z)]))
            name = f"{floods.name('l', x, y)}_{step}"
            floods.reached[x, y] = builder.define(LAYER, (x, y), name, any_of(*ways))


COUNT = FAMILIES.declare(
    "count",
    "the flood from a cell covers as many cells as its number",
    "for each cell x: if n_x_v, then v - 1 of the l_x_y at their last layer",
    RULES,
)


def _count(builder: Builder, floods: _Floods) -> None:
    """Count the cells that the flood from each cell covers."""
    for x in floods.open_cells:
        covered = [term for pair, term in floods.reached.items() if x in pair and term != "false"]
        most = floods.most(x) - 1
        lines = Lines()
        digits = unary_sum(lines, floods.name("t", x), [(term, ["true"]) for term in covered], most)
        builder.declare_all(lines.names)
        builder.require_all(COUNT, (x,), lines.terms)
        for number in floods.values.held_by(x):
            exact = unary_equals(digits, number - 1)
            builder.require(COUNT, (x,), implies(floods.values.symbol(x, number), exact))


@FAMILIES.shared(CONNECTED)
def _clued_region(floods: _Floods) -> Constraints:
    for x in floods.open_cells:
        if not floods.may_be_root(x):
            pairs = [(min(x, y), max(x, y)) for y in sorted(floods.puzzle.clues)]
            yield (x,), any_of(*(floods.reached[pair] for pair in pairs if pair in floods.reached))


last_families(FAMILIES)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: a cube of N floods, N cells and as many layers as numbers."""
    floods = _Floods(puzzle, candidates)
    builder = floods.begin(MEANING, FAMILIES.records)
    _flood(builder, floods)
    _count(builder, floods)
    floods.require(builder, FAMILIES)
    return floods.script(builder, LAYERS.name, logic)


LAYERS = Encoding(
    name="layers",
    title="floods that grow from every cell, layer upon layer; pure Booleans",
    idea=(
        "From every cell a flood grows through equal neighbours, one step a layer. What it covers in the end "
        "is the cell's region, and must have as many cells as its number. All but the numbers is "
        "defined, so there is one model for each solution; but the text is cubic: floods, cells and layers."
    ),
    logics=("QF_UF", "QF_FD", "QF_BV"),
    families=FAMILIES.records,
    source=SOURCE,
    build=build,
    estimate=estimate.layers,
    size="N·R·K",
    good_for="counting models: one for each solution, in pure Booleans",
)
