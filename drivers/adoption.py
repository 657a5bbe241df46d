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
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from drivers.metering import children_of

if TYPE_CHECKING:
    import ctypes

_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """From now on start solvers as above; does nothing where the kernel or ``setsid`` lacks what it takes.

    For processes that do nothing else than run solvers one by one, as orphans of others would be taken for
    them.
    """
    if _setsid() is not None and Path(f"/proc/self/task/{os.getpid()}/children").exists():
        become_parent_of_orphans(os.getpid())
        _adopting.append(os.getpid())


_adopting: list[int] = []


def adopts_orphans() -> bool:
    """Return whether this process does so; a fork of it does not."""
    return os.getpid() in _adopting


@cache
def become_parent_of_orphans(_pid: int) -> None:
    """Make this process, whose number is given, the parent of all orphans below it, for good.

    So they can be found when whoever left them has ended (`drivers.strays.orphans`).
    """
    _libc().prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def start_adopted(
    command: Sequence[str], stdin: int, env: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], int]:
    """Start a program in an environment, leader of its own session, as an adopted child.

    Returns:
        The ``setsid`` that started it and has ended, which holds the pipes; and the number of the process.

    Raises:
        OSError: if it can't be started.
    """
    if shutil.which(command[0]) is None:
        raise FileNotFoundError(2, os.strerror(2), command[0])
    before = set(children_of())
    process = subprocess.Popen(
        [_setsid() or "setsid", "--fork", *command],
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


@cache
def _libc() -> ctypes.CDLL:
    import ctypes

    return ctypes.CDLL(None)


@cache
def _setsid() -> str | None:
    return shutil.which("setsid")
