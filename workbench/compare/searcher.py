"""The process that backtracks: ``python -m workbench.compare.searcher PARENT < TASK``.

It is told a puzzle and how to search, writes what it found as JSON, and ends with its parent. When time is
up, an alarm ends the search wherever it is; how far it came is told all the same.
"""

from __future__ import annotations

import json
import pickle
import signal
import sys
import time
from types import FrameType

from fillomino.backtracking import Search, search
from workbench.workers.parent import end_with_parent


class _TimeIsUpError(Exception):
    """The alarm went off."""


def main() -> None:
    """Search, and tell."""
    end_with_parent(int(sys.argv[1]))
    puzzle, strategies, order, limit, seconds = pickle.load(sys.stdin.buffer)  # noqa: S301 -- from our parent
    nodes = depth = 0

    def watch(so_far: int, standing: int) -> None:
        nonlocal nodes, depth
        nodes, depth = so_far, max(depth, standing)

    cpu, wall = time.process_time(), time.perf_counter()
    signal.signal(signal.SIGALRM, _alarm)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds or 0)  # 0 is none
        found = search(
            puzzle,
            limit=limit,
            strategies=None if strategies is None else frozenset(strategies),
            order=order,
            watch=watch,
        )
        signal.setitimer(signal.ITIMER_REAL, 0)
    except _TimeIsUpError:
        found = Search((), complete=False, nodes=nodes, depth=depth, seconds=0.0)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    told = {
        "fillings": found.fillings,
        "complete": found.complete,
        "unique": found.unique,
        "nodes": found.nodes,
        "depth": found.depth,
        "cpu_seconds": cpu,
        "wall_seconds": wall,
    }
    json.dump(told, sys.stdout)


def _alarm(_number: int, _frame: FrameType | None) -> None:
    raise _TimeIsUpError


if __name__ == "__main__":
    main()
