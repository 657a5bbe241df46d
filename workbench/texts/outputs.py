"""Write text to a file or to standard output."""

from __future__ import annotations

import os
import re
import sys
from stat import S_ISREG

from fillomino.errors import InputError
from fillomino.files import replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path


def check_apart(outputs: Iterable[Path | None], inputs: Iterable[Path | str | None]) -> None:
    """Refuse to write over a file that is read, under whatever name; call it before anything is written.

    Args:
        outputs: where to write; ``None`` for standard output.
        inputs: what is read; anything that is not a file is passed over.

    Raises:
        InputError: with the output that is an input.
    """
    files = {path: _file(path) for path in outputs}
    written = {path: file for path, file in files.items() if file is not None}
    read = {_file(path) for path in inputs} if written else set()
    for path, file in written.items():
        if file in read:
            raise InputError(
                "this is read, and writing would replace it; name another",
                source=str(path),
                code="bad-output",
            )


def _file(path: Path | str | None) -> tuple[int, int] | None:
    """Return the identity of a file, whatever its name; ``None`` for anything but a file on a disk."""
    if path is None:
        return None
    try:
        found = os.stat(path)
    except (OSError, ValueError):  # a URL may be too long for a path, or hold a NUL
        return None
    return (found.st_dev, found.st_ino) if S_ISREG(found.st_mode) else None


def places_for(output: Path | None, names: Sequence[str], ending: str) -> list[Path | None]:
    """Return where to write each of several texts; ``None`` is standard output.

    Args:
        output: a directory, there or to be made; for a single text also a file, or ``None``.
        names: the names of the texts, of which `file_stems` makes those of files in a directory.
        ending: what follows a stem, with its dot.

    Raises:
        InputError: if several texts would go into one file: one that is there, or has an ending.
    """
    if output is None or not (output.is_dir() or len(names) > 1):
        return [output] * len(names)
    if not output.is_dir() and (output.exists() or output.suffix):
        advice = "name a directory, or make this one first"
        raise InputError(
            f"{len(names)} puzzles don't go into one file; {advice}", source=str(output), code="bad-output"
        )
    return [output / f"{stem}{ending}" for stem in file_stems(names)]


def make_directory(path: str | os.PathLike[str]) -> None:
    """Make a directory, and those above it, where they are not there.

    Raises:
        InputError: if that is impossible.
    """
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"can't be made a directory: {error.strerror}", source=os.fspath(path), code="unwritable"
        ) from error


def write_file(path: str | os.PathLike[str], text: str | Iterable[str]) -> None:
    """Write a file, whole or not at all, making its directory if need be.

    Args:
        path: the file.
        text: its text, or that in pieces.

    Raises:
        InputError: if that is impossible.
    """
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    except OSError as error:
        raise InputError(
            f"can't be written: {error.strerror or error}", source=os.fspath(path), code="unwritable"
        ) from error
    with replaced(path) as file:
        for piece in _pieces(text):
            file.write(_encoded(piece))


def _encoded(text: str) -> bytes:
    """UTF-8, with the bytes of a script or a name that were none."""
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return text.encode(errors="backslashreplace")


def write_beside(directory: Path, stem: str, ending: str, text: str) -> None:
    """Write a file into a directory; where another text has its name, it gets a number: ``stem.2``.

    Raises:
        InputError: if that is impossible.
    """
    path, number = directory / f"{stem}{ending}", 1
    while path.exists():
        if path.is_file() and path.read_bytes() == _encoded(text):
            return
        number += 1
        path = directory / f"{stem}.{number}{ending}"
    write_file(path, text)


def write_out(text: str | Iterable[str], path: Path | None) -> None:
    """Write a text, or its pieces, to a file, or to standard output for ``None``."""
    if path is None:
        last = ""
        for piece in _pieces(text):
            sys.stdout.write(piece)
            last = piece or last
        sys.stdout.write("\n" if last and not last.endswith("\n") else "")
    else:
        write_file(path, text)


def _pieces(text: str | Iterable[str]) -> Iterable[str]:
    return (text,) if isinstance(text, str) else text


def file_stem(name: str) -> str:
    """A puzzle's name as a file name: a path's last part without ending, anything odd replaced."""
    plain = name if "://" in name or "?" in name else os.path.splitext(os.path.basename(name.rstrip("/")))[0]
    return file_word(plain, "puzzle")


def file_word(name: str, default: str = "encoding") -> str:
    """A name as a part of a file name, anything odd replaced."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:80] or default


def file_stems(names: Iterable[str]) -> list[str]:
    """A file name for each puzzle, without ending; where two would be alike, the later gets a number."""
    stems: list[str] = []
    used: set[str] = set()
    for name in names:
        stem = plain = file_stem(name)
        number = 1
        while stem in used:
            number += 1
            stem = f"{plain}.{number}"
        used.add(stem)
        stems.append(stem)
    return stems
