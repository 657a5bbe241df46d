"""Run a schedule: the states of one layer after the other, up to the number of fillings.

Short layers are advanced in plain Python; from `PACK_FROM` states on, where the states fit in a word and
NumPy is installed, the rest is done by `blocks`.
"""

from __future__ import annotations

from fillomino.counting.frontier import EMPTY, State, advance
from fillomino.counting.schedule import Schedule
from fillomino.counting.settings import Clock, Settings, have_numpy
from fillomino.errors import InputError

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
