"""Starting a process so that the kernel's account of its memory is its own.

Linux starts the peak of a new process at that of the process it was forked from, which for Python is more
than a short run of a solver takes. So ``setsid --fork``, which is small, forks the solver and ends at once;
as this process adopts orphans below it, it waits for the solver as for a child of its own.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ctypes

_PR_SET_CHILD_SUBREAPER = 36
_PR_GET_CHILD_SUBREAPER = 37


def adopt_orphans() -> None:
    """Make this process the parent of all orphans below it, for good: from now on solvers start as above.

    For processes that do nothing else than run solvers one by one, as orphans of others would be adopted too.
    Does nothing where the kernel or ``setsid`` lacks what it takes.
    """
    if _setsid() is not None and Path(f"/proc/self/task/{os.getpid()}/children").exists():
        _libc().prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def adopts_orphans() -> bool:
    """Return whether this process does so."""
    import ctypes  # not needed where deduction decides a puzzle

    found = ctypes.c_int()
    failed = _libc().prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(found), 0, 0, 0)
    return not failed and bool(found.value)


def started(command: Sequence[str], stdin: int) -> tuple[subprocess.Popen[bytes], int]:
    """Start a program, leader of its own session, as an adopted child.

    Returns:
        The ``setsid`` that started it and has ended, which holds the pipes; and the number of the process.

    Raises:
        OSError: if it can't be started.
    """
    if shutil.which(command[0]) is None:
        raise FileNotFoundError(2, os.strerror(2), command[0])
    before = set(_children())
    process = subprocess.Popen(
        [_setsid() or "setsid", "--fork", *command],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    try:
        process.wait()
        [pid] = set(_children()) - before
    except BaseException as error:  # the end of this process, or none was started, or more than one
        process.kill()
        process.wait()
        for child in set(_children()) - before:
            os.kill(child, signal.SIGKILL)
        if isinstance(error, ValueError):
            raise ChildProcessError(10, "it was not adopted", command[0]) from error
        raise
    return process, pid


def reap(group: int) -> None:
    """Wait for those of a process group that have ended and were adopted."""
    try:
        while os.waitpid(-group, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


def _children() -> list[int]:
    found = []
    for task in os.listdir("/proc/self/task"):  # noqa: PTH208 - half the time, as below
        with open(f"/proc/self/task/{task}/children", "rb", buffering=0) as children:  # noqa: PTH123
            found += [int(child) for child in children.readall().split()]
    return found


@cache
def _libc() -> ctypes.CDLL:
    import ctypes

    return ctypes.CDLL(None)


@cache
def _setsid() -> str | None:
    return shutil.which("setsid")
