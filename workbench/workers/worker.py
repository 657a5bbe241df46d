"""A process that does one task at a time, as its parent sees it; and several of them at once."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge, wait
from pathlib import Path
from typing import Any, cast

from drivers.process import HeldInterrupts
from drivers.system import FORKS, anonymous_file
from fillomino.errors import FillominoError
from workbench.workers.process import serve

ROOT = Path(__file__).resolve().parents[2]
_END_SECONDS = 5.0
_LOOK_SECONDS = 0.5  # between two looks whether a new process has ended


class WorkError(FillominoError):
    """A task that can't be done, or not by this worker."""

    code = "worker-failed"


class WorkerDiedError(FillominoError):
    """A worker ended during a task; the text is its exit code or signal."""

    code = "worker-died"


def _fresh(*given: object, **options: Any) -> subprocess.Popen[bytes]:
    """Start a fresh process that serves as it is told."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    code = f"from workbench.workers.process import serve; serve{given}"
    return subprocess.Popen(
        [sys.executable, "-P", "-c", code],  # -P: nothing in the current folder is taken for a module
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        **options,
    )


if sys.platform != "win32":
    from multiprocessing.context import ForkProcess

    class _Forked(ForkProcess):
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
                raise subprocess.TimeoutExpired("a forked process", timeout or 0.0)
            return self.exitcode

        def send_signal(self, number: int) -> None:
            """Send a signal, unless it has ended."""
            if self.pid and self.exitcode is None:
                os.kill(self.pid, number)

    @contextmanager
    def _blocked() -> Iterator[None]:
        """Block the signals that a new worker must not get before it is ready for them; it inherits that."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """A process of our own Python, which ends with the context. See `process`."""

    def __init__(self, *, forked: bool = False, memory_mib: int | None = None) -> None:
        """Start it.

        Args:
            forked: start it as a copy of this process, which is ready at once. Where other threads run, that
                is unsafe, and a fresh process is started instead.
            memory_mib: address space of it and of each process that it starts; ``None`` is no limit.
        """
        self._number = 0  # of the task
        self._open(forked, memory_mib)

    if sys.platform == "win32":

        def _open(self, _forked: bool, memory_mib: int | None) -> None:
            """Start it, and let it connect to us."""
            key = os.urandom(32)
            with HeldInterrupts(), socket.create_server(("127.0.0.1", 0)) as server:
                server.settimeout(_LOOK_SECONDS)
                self._process = _fresh(server.getsockname()[1], key, os.getpid(), memory_mib)
                self._connection, self._control = (self._accepted(server, key) for _ in range(2))

        def _accepted(self, server: socket.socket, key: bytes) -> Connection:
            while self._process.poll() is None:
                with suppress(TimeoutError, AuthenticationError, EOFError):
                    connection = Connection(server.accept()[0].detach())
                    deliver_challenge(connection, key)
                    answer_challenge(connection, key)
                    return connection
            raise WorkerDiedError(f"exit code {self._process.returncode}, as it started")

        def _interrupt(self) -> None:
            with suppress(OSError):
                self._control.send(self._number)

        def _stop(self) -> None:
            """Send the order to stop, and no more tasks, for which one without a task waits."""
            with suppress(OSError):
                self._control.send(0)
            with suppress(OSError):
                tasks = socket.socket(fileno=self._connection.fileno())
                try:
                    tasks.shutdown(socket.SHUT_WR)
                finally:
                    tasks.detach()

        def _close(self) -> None:
            self._connection.close()
            self._control.close()

    else:

        def _open(self, forked: bool, memory_mib: int | None) -> None:
            ours, theirs = socket.socketpair()
            self._connection = Connection(ours.detach())
            self._interrupted = anonymous_file("interrupted")  # the number of the task to interrupt
            forks = FORKS and forked and threading.active_count() == 1
            with theirs, HeldInterrupts(), _blocked():
                start = self._fork if forks else self._fresh
                self._process = start(theirs.fileno(), self._interrupted.fileno(), os.getpid(), memory_mib)

        def _fork(self, *given: Any) -> Any:
            def run() -> None:
                self._connection.close()
                serve(*given)

            process = _Forked(target=run, daemon=True)
            process.start()
            return process

        def _fresh(self, *given: Any) -> Any:
            return _fresh(*given, pass_fds=given[:2])

        def _interrupt(self) -> None:
            os.pwrite(self._interrupted.fileno(), self._number.to_bytes(8), 0)
            self._process.send_signal(signal.SIGINT)

        def _stop(self) -> None:
            self._process.send_signal(signal.SIGTERM)

        def _close(self) -> None:
            self._connection.close()
            self._interrupted.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def fileno(self) -> int:
        """Return the descriptor that can be read when there is a message."""
        return self._connection.fileno()

    def send(self, task: Callable[..., object], *given: object) -> None:
        """Send a task: a function of a module, and its arguments. `message` notices a worker that is gone.

        A task that reports events takes `process.report` as a callback.
        """
        self._number += 1
        try:
            self._connection.send((self._number, task, given))
        except OSError:
            return

    def message(self, seconds: float | None = None) -> tuple[str, Any] | None:
        """Wait for an event or for the end of the task; ``None`` if within so many seconds there is neither.

        Returns:
            ``event`` or ``result`` with its value, or ``interrupted`` with ``None``.

        Raises:
            WorkerDiedError: if the process ended.
            WorkError: if the task can't be done here.
        """
        try:
            if not self._connection.poll(seconds):
                return None
            kind, value = self._connection.recv()
        except (EOFError, OSError) as error:
            code = self._process.wait()
            raise WorkerDiedError(f"signal {-code}" if code < 0 else f"exit code {code}") from error
        if kind == "refused":
            raise WorkError(value)
        return kind, value

    def receive(self, seconds: float | None = None) -> Any:
        """Wait for the end of the task, and return its result; ``None`` if it was interrupted.

        It is interrupted after so many seconds; ``None`` is no limit. Events are passed over.

        Raises:
            WorkerDiedError: if the process ended, or was killed because it ignored the interrupt.
            WorkError: if the task can't be done here.
        """
        until = None if seconds is None else time.monotonic() + seconds
        interrupted = False
        while True:
            message = self.message(until and max(0.0, until - time.monotonic()))
            if message is None and interrupted:
                self.end()
                raise WorkerDiedError("SIGKILL, because it ignored an interrupt")
            if message is None:
                self.interrupt()
                interrupted, until = True, time.monotonic() + _END_SECONDS
            elif message[0] != "event":
                return message[1]

    def interrupt(self) -> None:
        """Interrupt the task as Ctrl-C does, once; the process goes on to the next one."""
        self._interrupt()

    @property
    def pid(self) -> int:
        """Number of the process."""
        return int(self._process.pid)

    @property
    def alive(self) -> bool:
        """True while the process runs."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Have the process end, and its solver with it, without waiting for that."""
        self._stop()

    def end(self) -> None:
        """End the process, and its solver with it, and close the connection."""
        if self._connection.closed:
            return
        with HeldInterrupts():
            self.stop()
            try:
                self._process.wait(_END_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._close()


def ready(workers: Iterable[Worker]) -> list[Worker]:
    """Wait until some workers have a message, or have ended; returns these."""
    return cast("list[Worker]", wait(cast("list[Connection]", list(workers))))


Begin = Callable[..., "Future[Any]"]
"""Begins a task: the function and its arguments."""


class Slots:
    """One worker for each thread, started when the thread has a task for it."""

    def __init__(self) -> None:
        self._own = threading.local()
        self._workers: list[Worker] = []
        self._open = True

    def do(self, task: Callable[..., Any], *given: object) -> Any:
        """Do a task in the worker of this thread.

        Raises:
            WorkError: if the task can't be done here.
            WorkerDiedError: if the worker died; the next task gets a new one.
        """
        worker: Worker | None = getattr(self._own, "worker", None)
        if worker is None or not worker.alive:
            worker = self._own.worker = Worker()
            self._workers.append(worker)
        if not self._open:
            worker.stop()
        worker.send(task, *given)
        return worker.receive()

    def do_again(self, task: Callable[..., Any], *given: object) -> Any:
        """Do a task, and try a second time if the worker died."""
        try:
            return self.do(task, *given)
        except WorkerDiedError:
            if not self._open:
                raise
        try:
            return self.do(task, *given)
        except WorkerDiedError as error:
            raise WorkerDiedError(f"the worker died, 2 times; the last with {error}") from error

    def stop(self) -> None:
        """Make all workers end, and those that are yet to be started."""
        self._open = False
        for worker in self._workers.copy():
            worker.stop()

    def end(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.end()


@contextmanager
def local(count: int) -> Iterator[Begin]:
    """Start at most ``count`` workers on this machine, and end them with the context; yields `Begin`.

    A task whose worker dies is begun once more.
    """
    slots, threads = Slots(), ThreadPoolExecutor(count)
    try:
        yield lambda *given: threads.submit(slots.do_again, *given)
    finally:
        with HeldInterrupts():
            threads.shutdown(wait=False, cancel_futures=True)
            slots.stop()
            threads.shutdown()
            slots.end()
