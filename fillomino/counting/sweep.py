"""Run a schedule: the states of one layer after the other, up to the number of fillings.

Short layers are advanced in plain Python; from `PACK_FROM` states on, where the states fit in a word and
NumPy is installed, the rest is done by `packed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fillomino.counting.frontier import EMPTY, State, advance
from fillomino.counting.means import Clock, Count, Means, have_numpy, out_of_memory
from fillomino.counting.schedule import Schedule
from fillomino.errors import InputError

if TYPE_CHECKING:
    from fillomino.counting.limbs import Layer

PACK_FROM = 32
"""Below so many states a layer is faster in plain Python than the calls into NumPy alone."""

STATE_BYTES = 700
"""Bytes of one state in plain Python, with its tuples and its place in the dictionary (measured)."""


def sweep(schedule: Schedule, means: Means | None = None) -> Count:
    """Count the fillings of a schedule's task.

    Raises:
        CountError: if the memory does not suffice.
        InputError: if the checkpoint is of another count, or none can be kept.
    """
    means = means or Means()
    clock = Clock(schedule.task.board.size, means.watch)
    packs = not means.plain and have_numpy() and _fits(schedule)
    if means.checkpoint is not None:
        if not packs:
            raise InputError(
                "--checkpoint can't be had for this board: its states do not fit into the words that it keeps"
                if have_numpy()
                else "--checkpoint needs NumPy: pip install 'fillomino-smt[count]'",
                code="not-available",
            )
        from fillomino.counting.checkpoint import load

        found = load(means.checkpoint, schedule)
        if found is not None:
            clock.layer(found.done, len(found.keys))
            return _packed(schedule, found, means, clock)
    clock.layer(0, 1)
    layer: dict[State, int] = {EMPTY: 1}
    peak = states = 1
    for done, step in enumerate(schedule.steps):
        if packs and len(layer) >= PACK_FROM:
            from fillomino.counting.blocks import from_plain

            return _packed(schedule, from_plain(schedule, done, layer, peak, states), means, clock)
        layer = advance(step, layer)
        peak, states = max(peak, len(layer)), states + len(layer)
        if means.memory is not None and len(layer) * STATE_BYTES > means.memory:
            raise out_of_memory(done + 1, schedule, len(layer), means)
        clock.layer(done + 1, len(layer))
    return Count(sum(layer.values()), peak, states)


def _fits(schedule: Schedule) -> bool:
    from fillomino.counting.packing import fits

    return fits(schedule)


def _packed(schedule: Schedule, layer: Layer, means: Means, clock: Clock) -> Count:
    from fillomino.counting.blocks import finish

    return finish(schedule, layer, means, clock)
