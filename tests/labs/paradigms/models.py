"""Models for tests: by brute force, right or with a fault; they run in a child process as all do.

Each child imports this, and so it imports no more than they need; their records are in `records.py`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from fillomino.puzzle import Filling
from fillomino.solutions import all_fillings, solutions
from labs.paradigms.problem import Problem, RefusedError


class Right:
    """All solutions, one after the other."""

    def __init__(self, instance: Problem) -> None:
        self.left = dict.fromkeys(self.accepted(instance))

    def accepted(self, instance: Problem) -> Iterator[Filling]:
        yield from solutions(instance.puzzle)

    def solve(self) -> Filling | None:
        return next(iter(self.left), None)

    def block(self, filling: Filling) -> None:
        del self.left[filling]


class Deaf(Right):
    """To walls, and all that is no clue."""

    def accepted(self, instance: Problem) -> Iterator[Filling]:
        for filling in all_fillings(instance.puzzle.board):
            if all(filling[cell] == number for cell, number in instance.puzzle.clues.items()):
                yield filling


class Greedy(Right):
    """Blocks the next filling, too."""

    def block(self, filling: Filling) -> None:
        super().block(filling)
        self.left.pop(next(iter(self.left), ()), None)


class Forgetful(Right):
    """Blocks nothing."""

    def block(self, filling: Filling) -> None:
        pass


class Picky(Right):
    """Refuses large boards."""

    def __init__(self, instance: Problem) -> None:
        if instance.size > 2:
            raise RefusedError('no more than 2 cells fit into its "memory"')
        super().__init__(instance)


class Sleepy(Right):
    """Takes its time."""

    def solve(self) -> Filling | None:
        time.sleep(3600)
        return None


class Busy(Right):
    """Takes its time, and the processor's."""

    def solve(self) -> Filling | None:
        while True:
            pass


class Crashing(Right):
    """Ends in the middle."""

    def solve(self) -> Filling | None:
        sys.stderr.write("no luck\n")
        sys.exit(3)


class Unloadable(Right):
    """Raises an error of several lines."""

    def solve(self) -> Filling | None:
        raise ImportError("read this\n\nfailed to map it")


class Hungry(Right):
    """Takes all the memory there is."""

    def solve(self) -> Filling | None:
        self.all = bytearray(1 << 40)
        return None
