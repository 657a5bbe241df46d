"""The file of runs: one line each, appended as a run ends. If it is killed, no whole line is lost.

The last line with a key counts: the run was repeated (`workbench.compare.content`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from drivers.system import lock
from fillomino.errors import InputError
from fillomino.files import replaced
from workbench.compare.notes import Note
from workbench.compare.row import Row, from_line
from workbench.texts.inputs import regular

MAX_LINE = 1 << 20
"""The greatest length of a run in bytes; typical is 2,000."""

MAX_BYTES = 1 << 30
"""The greatest length of a file in bytes: more would not fit into memory."""


class Store:
    """A file of runs, open for more.

    Attributes:
        note: a sentence on the torn last line of the file, if there was one.
    """

    def __init__(self, path: Path, file: int, rows: list[Row], note: str | None) -> None:
        self.note = note
        self._path, self._file = path, file
        self._rows = {row.key: row for row in rows}

    @property
    def rows(self) -> list[Row]:
        """The runs in it, each once, in the order in which they were first done."""
        return list(self._rows.values())

    def get(self, key: str) -> Row | None:
        """Return the run of a key, if it is in the file."""
        return self._rows.get(key)

    def disregard(self, key: str) -> None:
        """Ignore a run in the file, until it is written again."""
        del self._rows[key]

    def append(self, row: Row) -> None:
        """Write a run at once; it replaces one with the same key.

        Raises:
            OSError: if it can't be written.
        """
        rest = memoryview(row.to_line().encode())
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            error.filename = str(self._path)
            raise
        self._rows[row.key] = row


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    """Open a file of runs for this process alone, creating it if need be; a new one without runs is removed.

    An incomplete last line, of a process that was killed, is moved to ``PATH.torn``.

    Raises:
        InputError: if it can't be opened, is in use by another comparison, or has other content.
    """
    new = not path.exists()
    if not new:
        regular(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as error:
        raise InputError(f"can't be opened: {error.strerror}", source=str(path), code="unreadable") from error
    try:
        try:
            lock(file)
        except OSError as error:
            raise InputError("another comparison is writing to it", source=str(path), code="busy") from error
        rows, torn = _read(path)
        note = None
        if torn:
            aside = path.with_name(path.name + ".torn")
            with replaced(aside) as others:
                others.write((aside.read_bytes() if aside.exists() else b"") + torn + b"\n")
            os.ftruncate(file, os.fstat(file).st_size - len(torn))
            note = f"{path}: the last line was torn; it is set aside in {aside}, and its run is done again"
        yield Store(path, file, rows, note)
    finally:
        if new and not os.fstat(file).st_size:
            path.unlink(missing_ok=True)
        os.close(file)


def read(path: Path) -> tuple[list[Row], Note | None]:
    """Return the runs in a file, each as it was done last, and a note if its last line is torn.

    Raises:
        InputError: if it can't be read, or has other content.
    """
    rows, torn = _read(path)
    return rows, Note(f"{path}: the last line is torn, and left out", code="torn-file") if torn else None


def _read(path: Path) -> tuple[list[Row], bytes]:
    by_key: dict[str, Row] = {}
    line = b""
    try:
        with regular(path).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > MAX_BYTES:
                raise InputError(
                    f"{size:,} bytes are too many; divide it into files of {MAX_BYTES:,}",
                    source=str(path),
                    code="too-long",
                )
            for number in count(1):
                line = file.readline(MAX_LINE)
                if len(line) == MAX_LINE:
                    raise InputError(
                        f"no run has {MAX_LINE:,} bytes", source=str(path), line=number, code="too-long"
                    )
                if not line.endswith(b"\n"):
                    break
                if line.strip():
                    text = line.decode("utf-8", "backslashreplace")
                    row = from_line(text, source=str(path), number=number)
                    by_key[row.key] = row
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", source=str(path), code="unreadable") from error
    return list(by_key.values()), line
