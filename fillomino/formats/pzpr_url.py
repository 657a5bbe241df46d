"""The URLs of puzz.link and its siblings (pzpr).

::

    url    = prefix "?" pid "/" [ "v:" variant "/" ] [ "t/" ] COLS "/" ROWS "/" body [ "/" ]
    pid    = "fillomino" / "fillomino01"   two sites' names for the same puzzle
    "t"    = no region is larger than 3
    body   = *cell *border                 row by row; a missing tail is blank
    cell   = "g".."z"                      1 to 20 empty cells
           / hexdigit                      1..15
           / "-" 2hexdigit                 16..255
           / "+" 3hexdigit                 256..4095
           / "=" 3hexdigit                 4096 + value
           / "."                           ?
    border = base-32 digits, 5 bits each: the inner vertical borders, then the horizontal; 1 is a wall

Width comes first. The text may also begin with the pid, without a prefix.
"""

from __future__ import annotations

import re

from fillomino.errors import InputError
from fillomino.formats import grid
from fillomino.formats.format import Format, Holds
from fillomino.formats.scan import Token, only_token, size
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.words import shown

_START = re.compile(r"\s*(?!\S*m=edit&p=)(?:https?://|\S*\?fillomino|fillomino(?:01)?/)")
_HEAD = re.compile(r"(?P<pid>[^/]*)(?:/v:(?P<variant>[^/]*))?(?:/(?P<flags>[a-z]+))?/")
_LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096)}
_HEX = "0123456789abcdef"
_BITS = "0123456789abcdefghijklmnopqrstuv"
_LARGEST_CLUE = 8191
_RUN = 20


def recognises(text: str) -> bool:
    """Return whether the text is a URL that Penpa does not claim, or begins with ``fillomino/``."""
    return _START.match(text) is not None


def read(text: str) -> Document:
    """Return the puzzle of a URL.

    Raises:
        InputError: for another puzzle's URL, a wrong size, an unknown character or a wrong length.
    """
    url = only_token(text, "a URL")
    prefix = url.text.find("?") + 1
    head = _HEAD.match(url.text, prefix)
    if head is None or (prefix == 0 and "://" in url.text):
        raise url.error(
            "this URL holds no puzzle; a puzz.link URL reads …?fillomino/COLUMNS/ROWS/…",
            code="nothing-to-read",
        )
    if head["pid"] not in ("fillomino", "fillomino01"):
        message = f"this URL is one of the puzzle {shown(head['pid'])}; only fillomino can be read"
        raise _at(url, head.start("pid"), message)
    if head["flags"] not in (None, "t"):
        raise _at(url, head.start("flags"), f"the flag {shown(head['flags'])} is unknown; only 't' is")
    columns, rows, body = fields(url, head.end())
    height, width = size(rows, columns)
    values, offsets, end = read_cells(url, body, height * width)
    walls = _read_walls(url, end, height, width)
    return Document(
        grid.build(
            height,
            width,
            values,
            lambda place: (url.line, url.column + offsets[place]),
            walls=walls,
            largest_region=3 if head["flags"] else None,
            info={} if head["variant"] is None else {"variant": head["variant"]},
        )
    )


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """The puzz.link URL, ended by a newline; the format has no place for an answer.

    Raises:
        InputError: for holes, clues above 8,191, a largest region other than 3, or no rectangle.
    """
    where = grid.grid_of(puzzle)
    variant = puzzle.info.get("variant")
    head = ["https://puzz.link/p?fillomino"]
    if variant is not None:
        if not re.fullmatch(r"[A-Za-z0-9._~-]*", variant):
            raise InputError(
                f"the variant {shown(variant)} can't stand in a URL; write it as json", code="not-expressible"
            )
        head.append(f"v:{variant}")
    if puzzle.largest_region is not None:
        head.append("t")
    cells = write_cells(grid.values_of(puzzle, where))
    body = cells + (_write_walls(puzzle, where.height, where.width) if puzzle.walls else "")
    end = "" if body[-1].isalnum() else "/"
    return "/".join([*head, str(where.width), str(where.height), body]) + end + "\n"


def _at(url: Token, offset: int, message: str) -> InputError:
    return InputError(message, line=url.line, column=url.column + offset)


def fields(url: Token, start: int) -> tuple[Token, Token, int]:
    """The tokens of the two sizes, and the offset of the body."""
    tokens = []
    for what in ("columns", "rows"):
        end = url.text.find("/", start)
        if end < 0 and what == "rows":
            end = len(url.text)
        if end <= start:
            raise _at(
                url, min(start, len(url.text)), f"the URL should give its number of {what} here, then '/'"
            )
        tokens.append(Token(url.text[start:end], url.line, url.column + start))
        start = end + 1
    return tokens[0], tokens[1], min(start, len(url.text))


def _stop(text: str, start: int) -> int:
    """The offset behind the body, which a final ``/`` does not belong to."""
    return len(text) - 1 if len(text) > start and text.endswith("/") else len(text)


def read_cells(url: Token, start: int, count: int) -> tuple[list[int], list[int], int]:
    """The value of each place, the offset it was read from, and the offset behind the cells."""
    text, stop = url.text, _stop(url.text, start)
    values: list[int] = []
    offsets: list[int] = []
    i = start
    while i < stop and len(values) < count:
        c = text[i]
        value, length, run = grid.EMPTY, 1, 1
        if "g" <= c <= "z":
            run = ord(c) - ord("g") + 1
            left = count - len(values)
            if run > left:
                raise _at(
                    url, i, f"{shown(c)} encodes {run} empty cells, but only {left} are left on the board"
                )
        elif c == ".":
            value = grid.UNKNOWN
        else:
            value, length = _read_clue(url, i, stop)
        values += [value] * run
        offsets += [i] * run
        i += length
    missing = count - len(values)
    return values + [grid.EMPTY] * missing, offsets + [max(start, stop - 1)] * missing, i


def _read_clue(url: Token, i: int, stop: int) -> tuple[int, int]:
    """Return a clue, and the number of characters that encode it."""
    c = url.text[i]
    if c not in _HEX and c not in _LONG:
        raise _at(url, i, f"{shown(c)} is not a cell; write 0-9 a-f, '-' '+' '=' with digits, '.' or g-z")
    digits, more = _LONG.get(c, (0, 0))
    text = url.text[i + 1 : min(i + 1 + digits, stop)] if digits else c
    if len(text) < digits or any(digit not in _HEX for digit in text):
        raise _at(url, i, f"{shown(c)} should be followed by {digits} digits of 0-9 and a-f")
    value = int(text, 16) + more
    if value == 0:
        raise _at(url, i, "a clue can't be 0; numbers begin with 1")
    return value, 1 + digits


def _walls_of(height: int, width: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The pairs of places at the inner vertical borders and at the horizontal ones, in their order."""
    vertical = [(r * width + c, r * width + c + 1) for r in range(height) for c in range(width - 1)]
    horizontal = [(r * width + c, r * width + c + width) for r in range(height - 1) for c in range(width)]
    return vertical, horizontal


def _read_walls(url: Token, start: int, height: int, width: int) -> list[tuple[int, int]]:
    text, stop = url.text, _stop(url.text, start)
    walls: list[tuple[int, int]] = []
    if start == stop:
        return walls
    i = start
    for pairs in _walls_of(height, width):
        for first in range(0, len(pairs), 5):
            if i == stop:
                return walls
            bits = _BITS.find(text[i])
            if bits < 0:
                raise _at(url, i, f"{shown(text[i])} is not a digit of the borders; write 0-9 and a-v")
            group = pairs[first : first + 5]
            if bits & ((1 << (5 - len(group))) - 1):
                raise _at(url, i, f"{shown(text[i])} encodes a wall beyond the last border")
            walls += [pair for bit, pair in enumerate(group) if bits >> (4 - bit) & 1]
            i += 1
    if i < stop:
        raise _at(url, i, f"the board is complete, but {shown(text[i:stop])} follows; remove it")
    return walls


def write_cells(values: list[int]) -> str:
    """The cells of a board, row by row; empty ones at the end are written, too."""
    parts = []
    blanks = 0
    for value in [*values, None]:
        if value == grid.EMPTY:
            blanks += 1
            continue
        while blanks:
            run = min(blanks, _RUN)
            parts.append(chr(ord("g") + run - 1))
            blanks -= run
        if value == grid.UNKNOWN:
            parts.append(".")
        elif value is not None:
            parts.append(_clue(value))
    return "".join(parts)


def _clue(value: int) -> str:
    if value < 16:
        return f"{value:x}"
    if value < 256:
        return f"-{value:02x}"
    return f"+{value:03x}" if value < 4096 else f"={value - 4096:03x}"


def _write_walls(puzzle: Puzzle, height: int, width: int) -> str:
    digits = []
    for pairs in _walls_of(height, width):
        for first in range(0, len(pairs), 5):
            group = pairs[first : first + 5]
            bits = sum(16 >> bit for bit, pair in enumerate(group) if pair in puzzle.walls)
            digits.append(_BITS[bits])
    return "".join(digits)


FORMAT = Format(
    name="url",
    title="puzz.link URL",
    idea="puzz.link / pzpr URL",
    suffixes=(".url",),
    example="https://puzz.link/p?fillomino/3/3/g3g2g1h3\n",
    holds=Holds(walls=True, unknown=True, limits=frozenset({3}), largest_clue=_LARGEST_CLUE),
    recognises=recognises,
    read=read,
    write=write,
    inline=True,
)
