"""Arguments of commands (a file, a directory, a URL, an id, ``-``) as puzzles."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from fillomino import formats
from fillomino.board import Board
from fillomino.errors import InputError, PuzzleError
from fillomino.formats import MAX_BYTES
from fillomino.formats.reading import decoded, named
from fillomino.puzzle import Document


class Source(NamedTuple):
    """One thing to read: its name as the person knows it, and where it is.

    Attributes:
        name: its name.
        path: the file that it is, or that it is a line of.
        text: its content, where that is known already; without both it is standard input.
    """

    name: str
    path: Path | None = None
    text: str | None = None

    def read(self) -> bytes:
        """Return the content, cut off just beyond the size that the formats refuse.

        Raises:
            InputError: if it can't be read.
        """
        if self.text is not None:
            return self.text.encode(errors="surrogateescape")
        try:
            if self.path is None:
                return sys.stdin.buffer.read(MAX_BYTES + 1)
            with self.path.open("rb") as file:
                return file.read(MAX_BYTES + 1)
        except OSError as error:
            raise InputError(f"can't be read: {error.strerror or error}", source=self.name) from error


class Opened(NamedTuple):
    """A document with its name, the seconds of CPU time that reading took, and its file if it is from one."""

    name: str
    document: Document
    seconds: float
    path: Path | None = None


class Variants(NamedTuple):
    """Rules to add to those of a file: those of `Puzzle` of the same names."""

    checkered: bool = False
    basic: bool = False

    def added_to(self, document: Document) -> Document:
        """The document with these rules added to its own."""
        if not (self.checkered or self.basic):
            return document
        puzzle = document.puzzle
        checkered, basic = puzzle.checkered or self.checkered, puzzle.basic or self.basic
        return replace(document, puzzle=replace(puzzle, checkered=checkered, basic=basic))


AS_WRITTEN = Variants()
"""Nothing added."""


def sources(arguments: Iterable[str]) -> list[Source]:
    """Return the sources of the arguments, in their order; a directory stands for its puzzle files, sorted.

    A file of URLs or ids, one a line, stands for as many puzzles, named ``FILE:LINE``; so does
    standard input.

    Raises:
        InputError: for an argument that is nothing we can read, or a directory without puzzles.
    """
    found: list[Source] = []
    for argument in arguments:
        path = Path(argument)
        if argument == "-":
            found += _in_stream("<stdin>", sys.stdin.buffer)
        elif _exists(path):
            found += _in_directory(path) if path.is_dir() else _in_file(argument, path)
        elif formats.is_inline(argument):
            found.append(Source(argument, text=argument))
        else:
            raise InputError(
                "there is no such file or directory, and it is no puzzle URL or id either", source=argument
            )
    return found


def open_all(
    found: Iterable[Source], format_name: str | None = None, variants: Variants = AS_WRITTEN
) -> Iterator[Opened]:
    """Read the sources one by one.

    Raises:
        InputError: at the first that can't be read.
    """
    for source in found:
        yield open_one(source, format_name, variants)


def open_one(source: Source, format_name: str | None = None, variants: Variants = AS_WRITTEN) -> Opened:
    """Read one source.

    Raises:
        InputError: if it can't be read, with its name, line and column.
    """
    started = time.process_time()
    document = formats.read_bytes(source.read(), source=source.name, format=format_name)
    document = variants.added_to(document)
    return Opened(source.name, document, time.process_time() - started, source.path)


def puzzle_of(argument: str, format_name: str | None = None, variants: Variants = AS_WRITTEN) -> Opened:
    """The one puzzle an argument stands for.

    Raises:
        InputError: if it can't be read or stands for several.
    """
    return open_one(source_of(argument), format_name, variants)


def source_of(argument: str) -> Source:
    """The one source an argument stands for.

    Raises:
        InputError: if it stands for several, or for none.
    """
    found = sources([argument])
    if len(found) != 1:
        raise InputError(f"holds {len(found)} puzzles; name one of them", source=argument)
    return found[0]


def board_of(argument: str) -> Board:
    """The board an argument stands for: a specification such as ``torus:8x8``, or the board of a puzzle file.

    Raises:
        InputError: if it is neither.
    """
    if _exists(Path(argument)):
        return puzzle_of(argument).document.puzzle.board
    try:
        from fillomino.boards import from_spec

        return from_spec(argument)
    except PuzzleError as error:
        raise InputError(f"{error}, or a puzzle file of which to take the board") from None


def text_of(argument: str) -> tuple[str, str]:
    """The text of a file or of standard input (``-``), and its name.

    Raises:
        InputError: if it can't be read or is not UTF-8.
    """
    source = Source("<stdin>") if argument == "-" else Source(argument, path=Path(argument))
    with named(source.name):
        return decoded(source.read()), source.name


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a URL may be too long for a path, or hold a NUL
        return False


def _in_file(name: str, path: Path) -> list[Source]:
    """A file, or each line of it if it lists URLs and ids; empty lines and those with # are passed over."""
    try:
        if not path.is_file():  # a pipe, such as bash makes of <(…)
            with path.open("rb") as stream:
                return _in_stream(name, stream)
        with path.open(encoding="utf-8") as file:
            if not _is_list(file):
                return [Source(name, path=path)]
            file.seek(0)
            return _each_line(name, path, file)
    except (OSError, UnicodeDecodeError):  # reported when it is read
        return [Source(name, path=path)]


def _in_stream(name: str, stream: BinaryIO) -> list[Source]:
    """The same of what can be read only once.

    Raises:
        InputError: if it can't be read.
    """
    try:
        data = stream.read(MAX_BYTES + 1)
        text = data.decode(errors="surrogateescape")
        if not _is_list(StringIO(text, newline=None)):
            return [Source(name, text=text)]
        data += stream.read()
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror or error}", source=name) from error
    return _each_line(name, None, StringIO(data.decode(errors="surrogateescape"), newline=None))


def _is_list(lines: Iterable[str]) -> bool:
    """Return whether the first line with content is a URL or an id, and not the only one."""
    entries = (line for line in map(str.strip, lines) if line and not line.startswith("#"))
    return formats.is_inline(next(entries, "")) and next(entries, None) is not None


def _each_line(name: str, path: Path | None, lines: Iterable[str]) -> list[Source]:
    numbered = [(number, line.strip()) for number, line in enumerate(lines, 1)]
    return [Source(f"{name}:{number}", path, line) for number, line in numbered if line and line[0] != "#"]


def _in_directory(path: Path) -> list[Source]:
    suffixes = {suffix for known in formats.known() for suffix in known.suffixes}
    files = sorted(file for file in path.rglob("*") if file.suffix in suffixes and file.is_file())
    if not files:
        listed = ", ".join(sorted(suffixes))
        raise InputError(f"this directory holds no puzzle file (named *{listed})", source=str(path))
    return [source for file in files for source in _in_file(str(file), file)]
