"""A JSON list of the rows of a board, for reading only, as scripts print it.

::

    rows = "[" row *( "," row ) "]"
    row  = "[" cell *( "," cell ) "]"   / a string: cells with blanks between them, or of one character each
    cell = a clue / 0 / null / a string: a clue, "" "." "-" "_" "0" for an empty cell, "?", or "#" for a hole
"""

from __future__ import annotations

import re

from fillomino.formats import scan
from fillomino.formats.json_text import Json, parse
from fillomino.formats.plain import value_of
from fillomino.formats.registry import Format, Holds
from fillomino.puzzle import Document
from fillomino.tokens import Line, Token, characters, read_rows, size

_START = re.compile(r"\s*\[(?!\s*\])")


def read(text: str) -> Document:
    """Return the puzzle of the rows.

    Raises:
        InputError: for what is not JSON, a row of another length, or a wrong cell.
    """
    root = parse(text)
    rows = [_row(row) for row in root.items("a list of rows")]
    height, width = len(rows), max(map(len, rows), default=0)
    size(root.token(str(height)), root.token(str(width)))
    values, tokens = read_rows(rows, height, width, value_of, end=root.token(""))
    return Document(scan.build(height, width, values, tokens))


def _row(row: Json) -> Line:
    if isinstance(row.value, str):
        words = [word for line in row.lines("a row") for word in line]
        return characters(words[0]) if len(words) == 1 else words
    return [_cell(cell) for cell in row.items("a row of cells")]


def _cell(cell: Json) -> Token:
    if cell.value is None:
        return cell.token(".")
    if isinstance(cell.value, str):
        return cell.token(cell.string("a cell").strip() or ".")
    return cell.token(str(cell.integer("a cell")))


FORMAT = Format(
    name="rows",
    title="JSON list of rows",
    idea="rows of numbers as JSON, as scripts print them",
    suffixes=(),
    example="[[0, 3, 0], [2, 0, 1], [0, 0, 3]]\n",
    holds=Holds(holes=True, unknown=True),
    recognises=_START.match,
    read=read,
    write=None,
)
