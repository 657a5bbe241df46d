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
from collections.abc import Iterator
from typing import TypeAlias

from fillomino.formats import grid
from fillomino.formats.format import Format, Holds
from fillomino.formats.scan import Line, Token, number, size
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.words import counted, shown

_START = re.compile(r"(?:\s|%[^\n]*(?:\n|\Z)|/\*(?:[^*]|\*(?!/))*\*/)*(?:rows|cols|size|puzzle)\s*=")
_TOKEN = re.compile(
    r"(?P<blank>\s+|%[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)|\[\||\|\]|\.\.|[A-Za-z]\w*|[+-]?\d+|_|[^\s]"
)
_SIZES = ("rows", "cols", "size")

_Rows: TypeAlias = list[list[Token]]


def recognises(text: str) -> bool:
    """Return whether the first thing but comments is an assignment to a name of such files."""
    return _START.match(text) is not None


def read(text: str) -> Document:
    """Return the puzzle of the items.

    Raises:
        InputError: for an unknown, repeated or missing item, or a wrong size, row or cell.
    """
    reader = _Reader(text)
    sizes: dict[str, Token] = {}
    rows: _Rows | None = None
    while not reader.at_end:
        name = reader.take()
        if name.text not in (*_SIZES, "puzzle"):
            raise name.error(f"{shown(name.text)} is no item of a puzzle; those are rows, cols, size, puzzle")
        if name.text in sizes or (name.text == "puzzle" and rows is not None):
            raise name.error(f"{shown(name.text)} is given a second time; remove one", code="duplicate")
        reader.expect("=")
        if name.text == "puzzle":
            rows = reader.array()
        else:
            sizes[name.text] = reader.take()
        reader.expect(";")
    if rows is None:
        raise reader.end.error("the file ends, but it has no item 'puzzle'", code="incomplete")
    height, width = _checked_size(sizes, rows)
    lines = [_line(row) for row in rows]
    if len(rows) != height:
        place = lines[min(height, len(rows) - 1)].tokens[0]
        raise place.error(f"the board has {height} rows, but the array has {len(rows)}", code="row-count")
    values, tokens = grid.read_rows(lines, height, width, _cell)
    return Document(grid.build(height, width, values, grid.places_of(tokens)))


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """Write the items; the format has no place for an answer."""
    where = grid.grid_of(puzzle)
    values = grid.values_of(puzzle, where)
    rows = [values[start : start + where.width] for start in range(0, len(values), where.width)]
    body = "\n | ".join(", ".join(map(str, row)) for row in rows)
    return f"rows = {where.height};\ncols = {where.width};\npuzzle =\n[| {body}\n |];\n"


class _Reader:
    """The tokens of a file, one after the other."""

    def __init__(self, text: str) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._tokens = list(_tokens(text))
        last = text.rstrip().rpartition("\n")
        self.end = Token("", text.rstrip().count("\n") + 1, len(last[2]) + 1)
        self._next = 0

    @property
    def at_end(self) -> bool:
        return self._next == len(self._tokens)

    def take(self) -> Token:
        if self.at_end:
            raise self.end.error("the file ends here, in the middle of an item", code="incomplete")
        self._next += 1
        return self._tokens[self._next - 1]

    def expect(self, text: str) -> Token:
        if self.at_end:
            raise self.end.error(f"{shown(text)} should follow, but the file ends here", code="incomplete")
        token = self.take()
        if token.text != text:
            raise token.error(f"{shown(text)} should stand here, but there is {shown(token.text)}")
        return token

    def array(self) -> _Rows:
        first = self.take()
        if first.text == "array2d":
            return self._by_sizes()
        if first.text != "[|":
            message = f"an array should begin here, with '[|' or 'array2d', but there is {shown(first.text)}"
            raise first.error(message)
        rows: _Rows = []
        while True:
            row, end = self._cells(("|", "|]"))
            if row or end.text == "|":
                rows.append(row)
            if not row and (end.text == "|" or not rows):
                raise end.error("a row has no cell", code="board-empty")
            if end.text == "|]":
                return rows

    def _by_sizes(self) -> _Rows:
        self.expect("(")
        sizes = []
        for _ in range(2):
            if (one := self.take()).text != "1":
                raise one.error(f"rows and columns should count from 1, but there is {shown(one.text)}")
            self.expect("..")
            sizes.append(self.take())
            self.expect(",")
        height, width = size(*sizes)
        self.expect("[")
        cells, end = self._cells(("]",))
        if len(cells) != height * width:
            message = f"an array of {height} rows and {width} columns has {counted(height * width, 'cell')}"
            raise end.error(f"{message}, but there are {len(cells)}", code="row-count")
        self.expect(")")
        return [cells[start : start + width] for start in range(0, len(cells), width)]

    def _cells(self, ends: tuple[str, ...]) -> tuple[list[Token], Token]:
        """Cells with commas between them, and the token that ends them."""
        cells: list[Token] = []
        while True:
            token = self.take()
            if token.text in ends:
                return cells, token
            cells.append(token)
            token = self.take()
            if token.text in ends:
                return cells, token
            if token.text != ",":
                wanted = "', '".join((",", *ends))
                raise token.error(f"'{wanted}' should follow a cell, but there is {shown(token.text)}")


def _tokens(text: str) -> Iterator[Token]:
    line, begin = 1, 0
    for match in _TOKEN.finditer(text):
        if match["blank"] is None:
            yield Token(match[0], line, match.start() - begin + 1)
            continue
        line += match[0].count("\n")
        begin = max(begin, text.rfind("\n", 0, match.end()) + 1)


def _checked_size(sizes: dict[str, Token], rows: _Rows) -> tuple[int, int]:
    if "size" in sizes:
        for key in ("rows", "cols"):
            if key in sizes:
                raise sizes[key].error(f"the file gives 'size' already; remove {key!r}", code="duplicate")
        return size(sizes["size"], sizes["size"])
    first = rows[0][0]
    counts = {"rows": len(rows), "cols": len(rows[0])}
    given = [sizes.get(key, first._replace(text=str(count))) for key, count in counts.items()]
    return size(given[0], given[1])


def _line(row: list[Token]) -> Line:
    return Line(tuple(row), row[-1].line, row[-1].column + len(row[-1].text))


def _cell(token: Token) -> int:
    return grid.EMPTY if token.text in ("0", "_") else number(token, "a clue", least=1)


FORMAT = Format(
    name="dzn",
    title="MiniZinc's data format",
    idea="data of MiniZinc's fillomino.mzn",
    suffixes=(".dzn",),
    example="rows = 3;\ncols = 3;\npuzzle =\n[| 0, 3, 0\n | 2, 0, 1\n | 0, 0, 3\n |];\n",
    holds=Holds(),
    recognises=recognises,
    read=read,
    write=write,
)
