"""Whole layers of packed states, advanced block by block so that memory stays bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np

from fillomino.counting import checkpoint, packing
from fillomino.counting.frontier import State
from fillomino.counting.packed import PackedSteps
from fillomino.counting.packing import Keys, Limbs, PackedLayer, Words
from fillomino.counting.schedule import Schedule, Step
from fillomino.counting.settings import Clock, Settings

BLOCK = 1 << 18
"""States advanced at once: enough to make NumPy's calls cheap, few enough to stay in the caches."""

GATHER = 1 << 22
"""Rows of finished blocks that are gathered before they are merged into the new layer."""

WORK_BYTES = 1200
"""Memory for work on one state of a block: its slots side by side, and the states after it."""

MERGE_BYTES = 40
"""Memory for work on one row while rows are merged."""


def pack(schedule: Schedule, done: int, layer: dict[State, int]) -> PackedLayer:
    """Return a layer of plain states, packed."""
    words = Words(schedule)
    keys = np.array([words.of_state(state) for state in layer], np.uint64)
    return PackedLayer(done, *packing.merge(keys, packing.from_integers(list(layer.values()))))


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
                checkpoint.save(settings.checkpoint, schedule, layer)
    finally:
        pool.shutdown(cancel_futures=True)
    return sum(packing.integers(layer.ways))


def _advance(
    steps: PackedSteps,
    step: Step,
    layer: PackedLayer,
    settings: Settings,
    clock: Clock,
    pool: ThreadPoolExecutor,
) -> PackedLayer:
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
    after, ways = packing.merge(after, ways, sources)
    sources, settled = steps.settle(step, after)
    return packing.merge(settled, ways, sources)


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
            return packing.merge(np.zeros(0, np.uint64), packing.from_integers([]))
        if len(self._blocks) > 1:
            keys, ways = zip(*self._blocks, strict=True)
            self._blocks = [packing.merge(np.concatenate(keys), packing.join(ways))]
        self._rows = len(self._blocks[0][0])
        return self._blocks[0]


def _in_order(
    pool: ThreadPoolExecutor,
    jobs: int,
    advanced: Callable[[int], tuple[Keys, Limbs]],
    starts: Iterable[int],
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
