"""Atomic writing of files."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager, suppress
from stat import S_IMODE
from time import monotonic_ns

from fillomino.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO


@contextmanager
def replaced(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A temporary file that replaces the path at the end of the block; a device is written to directly.

    A full disk, an exception or a kill before that leaves the old content.

    Raises:
        InputError: if it can't be written; with its name.
    """
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as file:
                yield file
            return
        target = os.path.realpath(path)
        mode = S_IMODE(os.stat(target).st_mode) if os.path.exists(target) else None
        if mode is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        aside = os.path.join(os.path.dirname(target), f".{os.getpid()}-{monotonic_ns()}.new")
        try:
            with open(aside, "xb") as file:
                if mode is not None:
                    os.chmod(aside, mode)
                yield file
            os.replace(aside, target)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(aside)
            raise
    except OSError as error:
        raise InputError(
            f"can't be written: {error.strerror or error}", source=os.fspath(path), code="unwritable"
        ) from error
