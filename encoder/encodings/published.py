"""The published encodings of connectedness as encodings of Fillomino: each the same but for one part.

`encoder.parts.rooted` is the frame: numbers, roots and counts. What makes an encoding is its record in
`encoder.connectivity`.
"""

from __future__ import annotations

from encoder.connectivity.published import PUBLISHED
from encoder.connectivity.regions import Connectivity
from encoder.encoding import Encoding
from encoder.parts.rooted import families, rooted_script
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle


def _encoding(part: Connectivity) -> Encoding:
    """Return the encoding of Fillomino with a part for connectedness."""

    def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        return rooted_script(part, puzzle, candidates, logic)

    return Encoding(
        name=part.name,
        title=part.title,
        idea=part.idea,
        logics=part.logics,
        families=families(part),
        source=part.source,
        build=build,
        estimate=part.estimate,
        size=part.size or ("N·R·log K" if part.in_booleans else "N·R"),
        good_for=part.good_for,
        frame="rooted-booleans" if part.in_booleans else "rooted",
    )


DISTANCE, TIME_STEP, SEEDED, LEAF, HYBRID, DUAL, ELIMINATION, BFS, SQUARING = map(
    _encoding, PUBLISHED.values()
)
