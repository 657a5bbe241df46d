"""Processes that can't write files: what a stranger's script may ask of a solver stays undone.

The script is vetted first (`smtlib.sendable`); this stands behind it, should a solver read more in it than
we do. A process of a solver or a parser gets two limits, which what it starts inherits:

* Landlock (Linux 5.13 and later): it can't open a file for writing, make, rename or remove one, except below
  the folders that it is given, and ``/dev/null``. A thread of ours takes on the limits and starts the
  process, so that no launcher is needed, and nothing else of us is limited. A kernel without it refuses.
* ``RLIMIT_FSIZE`` of 0, where it is given no folder: a file that it opens all the same stays empty
  (set by `drivers.system.linux`).

Its pipes are no files: it reads and prints as ever.
"""

from __future__ import annotations

import errno
import os
import struct
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

assert sys.platform == "linux"  # type checkers read on there alone

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # system calls, the same on all machines
_PATH_BENEATH, _VERSION = 1, 1
_NO_NEW_PRIVILEGES = 38
_WRITE_FILE, _REFER, _TRUNCATE = 1 << 1, 1 << 13, 1 << 14
_MAKE_AND_REMOVE = sum(1 << bit for bit in range(4, 13))

Started = TypeVar("Started")


def start_confined(start: Callable[[], Started], writes: Sequence[str]) -> Started:
    """Call a function that starts a process, such that the process can write below some folders alone.

    Raises:
        OSError: if it can't be started.
    """
    rules = _rules()
    if not rules:
        return start()
    started: list[Started] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            _confine(rules, writes)
            started.append(start())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    try:
        thread.start()
    except RuntimeError as error:  # no further one is to be had
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from error
    thread.join()
    if failed:
        raise failed[0]
    return started[0]


@cache
def _rules() -> int:
    """What this kernel can forbid, as the bits of Landlock; 0 where it has none."""
    version = _call(_CREATE_RULESET, None, 0, _VERSION)
    if version < 1:
        return 0
    return _WRITE_FILE | _MAKE_AND_REMOVE | (_REFER if version > 1 else 0) | (_TRUNCATE if version > 2 else 0)


def _confine(rules: int, writes: Iterable[str]) -> None:
    """Forbid this thread, and what it starts, to write but below some folders; for good.

    Raises:
        OSError: if we lack what it takes, such as file descriptors.
    """
    from ctypes import get_errno

    handled = struct.pack("=Q", rules)
    ruleset = _call(_CREATE_RULESET, handled, len(handled), 0)
    if ruleset < 0:
        raise OSError(get_errno(), os.strerror(get_errno()))
    try:
        _allow(ruleset, os.devnull, rules & (_WRITE_FILE | _TRUNCATE))
        for folder in writes:
            _allow(ruleset, folder, rules)
        _libc().prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        _call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rules: int) -> None:
    """Allow what is forbidden below a path; nothing, where there is no such path."""
    with suppress(OSError):
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            _call(_ADD_RULE, ruleset, _PATH_BENEATH, struct.pack("=Qi", rules, parent), 0)
        finally:
            os.close(parent)


@cache
def _libc() -> Any:
    import ctypes  # only where a process is started

    return ctypes.CDLL(None, use_errno=True)


def _call(number: int, *arguments: bytes | int | None) -> int:
    """The result of a system call; -1 for an error."""
    from ctypes import c_long

    result: int = _libc().syscall(
        c_long(number), *(c_long(each) if isinstance(each, int) else each for each in arguments)
    )
    return result
