"""Atomic writing of files."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from stat import S_IMODE
from time import monotonic_ns
from typing import TYPE_CHECKING, BinaryIO

from fillomino.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


@contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """A temporary file that replaces the path at the end of the block; a device is written to directly.

    A full disk, an exception or a kill before that leaves the old content.

    Raises:
        InputError: if it can't be written; with its name.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
            return
        target = path.resolve()
        mode = S_IMODE(target.stat().st_mode) if target.exists() else None
        if mode is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        aside = target.with_name(f".{os.getpid()}-{monotonic_ns()}.new")
        try:
            with aside.open("xb") as file:
                if mode is not None:
                    aside.chmod(mode)
                yield file
            aside.replace(target)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(
            f"can't be written: {error.strerror or error}", source=str(path), code="unwritable"
        ) from error
