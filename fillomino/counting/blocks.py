"""Whole layers of packed states, advanced block by block so that memory stays bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice

import numpy as np

from fillomino.counting import checkpoint, limbs
from fillomino.counting.frontier import State
from fillomino.counting.limbs import Keys, Layer, Limbs
from fillomino.counting.means import Clock, Count, Means, out_of_memory
from fillomino.counting.packed import Layers
from fillomino.counting.packing import Words
from fillomino.counting.schedule import Schedule, Step

BLOCK = 1 << 18
"""States advanced at once: enough to make NumPy's calls cheap, few enough to stay in the caches."""

GATHER = 1 << 22
"""Rows of finished blocks that are gathered before they are merged into the new layer."""

WORK_BYTES = 1200
"""Memory for work on one state of a block: its slots side by side, and the states after it."""

MERGE_BYTES = 40
"""Memory for work on one row while rows are merged."""


def from_plain(schedule: Schedule, done: int, layer: dict[State, int], peak: int, states: int) -> Layer:
    """A layer of plain states, packed."""
    words = Words(schedule)
    keys = np.array([words.of_state(state) for state in layer], np.uint64)
    return Layer(done, *limbs.merge(keys, limbs.from_integers(list(layer.values()))), peak, states)


def finish(schedule: Schedule, layer: Layer, means: Means, clock: Clock) -> Count:
    """Advance a layer to the last, which has one state, or none.

    Raises:
        CountError: if the memory does not suffice.
    """
    layers = Layers(schedule)
    with ExitStack() as stack:
        pool = None
        if means.jobs > 1:
            pool = ThreadPoolExecutor(means.jobs)
            stack.callback(pool.shutdown, cancel_futures=True)
        for step in schedule.steps[layer.done :]:
            layer = _advance(schedule, layers, step, layer, means, clock, pool)
            clock.layer(layer.done, len(layer.keys))
            if means.checkpoint is not None:
                checkpoint.save(means.checkpoint, schedule, layer)
    return Count(limbs.total(layer.ways), layer.peak, layer.states)


def _advance(
    schedule: Schedule,
    layers: Layers,
    step: Step,
    layer: Layer,
    means: Means,
    clock: Clock,
    pool: ThreadPoolExecutor | None,
) -> Layer:
    slots = len(schedule.steps[layer.done - 1].kept) if layer.done else 0
    old = layer.keys.nbytes + sum(limb.nbytes for limb in layer.ways)
    work = min(BLOCK, len(layer.keys)) * WORK_BYTES * means.jobs
    new = _Gathered()
    starts = range(0, len(layer.keys), BLOCK)

    def block(start: int) -> tuple[Keys, Limbs]:
        here = slice(start, start + BLOCK)
        return one_block(layers, step, slots, layer.keys[here], [limb[here] for limb in layer.ways])

    for number, (keys, ways) in enumerate(_in_turn(pool, means.jobs, block, starts), start=1):
        new.add(keys, ways)
        if means.memory is not None and old + work + new.bytes > means.memory:
            raise out_of_memory(layer.done, schedule, len(layer.keys), means)
        if number < len(starts):
            clock.part(layer.done, len(layer.keys), number / len(starts))
    keys, ways = new.merged()
    return Layer(layer.done + 1, keys, ways, max(layer.peak, len(keys)), layer.states + len(keys))


def one_block(layers: Layers, step: Step, slots: int, keys: Keys, ways: Limbs) -> tuple[Keys, Limbs]:
    """The states that some states lead to, settled and merged."""
    rows, _, after = layers.expand(step, slots, keys)
    after, ways = limbs.merge(after, limbs.take(ways, rows))
    rows, settled = layers.settle(step, after)
    return limbs.merge(settled, limbs.take(ways, rows))


class _Gathered:
    """Blocks on their way to a layer: merged whenever they are as many rows as what was merged before."""

    def __init__(self) -> None:
        self._blocks: list[tuple[Keys, Limbs]] = []
        self._rows = 0

    @property
    def bytes(self) -> int:
        """Bytes of the blocks, with the work of merging them."""
        held = sum(keys.nbytes + sum(limb.nbytes for limb in ways) for keys, ways in self._blocks)
        return held + MERGE_BYTES * self._rows

    def add(self, keys: Keys, ways: Limbs) -> None:
        self._blocks.append((keys, ways))
        self._rows += len(keys)
        if self._rows > max(GATHER, 2 * len(self._blocks[0][0])):
            self.merged()

    def merged(self) -> tuple[Keys, Limbs]:
        """All blocks as one, which replaces them."""
        if not self._blocks:
            return np.zeros(0, np.uint64), limbs.ones(0)
        if len(self._blocks) > 1:
            keys = np.concatenate([keys for keys, _ in self._blocks])
            ways = limbs.join([ways for _, ways in self._blocks])
            self._blocks = [limbs.merge(keys, ways)]
        self._rows = len(self._blocks[0][0])
        return self._blocks[0]


def _in_turn(
    pool: ThreadPoolExecutor | None,
    jobs: int,
    block: Callable[[int], tuple[Keys, Limbs]],
    starts: Iterable[int],
) -> Iterator[tuple[Keys, Limbs]]:
    """The blocks in order; with a pool, at most two for each thread are under way."""
    if pool is None:
        yield from map(block, starts)
        return
    rest = iter(starts)
    under_way = [pool.submit(block, start) for start in islice(rest, 2 * jobs)]
    while under_way:
        yield under_way.pop(0).result()
        under_way += [pool.submit(block, start) for start in islice(rest, 1)]
