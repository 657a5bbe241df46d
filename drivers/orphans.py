"""Orphans: processes that a solver leaves behind are adopted and ended, also when we are killed.

*Adoption.* Linux starts the peak of memory of a new process at that of the process it was forked from, which
for Python is more than a short run of a solver takes. So ``setsid --fork``, which is small, forks the solver
and ends at once; as this process adopts orphans below it, it waits for the solver as for a child of its own.

*Strays.* What a process left behind when it ended are children of ours by then, known by their group, or by a
mark in their environment.

*The guard* is a shell that reads from a pipe which group of processes was started, and which has ended. At
the end of the pipe, that is of this process, it kills what is left. (``PR_SET_PDEATHSIG`` would do so at the
end of the thread that started the solver.) A solver is under guard some 0.1 ms after its start: if we are
killed in between, it is left.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from drivers.limits import children_of

_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """From now on start solvers as above; does nothing where the kernel or ``setsid`` lacks what it takes.

    For processes that do nothing else than run solvers one by one, as orphans of others would be taken for
    them.
    """
    import shutil

    if shutil.which("setsid") is not None and Path(f"/proc/self/task/{os.getpid()}/children").exists():
        become_parent_of_orphans(os.getpid())
        _adopting.add(os.getpid())


_adopting: set[int] = set()


def adopts_orphans() -> bool:
    """Return whether this process does so; a fork of it does not."""
    return os.getpid() in _adopting


@cache
def become_parent_of_orphans(_pid: int) -> None:
    """Make this process, whose number is given, the parent of all orphans below it, for good.

    So they can be found when whoever left them has ended (`end_orphans`).
    """
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def start_adopted(
    command: Sequence[str], stdin: int, env: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], int]:
    """Start a program in an environment, leader of its own session, as an adopted child.

    Returns:
        The ``setsid`` that started it and has ended, which holds the pipes; and the number of the process.

    Raises:
        OSError: if it can't be started.
    """
    import shutil

    if shutil.which(command[0]) is None:
        raise FileNotFoundError(2, os.strerror(2), command[0])
    before = set(children_of())
    process = subprocess.Popen(
        [shutil.which("setsid") or "setsid", "--fork", *command],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env=env,
    )
    try:
        process.wait()
        [pid] = set(children_of()) - before
    except BaseException as error:  # the end of this process, or none was started, or more than one
        process.kill()
        process.wait()
        for child in set(children_of()) - before:
            os.kill(child, signal.SIGKILL)
        if isinstance(error, ValueError):
            raise ChildProcessError(10, "it was not adopted", command[0]) from error
        raise
    return process, pid


def end_orphans(group: int, mark: str, until: float) -> None:
    """Kill what is left of a process that has ended, known by its group or its mark, and wait for it.

    That lasts at most until a time of ``time.monotonic``.
    """
    wanted, killed = mark.encode(), set[int]()
    while left := {
        pid for pid in children_of() if pid != group and (pid in killed or _is_left(pid, group, wanted))
    }:
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, os.WNOHANG)
        killed |= left
        if time.monotonic() > until:
            return
        time.sleep(_PAUSE)


_PAUSE = 0.001


def _is_left(pid: int, group: int, mark: bytes) -> bool:
    try:
        return os.getpgid(pid) == group or mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


SHELL = "/bin/sh"
SCRIPT = """trap '' HUP INT QUIT TERM
all=' '
while read -r mark group; do
case $mark in +) all="$all$group ";; *) all="${all%% $group *} ${all#* $group }";; esac
done
for group in $all; do kill -s KILL -- "-$group"; done"""


class Guard:
    """The guard of this process, started when it is first needed; a fork of the process gets its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._groups: set[int] = set()
        self._pipe = -1  # to the guard
        self._pid = 0

    def start(self) -> None:
        """Start it, unless it runs.

        Raises:
            OSError: if it can't be started.
        """
        with self._lock:
            if self._pipe < 0:
                self._start()

    def add(self, group: int) -> None:
        """Put a group of processes under guard.

        Raises:
            OSError: if that can't be done.
        """
        with self._lock:
            self._groups.add(group)
            self._write(f"+ {group}\n")

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
        self.__init__()  # type: ignore[misc]

    def _write(self, line: str) -> None:
        if self._pipe >= 0:
            try:
                os.write(self._pipe, line.encode())
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
                [SHELL, "-c", SCRIPT],
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
        os.write(pipe, "".join(f"+ {group}\n" for group in sorted(self._groups)).encode())


guard = Guard()
os.register_at_fork(after_in_child=guard.forget)
