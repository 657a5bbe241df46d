"""A process that does one task at a time, seen from the side that hands them over."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from drivers.interrupts import HeldInterrupts
from fillomino.errors import FillominoError

ROOT = Path(__file__).resolve().parents[2]


class WorkError(FillominoError):
    """Work that can't be done, or not where it was to be done."""


class WorkerDiedError(Exception):
    """A worker that ended in the middle of a task."""


class Worker:
    """A process that does one task at a time; see `process`."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        module = "workbench.workers.process"
        with theirs, HeldInterrupts():
            self._process = subprocess.Popen(
                # -P: nothing in the current folder is taken for a module of ours.
                [sys.executable, "-P", "-m", module, str(theirs.fileno()), str(os.getpid())],
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
            )
            self.connection = Connection(ours.detach())

    def send(self, task: Callable[..., object], *given: object) -> None:
        """Hand over a task, a function of a module; a worker that is gone is noticed by `receive`."""
        try:
            self.connection.send((task, given))
        except OSError:
            return

    def receive(self) -> Any:
        """What came of the task.

        Raises:
            WorkerDiedError: if nothing will.
            WorkError: if it can't be done here.
        """
        try:
            done, answer = self.connection.recv()
        except (EOFError, OSError) as error:
            raise WorkerDiedError from error
        if not done:
            raise WorkError(answer)
        return answer

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Have the process end, and its solver with it; whoever waits for an answer is told that it died."""
        self._process.terminate()

    def end(self) -> None:
        """End the process, and its solver with it, and let go of all."""
        with HeldInterrupts():
            self._process.terminate()
            self._process.wait()
            self.connection.close()

    def how_it_ended(self) -> str:
        """The exit code or signal of a worker that died, in words."""
        code = self._process.wait()
        return f"signal {-code}" if code < 0 else f"exit code {code}"
