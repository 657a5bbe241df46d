"""Compare the frontier method on 3x3 with the two methods of the article on counting all games.

All three are timed in this one run, in CPU seconds. `naive` would need minutes: a share of its 9^9
grids, drawn at random, is judged, and its time is extrapolated from that.

    python scripts/count_ratios.py
    python scripts/count_ratios.py --share 1000000
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import islice
from random import Random
from time import process_time

from fillomino.board import rectangle
from fillomino.counting.grids import every_grid, keeps_rules
from fillomino.counting.methods import arrangement_count, count, grid_count
from fillomino.counting.task import Task, bare
from scripts.harness import in_turns, new_parser, timed

GRIDS_IN_A_RUN = 1000
"""Consecutive grids judged from each random start, so that making them is timed as it is in earnest."""

ROUNDS = 20
"""Times that the fast methods are timed, in turns."""


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
    parser = new_parser(__doc__)
    parser.add_argument("--share", type=int, default=500_000, metavar="N", help="grids of naive to judge")
    share = parser.parse_args().share
    task = bare(rectangle(3, 3))
    found = count(task)  # NumPy is imported once
    counts = {method: partial(count, task, method) for method in ("frontier", "partitions")}
    runs = in_turns(ROUNDS, {method: partial(timed, counting) for method, counting in counts.items()})
    if {number for its in runs.values() for _, number in its} != {found}:
        sys.exit(f"the methods disagree: {runs}")
    frontier, partitions = (min(its)[0] for its in runs.values())
    naive = cpu_of_naive(task, share)
    print(f"3x3, {found} fillings, CPU seconds")
    print(f"frontier    {frontier:10.4f}")
    tried = f"{arrangement_count(task):,} grids"
    print(f"partitions  {partitions:10.4f}  {partitions / frontier:10.1f} times  ({tried})")
    tried = f"{grid_count(task):,} grids, from a share"
    print(f"naive       {naive:10.1f}  {naive / frontier:10.0f} times  ({tried})")


if __name__ == "__main__":
    main()
