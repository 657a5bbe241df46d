"""Compare the frontier method on 3x3 with the two methods of the article on counting all games.

All three are timed in this one run, in CPU seconds. `naive` would need minutes: a share of its 9^9
grids, drawn at random, is judged, and its time is extrapolated from that.

    python scripts/count_ratios.py
    python scripts/count_ratios.py --share 1000000
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fillomino.board import rectangle  # noqa: E402
from fillomino.counting.grids import every_grid, keeps_rules  # noqa: E402
from fillomino.counting.methods import arrangement_count, count, grid_count  # noqa: E402
from fillomino.counting.task import Task, bare  # noqa: E402

GRIDS_IN_A_RUN = 1000
"""Consecutive grids judged from each random start, so that making them is timed as it is in earnest."""


ROUNDS = 6
"""Times that the fast methods are timed, in turns, so that what disturbs the machine disturbs all of them."""

TIMES = {"frontier": 6, "partitions": 1}
"""Times that each counts in one round."""


def cpu_of(task: Task) -> dict[str, float]:
    """The least CPU seconds of one count by each of the fast methods."""
    best = dict.fromkeys(TIMES, float("inf"))
    counts = set()
    for _ in range(ROUNDS):
        for method, times in TIMES.items():
            for _ in range(times):
                started = process_time()
                counts.add(count(task, method))
                best[method] = min(best[method], process_time() - started)
    if len(counts) > 1:
        sys.exit(f"the methods disagree: {counts}")
    return best


def cpu_of_naive(task: Task, share: int) -> float:
    """CPU seconds of the naive method, extrapolated from a share of its grids."""
    random = Random(1)
    spent = 0.0
    for _ in range(share // GRIDS_IN_A_RUN):
        # A random beginning: the first six cells given, the last three run through 9^3 grids.
        head = tuple(random.choice(task.numbers(cell)) for cell in range(task.board.size - 3))
        masks = tuple(1 << number for number in head) + task.masks[-3:]
        part = Task(task.board, masks, task.walls)
        started = process_time()
        sum(keeps_rules(task, grid) for grid in islice(every_grid(part), GRIDS_IN_A_RUN))
        spent += process_time() - started
    judged = share // GRIDS_IN_A_RUN * min(GRIDS_IN_A_RUN, 9**3)
    return spent * grid_count(task) / judged


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--share", type=int, default=500_000, metavar="N", help="grids of naive to judge")
    share = parser.parse_args().share
    task = bare(rectangle(3, 3))
    found = count(task)  # NumPy is imported once
    best = cpu_of(task)
    frontier, partitions = best["frontier"], best["partitions"]
    naive = cpu_of_naive(task, share)
    print(f"3x3, {found} fillings, CPU seconds")
    print(f"frontier    {frontier:10.4f}")
    tried = f"{arrangement_count(task):,} grids"
    print(f"partitions  {partitions:10.4f}  {partitions / frontier:10.1f} times  ({tried})")
    tried = f"{grid_count(task):,} grids, from a share"
    print(f"naive       {naive:10.1f}  {naive / frontier:10.0f} times  ({tried})")


if __name__ == "__main__":
    main()
