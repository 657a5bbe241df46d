"""S-expressions of a text with faults: all that can be read, and each fault at its place."""

from __future__ import annotations

import re

from smtlib.errors import SexprError
from smtlib.sexpr import (
    CONTROL,
    TOKEN,
    Content,
    Node,
    control_characters,
    fault_at,
    places,
    read_with_ends,
)

MOST_FAULTS = 100
"""After so many reading stops, for each costs another look at the text."""

_COMMAND_LINE = re.compile(r"^\(", re.M)


def read_past_faults(text: str) -> tuple[list[Node], list[SexprError], list[str]]:
    """The s-expressions of a text that may have faults: all that can be read.

    After a list, string or symbol that is never closed, reading goes on at the next line that begins with a
    parenthesis, as commands do. Control characters count as blanks; in comments they are no fault.

    Returns:
        What could be read; the faults by place; and the beginnings of the lists that could not be read.
    """
    faults = list(control_characters(text))
    text = CONTROL.sub(" ", text)
    place, nodes, lost, start = places(text), [], [], 0

    def node(content: Content, offset: int) -> Node:
        return Node(content, *place(offset))

    while start < len(text) and len(faults) < MOST_FAULTS:
        done = start
        try:
            for found, end in read_with_ends(text, start, node):
                nodes.append(found)
                done = end
            break
        except SexprError as error:
            fault, at = error, _offset(text, error)
        begun, following = _next_command(text, done, at)
        if begun is not None:
            fault = fault_at("this ( is never closed", text, begun, None)
        faults.append(fault)
        if text[at] == ")" and begun is None:
            start = at + 1
        else:
            start = following
            first = text.rfind("\n(", 0, at) + 1 if begun is None else begun
            lost.append(text[first:start])
    return nodes, sorted(faults, key=lambda fault: (fault.line or 0, fault.column or 0)), lost


def _next_command(text: str, start: int, fault: int) -> tuple[int | None, int]:
    """Where reading can go on before or after a fault.

    Returns:
        Where a list begins that is open still when the next line begins with a parenthesis, ``None`` if the
        fault comes before that; and where that line begins.
    """
    opened: list[int] = []
    for match in TOKEN.finditer(text, start):
        at = match.start()
        if at == fault and text[at] != "(":
            break
        if text[at] == "(":
            if opened and text[at - 1] == "\n":
                return opened[0], at
            opened.append(at)
        elif text[at] == ")":
            opened.pop()
    following = _COMMAND_LINE.search(text, fault + 1)
    return None, following.start() if following else len(text)


def _offset(text: str, error: SexprError) -> int:
    """From the place of an error to the offset."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    return starts[(error.line or 1) - 1] + (error.column or 1) - 1
