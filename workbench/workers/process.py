"""The process of a worker: tasks come in through a socket, events and results go out.

It has a process group of its own, so that Ctrl-C in a terminal reaches its parent alone, which decides what
comes of it. It ends with its parent, however that ends, and takes its solver with it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from multiprocessing.connection import Connection
from types import FrameType

from drivers.memory import limit_memory
from fillomino.errors import FillominoError
from smtlib.errors import SmtLibError

_PR_SET_PDEATHSIG = 1
_END_SECONDS = 4


class _Interrupts:
    """SIGINT as `KeyboardInterrupt`, in the task it is meant for and nowhere else."""

    def __init__(self) -> None:
        self.raised = False  # whether it may be raised now
        self.expected = self.received = 0

    def handle(self, _number: int, _frame: FrameType | None) -> None:
        """Count a signal, and act on it if a task is under way."""
        self.received += 1
        self.check()

    def check(self) -> None:
        """Raise what was not raised yet."""
        if self.raised and self.received > self.expected:
            self.expected = self.received
            raise KeyboardInterrupt


_interrupts = _Interrupts()
_connections: list[Connection] = []  # the one to our parent


def report(event: object) -> None:
    """Send an event to whoever handed over the task, which was given this function as a callback."""
    _interrupts.raised = False  # half an event would be followed by something else
    _send("event", event)
    _interrupts.raised = True
    _interrupts.check()


def serve(descriptor: int, parent: int, memory_mib: int | None) -> None:
    """Do tasks until the socket closes.

    A task is sent as the function, its arguments, and how many interrupts were sent before it. Events and
    results are sent as a pair: ``event``, ``result``, ``refused`` (with the reason) or ``interrupted``.

    Args:
        descriptor: of the socket.
        parent: the process to end with.
        memory_mib: address space that this process, and each that it starts, may take; ``None`` is no limit.
    """
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, _interrupts.handle)
    signal.signal(signal.SIGTERM, _terminate)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        sys.exit(1)
    if memory_mib is not None:
        limit_memory(os.getpid(), memory_mib)
    with Connection(descriptor) as connection:
        _connections[:] = [connection]
        while True:
            try:
                kind, value = _done(connection)
            except EOFError:
                return
            _send(kind, value)


def _done(connection: Connection) -> tuple[str, object]:
    """The kind and the value of what comes of the next task."""
    try:
        task, given, _interrupts.expected = connection.recv()
        _interrupts.raised = True
        _interrupts.check()
        value = task(*given)
        _interrupts.raised = False
    except KeyboardInterrupt:
        return "interrupted", None
    except MemoryError:
        return "refused", "out of memory"
    except (FillominoError, SmtLibError) as error:
        return "refused", str(error)
    finally:
        _interrupts.raised = False
    return "result", value


def _send(kind: str, value: object) -> None:
    try:
        _connections[0].send((kind, value))
    except OSError:  # nobody is there any more
        sys.exit(1)


def _terminate(number: int, _frame: FrameType | None) -> None:
    """Unwind, and end in any case soon; a second signal must not interrupt the unwinding."""
    if not signal.alarm(_END_SECONDS):  # the seconds left, if it was set before
        sys.exit(128 + number)
