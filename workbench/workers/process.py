"""The process of a worker: tasks come in through a socket, events and results go out.

It has its own process group, so that Ctrl-C in a terminal reaches only its parent, which decides what to do.
It ends with its parent, however that ends, and its solver ends with it.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge
from threading import Thread

from drivers.errors import is_shortage
from drivers.system import end_with_parent, limit_own_memory
from fillomino.errors import Error
from workbench.workers.ending import ignore_signals, send_to_main_thread, unwind_at

_END_SECONDS = 4.0


class _Tasks:
    """The tasks that our parent sends, one at a time.

    Signals can merge or come late. So the number of the task to interrupt is told apart from them.
    """

    def __init__(self, connection: Connection, interrupted: Callable[[], int]) -> None:
        self._connection = connection
        self._interrupted = interrupted  # returns that number
        self._current = 0  # the number of the task, where it may be interrupted

    def interrupt(self, *_: object) -> None:
        """Handle SIGINT: interrupt the task if it is the one to interrupt."""
        if self._current and self._current == self._interrupted():
            self._current = 0  # once
            raise KeyboardInterrupt

    def report(self, event: object) -> None:
        """Send an event, without being interrupted in the middle of it."""
        current, self._current = self._current, 0
        self._send("event", event)
        self._current = current
        self.interrupt()

    def do_next(self) -> None:
        """Do the next task, and send its result.

        Raises:
            EOFError: if there are no more tasks.
        """
        try:
            try:
                number, task, given = self._connection.recv()
                self._current = number
                self.interrupt()
                kind, value = "result", task(*given)
            except MemoryError as error:
                kind, value = "refused", str(error) or "out of memory"
            except Error as error:
                kind, value = "refused", str(error)
            except OSError as error:
                if not is_shortage(error):
                    raise
                kind, value = "refused", f"our own process can't go on: {error.strerror}"
            self._current = 0
        except KeyboardInterrupt:
            kind, value = "interrupted", None
        self._send(kind, value)

    def _send(self, kind: str, value: object) -> None:
        try:
            self._connection.send((kind, value))
        except OSError:  # nobody is there any more
            sys.exit(1)


_serving: list[_Tasks] = []


def report(event: object) -> None:
    """Send an event to the parent, which gave the task this function as a callback."""
    _serving[-1].report(event)


def load(module: str) -> None:
    """Import a module: a task that prepares a worker for others."""
    import_module(module)


if sys.platform != "win32":

    def serve(descriptor: int, interrupted: int, parent: int, memory_mib: int | None) -> None:
        """Do tasks until the socket closes.

        A task is received as its number (from 1), the function and its arguments. Events and results are
        sent as pairs: ``event``, ``result``, ``refused`` (with the reason) or ``interrupted``.

        Args:
            descriptor: of the socket.
            interrupted: descriptor of the file with the number of the task to interrupt.
            parent: the process to end with.
            memory_mib: address space of this process, and of each that it starts; ``None`` is no limit.
        """
        os.setpgid(0, 0)
        with Connection(descriptor) as connection:
            tasks = _Tasks(connection, lambda: int.from_bytes(os.pread(interrupted, 8, 0)))
            signal.signal(signal.SIGINT, tasks.interrupt)
            unwind_at(signal.SIGTERM, within=_END_SECONDS)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
            end_with_parent(parent)
            _do_all(tasks, memory_mib)

else:

    def serve(port: int, key: bytes, _parent: int, memory_mib: int | None) -> None:
        """Do tasks until the connection closes, as elsewhere, where no signal can be sent to a process.

        Its parent listens at a port of this machine for two connections, each of which begins with a key: of
        tasks, and of what a thread here makes signals of, the number of a task to interrupt, or the end.
        When the parent ends, both close, and this process ends with its solver.
        """
        connection, control = (_connected(port, key) for _ in range(2))
        interrupted = 0

        def heed() -> None:
            nonlocal interrupted
            with suppress(EOFError, OSError):
                while number := control.recv():
                    interrupted = number
                    send_to_main_thread(signal.SIGINT)
            send_to_main_thread(signal.SIGTERM)
            time.sleep(_END_SECONDS)
            os._exit(1)

        with connection:
            tasks = _Tasks(connection, lambda: interrupted)
            signal.signal(signal.SIGINT, tasks.interrupt)
            unwind_at(signal.SIGTERM, within=_END_SECONDS)
            Thread(target=heed, daemon=True).start()
            _do_all(tasks, memory_mib)

    def _connected(port: int, key: bytes) -> Connection:
        connection = Connection(socket.create_connection(("127.0.0.1", port)).detach())
        answer_challenge(connection, key)
        deliver_challenge(connection, key)
        return connection


def _do_all(tasks: _Tasks, memory_mib: int | None) -> None:
    _serving.append(tasks)
    if memory_mib is not None:
        limit_own_memory(memory_mib)
    try:
        with suppress(EOFError, ConnectionResetError):  # a parent that was killed
            while True:
                tasks.do_next()
    finally:
        ignore_signals()  # one from now on would be raised in whatever is cleaned up
