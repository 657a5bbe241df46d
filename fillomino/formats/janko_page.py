"""The data in a page of janko.at: the text of the element with the id ``data``, in one of two forms.

One is the text of `fillomino.formats.janko`, from ``begin`` to ``end``. In the other each part has a heading
in brackets, and what follows it is its value::

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
"""

from __future__ import annotations

import re
from collections.abc import Collection

from fillomino.errors import InputError
from fillomino.formats.scan import Line, Token, split_lines

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
        raise InputError(
            "this page has no element with the id 'data', which holds a puzzle",
            line=1,
            column=1,
            code="nothing-to-read",
        )
    closing = re.compile(rf"</{opening[1]}\s*>", re.IGNORECASE).search(text, opening.end())
    if closing is None:
        line = text.count("\n", 0, opening.start()) + 1
        column = opening.start() - text.rfind("\n", 0, opening.start())
        raise InputError(
            "this element, which holds the puzzle, has no end", line=line, column=column, code="incomplete"
        )
    before = text[: opening.end()]
    column = len(before) - before.rfind("\n") - 1
    return "\n" * before.count("\n") + " " * column + text[opening.end() : closing.start()]


def sections(lines: list[Line], several: Collection[str]) -> list[Line]:
    """Return lines under headings as lines with keys: ``[size]`` and ``5`` as ``size 5``.

    Args:
        lines: the lines, some of which may have keys already.
        several: the keys whose values are rows, each a line of its own.
    """
    found: list[Line] = []
    key: Token | None = None
    for line in lines:
        first, *rest = line.tokens
        heading = HEADING.fullmatch(first.text)
        if heading is not None:
            key = first._replace(text=heading[1])
            if rest or key.text in (*several, "begin", "end"):
                found.append(Line((key, *rest), line.number, line.end))
        elif key is None or key.text in several:
            found.append(line)
        else:
            found.append(Line((key, *line.tokens), line.number, line.end))
    return found


def completed(lines: list[Line], several: Collection[str]) -> list[Line]:
    """Return such lines with those that pages leave out: begin, end, the puzzle's name, its size."""
    first, last = lines[0], lines[-1]

    def added(line: Line, *words: str) -> Line:
        tokens = tuple(Token(word, line.number, line.tokens[0].column) for word in words)
        return Line(tokens, line.number, line.end)

    keys = {line.tokens[0].text for line in lines}
    head = [] if first.tokens[0].text == "begin" else [added(first, "begin")]
    if "puzzle" not in keys:
        head.append(added(first, "puzzle", "fillomino"))
    if not keys & {"size", "rows", "cols"}:
        rows: list[Line] = []
        key = ""
        for line in lines:
            key = line.tokens[0].text if line.tokens[0].text in several else key
            rows += [line] if key == "problem" else []
        if len(rows) > 1:
            sizes = (("rows", len(rows) - 1), ("cols", len(rows[1].tokens)))
            head += [added(rows[1], name, str(count)) for name, count in sizes]
    start = 1 if first.tokens[0].text == "begin" else 0
    tail = [] if "end" in keys else [added(last, "end")]
    return [*lines[:start], *head, *lines[start:], *tail]
