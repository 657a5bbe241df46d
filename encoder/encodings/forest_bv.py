"""The tight forest in bit-vectors: the same formulas, with numbers so wide that no sum overflows."""

from __future__ import annotations

from encoder.decode import block_terms
from encoder.encoding import Encoding
from encoder.encodings.forest_tight import FAMILIES, forest_of_tight, read, tight_script
from encoder.families import TIGHTENED
from encoder.parts.arithmetic import Arithmetic, bit_vectors
from encoder.parts.roots import places
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Filling, Puzzle


def arithmetic(puzzle: Puzzle) -> Arithmetic:
    """Bit-vectors for a board: room for a cell and subtrees of the largest size on all its neighbours."""
    board = puzzle.board
    degree = max(1, *map(len, board.neighbours)) if board.size > 1 else 1
    largest = min(board.size, puzzle.largest_region or board.size)
    number_width = (1 + degree * largest).bit_length()
    return bit_vectors(number_width, max(1, (board.size - 1).bit_length()))


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    return tight_script(FOREST_BV.name, puzzle, candidates, logic, arithmetic(puzzle))


def block(script: PuzzleScript, filling: Filling) -> str:
    """Return the blocking clause of a filling."""
    return block_terms(script.puzzle, filling, arithmetic(script.puzzle).number)


FOREST_BV = Encoding(
    name="forest-bv",
    title="the tight forest in bit-vectors",
    idea=(
        "The formulas of forest-tight over bit-vectors wide enough for any sum, for solvers that "
        "translate them to propositional logic."
    ),
    logics=("QF_BV", "QF_FD"),
    families=FAMILIES.records,
    source=TIGHTENED,
    build=build,
    decode=read,
    block=block,
    forest=forest_of_tight,
    roots=places,
    incremental_from=2,
    size="N",
    good_for="solvers of bit-vectors alone, such as Bitwuzla",
)
