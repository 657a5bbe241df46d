"""The lazy method `cuts`: its constants, the answer as a few bit-vectors, and what it asserts first."""

from __future__ import annotations

from encoder.builder import Builder
from encoder.encoding import Encoding
from encoder.lazy.refutation import GENERATED
from encoder.parts.clauses import growth, helpers, require_cuts, require_one_value, small_regions
from encoder.parts.cut_clauses import LAZY
from encoder.parts.packed import word_definition, words_of
from encoder.parts.redundant import REDUNDANT, part_bounds, redundant, region_bounds
from encoder.parts.values import Values, values_of
from encoder.parts.variants import CHECKERED
from encoder.puzzle_script import PuzzleScript, Value
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family, disjunction

CAP = 9
"""Numbers above it that stand nowhere on the board begin as one value, BIG."""

MEANING = {
    "n_x_v": "cell x holds v; v is big for a number above the cap",
    "g_x_i": "cell x, with many candidates, holds one of the i-th group of them",
}
ONE_VALUE = Family(
    "one-value", "each cell holds exactly one value", "for each cell x: exactly one of its n_x_v", LAZY
)
GROWTH = Family(
    "growth",
    "a cell that needs more cells has one of them beside it",
    "if n_x_v and v >= 2, then n_y_v for some y beside x",
    LAZY,
)
SMALL_REGION = Family(
    "small-region",
    "no two neighbours are 1, no three in a row or corner are 2, walls part values",
    "not n_x_1 or not n_y_1; not n_x_2 or not n_y_2 or not n_z_2; not n_x_v or not n_y_v at a wall",
    LAZY,
)
FAMILIES = (ONE_VALUE, GROWTH, SMALL_REGION, *REDUNDANT, *GENERATED, CHECKERED)


def base(values: Values, logic: str = "QF_BV", *, certified: bool = False) -> PuzzleScript:
    """Return the script of a board before any cut is generated; its values are the bit-vectors.

    Where a certificate is wanted, nothing is asserted for which it has no clauses: large numbers are counted
    in parts of the board only, and tied to no known cells.
    """
    puzzle, labels = values.puzzle, values.puzzle.board.labels
    builder = Builder(puzzle.board, MEANING, FAMILIES, grouped=False)
    symbols = [values.symbols[value][cell] for cell, value in values.pairs]
    builder.declare_all(symbols)
    builder.declare_all([name for cell in range(puzzle.board.size) for name in helpers(values, cell)])
    require_one_value(builder, ONE_VALUE, values)
    require_cuts(builder, GROWTH, values, growth(values))
    require_cuts(builder, SMALL_REGION, values, small_regions(values, puzzle.walls))
    bounds = part_bounds(values) if certified else region_bounds(values)
    for large_number in redundant(builder, values, bounds, tied=not certified):
        builder.require_all(*large_number)
    if puzzle.checkered:
        _require_colours(builder, values)
    words = words_of(symbols)
    script = builder.script(
        CUTS.name,
        tuple(words),
        puzzle=puzzle,
        logic=logic,
        definitions=[word_definition(name, word) for name, word in words.items()],
        cells=[Value(f"n_{label}") for label in labels],  # in these the session answers
    )
    once = {assertion.term: assertion for assertion in builder.assertions}
    return script.replace(assertions=tuple(once.values()))


def _require_colours(builder: Builder, values: Values) -> None:
    """Require that neighbours have one colour iff they hold one value; no value is BIG then."""
    builder.colour(values.puzzle)
    labels = values.puzzle.board.labels
    for x, y in values.puzzle.board.links():
        same = f"(= c_{labels[x]} c_{labels[y]})"
        for value in values.held_by(x):
            if value not in values.held_by(y):
                equal = f"(not {same})"
            else:
                equal = same if values.known[y] else f"(= {values.symbol(y, value)} {same})"
            here = [] if values.known[x] else [f"(not {values.symbol(x, value)})"]
            builder.require(CHECKERED, (x, y), disjunction([*here, equal]))


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Return the base as a script, whose models need not be fillings."""
    return base(values_of(puzzle, candidates, CAP), logic)


CUTS = Encoding(
    name="cuts",
    title="numbers alone, and constraints generated lazily from each wrong answer",
    idea=(
        "Only the numbers are encoded. Where the solver's answer has a connected set of equal numbers "
        "that is too small or too large, a clause is added that this answer violates and every "
        "solution satisfies, and the solver is asked again. After deduction a few dozen rounds are usual."
    ),
    logics=("QF_BV", "QF_FD"),
    families=FAMILIES,
    source=LAZY,
    good_for="an answer as soon as possible",
    build=build,
    lazy=True,
    symbols=tuple(MEANING),
)
