"""Solve puzzles of games in a running Python, on demand and by script, and print a table with ratios.

    python scripts/games_warm.py FOLDER                     eight each of 10x10, 17x17, 10x18, …
    python scripts/games_warm.py FOLDER --most 12 --size 8x8 --size 17x17

FOLDER holds puzzles as text (`GAME HEIGHT WIDTH`, rows of signs), in `.txt` files, also in folders below it.
A time is the least CPU time of some calls of `fillomino.solve(…, unique=True)`, one way and the other in
turns, our own and the solver's together: reading, encoding, questions, proof and check by the rules. What
Python imports and keeps is there already. *Asked*: questions of the session, with the proof.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from encoder.encodings.registry import encodings_of
from fillomino import solve
from games import rectangle_text
from games.registry import NAMES
from scripts.harness import markdown, new_parser, timed

SIZES = ("10x10", "17x17", "10x18", "14x24", "20x36")


class Run(NamedTuple):
    """The times of a puzzle, in milliseconds; infinite where it was not proved to have one solution."""

    on_demand: float
    script: float
    asked: int


def sized(puzzle: str) -> tuple[str, str]:
    """Return the game of a puzzle, and its sides, the shorter one first."""
    read = rectangle_text.read(puzzle)
    return read.game.name, "x".join(map(str, sorted((read.height, read.width))))


def measured(puzzle: str, game: str, repeats: int, limit: float) -> Run:
    """Return the least times of a puzzle, each of so many."""
    ways = [None, encodings_of(game)[0].name]
    least, asked = [float("inf")] * 2, 0
    for _ in range(repeats):
        for encoding in list(ways):
            seconds, answer = timed(partial(solve, puzzle, encoding, unique=True, timeout=limit))
            if not answer.unique:  # it would not be the next time, either
                ways.remove(encoding)
                continue
            way = 0 if encoding is None else 1
            least[way] = min(least[way], 1000 * seconds)
            if encoding is None:
                asked = answer.result.cost.asked
    return Run(least[0], least[1], asked)


def chosen(folder: Path, sizes: list[str], most: int) -> Iterator[tuple[tuple[str, str], list[str]]]:
    """Yield each game and size, with some of its puzzles, evenly."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*.txt")):
        puzzle = path.read_text(encoding="utf-8")
        kind = sized(puzzle)
        if kind[1] in sizes:
            found[kind].append(puzzle)
    for kind in sorted(found, key=lambda kind: (NAMES.index(kind[0]), sizes.index(kind[1]))):
        puzzles = found[kind]
        yield kind, puzzles[:: -(-len(puzzles) // most)]


def main() -> None:
    """Measure, and print the table."""
    parser = new_parser(__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--size", action="append", default=[], metavar="AxB", help="instead of those sizes")
    parser.add_argument("--most", type=int, default=8, metavar="N", help="puzzles of a game and size")
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="calls each way")
    parser.add_argument("--limit", type=float, default=60, metavar="SEC", help="of a solver, by the clock")
    given = parser.parse_args()
    lines = []
    for (game, size), puzzles in chosen(given.folder, given.size or list(SIZES), given.most):
        runs = [measured(puzzle, game, given.repeats, given.limit) for puzzle in puzzles]
        ours, theirs = ([run[way] for run in runs] for way in range(2))
        lines.append(
            (
                game.capitalize(),
                size,
                len(runs),
                f"{median(ours):.1f} ({max(ours):.0f})",
                f"{median(run.asked for run in runs):g}",
                f"{median(theirs):.1f} ({max(theirs):.0f})",
                f"{median(theirs) / median(ours):.1f}",
            )
        )
        print(*lines[-1], file=sys.stderr)
    ways = ("on demand: median ms (most)", "asked", "script: median ms (most)")
    print(markdown(("game", "size", "puzzles", *ways, "ratio"), lines))


if __name__ == "__main__":
    main()
