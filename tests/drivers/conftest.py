"""Looking for processes that were left behind."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest

from tests.support.clock import wait_until
from tests.support.processes import command_lines


class Trace:
    """A mark to put into a command line, and a look at which processes have it."""

    def __init__(self) -> None:
        self.mark = f"mark-{uuid.uuid4().hex}"

    def alive(self) -> list[int]:
        """Process numbers with the mark in their arguments; zombies have none."""
        return list(command_lines(self.mark))

    def wait_until(self, *, alive: bool) -> list[int]:
        """Wait until there is such a process, or none, and return what there is."""
        found: list[int] = []

        def there() -> bool:
            found[:] = self.alive()
            return bool(found) is alive

        wait_until(there)
        return found


@pytest.fixture
def trace() -> Iterator[Trace]:
    """A mark that no process may have when the test is over."""
    mine = Trace()
    yield mine
    assert mine.wait_until(alive=False) == []
