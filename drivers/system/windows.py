"""Windows: a plain process, whose pipes threads read; its family is ended, and measured, by psutil.

* There are no groups, no signals but the end, and no limits that a process could be given here. CPU time is
  kept by us, by looks at the process and what it has started; memory and files are not limited.
* Pipes can't be watched. A thread reads each, one writes, one waits for the end; `Process.events` waits for
  what they have to tell, in short waits, as only between these Ctrl-C is heard.
* What it used is known from looks while it ran, the last with its output: a little less than all.
* Should we be killed, a process that works goes on until its input or output ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, cast

import psutil

if TYPE_CHECKING:
    from drivers.limits import Limits
    from drivers.system.common import Account, Event, Output

assert sys.platform == "win32"  # type checkers read on there alone

FORKS = False
LIMITS_MEMORY = False
PINS = False
MEASURES = False

_CHUNK = 1 << 16
_AHEAD = 64
"""The chunks that are read of a pipe before anybody wants them."""
_WAIT_SECONDS = 0.05
"""The longest wait in which Ctrl-C is not heard."""
_REST_SECONDS = 5.0
"""The longest wait for what is left in a pipe whose process has ended."""


class Process:
    """A process with its pipes, as threads see them.

    Attributes:
        pid: its number.
        peak_is_its_own: false, as there is no account of its memory.
    """

    peak_is_its_own = False

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        stdin: int | None,
        env: Mapping[str, str],
        writes: Sequence[str] | None,
    ) -> None:
        """Start it; for the arguments see `drivers.process.Child`.

        Raises:
            OSError: if it can't be started.
        """
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE if stdin is None else stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=env,
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW,
        )
        self.pid = self._process.pid
        self._news = threading.Condition()
        self._chunks: dict[str, deque[bytes]] = {"stdout": deque(), "stderr": deque()}
        self._open = {"stdout", "stderr"}  # pipes whose end was not read by us
        self._read_out: set[str] = set()  # pipes whose end a thread has seen
        self._over = self._told = self._closed = False
        self._family: set[psutil.Process] = set()
        self._cpu_seconds = 0.0
        self._outgoing: bytes | None = None  # what a thread is writing
        self._broken = self._room_wanted = False
        for name in ("stdout", "stderr"):
            self._in_a_thread(self._drain, name)
        self._in_a_thread(self._wait)
        self._writes_in_a_thread = False

    @staticmethod
    def _in_a_thread(work: Callable[..., None], *given: object) -> None:
        threading.Thread(target=work, args=given, daemon=True).start()

    def _drain(self, name: str) -> None:
        file = getattr(self._process, name)
        while True:
            try:
                chunk = os.read(file.fileno(), _CHUNK)
            except (OSError, ValueError):
                chunk = b""
            with self._news:
                if chunk:
                    self._chunks[name].append(chunk)
                else:
                    self._read_out.add(name)
                self._news.notify_all()
                if not chunk:
                    return
                self._news.wait_for(lambda: len(self._chunks[name]) < _AHEAD or self._closed)

    def _wait(self) -> None:
        self._process.wait()
        with self._news:
            self._over = True
            self._news.notify_all()

    def _write_all(self) -> None:
        pipe = self._process.stdin
        while pipe is not None:
            with self._news:
                self._news.wait_for(lambda: self._outgoing is not None or self._closed)
                data = self._outgoing
                if data is None:
                    return
            try:
                while data:
                    data = data[os.write(pipe.fileno(), data) :]
            except (OSError, ValueError):
                self._broken = True
            with self._news:
                self._outgoing = None
                self._news.notify_all()

    def _happened(self, *, exit_only: bool) -> list[Event]:
        happened: list[Event] = ["exit"] if self._over and not self._told else []
        if exit_only:
            return happened
        happened += [pipe for pipe in self.open_pipes() if self._chunks[pipe] or pipe in self._read_out]
        if self._room_wanted and self._outgoing is None:
            happened.append("stdin")
        return happened

    def events(self, seconds: float | None, *, exit_only: bool = False) -> list[Event]:
        """Wait for events, at most so many seconds; ``None`` waits for one."""
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            with self._news:
                left = _WAIT_SECONDS if until is None else min(_WAIT_SECONDS, until - time.monotonic())
                if not (happened := self._happened(exit_only=exit_only)) and left > 0:
                    self._news.wait(left)
                    happened = self._happened(exit_only=exit_only)
            if happened or (until is not None and time.monotonic() >= until):
                return happened

    def read(self, pipe: Output) -> bytes | None:
        """What is in a pipe, up to a limit; empty at its end, ``None`` if there is nothing yet."""
        with self._news:
            if self._over:  # what is still in the pipe comes soon
                self._news.wait_for(lambda: self._chunks[pipe] or pipe in self._read_out, _REST_SECONDS)
            if self._chunks[pipe]:
                self._news.notify_all()
                return self._chunks[pipe].popleft()
            if pipe in self._read_out:
                self._open.discard(pipe)
                return b""
        return None

    def open_pipes(self) -> list[Output]:
        """The pipes of its output that have not ended."""
        pipes: tuple[Output, ...] = ("stdout", "stderr")
        return [pipe for pipe in pipes if pipe in self._open]

    @property
    def takes_input(self) -> bool:
        """Whether there is a pipe to it."""
        return self._process.stdin is not None and not self._closed

    def write(self, data: memoryview) -> int:
        """Write what there is room for; returns the number of bytes.

        Raises:
            BrokenPipeError: if it has closed the pipe.
        """
        with self._news:
            if self._broken:
                raise BrokenPipeError
            if self._outgoing is not None or not data:
                return 0
            self._outgoing = bytes(data[:_CHUNK])
            self._news.notify_all()
            if not self._writes_in_a_thread:
                self._writes_in_a_thread = True
                self._in_a_thread(self._write_all)
            return len(self._outgoing)

    def watch_room(self, wanted: bool) -> None:
        """Let `events` tell of room for input, or not."""
        self._room_wanted = wanted

    def note_exit(self) -> None:
        """Watch for its end no more: it was seen."""
        self._told = True

    def ask_to_end(self) -> None:
        """End the process and all that it has started: there is no way to ask."""
        self.kill()

    def kill(self) -> None:
        """End the process and all that it has started."""
        self._cpu_seconds = max(self._cpu_seconds, cpu_seconds(self.pid))
        with suppress(psutil.Error):
            self._family.update(psutil.Process(self.pid).children(recursive=True))
        with suppress(OSError):
            self._process.kill()
        for each in self._family:
            with suppress(psutil.Error):
                each.kill()

    def end_strays(self, mark: str, until: float) -> None:
        """Kill what it has left behind, known by its mark, until a time of ``time.monotonic``."""
        name, _, value = mark.partition("=")
        for each in psutil.process_iter():
            with suppress(psutil.Error, OSError):
                if each.pid != os.getpid() and each.environ().get(name) == value:
                    each.kill()
            if time.monotonic() > until:
                return

    def reap(self, *, ended: bool) -> Account | None:
        """Close the pipes and return the account; ``None`` if it has not ended."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None and (ended or pipe is self._process.stdin):
                with suppress(OSError):
                    pipe.close()
        return (self._process.wait(), self._cpu_seconds, 0) if ended else None

    def __del__(self) -> None:
        if not self._closed:
            self.kill()


def adopt_orphans() -> None:
    """Nothing: orphans are nobody's."""


def end_with_parent(parent: int) -> None:
    """End this process with another one, its parent; at once if that has ended already."""

    def watch() -> None:
        with suppress(psutil.Error):
            psutil.Process(parent).wait()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def limit_own_memory(mib: int) -> None:
    """Nothing: no such limit is kept (`LIMITS_MEMORY`)."""


def limit_own_output(mib: int) -> None:
    """Nothing: files are not limited."""


def own_memory_limit() -> int | None:
    """``None``: there is no limit."""
    return None


def lock(file: int) -> None:
    """Refuse: nothing is locked, as nothing is compared (`MEASURES`).

    Raises:
        OSError: always.
    """
    raise OSError(f"the file {file} can't be locked")


def cpu_seconds(pid: int) -> float:
    """User and system time of a running process and its descendants so far; 0.0 for one that is gone."""
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        return sum(map(_own_seconds, (process, *process.children(recursive=True))))
    return 0.0


def _own_seconds(process: psutil.Process) -> float:
    try:
        return float(sum(process.cpu_times()[:4]))
    except psutil.Error:
        return 0.0


def children_of(pid: int | None = None) -> list[int]:
    """The children of a process (``None``: of this one); none if it has ended."""
    with suppress(psutil.Error):
        return [each.pid for each in psutil.Process(pid).children()]
    return []


def own_peak_kib() -> int:
    """The resident memory of this process now."""
    return peak_kib(os.getpid())


def peak_kib(pid: int) -> int:
    """The peak of resident memory of a running process so far, or 0 if it has ended."""
    with suppress(psutil.Error):
        memory = psutil.Process(pid).memory_info()
        return int(getattr(memory, "peak_wset", memory.rss)) >> 10
    return 0


def session_members(session: int) -> list[int]:
    """The processes that one has started, alive; there are no sessions."""
    return children_of(session)


def anonymous_file(name: str) -> BinaryIO:
    """A new file that ends with its last descriptor."""
    return cast("BinaryIO", tempfile.TemporaryFile(prefix=f"{name}-"))


def core_count() -> int:
    """The number of cores."""
    return os.cpu_count() or 1


def cores() -> list[int]:
    """The cores, none of which is taken."""
    return list(range(core_count()))


def pin(core: int) -> None:
    """Refuse: no process is pinned.

    Raises:
        OSError: always.
    """
    raise OSError(f"no process is pinned to core {core}")


def processor() -> str:
    """The name of the processor."""
    import platform

    return platform.processor() or platform.machine()
