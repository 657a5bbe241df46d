"""The game ids and the saved games of "Filling", in Simon Tatham's collection.

::

    file  = id / saved
    saved = *( key ":" LENGTH ":" value newline )     GAME is Filling; PARAMS ":" DESC is the id
    id    = WIDTH "x" HEIGHT ":" desc  /  WIDTH ":" desc      the second for a square
    desc  = *( digit / run )           row by row, exactly as many cells as the board has
    digit = a clue 1..9                "0", of old ids, is one empty cell
    run   = "a".."z"                   1 to 26 empty cells

Width comes first. Clues above 9 can't be written. Recognised is a text that begins with ``WxH:`` or
``SAVEFILE``, or one word that begins with ``W:``. The moves of a saved game are not read.
"""

from __future__ import annotations

import re

from fillomino.errors import counted, shown
from fillomino.formats import scan
from fillomino.formats.registry import Format, Holds
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.pzpr import write_runs
from fillomino.tokens import Token, only_token, size, split_lines

_START = re.compile(r"\s*(?:SAVEFILE\b|[0-9]+(?:x[0-9]*:|:\S*\s*\Z))")
_ENTRY = re.compile(r"([A-Z0-9]+) *:([0-9]+):(.*)")


def read(text: str) -> Document:
    """Return the puzzle of an id, or of a saved game.

    Raises:
        InputError: for a wrong size, an unknown character, too few or too many cells, or another game.
    """
    token = _saved(text) if text.lstrip().startswith("SAVEFILE") else only_token(text, "a Filling id")
    sizes, colon, desc = token.text.partition(":")
    if not colon:
        raise token.error("a Filling id reads WIDTHxHEIGHT:CELLS, but there is no ':' here")
    width_text, times, height_text = sizes.partition("x")
    columns = rows = token.at(0, width_text)
    if times:
        rows = token.at(len(width_text) + 1, height_text)
    height, width = size(rows, columns)
    values: list[int] = []
    places: list[Token] = []
    for offset, c in enumerate(desc, len(sizes) + 1):
        place = token.at(offset)
        if not ("0" <= c <= "9" or "a" <= c <= "z"):
            message = f"{shown(c)} is not a cell; write clues 1-9, and a-z for 1 to 26 empty cells"
            raise place.error(message, code="bad-cell")
        cells = [int(c)] if c <= "9" else [scan.EMPTY] * (ord(c) - ord("a") + 1)
        left = height * width - len(values)
        if len(cells) > left:
            message = f"{shown(c)} stands for {counted(len(cells), 'cell')}, but only {left} are left"
            raise place.error(message, code="row-count")
        values += cells
        places += [place] * len(cells)
    if len(values) < height * width:
        message = f"the board has {height * width} cells, but the id has {len(values)}"
        raise token.at(len(token.text)).error(message, code="row-count")
    return Document(scan.build(height, width, values, places))


def _saved(text: str) -> Token:
    """The id of a saved game, where the cells stand."""
    entries: dict[str, Token] = {}
    for line, content in enumerate(split_lines(text), 1):
        if entry := _ENTRY.fullmatch(content.rstrip()):
            entries.setdefault(entry[1], Token(entry[3], line, entry.start(3) + 1))
    first = Token("", 1, 1)
    game = entries.get("GAME", first)
    if game.text != "Filling":
        raise game.error(f"a saved game of {shown(game.text)}; only Filling can be read", code="other-puzzle")
    sizes, cells = (entries.get(key, first) for key in ("PARAMS", "DESC"))
    if not (sizes.text and cells.text):
        message = "this saved game is incomplete: it should hold PARAMS and DESC"
        raise first.error(message, code="incomplete")
    # Columns are those of the cells: the id begins as far before them as its sizes and the colon are long.
    return Token(f"{sizes.text}:{cells.text}", cells.line, cells.column - len(sizes.text) - 1)


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """The id, ended by a newline; the format can't hold an answer.

    Raises:
        InputError: for clues above 9, or anything but clues on a rectangle.
    """
    height, width, values = scan.contents(puzzle)
    return f"{width}x{height}:{write_runs(values, scan.EMPTY, 'a', 26, str)}\n"


FORMAT = Format(
    name="tatham",
    title="Filling id or saved game",
    idea="ids and saved games of Simon Tatham's Filling",
    suffixes=(".id", ".sav"),
    example="3x3:a3a2a1b3\n",
    holds=Holds(largest_clue=9),
    recognises=_START.match,
    read=read,
    write=write,
    inline=True,
)
