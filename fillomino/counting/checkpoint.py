"""Keep a finished layer in a file, and resume from it: a long count outlives its process."""

from __future__ import annotations

import hashlib
import os
import zipfile
from pathlib import Path

import numpy as np

from fillomino.counting.packing import PackedLayer
from fillomino.counting.schedule import Schedule
from fillomino.errors import InputError
from fillomino.files import replaced

VERSION = 1


def fingerprint(schedule: Schedule) -> str:
    """Return a digest of a count: of the board, the numbers allowed, the walls, the order of the cells."""
    task = schedule.task
    parts = (VERSION, task.board.neighbours, task.masks, sorted(task.walls), task.bare, schedule.order)
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
            plan=np.array(fingerprint(schedule)),
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
        raise InputError(
            "not a checkpoint of a count, or damaged", source=str(path), code="bad-checkpoint"
        ) from error
    if count != fingerprint(schedule):
        raise InputError(
            "a checkpoint of another count (board, largest region, clues or cell order)",
            source=str(path),
            code="bad-checkpoint",
        )
    return layer
