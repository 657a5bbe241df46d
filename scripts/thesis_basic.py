"""The thesis's first experiment, done again: the basic variant on the Baron boards.

Deduction with backtracking against SMT, each in the thesis's form and in ours, through `fillomino compare`:

* its three strategies, corrected, with a guess at the first open cell;  S0 to S5, and few candidates first;
* its encoding `forest` with Z3;                                          our method `cuts` with Z3.

    FILLOMINO_CORPUS=puzzles python scripts/thesis_basic.py -o thesis-basic
    python scripts/thesis_basic.py --every 6 --timeout 10
    python scripts/thesis_basic.py --repository PATH    the thesis's own repository, as it is

Printed are the medians by size, and the share solved without a guess; drawn is time by board number, and the
time of SMT by number of empty cells (the thesis's figure 12).

Puzzles are `baron/HxW-NN.txt` of the corpus. Beside our times stand those that the thesis published, where
`thesis/baronDeterBackResult.csv` and `thesis/z3_baronresults.csv` lie beside the corpus. They were taken on
another machine, with a Z3 of unknown version. The files give height, width, number and time; the first gives
the depth besides. Neither gives guesses, empty cells, a limit, or how time was taken: no ratio is made.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import nan
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts.published import (  # noqa: E402
    PUBLISHED,
    Time,
    arguments,
    by_empty_cells,
    compared,
    grouped,
    logarithmic,
    name_of,
    new_figure,
    ours,
    published,
    puzzles,
    save,
)
from workbench.compare.page.plots import COLOURS, MARKERS  # noqa: E402

OPTIONS = (
    "--as", "basic", "--strategies", "single-exit+forced-cells+reachability", "--method", "backtracking",
    "--encoding", "forest", "--encoding", "cuts", "--solver", "z3", "--deduce", "full",
)  # fmt: skip
BACKTRACKING, SMT = "thesis: backtracking", "thesis: Z3"
SHORT = {"single-exit+forced-cells+reachability": "strategies"}


def main() -> None:
    given = arguments(__doc__, "thesis-basic")
    files = puzzles("baron", given)[:: given.every]
    measured = ours(compared(files, OPTIONS, given))
    series = {
        BACKTRACKING: published("baronDeterBackResult.csv", given),
        SMT: published("z3_baronresults.csv", given),
    }
    series |= {f"ours: {SHORT.get(method, method)}": its for method, its in measured.items()}
    series = {name: its for name, its in series.items() if its}
    sizes: defaultdict[str, list[str]] = defaultdict(list)
    for file in files:
        sizes[name_of(file).partition("-")[0]].append(name_of(file))
    sizes = defaultdict(list, sorted(sizes.items(), key=lambda item: area(item[0])))
    print(f"\nMedian times; ours are CPU seconds, with a limit of {given.timeout:g} s.\n")
    print(grouped(sizes, series, "board"))
    print(f"\n{depths(series, [name_of(file) for file in files])}\n")
    draw(sizes, series, given.output / "board-number")
    empty = {name: time.empty or 0 for its in measured.values() for name, time in its.items()}
    by_solver = {name: its for name, its in series.items() if name.endswith((" z3", " Z3"))}
    limits = {name: None if name == SMT else given.timeout for name in by_solver}
    by_empty_cells(empty, by_solver, limits, "empty cells", given.output / "empty-cells")


def area(size: str) -> int:
    height, width = map(int, size.split("x"))
    return height * width


def depths(series: Mapping[str, Mapping[str, Time]], names: Sequence[str]) -> str:
    """The share solved without a guess, and the boards that needed one, of each series that gives depths."""
    lines = []
    for name, its in series.items():
        known = [(stem, its[stem].depth) for stem in names if stem in its and its[stem].depth is not None]
        if known:
            guessed = ", ".join(f"{stem} (depth {depth})" for stem, depth in known if depth) or "none"
            solved = sum(depth == 0 and its[stem].seconds is not None for stem, depth in known)
            share = f"{solved} of {len(known)} ({solved / len(known):.0%}) solved without a guess"
            lines.append(f"{name}: {share}; boards that needed guesses: {guessed}")
    return "\n".join(lines)


def draw(sizes: Mapping[str, Sequence[str]], series: Mapping[str, Mapping[str, Time]], stem: Path) -> None:
    """Time against board number, a field for each size; what got no answer is not drawn."""
    figure = new_figure(11, 6.6)
    fields = list(figure.subplots(2, -(-len(sizes) // 2), sharey=True, squeeze=False).flat)
    for axes, (size, names) in zip(fields, sizes.items(), strict=False):
        for index, (name, its) in enumerate(series.items()):
            # No answer breaks the line.
            points = [(int(one.partition("-")[2]), its[one].seconds or nan) for one in names if one in its]
            theirs = name.startswith("thesis")
            axes.plot(
                [number for number, _ in points],
                [seconds for _, seconds in points],
                label=name,
                color=PUBLISHED if theirs else COLOURS[index % len(COLOURS)],
                linestyle="--" if theirs else "-",
                marker=MARKERS[index % len(MARKERS)],
                markersize=5,
                markerfacecolor="white" if theirs else None,
                linewidth=1,
            )
        logarithmic(axes)
        axes.set_title(size, fontsize=10)
        axes.set_xticks(range(1, 11))
        axes.set_xlim(0.4, 10.6)
        axes.grid(alpha=0.3)
    for axes in fields[len(sizes) :]:
        axes.set_axis_off()
    figure.supxlabel("board number")
    figure.supylabel("seconds")
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=3, frameon=False)
    save(figure, stem)


if __name__ == "__main__":
    main()
