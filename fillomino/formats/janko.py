"""Janko's text files, and the pages that hold them.

A file has its text from ``begin`` to ``end``::

    begin
    puzzle fillomino
    KEY VALUE                   author, title, source, info, pid, …: kept as info, in any order
    size N                      or: rows R, cols C
    problem                     then the rows; "-" is an empty cell
    solution                    optional, then the rows
    moves                       optional, and what follows up to "end" is ignored
    end

The data of a page is this text, or each part has a heading in brackets, and what follows it is its value::

    [puzzle]
    fillomino
    [size]                      may be missing: then the rows have it
    5
    [problem]
    - - 3 - -
    …
    [solution]
    …
    [moves]

A key given more than once has several lines of text. Blank lines are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from fillomino.errors import shown
from fillomino.formats import scan
from fillomino.formats.registry import Format, Holds
from fillomino.formats.scan import Line, Token, behind, content_lines, size, split_lines, token_at
from fillomino.puzzle import Document, Filling, Puzzle

PAGE = re.compile(r"\s*<(?:!doctype\s+html|html|head|!--|\?xml|script)\b", re.IGNORECASE)
"""The beginning of a page."""

HEADING = re.compile(r"\[([a-z][a-z0-9_-]*)\]")
"""A heading of a newer page's parts, alone on its line."""

_DATA = re.compile(r"<(\w+)\b[^<>]*\bid\s*=\s*(?:\"data\"|'data'|data\b)[^<>]*>", re.IGNORECASE)


def data_of(text: str) -> str:
    """Return the data of a page, each character in its line and column; a text that is no page as it is.

    Raises:
        InputError: if the page has no such element.
    """
    if not PAGE.match(text):
        return text
    text = "\n".join(split_lines(text))
    opening = _DATA.search(text)
    if opening is None:
        raise Token("", 1, 1).error(
            "this page has no element with the id 'data', which should hold the puzzle",
            code="nothing-to-read",
        )
    closing = re.compile(rf"</{opening[1]}\s*>", re.IGNORECASE).search(text, opening.end())
    if closing is None:
        raise token_at(text, opening.start()).error(
            "the element that holds the puzzle is not closed", code="incomplete"
        )
    start = token_at(text, opening.end())
    return "\n" * (start.line - 1) + " " * (start.column - 1) + text[opening.end() : closing.start()]


def sections(lines: list[Line], several: Collection[str]) -> list[Line]:
    """Return lines under headings as lines with keys: ``[size]`` and ``5`` as ``size 5``.

    Args:
        lines: the lines, some of which may have keys already.
        several: the keys whose values are rows, each a line of its own.
    """
    with_keys: list[Line] = []
    key: Token | None = None
    for line in lines:
        first, *rest = line
        heading = HEADING.fullmatch(first.text)
        if heading is not None:
            key = first._replace(text=heading[1])
            if rest or key.text in (*several, "begin", "end"):
                with_keys.append((key, *rest))
        elif key is None or key.text in several:
            with_keys.append(line)
        else:
            with_keys.append((key, *line))
    return with_keys


def complete(lines: list[Line], several: Collection[str]) -> list[Line]:
    """Return such lines with those that pages leave out: begin, end, the puzzle's name, its size."""

    def added(line: Line, *words: str) -> Line:
        return [Token(word, line[-1].line, line[0].column) for word in words]

    first, last = lines[0], lines[-1]
    keys = {line[0].text for line in lines}
    start = 1 if first[0].text == "begin" else 0
    head = [] if start else [added(first, "begin")]
    if "puzzle" not in keys:
        head.append(added(first, "puzzle", "fillomino"))
    if not keys & {"size", "rows", "cols"}:
        rows: list[Line] = []
        key = ""
        for line in lines:
            key = line[0].text if line[0].text in several else key
            rows += [line] if key == "problem" else []
        if len(rows) > 1:
            head.append(added(rows[1], "rows", str(len(rows) - 1)))
            head.append(added(rows[1], "cols", str(len(rows[1]))))
    tail = [] if "end" in keys else [added(last, "end")]
    return [*lines[:start], *head, *lines[start:], *tail]


_START = re.compile(r"\s*(?:begin(?:\s|\Z)|\[(?:begin|puzzle|problem)\])")
_ROWS = ("problem", "solution", "moves")
_CELL = scan.clue_or({"-": scan.EMPTY})
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
    puzzle = scan.build(height, width, values, tokens, info=info)
    return Document(puzzle, tuple(_rows(keys, "solution", height, width)[0]) if "solution" in keys else None)


def write(puzzle: Puzzle, answer: Filling | None = None) -> str:
    """The file, with the answer as its solution.

    Raises:
        InputError: for anything but clues on a rectangle, or an answer of the wrong length.
    """
    height, width, clues = scan.contents(puzzle)
    lines = ["begin", "puzzle fillomino"]
    for key, value in puzzle.info.items():
        if _KEY.fullmatch(key) and key not in _ONCE:
            lines += [f"{key} {line.strip()}".rstrip() for line in split_lines(value)]
    lines += [f"size {height}"] if height == width else [f"rows {height}", f"cols {width}"]
    for section, numbers in (("problem", clues), ("solution", answer)):
        if numbers is not None:
            lines += [section, *scan.write_rows(numbers, width, {scan.EMPTY: "-"})]
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
                raise first.repeated(shown(first.text))
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
    return scan.read_rows(rows, height, width, _CELL, end=end, what=f"{section} row")


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
