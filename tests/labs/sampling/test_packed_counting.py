"""Layers packed into arrays of NumPy, and the checkpoints that hold them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fillomino.board import rectangle
from fillomino.counting.frontier import EMPTY, State, advance
from fillomino.counting.methods import count, sweep
from fillomino.counting.schedule import schedule
from fillomino.counting.settings import CountProgress, Settings
from fillomino.counting.task import bare
from fillomino.errors import InputError
from tests.support import needs

needs.module("numpy", "count")

import numpy as np

from labs.sampling import blocks, packed
from labs.sampling.packed import PackedSteps
from tests.support.refused import refused


@pytest.mark.parametrize("order", ["rows", "diagonals"])
def test_packed_layers_hold_the_ways_of_the_plain_ones(order: str) -> None:
    """Without the joining of states that only a bare board allows, layers are the same state by state."""
    task = replace(bare(rectangle(3, 4), 7), bare=False)
    steps = schedule(task, order)
    packed_steps = PackedSteps(steps)
    layer: dict[State, int] = {EMPTY: 1}
    keys, ways = np.zeros(1, np.uint64), packed.from_integers([1])
    for step in steps.steps:
        layer = advance(step, layer)
        keys, ways = blocks.advance_block(packed_steps, step, keys, ways)
        ours = dict(zip(keys.tolist(), packed.integers(ways), strict=True))
        plain = {packed_steps.words.of_state(state): number for state, number in layer.items()}
        # Each prunes a little that the other does not; what both have they must agree on.
        assert ours.keys() & plain.keys()
        assert all(ours[key] == plain[key] for key in ours.keys() & plain.keys())
    assert sum(layer.values()) == sum(packed.integers(ways))


def test_many_small_blocks_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "BLOCK", 100)
    monkeypatch.setattr(blocks, "GATHER", 250)
    assert count(bare(rectangle(4, 4), 5)) == 59951
    assert count(bare(rectangle(4, 4), 5), settings=Settings(jobs=3)) == 59951


SCHEDULE = schedule(bare(rectangle(4, 4), 5))


class StopError(Exception):
    pass


@pytest.mark.parametrize("stop", [6, 9, 14])
def test_a_count_that_was_killed_goes_on(tmp_path: Path, stop: int) -> None:
    file = tmp_path / "count.npz"

    def kill(progress: CountProgress) -> None:
        if progress.done == stop:
            raise StopError

    with pytest.raises(StopError):
        sweep(SCHEDULE, Settings(checkpoint=file, watch=kill))
    assert file.exists()
    begun: list[CountProgress] = []
    again = sweep(SCHEDULE, Settings(checkpoint=file, watch=begun.append))
    assert begun[0].done == stop - 1  # the layer under work is all that is lost
    assert again == 59951


def test_a_finished_count_is_read_from_its_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "count.npz"
    sweep(SCHEDULE, Settings(checkpoint=file))
    monkeypatch.setattr(blocks, "_advance", None)
    assert sweep(SCHEDULE, Settings(checkpoint=file)) == 59951


def test_a_checkpoint_of_another_count_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "count.npz"
    sweep(SCHEDULE, Settings(checkpoint=file))
    for other in (schedule(bare(rectangle(4, 4), 4)), schedule(bare(rectangle(4, 4), 5), "diagonals")):
        with refused(InputError, "bad-checkpoint"):
            sweep(other, Settings(checkpoint=file))


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 broken"])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "count.npz"
    file.write_bytes(content)
    with refused(InputError, "bad-checkpoint"):
        sweep(SCHEDULE, Settings(checkpoint=file))
