"""SMT-LIB text to s-expressions that know their place, for messages with line and column."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TypeAlias

from drivers.sexpr import Sexpr
from fillomino.errors import InputError

_TOKEN = re.compile(r'[()]|[^ \t\r\n()|";]+|\|[^|]*+\||"[^"]*+(?:""[^"]*+)*+"|;[^\n]*|[|"]')


@dataclass(frozen=True, slots=True)
class Node:
    """An atom (its text) or a list, and where it begins (line and column from 1)."""

    content: Content
    line: int
    column: int

    @property
    def items(self) -> tuple[Node, ...]:
        """The members of a list; none for an atom."""
        return self.content if isinstance(self.content, tuple) else ()

    @property
    def atom(self) -> str:
        """The text of an atom; empty for a list."""
        return self.content if isinstance(self.content, str) else ""

    @property
    def head(self) -> str:
        """The first member of a list, if that is an atom."""
        return self.items[0].atom if self.items else ""


Content: TypeAlias = "str | tuple[Node, ...]"


def read(text: str, source: str = "<text>") -> list[Node]:
    """The commands of a script.

    Raises:
        InputError: for text that is not a sequence of s-expressions, with its place.
    """
    starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    found: list[Node] = []
    stack: list[tuple[list[Node], int]] = []
    current = found
    for match in _TOKEN.finditer(text):
        text_here, offset = match.group(), match.start()
        line, column = place(offset)
        if text_here == "(":
            stack.append((current, offset))
            current = []
        elif text_here == ")":
            if not stack:
                raise InputError("this ) closes nothing", source=source, line=line, column=column)
            outer, began = stack.pop()
            outer.append(Node(tuple(current), *place(began)))
            current = outer
        elif text_here in ("|", '"'):
            raise InputError(f"this {text_here} is never closed", source=source, line=line, column=column)
        elif text_here[0] != ";":
            current.append(Node(text_here, line, column))
    if stack:
        line, column = place(stack[-1][1])
        raise InputError("this ( is never closed", source=source, line=line, column=column)
    return found


def sexpr(node: Node) -> Sexpr:
    """A node without its places."""
    if isinstance(node.content, str):
        return node.content
    return tuple(sexpr(item) for item in node.items)
