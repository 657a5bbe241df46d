"""A guard that kills the solvers of this process if it ends without doing so, for instance by SIGKILL.

It is a shell that reads from a pipe which group of processes was started, and which has ended. At the end of
the pipe, that is of this process, it kills what is left. (``PR_SET_PDEATHSIG`` would do so at the end of the
thread that started the solver.) A solver is under guard some 0.1 ms after its start: if we are killed in
between, it is left.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress

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
