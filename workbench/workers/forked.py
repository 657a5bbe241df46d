"""A process started as a copy of this one: all modules are there, so it is ready at once."""

from __future__ import annotations

import os
from collections.abc import Callable
from multiprocessing import get_context
from subprocess import TimeoutExpired


class Forked:
    """A copy of this process that calls a function and ends; handled like a `subprocess.Popen`.

    No other thread may run here: it could hold a lock, which would be held in the copy for ever.
    """

    def __init__(self, function: Callable[[], None]) -> None:
        self._process = get_context("fork").Process(target=function, daemon=True)
        self._process.start()
        self.pid: int = self._process.pid or 0

    def poll(self) -> int | None:
        """Return the exit code, or ``None`` while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, and return the exit code.

        Raises:
            TimeoutExpired: if it takes longer than ``timeout`` seconds.
        """
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            raise TimeoutExpired("a forked process", timeout or 0.0)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)
