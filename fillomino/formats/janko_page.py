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

from fillomino.formats.scan import Line, Token, split_lines, token_at

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
