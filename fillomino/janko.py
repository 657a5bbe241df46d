"""The text files of janko.at, of any genre, and the pages that hold them.

A file has its text from ``begin`` to ``end``::

    begin
    puzzle GENRE
    KEY VALUE                   author, title, source, info, pid, …: kept as info, in any order
    size N                      or: rows R, cols C
    problem                     then the rows; "-" is an empty cell
    solution                    optional, then the rows
    moves                       optional, and what follows up to "end" is ignored
    end

The data of a page is this text, or each part has a heading in brackets, and what follows it is its value::

    [puzzle]
    GENRE
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
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from fillomino.errors import listed, shown
from fillomino.record import Record
from fillomino.tokens import Line, Token, behind, content_lines, read_rows, size, split_lines, token_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")


START = re.compile(r"\s*(?:begin(?:\s|\Z)|\[(?:begin|puzzle|problem)\])")
"""The beginning of a file."""

PAGE = re.compile(r"\s*<(?:!doctype\s+html|html|head|!--|\?xml|script)\b", re.IGNORECASE)
"""The beginning of a page."""

GENRE = re.compile(r"(?:^|\n|>)[ \t]*(?:\[puzzle\]\s*|puzzle[ \t]+)(\w+)")
"""What names the genre in a file or page."""

_DATA = re.compile(r"<(\w+)\b[^<>]*\bid\s*=\s*(?:\"data\"|'data'|data\b)[^<>]*>", re.IGNORECASE)
_HEADING = re.compile(r"\[([a-z][a-z0-9_-]*)\]")
_KEY = re.compile(r"[a-z][a-z0-9_-]+")
_ROWS = frozenset({"problem", "solution", "moves"})
_VALUES = frozenset({"puzzle", "size", "rows", "cols"})
_ONCE = _ROWS | _VALUES | {"begin", "end"}


class File(Record):
    """The content of a file.

    Attributes:
        height: number of rows.
        width: number of columns.
        sections: the lines of ``problem`` and ``solution``, first those of these words themselves.
        info: the other keys, and what they say.
    """

    height: int
    width: int
    sections: Mapping[str, list[Line]]
    info: dict[str, str]

    def cells(self, section: str, value: Callable[[Token], T]) -> tuple[list[T], list[Token]]:
        """Return the values of the cells of a section, and where each was read; `value` reads one.

        Raises:
            InputError: for rows of other numbers or lengths, and what `value` raises.
        """
        head, *rows = self.sections[section]
        end = Token("", self.sections[section][-1][0].line + 1, 1)
        what = f"{head[0].text} row"
        return read_rows(rows, self.height, self.width, value, end=end, what=what)


def parse(text: str, genres: Collection[str]) -> File:
    """Return the content of a file or page of one of some genres.

    Raises:
        InputError: for another genre, a missing or repeated part, or a wrong size.
    """
    text = _data_of(text)
    lines = content_lines(text)
    if not lines:
        raise Token("", text.count("\n") + 1, 1).error(
            "the data of this page is empty", code="nothing-to-read"
        )
    last = lines[-1][0]
    headed = any(_HEADING.fullmatch(line[0].text) for line in lines)
    if headed:
        lines = _without_headings(lines)
    elif lines[0][0].text != "begin" and _KEY.fullmatch(lines[0][0].text):
        raise lines[0][0].error("the file should begin with 'begin'", code="incomplete")
    keys, info = _parts(lines, None if headed else split_lines(text))
    if not headed:
        if "end" not in keys:
            raise behind(lines[-1]).error("the file should end with 'end'", code="incomplete")
        _need(keys, "puzzle", last)
    if "puzzle" in keys:
        line = keys["puzzle"][0]
        if len(line) != 2 or line[1].text.lower() not in genres:
            known = listed([f"'puzzle {genre}'" for genre in genres], "or")
            raise line[-1].error(
                f"this line should read {known}; other puzzles can't be read", code="other-puzzle"
            )
    rows = _need(keys, "problem", last)[1:]
    if headed and rows and not keys.keys() & {"size", "rows", "cols"}:
        height, width = len(rows), len(rows[0])
    else:
        height, width = _size(keys, last)
    return File(height, width, keys, info)


def write(
    genre: str,
    height: int,
    width: int,
    info: Mapping[str, str],
    sections: Mapping[str, Sequence[Iterable[str]]],
) -> str:
    """Return a file, from the words of each row of its sections."""
    lines = ["begin", f"puzzle {genre}"]
    for key, value in info.items():
        if _KEY.fullmatch(key) and key not in _ONCE:
            lines += [f"{key} {line.strip()}".rstrip() for line in split_lines(value)]
    lines += [f"size {height}"] if height == width else [f"rows {height}", f"cols {width}"]
    for section, rows in sections.items():
        lines += [section, *(" ".join(row) for row in rows)]
    return "\n".join([*lines, "end"]) + "\n"


def _data_of(text: str) -> str:
    """The data of a page, each character in its line and column; a text that is not a page as it is."""
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


def _without_headings(lines: list[Line]) -> list[Line]:
    """The lines of a headed page as those of a file: ``[size]`` and ``5`` as ``size 5``."""
    with_keys: list[Line] = []
    key: Token | None = None
    for line in lines:
        heading = _HEADING.fullmatch(line[0].text)
        if heading is not None:
            key = line[0].at(0, heading[1])
            if line[1:] or key.text in _ROWS | {"begin", "end"}:
                with_keys.append((key, *line[1:]))
        else:
            with_keys.append(line if key is None or key.text in _ROWS else (key, *line))
    return with_keys


def _parts(lines: list[Line], texts: list[str] | None) -> tuple[dict[str, list[Line]], dict[str, str]]:
    """The lines of each part of the file, the one that names it first; and the info.

    The values of the info are words with single blanks between them, or what `texts` has in the line.
    """
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
            continue
        rows = None
        if first.text not in _ONCE:
            words = " ".join(token.text for token in line[1:])
            value = words if texts is None else texts[first.line - 1][first.column - 1 + len(first.text) :]
            info.setdefault(first.text, []).append(value.strip())
            continue
        if first.text in keys:
            raise first.repeated(shown(first.text))
        if len(line) > 1 and first.text not in _VALUES | {"moves"}:
            raise line[1].error(f"{shown(first.text)} should stand alone on its line")
        keys[first.text] = [line]
        if first.text in ("problem", "solution"):
            rows = keys[first.text]
    return keys, {key: "\n".join(values) for key, values in info.items()}


def _need(keys: dict[str, list[Line]], key: str, last: Token) -> list[Line]:
    if key not in keys:
        raise last.error(f"the file ends without a line {key!r}", code="incomplete")
    return keys[key]


def _size(keys: dict[str, list[Line]], last: Token) -> tuple[int, int]:
    names = ("size", "size") if "size" in keys else ("rows", "cols")
    for key in ("rows", "cols"):
        if key in keys and "size" in keys:
            message = f"the file gives 'size' already; remove {key!r}"
            raise keys[key][0][0].error(message, code="duplicate")
    tokens = []
    for key in names:
        line = _need(keys, key, last)[0]
        if len(line) == 1:
            raise behind(line).error(f"a number should follow {key!r}")
        if len(line) > 2:
            raise line[2].error(f"one number should follow {key!r}; remove {shown(line[2].text)}")
        tokens.append(line[1])
    return size(*tokens)
