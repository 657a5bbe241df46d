"""Write a large board to measure on: a random solved grid of which a share of the cells is kept as clues.

The grid is merged together from single cells (the beginning of `sample --method windows`), the clues are any
cells. So the board is solvable; with few clues it has many solutions. Equal arguments give equal text.

    python scripts/large_boards.py 64 0.45 1                    64x64, 45 % clues, seed 1
    python scripts/large_boards.py 100 0.65 1 --largest 9 > board.txt
    python scripts/large_boards.py 64 0.45 1 | fillomino solve - --encoding cuts
"""

from __future__ import annotations

import sys
from random import Random

from fillomino import formats
from fillomino.board import rectangle
from fillomino.counting.task import bare
from fillomino.counting.windows import start
from fillomino.puzzle import Puzzle
from scripts.harness import new_parser


def large_board(size: int, share: float, seed: int, largest: int | None = None) -> Puzzle:
    """Return a square board with a share, from 0 to 1, of the cells of a random solution as clues.

    No region of the solution has more than `largest` cells.

    Raises:
        ValueError: if no solution was found, which may happen with a small `largest`.
    """
    random = Random(f"{size}/{seed}")
    board = rectangle(size, size)
    filling = start(bare(board, largest), random)
    if filling is None:
        raise ValueError(f"no solution with regions of at most {largest} cells was found: take another seed")
    kept = random.sample(range(board.size), round(share * board.size))
    return Puzzle(board, {cell: filling[cell] for cell in sorted(kept)})


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("size", type=int, metavar="SIZE", help="rows and columns")
    parser.add_argument("share", type=float, metavar="SHARE", help="share of cells with clues, from 0 to 1")
    parser.add_argument("seed", type=int, metavar="SEED")
    parser.add_argument("--largest", type=int, metavar="K", help="no region of the solution is larger")
    arguments = parser.parse_args()
    if arguments.size < 1 or not 0 <= arguments.share <= 1:
        parser.error("SIZE is at least 1, and SHARE between 0 and 1")
    try:
        puzzle = large_board(arguments.size, arguments.share, arguments.seed, arguments.largest)
    except ValueError as error:
        sys.exit(str(error))
    sys.stdout.write(formats.write(puzzle, "plain"))


if __name__ == "__main__":
    main()
