"""From text or bytes to a document, and from a puzzle to text, whatever the format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from fillomino.errors import InputError, PuzzleError
from fillomino.formats.registry import find, recognise
from fillomino.formats.scan import Token, split_lines, token_at
from fillomino.puzzle import Document, Filling, Puzzle

MAX_BYTES = 4 * 1024 * 1024
"""Longer files are refused: the largest board allowed takes a tenth of this in a grid format."""

MAX_LINE = 1_000_000
"""Longer lines are refused."""

_BROKEN = re.compile("[\0\ud800-\udfff]")


def read(text: str, *, source: str = "<text>", format: str | None = None) -> Document:  # noqa: A002
    """The puzzle that a text holds, and its answer where the text gives one.

    Args:
        text: a puzzle in one of the formats of `fillomino.formats.known`.
        source: where the text is from, for messages.
        format: the name of its format; ``None`` to see it from the text.

    Raises:
        InputError: with source, line and column, for a text that is not exactly of its format;
            without line and column for a format that does not exist.
    """
    chosen = None if format is None else find(format)
    with name_source(source):
        text = check_text(text)
        return (chosen or recognise(text)).read(text)


def read_bytes(data: bytes, *, source: str, format: str | None = None) -> Document:  # noqa: A002
    """As `read`, from the bytes of a file: UTF-8, with or without a byte order mark.

    Raises:
        InputError: as `read`; also for bytes that are not text, or more than `MAX_BYTES` of them.
    """
    with name_source(source):
        text = decode_bytes(data)
    return read(text, source=source, format=format)


def write(puzzle: Puzzle, name: str, answer: Filling | None = None) -> str:
    """A puzzle as text.

    Args:
        puzzle: the puzzle.
        name: the name of a format.
        answer: a filling to write, too; formats that can't hold one leave it out.

    Raises:
        InputError: for an unknown format, for a puzzle that holds anything the format can't hold
            (but titles and the like may be left out), and for an answer of the wrong length.
    """
    from fillomino.formats.registry import check_answer, writer

    check_answer(puzzle, answer)
    return writer(puzzle, find(name))(puzzle, answer)


@contextmanager
def name_source(source: str) -> Iterator[None]:
    """Write the name of the text into every `InputError`, which a `PuzzleError` becomes too."""
    try:
        yield
    except PuzzleError as error:
        # The codecs check what the constructors do; this is for what only the constructors know.
        raise InputError(str(error), line=1, column=1, source=source, code=error.code) from error
    except InputError as error:
        error.source = error.source or source
        raise


def decode_bytes(data: bytes) -> str:
    """The text of a file's bytes.

    Raises:
        InputError: with line and column, if they are too many or not UTF-8.
    """
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data):,} bytes; more than {MAX_BYTES:,} are not read"
        raise _place(data, MAX_BYTES).error(message, code="too-long")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8; is this a text file?"
        raise _place(data, error.start).error(message, code="not-text") from None


def check_text(text: str) -> str:
    """A text without its byte order mark, once it is known to be short enough and without broken characters.

    Raises:
        InputError: with line and column, if it is not, or if it is blank.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_BYTES:
        message = f"the text has {len(text):,} characters; more than {MAX_BYTES:,} are not read"
        raise token_at(text, MAX_BYTES).error(message, code="too-long")
    if len(text) > MAX_LINE:
        for number, line in enumerate(split_lines(text), 1):
            if len(line) > MAX_LINE:
                message = f"this line is longer than {MAX_LINE:,} characters, as no puzzle's is"
                raise Token("", number, MAX_LINE + 1).error(message, code="too-long")
    broken = _BROKEN.search(text)
    if broken is not None:
        fault = "a NUL byte" if broken[0] == "\0" else "half a character"
        raise token_at(text, broken.start()).error(f"not a text file: {fault} here", code="not-text")
    if not text or text.isspace():
        raise Token("", 1, 1).error("the text is blank; expected a puzzle", code="nothing-to-read")
    return text


def _place(data: bytes, offset: int) -> Token:
    text = data[:offset].decode("utf-8", "replace").removeprefix("\ufeff")
    return token_at(text, len(text))
