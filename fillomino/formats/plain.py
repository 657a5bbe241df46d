"""Plain text: the rows of the board.

::

    file   = *comment [ size ] rows
    size   = HEIGHT WIDTH                  the thesis's: both on one line
           / HEIGHT newline WIDTH          van Bussel's: one a line
    row    = WIDTH tokens separated by blanks
    token  = a clue / "0" "." "-" "_" for an empty cell / "?" / "#" for a hole

Height comes first. Blank lines are skipped. Before the size, or the first row if there
is no size, a line that begins with ``#`` is a comment. A first line of one number, or
of two, is always a size; rows that would begin so need a size before them.
"""

from __future__ import annotations

from fillomino.errors import shown
from fillomino.formats import scan
from fillomino.formats.registry import Format, Holds
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.tokens import Line, Token, behind, content_lines, is_digits, number, read_rows, size

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
    sizes, rows = _split_size(lines)
    if sizes is None:
        height, width = len(rows), len(rows[0])
        _check_comments(comments, width)
    else:
        height, width = size(*sizes)
    end = Token("", lines[-1][0].line + 1, 1)
    values, tokens = read_rows(rows, height, width, _value, end=end)
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


def _check_comments(comments: list[Line], width: int) -> None:
    """Refuse a comment that may as well be the first row, beginning with a hole."""
    for line in comments:
        if len(line) == width and all(token.text in _MARKS or is_digits(token.text) for token in line):
            raise line[0].error(
                "ambiguous: a comment, or a row that begins with a hole; write a size, 'ROWS COLUMNS', first"
            )


def _value(token: Token) -> int:
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
