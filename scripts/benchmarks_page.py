"""Write the table and the picture of docs/benchmarks.md from a set that `fillomino benchmarks` made.

python scripts/benchmarks_page.py DIR
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts.published import new_figure, save  # noqa: E402
from workbench.benchmarks.make import CANDIDATES  # noqa: E402
from workbench.benchmarks.manifest import MANIFEST, read  # noqa: E402
from workbench.benchmarks.measure import EASY, Measured, from_line  # noqa: E402
from workbench.benchmarks.readme import table  # noqa: E402

PAGE = ROOT / "docs" / "benchmarks.md"
PICTURE = ROOT / "docs" / "benchmarks" / "scaling"
MARKS = re.compile(r"(<!-- from here: scripts/benchmarks_page.py -->\n).*?(<!-- to here -->)", re.DOTALL)
COLUMNS = 4


def summary(directory: Path) -> str:
    """Return a sentence on a set, and its table."""
    its, rows = read(directory / MANIFEST)
    statuses = [one.statuses[-1] for one in rows]
    several = sum(len(one.statuses) > 1 for one in rows)
    size = sum(
        (directory / its.path(one.recipe, incremental=len(one.statuses) > 1)).stat().st_size for one in rows
    )
    slow = sum(all(not run.ended or run.seconds > EASY for run in one.timings.values()) for one in rows)
    solvers = ", ".join(f"{name} ({version})" for name, version in its.solvers.items())
    return (
        f"Seed {its.seed}, {its.origin.date}: {len(rows)} files, {size / 1e6:.0f} MB, {several} of them "
        f"incremental; the last status is `unsat` in {statuses.count('unsat')}. "
        f"{sum(one.hard for one in rows)} take some solver more than {EASY:g} s, {slow} take each so long. "
        f"{solvers}; limit {its.seconds:g} CPU s.\n\n"
        f"{table(its, rows)}\n"
    )


def draw(candidates: Sequence[Measured], limit: float) -> None:
    """Draw the times of the question `unique` by the size of the board, a field for each encoding."""
    fields: dict[str, dict[str, list[tuple[int, float]]]] = defaultdict(lambda: defaultdict(list))
    for one in candidates:
        if one.recipe.question == "unique" and one.recipe.number == 1:
            for solver, timing in one.timings.items():
                seconds = timing.seconds if timing.ended else limit
                fields[one.recipe.encoding][solver].append((one.recipe.size, seconds))
    lines = -(-len(fields) // COLUMNS)
    figure = new_figure(3.0 * COLUMNS, 2.6 * lines)
    grid = figure.subplots(lines, COLUMNS, sharex=True, sharey=True, squeeze=False)
    for axes, (encoding, solvers) in zip(grid.flat, fields.items(), strict=False):
        for solver, points in solvers.items():
            axes.plot(*zip(*sorted(points), strict=True), marker="o", markersize=3, label=solver)
        axes.set_title(encoding, fontsize=9)
        axes.set_yscale("log")
        axes.axhline(limit, color="grey", linewidth=0.8, linestyle=":")
        axes.grid(alpha=0.3)
    for axes in list(grid.flat)[len(fields) :]:
        axes.set_visible(False)
    figure.supxlabel("rows of the board", fontsize=9)
    figure.supylabel("CPU s", fontsize=9)
    handles, labels = max(
        (axes.get_legend_handles_labels() for axes in grid.flat), key=lambda both: len(both[0])
    )
    figure.legend(handles, labels, loc="upper right", fontsize=8)
    save(figure, PICTURE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("directory", type=Path, metavar="DIR", help="The directory of the set.")
    directory = parser.parse_args(arguments).directory
    lines = (directory / CANDIDATES).read_text(encoding="utf-8").splitlines()[1:]
    draw([from_line(line) for line in lines], read(directory / MANIFEST)[0].seconds)
    page = PAGE.read_text(encoding="utf-8")
    text = summary(directory)
    PAGE.write_text(MARKS.sub(lambda found: f"{found[1]}{text}{found[2]}", page), encoding="utf-8")


if __name__ == "__main__":
    main()
