"""Numbers of completions of each state: the table from which fillings are drawn exactly.

The frontier method runs forward and keeps the states of every layer; then the layers are gone through
backward, and each state gets the sum of what its successors have. A walk from the empty board that
takes each number with a probability proportional to the completions behind it ends in every filling
with the same probability.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from fillomino.counting.frontier import EMPTY, State, successors
from fillomino.counting.schedule import Schedule
from fillomino.counting.sweep import STATE_BYTES
from fillomino.errors import CountError, NoSolutionError
from fillomino.puzzle import Filling

MEMORY = 1 << 30
"""Default limit of a table, in bytes."""


class CompletionTable(ABC):
    """All fillings of a task, ready to be drawn from.

    Attributes:
        schedule: the steps of the task.
        fillings: how many fillings there are.
    """

    def __init__(self, schedule: Schedule, memory: int = MEMORY) -> None:
        """Make a table.

        Raises:
            CountError: if it outgrows the memory.
        """
        self.schedule = schedule
        self.fillings = self._fill(memory)

    def draw(self, random: Random, count: int) -> list[Filling]:
        """Return so many fillings, each uniform among all and independent of the others.

        Raises:
            NoSolutionError: if there is no filling.
        """
        if not self.fillings:
            raise NoSolutionError("there is no solution to draw")
        return self._walks(random, count)

    @abstractmethod
    def _fill(self, memory: int) -> int:
        """Fill the table, and return the number of fillings."""

    @abstractmethod
    def _walks(self, random: Random, count: int) -> list[Filling]:
        """Return so many fillings, of which there is at least one."""


class PlainTable(CompletionTable):
    """The table in plain Python."""

    def _fill(self, memory: int) -> int:
        layers: list[dict[State, int]] = [{EMPTY: 0}]
        held = 0
        for step in self.schedule.steps:
            layers.append({after: 0 for state in layers[-1] for _, after in successors(step, state)})
            held += len(layers[-1]) * STATE_BYTES
            if held > memory:
                raise too_large(memory)
        layers[-1] = dict.fromkeys(layers[-1], 1)
        for done in range(len(layers) - 2, -1, -1):
            step, following = self.schedule.steps[done], layers[done + 1]
            for state in layers[done]:
                layers[done][state] = sum(following[after] for _, after in successors(step, state))
        self._layers = layers
        return layers[0][EMPTY]

    def _walks(self, random: Random, count: int) -> list[Filling]:
        return [self._walk(random) for _ in range(count)]

    def _walk(self, random: Random) -> Filling:
        filling = [0] * self.schedule.task.board.size
        state = EMPTY
        for step, following in zip(self.schedule.steps, self._layers[1:], strict=True):
            ways = list(successors(step, state))
            number, state = ways[choice(random, [following[after] for _, after in ways])]
            filling[step.cell] = number
        return tuple(filling)


def choice(random: Random, weights: list[int]) -> int:
    """Return an index, with a probability exactly proportional to its weight."""
    mark = random.randrange(sum(weights))
    for index, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return index
    raise AssertionError("the mark lies below the sum of the weights")


def too_large(memory: int) -> CountError:
    """Return the error for a table that would outgrow its memory."""
    return CountError(f"the table of all states outgrows the memory allowed, {memory / 2**20:.0f} MiB")
