"""macOS: a small launcher that limits itself, and a look every few milliseconds; times and memory by psutil.

* A process can be limited only by itself: a shell sets ``ulimit`` and becomes the program. No limit of memory
  is kept by macOS (``RLIMIT_AS`` can be set, and has no effect), and no process can be pinned to a core.
* Nothing but an empty file can be written where a process is given no folder; with a folder it may write as
  we may.
* The peak of memory that ``wait4`` tells is in bytes. Whether it starts at that of the process that was
  forked is not documented, so that it counts only above our own, as on Linux; below there are samples.
* What a process left behind is known by a mark in its environment, which macOS shows of our own processes,
  but not of its own programs. What still belongs to it when it has to be ended is ended with it in any case.
"""

from __future__ import annotations

import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import BinaryIO, cast

import psutil

from drivers.limits import wall_behind

assert sys.platform == "darwin"  # type checkers read on there alone

from drivers.system.posix import (
    SHELL,
    PosixProcess,
    limit_own_output,
    lock,
    own_peak_kib,
    start_in_session,
)

__all__ = ["limit_own_output", "lock", "own_peak_kib"]

FORKS = False  # its frameworks do not survive that
LIMITS_FILES = True
LIMITS_MEMORY = False
MEASURES = True

_PAUSE = 0.001  # between two looks at what is being killed
_LOOK_SECONDS = 0.2  # between two looks at a parent


class Process(PosixProcess):
    """A process started by a shell that limits itself."""

    def _prepare(self) -> None:
        super()._prepare()
        self._before = set(psutil.pids())
        self._family: set[psutil.Process] = set()

    def _start(
        self, command: Sequence[str], stdin: int, env: Mapping[str, str]
    ) -> tuple[subprocess.Popen[bytes], int]:
        limits = list(self._own_limits())
        if not limits:
            return start_in_session(command, stdin, env)
        if shutil.which(command[0], path=env.get("PATH")) is None:
            raise FileNotFoundError(2, os.strerror(2), command[0])
        script = "; ".join([*limits, 'exec "$@"'])
        return start_in_session([SHELL, "-c", script, "sh", *command], stdin, env)

    def _own_limits(self) -> Iterator[str]:
        """The commands by which the launcher limits itself; a limit that is lower already stays."""
        if self._writes is not None and not self._writes:
            yield "ulimit -f 0 2>/dev/null"
        if self._limits.cpu_seconds is not None and self._limits.cpu_seconds < math.inf:
            soft = min(math.ceil(wall_behind(self._limits.cpu_seconds)), 1 << 31)
            yield f"ulimit -S -t {soft} 2>/dev/null"
            yield f"ulimit -H -t {soft + 1} 2>/dev/null"

    def _has_exited(self) -> bool:
        try:
            return bool(psutil.Process(self.pid).status() == psutil.STATUS_ZOMBIE)
        except psutil.NoSuchProcess:
            return True

    def kill(self) -> None:
        """Kill the process, its group, and what it has started."""
        with suppress(psutil.Error):
            self._family.update(psutil.Process(self.pid).children(recursive=True))
        super().kill()

    def end_strays(self, mark: str, until: float) -> None:
        """Kill what it has left behind, known as its descendant or by its mark, and wait for it."""
        name, _, value = mark.partition("=")
        while left := [each for each in self._strays(name, value) if _runs(each)]:
            for each in left:
                with suppress(psutil.Error):
                    each.kill()
            if time.monotonic() > until:
                return
            time.sleep(_PAUSE)

    def _strays(self, name: str, value: str) -> Iterator[psutil.Process]:
        yield from self._family
        for pid in set(psutil.pids()) - self._before - {self.pid}:
            with suppress(psutil.Error, OSError):
                process = psutil.Process(pid)
                if process.environ().get(name) == value:
                    yield process


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def adopt_orphans() -> None:
    """Nothing: orphans are adopted by the first process of the system."""


def end_with_parent(parent: int) -> None:
    """Let SIGTERM end this process with another one, its parent; at once if that has ended already."""
    if os.getppid() != parent:
        sys.exit(1)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK_SECONDS)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def limit_own_memory(mib: int) -> None:
    """Nothing: no such limit is kept (`LIMITS_MEMORY`)."""


def own_memory_limit() -> int | None:
    """``None``: there is no limit."""
    return None


def cpu_seconds(pid: int) -> float:
    """User and system time of a running process and its descendants so far; 0.0 for one that is gone."""
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        return sum(map(_own_seconds, (process, *process.children(recursive=True))))
    return 0.0


def _own_seconds(process: psutil.Process) -> float:
    try:
        return float(sum(process.cpu_times()[:4]))  # user, system, and of children that it waited for
    except psutil.Error:
        return 0.0


def children_of(pid: int | None = None) -> list[int]:
    """The children of a process (``None``: of this one), zombies included; none if it has ended."""
    with suppress(psutil.Error):
        return [each.pid for each in psutil.Process(pid).children()]
    return []


def peak_kib(pid: int) -> int:
    """The resident memory of a running process now, or 0 if it has ended: macOS tells no peak."""
    with suppress(psutil.Error):
        return int(psutil.Process(pid).memory_info().rss) >> 10
    return 0


def session_members(session: int) -> list[int]:
    """The processes of a session that are alive."""
    members = []
    for process in psutil.process_iter():
        with suppress(OSError):
            if os.getsid(process.pid) == session and _runs(process):
                members.append(process.pid)
    return members


def anonymous_file(name: str) -> BinaryIO:
    """A new file that has no path, and ends with its last descriptor."""
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

    with suppress(OSError, subprocess.SubprocessError):
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=20, check=True)
        if done.stdout.strip():
            return done.stdout.strip()
    return platform.processor() or platform.machine()
