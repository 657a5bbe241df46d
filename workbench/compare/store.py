"""The file of runs: one line each, appended as a run ends. Killed at any moment, it loses no whole line."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fillomino.errors import InputError
from workbench.compare.row import Row, from_line


class Store:
    """A file of runs, open for more.

    Attributes:
        rows: the runs in it.
        note: what was odd about the file, in a sentence, if anything.
    """

    def __init__(self, path: Path, file: int, rows: list[Row], note: str | None) -> None:
        self.rows = rows
        self.note = note
        self._path, self._file = path, file
        self._keys = {row.key for row in rows}

    def has(self, key: str) -> bool:
        """Return whether a run is in the file."""
        return key in self._keys

    def append(self, row: Row) -> bool:
        """Write a run, at once; whether it was not there yet.

        Raises:
            OSError: if it can't be written.
        """
        if row.key in self._keys:
            return False
        rest = memoryview(row.to_line().encode())
        while rest:
            rest = rest[os.write(self._file, rest) :]
        self._keys.add(row.key)
        self.rows.append(row)
        return True


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    """Open a file of runs for this process alone, creating it if need be.

    What a killed process left of its last line is moved to ``PATH.torn``.

    Raises:
        InputError: if it can't be opened, is in use by another comparison, or holds something else.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as error:
        raise InputError(f"can't be opened: {error.strerror}", source=str(path)) from error
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InputError("another comparison is writing to it", source=str(path)) from error
        rows, torn = _read(path)
        note = None
        if torn:
            aside = path.with_name(path.name + ".torn")
            with aside.open("ab") as others:
                others.write(torn + b"\n")
            os.ftruncate(file, os.fstat(file).st_size - len(torn))
            note = f"{path}: the last line was torn; it is set aside in {aside}, and its run is done again"
        yield Store(path, file, rows, note)
    finally:
        os.close(file)


def read(path: Path) -> tuple[list[Row], str | None]:
    """The runs in a file, and a note if its last line is torn; each run once.

    Raises:
        InputError: if it can't be read, or holds something else.
    """
    rows, torn = _read(path)
    return rows, f"{path}: the last line is torn, and left out" if torn else None


def _read(path: Path) -> tuple[list[Row], bytes]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", source=str(path)) from error
    whole, end, torn = data.rpartition(b"\n")
    lines = (whole + end).decode("utf-8", "backslashreplace").split("\n") if end else []
    found: dict[str, Row] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            row = from_line(line, source=str(path), number=number)
            found.setdefault(row.key, row)
    return list(found.values()), torn
