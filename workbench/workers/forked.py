"""A process started as a copy of this one: all modules are there, so it is ready at once."""

from __future__ import annotations

import os
from multiprocessing.context import ForkProcess
from subprocess import TimeoutExpired


class Forked(ForkProcess):
    """A copy of this process that calls a function and ends, with the methods of a `subprocess.Popen`.

    No other thread may run here: it could hold a lock, which would be held in the copy for ever.
    """

    def poll(self) -> int | None:
        """Return the exit code, or ``None`` while it runs."""
        return self.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, and return the exit code.

        Raises:
            TimeoutExpired: if it takes longer than ``timeout`` seconds.
        """
        self.join(timeout)
        if self.exitcode is None:
            raise TimeoutExpired("a forked process", timeout or 0.0)
        return self.exitcode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.pid and self.exitcode is None:
            os.kill(self.pid, number)
