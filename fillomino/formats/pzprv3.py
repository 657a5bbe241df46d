"""The files of pzpr, ``pzprv3``; lines may be joined with ``/``.

::

    "pzprv3" / "pzprv3." version
    "fillomino" / "fillomino01"
    ROWS
    COLS
    [ "t" ]                         no region is larger than 3
    ROWS lines of COLS tokens       clues: a number, "-" for ?, "." for none
    ROWS lines of COLS tokens       answer: a number or "."; marks and candidate lists are ignored
    ROWS lines of COLS-1 tokens     vertical borders
    ROWS-1 lines of COLS tokens     horizontal borders: "X" "-X" a given wall,
                                    "1" "2" a line the player drew, "0" "-1" none

Height comes first.
"""

from __future__ import annotations

import re

from fillomino.errors import InputError
from fillomino.formats import grid
from fillomino.formats.format import Format, Holds
from fillomino.formats.scan import Line, Token, content_lines, number, size
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.words import shown

_START = re.compile(r"\s*pzprv3")
_ANSWER = re.compile(r"(?P<number>[0-9]+|\.)?[-+=%*]*(?:\[[0-9,.+-]*\])?")
_WALL = {"X": 1, "-X": 1, "0": 0, "1": 0, "2": 0, "-1": 0}


def recognises(text: str) -> bool:
    """Return whether the text begins with ``pzprv3``."""
    return _START.match(text) is not None


def read(text: str) -> Document:
    """The puzzle in the file, and the answer if a number of it is filled in.

    Raises:
        InputError: for another puzzle's file, or a wrong size, row or token.
    """
    lines = _lines(text)
    end = (lines[-1].number, lines[-1].end) if lines else (1, 1)
    position = 0

    def take(count: int, what: str) -> list[Line]:
        nonlocal position
        found = lines[position : position + count]
        if len(found) < count:
            message = (
                f"the file ends before its {what}: {count} lines were expected and {len(found)} are there"
            )
            raise InputError(message, line=end[0], column=end[1], code="incomplete")
        position += count
        return found

    head = [_alone(line) for line in take(4, "head (pzprv3, fillomino, rows, columns)")]
    if not re.fullmatch(r"pzprv3(\.[0-9]+)?", head[0].text):
        raise head[0].error(
            f"the file should begin with 'pzprv3', but it begins with {shown(head[0].text)}",
            code="incomplete",
        )
    if head[1].text not in ("fillomino", "fillomino01"):
        raise head[1].error(
            f"this file is one of the puzzle {shown(head[1].text)}; only fillomino can be read",
            code="other-puzzle",
        )
    height, width = size(head[2], head[3])
    triples = position < len(lines) and [token.text for token in lines[position].tokens] == ["t"]
    position += triples
    clues, tokens = grid.read_rows(take(height, "clues"), height, width, _clue, "clue row")
    answer, _ = grid.read_rows(take(height, "answer"), height, width, _answer, "answer row")
    walls = []
    if width > 1:
        flags, _ = grid.read_rows(
            take(height, "vertical borders"), height, width - 1, _wall, "vertical border row"
        )
        walls += [(i // (width - 1) * width + i % (width - 1), 1) for i, flag in enumerate(flags) if flag]
    if height > 1:
        rows = take(height - 1, "horizontal borders")
        flags, _ = grid.read_rows(rows, height - 1, width, _wall, "horizontal border row")
        walls += [(i, width) for i, flag in enumerate(flags) if flag]
    if position < len(lines):
        raise lines[position].tokens[0].error("the file is complete, but this line follows; remove it")
    puzzle = grid.build(
        height,
        width,
        clues,
        grid.places_of(tokens),
        walls=[(place, place + step) for place, step in walls],
        largest_region=3 if triples else None,
    )
    filled = tuple(entry or puzzle.clues.get(cell, 0) for cell, entry in enumerate(answer))
    return Document(puzzle, filled if any(answer) else None)


def write(puzzle: Puzzle, answer: Filling | None = None) -> str:
    """The file, with the answer if there is one.

    Raises:
        InputError: for holes, a largest region other than 3, no rectangle, or an answer of the wrong length.
    """
    where = grid.grid_of(puzzle)
    height, width, walls = where.height, where.width, puzzle.walls
    clue = {grid.EMPTY: ".", grid.UNKNOWN: "-"}
    clues = [clue.get(value, str(value)) for value in grid.values_of(puzzle, where)]
    entries = [
        "." if entry in (0, puzzle.clues.get(cell)) else str(entry) for cell, entry in enumerate(answer or ())
    ]
    rows = ["pzprv3", "fillomino", str(height), str(width)]
    rows += ["t"] if puzzle.largest_region is not None else []
    for tokens in (clues, entries or ["."] * len(clues)):
        rows += [" ".join(tokens[i : i + width]) for i in range(0, len(tokens), width)]
    for across, down in ((1, 0), (0, 1)):
        for start in range(0, (height - down) * width, width):
            pairs = [(cell, cell + across + down * width) for cell in range(start, start + width - across)]
            rows.append(" ".join("X" if pair in walls else "0" for pair in pairs))
    return "\n".join(rows) + "\n"


def _lines(text: str) -> list[Line]:
    """The lines that are not blank, those joined with ``/`` taken apart."""
    lines: list[Line] = []
    for line in content_lines(text):
        if not any("/" in token.text for token in line.tokens):
            lines.append(line)
            continue
        pieces: list[list[Token]] = [[]]
        for token in line.tokens:
            column = token.column
            for index, piece in enumerate(token.text.split("/")):
                if index:
                    pieces.append([])
                if piece:
                    pieces[-1].append(Token(piece, token.line, column))
                column += len(piece) + 1
        lines += [
            Line(tuple(tokens), line.number, tokens[-1].column + len(tokens[-1].text))
            for tokens in pieces
            if tokens
        ]
    return lines


def _alone(line: Line) -> Token:
    if len(line.tokens) > 1:
        raise line.tokens[1].error(f"{shown(line.tokens[1].text)} should not follow here; remove it")
    return line.tokens[0]


def _clue(token: Token) -> int:
    if token.text == ".":
        return grid.EMPTY
    return grid.UNKNOWN if token.text == "-" else number(token, "a clue", least=1)


def _answer(token: Token) -> int:
    match = _ANSWER.fullmatch(token.text)
    if match is None:
        raise token.error(
            f"{shown(token.text)} is not an answer; write a number, or '.' for none", code="bad-cell"
        )
    found = match["number"]
    if found is None or found == ".":
        return 0
    return number(Token(found, token.line, token.column), "a number of the answer")


def _wall(token: Token) -> int:
    flag = _WALL.get(token.text)
    if flag is None:
        raise token.error(
            f"{shown(token.text)} is not a border; write 'X' for a wall, '0' '1' '2' or '-1' for none",
            code="bad-cell",
        )
    return flag


FORMAT = Format(
    name="pzprv3",
    title="pzprv3 file",
    idea="pzpr's file",
    suffixes=(".pzprv3",),
    example="pzprv3\nfillomino\n2\n2\n. 3\n1 .\n. .\n. .\n0\n0\n0 0\n",
    holds=Holds(walls=True, unknown=True, limits=frozenset({3})),
    recognises=recognises,
    read=read,
    write=write,
)
