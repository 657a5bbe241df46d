"""Data files of MiniZinc, as the instances of the model fillomino.mzn of the MiniZinc challenge 2009 have it.

::

    file    = *item                        comments: % to the end of a line, or between /* and */
    item    = "rows" "=" NUMBER ";"        and "cols"; "size" stands for both
            / "puzzle" "=" array ";"
    array   = "[|" row *("|" row) ["|"] "|]"
            / "array2d" "(" "1.." NUMBER "," "1.." NUMBER "," "[" cells "]" ")"
    row     = cells
    cells   = cell *("," cell) [","]       a clue, or 0 or _ for an empty cell

Items stand in any order, each once. Where the sizes are missing they are those of the array.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from fillomino.errors import counted, shown
from fillomino.formats import scan
from fillomino.formats.registry import Format, Holds
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.tokens import Token, read_rows, size, split_lines

_COMMENT = r"%[^\n]*(?:\n|\Z)|/\*(?:[^*]|\*(?!/))*\*/"
_START = re.compile(rf"(?:\s|{_COMMENT})*(?:rows|cols|size|puzzle)\s*=")
_TOKEN = re.compile(rf"(?P<blank>\s+|{_COMMENT})|\[\||\|\]|\.\.|[A-Za-z]\w*|[+-]?\d+|\S")
_SIZES = ("rows", "cols", "size")
_CELL = scan.clue_or({"0": scan.EMPTY, "_": scan.EMPTY})

_Rows: TypeAlias = list[list[Token]]
_Take: TypeAlias = Callable[..., Token]
"""Takes the next token; where texts are given, it has to be one of these."""


def read(text: str) -> Document:
    """Return the puzzle of the items.

    Raises:
        InputError: for an unknown, repeated or missing item, or a wrong size, row or cell.
    """
    text = "\n".join(split_lines(text))
    tokens = _tokens(text)
    _, _, last = text.rstrip().rpartition("\n")
    end = Token("", text.rstrip().count("\n") + 1, len(last) + 1)

    def take(*texts: str) -> Token:
        token = next(tokens, None)
        if token is None:
            raise end.error("the file ends here, in the middle of an item", code="incomplete")
        if texts and token.text not in texts:
            raise token.error(f"expected {' or '.join(map(shown, texts))}, not {shown(token.text)}")
        return token

    sizes: dict[str, Token] = {}
    rows: _Rows | None = None
    for name in tokens:
        if name.text not in (*_SIZES, "puzzle"):
            raise name.error(f"unknown item {shown(name.text)}; the items are rows, cols, size and puzzle")
        if name.text in sizes or (name.text == "puzzle" and rows is not None):
            raise name.repeated(shown(name.text))
        take("=")
        if name.text == "puzzle":
            rows = _rows(take) if take("[|", "array2d").text == "[|" else _array(take)
        else:
            sizes[name.text] = take()
        take(";")
    if rows is None:
        raise end.error("the file ends without an item 'puzzle'", code="incomplete")
    height, width = _size(sizes, rows)
    values, places = read_rows(rows, height, width, _CELL, end=rows[-1][0])
    return Document(scan.build(height, width, values, places))


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """Write the items; the format can't hold an answer."""
    height, width, values = scan.contents(puzzle)
    body = "\n | ".join(scan.write_rows(values, width, {}, between=", "))
    return f"rows = {height};\ncols = {width};\npuzzle =\n[| {body}\n |];\n"


def _rows(take: _Take) -> _Rows:
    rows: _Rows = []
    while True:
        row, end = _cells(take, "|", "|]")
        if row or end.text == "|":
            rows.append(row)
        if not row and (end.text == "|" or not rows):
            raise end.error("a row has no cell", code="board-empty")
        if end.text == "|]":
            return rows


def _array(take: _Take) -> _Rows:
    take("(")
    sizes = []
    for _ in range(2):
        take("1")
        take("..")
        sizes.append(take())
        take(",")
    height, width = size(*sizes)
    take("[")
    cells, end = _cells(take, "]")
    if len(cells) != height * width:
        message = f"an array of {height} rows and {width} columns has {counted(height * width, 'cell')}"
        raise end.error(f"{message}, not {len(cells)}", code="row-count")
    take(")")
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def _cells(take: _Take, *ends: str) -> tuple[list[Token], Token]:
    """Cells with commas between them, and the token that ends them."""
    cells: list[Token] = []
    while (token := take()).text not in ends:
        cells.append(token)
        token = take(",", *ends)
        if token.text in ends:
            break
    return cells, token


def _tokens(text: str) -> Iterator[Token]:
    line, begin = 1, 0
    for match in _TOKEN.finditer(text):
        if match["blank"] is None:
            yield Token(match[0], line, match.start() - begin + 1)
            continue
        line += match[0].count("\n")
        begin = max(begin, text.rfind("\n", 0, match.end()) + 1)


def _size(sizes: dict[str, Token], rows: _Rows) -> tuple[int, int]:
    """Return the size that the items give, else that of the array."""
    if "size" not in sizes:
        first = rows[0][0]
        height = sizes.get("rows", first.at(0, str(len(rows))))
        return size(height, sizes.get("cols", first.at(0, str(len(rows[0])))))
    for key in ("rows", "cols"):
        if key in sizes:
            raise sizes[key].error(f"the file gives 'size' already; remove {key!r}", code="duplicate")
    return size(sizes["size"], sizes["size"])


FORMAT = Format(
    name="dzn",
    title="MiniZinc's data format",
    idea="data of MiniZinc's fillomino.mzn",
    suffixes=(".dzn",),
    example="rows = 3;\ncols = 3;\npuzzle =\n[| 0, 3, 0\n | 2, 0, 1\n | 0, 0, 3\n |];\n",
    holds=Holds(),
    recognises=_START.match,
    read=read,
    write=write,
)
