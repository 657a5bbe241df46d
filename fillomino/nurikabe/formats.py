"""Nurikabe as text: rows of clues, or a puzz.link URL; and shadings as rows.

The rows are those of plain text (see `fillomino.formats.plain`). The URL is that of Fillomino
(see `fillomino.formats.pzpr_url`) with the name ``nurikabe``, without borders. A shading is rows
of ``#`` for the stream, and ``.`` or a number for an island.
"""

from __future__ import annotations

import re

from fillomino.board import Board
from fillomino.errors import InputError
from fillomino.formats import grid, plain, refuse, write
from fillomino.formats.format import Holds
from fillomino.formats.pzpr_url import fields, read_cells, write_cells
from fillomino.formats.scan import content_lines, is_digits, only_token, shown, size
from fillomino.nurikabe.rules import Shading
from fillomino.puzzle import Puzzle

_URL = re.compile(r"\s*(?:https?://|\S*\?|nurikabe/)")
_HEAD = re.compile(r"(?:\S*\?)?(?P<pid>[^/]*)/(?:v:[^/]*/)?")


def read(text: str) -> Puzzle:
    """The puzzle that a text says.

    Raises:
        InputError: for anything that is no Nurikabe, with line and column.
    """
    if not _URL.match(text):
        return plain.read(text).puzzle
    url = only_token(text, "a URL")
    start = url.text.find("?") + 1
    head = _HEAD.match(url.text)
    if head is None or head["pid"] != "nurikabe":
        message = (
            f"this URL is one of the puzzle {shown(url.text[start:].partition('/')[0])}; nurikabe is wanted"
        )
        raise InputError(message, line=url.line, column=url.column + start)
    columns, rows, body = fields(url, head.end())
    height, width = size(rows, columns)
    values, offsets, end = read_cells(url, body, height * width)
    if url.text[end:] not in ("", "/"):
        message = f"{shown(url.text[end])} follows the last cell of the board; remove it"
        raise InputError(message, line=url.line, column=url.column + end)
    return grid.build(height, width, values, lambda place: (url.line, url.column + offsets[place]))


def write_text(puzzle: Puzzle) -> str:
    """The size and the rows.

    Raises:
        InputError: for a board that is not a rectangle.
    """
    return write(puzzle, "plain")


def write_url(puzzle: Puzzle) -> str:
    """The puzz.link URL, ended by a newline.

    Raises:
        InputError: for holes, or a board that is not a rectangle.
    """
    missing = refuse.lacking(puzzle, Holds(unknown=True, largest_clue=8191))
    if missing is not None:
        raise InputError(f"a puzz.link URL has no place for {missing}")
    where = grid.grid_of(puzzle)
    body = write_cells(grid.values_of(puzzle, where))
    end = "" if body[-1].isalnum() else "/"
    return f"https://puzz.link/p?nurikabe/{where.width}/{where.height}/{body}{end}\n"


def read_shading(board: Board, text: str) -> Shading:
    """A shading as `write_shading` writes it.

    Raises:
        InputError: if it is not of the board's rows, or holds another sign.
    """
    tokens = [token for line in content_lines(text) for token in line.tokens]
    for token in tokens:
        if token.text not in ("#", ".", "?") and not is_digits(token.text):
            raise token.error(
                f"{shown(token.text)} is no cell; write # for the stream, . or a number for an island"
            )
    places = board.grid.cells if board.grid is not None else tuple(range(board.size))
    if len(tokens) != len(places):
        raise InputError(f"the board has {len(places)} places, but this shading has {len(tokens)}")
    kept = [token for token, cell in zip(tokens, places, strict=True) if cell is not None]
    return tuple(token.text == "#" for token in kept)


def write_shading(puzzle: Puzzle, shading: Shading) -> str:
    """Rows of ``#`` for the stream, ``.`` for an island, and its clue; holes are ``.``, too."""
    board = puzzle.board
    signs = [
        "#" if shaded else str(puzzle.clues.get(x, "?" if x in puzzle.unknown else "."))
        for x, shaded in enumerate(shading)
    ]
    width = max(map(len, signs))
    if board.grid is None:
        return "".join(f"{sign}\n" for sign in signs)
    rows = (["." if cell is None else signs[cell] for cell in row] for row in board.grid.rows())
    return "".join(" ".join(sign.rjust(width) for sign in row) + "\n" for row in rows)
