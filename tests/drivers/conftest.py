"""Looking for processes that were left behind."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest


class Trace:
    """A mark to put into a command line, and a look at which processes have it."""

    def __init__(self) -> None:
        self.mark = f"mark-{uuid.uuid4().hex}"

    def alive(self) -> list[int]:
        """Process numbers with the mark in their arguments; zombies have none."""
        found = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                try:
                    arguments = (folder / "cmdline").read_bytes()
                except OSError:
                    continue
                if self.mark.encode() in arguments:
                    found.append(int(folder.name))
        return found

    def wait_until(self, *, alive: bool, seconds: float = 10) -> list[int]:
        """Wait until there is such a process, or none, and return what there is."""
        deadline = time.monotonic() + seconds
        while bool(found := self.alive()) is not alive and time.monotonic() < deadline:
            time.sleep(0.005)
        return found


@pytest.fixture
def trace() -> Iterator[Trace]:
    """A mark that no process may have when the test is over."""
    mine = Trace()
    yield mine
    assert mine.wait_until(alive=False, seconds=2) == []
