"""The game ids of "Filling", in Simon Tatham's collection.

::

    id    = WIDTH "x" HEIGHT ":" desc  /  WIDTH ":" desc      the second for a square
    desc  = *( digit / run )           row by row, exactly as many cells as the board has
    digit = a clue 1..9                "0", of old ids, is one empty cell
    run   = "a".."z"                   1 to 26 empty cells

Width comes first. Clues above 9 can't be written.
"""

from __future__ import annotations

import re
from itertools import groupby

from fillomino.errors import InputError
from fillomino.formats import grid
from fillomino.formats.format import Format, Holds
from fillomino.formats.scan import Token, only_token, size
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.words import shown

_START = re.compile(r"\s*[0-9]+(?:x[0-9]*:|:\S*\s*\Z)")
_RUN = 26


def recognises(text: str) -> bool:
    """Return whether the text begins with ``WxH:``, or is one word that begins with ``W:``."""
    return _START.match(text) is not None


def read(text: str) -> Document:
    """Return the puzzle of an id.

    Raises:
        InputError: for a wrong size, an unknown character, or too few or too many cells.
    """
    token = only_token(text, "a Filling id")
    sizes, colon, desc = token.text.partition(":")
    if not colon:
        raise token.error("a Filling id reads WIDTHxHEIGHT:CELLS, but there is no ':' here")
    width_text, times, height_text = sizes.partition("x")
    columns = rows = Token(width_text, token.line, token.column)
    if times:
        rows = Token(height_text, token.line, token.column + len(width_text) + 1)
    height, width = size(rows, columns)
    start = token.column + len(sizes) + 1
    values: list[int] = []
    columns_read: list[int] = []
    for column, c in enumerate(desc, start):
        if not ("0" <= c <= "9" or "a" <= c <= "z"):
            message = (
                f"{shown(c)} is not part of a Filling id; write clues 1-9, and a-z for 1 to 26 empty cells"
            )
            raise InputError(message, line=token.line, column=column, code="bad-cell")
        cells = [int(c)] if c <= "9" else [grid.EMPTY] * (ord(c) - ord("a") + 1)
        if len(values) + len(cells) > height * width:
            message = (
                f"{shown(c)} encodes {len(cells)} cells, but only {height * width - len(values)} are left"
            )
            raise InputError(message, line=token.line, column=column, code="row-count")
        values += cells
        columns_read += [column] * len(cells)
    if len(values) < height * width:
        message = f"the board has {height * width} cells, but the id encodes {len(values)}"
        raise InputError(message, line=token.line, column=start + len(desc), code="row-count")
    return Document(grid.build(height, width, values, lambda place: (token.line, columns_read[place])))


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """The id, ended by a newline; the format has no place for an answer.

    Raises:
        InputError: for clues above 9, or anything but clues on a rectangle.
    """
    where = grid.grid_of(puzzle)
    parts = []
    for value, group in groupby(grid.values_of(puzzle, where)):
        count = len(list(group))
        if value == grid.EMPTY:
            full, rest = divmod(count, _RUN)
            parts.append("z" * full + (chr(ord("a") + rest - 1) if rest else ""))
        else:
            parts.append(str(value) * count)
    return f"{where.width}x{where.height}:{''.join(parts)}\n"


FORMAT = Format(
    name="filling",
    title="Filling id",
    idea="id of Simon Tatham's Filling",
    suffixes=(".id",),
    example="3x3:a3a2a1b3\n",
    holds=Holds(largest_clue=9),
    recognises=recognises,
    read=read,
    write=write,
    inline=True,
)
