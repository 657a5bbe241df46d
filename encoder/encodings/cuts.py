"""The method `cuts` as an encoding: its families, and its base as a script."""

from __future__ import annotations

from encoder.decode import block_integers, decode_numbers
from encoder.encoding import Encoding
from encoder.lazy.base import base
from encoder.parts.redundant import REDUNDANT
from encoder.parts.values import tokens
from encoder.parts.variants import CHECKERED, CLUED
from encoder.script import PuzzleScript, header
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family, declarations

CAP = 9
"""Numbers above it that stand nowhere on the board begin as one token, BIG."""

OWN = "this project; lazy connectivity as usual in constraint solving"
FAMILIES = (
    Family(
        "one-token",
        "each cell holds exactly one token",
        "for each cell x: exactly one of its n_x_v",
        OWN,
    ),
    Family(
        "growth",
        "a cell that needs more cells has one of them beside it",
        "if n_x_v and v >= 2, then n_y_v for some y beside x",
        OWN,
    ),
    Family(
        "small-region",
        "no two neighbours are 1, no three in a row or corner are 2, walls part tokens",
        "not n_x_1 or not n_y_1; not n_x_2 or not n_y_2 or not n_z_2; not n_x_v or not n_y_v at a wall",
        OWN,
    ),
    *REDUNDANT,
    Family(
        "too-small",
        "learned: a set with too few cells goes on",
        "if n_x_v, then n_y_v for some y on the border of a set of fewer than v cells around x",
        OWN,
    ),
    Family(
        "too-large",
        "learned: a connected set with one cell too many is not all the same",
        "not all of n_x_v for v + 1 connected cells x",
        OWN,
    ),
    Family(
        CLUED.name,
        "learned, variant basic: a set without a clue goes on",
        "if n_x_v, then n_y_v for some y on the border of a set without a clue around x",
        OWN,
    ),
    CHECKERED,
)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """The base: what is asserted before anything is learned. Its models need not be fillings."""
    laid = tokens(puzzle, candidates, CAP)
    said = base(laid)
    return PuzzleScript(
        encoding=CUTS.name,
        puzzle=puzzle,
        header=header(puzzle),
        logic=logic,
        families=FAMILIES,
        declarations=tuple(declarations(said.names, "Bool")),
        assertions=said.assertions,
        values=said.answer,
        meaning={
            "n_x_v": "cell x holds v; v is big for a number above the cap",
            "g_x_i": "cell x, with many candidates, holds one of the i-th group of them",
        },
        definitions=said.definitions,
    )


CUTS = Encoding(
    name="cuts",
    title="numbers alone, and cuts learned from each wrong answer",
    idea=(
        "Only the numbers are encoded. Where the solver's answer has a connected set of equal numbers "
        "that is too small or too large, a clause is added that this answer breaks and every filling "
        "keeps, and the solver is asked again. After deduction a few dozen rounds are usual."
    ),
    logics=("QF_BV", "QF_FD"),
    families=FAMILIES,
    source=OWN,
    build=build,
    decode=decode_numbers,
    block=block_integers,
    lazy=True,
)
