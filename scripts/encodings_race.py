"""Race all encodings, by all solvers that take them, on puzzles of the corpus in five classes: one table.

Uniqueness is asked, nothing is deduced first, and every script is scrambled. The puzzles are sorted by their
number of cells and parted into five classes of as many; from each class as many are taken, evenly. They are
read where they are (FILLOMINO_CORPUS), and never copied. The runs are those of `fillomino compare`, so that
the same command goes on where it stopped. Times are CPU seconds of the solver; a run without a proof counts
as the limit, and a text that would not fit into memory as none.

    python scripts/encodings_race.py                                    60 puzzles, limit 20 s: days
    python scripts/encodings_race.py --count 5 --timeout 1 --solvers yices -o race.jsonl
    python scripts/encodings_race.py --table race.jsonl                 the table of runs that are there
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from encoder.encodings.table import ENCODINGS, METHODS, find  # noqa: E402
from encoder.errors import TooLongError  # noqa: E402
from fillomino import formats  # noqa: E402
from fillomino.puzzle import Puzzle  # noqa: E402
from tests.support.corpus import files  # noqa: E402
from workbench.compare.files import read  # noqa: E402
from workbench.compare.row import Row  # noqa: E402

CLASSES = 5


def chosen(count: int) -> list[Path]:
    """Return so many puzzles of the corpus: as many from each class, evenly."""
    by_size = sorted(files(), key=lambda file: (puzzle_of(file).board.size, str(file)))
    each, found = max(1, count // CLASSES), []
    for index in range(CLASSES):
        its = by_size[index * len(by_size) // CLASSES : (index + 1) * len(by_size) // CLASSES]
        found += its[:: max(1, len(its) // each)][:each]
    return found


def puzzle_of(file: Path) -> Puzzle:
    """Read a puzzle."""
    return formats.read_bytes(file.read_bytes(), source=str(file)).puzzle


def proved(row: Row) -> bool:
    """Return whether a run has decided how many solutions there are."""
    return row.unique is not None or row.status == "unsolvable"


def lines(rows: Sequence[Row]) -> list[str]:
    """Return the table of runs, in Markdown."""
    limit = max((row.seconds_limit or 0 for row in rows), default=0)
    latest = {row.key: row for row in rows}.values()
    puzzles, sizes = {row.puzzle for row in latest}, dict[tuple[str, str], int]()
    found = ["| encoding | solver | decided | median, s | 90 %, s | text, KiB | memory, MiB |"]
    found.append("| --- | --- | --- | --- | --- | --- | --- |")
    for encoding in METHODS:
        for solver in dict.fromkeys(row.solver for row in latest if row.encoding == encoding.name):
            its = [row for row in latest if (row.encoding, row.solver) == (encoding.name, solver)]
            seconds = sorted(row.cpu_seconds if proved(row) else limit for row in its)
            for row in its:
                if not encoding.lazy and (encoding.name, row.puzzle) not in sizes:
                    sizes[encoding.name, row.puzzle] = length(encoding.name, Path(row.puzzle))
            texts = [size for (name, puzzle), size in sizes.items() if name == encoding.name and size]
            memory = max((row.memory_mib or 0 for row in its), default=0)
            text = f"{statistics.median(texts) / 1024:,.0f}" if texts else ""
            times = [within(each, limit) for each in (statistics.median(seconds), nine_tenths(seconds))]
            found.append(
                f"| `{encoding.name}` | {solver} | {sum(map(proved, its))} of {len(its)} "
                f"| {times[0]} | {times[1]} | {text} | {memory:,.0f} |"
            )
    days = sorted({row.started[:10] for row in latest}) or [time.strftime("%Y-%m-%d")]
    orders = len({row.scramble for row in latest})
    title = f"{days[0]}: {len(puzzles)} puzzles, {orders} orders, deduction none, limit {limit:g} CPU s"
    return [title, "", *found]


def nine_tenths(ascending: Sequence[float]) -> float:
    """Return the value that nine tenths of some do not exceed."""
    return ascending[(len(ascending) * 9 - 1) // 10]


def within(seconds: float, limit: float) -> str:
    """Return a time, or that the limit was reached."""
    return f"{seconds:.2f}" if seconds < limit else f"> {limit:g}"


def length(encoding: str, file: Path) -> int:
    """Return the characters of a script's assertions; 0 for one that would not fit into memory."""
    try:
        return sum(
            len(each.term) + len("(assert )\n") for each in find(encoding).script(puzzle_of(file)).assertions
        )
    except TooLongError:
        return 0


def main() -> None:
    """Compare, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=60, metavar="N", help="puzzles in all")
    parser.add_argument("--timeout", type=float, default=20, metavar="SEC", help="CPU seconds for each run")
    parser.add_argument("--scramble", type=int, default=2, metavar="K", help="orders of each script")
    parser.add_argument(
        "--solvers", nargs="+", metavar="S", default=["yices", "z3", "cvc5", "bitwuzla", "cadical"]
    )
    parser.add_argument("--only", nargs="+", metavar="E", default=[encoding.name for encoding in ENCODINGS])
    parser.add_argument("--memory", type=int, default=4000, metavar="MIB")
    parser.add_argument("-o", "--output", type=Path, default=Path("race.jsonl"), metavar="RUNS.jsonl")
    parser.add_argument("--table", type=Path, metavar="RUNS.jsonl", help="only print the table of these runs")
    arguments = parser.parse_args()
    if arguments.table is None:
        puzzles = chosen(arguments.count)
        if not puzzles:
            sys.exit("no puzzles: set FILLOMINO_CORPUS to a directory of them")
        options = ["--unique", "--deduce", "none", "--no-report", "-o", str(arguments.output)]
        options += ["--scramble", str(arguments.scramble), "--timeout", str(arguments.timeout)]
        options += ["--memory", str(arguments.memory)]
        options += [text for name in arguments.only for text in ("-e", name)]
        options += [text for name in arguments.solvers for text in ("-s", name)]
        command = [sys.executable, "-m", "workbench", "compare", *map(str, puzzles), *options]
        done = subprocess.run(command, check=False, cwd=Path.cwd(), stdout=subprocess.DEVNULL)
        if done.returncode not in (0, 4):
            sys.exit(done.returncode)
    rows, notes = read([arguments.table or arguments.output])
    print("\n".join([*lines(rows), *notes]))


if __name__ == "__main__":
    main()
