"""Janko's text files, and the pages that hold them (`fillomino.formats.janko_page`).

::

    begin
    puzzle fillomino
    KEY VALUE                   author, title, source, info, pid, …: kept as info, in any order
    size N                      or: rows R, cols C
    problem                     then the rows; "-" is an empty cell
    solution                    optional, then the rows
    moves                       optional, and what follows up to "end" is ignored
    end

A key given more than once has several lines of text. Blank lines are skipped.
"""

from __future__ import annotations

import re

from fillomino.formats import grid
from fillomino.formats.format import Format, Holds
from fillomino.formats.janko_page import HEADING, PAGE, complete, data_of, sections
from fillomino.formats.scan import Line, Token, behind, content_lines, size, split_lines
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.words import shown

_START = re.compile(r"\s*(?:begin(?:\s|\Z)|\[(?:begin|puzzle|problem)\])")
_ROWS = ("problem", "solution", "moves")
_CELL = grid.clue_or({"-": grid.EMPTY})
_KEY = re.compile(r"[a-z][a-z0-9_-]+")
_ONCE = frozenset({"begin", "puzzle", "size", "rows", "cols", "problem", "solution", "moves", "end"})


def read(text: str) -> Document:
    """The puzzle in the file, with its solution if the file gives one.

    Raises:
        InputError: for a missing or repeated part, or a wrong size, row or cell.
    """
    text = data_of(text)
    lines = content_lines(text)
    texts: list[str] | None = split_lines(text)
    if not lines:
        raise Token("", text.count("\n") + 1, 1).error(
            "the data of this page is empty", code="nothing-to-read"
        )
    if any(HEADING.fullmatch(line[0].text) for line in lines):
        lines, texts = complete(sections(lines, _ROWS), _ROWS), None
    keys, info = _parts(lines, texts)
    puzzle_line = _need(keys, "puzzle")
    if len(puzzle_line) != 2 or puzzle_line[1].text.lower() != "fillomino":
        raise puzzle_line[-1].error(
            "this line should read 'puzzle fillomino'; other puzzles can't be read", code="other-puzzle"
        )
    height, width = _size(keys)
    values, tokens = _rows(keys, "problem", height, width)
    puzzle = grid.build(height, width, values, tokens, info=info)
    return Document(puzzle, tuple(_rows(keys, "solution", height, width)[0]) if "solution" in keys else None)


def write(puzzle: Puzzle, answer: Filling | None = None) -> str:
    """The file, with the answer as its solution.

    Raises:
        InputError: for anything but clues on a rectangle, or an answer of the wrong length.
    """
    height, width, clues = grid.contents(puzzle)
    lines = ["begin", "puzzle fillomino"]
    for key, value in puzzle.info.items():
        if _KEY.fullmatch(key) and key not in _ONCE:
            lines += [f"{key} {line.strip()}".rstrip() for line in split_lines(value)]
    lines += [f"size {height}"] if height == width else [f"rows {height}", f"cols {width}"]
    for section, numbers in (("problem", clues), ("solution", answer)):
        if numbers is not None:
            lines += [section, *grid.write_rows(numbers, width, {grid.EMPTY: "-"})]
    return "\n".join([*lines, "end"]) + "\n"


def _parts(lines: list[Line], texts: list[str] | None) -> tuple[dict[str, list[Line]], dict[str, str]]:
    """The lines of each part of the file, the one that names it first; and the info."""
    keys: dict[str, list[Line]] = {}
    info: dict[str, list[str]] = {}
    rows: list[Line] | None = None
    for line in lines:
        first = line[0]
        if "end" in keys:
            raise first.error("the file ends with 'end', but this line follows; remove it", code="incomplete")
        if "moves" in keys and first.text != "end":
            continue
        if not _KEY.fullmatch(first.text):
            if rows is None:
                raise first.error(f"{shown(first.text)} should be a key such as 'size' or 'problem'")
            rows.append(line)
        elif first.text in _ONCE:
            if first.text in keys:
                raise first.error(f"{shown(first.text)} is given a second time; remove one", code="duplicate")
            if first.text not in ("puzzle", "size", "rows", "cols", "moves") and len(line) > 1:
                raise line[1].error(f"{shown(first.text)} should stand alone on its line")
            keys[first.text] = rows = [line]
            if first.text not in ("problem", "solution"):
                rows = None
        else:
            rows = None
            words = " ".join(token.text for token in line[1:])
            value = words if texts is None else texts[first.line - 1][first.column - 1 + len(first.text) :]
            info.setdefault(first.text, []).append(value.strip())
        if "begin" not in keys:
            raise first.error("the file should begin with 'begin'", code="incomplete")
    if "end" not in keys:
        end = behind(lines[-1]) if lines else Token("", 1, 1)
        raise end.error("the file should end with 'end'", code="incomplete")
    return keys, {key: "\n".join(values) for key, values in info.items()}


def _need(keys: dict[str, list[Line]], key: str) -> Line:
    if key not in keys:
        raise keys["end"][0][0].error(f"the file ends without a line {key!r}", code="incomplete")
    return keys[key][0]


def _value(keys: dict[str, list[Line]], key: str) -> Token:
    line = _need(keys, key)
    if len(line) == 1:
        raise behind(line).error(f"a number should follow {key!r}")
    if len(line) > 2:
        raise line[2].error(f"one number should follow {key!r}; remove {shown(line[2].text)}")
    return line[1]


def _size(keys: dict[str, list[Line]]) -> tuple[int, int]:
    if "size" not in keys:
        return size(_value(keys, "rows"), _value(keys, "cols"))
    for key in ("rows", "cols"):
        if key in keys:
            message = f"the file gives 'size' already; remove {key!r}"
            raise keys[key][0][0].error(message, code="duplicate")
    return size(_value(keys, "size"), _value(keys, "size"))


def _rows(
    keys: dict[str, list[Line]], section: str, height: int, width: int
) -> tuple[list[int], list[Token]]:
    _need(keys, section)
    head, *rows = keys[section]
    end = Token("", (rows or [head])[-1][0].line + 1, 1)
    return grid.read_rows(rows, height, width, _CELL, end=end, what=f"{section} row")


FORMAT = Format(
    name="janko",
    title="Janko's format",
    idea="the file format of janko.at, or a page of it",
    suffixes=(".janko", ".htm"),
    example="begin\npuzzle fillomino\nsize 3\nproblem\n- 3 -\n2 - 1\n- - 3\nend\n",
    holds=Holds(),
    recognises=lambda text: _START.match(text) or PAGE.match(text),
    read=read,
    write=write,
)
