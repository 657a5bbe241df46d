"""Plain text: the rows of the board.

::

    file   = *comment [ size ] rows
    size   = HEIGHT WIDTH                  the thesis's: both on one line
           / HEIGHT newline WIDTH          van Bussel's: one a line
    row    = WIDTH tokens parted by blanks
    token  = a clue / "0" "." "-" "_" for an empty cell / "?" / "#" for a hole

Height comes first. Blank lines are skipped. Before the size, or the first row if there
is no size, a line that begins with ``#`` is a comment. A first line of one number, or
of two, is always a size; rows that would begin so need a size before them.
"""

from __future__ import annotations

from fillomino.errors import InputError
from fillomino.formats import grid
from fillomino.formats.format import Format, Holds
from fillomino.formats.scan import Line, Token, content_lines, is_digits, number, size
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.words import shown

_MARKS = {
    "0": grid.EMPTY,
    ".": grid.EMPTY,
    "-": grid.EMPTY,
    "_": grid.EMPTY,
    "?": grid.UNKNOWN,
    "#": grid.HOLE,
}
_CELLS = "a number, '0' '.' '-' or '_' for an empty cell, '?' or '#' for a hole"


def recognises(_: str) -> bool:
    """Everything is taken as plain text; this format is asked last."""
    return True


def read(text: str) -> Document:
    """Return the puzzle of rows of numbers.

    Raises:
        InputError: for a wrong size, row or cell.
    """
    lines = content_lines(text)
    start = 0
    while start < len(lines) and lines[start].tokens[0].text.startswith("#"):
        start += 1
    comments, lines = lines[:start], lines[start:]
    if not lines:
        raise InputError(
            "there are no rows here, only comments; a board needs a row",
            line=1,
            column=1,
            code="nothing-to-read",
        )
    sizes, rows = _split_size(lines)
    if sizes is None:
        height, width = len(rows), len(rows[0].tokens)
        _check_comments(comments, width)
    else:
        height, width = size(*sizes)
        if len(rows) > height:
            extra = rows[height].tokens[0]
            raise extra.error(
                f"the board has {height} rows, so nothing should follow; remove this line", code="row-count"
            )
        if len(rows) < height:
            _check_rows(rows, height, width)
            message = f"the board should have {height} rows, but only {len(rows)} follow the size"
            raise InputError(message, line=lines[-1].number + 1, column=1, code="row-count")
    values, tokens = _check_rows(rows, height, width)
    return Document(grid.build(height, width, values, grid.places_of(tokens)))


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """The size and the rows; the format has no place for an answer.

    Raises:
        InputError: for walls, a largest region, or a board that is not a rectangle.
    """
    where = grid.grid_of(puzzle)
    signs = {grid.UNKNOWN: "?", grid.HOLE: "#"}
    values = [signs.get(value, str(value)) for value in grid.values_of(puzzle, where)]
    rows = [" ".join(values[i : i + where.width]) for i in range(0, len(values), where.width)]
    return "\n".join([f"{where.height} {where.width}", *rows]) + "\n"


def _split_size(lines: list[Line]) -> tuple[tuple[Token, Token] | None, list[Line]]:
    first = lines[0].tokens
    if len(first) > 2 or not all(is_digits(token.text) for token in first):
        return None, lines
    if len(first) == 2:
        return (first[0], first[1]), lines[1:]
    if len(lines) == 1:
        raise lines[0].error_at_end(
            "the number of rows stands alone here; the number of columns should follow"
        )
    second = lines[1].tokens
    if len(second) > 1:
        raise second[1].error("the number of rows stands alone on its line, so that of columns should too")
    return (first[0], second[0]), lines[2:]


def _check_rows(rows: list[Line], height: int, width: int) -> tuple[list[int], list[Token]]:
    return grid.read_rows(rows, height, width, _value)


def _check_comments(comments: list[Line], width: int) -> None:
    """Refuse a comment that may as well be the first row, beginning with a hole."""
    for line in comments:
        tokens = [token.text for token in line.tokens]
        if len(tokens) == width and all(text in _MARKS or is_digits(text) for text in tokens):
            message = (
                "this may be a comment or a row that begins with a hole; write a size, 'rows columns', first"
            )
            raise line.tokens[0].error(message)


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
    recognises=recognises,
    read=read,
    write=write,
)
