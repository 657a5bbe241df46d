"""Write the table and the picture of benchmarks.md from sets that `fillomino benchmarks` made.

python docs/labs/benchmarks/benchmarks_page.py DIR

A set of scaling series (--scaling) gives the picture and its table, any other set the table of the set.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log
from pathlib import Path
from statistics import median
from typing import NamedTuple

from msgspec.json import decode

from encoder.encodings.registry import METHODS
from labs.benchmarks.make import CANDIDATES
from labs.benchmarks.manifest import MANIFEST, BenchmarkSet, read
from labs.benchmarks.measure import Measured
from labs.benchmarks.readme import figures, table
from labs.benchmarks.series import BOARDS, SPINE, cells
from scripts.harness import markdown, new_figure, new_parser, save

HERE = Path(__file__).parent
MEASURED = HERE / "measured"
PICTURE = HERE / "scaling"
COLUMNS = 4
STARTED = 0.05
"""CPU seconds below which a time shows the start of a solver rather than the question."""
FALL, RISE = 0.8, 16.0
"""The least and greatest factor from one time to the next for smooth growth."""


def summary(directory: Path, benchmarks: BenchmarkSet, rows: Sequence[Measured]) -> str:
    """Return sentences on a set, and its table."""
    size = sum((directory / benchmarks.path(row)).stat().st_size for row in rows)
    return (
        f"{_origin(benchmarks)}, {size / 1e6:.0f} MB, limit {benchmarks.seconds:g} CPU s. "
        f"{figures(benchmarks, rows)} {_solvers(benchmarks)}.\n\n{table(benchmarks, rows)}\n"
    )


def _origin(benchmarks: BenchmarkSet) -> str:
    return f"Seed {benchmarks.seed}, {benchmarks.origin.date}"


def _solvers(benchmarks: BenchmarkSet) -> str:
    return ", ".join(f"{name} ({version})" for name, version in benchmarks.solvers.items())


class Scaled(NamedTuple):
    """A scaling series as it was measured, its boards by size.

    `runs` has for each solver and number of cells, growing, the CPU seconds of each board of that size; a run
    that reached the limit counts as the limit.
    """

    encoding: str
    logic: str
    boards: list[str]
    runs: dict[str, dict[int, list[float]]]

    def medians(self, solver: str) -> list[tuple[int, float]]:
        """The median time of a solver at each size."""
        return [(size, median(times)) for size, times in self.runs[solver].items()]


def scaled(
    benchmarks: BenchmarkSet, rows: Sequence[Measured], candidates: Sequence[Measured]
) -> list[Scaled]:
    """Gather the series of a set, in the order of the encodings."""
    names = [*(method.name for method in METHODS), *(row.recipe.encoding for row in rows)]
    series = []
    for encoding in dict.fromkeys(names):
        scaling = sorted((row for row in rows if row.recipe.encoding == encoding), key=cells)
        if not scaling:
            continue
        runs: dict[str, dict[int, list[float]]] = {
            name: {cells(row): [] for row in scaling} for name in benchmarks.solvers
        }
        for row in candidates:
            if row.recipe.encoding == encoding and any(cells(row) == cells(other) for other in scaling):
                for name, run in row.timings.items():
                    runs[name][cells(row)].append(run.seconds if run.ended else benchmarks.seconds)
        boards = [row.recipe.board for row in scaling]
        series.append(Scaled(encoding, scaling[0].recipe.logic, boards, runs))
    return series


def scaling_table(benchmarks: BenchmarkSet, series: Sequence[Scaled]) -> str:
    """Return sentences on scaling series, and their table: sizes, times, growth, and if they are smooth."""
    solvers = list(benchmarks.solvers)
    head = ["encoding", "logic", "boards", *(f"{name}, CPU s" for name in solvers)]
    head += [*(f"{name}, power of cells" for name in solvers), "smooth"]
    lines = []
    for scaling in series:
        medians = {name: scaling.medians(name) for name in solvers}
        smooth = [name for name, times in medians.items() if is_smooth([time for _, time in times])]
        times_of = [" ".join(f"{time:.2f}" for _, time in times) for times in medians.values()]
        powers = map(_power, medians.values())
        boards = " ".join(scaling.boards)
        lines.append(
            [f"`{scaling.encoding}`", scaling.logic, boards, *times_of, *powers, ", ".join(smooth) or "none"]
        )
    return (
        f"{_origin(benchmarks)}, limit {benchmarks.seconds:g} CPU s; medians of {BOARDS} boards. "
        f"{_solvers(benchmarks)}.\n\n{markdown(head, lines)}"
    )


def is_smooth(times: Sequence[float]) -> bool:
    """Return whether times in seconds grow smoothly over at least `SPINE` sizes."""
    kept = [max(time, STARTED) for time in times]
    steps = [after / before for before, after in pairwise(kept)]
    return len(times) >= SPINE and times[-1] > STARTED and all(FALL <= step <= RISE for step in steps)


def _power(medians: Sequence[tuple[int, float]]) -> str:
    """The power of the number of cells by which times grow, where they are more than a solver's start."""
    kept = [(size, time) for size, time in medians if time > STARTED]
    if len(kept) < 2:
        return ""
    (fewer, before), (more, after) = kept[0], kept[-1]
    return f"{log(after / before) / log(more / fewer):.1f}"


def draw(series: Sequence[Scaled], limit: float) -> None:
    """Draw times by the cells of the board, a field for each encoding: medians, and each board as a dot."""
    lines = -(-len(series) // COLUMNS)
    figure = new_figure(3.0 * COLUMNS, 2.4 * lines)
    grid = figure.subplots(lines, COLUMNS, sharex=True, sharey=True, squeeze=False)
    for axes, scaling in zip(grid.flat, series, strict=False):
        for solver, runs in scaling.runs.items():
            [line] = axes.plot(
                *zip(*scaling.medians(solver), strict=True), marker="o", markersize=3, label=solver
            )
            dots = [(size, time) for size, times in runs.items() for time in times]
            axes.plot(*zip(*dots, strict=True), ".", markersize=2, color=line.get_color(), alpha=0.5)
        axes.set_title(scaling.encoding, fontsize=9)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.axhline(limit, color="grey", linewidth=0.8, linestyle=":")
        axes.grid(alpha=0.3)
    for axes in list(grid.flat)[len(series) :]:
        axes.set_visible(False)
    figure.supxlabel("cells of the board", fontsize=9)
    figure.supylabel("CPU s", fontsize=9)
    handles, labels = grid.flat[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower right", fontsize=8)
    save(figure, PICTURE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write what a set gives."""
    parser = new_parser(__doc__)
    parser.add_argument("directory", type=Path, metavar="DIR", help="The directory of the set.")
    directory = parser.parse_args(arguments).directory
    benchmarks, rows = read(directory / MANIFEST)
    if benchmarks.scaling:
        lines = (directory / CANDIDATES).read_text(encoding="utf-8").splitlines()[1:]
        series = scaled(benchmarks, rows, [decode(line, type=Measured) for line in lines])
        draw(series, benchmarks.seconds)
        text, name = scaling_table(benchmarks, series), "benchmarks-scaling"
    else:
        text, name = summary(directory, benchmarks, rows), "benchmarks-set"
    (MEASURED / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
