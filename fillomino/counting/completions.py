"""Numbers of completions of each state: the table from which fillings are drawn exactly.

The frontier method runs forward and keeps the states of every layer; then the layers are gone through
backward, and each state gets the sum of what its successors have. A walk from the empty board that
takes each number with a probability proportional to the completions behind it ends in every filling
with the same probability.
"""

from __future__ import annotations

from random import Random

from fillomino.counting.drawing import MEMORY, Table, choice, require_some, too_large
from fillomino.counting.frontier import EMPTY, State, successors
from fillomino.counting.means import have_numpy
from fillomino.counting.schedule import Schedule, schedule
from fillomino.counting.sweep import STATE_BYTES
from fillomino.counting.task import Task
from fillomino.puzzle import Filling


def table(schedule: Schedule, memory: int = MEMORY) -> Table:
    """The table of a schedule, by NumPy where it is installed and worth its calls.

    Raises:
        CountError: if it outgrows the memory.
    """
    if have_numpy():
        from fillomino.counting.packed_completions import PackedTable
        from fillomino.counting.packing import fits

        if fits(schedule):
            return PackedTable(schedule, memory)
    return PlainTable(schedule, memory)


class PlainTable:
    """The table in plain Python."""

    def __init__(self, schedule: Schedule, memory: int = MEMORY) -> None:
        self._plan = schedule
        layers: list[dict[State, int]] = [{EMPTY: 0}]
        held = 0
        for step in schedule.steps:
            layers.append({after: 0 for state in layers[-1] for _, after in successors(step, state)})
            held += len(layers[-1]) * STATE_BYTES
            if held > memory:
                raise too_large(memory)
        for state in layers[-1]:
            layers[-1][state] = 1
        for done in range(len(schedule.steps) - 1, -1, -1):
            following = layers[done + 1]
            for state in layers[done]:
                layers[done][state] = sum(
                    following[after] for _, after in successors(schedule.steps[done], state)
                )
        self._layers = layers
        self.fillings = layers[0][EMPTY]

    def draw(self, random: Random, count: int) -> list[Filling]:
        """Return so many fillings, each uniform among all and independent of the others."""
        require_some(self.fillings)
        return [self._walk(random) for _ in range(count)]

    def _walk(self, random: Random) -> Filling:
        filling = [0] * self._plan.task.board.size
        state = EMPTY
        for step, following in zip(self._plan.steps, self._layers[1:], strict=True):
            ways = list(successors(step, state))
            number, state = ways[choice(random, [following[after] for _, after in ways])]
            filling[step.cell] = number
        return tuple(filling)


def exact(task: Task, memory: int = MEMORY, order: str = "best") -> Table:
    """The table of a task.

    Raises:
        CountError: if it outgrows the memory.
    """
    return table(schedule(task, order), memory)
