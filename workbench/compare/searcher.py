"""Backtracking as a task of a worker."""

from __future__ import annotations

import os
import time
from collections.abc import Collection

from drivers.memory import peak_kib
from fillomino.backtracking import Order, Search, search
from fillomino.puzzle import Puzzle

NOTHING = Search((), complete=False, nodes=0, depth=0, seconds=0.0), None
"""The result of a search that was interrupted before it began."""


def searched(
    puzzle: Puzzle, strategies: Collection[str] | None, order: Order, limit: int
) -> tuple[Search, float | None]:
    """Search until interrupted; see `fillomino.backtracking.search`.

    Returns:
        What was found (only nodes, depth and CPU seconds if it was interrupted), and the peak of this
        process's memory in MiB.
    """
    nodes = depth = 0

    def watch(so_far: int, standing: int) -> None:
        nonlocal nodes, depth
        nodes, depth = so_far, max(depth, standing)

    started = time.process_time()
    try:
        chosen = None if strategies is None else frozenset(strategies)
        found = search(puzzle, limit=limit, strategies=chosen, order=order, watch=watch)
    except KeyboardInterrupt:
        seconds = time.process_time() - started
        found = Search((), complete=False, nodes=nodes, depth=depth, seconds=seconds)
    return found, peak_kib(os.getpid()) / 1024 or None
