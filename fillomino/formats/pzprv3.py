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
from collections.abc import Callable

from fillomino.errors import shown
from fillomino.formats import scan
from fillomino.formats.registry import Format, Holds
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.tokens import Line, Token, behind, content_lines, number, read_rows, size

_START = re.compile(r"\s*pzprv3")
_ANSWER = re.compile(r"(?P<number>[0-9]+|\.)?[-+=%*]*(?:\[[0-9,.+-]*\])?")
_CLUE = scan.clue_or({".": scan.EMPTY, "-": scan.UNKNOWN})
_WALL = {"X": 1, "-X": 1, "0": 0, "1": 0, "2": 0, "-1": 0}


def read(text: str) -> Document:
    """The puzzle in the file, and the answer if a number of it is filled in.

    Raises:
        InputError: for another puzzle's file, or a wrong size, row or token.
    """
    lines = _lines(text)
    end = behind(lines[-1]) if lines else Token("", 1, 1)
    position = 0

    def take(count: int, what: str) -> list[Line]:
        nonlocal position
        taken = lines[position : position + count]
        if len(taken) < count:
            message = f"the file ends before its {what}: expected {count} lines, not {len(taken)}"
            raise end.error(message, code="incomplete")
        position += count
        return taken

    def rows(what: str, height: int, width: int, value: Callable[[Token], int]) -> list[int]:
        return read_rows(take(height, f"{what} rows"), height, width, value, end=end, what=f"{what} row")[0]

    version, pid, *sizes = map(_alone, take(4, "head (pzprv3, fillomino, rows, columns)"))
    if not re.fullmatch(r"pzprv3(\.[0-9]+)?", version.text):
        raise version.error(f"expected 'pzprv3', not {shown(version.text)}", code="incomplete")
    if pid.text not in ("fillomino", "fillomino01"):
        message = f"a puzzle of type {shown(pid.text)}; only fillomino can be read"
        raise pid.error(message, code="other-puzzle")
    height, width = size(*sizes)
    triples = position < len(lines) and [token.text for token in lines[position]] == ["t"]
    position += triples
    clues, tokens = read_rows(take(height, "clue rows"), height, width, _CLUE, end=end, what="clue row")
    answer = rows("answer", height, width, _answer)
    vertical, horizontal = scan.inner_borders(height, width)
    flags = rows("vertical border", height, width - 1, _wall) if vertical else []
    flags += rows("horizontal border", height - 1, width, _wall) if horizontal else []
    walls = [pair for pair, flag in zip(vertical + horizontal, flags, strict=True) if flag]
    if position < len(lines):
        raise lines[position][0].error("the file is complete, but this line follows; remove it")
    limit = 3 if triples else None
    puzzle = scan.build(height, width, clues, tokens, walls=walls, largest_region=limit)
    filled = tuple(entry or puzzle.clues.get(cell, 0) for cell, entry in enumerate(answer))
    return Document(puzzle, filled if any(answer) else None)


def write(puzzle: Puzzle, answer: Filling | None = None) -> str:
    """The file, with the answer if there is one.

    Raises:
        InputError: for holes, a largest region other than 3, no rectangle, or an answer of the wrong length.
    """
    height, width, clues = scan.contents(puzzle)
    entries = [
        0 if entry == puzzle.clues.get(cell) else entry
        for cell, entry in enumerate(answer or [0] * len(clues))
    ]
    lines = ["pzprv3", "fillomino", str(height), str(width)]
    lines += ["t"] if puzzle.largest_region is not None else []
    lines += scan.write_rows(clues, width, {scan.EMPTY: ".", scan.UNKNOWN: "-"})
    lines += scan.write_rows(entries, width, {0: "."})
    vertical, horizontal = (
        [pair in puzzle.walls for pair in pairs] for pairs in scan.inner_borders(height, width)
    )
    marks = {1: "X", 0: "0"}
    # A board of one column has vertical borders, too: one empty line for each row.
    lines += scan.write_rows(vertical, width - 1, marks) if width > 1 else [""] * height
    lines += scan.write_rows(horizontal, width, marks)
    return "\n".join(lines) + "\n"


def _lines(text: str) -> list[Line]:
    """The lines that are not blank; those joined with ``/`` are split."""
    lines: list[Line] = []
    for line in content_lines(text):
        pieces: list[list[Token]] = [[]]
        for token in line:
            offset = 0
            for index, piece in enumerate(token.text.split("/")):
                if index:
                    pieces.append([])
                if piece:
                    pieces[-1].append(token.at(offset, piece))
                offset += len(piece) + 1
        lines += [piece for piece in pieces if piece]
    return lines


def _alone(line: Line) -> Token:
    if len(line) > 1:
        raise line[1].error(f"unexpected {shown(line[1].text)}; remove it")
    return line[0]


def _answer(token: Token) -> int:
    match = _ANSWER.fullmatch(token.text)
    if match is None:
        message = f"{shown(token.text)} is not an answer; write a number, or '.' for an empty cell"
        raise token.error(message, code="bad-cell")
    if match["number"] in (None, "."):
        return 0
    return number(token.at(0, match["number"]), "a number of the answer")


def _wall(token: Token) -> int:
    flag = _WALL.get(token.text)
    if flag is None:
        message = f"{shown(token.text)} is not a border; write 'X' for a wall, '0' '1' '2' or '-1' for none"
        raise token.error(message, code="bad-cell")
    return flag


FORMAT = Format(
    name="pzprv3",
    title="pzprv3 file",
    idea="pzpr's file",
    suffixes=(".pzprv3",),
    example="pzprv3\nfillomino\n2\n2\n. 3\n1 .\n. .\n. .\n0\n0\n0 0\n",
    holds=Holds(walls=True, unknown=True, limits=frozenset({3})),
    recognises=_START.match,
    read=read,
    write=write,
)
