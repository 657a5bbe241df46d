"""The table of docs/encodings.md: median CPU seconds of encodings and solvers on classes of the corpus.

A class is a size of board. Puzzles are taken evenly from all of a size. CPU time is deduction,
encoding, decoding and checking here, and the solver's process with its own start; one filling
is asked for, and checked. A run that reaches the limit counts as the limit, and is shown behind
the median: "0.52 (3)" has three such. The corpus is found through FILLOMINO_CORPUS.

    python scripts/encodings_table.py                        every encoding, five puzzles a class
    python scripts/encodings_table.py --deduce none --only flow forest-tight --solvers yices z3
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from drivers.solver import installed  # noqa: E402
from drivers.solvers import find as find_solver  # noqa: E402
from encoder.encodings.table import METHODS  # noqa: E402
from encoder.encodings.table import find as find_encoding  # noqa: E402
from encoder.errors import EncodingError  # noqa: E402
from fillomino.puzzle import Puzzle  # noqa: E402
from scripts.race import puzzles, timed  # noqa: E402
from workbench.logics import best_logic  # noqa: E402
from workbench.methods.question import Question  # noqa: E402
from workbench.methods.result import Status  # noqa: E402
from workbench.methods.smt import SmtMethod  # noqa: E402
from workbench.methods.table import smt  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", metavar="E", default=[encoding.name for encoding in METHODS])
    parser.add_argument("--solvers", nargs="+", metavar="S", default=["yices", "z3", "cadical", "cpsat"])
    parser.add_argument("--sizes", nargs="+", metavar="HxW", default=["5x10", "10x10"])
    parser.add_argument("--count", type=int, default=5, metavar="N", help="puzzles of each size")
    parser.add_argument("--timeout", type=float, default=10, metavar="SEC")
    parser.add_argument("--deduce", default="full", metavar="none|light|full|ahead")
    arguments = parser.parse_args()
    classes = {}
    for size in arguments.sizes:
        found = puzzles(size, 1)
        if not found:
            sys.exit(f"no puzzles of {size}: set FILLOMINO_CORPUS to a directory of them")
        step = max(1, len(found) // arguments.count)
        classes[size] = found[::step][: arguments.count]
    day = time.strftime("%Y-%m-%d")
    counted = ", ".join(f"{len(chosen)} of {size}" for size, chosen in classes.items())
    print(f"{day}: {counted}; deduction {arguments.deduce}, limit {arguments.timeout:g} s\n")
    print(f"| encoding | solver | {' | '.join(classes)} |\n| --- | --- |{' --- |' * len(classes)}")
    for encoding in map(find_encoding, arguments.only):
        for solver in map(find_solver, arguments.solvers):
            if installed(solver) is None:
                continue
            try:
                best_logic(encoding, solver)
            except EncodingError:
                continue
            method = smt(encoding, solver, deduce=arguments.deduce)
            cells = [summed_up(chosen, method, arguments.timeout) for chosen in classes.values()]
            print(f"| `{encoding.name}` | {solver.name} | {' | '.join(cells)} |", flush=True)


def summed_up(chosen: list[tuple[str, Puzzle]], method: SmtMethod, timeout: float) -> str:
    """The median of a class, and how many reached the limit."""
    seconds, late = [], 0
    for name, puzzle in chosen:
        taken, result = timed(name, puzzle, method, Question(seconds=timeout))
        if result.status is Status.TIMEOUT:
            late += 1
            taken = timeout
        elif result.status is not Status.SOLVED:
            sys.exit(f"{name}: {result.status.value}, {result.error}")
        seconds.append(taken)
    median = statistics.median(seconds)
    return (f"{median:.2f}" if median < timeout else f"> {timeout:g}") + (f" ({late})" if late else "")


if __name__ == "__main__":
    main()
