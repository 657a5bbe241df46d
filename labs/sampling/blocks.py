"""Whole layers of packed states, advanced block by block so that memory stays bounded, and drawn from.

A finished layer is kept in a checkpoint, and a count resumes from it: a long one outlives its process.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from fillomino.counting.frontier import MEMORY, State, choice, too_large
from fillomino.counting.schedule import Schedule, Step
from fillomino.counting.settings import Clock, Settings
from fillomino.errors import InputError
from fillomino.files import replaced
from fillomino.puzzle import Filling
from labs.sampling import packed
from labs.sampling.packed import Keys, Limbs, PackedSteps, Rows, Words

BLOCK = 1 << 18
"""States advanced at once: enough to make NumPy's calls cheap, few enough to stay in the caches."""

GATHER = 1 << 22
"""Rows of finished blocks that are gathered before they are merged into the new layer."""

WORK_BYTES = 1200
"""Memory for work on one state of a block: its slots side by side, and the states after it."""

MERGE_BYTES = 40
"""Memory for work on one row while rows are merged."""


class PackedLayer(NamedTuple):
    """The packed states after so many cells, ascending, and in how many ways each arises."""

    done: int
    keys: Keys
    ways: Limbs


def pack(schedule: Schedule, done: int, layer: dict[State, int]) -> PackedLayer:
    """Return a layer of plain states, packed."""
    words = Words(schedule)
    keys = np.array([words.of_state(state) for state in layer], np.uint64)
    return PackedLayer(done, *packed.merge(keys, packed.from_integers(list(layer.values()))))


def finish(schedule: Schedule, layer: PackedLayer, settings: Settings, clock: Clock) -> int:
    """Advance a layer to the last, and return the number of fillings.

    Raises:
        CountError: if the memory does not suffice.
    """
    steps = PackedSteps(schedule)
    pool = ThreadPoolExecutor(settings.jobs)
    try:
        for step in schedule.steps[layer.done :]:
            layer = _advance(steps, step, layer, settings, clock, pool)
            clock.layer(layer.done, len(layer.keys))
            if settings.checkpoint is not None:
                save(settings.checkpoint, schedule, layer)
    finally:
        pool.shutdown(cancel_futures=True)
    return sum(packed.integers(layer.ways))


def _advance(
    steps: PackedSteps,
    step: Step,
    layer: PackedLayer,
    settings: Settings,
    clock: Clock,
    pool: ThreadPoolExecutor,
) -> PackedLayer:
    """Return the layer after a step, from blocks that are finished in order by the threads of the pool."""
    states = len(layer.keys)
    needed = layer.keys.nbytes + layer.ways.nbytes + min(BLOCK, states) * WORK_BYTES * settings.jobs
    gathered = _Gathered()
    starts = range(0, states, BLOCK)

    def advanced(start: int) -> tuple[Keys, Limbs]:
        block = slice(start, start + BLOCK)
        return advance_block(steps, step, layer.keys[block], layer.ways[:, block])

    for number, (keys, ways) in enumerate(_in_order(pool, settings.jobs, advanced, starts), start=1):
        gathered.add(keys, ways)
        if settings.memory is not None and needed + gathered.bytes > settings.memory:
            raise settings.out_of_memory(layer.done, layer.done + step.empty + 1, states)
        if number < len(starts):
            clock.part(layer.done, states, number / len(starts))
    return PackedLayer(layer.done + 1, *gathered.merged())


def advance_block(steps: PackedSteps, step: Step, keys: Keys, ways: Limbs) -> tuple[Keys, Limbs]:
    """Return the states after a step from some states, and in how many ways each arises."""
    sources, _, after = steps.expand(step, keys)
    after, ways = packed.merge(after, ways, sources)
    sources, settled = steps.settle(step, after)
    return packed.merge(settled, ways, sources)


class _Gathered:
    """Blocks on their way to a layer: merged whenever they have twice as many rows as the merged ones."""

    def __init__(self) -> None:
        self._blocks: list[tuple[Keys, Limbs]] = []
        self._rows = 0

    @property
    def bytes(self) -> int:
        """The memory of the blocks, and for merging them."""
        return sum(keys.nbytes + ways.nbytes for keys, ways in self._blocks) + MERGE_BYTES * self._rows

    def add(self, keys: Keys, ways: Limbs) -> None:
        self._blocks.append((keys, ways))
        self._rows += len(keys)
        if self._rows > max(GATHER, 2 * len(self._blocks[0][0])):
            self.merged()

    def merged(self) -> tuple[Keys, Limbs]:
        """Return all blocks as one, which replaces them."""
        if not self._blocks:
            return packed.merge(np.zeros(0, np.uint64), packed.from_integers([]))
        if len(self._blocks) > 1:
            keys, ways = zip(*self._blocks, strict=True)
            self._blocks = [packed.merge(np.concatenate(keys), packed.join(ways))]
        self._rows = len(self._blocks[0][0])
        return self._blocks[0]


def _in_order(
    pool: ThreadPoolExecutor, jobs: int, advanced: Callable[[int], tuple[Keys, Limbs]], starts: Iterable[int]
) -> Iterator[tuple[Keys, Limbs]]:
    """Yield the blocks in order; with several jobs, at most two for each are under way."""
    if jobs == 1:
        yield from map(advanced, starts)
        return
    rest = iter(starts)
    under_way = [pool.submit(advanced, start) for start in islice(rest, 2 * jobs)]
    while under_way:
        yield under_way.pop(0).result()
        under_way += [pool.submit(advanced, start) for start in islice(rest, 1)]


def _fingerprint(schedule: Schedule) -> str:
    """Return a digest of a count: of the board, the numbers allowed, the walls, the order of the cells."""
    task, version = schedule.task, 1
    parts = (version, task.board.neighbours, task.masks, sorted(task.walls), task.bare, schedule.order)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def save(path: Path, schedule: Schedule, layer: PackedLayer) -> None:
    """Write a layer; a kill or a full disk in the middle leaves the file as it was.

    Raises:
        InputError: if it can't be written.
    """
    with replaced(path) as file:
        np.savez(
            file,
            allow_pickle=False,
            plan=np.array(_fingerprint(schedule)),
            place=np.array([layer.done]),
            keys=layer.keys,
            **{f"limb{i}": limb for i, limb in enumerate(layer.ways)},
        )
        file.flush()
        os.fsync(file.fileno())


def load(path: Path, schedule: Schedule) -> PackedLayer | None:
    """Return the layer in a file, or ``None`` where there is no file yet.

    Raises:
        InputError: if the file holds something else.
    """
    if not path.exists():
        return None
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            count = str(arrays["plan"])
            done = int(arrays["place"][0])
            limbs = [arrays[f"limb{i}"] for i in range(sum(name.startswith("limb") for name in arrays.files))]
            layer = PackedLayer(done, arrays["keys"], np.array(limbs, np.uint32))
    except (OSError, ValueError, KeyError, IndexError, EOFError, zipfile.BadZipFile) as error:
        message = "not a checkpoint of a count, or damaged"
        raise InputError(message, source=str(path), code="bad-checkpoint") from error
    if count != _fingerprint(schedule):
        message = "a checkpoint of another count (board, largest region, clues or cell order)"
        raise InputError(message, source=str(path), code="bad-checkpoint")
    return layer


class PackedTable:
    """All fillings of a task, ready to be drawn from: for each layer its states, and the completions of each.

    Attributes:
        fillings: how many there are.
    """

    def __init__(self, schedule: Schedule, memory: int = MEMORY) -> None:
        """Make a table; it raises `CountError` if that outgrows the memory."""
        self._schedule = schedule
        # Numbers keep their names and rows their direction, for the numbers drawn are those of the states.
        self._steps = PackedSteps(schedule, join_alike=False)
        self._layers: list[Keys] = [np.zeros(1, np.uint64)]
        for step in schedule.steps:
            self._layers.append(self._following(step, self._layers[-1]))
            if sum(keys.nbytes for keys in self._layers) * 3 > memory:  # a layer's sums, and working space
                raise too_large(memory)
        self._ways: list[Limbs] = [packed.from_integers([1] * len(self._layers[-1]))]
        for done in range(len(schedule.steps) - 1, -1, -1):
            self._ways.insert(0, self._completions(done, self._ways[0]))
        self.fillings = sum(packed.integers(self._ways[0]))

    def draw(self, random: Random, count: int) -> list[Filling]:
        """Return so many fillings, each uniform among all and independent of the others."""
        fillings = np.zeros((count, len(self._schedule.steps)), np.int64)
        states = np.zeros(count, np.uint64)
        for done, step in enumerate(self._schedule.steps):
            sources, numbers, after = self._steps.expand(step, states)
            weights = np.zeros(len(after), object)
            known, places = self._places(step, after, self._layers[done + 1])
            weights[known] = packed.integers(self._ways[done + 1][:, places])
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
        step, keys = self._schedule.steps[done], self._layers[done]
        blocks = [packed.from_integers([])]
        for start in range(0, len(keys), BLOCK):
            block = keys[start : start + BLOCK]
            sources, _, after = self._steps.expand(step, block)
            known, places = self._places(step, after, self._layers[done + 1])
            # Each state once more with nothing, so that those without a successor count 0.
            states = np.concatenate([sources[known], np.arange(len(block))]).astype(np.uint64)
            nothing = np.zeros((len(ways), len(block)), np.uint32)
            blocks.append(packed.merge(states, np.concatenate([ways[:, places], nothing], axis=1))[1])
        return packed.join(blocks)

    def _places(self, step: Step, after: Keys, keys: Keys) -> tuple[Rows, Rows]:
        """The indices of those states after a step that are in the next layer, and where they are there."""
        known, settled = self._steps.settle(step, after)
        if not len(keys):
            return known[:0], known[:0]
        places = np.minimum(np.searchsorted(keys, settled), len(keys) - 1)
        found = np.flatnonzero(keys[places] == settled)
        return known[found], places[found]
