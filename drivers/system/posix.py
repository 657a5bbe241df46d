"""What Linux and macOS have in common: groups of processes, pipes that can be watched, the guard.

*The guard* is a shell that reads from a pipe that a process is about to be started, which group it has, and
which group has ended. At the end of the pipe, that is of this process, it kills what is left.
(``PR_SET_PDEATHSIG`` of Linux would do so at the end of the thread that started the solver.) If we are killed
within a start, before the guard knows the group, it looks through ``/proc`` for a mark in the environment of
processes; macOS has no ``/proc``: there a solver is left if we are killed in the 0.1 ms after its start.
"""

from __future__ import annotations

import os
import resource
import selectors
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from drivers.limits import MARK

if TYPE_CHECKING:
    from drivers.limits import Limits
    from drivers.system.common import Account, Event, Output

assert sys.platform != "win32"  # type checkers read on there alone

CHUNK = 1 << 16
_POLL_SECONDS = 0.005
"""The time between two looks whether a process has ended, where nothing tells it."""

_ABANDONED_SECONDS = 5.0
"""The longest wait for the end of a process that nobody closed."""


class PosixProcess:
    """A process that leads a session and group of its own, with its pipes, which never block.

    A system brings the start, and how the end is noticed: at once by a descriptor, or by looking.

    Attributes:
        pid: its number.
        peak_is_its_own: whether the account starts its peak of memory at 0, and not at ours.
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
        self._limits, self._writes = limits, writes
        self._prepare()
        source = subprocess.PIPE if stdin is None else stdin
        try:
            process, self.pid = self._start(command, source, env)
        except BaseException:
            guard.withdraw()
            raise
        self._process = process
        self._abandon = weakref.finalize(self, _kill_and_reap, process, self.pid, os.getpid())
        guard.add(self.pid)
        self._limit()
        self._selector, self._exit = selectors.PollSelector(), selectors.PollSelector()
        self._pipes: dict[str, int] = {}
        for name in ("stdin", "stdout", "stderr"):
            pipe = getattr(process, name)
            if pipe is not None:
                self._pipes[name] = pipe.fileno()
                os.set_blocking(pipe.fileno(), False)
        for name in ("stdout", "stderr"):
            self._selector.register(self._pipes[name], selectors.EVENT_READ, name)
        self._end, self._ended = self._exit_descriptor(), False
        if self._end >= 0:
            self._close_end = weakref.finalize(self, os.close, self._end)
            self._selector.register(self._end, selectors.EVENT_READ, "exit")
            self._exit.register(self._end, selectors.EVENT_READ, "exit")

    def events(self, seconds: float | None, *, exit_only: bool = False) -> Iterator[Event]:
        """Wait for events, at most so many seconds; ``None`` waits for one."""
        if self._end < 0:
            seconds = _POLL_SECONDS if seconds is None else min(seconds, _POLL_SECONDS)
        for key, _ in (self._exit if exit_only else self._selector).select(seconds):
            yield key.data
        if self._end < 0 and not self._ended and self._has_exited():
            yield "exit"

    def read(self, pipe: Output) -> bytes | None:
        """What is in a pipe, up to a limit; empty at its end, ``None`` if there is nothing yet."""
        try:
            chunk = os.read(self._pipes[pipe], CHUNK)
        except BlockingIOError:
            return None
        if not chunk:
            self._selector.unregister(self._pipes[pipe])
        return chunk

    def open_pipes(self) -> list[Output]:
        """The pipes of its output that have not ended."""
        watched = self._selector.get_map()
        pipes: tuple[Output, ...] = ("stdout", "stderr")
        return [pipe for pipe in pipes if self._pipes[pipe] in watched]

    @property
    def takes_input(self) -> bool:
        """Whether there is a pipe to it."""
        return "stdin" in self._pipes

    def write(self, data: memoryview) -> int:
        """Write what there is room for; returns the number of bytes.

        Raises:
            BrokenPipeError: if it has closed the pipe.
        """
        try:
            return os.write(self._pipes["stdin"], data[:CHUNK])
        except BlockingIOError:
            return 0

    def watch_room(self, wanted: bool) -> None:
        """Let `events` tell of room for input, or not."""
        if wanted:
            self._selector.register(self._pipes["stdin"], selectors.EVENT_WRITE, "stdin")
        else:
            self._selector.unregister(self._pipes["stdin"])

    def note_exit(self) -> None:
        """Look for its end no more: it was seen, or nobody waits for it."""
        self._ended = True

    def ask_to_end(self) -> None:
        """Ask the process and its group to end, by SIGTERM."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the process and its group."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def reap(self, *, ended: bool) -> Account | None:
        """Close the pipes and return the account; ``None`` if it has not ended, and stays with the guard."""
        self._process.returncode = 0
        account: Account | None = None
        try:
            pid, status, used = os.wait4(self.pid, 0 if ended else os.WNOHANG)
        except ChildProcessError:  # the program using us ignores SIGCHLD, so the status is lost
            account = (None, 0.0, 0)
        else:
            if pid:
                code = self._process.returncode = os.waitstatus_to_exitcode(status)
                account = (code, used.ru_utime + used.ru_stime, _kib(used.ru_maxrss))
        if account is not None:
            guard.remove(self.pid)
        else:
            self.note_exit()
        self._pipes.clear()
        self._selector.close()
        self._exit.close()
        if self._end >= 0:
            self._close_end()
        _close_pipes(self._process)
        self._abandon.detach()
        return account

    def end_strays(self, mark: str, until: float) -> None:
        """Kill what the process has left behind, and wait for it until a time of ``time.monotonic``.

        Args:
            mark: what all that it started has in its environment, ``NAME=VALUE``.
            until: when to give up.
        """
        raise NotImplementedError

    def _prepare(self) -> None:
        """Do what has to be done before a start."""
        guard.announce()

    def _start(
        self,
        command: Sequence[str],
        stdin: int,
        env: Mapping[str, str],
    ) -> tuple[subprocess.Popen[bytes], int]:
        """Start it; returns what holds the pipes, and its number."""
        raise NotImplementedError

    def _limit(self) -> None:
        """Set the limits that are set after the start."""

    def _exit_descriptor(self) -> int:
        """A descriptor that can be read once it has ended; -1 where there is none."""
        return -1

    def _has_exited(self) -> bool:
        """Return whether it has ended, without waiting for it."""
        raise NotImplementedError


def start_in_session(
    command: Sequence[str], stdin: int, env: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], int]:
    """Start a program as leader of its own session.

    Raises:
        OSError: if it can't be started.
    """
    process = subprocess.Popen(
        command,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        env=env,
    )
    return process, process.pid


def _kib(maxrss: int) -> int:
    """A peak of memory in KiB, of what the system counts in bytes or in KiB."""
    return maxrss >> 10 if sys.platform == "darwin" else maxrss


def own_peak_kib() -> int:
    """The peak of resident memory of this process."""
    return _kib(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def own_memory_limit() -> int | None:
    """Bytes of address space that this process may have; ``None`` if there is no limit."""
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def limit_own_output(mib: int) -> None:
    """Limit the files that this process, and what it starts, may write, each."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (mib << 20, mib << 20))


def lock(file: int) -> None:
    """Lock a file, given by its descriptor, for this process alone, until it is closed.

    Raises:
        OSError: if another process has locked it.
    """
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _kill_and_reap(process: subprocess.Popen[bytes], pid: int, owner: int) -> None:
    """End a process that was not closed, when it is garbage collected or the interpreter exits."""
    if os.getpid() != owner:  # a fork of us has no business with it
        return
    with suppress(ProcessLookupError, PermissionError, ChildProcessError):
        os.killpg(pid, signal.SIGKILL)
        guard.remove(pid)
        until = time.monotonic() + _ABANDONED_SECONDS
        while os.waitpid(pid, os.WNOHANG)[0] == 0 and time.monotonic() < until:
            time.sleep(_POLL_SECONDS)
    process.returncode = -signal.SIGKILL
    _close_pipes(process)


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


SHELL = "/bin/sh"
SCRIPT = """trap '' HUP INT QUIT TERM
all=' '
while read -r mark group; do
case $mark in
s) starts=$starts. ;;
x) starts=${starts#?} ;;
+) all="$all$group " ;;
*) all="${all%% $group *} ${all#* $group }" ;;
esac
done
for group in $all; do kill -s KILL -- "-$group"; done
[ "$starts" ] && for look in 1 2 3; do
for file in $(grep -lsF "$1" /proc/[0-9]*/environ); do
file=${file%/*}
kill -s KILL "${file##*/}"
done
sleep 1
done"""
"""Three looks for processes of unknown groups: one may not yet be what is started, or be about to fork."""


class Guard:
    """The guard of this process, started when it is first needed; a fork of the process gets its own."""

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        """Guard nothing, without a process."""
        self._lock = threading.Lock()
        self._starts = 0
        self._groups: set[int] = set()
        self._pipe = -1  # to the guard
        self._pid = 0

    def announce(self) -> None:
        """Tell that a process is about to be started, with `MARK` in its environment.

        Raises:
            OSError: if the guard can't be started.
        """
        with self._lock:
            self._starts += 1
            try:
                self._write("s\n")
            except OSError:
                self._starts -= 1
                raise

    def withdraw(self) -> None:
        """Tell that the process could not be started."""
        with self._lock, suppress(OSError):
            self._starts -= 1
            self._write("x\n")

    def add(self, group: int) -> None:
        """Put the group of a process that was announced, and started, under guard.

        Raises:
            OSError: if that can't be done.
        """
        with self._lock:
            self._starts -= 1
            self._groups.add(group)
            self._write(f"+ {group}\nx\n")

    def remove(self, group: int) -> None:
        """Release a group that was ended; to be called before its number can be reused."""
        with self._lock, suppress(OSError):
            if group in self._groups:
                self._groups.remove(group)
                self._write(f"- {group}\n")

    def forget(self) -> None:
        """Release all groups silently: in a fork, which does not own them."""
        if self._pipe >= 0:
            os.close(self._pipe)
        self._reset()

    def _write(self, lines: str) -> None:
        if self._pipe >= 0:
            try:
                os.write(self._pipe, lines.encode())
                return
            except BrokenPipeError:  # somebody has killed it
                os.close(self._pipe)
                self._pipe = -1
                os.waitpid(self._pid, 0)
        self._start()

    def _start(self) -> None:
        end, pipe = os.pipe()
        try:
            self._pid = os.posix_spawn(
                SHELL,
                [SHELL, "-c", SCRIPT, SHELL, f"{MARK}={os.getpid()}."],
                {},
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, end, 0),
                    (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                    (os.POSIX_SPAWN_DUP2, 1, 2),
                ],
                setpgroup=0,
            )
        except BaseException:
            os.close(pipe)
            raise
        finally:
            os.close(end)
        self._pipe = pipe
        known = "".join(f"+ {group}\n" for group in sorted(self._groups))
        os.write(pipe, (known + "s\n" * self._starts).encode())


guard = Guard()
os.register_at_fork(after_in_child=guard.forget)
