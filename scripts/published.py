"""Parts of the two scripts of the thesis's experiments: published times, comparison, table, picture."""

from __future__ import annotations

import argparse
import csv
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tests.support.corpus import CORPUS, THESIS
from workbench.compare.page.plots import COLOURS, MARKERS, MISSING
from workbench.compare.resampling import doubled_ranks
from workbench.compare.row import Row
from workbench.compare.statistics import seconds_of
from workbench.compare.store import read

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 300.0
"""Seconds: a published time of so much, or of more, is one without an answer."""

PUBLISHED = "#555555"
"""The colour of what was published."""


@dataclass(frozen=True, slots=True)
class Time:
    """A time for a puzzle.

    Attributes:
        seconds: how long it took; ``None`` if it got no answer.
        depth: the most assumptions that stood at once, where given.
        empty: how many cells hold no clue, where given.
    """

    seconds: float | None
    depth: int | None = None
    empty: int | None = None


def puzzles(kind: str, given: argparse.Namespace) -> list[Path]:
    """The puzzle files of a kind, ``baron`` or ``janko``, of the thesis's repository or the corpus."""
    folder = CORPUS / kind if given.repository is None else given.repository / f"{kind}Puzzles"
    return sorted((file for file in folder.rglob("*.txt") if name_of(file)), key=name_of)


def name_of(file: str | Path) -> str:
    """Return the name of a puzzle by its file, here or in the thesis's repository: ``10x10-01``, or ``007``.

    Empty for a file that is no puzzle's.
    """
    stem = Path(file).stem
    if match := re.fullmatch(r"(\d+x\d+)(?:PB|-)0*(\d+)", stem):
        return f"{match[1]}-{int(match[2]):02}"
    number = re.search(r"(\d+)$", stem)
    return f"{int(number[1]):03}" if number else ""


def published(name: str, given: argparse.Namespace) -> dict[str, Time]:
    """A CSV file of the thesis: for each puzzle, by its name, the time; empty if it is not there.

    The columns differ from file to file. None gives a limit, a solver's version or a machine.
    """
    path = (given.repository or THESIS) / name
    if not path.exists():
        print(f"{path} is not there, so there is nothing published to set beside our times")
        return {}
    found = {}
    with path.open(newline="", encoding="utf-8") as file:
        for raw in csv.DictReader(file):
            line = {column.lower(): value for column, value in raw.items()}
            number = int(line["boardnum"])
            taken = line.get("time_s") or line["timeseconds"]
            seconds = None if taken.startswith(">") else float(taken)
            if "emptycells" in line:
                over = seconds is None or seconds >= LIMIT
                found[f"{number:03}"] = Time(None if over else seconds, empty=int(line["emptycells"]))
            else:
                depth = int(line["maxdepth"]) if "maxdepth" in line else None
                found[f"{line['height']}x{line['width']}-{number:02}"] = Time(seconds, depth)
    return found


def arguments(description: str | None, folder: str) -> argparse.Namespace:
    """The options that both scripts have."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "-o", "--output", type=Path, default=Path(folder), metavar="DIR", help="[%(default)s]"
    )
    parser.add_argument("--timeout", type=float, default=60, metavar="SEC", help="for each run [%(default)s]")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th puzzle")
    parser.add_argument(
        "--repository", type=Path, metavar="PATH", help="the thesis's repository, instead of the corpus"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="runs at a time")
    return parser.parse_args()


def compared(files: Sequence[Path], options: Sequence[str], given: argparse.Namespace) -> list[Row]:
    """Run ``fillomino compare``, or what is missing of it, and give its rows.

    It prints its own table, and writes its report to ``DIR/runs-report``.
    """
    if not files:
        sys.exit(f"no puzzles in {given.repository or CORPUS}: set FILLOMINO_CORPUS to a directory of them")
    runs = given.output / "runs.jsonl"
    command = [sys.executable, "-m", "workbench", "compare", *map(str, files), *options]
    command += [
        "--timeout",
        f"{given.timeout:g}",
        "--jobs",
        str(given.jobs),
        "--time",
        "total",
        "-o",
        str(runs),
    ]
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    try:
        done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False)
    except KeyboardInterrupt:
        sys.exit(130)
    if done.returncode:
        sys.exit(done.returncode)
    names = set(map(str, files))
    rows, _ = read(runs)
    return [row for row in rows if row.puzzle in names and row.seconds_limit == (given.timeout or None)]


def ours(rows: Iterable[Row]) -> dict[str, dict[str, Time]]:
    """For each method, by the name of the puzzle, our time: CPU seconds, the solver's and our own."""
    found: dict[str, dict[str, Time]] = {}
    for row in rows:
        seconds = seconds_of(row, "total") if row.answered else None
        found.setdefault(row.method, {})[name_of(row.puzzle)] = Time(seconds, row.depth, row.empty)
    return found


def grouped(
    groups: Mapping[str, Sequence[str]], series: Mapping[str, Mapping[str, Time]], heading: str
) -> str:
    """A table in Markdown: a line for each group of puzzles, with the median of each series."""
    lines = [[heading, "puzzles", *series], ["---"] * (len(series) + 2)]
    for group, names in groups.items():
        cells = []
        for its in series.values():
            times = [its[name].seconds for name in names if name in its]
            cells.append(_median(times))
        lines.append([group, str(len(names)), *cells])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _median(times: Sequence[float | None]) -> str:
    """The median, where no answer is longer than every time; with how many answered, if not all did."""
    if not times:
        return "-"
    answered = [seconds for seconds in times if seconds is not None]
    middle = median([*answered, *[float("inf")] * (len(times) - len(answered))])
    shown = "no answer" if middle == float("inf") else f"{middle:.3g} s"
    return shown if len(answered) == len(times) else f"{shown} ({len(answered)} of {len(times)})"


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return Spearman's rank correlation of pairs; 0 where one side has one value only."""
    ranks = [doubled_ranks(side) for side in zip(*pairs, strict=True)]
    means = [sum(side) / len(side) for side in ranks]
    first, second = ([rank - mean for rank in side] for side, mean in zip(ranks, means, strict=True))
    spread = sqrt(sum(x * x for x in first) * sum(y * y for y in second))
    return sum(x * y for x, y in zip(first, second, strict=True)) / spread if spread else 0.0


def by_empty_cells(
    empty: Mapping[str, int],
    series: Mapping[str, Mapping[str, Time]],
    limits: Mapping[str, float | None],
    label: str,
    stem: Path,
) -> None:
    """Draw time against empty cells, of the same puzzles; no answer lies, open, above the limit.

    Args:
        empty: for each puzzle its number of empty cells.
        series: the times of each series.
        limits: the limit of each series in seconds, where it is known.
        label: what stands at the axis of cells.
        stem: where to write, without ending.
    """
    figure = new_figure(8.5, 5.2)
    axes = figure.subplots()
    for index, (name, its) in enumerate(series.items()):
        shade = PUBLISHED if name.startswith("thesis") else COLOURS[index % len(COLOURS)]
        aside = 0.25 * (index - (len(series) - 1) / 2)  # so that points of two series stay apart
        done = [
            (empty[one] + aside, max(s, 0.001)) for one in empty if one in its and (s := its[one].seconds)
        ]
        undone = [empty[one] + aside for one in empty if one in its and its[one].seconds is None]
        marker = MARKERS[index % len(MARKERS)]
        title = f"{name} ({len(done)} of {len(done) + len(undone)})"
        points = [x for x, _ in done], [y for _, y in done]
        axes.scatter(*points, s=22, color=shade, marker=marker, alpha=0.75, label=title)
        end = limits[name]
        if end is not None:
            above = [end * 1.15] * len(undone)
            axes.scatter(undone, above, s=22, edgecolors=shade, facecolors="none", marker=marker)
            axes.axhline(end, color=shade, linewidth=0.8, linestyle="--")
    logarithmic(axes)
    axes.set_xlabel(label)
    axes.set_ylabel("seconds")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside upper center", ncols=3, frameon=False)
    save(figure, stem)


def new_figure(width: float, height: float) -> Figure:
    """An empty picture.

    Ends the script with a message if matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        sys.exit(MISSING)
    return Figure(figsize=(width, height), layout="constrained")


def logarithmic(axes: Axes) -> None:
    """A logarithmic axis of seconds, with plain numbers."""
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")


def save(figure: Figure, stem: Path) -> None:
    """Write a picture as PNG and as SVG."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    for suffix in (".png", ".svg"):
        figure.savefig(stem.with_suffix(suffix), dpi=130, facecolor="white")
    print(f"the picture is {stem.with_suffix('.svg')}, and .png")
