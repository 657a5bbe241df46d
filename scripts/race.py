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

import argparse
import statistics
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

LONG = 0.1
"""CPU seconds from which on writing and checking should be a small part."""

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fillomino import formats  # noqa: E402
from fillomino.errors import Error  # noqa: E402
from fillomino.puzzle import Puzzle  # noqa: E402
from scripts.timing import cpu_seconds, quantile  # noqa: E402
from tests.support.corpus import files  # noqa: E402
from workbench.methods.question import Question  # noqa: E402
from workbench.methods.result import Result, Status  # noqa: E402
from workbench.methods.smt import SmtMethod  # noqa: E402
from workbench.methods.table import smt  # noqa: E402


def timed(name: str, puzzle: Puzzle, method: SmtMethod, question: Question) -> tuple[float, Result]:
    started = cpu_seconds()
    result = method.run(name, puzzle, question)
    return cpu_seconds() - started, result


def puzzles(only: str | None, every: int) -> list[tuple[str, Puzzle]]:
    chosen = []
    for file in files()[::every]:
        puzzle = formats.read_bytes(file.read_bytes(), source=str(file)).puzzle
        grid = puzzle.board.grid
        if only is None or (grid is not None and only == f"{grid.height}x{grid.width}"):
            chosen.append((f"{file.parent.name}/{file.stem}", puzzle))
    return chosen


@dataclass(slots=True)
class Runs:
    """The runs of one configuration on all puzzles, in their order.

    Attributes:
        names: the puzzles.
        seconds: CPU seconds, ours and the solver's.
        own: CPU seconds of encoding, decoding and checking.
        undone: the puzzles without a solution that is proved to be the only one.
        alone: how many puzzles deduction decided.
        peak: the most memory of a solver's process, in MiB.
    """

    names: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    alone: int = 0
    peak: float = 0.0

    def add(self, name: str, seconds: float, result: Result) -> None:
        """Add a run."""
        self.names.append(name)
        self.seconds.append(seconds)
        self.own.append(result.own["encode"] + result.own["check"])
        if result.status is not Status.SOLVED or result.unique is not True:
            self.undone.append(name)
        self.alone += result.asked == 0
        self.peak = max(self.peak, result.usage.memory_mib or 0.0)

    def shares(self) -> list[tuple[float, str]]:
        """Of each puzzle that takes over `LONG` the share of writing and checking, and its name."""
        runs = zip(self.own, self.seconds, self.names, strict=True)
        return [(own / seconds, name) for own, seconds, name in runs if seconds > LONG]


def race(
    chosen: Sequence[tuple[str, Puzzle]], configurations: Iterable[str], deduce: str, limit: float
) -> dict[str, Runs]:
    """Run each ``ENCODING:SOLVER`` on each puzzle, with uniqueness.

    Args:
        chosen: the puzzles, each with its name.
        configurations: encodings with solvers.
        deduce: the level of deduction.
        limit: CPU seconds of the solver for each puzzle.

    Raises:
        FillominoError: for an unknown encoding or level.
        SmtLibError: for an unknown solver, or one that cannot take the encoding.
    """
    methods = {}
    for name in configurations:
        encoding, _, solver = name.partition(":")
        methods[name] = smt(encoding, solver, deduce=deduce)
    runs_by_name = {name: Runs() for name in methods}
    question, order = Question(unique=True).within(limit), list(methods)
    for puzzle_name, puzzle in chosen:
        for name in order:
            runs_by_name[name].add(puzzle_name, *timed(puzzle_name, puzzle, methods[name], question))
        order = order[1:] + order[:1]
    return runs_by_name


def table(runs_by_name: Mapping[str, Runs], limit: float) -> str:
    """Return the runs as a table of Markdown; ratios are to the first configuration with the same solver."""
    lines = [
        "| | total, s | median, s | 90 %, s | slowest, s | undone | no solver | MiB | first/this | own |"
    ]
    lines.append("| --- |" + " --- |" * 9)
    for name, runs in runs_by_name.items():
        encoding, _, solver = name.partition(":")
        first = next(r for other, r in runs_by_name.items() if other.endswith(f":{solver}")).seconds
        ratios = (a / b for a, b in zip(first, runs.seconds, strict=True))
        most, where = max(zip(runs.seconds, runs.names, strict=True))
        own = max(runs.shares(), default=(0.0, ""))[0]
        cells = [
            f"`{encoding}`, {solver}",
            short(sum(runs.seconds)),
            short(statistics.median(runs.seconds)),
            short(quantile(runs.seconds, 90)),
            f"{short(most) if most < limit else 'limit'} ({where})",
            f"{len(runs.undone)}",
            f"{runs.alone}",
            f"{runs.peak:.0f}",
            short(statistics.median(ratios)),
            f"{own * 100:.0f} %" if own else "",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def short(number: float) -> str:
    """Return a number with two digits that count, or whole above ten."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "configurations", nargs="*", default=["cuts:yices", "cuts:z3"], metavar="ENCODING:SOLVER"
    )
    parser.add_argument("--only", metavar="HxW", help="only boards of this size")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th puzzle")
    parser.add_argument("--timeout", type=float, default=60, metavar="SEC", help="CPU seconds")
    parser.add_argument("--deduce", default="ahead", metavar="none|light|full|ahead")
    arguments = parser.parse_args()
    chosen = puzzles(arguments.only, arguments.every)
    if not chosen:
        sys.exit("no puzzles: set FILLOMINO_CORPUS to a directory of them")
    try:
        runs_by_name = race(chosen, arguments.configurations, arguments.deduce, arguments.timeout)
    except Error as error:
        parser.error(str(error))
    print(
        f"{time.strftime('%Y-%m-%d')}: {len(chosen)} puzzles, limit {arguments.timeout:g} CPU s, deduction "
        f"{arguments.deduce}, CPU seconds, uniqueness proved\n\n{table(runs_by_name, arguments.timeout)}",
        end="",
    )
    for name, runs in runs_by_name.items():
        if runs.undone:
            print(f"\n{name} did not finish: {', '.join(runs.undone)}")


if __name__ == "__main__":
    main()
