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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from fillomino.errors import Error
from fillomino.puzzle import Puzzle
from scripts.harness import markdown, new_parser, quantile, short, timed
from tests.support.corpus import files
from workbench.compare.plan import board_name
from workbench.methods.method import Question, Result, Status
from workbench.methods.smt import smt
from workbench.texts.inputs import puzzle_of

LONG = 0.1
"""CPU seconds from which on writing and checking should be a small part."""


def puzzles(only: str | None, every: int) -> list[tuple[str, Puzzle]]:
    """Return puzzles of the corpus with their names: of one size, or every so many."""
    read = (
        (f"{file.parent.name}/{file.stem}", puzzle_of(str(file)).document.puzzle) for file in files()[::every]
    )
    return [(name, puzzle) for name, puzzle in read if only in (None, board_name(puzzle))]


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

    @property
    def share(self) -> float:
        """The greatest share of writing and checking, of the puzzles that take over `LONG`."""
        runs = zip(self.own, self.seconds, strict=True)
        return max((own / seconds for own, seconds in runs if seconds > LONG), default=0.0)


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
    methods = {name: smt(*name.split(":", 1), deduce=deduce) for name in configurations}
    runs_by_name = {name: Runs() for name in methods}
    question, order = Question(unique=True).within(limit), list(methods)
    for puzzle_name, puzzle in chosen:
        for name in order:
            run = partial(methods[name].run, puzzle_name, puzzle, question)
            runs_by_name[name].add(puzzle_name, *timed(run))
        order = order[1:] + order[:1]
    return runs_by_name


TIMES = ("total, s", "median, s", "90 %, s", "slowest, s")


def table(runs_by_name: Mapping[str, Runs], limit: float) -> str:
    """Return the runs as a table of Markdown; ratios are to the first configuration with the same solver."""
    lines = []
    for name, runs in runs_by_name.items():
        encoding, _, solver = name.partition(":")
        first = next(r for other, r in runs_by_name.items() if other.endswith(f":{solver}")).seconds
        most, where = max(zip(runs.seconds, runs.names, strict=True))
        lines.append(
            [
                f"`{encoding}`, {solver}",
                *map(short, (sum(runs.seconds), median(runs.seconds), quantile(runs.seconds, 90))),
                f"{short(most) if most < limit else 'limit'} ({where})",
                len(runs.undone),
                runs.alone,
                f"{runs.peak:.0f}",
                short(median(a / b for a, b in zip(first, runs.seconds, strict=True))),
                f"{runs.share * 100:.0f} %" if runs.share else "",
            ]
        )
    return markdown(["", *TIMES, "undone", "no solver", "MiB", "first/this", "own"], lines)


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
