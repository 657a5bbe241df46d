"""The puzz.link URLs of Fillomino; `fillomino.pzpr` has what they share with other genres.

::

    pid    = "fillomino" / "fillomino01"
    flag   = "t"                           no region is larger than 3
    body   = *cell *border                 row by row; a missing tail is blank
    border = base-32 digits, 5 bits each: the inner vertical borders, then the horizontal; 1 is a wall
"""

from __future__ import annotations

import re

from fillomino import pzpr
from fillomino.errors import InputError, shown
from fillomino.formats import scan
from fillomino.formats.registry import Format, Holds
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.tokens import Token, read_rows

_START = re.compile(
    r"\s*(?:https?://|fillomino(?:01)?(?:_\w+)?/|(?!pzprv3)"
    r"[a-z]\w*(?:(?:/v:[^/]*)?(?:/[a-z]+)?/[0-9]+/[0-9]+/|\.html\?(?:problem|pzpr)=))"
)
_KANPEN_CELL = scan.clue_or({".": scan.EMPTY, "0": scan.EMPTY, "?": scan.UNKNOWN, "-": scan.UNKNOWN})
_BITS = "0123456789abcdefghijklmnopqrstuv"
_MARKS = {pzpr.EMPTY: scan.EMPTY, pzpr.UNKNOWN: scan.UNKNOWN}
_SIGNS = {value: sign for sign, value in _MARKS.items()}


def read(text: str) -> Document:
    """Return the puzzle of a URL.

    Raises:
        InputError: for another puzzle's URL, a wrong size, an unknown character or a wrong length.
    """
    url = pzpr.head(text, ("fillomino", "fillomino01"))
    for flag in url.flags:
        if flag.text != "t":
            raise flag.error(f"unknown flag {shown(flag.text)}; only 't' is known", code="bad-input")
    if url.in_rows:
        values, tokens = read_rows(
            url.rows(), url.height, url.width, _KANPEN_CELL, end=url.url.at(len(url.url.text))
        )
        return Document(scan.build(url.height, url.width, values, tokens))
    signs, tokens, end = pzpr.read_signs(url.body, url.height * url.width, pzpr.HEXADECIMAL, least=1)
    values = [int(sign) if sign.isdecimal() else _MARKS[sign] for sign in signs]
    walls = _read_walls(url.body, end, url.height, url.width)
    limit = 3 if url.flags else None
    info = {} if url.variant is None else {"variant": url.variant}
    return Document(
        scan.build(url.height, url.width, values, tokens, walls=walls, largest_region=limit, info=info)
    )


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """The puzz.link URL, ended by a newline; the format can't hold an answer.

    Raises:
        InputError: for holes, clues above 8,191, a largest region other than 3, or no rectangle.
    """
    height, width, values = scan.contents(puzzle)
    variant = puzzle.info.get("variant")
    head = ["https://puzz.link/p?fillomino"]
    if variant is not None:
        if not re.fullmatch(r"[A-Za-z0-9._~-]*", variant):
            raise InputError(
                f"the variant {shown(variant)} can't be written in a URL; write the puzzle as json",
                code="not-expressible",
            )
        head.append(f"v:{variant}")
    if puzzle.largest_region is not None:
        head.append("t")
    body = pzpr.HEXADECIMAL.write([_SIGNS.get(value) or str(value) for value in values])
    body += _write_walls(puzzle, height, width) if puzzle.walls else ""
    end = "" if body[-1].isalnum() else "/"
    return "/".join([*head, str(width), str(height), body]) + end + "\n"


def _border_groups(height: int, width: int) -> list[list[tuple[int, int]]]:
    """The pairs of places at the borders that each digit stands for."""
    return [
        pairs[first : first + 5]
        for pairs in scan.inner_borders(height, width)
        for first in range(0, len(pairs), 5)
    ]


def _read_walls(url: Token, start: int, height: int, width: int) -> list[tuple[int, int]]:
    walls: list[tuple[int, int]] = []
    groups = _border_groups(height, width)
    for offset, (digit, group) in enumerate(zip(url.text[start:], groups, strict=False), start):
        bits = _BITS.find(digit)
        if bits < 0:
            raise pzpr.at(url, offset, f"{shown(digit)} is not a digit of the borders; write 0-9 and a-v")
        if bits & ((1 << (5 - len(group))) - 1):
            raise pzpr.at(url, offset, f"{shown(digit)} sets a wall beyond the last border")
        walls += [pair for bit, pair in enumerate(group) if bits >> (4 - bit) & 1]
    end = start + len(groups)
    if end < len(url.text):
        raise pzpr.at(url, end, f"the board is complete, but {shown(url.text[end:])} follows; remove it")
    return walls


def _write_walls(puzzle: Puzzle, height: int, width: int) -> str:
    groups = _border_groups(height, width)
    return "".join(
        _BITS[sum(16 >> bit for bit, pair in enumerate(group) if pair in puzzle.walls)] for group in groups
    )


FORMAT = Format(
    name="url",
    title="puzz.link URL",
    idea="puzz.link / pzpr URL",
    suffixes=(".url",),
    example="https://puzz.link/p?fillomino/3/3/g3g2g1h3\n",
    holds=Holds(walls=True, unknown=True, limits=frozenset({3}), largest_clue=pzpr.HEXADECIMAL.largest),
    recognises=_START.match,
    read=read,
    write=write,
    inline=True,
)
