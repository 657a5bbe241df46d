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
from fillomino.board import Board, rectangle
from fillomino.counting.task import bare
from fillomino.counting.windows import start
from fillomino.graph import random_connected_set
from fillomino.puzzle import Puzzle
from scripts.harness import new_parser

MOST_TRIES = 300
"""Limit of the sets that are tried with `wide`."""


def large_board(
    size: int,
    share: float,
    seed: int,
    largest: int | None = None,
    wide: tuple[int, int] | None = None,
) -> Puzzle:
    """Return a square board with a share, from 0 to 1, of the cells of a random solution as clues.

    No region of the solution has more than `largest` cells. With `wide`, the least and the greatest number of
    cells of a set, random sets on about half of the board lie in one region each.

    Raises:
        ValueError: if no solution was found, which may happen with a small `largest`.
    """
    random = Random(f"{size}/{seed}")
    board = rectangle(size, size)
    sets = [] if wide is None else disjoint_sets(board, wide, random)
    filling = start(bare(board, largest), random, sets)
    if filling is None:
        raise ValueError(f"no solution with regions of at most {largest} cells was found: take another seed")
    kept = random.sample(range(board.size), round(share * board.size))
    return Puzzle(board, {cell: filling[cell] for cell in sorted(kept)})


def disjoint_sets(board: Board, wide: tuple[int, int], random: Random) -> list[set[int]]:
    """Return random connected sets of so many cells that no two touch, on about half of a board."""
    free, sets = set(range(board.size)), list[set[int]]()
    for _ in range(MOST_TRIES):
        most = random.randint(*wide)
        near = [[y for y in board.neighbours[x] if y in free] if x in free else [] for x in range(board.size)]
        cells = random_connected_set(near, most, random)
        if len(cells) == most:
            sets.append(cells)
            free -= cells | {y for x in cells for y in board.neighbours[x]}
        if 2 * sum(map(len, sets)) >= board.size:
            break
    return sets


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("size", type=int, metavar="SIZE", help="rows and columns")
    parser.add_argument("share", type=float, metavar="SHARE", help="share of cells with clues, from 0 to 1")
    parser.add_argument("seed", type=int, metavar="SEED")
    parser.add_argument("--largest", type=int, metavar="K", help="no region of the solution is larger")
    parser.add_argument(
        "--wide",
        nargs=2,
        type=int,
        metavar=("LEAST", "MOST"),
        help="random sets of so many cells, on up to half of the board, lie in one region each",
    )
    arguments = parser.parse_args()
    if arguments.size < 1 or not 0 <= arguments.share <= 1:
        parser.error("SIZE is at least 1, and SHARE between 0 and 1")
    if arguments.wide and not 2 <= arguments.wide[0] <= arguments.wide[1]:
        parser.error("LEAST is at least 2, and MOST no less")
    try:
        puzzle = large_board(
            arguments.size, arguments.share, arguments.seed, arguments.largest, arguments.wide
        )
    except ValueError as error:
        sys.exit(str(error))
    sys.stdout.write(formats.write(puzzle, "plain"))


if __name__ == "__main__":
    main()
