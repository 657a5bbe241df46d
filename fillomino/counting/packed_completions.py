"""The table of `completions` on packed states."""

from __future__ import annotations

from random import Random

import numpy as np

from fillomino.counting import packing
from fillomino.counting.blocks import BLOCK
from fillomino.counting.packed import PackedSteps
from fillomino.counting.packing import Keys, Limbs, Rows
from fillomino.counting.schedule import Step
from fillomino.counting.sweep import CompletionTable, choice, too_large
from fillomino.puzzle import Filling


class PackedTable(CompletionTable):
    """For each layer its states, ascending, and the completions of each."""

    def _fill(self, memory: int) -> int:
        # Numbers keep their names and rows their direction, for the numbers drawn are those of the states.
        self._steps = PackedSteps(self.schedule, join_alike=False)
        self._layers: list[Keys] = [np.zeros(1, np.uint64)]
        for step in self.schedule.steps:
            self._layers.append(self._following(step, self._layers[-1]))
            if sum(keys.nbytes for keys in self._layers) * 3 > memory:  # a layer's sums, and working space
                raise too_large(memory)
        self._ways: list[Limbs] = [packing.from_integers([1] * len(self._layers[-1]))]
        for done in range(len(self.schedule.steps) - 1, -1, -1):
            self._ways.insert(0, self._completions(done, self._ways[0]))
        return sum(packing.integers(self._ways[0]))

    def _walks(self, random: Random, count: int) -> list[Filling]:
        fillings = np.zeros((count, self.schedule.task.board.size), np.int64)
        states = np.zeros(count, np.uint64)
        for done, step in enumerate(self.schedule.steps):
            sources, numbers, after = self._steps.expand(step, states)
            weights = np.zeros(len(after), object)
            known, places = self._places(step, after, self._layers[done + 1])
            weights[known] = packing.integers(self._ways[done + 1][:, places])
            chosen = np.zeros(count, np.intp)
            by_source = np.argsort(sources, kind="stable")
            ends = np.searchsorted(sources[by_source], np.arange(count + 1))
            for walk in range(count):
                ways = by_source[ends[walk] : ends[walk + 1]]
                chosen[walk] = ways[choice(random, weights[ways].tolist())]
            fillings[:, step.cell] = numbers[chosen]
            states = after[chosen]
        return [tuple(filling) for filling in fillings.tolist()]

    def _following(self, step: Step, keys: Keys) -> Keys:
        """The states of the next layer."""
        blocks = [np.zeros(0, np.uint64)]
        for start in range(0, len(keys), BLOCK):
            _, _, after = self._steps.expand(step, keys[start : start + BLOCK])
            blocks.append(np.unique(self._steps.settle(step, np.unique(after))[1]))
        return np.unique(np.concatenate(blocks))

    def _completions(self, done: int, ways: Limbs) -> Limbs:
        """The completions of each state of a layer, from those of the next layer."""
        step, keys = self.schedule.steps[done], self._layers[done]
        blocks = [packing.from_integers([])]
        for start in range(0, len(keys), BLOCK):
            block = keys[start : start + BLOCK]
            sources, _, after = self._steps.expand(step, block)
            known, places = self._places(step, after, self._layers[done + 1])
            # Each state once more with nothing, so that those without a successor count 0.
            states = np.concatenate([sources[known], np.arange(len(block))]).astype(np.uint64)
            nothing = np.zeros((len(ways), len(block)), np.uint32)
            blocks.append(packing.merge(states, np.concatenate([ways[:, places], nothing], axis=1))[1])
        return packing.join(blocks)

    def _places(self, step: Step, after: Keys, keys: Keys) -> tuple[Rows, Rows]:
        """The indices of those states after a step that are in the next layer, and where they are there."""
        known, settled = self._steps.settle(step, after)
        if not len(keys):
            return known[:0], known[:0]
        places = np.minimum(np.searchsorted(keys, settled), len(keys) - 1)
        found = np.flatnonzero(keys[places] == settled)
        return known[found], places[found]
