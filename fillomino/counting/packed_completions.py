"""The table of `completions` on packed states."""

from __future__ import annotations

from random import Random

import numpy as np

from fillomino.counting import limbs
from fillomino.counting.blocks import BLOCK
from fillomino.counting.drawing import MEMORY, choice, require_some, too_large
from fillomino.counting.limbs import Keys, Limbs
from fillomino.counting.packed import Layers
from fillomino.counting.packing import Rows
from fillomino.counting.schedule import Schedule
from fillomino.puzzle import Filling


class PackedTable:
    """For each layer its states, ascending, and the completions of each."""

    def __init__(self, schedule: Schedule, memory: int = MEMORY) -> None:
        self._plan = schedule
        # Numbers keep their names and rows their direction, for the numbers drawn are those of the states.
        self._layers = Layers(schedule, alike=False)
        self._keys: list[Keys] = [np.zeros(1, np.uint64)]
        for done in range(len(schedule.steps)):
            self._keys.append(self._following(done))
            if sum(keys.nbytes for keys in self._keys) * 3 > memory:  # a layer's sums, and working space
                raise too_large(memory)
        self._ways: list[Limbs] = [limbs.ones(len(self._keys[-1]))]
        for done in range(len(schedule.steps) - 1, -1, -1):
            self._ways.insert(0, self._completions(done))
        self.fillings = limbs.total(self._ways[0])

    def draw(self, random: Random, count: int) -> list[Filling]:
        """Return so many fillings, each uniform among all and independent of the others."""
        require_some(self.fillings)
        fillings = np.zeros((count, self._plan.task.board.size), np.int64)
        states = np.zeros(count, np.uint64)
        for done, step in enumerate(self._plan.steps):
            rows, numbers, after = self._layers.expand(step, self._slots(done), states)
            weights = self._weights(done + 1, after)
            chosen = np.zeros(count, np.intp)
            by_row = np.argsort(rows, kind="stable")
            ends = np.searchsorted(rows[by_row], np.arange(count + 1))
            for walk in range(count):
                ways = by_row[ends[walk] : ends[walk + 1]].tolist()
                chosen[walk] = ways[choice(random, [weights[way] for way in ways])]
            fillings[:, step.cell] = numbers[chosen]
            states = after[chosen]
        return [tuple(filling) for filling in fillings.tolist()]

    def _slots(self, done: int) -> int:
        return len(self._plan.steps[done - 1].kept) if done else 0

    def _following(self, done: int) -> Keys:
        step, keys = self._plan.steps[done], self._keys[done]
        found = [np.zeros(0, np.uint64)]
        for start in range(0, len(keys), BLOCK):
            _, _, after = self._layers.expand(step, self._slots(done), keys[start : start + BLOCK])
            found.append(np.unique(self._layers.settle(step, np.unique(after))[1]))
        return np.unique(np.concatenate(found))

    def _completions(self, done: int) -> Limbs:
        step, keys = self._plan.steps[done], self._keys[done]
        blocks = []
        for start in range(0, len(keys), BLOCK):
            block = keys[start : start + BLOCK]
            rows, _, after = self._layers.expand(step, self._slots(done), block)
            found, places = self._places(done + 1, after)
            # One row of nothing for each state, so that those without a successor count 0.
            nothing = [np.zeros(len(block), np.uint32) for _ in self._ways[0]]
            column = limbs.join([limbs.take(self._ways[0], places), nothing])
            whose = np.concatenate([rows[found], np.arange(len(block))]).astype(np.uint64)
            blocks.append(limbs.merge(whose, column)[1])
        return limbs.join(blocks) if blocks else limbs.ones(0)

    def _places(self, done: int, after: Keys) -> tuple[Rows, Rows]:
        """The rows of those states that are in a layer once settled, and where they are there."""
        rows, settled = self._layers.settle(self._plan.steps[done - 1], after)
        keys = self._keys[done]
        if not len(keys):
            return rows[:0], rows[:0]
        places = np.minimum(np.searchsorted(keys, settled), len(keys) - 1)
        found = np.flatnonzero(keys[places] == settled)
        return rows[found], places[found]

    def _weights(self, done: int, after: Keys) -> list[int]:
        weights = [0] * len(after)
        rows, places = self._places(done, after)
        for row, weight in zip(
            rows.tolist(), limbs.integers(limbs.take(self._ways[done], places)), strict=True
        ):
            weights[row] = weight
        return weights
