"""Repeat the thesis's two experiments, with its figures 9 to 13, through `fillomino compare`.

basic        the Baron boards, as the basic variant: deduction with backtracking against SMT. The thesis's
             three strategies, corrected, and its encoding `forest` with Z3; our S0 to S5, and `cuts` with
             Z3. Printed are the medians by size and the share solved without a guess; drawn is time by
             board number, for each size.
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
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf, prod
from pathlib import Path
from statistics import StatisticsError, correlation, median
from typing import TypeAlias

from fillomino.errors import InputError
from scripts.harness import markdown, new_parser
from tests.support.corpus import CORPUS, THESIS
from workbench.compare.page.plots import plots
from workbench.compare.plan import board_name
from workbench.compare.resampling import doubled_ranks
from workbench.compare.row import Row
from workbench.compare.store import read
from workbench.compare.sums import seconds_of, tabulate
from workbench.texts.inputs import puzzle_of
from workbench.texts.outputs import write_file

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

Runs: TypeAlias = Mapping[str, Mapping[str, Row]]
"""Runs by method, and by the names of puzzles."""


def basic(given: argparse.Namespace) -> None:
    """Repeat the first experiment."""
    output = given.output / "basic"
    ours = compare(puzzles("baron", given)[:: given.every], BASIC, given, output)
    theirs = [
        *published(THESIS_BACKTRACKING, "baronDeterBackResult.csv", ours, given),
        *published(THESIS_Z3, "z3_baronresults.csv", ours, given),
    ]
    rows = [*theirs, *(replace(row, method=row.method.replace(STRATEGIES, "strategies")) for row in ours)]
    by_size: defaultdict[str, list[str]] = defaultdict(list)
    for name in dict.fromkeys(row.subject.puzzle for row in ours):
        by_size[name.partition("-")[0]].append(name)
    sizes = dict(sorted(by_size.items(), key=lambda item: prod(map(int, item[0].split("x")))))
    print(f"\nMedian times; ours are CPU seconds, with a limit of {given.timeout:g} s.\n")
    print(grouped(sizes, by_method(rows), "board"))
    print(f"\n{depths(by_method(rows))}\n")
    for size, names in sizes.items():
        of_size = [row for row in rows if row.subject.puzzle in names]
        draw(of_size, "board-number", output / f"board-number-{size}.svg")
    smt = [row for row in rows if row.method.endswith((" z3", " Z3"))]
    draw(smt, "empty-cells", output / "empty-cells.svg")


def challenging(given: argparse.Namespace) -> None:
    """Repeat the second experiment."""
    output = given.output / "challenging"
    files = [file for file in puzzles("janko", given) if is_10x10(file)][:: given.every]
    ours = compare(files, CHALLENGING, given, output)
    different: dict[str, int] = {}
    theirs = published(THESIS_Z3, "z3JankoResult_with_empty.csv", ours, given, different)
    empty = {row.subject.puzzle: row.subject.empty for row in ours}
    runs = by_method([*theirs, *ours])
    bands = {f"{low} to {high} %": [n for n, e in empty.items() if low <= e <= high] for low, high in BANDS}
    bands = {band: names for band, names in bands.items() if names}
    print(f"\nMedian times; ours are CPU seconds, with a limit of {given.timeout:g} s, the thesis's 300 s.\n")
    print(grouped(bands, runs, "empty cells"))
    if theirs:
        other = [f"{name} ({cells}, here {empty[name]})" for name, cells in different.items()]
        print(f"\n{len(theirs)} of these {len(empty)} puzzles have a published time.")
        print(f"Published empty cells that are not those of the puzzle: {', '.join(other) or 'none'}.\n")
    share = sum(empty.values()) / max(1, len(empty))
    print(f"Empty cells: {share:.0f} % on average.")
    for method, its in runs.items():
        pairs = [(row.subject.empty, seconds(row)) for row in its.values()]
        print(f"{method}: Spearman's correlation of empty cells and time {rank_correlation(pairs):+.2f}.")
    draw([*theirs, *ours], "empty-cells", output / "empty-cells.svg")


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


# Puzzles and runs.


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
    return board_name(puzzle_of(str(file)).fillomino("race").puzzle) == "10x10"


def compare(
    files: Sequence[Path], options: Sequence[str], given: argparse.Namespace, output: Path
) -> list[Row]:
    """Run ``fillomino compare``, or what is missing of it, and return its rows under the puzzles' names.

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
    rows = [row for row in read(runs)[0] if row.subject.puzzle in names]
    return [
        row.changed(puzzle=name_of(row.subject.puzzle), method=f"ours: {row.method}")
        for row in rows
        if row.terms.seconds_limit == (given.timeout or None)
    ]


def published(
    method: str,
    name: str,
    ours: Sequence[Row],
    given: argparse.Namespace,
    different: dict[str, int] | None = None,
) -> list[Row]:
    """Return the times of a CSV file of the thesis, whose columns differ, as runs of our puzzles; or none.

    ``different`` gets the published number of empty cells where it is not that of the puzzle.
    """
    path = (given.repository or THESIS) / name
    if not path.exists():
        print(f"{path} is missing, so there is nothing published to set beside our times")
        return []
    known = {row.subject.puzzle: row for row in reversed(ours)}
    rows = []
    with path.open(newline="", encoding="utf-8") as file:
        for raw in csv.DictReader(file):
            line = {column.lower(): value for column, value in raw.items()}
            number, taken = int(line["boardnum"]), line.get("time_s") or line["timeseconds"]
            limit = LIMIT if "emptycells" in line else None
            own = known.get(f"{number:03}" if limit else f"{line['height']}x{line['width']}-{number:02}")
            if own is None:
                continue
            if different is not None and own.subject.empty != int(line["emptycells"]):
                different[own.subject.puzzle] = int(line["emptycells"])
            over = taken.startswith(">") or (limit is not None and float(taken) >= limit)
            rows.append(
                own.changed(
                    key=f"{method} {own.subject.puzzle}",
                    method=method,
                    solver=None,
                    version="",
                    logic=None,
                    deduce=None,
                    status="timeout" if over else "solved",
                    seconds_limit=limit,
                    cpu_seconds=0.0 if over else float(taken),
                    own_cpu_seconds=0.0,
                    depth=int(line["maxdepth"]) if "maxdepth" in line else None,
                    filling=None,
                    unique=None,
                )
            )
    return rows


def by_method(rows: Iterable[Row]) -> Runs:
    """Return runs by their methods and puzzles."""
    runs: defaultdict[str, dict[str, Row]] = defaultdict(dict)
    for row in rows:
        runs[row.method][row.subject.puzzle] = row
    return runs


def seconds(row: Row) -> float:
    """Return the CPU seconds of a run, the solver's and our own; no answer is longer than every time."""
    return seconds_of(row, "total") if row.answered else inf


# Tables and pictures.


def grouped(groups: Mapping[str, Sequence[str]], runs: Runs, heading: str) -> str:
    """Return a table in Markdown: a line for each group of puzzles, with the median of each method."""
    lines = [
        [group, len(names), *(_median([seconds(its[n]) for n in names if n in its]) for its in runs.values())]
        for group, names in groups.items()
    ]
    return markdown([heading, "puzzles", *runs], lines).rstrip()


def _median(times: Sequence[float]) -> str:
    """The median, with how many runs answered, if not all did."""
    if not times:
        return "-"
    answered = sum(time < inf for time in times)
    shown = "no answer" if median(times) == inf else f"{median(times):.3g} s"
    return shown if answered == len(times) else f"{shown} ({answered} of {len(times)})"


def depths(runs: Runs) -> str:
    """Return the share solved without a guess, and the boards that needed one, of each method with depths."""
    lines = []
    for method, its in runs.items():
        known = {name: row for name, row in its.items() if row.cost.depth is not None}
        if known:
            guessed = [f"{name} (depth {row.cost.depth})" for name, row in known.items() if row.cost.depth]
            solved = sum(row.cost.depth == 0 and row.answered for row in known.values())
            share = f"{solved} of {len(known)} ({solved / len(known):.0%}) solved without a guess"
            lines.append(f"{method}: {share}; boards that needed guesses: {', '.join(guessed) or 'none'}")
    return "\n".join(lines)


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return Spearman's rank correlation of pairs; 0 where one side has one value only."""
    try:
        return correlation(*(doubled_ranks(side) for side in zip(*pairs, strict=True)))
    except StatisticsError:
        return 0.0


def draw(rows: Sequence[Row], name: str, file: Path) -> None:
    """Write one of the plots of a report about runs; nothing if it has no points."""
    warnings.simplefilter("error")  # such as that a legend does not fit into the figure
    try:
        for plot in plots(tabulate(rows, "total"), ()):
            if plot.name == name:
                write_file(file, plot.svg)
                print(f"the picture is {file}")
    except InputError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
