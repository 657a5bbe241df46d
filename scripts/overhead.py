"""Print what the runner of `fillomino compare` costs beyond the solvers, as a share of their CPU time.

The runner is all CPU time of a comparison but the solvers' and what is compared with them: it starts workers,
hands over jobs, drives processes, measures floors, reads answers, makes rows. Encoding (and checking) is work
of its own, and timed apart in each row; done once more here, to separate its CPU time from the runner's.
No deduction, as that alone would decide the examples.

    python scripts/overhead.py                             160 short runs: four examples, z3 and yices
    python scripts/overhead.py -e forest-bool PUZZLE...
"""

from __future__ import annotations

import argparse
import contextlib
import resource
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from encoder.encodings.table import find as find_encoding  # noqa: E402
from fillomino.puzzle import Puzzle  # noqa: E402
from smtlib.render import driver  # noqa: E402
from workbench.compare.choose import methods  # noqa: E402
from workbench.compare.plan import entries, jobs  # noqa: E402
from workbench.compare.pool import rows  # noqa: E402
from workbench.methods.question import Question  # noqa: E402
from workbench.texts.inputs import open_one, sources  # noqa: E402

SHORT = ("seven.id", "eight.url", "ten.janko", "fifteen.txt")


def cpu() -> float:
    """CPU seconds of this process and of all below it that have ended."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def encoding_cpu(puzzle: Puzzle, encoding: str, logic: str | None) -> float:
    """CPU seconds of writing the script: the least of five."""
    found = []
    for _ in range(5):
        started = time.process_time()
        driver(find_encoding(encoding).script(puzzle, logic))
        found.append(time.process_time() - started)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("puzzles", nargs="*", default=[str(ROOT / "examples" / name) for name in SHORT])
    parser.add_argument("-e", "--encoding", default="forest-tight")
    parser.add_argument("--runs", type=int, default=20, help="seeds")
    arguments = parser.parse_args()
    chosen, _ = methods(["z3", "yices"], [arguments.encoding], [], ["none"])
    listed, _ = entries(map(open_one, sources(arguments.puzzles)))
    planned = jobs(listed, [(one, one.facts()) for one in chosen], arguments.runs, Question().within(60))
    started = cpu()
    with contextlib.closing(rows(planned, 1)) as done:
        found = [row for row in done if row.to_line()]
    total = cpu() - started
    puzzles = {entry.hash: entry.puzzle for entry in listed}
    encoding = {
        (row.puzzle_hash, row.logic): encoding_cpu(puzzles[row.puzzle_hash], arguments.encoding, row.logic)
        for row in found
    }
    solvers = sum(row.cpu_seconds for row in found)
    encoder = sum(encoding[row.puzzle_hash, row.logic] for row in found)
    inside = sum(row.own_cpu_seconds for row in found) - encoder
    around = total - solvers - encoder - inside
    print(f"{len(found)} runs, in CPU seconds:")
    for name, seconds in (
        ("the solvers' processes", solvers),
        ("encoding, timed apart in each row", encoder),
        ("runner, during runs (and checking)", inside),
        ("runner, around runs (and its start)", around),
        ("runner together", inside + around),
    ):
        print(f"  {name:<36} {seconds:8.3f}  {seconds / solvers:7.2%}")


if __name__ == "__main__":
    main()
