"""Run a schedule layer by layer: for the number of fillings, or for the table to draw them from.

Short layers are advanced in plain Python; from `PACK_FROM` states on, where the states fit in a word and
NumPy is installed, the rest is done by `blocks`.

The frontier method runs forward and keeps the states of every layer; then the layers are gone through
backward, and each state gets the sum of what its successors have. A walk from the empty board that
takes each number with a probability proportional to the completions behind it ends in every filling
with the same probability.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from fillomino.counting.frontier import EMPTY, State, advance, successors
from fillomino.counting.schedule import Schedule
from fillomino.counting.settings import Clock, Settings, have_numpy
from fillomino.errors import CountError, InputError, NoSolutionError
from fillomino.puzzle import Filling

PACK_FROM = 32
"""Below so many states a layer is faster in plain Python than the calls into NumPy alone."""

STATE_BYTES = 700
"""Bytes of one state in plain Python, with its tuples and its entry in the dictionary (measured)."""


def sweep(schedule: Schedule, settings: Settings | None = None) -> int:
    """Count the fillings of a schedule's task.

    Raises:
        CountError: if the memory does not suffice.
        InputError: if the checkpoint is of another count, or none can be kept.
    """
    settings = settings or Settings()
    cells = len(schedule.steps)
    clock = Clock(cells, settings.watch)
    packs = packable(schedule)
    if settings.checkpoint is not None:
        if not packs:
            raise InputError(
                "this board has too many states for --checkpoint: they do not fit into 64-bit words"
                if have_numpy()
                else "--checkpoint needs NumPy: pip install 'fillomino-smt[count]'",
                code="not-available",
            )
        from fillomino.counting import blocks, checkpoint

        resumed = checkpoint.load(settings.checkpoint, schedule)
        if resumed is not None:
            clock.layer(resumed.done, len(resumed.keys))
            return blocks.finish(schedule, resumed, settings, clock)
    layer: dict[State, int] = {EMPTY: 1}
    clock.layer(0, 1)
    for done, step in enumerate(schedule.steps, start=1):
        if packs and len(layer) >= PACK_FROM:
            from fillomino.counting import blocks

            return blocks.finish(schedule, blocks.pack(schedule, done - 1, layer), settings, clock)
        layer = advance(step, layer)
        if settings.memory is not None and len(layer) * STATE_BYTES > settings.memory:
            raise settings.out_of_memory(done, cells, len(layer))
        clock.layer(done, len(layer))
    return sum(layer.values())


def packable(schedule: Schedule) -> bool:
    """Return whether NumPy is installed and the states of a schedule fit in a word."""
    if not have_numpy():
        return False
    from fillomino.counting.packing import fits

    return fits(schedule)


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
