"""The published encodings of connectedness as encodings of Fillomino: each the same but for one part.

`encoder.parts.rooted` and `encoder.parts.rooted_booleans` are the frames: numbers, roots and counts, in
integers or bit-vectors, and in Booleans. What makes an encoding is its module in `encoder.connectivity`.
"""

from __future__ import annotations

from dataclasses import replace

from encoder import estimate
from encoder.connectivity.bfs import BFS as BFS_PART
from encoder.connectivity.distance import DISTANCES
from encoder.connectivity.dual import DUAL as DUAL_PART
from encoder.connectivity.elimination import ELIMINATION as ELIMINATION_PART
from encoder.connectivity.hybrid import HYBRID as HYBRID_PART
from encoder.connectivity.leaf import LEAVES
from encoder.connectivity.regions import Connectivity
from encoder.connectivity.seeded import SEEDED as SEEDED_PART
from encoder.connectivity.squaring import SQUARING as SQUARING_PART
from encoder.connectivity.time_step import TIME_STEPS
from encoder.encoding import Encoding
from encoder.parts.rooted import families, rooted_script
from encoder.parts.rooted_booleans import boolean_families, boolean_script
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle


def _arithmetic(connectivity: Connectivity, good_for: str, *logics: str) -> Encoding:
    """Return the encoding with numbers in integers, or in bit-vectors."""

    def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        return rooted_script(connectivity, puzzle, candidates, logic)

    return Encoding(
        name=connectivity.name,
        title=connectivity.title,
        idea=connectivity.idea,
        logics=logics,
        families=families(connectivity),
        source=connectivity.source,
        build=build,
        size="N·R",
        good_for=good_for,
        frame="rooted",
    )


def _booleans(connectivity: Connectivity, good_for: str) -> Encoding:
    """Return the encoding in pure Booleans."""

    def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        return boolean_script(connectivity, puzzle, candidates, logic)

    return Encoding(
        name=connectivity.name,
        title=connectivity.title,
        idea=connectivity.idea,
        logics=("QF_UF", "QF_FD", "QF_BV"),
        families=boolean_families(connectivity),
        source=connectivity.source,
        build=build,
        estimate=estimate.rooted_booleans,
        size="N·R·log K",
        good_for=good_for,
        frame="rooted-booleans",
    )


_INTEGERS = ("QF_LIA", "QF_UFLIA")
_BITS = ("QF_BV", "QF_FD")

DISTANCE = _arithmetic(DISTANCES, "comparing with MiniZinc, which decomposes its constraints so", *_INTEGERS)
TIME_STEP = _arithmetic(
    TIME_STEPS, "comparing with a model of the MiniZinc challenge; a short text without parents", *_INTEGERS
)
SEEDED = replace(
    _arithmetic(SEEDED_PART, "showing the order in which a region is filled, cell by cell", *_INTEGERS),
    estimate=estimate.seeded,
)
LEAF = _arithmetic(LEAVES, "comparing acyclicity: leaf elimination alone", *_BITS)
HYBRID = _arithmetic(HYBRID_PART, "comparing acyclicity: leaf and vertex elimination together", *_BITS)
DUAL = _arithmetic(DUAL_PART, "showing connectedness on plane boards, without distances or times", *_INTEGERS)
ELIMINATION = _booleans(ELIMINATION_PART, "comparing acyclicity: vertex elimination alone")
BFS = _booleans(BFS_PART, "counting models: one for each solution; proofs by unit propagation")
SQUARING = replace(
    _booleans(SQUARING_PART, "counting models: one for each solution; few rounds for long paths"),
    estimate=estimate.squaring,
    size="N·R²·log K",
)
