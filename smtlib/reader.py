"""SMT-LIB text to s-expressions that know their place, for messages with line and column."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TypeAlias

from fillomino.errors import InputError
from smtlib.sexpr import Sexpr, write

_TOKEN = re.compile(r'[()]|[^ \t\r\n()|";]+|\|[^|]*+\||"[^"]*+(?:""[^"]*+)*+"|;[^\n]*|[|"]')
_SHOWN = 60  # characters of what is no command that a message shows


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


def commands(text: str, source: str = "<text>") -> list[Node]:
    """The commands of a script: lists that begin with a word.

    Raises:
        InputError: for text that is not a sequence of commands, or has none, with its place.
    """
    found = read(text, source)
    for node in found:
        if not node.head:
            raise InputError(no_command(node), source=source, line=node.line, column=node.column)
    if not found:
        raise InputError("there is no command of SMT-LIB here", source=source)
    return found


def no_command(node: Node) -> str:
    """A sentence that says that this is no command."""
    said = node.head or write(sexpr(node))
    return f"{said if len(said) <= _SHOWN else f'{said[:_SHOWN]} …'!r} is no command of SMT-LIB"


def read(text: str, source: str = "<text>") -> list[Node]:
    """The s-expressions of a text.

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
    done: list[Sexpr] = []
    stack = [(done, iter(node.content))]
    while True:
        current, rest = stack[-1]
        for item in rest:
            if isinstance(item.content, str):
                current.append(item.content)
            else:
                stack.append(([], iter(item.content)))
                break
        else:
            stack.pop()
            if not stack:
                return tuple(done)
            stack[-1][0].append(tuple(current))
