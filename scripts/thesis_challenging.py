"""The thesis's second experiment, done again: SMT on challenging 10x10 boards, by the share of empty cells.

Its encoding `forest` and our method `cuts`, both with Z3, through `fillomino compare`.

    FILLOMINO_CORPUS=puzzles python scripts/thesis_challenging.py -o thesis-challenging
    python scripts/thesis_challenging.py --every 8 --timeout 10
    python scripts/thesis_challenging.py --repository PATH    the thesis's own repository, as it is

Puzzles are the 10x10 boards of `janko/NNN.txt` in the corpus. Beside our times stand those that the thesis
published, where `thesis/z3JankoResult_with_empty.csv` lies beside the corpus. That file gives size, number,
time and empty cells; a time of 300 s or more counts as no answer. It gives no depth, no time of backtracking,
no version of Z3, and not whether uniqueness was proved; we ask for one filling. They were taken on another
machine, so no ratio is made.
"""

from __future__ import annotations

import sys
from math import inf
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fillomino import formats  # noqa: E402
from scripts.published import (  # noqa: E402
    LIMIT,
    Time,
    arguments,
    by_empty_cells,
    compared,
    grouped,
    ours,
    published,
    puzzles,
    rank_correlation,
)

OPTIONS = ("--encoding", "forest", "--encoding", "cuts", "--solver", "z3", "--deduce", "full")
THESIS_Z3 = "thesis: Z3"
BANDS = ((0, 54), (55, 59), (60, 64), (65, 69), (70, 100))
"""Bands of empty cells; on a board of 100 cells that is the share in percent."""


def main() -> None:
    given = arguments(__doc__, "thesis-challenging")
    files = [file for file in puzzles("janko", given) if is_10x10(file)][:: given.every]
    measured = ours(compared(files, OPTIONS, given))
    theirs = published("z3JankoResult_with_empty.csv", given)
    empty = {name: time.empty or 0 for its in measured.values() for name, time in its.items()}
    series = {THESIS_Z3: theirs} if theirs else {}
    series |= {f"ours: {method}": its for method, its in measured.items()}
    bands = {f"{low} to {high} %": [n for n, e in empty.items() if low <= e <= high] for low, high in BANDS}
    bands = {band: names for band, names in bands.items() if names}
    print(f"\nMedian times; ours are CPU seconds, with a limit of {given.timeout:g} s, the thesis's 300 s.\n")
    print(grouped(bands, series, "empty cells"))
    if theirs:
        both = [name for name in empty if name in theirs]
        other = [
            f"{name} ({theirs[name].empty}, here {empty[name]})"
            for name in both
            if theirs[name].empty != empty[name]
        ]
        print(f"\n{len(both)} of these {len(empty)} puzzles have a published time.")
        print(f"Published empty cells that are not those of the puzzle: {', '.join(other) or 'none'}.\n")
    share = sum(empty.values()) / max(1, len(empty))
    print(f"Empty cells: {share:.0f} % on average.")
    for name, its in series.items():
        pairs = [(e, seconds(its[one])) for one, e in empty.items() if one in its]
        if pairs:
            correlation = rank_correlation(pairs)
            print(f"{name}: Spearman's correlation of empty cells and time {correlation:+.2f}.")
    limits = {name: LIMIT if name == THESIS_Z3 else given.timeout for name in series}
    by_empty_cells(empty, series, limits, "empty cells of 100", given.output / "empty-cells")


def seconds(time: Time) -> float:
    """Return the seconds of a time; no answer is longer than all."""
    return inf if time.seconds is None else time.seconds


def is_10x10(file: Path) -> bool:
    grid = formats.read_bytes(file.read_bytes(), source=str(file)).puzzle.board.grid
    return grid is not None and (grid.height, grid.width) == (10, 10)


if __name__ == "__main__":
    main()
