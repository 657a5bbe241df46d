"""The URLs of Penpa+, for reading only: square grids with numbers.

::

    url    = "m=" mode "&p=" data [ "&" … ]     data: base64 of a raw deflate stream of text lines
    line 0 = "square," WIDTH "," HEIGHT "," … [ ",Title: " title ] [ ",Author: " author ] …
    line 1 = "[" top "," bottom "," left "," right "]"      margins, inside the width and the height
    line 3 = an object: "number" maps index to [value, …]; other parts are drawings
    line 5 = a list of the cells: the first index, then the step to each next

The index of a place is ``(row + 2) * (WIDTH + 4) + column + 2``. Keys of line 3 are shortened:
``zN`` is ``"number"``, ``zO`` is ``null``. The format's source is Penpa+ itself (swaroopg92/penpa-edit).
A puzzle that draws anything but numbers is refused: the meaning of its walls, colours or circles isn't given.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate
from typing import TypeVar

from fillomino.errors import InputError, shown
from fillomino.formats import scan
from fillomino.formats.registry import Format, Holds
from fillomino.puzzle import Document
from fillomino.tokens import Token, only_token, size

_START = re.compile(r"\s*m=\w+&p=")
_SHORT = re.compile(r'"(?:[^"\\]|\\.)*"|z[0-9A-Z_]')
_HISTORY = frozenset({"zR", "zU", "z8", "command_redo", "command_undo", "command_replay"})
_NUMBER = frozenset({"zN", "number"})
_LONGEST = 4 * 1024 * 1024

_Value = TypeVar("_Value")


def read(text: str) -> Document:
    """Return the puzzle of a URL.

    Raises:
        InputError: for damaged data, a grid that is not square, or a drawing that is not a number.
    """
    url = only_token(text, "a Penpa URL")
    start = _START.match(url.text)
    if start is None:
        raise _unsupported(url, "a Penpa URL holds 'm=edit&p=', but this one does not")
    data = url.at(start.end(), url.text[start.end() :].partition("&")[0].partition("#")[0])
    lines = _inflate(data).split("\n")
    if len(lines) < 4:
        raise _unsupported(data, "this Penpa URL is incomplete: it holds no numbers")
    head = lines[0].split(",")
    if head[0] != "square" or len(head) < 3:
        raise _unsupported(
            data, f"this Penpa puzzle is drawn on {shown(head[0])}; only square grids can be read"
        )
    full_height, full_width = size(data.at(0, head[2]), data.at(0, head[1]))
    top, bottom, left, right = _json(data, lines[1] or "[0,0,0,0]", tuple[int, int, int, int])
    height, width = full_height - top - bottom, full_width - left - right
    if min(top, bottom, left, right) < 0 or height < 1 or width < 1:
        raise _damaged(data)

    def place(index: int) -> int | None:
        row, column = divmod(index, full_width + 4)
        row, column = row - 2 - top, column - 2 - left
        return row * width + column if 0 <= row < height and 0 <= column < width else None

    values = _cells(data, lines, place, height * width)
    for index, value in _numbers(data, lines[3]):
        where = place(index)
        if where is None or values[where] == scan.HOLE:
            raise _unsupported(data, "this Penpa puzzle has a number outside its board, which can't be read")
        values[where] = value
    info = {}
    for part in head:
        key, _, detail = part.partition(": ")
        if key in ("Title", "Author") and detail.strip():
            info[key.lower()] = detail.replace("%2C", ",").strip()
    return Document(scan.build(height, width, values, [data] * len(values), info=info))


def _unsupported(data: Token, message: str) -> InputError:
    return data.error(message, code="penpa-unsupported")


def _damaged(data: Token) -> InputError:
    return _unsupported(data, "this Penpa URL is damaged or of an unknown kind; copy it again, whole")


def _inflate(data: Token) -> str:
    # Modules that only this format needs are imported where they are used.
    import base64
    import zlib

    try:
        packed = base64.b64decode(data.text + "=" * (-len(data.text) % 4), validate=True)
        stream = zlib.decompressobj(-15)
        text = stream.decompress(packed, _LONGEST).decode("utf-8")
    except (ValueError, zlib.error):
        raise _damaged(data) from None
    if not stream.eof:
        raise _damaged(data)
    return text


def _json(data: Token, text: str, kind: type[_Value]) -> _Value:
    import msgspec

    try:
        return msgspec.json.decode(text, type=kind)
    except (ValueError, RecursionError):
        raise _damaged(data) from None


def _cells(data: Token, lines: list[str], place: Callable[[int], int | None], count: int) -> list[int]:
    """Return the places before the numbers: an empty cell, or a hole where line 5 lists no cell."""
    if len(lines) < 6:
        return [scan.EMPTY] * count
    values = [scan.HOLE] * count
    for index in accumulate(_json(data, lines[5], list[int])):
        where = place(index)
        if where is not None:
            values[where] = scan.EMPTY
    return values


def _numbers(data: Token, text: str) -> list[tuple[int, int]]:
    """The index and the value of each number; `UNKNOWN` for a question mark."""
    long = _SHORT.sub(lambda m: m[0] if m[0][0] == '"' else "null" if m[0] == "zO" else f'"{m[0]}"', text)
    numbers = []
    for key, entries in _json(data, long, dict[str, object]).items():
        if key in _NUMBER:
            if not isinstance(entries, dict):
                raise _damaged(data)
            numbers += [_entry(data, index, entry) for index, entry in entries.items()]
        elif entries and key not in _HISTORY:
            raise _unsupported(
                data, f"this Penpa puzzle draws more than numbers ({shown(key)}), which can't be read"
            )
    return numbers


def _entry(data: Token, index: str, entry: object) -> tuple[int, int]:
    if not (isinstance(entry, list) and entry and re.fullmatch("[0-9]{1,9}", index)):
        raise _damaged(data)
    value = str(entry[0])
    if value == "?":
        return int(index), scan.UNKNOWN
    if not re.fullmatch("[1-9][0-9]{0,8}", value):
        raise data.error(
            f"the number {shown(value)} of this Penpa puzzle is not a clue; clues begin with 1",
            code="bad-cell",
        )
    return int(index), int(value)


FORMAT = Format(
    name="penpa",
    title="Penpa+ URL",
    idea="Penpa+ URL",
    suffixes=(),
    example="",
    holds=Holds(),
    recognises=_START.match,
    read=read,
    write=None,
    inline=True,
)
