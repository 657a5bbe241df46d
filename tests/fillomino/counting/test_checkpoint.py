"""Checkpoints: a count goes on where it was, and a file that is none is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numpy")

from fillomino.board import rectangle
from fillomino.counting import blocks
from fillomino.counting.schedule import schedule
from fillomino.counting.settings import CountProgress, Settings
from fillomino.counting.sweep import sweep
from fillomino.counting.task import bare
from fillomino.errors import InputError

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
    begun: list[int] = []
    again = sweep(SCHEDULE, Settings(checkpoint=file, watch=lambda progress: begun.append(progress.done)))
    assert begun[0] == stop - 1  # the layer under work is all that is lost
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
        with pytest.raises(InputError, match="another count"):
            sweep(other, Settings(checkpoint=file))


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 broken"])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "count.npz"
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"count\.npz: not a checkpoint"):
        sweep(SCHEDULE, Settings(checkpoint=file))
