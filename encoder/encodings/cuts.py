"""The method `cuts` as an encoding: its base as a script."""

from __future__ import annotations

from dataclasses import replace

from encoder.encoding import Encoding
from encoder.lazy.base import FAMILIES, base
from encoder.lazy.cuts import LAZY
from encoder.parts.values import values_of
from encoder.script import PuzzleScript, Value
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle

CAP = 9
"""Numbers above it that stand nowhere on the board begin as one value, BIG."""

MEANING = {
    "n_x_v": "cell x holds v; v is big for a number above the cap",
    "g_x_i": "cell x, with many candidates, holds one of the i-th group of them",
}


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """The base: what is asserted before any is generated. Its models need not be fillings."""
    start = base(values_of(puzzle, candidates, CAP))
    start.builder.meaning = MEANING | start.builder.meaning
    script = start.builder.script(
        CUTS.name,
        start.answer,
        puzzle=puzzle,
        logic=logic,
        definitions=start.definitions,
        cells=[Value(f"n_{label}") for label in puzzle.board.labels],  # in these the session answers
    )
    return replace(script, assertions=start.assertions)


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
)
