"""The frontier method in plain Python: fill cell by cell, and count together what can't be distinguished.

Two partly filled boards have the same completions if they agree on the frontier: on the regions
seen there, and for each of these its number and how many cells it still needs. So it is enough to
know, layer by layer, in how many ways each such *state* arises.

Adjacent equal numbers always belong to one region, so no inequality has to be remembered. Complete
regions of one number are all alike: no cell beside them may hold their number.

To draw fillings, the states of every layer are kept; then the layers are gone through
backward, and each state gets the sum of what its successors have. A walk from the empty board that takes
each number with a probability proportional to the completions behind it ends in every filling with the
same probability.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeAlias

from fillomino.counting.schedule import Schedule, Step
from fillomino.errors import CountError
from fillomino.puzzle import Filling

FORGOTTEN = -1
"""The label of a slot whose number no longer matters."""

State: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""A label for each slot, and for each label its number and how many cells its region still needs.

Labels are given in the order of the slots. Complete regions (which need 0) share a label by number.
"""

EMPTY: State = ((), ())
"""The state before the first cell."""

STATE_BYTES = 700
"""Bytes of one state in plain Python, with its tuples and its entry in the dictionary (measured)."""

MEMORY = 1 << 30
"""Default limit of a table, in bytes."""


class PlainTable:
    """All fillings of a task, ready to be drawn from, in plain Python.

    Attributes:
        fillings: how many there are.
    """

    def __init__(self, schedule: Schedule, memory: int = MEMORY) -> None:
        """Make a table; it raises `CountError` if that outgrows the memory."""
        self._schedule = schedule
        layers: list[dict[State, int]] = [{EMPTY: 0}]
        held = 0
        for step in schedule.steps:
            layers.append({after: 0 for state in layers[-1] for _, after in successors(step, state)})
            held += len(layers[-1]) * STATE_BYTES
            if held > memory:
                raise too_large(memory)
        layers[-1] = dict.fromkeys(layers[-1], 1)
        for done in range(len(layers) - 2, -1, -1):
            step, following = schedule.steps[done], layers[done + 1]
            for state in layers[done]:
                layers[done][state] = sum(following[after] for _, after in successors(step, state))
        self._layers = layers
        self.fillings = layers[0][EMPTY]

    def draw(self, random: Random, count: int) -> list[Filling]:
        """Return so many fillings, each uniform among all and independent of the others."""
        return [self._walk(random) for _ in range(count)]

    def _walk(self, random: Random) -> Filling:
        filling = [0] * len(self._schedule.steps)
        state = EMPTY
        for step, following in zip(self._schedule.steps, self._layers[1:], strict=True):
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


def advance(step: Step, layer: dict[State, int]) -> dict[State, int]:
    """Return the next layer: in how many ways each state arises after a step."""
    following: dict[State, int] = {}
    for state, ways in layer.items():
        for _, after in successors(step, state):
            following[after] = following.get(after, 0) + ways
    return following


def successors(step: Step, state: State) -> Iterator[tuple[int, State]]:
    """Yield each number that the cell of a step can hold, ascending, and the state after it."""
    sizes = _unfinished(state[1])
    spare = step.empty - sum(-size % number for number, size in sizes.items())
    for number in step.numbers:
        # The first region of a number must find room for all its cells.
        if number not in sizes and (number - 1 > spare or number - 1 > step.room[number]):
            continue
        after = _place(step, state, number)
        if after is not None:
            yield number, after


def _unfinished(parts: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return for each number how many cells its unfinished regions have together."""
    sizes: dict[int, int] = {}
    for number, need in parts:
        if need:
            sizes[number] = sizes.get(number, 0) + number - need
    return sizes


def _place(step: Step, state: State, number: int) -> State | None:
    """Return the state after the cell of a step holds a number; ``None`` if it can't."""
    slots, parts = state
    joined = {slots[slot] for slot in step.beside if slots[slot] >= 0 and parts[slots[slot]][0] == number}
    need = number - 1
    for label in joined:
        need -= number - parts[label][1]
    if need < 0:  # too large; in particular, beside a complete region
        return None
    if any(slots[slot] >= 0 and parts[slots[slot]][0] == number for slot in step.walled):
        return None
    # The new region is labelled len(parts); it swallows those it joined.
    labels = [len(parts) if label in joined else label for label in slots]
    labels.append(len(parts))
    return _settle(step, labels, [*parts, (number, need)])


def _settle(step: Step, labels: list[int], parts: list[tuple[int, int]]) -> State | None:
    """Forget what no longer matters and label anew; ``None`` if a region is cut off or lacks room."""
    kept = []
    for slot in step.kept:
        label = labels[slot]
        if label >= 0 and not step.admitted[slot] >> parts[label][0] & 1:
            label = FORGOTTEN
        kept.append(label)
    alive = {label for label in labels if label >= 0 and parts[label][1]}
    if not alive <= set(kept):
        return None
    sizes = _unfinished(parts[label] for label in alive)
    # Regions of one number may yet merge. But in the end their cells are a multiple of the number.
    lacking = 0
    for number, size in sizes.items():
        missing = -size % number
        if missing > step.room[number]:
            return None
        lacking += missing
    if lacking > step.empty:
        return None
    names: dict[tuple[int, int], int] = {}
    slots = []
    numbers = []
    for label in kept:
        if label == FORGOTTEN:
            slots.append(FORGOTTEN)
            continue
        number, need = parts[label]
        if not need and number > step.room[number] and number not in sizes:
            slots.append(FORGOTTEN)  # no region of this number can come up again
            continue
        key = (number, label if need else FORGOTTEN)
        if key not in names:
            names[key] = len(names)
            numbers.append((number, need))
        slots.append(names[key])
    return tuple(slots), tuple(numbers)
