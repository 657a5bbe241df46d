"""Race encodings and solvers over the corpus: CPU seconds per puzzle, uniqueness proved, ratios in one run.

CPU time is ours (deduction, encoding, decoding, checking) and the solver's together, without
Python's own start. Configurations take turns puzzle by puzzle, so that a noisy machine is
equally noisy to all. As `fillomino solve` does, deduction looks ahead first; --deduce full leaves more to
the solvers. The corpus is found through FILLOMINO_CORPUS; `scripts/performance.py`, which explains the
columns on the page that it writes, needs none.

    python scripts/race.py                                  cuts with yices and with z3, everything
    python scripts/race.py --only 10x10 --timeout 20 forest:z3 forest-tight:z3:tuned cuts:z3
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median

from fillomino.errors import Error
from fillomino.puzzle import Puzzle
from scripts.harness import markdown, new_parser, quantile, short
from tests.support.corpus import files
from workbench.compare.plan import PuzzleEntry, board_name, jobs, puzzle_hash
from workbench.compare.row import Row
from workbench.compare.sums import seconds_of
from workbench.compare.work import do
from workbench.methods.method import Question
from workbench.methods.smt import smt
from workbench.texts.inputs import open_one, sources

LONG = 0.1
"""CPU seconds from which on writing and checking should be a small part."""

Named = Sequence[tuple[str, Puzzle]]


def named_puzzles(places: Iterable[Path]) -> Named:
    """Return the puzzles of files and directories with their names."""
    opened = map(open_one, sources(list(map(str, places))))
    return [
        (f"{Path(one.name).parent.name}/{Path(one.name).stem}", one.fillomino("race").puzzle)
        for one in opened
    ]


def race(chosen: Named, configurations: Iterable[str], deduce: str, limit: float) -> list[Row]:
    """Run each ``ENCODING:SOLVER`` on each puzzle, with uniqueness, within so many CPU seconds of the solver.

    Raises:
        FillominoError: for an unknown encoding or level.
        SmtLibError: for an unknown solver, or one that cannot take the encoding.
    """
    methods = [smt(*name.split(":", 1), deduce=deduce) for name in configurations]
    entries = [PuzzleEntry(name, puzzle, puzzle_hash(puzzle), "") for name, puzzle in chosen]
    with_facts = [(method, method.facts()) for method in methods]
    planned = jobs(entries, with_facts, 1, Question(unique=True).within(limit))
    return sorted((do(job, None) for job in planned), key=lambda row: row.place)


TIMES = ("total, s", "median, s", "90 %, s", "slowest, s")


def table(rows: Sequence[Row], limit: float) -> str:
    """Return the runs as a table of Markdown; ratios are to the first encoding with the same solver."""
    first: dict[str | None, list[float]] = {}
    lines = []
    for (encoding, solver), runs in by_method(rows).items():
        seconds = [seconds_of(row, "total") for row in runs]
        most, where = max((taken, row.subject.puzzle) for taken, row in zip(seconds, runs, strict=True))
        own = (
            min(row.ours.encode_seconds + row.ours.check_seconds, row.ours.own_cpu_seconds) / taken
            for taken, row in zip(seconds, runs, strict=True)
            if taken > LONG
        )
        share = max(own, default=0.0)
        compared = zip(first.setdefault(solver, seconds), seconds, strict=True)
        lines.append(
            [
                f"`{encoding}`, {solver}",
                *map(short, (sum(seconds), median(seconds), quantile(seconds, 90))),
                f"{short(most) if most < limit else 'limit'} ({where})",
                sum(not row.verdict.unique for row in runs),
                sum(row.cost.asked == 0 for row in runs),
                f"{max(row.cost.usage.memory_mib or 0 for row in runs):.0f}",
                short(median(a / b for a, b in compared)),
                f"{share * 100:.0f} %" if share else "",
            ]
        )
    return markdown(["", *TIMES, "undone", "no solver", "MiB", "first/this", "own"], lines)


def by_method(rows: Iterable[Row]) -> dict[tuple[str | None, str | None], list[Row]]:
    """Return runs by encoding and solver."""
    runs: defaultdict[tuple[str | None, str | None], list[Row]] = defaultdict(list)
    for row in rows:
        runs[row.facts.encoding, row.facts.solver].append(row)
    return runs


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument(
        "configurations", nargs="*", default=["cuts:yices", "cuts:z3"], metavar="ENCODING:SOLVER"
    )
    parser.add_argument("--only", metavar="HxW", help="only boards of this size")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th puzzle")
    parser.add_argument("--timeout", type=float, default=60, metavar="SEC", help="CPU seconds")
    parser.add_argument("--deduce", default="ahead", metavar="none|light|full|ahead")
    arguments = parser.parse_args()
    found, only = named_puzzles(files()[:: arguments.every]), arguments.only
    chosen = [(name, puzzle) for name, puzzle in found if only in (None, board_name(puzzle))]
    if not chosen:
        sys.exit("no puzzles: set FILLOMINO_CORPUS to a directory of them")
    try:
        rows = race(chosen, arguments.configurations, arguments.deduce, arguments.timeout)
    except Error as error:
        parser.error(str(error))
    print(
        f"{time.strftime('%Y-%m-%d')}: {len(chosen)} puzzles, limit {arguments.timeout:g} CPU s, deduction "
        f"{arguments.deduce}, CPU seconds, uniqueness proved\n\n{table(rows, arguments.timeout)}",
        end="",
    )
    for (encoding, solver), runs in by_method(rows).items():
        if undone := [row.subject.puzzle for row in runs if not row.verdict.unique]:
            print(f"\n{encoding}:{solver} did not finish: {', '.join(undone)}")


if __name__ == "__main__":
    main()
