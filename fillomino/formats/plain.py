"""Plain text: the rows of the board.

::

    file   = *comment [ size ] rows
    size   = HEIGHT WIDTH                  the thesis's: both on one line
           / HEIGHT newline WIDTH          van Bussel's: one a line
    row    = WIDTH tokens separated by blanks
           / WIDTH tokens, none of them longer than a character, without blanks
           / WIDTH fields separated by tabs, empty for an empty cell
    token  = a clue / "0" "." "-" "_" for an empty cell / "?" / "#" for a hole

Height comes first. After a size all rows may stand in one line. Blank lines are skipped. Before the size, or
the first row if there is no size, a line that begins with ``#`` is a comment. A first line of one number, or
of two, is a size; rows that would begin so need a size before them, unless all are written without blanks.
"""

from __future__ import annotations

import re
from itertools import accumulate

from fillomino.errors import shown
from fillomino.formats import scan
from fillomino.formats.registry import Format, Holds
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.tokens import (
    Line,
    Token,
    behind,
    characters,
    content_lines,
    is_digits,
    number,
    read_rows,
    size,
    split_lines,
)

_MARKS = {
    **dict.fromkeys("0.-_", scan.EMPTY),
    "?": scan.UNKNOWN,
    "#": scan.HOLE,
}
_CELLS = "a number, '0' '.' '-' or '_' for an empty cell, '?' or '#' for a hole"


def read(text: str) -> Document:
    """Return the puzzle of rows of numbers.

    Raises:
        InputError: for a wrong size, row or cell.
    """
    lines = content_lines(text)
    start = next((i for i, line in enumerate(lines) if not line[0].text.startswith("#")), len(lines))
    comments, lines = lines[:start], lines[start:]
    if not lines:
        raise Token("", 1, 1).error("only comments; a board needs a row", code="nothing-to-read")
    sizes, rows = None, _separated_by_tabs(text, comments[-1][0].line + 1 if comments else 1)
    if not rows:
        sizes, rows = (None, lines) if _without_blanks(lines) else _split_size(lines)
    if sizes is not None:
        rows = _separated_by_tabs(text, sizes[1].line + 1) or rows
    shape = None if sizes is None else size(*sizes)
    rows = _divided(rows, shape)
    if shape is None:
        shape = len(rows), len(rows[0])
        _check_comments(comments, shape[1])
    height, width = shape
    end = Token("", lines[-1][0].line + 1, 1)
    values, tokens = read_rows(rows, height, width, value_of, end=end)
    return Document(scan.build(height, width, values, tokens))


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """The size and the rows; the format can't hold an answer.

    Raises:
        InputError: for walls, a largest region, or a board that is not a rectangle.
    """
    height, width, values = scan.contents(puzzle)
    rows = scan.write_rows(values, width, {scan.UNKNOWN: "?", scan.HOLE: "#"})
    return "\n".join([f"{height} {width}", *rows]) + "\n"


def _split_size(lines: list[Line]) -> tuple[tuple[Token, Token] | None, list[Line]]:
    first = lines[0]
    if len(first) > 2 or not all(is_digits(token.text) for token in first):
        return None, lines
    if len(first) == 2:
        return (first[0], first[1]), lines[1:]
    if len(lines) == 1:
        raise behind(first).error("the number of rows is alone here; the number of columns should follow")
    second = lines[1]
    if len(second) > 1:
        raise second[1].error(
            "the number of rows is alone on its line, so the number of columns should be too"
        )
    return (first[0], second[0]), lines[2:]


def _without_blanks(rows: list[Line]) -> bool:
    """Whether rows hold a word each, all of one length: cells without blanks between them.

    Two words of digits are rather a size that no row follows.
    """
    words = {len(row[0].text) for row in rows if len(row) == 1}
    if len(rows) < 2 or len(words) != 1 or words == {1} or any(len(row) > 1 for row in rows):
        return False
    return len(rows) > 2 or not all(is_digits(row[0].text) for row in rows)


def _separated_by_tabs(text: str, first: int) -> list[Line]:
    """The rows from a line on as fields between tabs; none if no field is empty, or they differ in length."""
    if "\t" not in text:
        return []
    rows: list[Line] = []
    for line_number, line in enumerate(split_lines(text)[first - 1 :], first):
        if line.strip() or "\t" in line:
            fields = line.split("\t")
            starts = accumulate((len(field) + 1 for field in fields), initial=1)
            rows.append(
                [Token(f.strip() or ".", line_number, at) for f, at in zip(fields, starts, strict=False)]
            )
    empty = re.search(r"\t\t|^\t|\t$", text, re.MULTILINE)
    return rows if empty and len({len(row) for row in rows}) == 1 else []


def _divided(rows: list[Line], shape: tuple[int, int] | None) -> list[Line]:
    """The rows of cells that stand without blanks, or all in one line; other rows as they are.

    Raises:
        InputError: for one line without blanks, where no size says what board it is.
    """
    lengths = {len(row[0].text) if len(row) == 1 else 0 for row in rows}
    if shape is None:
        if len(rows) == 1 and min(lengths) > 1 and not is_digits(rows[0][0].text):
            message = "the cells of one line could be any board; write its size, 'ROWS COLUMNS', first"
            raise rows[0][0].error(message)
        return [characters(row[0]) for row in rows] if _without_blanks(rows) else rows
    height, width = shape
    if width > 1 and (lengths == {width} or (len(rows) == 1 and lengths == {height * width})):
        rows = [characters(row[0]) for row in rows]
    if len(rows) == 1 < height and len(rows[0]) == height * width:
        return [rows[0][start : start + width] for start in range(0, height * width, width)]
    return rows


def _check_comments(comments: list[Line], width: int) -> None:
    """Refuse a comment that may as well be the first row, beginning with a hole."""
    for line in comments:
        if len(line) == width and all(token.text in _MARKS or is_digits(token.text) for token in line):
            raise line[0].error(
                "ambiguous: a comment, or a row that begins with a hole; write a size, 'ROWS COLUMNS', first"
            )


def value_of(token: Token) -> int:
    """Return the value of a place; it raises `InputError` for a token that is no cell."""
    mark = _MARKS.get(token.text)
    if mark is not None:
        return mark
    if not token.text.lstrip("+-").isdigit():
        raise token.error(f"{shown(token.text)} is not a cell; write {_CELLS}", code="bad-cell")
    return number(token, "a clue", least=1)


FORMAT = Format(
    name="plain",
    title="plain text",
    idea="rows of numbers, 0 for empty; also van Bussel's files and rows alone",
    suffixes=(".txt", ".fillomino"),
    example="3 3\n0 3 0\n2 0 1\n0 0 3\n",
    holds=Holds(holes=True, unknown=True),
    recognises=lambda _: True,
    read=read,
    write=write,
)
