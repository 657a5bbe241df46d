"""The thesis's second experiment, done again: SMT on challenging 10x10 boards, by the share of empty cells.

Its encoding `forest` and our method `cuts`, both with Z3, through `fillomino compare`.

    FILLOMINO_CORPUS=puzzles python scripts/thesis_challenging.py -o thesis-challenging
    python scripts/thesis_challenging.py --every 8 --timeout 10

Puzzles are the 10x10 boards of `janko/NNN.txt` in the corpus. Beside our times stand those that the thesis
published, where `thesis/z3JankoResult_with_empty.csv` lies beside the corpus. That file gives size, number,
time and empty cells; a time of 300 s or more counts as no answer. It gives no depth, no time of backtracking,
no version of Z3, and not whether uniqueness was proved; we ask for one filling. They were taken on another
machine, so no ratio is made.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fillomino import formats  # noqa: E402
from scripts.published import (  # noqa: E402
    PUBLISHED,
    Time,
    arguments,
    compared,
    grouped,
    logarithmic,
    new_figure,
    ours,
    published,
    save,
)
from tests.support.corpus import CORPUS  # noqa: E402
from workbench.compare.page.colours import MARKERS, colour  # noqa: E402

OPTIONS = ("--encoding", "forest", "--encoding", "cuts", "--solver", "z3", "--deduce", "full")
THESIS_Z3 = "thesis: Z3"
BANDS = ((0, 54), (55, 59), (60, 64), (65, 69), (70, 100))
"""Bands of empty cells; on a board of 100 cells that is the share in percent."""


def main() -> None:
    given = arguments(__doc__, "thesis-challenging")
    files = [file for file in sorted((CORPUS / "janko").glob("*.txt")) if is_10x10(file)][:: given.every]
    measured = ours(compared(files, OPTIONS, given))
    theirs = published("z3JankoResult_with_empty.csv")
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
    draw(empty, series, given.timeout, given.output / "empty-cells")


def is_10x10(file: Path) -> bool:
    grid = formats.read_bytes(file.read_bytes(), source=str(file)).puzzle.board.grid
    return grid is not None and (grid.height, grid.width) == (10, 10)


def draw(
    empty: Mapping[str, int], series: Mapping[str, Mapping[str, Time]], limit: float, stem: Path
) -> None:
    """Time against empty cells, of the same puzzles; no answer lies, open, above the limit."""
    figure = new_figure(8.5, 5.2)
    axes = figure.subplots()
    for index, (name, its) in enumerate(series.items()):
        theirs = name == THESIS_Z3
        shade, end = PUBLISHED if theirs else colour(index), 300.0 if theirs else limit
        aside = 0.25 * (index - (len(series) - 1) / 2)  # so that points of two series stay apart
        done = [
            (empty[one] + aside, max(s, 0.001)) for one in empty if one in its and (s := its[one].seconds)
        ]
        undone = [empty[one] + aside for one in empty if one in its and its[one].seconds is None]
        marker = MARKERS[index % len(MARKERS)]
        label = f"{name} ({len(done)} of {len(done) + len(undone)})"
        axes.scatter(
            [x for x, _ in done],
            [y for _, y in done],
            s=22,
            color=shade,
            marker=marker,
            alpha=0.75,
            label=label,
        )
        axes.scatter(
            undone, [end * 1.15] * len(undone), s=22, edgecolors=shade, facecolors="none", marker=marker
        )
        axes.axhline(end, color=shade, linewidth=0.8, linestyle="--")
    logarithmic(axes)
    axes.set_xlabel("empty cells of 100")
    axes.set_ylabel("seconds")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside upper center", ncols=3, frameon=False)
    save(figure, stem)


if __name__ == "__main__":
    main()
