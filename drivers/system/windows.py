"""Windows: a plain process, whose pipes threads read; its family is ended, and measured, by psutil.

* There are no groups, no signals but the end, and no limits that a process could be given here. CPU time is
  kept by us, by looks at the process and what it has started; memory and files are not limited.
* Pipes can't be watched. A thread reads each, one writes, one waits for the end; `Process.events` waits for
  what they have to tell, in short waits, as only between these Ctrl-C is heard.
* Programs end lines with CR LF; we read LF alone, as elsewhere.
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
import weakref
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
LIMITS_FILES = False
LIMITS_MEMORY = False
MEASURES = False

_CHUNK = 1 << 16
_AHEAD = 64
"""The chunks that are read of a pipe before anybody wants them."""
_WAIT_SECONDS = 0.05
"""The longest wait in which Ctrl-C is not heard."""
_REST_SECONDS = 5.0
"""The longest wait for what is left in a pipe whose process has ended."""


class _Watched:
    """A process and its pipes, as the threads see them that watch it; they know no more of us."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.news = threading.Condition()
        self.chunks: dict[str, deque[bytes]] = {"stdout": deque(), "stderr": deque()}
        self.read_out: set[str] = set()
        """The pipes whose end was seen."""
        self.outgoing: bytes | None = None
        """What is being written."""
        self.over = self.closed = self.broken = False
        for name in self.chunks:
            _in_a_thread(self._read, name)
        _in_a_thread(self._wait)
        if process.stdin is not None:
            _in_a_thread(self._write)

    def _read(self, name: str) -> None:
        file, held = getattr(self.process, name), b""
        while True:
            try:
                more = os.read(file.fileno(), _CHUNK)
            except (OSError, ValueError):
                more = b""
            chunk, held = _lines(held + more, last=not more)
            with self.news:
                if chunk:
                    self.chunks[name].append(chunk)
                if not more:
                    self.read_out.add(name)
                self.news.notify_all()
                if not more:
                    return
                self.news.wait_for(lambda: len(self.chunks[name]) < _AHEAD or self.closed)

    def _wait(self) -> None:
        self.process.wait()
        with self.news:
            self.over = True
            self.news.notify_all()

    def _write(self) -> None:
        pipe = self.process.stdin
        while pipe is not None:
            with self.news:
                self.news.wait_for(lambda: self.outgoing is not None or self.closed)
                data = self.outgoing
            if data is None:
                return
            try:
                while data:
                    data = data[os.write(pipe.fileno(), data) :]
            except (OSError, ValueError):
                self.broken = True
            with self.news:
                self.outgoing = None
                self.news.notify_all()


def _lines(data: bytes, *, last: bool) -> tuple[bytes, bytes]:
    """A text with the ends of lines of other systems, and what has to wait for more of it."""
    held = b"\r" if data.endswith(b"\r") and not last else b""
    return data[: len(data) - len(held)].replace(b"\r\n", b"\n"), held


def _in_a_thread(work: Callable[..., None], *given: object) -> None:
    """Call a function in a thread of its own, for whose end nobody waits."""
    threading.Thread(target=work, args=given, daemon=True).start()


class Process:
    """A process, watched by threads.

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
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE if stdin is None else stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=env,
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW,
        )
        self.pid = process.pid
        self._watched = _Watched(process)
        self._abandon = weakref.finalize(self, _close, self._watched)
        self._open: list[Output] = ["stdout", "stderr"]  # pipes whose end was not read by us
        self._told = self._room_wanted = False
        self._family: set[psutil.Process] = set()
        self._cpu_seconds = 0.0

    def _happened(self, *, exit_only: bool) -> list[Event]:
        seen = self._watched
        happened: list[Event] = ["exit"] if seen.over and not self._told else []
        if exit_only:
            return happened
        happened += [pipe for pipe in self._open if seen.chunks[pipe] or pipe in seen.read_out]
        if self._room_wanted and seen.outgoing is None:
            happened.append("stdin")
        return happened

    def events(self, seconds: float | None, *, exit_only: bool = False) -> list[Event]:
        """Wait for events, at most so many seconds; ``None`` waits for one."""
        until = None if seconds is None else time.monotonic() + seconds
        news = self._watched.news
        while True:
            with news:
                left = _WAIT_SECONDS if until is None else min(_WAIT_SECONDS, until - time.monotonic())
                if not (happened := self._happened(exit_only=exit_only)) and left > 0:
                    news.wait(left)
                    happened = self._happened(exit_only=exit_only)
            if happened or (until is not None and time.monotonic() >= until):
                return happened

    def read(self, pipe: Output) -> bytes | None:
        """What is in a pipe, up to a limit; empty at its end, ``None`` if there is nothing yet."""
        seen = self._watched
        if not seen.over:
            with suppress(psutil.Error):  # with the output, as that may be the last that is seen of it
                self._cpu_seconds = max(self._cpu_seconds, _own_seconds(psutil.Process(self.pid)))
        with seen.news:
            if seen.over:  # what is still in the pipe comes soon
                seen.news.wait_for(lambda: seen.chunks[pipe] or pipe in seen.read_out, _REST_SECONDS)
            if seen.chunks[pipe]:
                seen.news.notify_all()
                return seen.chunks[pipe].popleft()
            if pipe in seen.read_out:
                self._open.remove(pipe)
                return b""
        return None

    def open_pipes(self) -> list[Output]:
        """The pipes of its output that have not ended."""
        return self._open.copy()

    @property
    def takes_input(self) -> bool:
        """Whether there is a pipe to it."""
        return self._watched.process.stdin is not None and not self._watched.closed

    def write(self, data: memoryview) -> int:
        """Write what there is room for; returns the number of bytes.

        Raises:
            BrokenPipeError: if it has closed the pipe.
        """
        seen = self._watched
        with seen.news:
            if seen.broken:
                raise BrokenPipeError
            if seen.outgoing is not None or not data:
                return 0
            seen.outgoing = bytes(data[:_CHUNK])
            seen.news.notify_all()
            return len(seen.outgoing)

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
        self._family.update(_end_family(self._watched.process))

    def end_strays(self, mark: str, until: float) -> None:
        """Kill what it has left behind, known by its mark, until a time of ``time.monotonic``."""
        name, _, value = mark.partition("=")
        for each in (*self._family, *psutil.process_iter()):
            with suppress(psutil.Error, OSError):
                if each in self._family or (each.pid != os.getpid() and each.environ().get(name) == value):
                    each.kill()
            if time.monotonic() > until:
                return

    def reap(self, *, ended: bool) -> Account | None:
        """Close the pipes and return the account; ``None`` if it has not ended."""
        self._abandon.detach()
        seen = self._watched
        with seen.news:
            seen.closed = True
            seen.news.notify_all()
        for pipe in (seen.process.stdin, seen.process.stdout, seen.process.stderr):
            if pipe is not None and (ended or pipe is seen.process.stdin):
                with suppress(OSError):
                    pipe.close()
        return (seen.process.wait(), self._cpu_seconds, 0) if ended else None


def _end_family(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Kill a process and all that it has started; returns these."""
    family: list[psutil.Process] = []
    with suppress(psutil.Error):
        family = psutil.Process(process.pid).children(recursive=True)
    with suppress(OSError):
        process.kill()
    for each in family:
        with suppress(psutil.Error):
            each.kill()
    return family


def _close(watched: _Watched) -> None:
    """End a process that was not closed, when it is garbage collected or the interpreter exits."""
    _end_family(watched.process)
    with watched.news:
        watched.closed = True
        watched.news.notify_all()
    with suppress(subprocess.TimeoutExpired):
        watched.process.wait(_REST_SECONDS)
    for pipe in (watched.process.stdin, watched.process.stdout, watched.process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def adopt_orphans() -> None:
    """Nothing: orphans are nobody's."""


def end_with_parent(parent: int) -> None:
    """Nothing: a worker sees the end of its parent by that of their connection."""


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


def take_core() -> int | None:
    """``None``: no process is pinned to a core."""
    return None


def processor() -> str:
    """The name of the processor."""
    import platform

    return platform.processor() or platform.machine()
