"""Nurikabe as text: the rows of clues and the puzz.link URL are those of Fillomino, shadings our own.

A shading is rows of ``#`` for the stream, and ``.`` or a number for an island.
"""

from __future__ import annotations

import re

from fillomino import formats
from fillomino.board import Board
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from fillomino.tokens import content_lines
from nurikabe.rules import Shading, accept

_URL = re.compile(r"(\s*(?:\S*\?)?)nurikabe/")
_OTHER_URL = re.compile(r"\s*(?:https?://|\S*\?\w|\w+/)")


def read(text: str, source: str = "<text>") -> Puzzle:
    """Return the puzzle of a text: a puzz.link URL of the puzzle ``nurikabe``, or any format of a board.

    Plain rows, JSON and lists of neighbours are those of Fillomino (docs/smtlib.md); so the board may be any
    graph. Only where it has rows and columns there are blocks of two by two cells.

    Raises:
        InputError: for anything that is no Nurikabe, with line and column.
        PuzzleError: for a puzzle with walls or further rules.
    """
    if not _URL.match(text):
        if _OTHER_URL.match(text):
            raise InputError("this URL is one of another puzzle; nurikabe is wanted", source=source)
        return accept(formats.read(text, source=source).puzzle)
    try:
        as_fillomino = _URL.sub(r"\1fillomino/", text, count=1)
        return accept(formats.read(as_fillomino, source=source, format="url").puzzle)
    except InputError as error:
        if error.column is not None:
            error.column -= len("fillomino") - len("nurikabe")
        raise


def write(puzzle: Puzzle, name: str) -> str:
    """Return a puzzle as text of a format, such as ``plain``, ``url`` or ``json``.

    Raises:
        InputError: for a puzzle that the format can't hold.
    """
    return formats.write(puzzle, name).replace("?fillomino/", "?nurikabe/", 1)


def read_shading(board: Board, text: str) -> Shading:
    """Return the shading that `write_shading` wrote.

    Raises:
        InputError: if it is not of the board's rows, or holds another sign.
    """
    lines = content_lines(text)
    if board.grid is None:  # NAME = SIGN
        tokens = [line[-1] for line in lines]
    else:
        tokens = [token for line in lines for token in line]
    for token in tokens:
        if token.text not in ("#", ".", "?") and not token.text.isdecimal():
            raise token.error(
                f"{token.text!r} is no cell; write # for the stream, . or a number for an island"
            )
    places = board.grid.cells if board.grid is not None else tuple(range(board.size))
    if len(tokens) != len(places):
        raise InputError(f"the board has {len(places)} places, but this shading has {len(tokens)}")
    kept = [token for token, cell in zip(tokens, places, strict=True) if cell is not None]
    return tuple(token.text == "#" for token in kept)


def write_shading(puzzle: Puzzle, shading: Shading) -> str:
    """Return rows of ``#`` for the stream and ``.`` or the clue for an island; holes are ``.``, too.

    Without rows and columns it is a line ``NAME = SIGN`` for each cell.
    """
    board = puzzle.board
    signs = [
        "#" if shaded else str(puzzle.clues.get(x, "?" if x in puzzle.unknown else "."))
        for x, shaded in enumerate(shading)
    ]
    width = max(map(len, signs))
    if board.grid is None:
        return "".join(f"{name} = {sign}\n" for name, sign in zip(board.names, signs, strict=True))
    rows = (["." if cell is None else signs[cell] for cell in row] for row in board.grid.rows())
    return "".join(" ".join(sign.rjust(width) for sign in row) + "\n" for row in rows)
