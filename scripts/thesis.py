"""Repeat the thesis's two experiments, with its figures 9 to 13, through `fillomino compare`.

basic        the Baron boards, as the basic variant: deduction with backtracking against SMT. The thesis's
             three strategies, corrected, and its encoding `forest` with Z3; our S0 to S5, and `cuts` with
             Z3. Printed are the medians by size and the share solved without a guess; drawn is time by
             board number.
challenging  the 10x10 boards of Janko: `forest` and `cuts`, both with Z3, by the share of empty cells.

Both draw the time of SMT by the number of empty cells, and write into a folder each of DIR.

    FILLOMINO_CORPUS=puzzles python scripts/thesis.py --timeout 60
    python scripts/thesis.py basic --every 6 --timeout 10
    python scripts/thesis.py --repository PATH    the thesis's own repository, as it is

Puzzles are `baron/HxW-NN.txt` and `janko/NNN.txt` of the corpus. Our times are shown beside those that the
thesis published, if its CSV files lie in `thesis/` beside the corpus. They were taken on another machine,
with a Z3 of unknown version. They give neither guesses nor how time was taken; only the second experiment's
give empty cells and a limit, 300 s. So no ratio is computed.
"""

from __future__ import annotations

import argparse
import csv
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, nan, prod
from pathlib import Path
from statistics import StatisticsError, correlation, median
from typing import Any, TypeAlias

from scripts.harness import logarithmic, markdown, new_figure, new_parser, save
from tests.support.corpus import CORPUS, THESIS
from workbench.compare.page.plots import COLOURS, MARKERS
from workbench.compare.plan import board_name
from workbench.compare.resampling import doubled_ranks
from workbench.compare.row import Row
from workbench.compare.statistics import seconds_of
from workbench.compare.store import read
from workbench.texts.inputs import puzzle_of

THESIS_BACKTRACKING, THESIS_Z3 = "thesis: backtracking", "thesis: Z3"
STRATEGIES = "single-exit+forced-cells+reachability"
BASIC = (
    "--as", "basic", "--strategies", STRATEGIES, "--method", "backtracking",
    "--encoding", "forest", "--encoding", "cuts", "--solver", "z3", "--deduce", "full",
)  # fmt: skip
CHALLENGING = ("--encoding", "forest", "--encoding", "cuts", "--solver", "z3", "--deduce", "full")

LIMIT = 300.0
"""Seconds from which a published time of the second experiment counts as no answer."""

BANDS = ((0, 54), (55, 59), (60, 64), (65, 69), (70, 100))
"""Bands of empty cells; on a board of 100 cells that is the share in percent."""

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


Times: TypeAlias = dict[str, Time]
"""Times by the names of puzzles."""


def basic(given: argparse.Namespace) -> None:
    """Repeat the first experiment."""
    output = given.output / "basic"
    files = puzzles("baron", given)[:: given.every]
    measured = our_times(compare(files, BASIC, given, output))
    series = {
        THESIS_BACKTRACKING: published("baronDeterBackResult.csv", given),
        THESIS_Z3: published("z3_baronresults.csv", given),
    }
    series |= {f"ours: {name.replace(STRATEGIES, 'strategies')}": times for name, times in measured.items()}
    series = {name: times for name, times in series.items() if times}
    by_size: defaultdict[str, list[str]] = defaultdict(list)
    for name in map(name_of, files):
        by_size[name.partition("-")[0]].append(name)
    sizes = dict(sorted(by_size.items(), key=lambda item: prod(map(int, item[0].split("x")))))
    print(f"\nMedian times; ours are CPU seconds, with a limit of {given.timeout:g} s.\n")
    print(grouped(sizes, series, "board"))
    print(f"\n{depths(series, [name_of(file) for file in files])}\n")
    draw_by_number(sizes, series, output / "board-number")
    by_solver = {name: times for name, times in series.items() if name.endswith((" z3", " Z3"))}
    limits = {name: None if name == THESIS_Z3 else given.timeout for name in by_solver}
    draw_by_empty_cells(empty_cells(measured), by_solver, limits, "empty cells", output / "empty-cells")


def challenging(given: argparse.Namespace) -> None:
    """Repeat the second experiment."""
    output = given.output / "challenging"
    files = [file for file in puzzles("janko", given) if is_10x10(file)][:: given.every]
    measured = our_times(compare(files, CHALLENGING, given, output))
    theirs = published("z3JankoResult_with_empty.csv", given)
    empty = empty_cells(measured)
    series = {THESIS_Z3: theirs} if theirs else {}
    series |= {f"ours: {name}": times for name, times in measured.items()}
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
    for name, times in series.items():
        # No answer counts as longer than all.
        pairs = [
            (e, inf if (s := times[one].seconds) is None else s) for one, e in empty.items() if one in times
        ]
        if pairs:
            print(f"{name}: Spearman's correlation of empty cells and time {rank_correlation(pairs):+.2f}.")
    limits = {name: LIMIT if name == THESIS_Z3 else given.timeout for name in series}
    draw_by_empty_cells(empty, series, limits, "empty cells of 100", output / "empty-cells")


EXPERIMENTS: Mapping[str, Callable[[argparse.Namespace], None]] = {"basic": basic, "challenging": challenging}


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("experiment", nargs="*", metavar="EXPERIMENT", help="basic, challenging  [both]")
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("thesis"), metavar="DIR", help="[%(default)s]"
    )
    parser.add_argument("--timeout", type=float, default=60, metavar="SEC", help="for each run [%(default)s]")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th puzzle")
    parser.add_argument(
        "--repository", type=Path, metavar="PATH", help="the thesis's repository, instead of the corpus"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="runs at a time")
    given = parser.parse_args()
    if unknown := set(given.experiment) - EXPERIMENTS.keys():
        parser.error(f"no experiment {', '.join(unknown)}: it is one of {', '.join(EXPERIMENTS)}")
    for name in given.experiment or EXPERIMENTS:
        EXPERIMENTS[name](given)


# Puzzles and times.


def puzzles(kind: str, given: argparse.Namespace) -> list[Path]:
    """Return the puzzle files of a kind, ``baron`` or ``janko``, of the thesis's repository or the corpus."""
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


def is_10x10(file: Path) -> bool:
    return board_name(puzzle_of(str(file)).document.puzzle) == "10x10"


def published(name: str, given: argparse.Namespace) -> Times:
    """Return the times of a CSV file of the thesis; none if it is missing.

    The columns differ from file to file. None gives a limit, a solver's version or a machine.
    """
    path = (given.repository or THESIS) / name
    if not path.exists():
        print(f"{path} is missing, so there is nothing published to set beside our times")
        return {}
    times = {}
    with path.open(newline="", encoding="utf-8") as file:
        for raw in csv.DictReader(file):
            line = {column.lower(): value for column, value in raw.items()}
            number = int(line["boardnum"])
            taken = line.get("time_s") or line["timeseconds"]
            seconds = None if taken.startswith(">") else float(taken)
            if "emptycells" in line:
                over = seconds is None or seconds >= LIMIT
                times[f"{number:03}"] = Time(None if over else seconds, empty=int(line["emptycells"]))
            else:
                depth = int(line["maxdepth"]) if "maxdepth" in line else None
                times[f"{line['height']}x{line['width']}-{number:02}"] = Time(seconds, depth)
    return times


def compare(
    files: Sequence[Path], options: Sequence[str], given: argparse.Namespace, output: Path
) -> list[Row]:
    """Run ``fillomino compare``, or what is missing of it, and return its rows.

    It prints its own table, and writes its report to ``DIR/runs-report``.
    """
    if not files:
        sys.exit(f"no puzzles in {given.repository or CORPUS}: set FILLOMINO_CORPUS to a directory of them")
    runs = output / "runs.jsonl"
    command = [sys.executable, "-m", "workbench", "compare", *map(str, files), *options, "--time", "total"]
    command += ["--timeout", f"{given.timeout:g}", "--jobs", f"{given.jobs}", "-o", str(runs)]
    try:
        done = subprocess.run(command, check=False)
    except KeyboardInterrupt:
        sys.exit(130)
    if done.returncode:
        sys.exit(done.returncode)
    names = set(map(str, files))
    rows, _ = read(runs)
    return [row for row in rows if row.puzzle in names and row.seconds_limit == (given.timeout or None)]


def our_times(rows: Iterable[Row]) -> dict[str, Times]:
    """Return the times of each method: CPU seconds, the solver's and our own."""
    series: dict[str, Times] = {}
    for row in rows:
        seconds = seconds_of(row, "total") if row.answered else None
        series.setdefault(row.method, {})[name_of(row.puzzle)] = Time(seconds, row.depth, row.empty)
    return series


def empty_cells(series: Mapping[str, Times]) -> dict[str, int]:
    """Return the number of empty cells of each puzzle."""
    return {name: time.empty or 0 for times in series.values() for name, time in times.items()}


# Tables.


def grouped(groups: Mapping[str, Sequence[str]], series: Mapping[str, Times], heading: str) -> str:
    """Return a table in Markdown: a line for each group of puzzles, with the median of each series."""
    lines = [
        [
            group,
            len(names),
            *(_median([times[n].seconds for n in names if n in times]) for times in series.values()),
        ]
        for group, names in groups.items()
    ]
    return markdown([heading, "puzzles", *series], lines).rstrip()


def _median(times: Sequence[float | None]) -> str:
    """The median, where no answer is longer than every time; with how many answered, if not all did."""
    if not times:
        return "-"
    answered = [seconds for seconds in times if seconds is not None]
    middle = median([*answered, *[inf] * (len(times) - len(answered))])
    shown = "no answer" if middle == inf else f"{middle:.3g} s"
    return shown if len(answered) == len(times) else f"{shown} ({len(answered)} of {len(times)})"


def depths(series: Mapping[str, Times], names: Sequence[str]) -> str:
    """Return the share solved without a guess, and the boards that needed one, of each series with depths."""
    lines = []
    for title, times in series.items():
        known = {name: times[name] for name in names if name in times and times[name].depth is not None}
        if known:
            guessed = [f"{name} (depth {time.depth})" for name, time in known.items() if time.depth]
            solved = sum(time.depth == 0 and time.seconds is not None for time in known.values())
            share = f"{solved} of {len(known)} ({solved / len(known):.0%}) solved without a guess"
            lines.append(f"{title}: {share}; boards that needed guesses: {', '.join(guessed) or 'none'}")
    return "\n".join(lines)


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return Spearman's rank correlation of pairs; 0 where one side has one value only."""
    first, second = (doubled_ranks(side) for side in zip(*pairs, strict=True))
    try:
        return correlation(first, second)
    except StatisticsError:
        return 0.0


# Figures.

_THEIRS: Mapping[str, Any] = {"linestyle": "--", "markerfacecolor": "white"}


def _style(title: str, index: int) -> dict[str, Any]:
    """Return the colour and the marker of a series."""
    colour = PUBLISHED if title.startswith("thesis") else COLOURS[index % len(COLOURS)]
    return {"color": colour, "marker": MARKERS[index % len(MARKERS)]}


def draw_by_number(sizes: Mapping[str, Sequence[str]], series: Mapping[str, Times], stem: Path) -> None:
    """Draw time against board number, a field for each size; what got no answer is not drawn."""
    figure = new_figure(11, 6.6)
    fields = list(figure.subplots(2, -(-len(sizes) // 2), sharey=True, squeeze=False).flat)
    for axes, (size, names) in zip(fields, sizes.items(), strict=False):
        for index, (title, times) in enumerate(series.items()):
            known = [name for name in names if name in times]
            axes.plot(
                [int(name.partition("-")[2]) for name in known],
                [times[name].seconds or nan for name in known],  # no answer breaks the line
                label=title,
                **_style(title, index),
                **(_THEIRS if title.startswith("thesis") else {}),
                markersize=5,
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


def draw_by_empty_cells(
    empty: Mapping[str, int],
    series: Mapping[str, Times],
    limits: Mapping[str, float | None],
    label: str,
    stem: Path,
) -> None:
    """Draw time against empty cells, of the same puzzles; no answer lies, open, above the limit.

    Args:
        empty: for each puzzle its number of empty cells.
        series: the times of each series.
        limits: the limit of each series in seconds, where it is known.
        label: the label of the axis of cells.
        stem: where to write, without ending.
    """
    figure = new_figure(8.5, 5.2)
    axes = figure.subplots()
    for index, (title, times) in enumerate(series.items()):
        style = _style(title, index)
        shift = 0.25 * (index - (len(series) - 1) / 2)  # so that points of two series stay apart
        points = [(cells + shift, times[name].seconds) for name, cells in empty.items() if name in times]
        answered = [(x, max(seconds, 0.001)) for x, seconds in points if seconds]
        unanswered = [x for x, seconds in points if seconds is None]
        axes.scatter(
            [x for x, _ in answered],
            [y for _, y in answered],
            s=22,
            alpha=0.75,
            **style,
            label=f"{title} ({len(answered)} of {len(answered) + len(unanswered)})",
        )
        limit = limits[title]
        if limit is not None:
            above = [limit * 1.15] * len(unanswered)
            axes.scatter(
                unanswered, above, s=22, edgecolors=style["color"], facecolors="none", marker=style["marker"]
            )
            axes.axhline(limit, color=style["color"], linewidth=0.8, linestyle="--")
    logarithmic(axes)
    axes.set_xlabel(label)
    axes.set_ylabel("seconds")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside upper center", ncols=3, frameon=False)
    save(figure, stem)


if __name__ == "__main__":
    main()
