"""S-expressions of SMT-LIB: text to nested tuples and back (SMT-LIB 2.6, section 3.1).

An atom is its own text, including quotes and bars, so ``x``, ``|x|`` and ``"x"`` differ; a list is a tuple.
A :class:`Node` is the same with line and column, for messages. Nothing here recurses, so nesting is limited
by memory alone; one regular expression reads the text from left to right in linear time.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from smtlib.errors import SexprError

Sexpr: TypeAlias = "str | tuple[Sexpr, ...]"

SPACE = " \t\r\n"
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""A character that SMT-LIB does not allow; Z3 stops reading at one."""
DELIMITERS = '()|";'
OPAQUE = r'\|[^|]*+\||"[^"]*+(?:""[^"]*+)*+"|;[^\n]*'
"""A quoted symbol, a string or a comment, as a regular expression. `*+` never gives back."""

_OPAQUE = re.compile(OPAQUE)
# The last alternative is an opening bar or quote that is never closed.
TOKEN = re.compile(rf'[()]|[^{SPACE}{DELIMITERS}]+|{OPAQUE}|[|"]')
_SIMPLE_SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_\-+=<>.?/][A-Za-z0-9~!@$%^&*_\-+=<>.?/]*")
_RESERVED = frozenset(
    {
        "!", "_", "as", "BINARY", "DECIMAL", "exists", "HEXADECIMAL", "forall", "let", "match", "NUMERAL",
        "par", "STRING",
    }
)  # fmt: skip

Part = TypeVar("Part")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Node:
    """An atom (its text) or a list, with the line and column where it begins, both from 1."""

    content: Content
    line: int
    column: int

    @property
    def items(self) -> tuple[Node, ...]:
        """The members of a list; empty for an atom."""
        return self.content if isinstance(self.content, tuple) else ()

    @property
    def atom(self) -> str:
        """The text of an atom; empty for a list."""
        return self.content if isinstance(self.content, str) else ""

    @property
    def head(self) -> str:
        """The first member of a list, if that is an atom."""
        return self.items[0].atom if self.items else ""

    def atoms(self) -> Iterator[Node]:
        """Yield its atoms, in the order of the text."""
        stack = [self]
        while stack:
            node = stack.pop()
            if node.atom:
                yield node
            stack += reversed(node.items)


Content: TypeAlias = "str | tuple[Node, ...]"


def read_all(text: str) -> list[Sexpr]:
    """The s-expressions of a text, in order; comments are left out.

    Raises:
        SexprError: if the text ends inside an expression, or closes one that is not open.
    """
    return [expression for expression, _ in read_with_ends(text, 0)]


def read_one(text: str) -> Sexpr:
    """The only s-expression of a text.

    Raises:
        SexprError: as :func:`read_all`, and if there is not exactly one.
    """
    expressions = read_all(text)
    if len(expressions) != 1:
        raise SexprError(f"expected one s-expression, found {len(expressions)}")
    return expressions[0]


def read_first(text: str, start: int = 0) -> Sexpr:
    """The first s-expression at or after an offset; what follows it is not looked at.

    Raises:
        SexprError: if there is none, or the text ends inside it.
    """
    for expression, _ in read_with_ends(text, start):
        return expression  # type: ignore[no-any-return]
    raise SexprError("expected an s-expression, found the end of the text")


def read_nodes(text: str, source: str | None = None) -> list[Node]:
    """The s-expressions of a text, with their places.

    Raises:
        SexprError: as :func:`read_all`.
    """
    place = places(text)

    def node(content: Content, offset: int) -> Node:
        return Node(content, *place(offset))

    return [expression for expression, _ in read_with_ends(text, 0, node, source, place=place)]


def read_commands(text: str, source: str | None = None) -> list[Node]:
    """The commands of a script: lists that begin with a word.

    Raises:
        SexprError: for text that is not a sequence of commands, or has none, or holds a control character.
    """
    for fault in control_characters(text):
        fault.source = source
        raise fault
    commands = read_nodes(text, source)
    for node in commands:
        if not node.head:
            raise SexprError(no_command(node), source=source, line=node.line, column=node.column)
    if not commands:
        raise SexprError("no SMT-LIB command found", source=source)
    return commands


def control_characters(text: str) -> Iterator[SexprError]:
    """Yield a fault for each control character outside comments (in comments, all solvers accept them)."""
    if CONTROL.search(text) is None:
        return
    place = places(text)
    bare = _OPAQUE.sub(lambda match: " " * len(match[0]) if match[0][0] == ";" else match[0], text)
    for match in CONTROL.finditer(bare):
        line, column = place(match.start())
        message = f"the control character {match[0]!a} is not SMT-LIB; delete it"
        yield SexprError(message, line=line, column=column)


def no_command(node: Node) -> str:
    """The message that a node is not a command."""
    return f"{short(node.head or write(without_places(node)), 60)!r} is not an SMT-LIB command"


def read_with_ends(
    text: str,
    start: int,
    node: Callable[[Any, int], Any] | None = None,
    source: str | None = None,
    end: int | None = None,
    place: Callable[[int], tuple[int, int]] | None = None,
) -> Iterator[tuple[Any, int]]:
    """Yield the expressions of a text from an offset, each with the offset where it ends.

    Args:
        text: the text.
        start: the offset.
        node: makes an expression from its content and start offset; by default, the content itself.
        source: the name of the text, for errors.
        end: the offset where to stop; by default the end of the text.
        place: the line and column of an offset, where that is known already.

    Raises:
        SexprError: as :func:`read_all`.
    """

    def fault(message: str, offset: int) -> SexprError:
        line, column = (place or places(text))(offset)
        return SexprError(message, source=source, line=line, column=column)

    open_lists: list[tuple[list[Any], int]] = []
    current: list[Any] = []
    for match in TOKEN.finditer(text, start, len(text) if end is None else end):
        done: Any = match.group()
        if done == "(":
            open_lists.append((current, match.start()))
            current = []
            continue
        if done == ")":
            if not open_lists:
                raise fault("this ) closes nothing", match.start())
            done = tuple(current)
            current, begun = open_lists.pop()
            if node is not None:
                done = node(done, begun)
        elif done[0] == ";":
            continue
        elif done in ("|", '"'):
            raise fault(f"this {done} is never closed", match.start())
        elif node is not None:
            done = node(done, match.start())
        if open_lists:
            current.append(done)
        else:
            yield done, match.end()
    if open_lists:
        raise fault("this ( is never closed", open_lists[-1][1])


def places(text: str) -> Callable[[int], tuple[int, int]]:
    """Return a function that maps an offset to its line and column."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    return place


def without_places(node: Node) -> Sexpr:
    """The same expression without places."""

    def steps(node: Node) -> Generator[Node, Sexpr | None, Sexpr]:
        if isinstance(node.content, str):
            return node.content
        parts: list[Sexpr] = []
        for item in node.content:
            inside = item.content if isinstance(item.content, str) else (yield item)
            parts.append(inside or ())
        return tuple(parts)

    return fold(steps, node)


def write(expression: Sexpr) -> str:
    """The text of an s-expression, on one line, with single spaces; the inverse of :func:`read_one`."""
    parts: list[str] = []
    stack = [expression]
    before = ""
    while stack:
        item = stack.pop()
        if not isinstance(item, str):
            parts.append(before + "(")
            stack.append(")")
            stack += item[::-1]
            before = ""
            continue
        parts.append(item if item == ")" else before + item)
        before = " "
    return "".join(parts)


def short(text: str, most: int = 200) -> str:
    """A text on one line, cut to the length for a message."""
    line = " ".join(text[: 10 * most].split())  # scripts of megabytes come here, too
    return line if len(line) <= most and len(text) <= 10 * most else f"{line[:most]} …"


def is_symbol(text: str) -> bool:
    """Return whether a text is a symbol that may be declared: simple and not reserved, or in bars."""
    if text.startswith("|"):
        return len(text) > 1 and text.endswith("|") and not set(text[1:-1]) & {"|", "\\"}
    return text not in _RESERVED and _SIMPLE_SYMBOL.fullmatch(text) is not None


def symbol_name(expression: Sexpr) -> str | None:
    """The name of a symbol without its bars, or ``None`` if the expression is not a symbol."""
    if isinstance(expression, tuple):
        return None
    if expression.startswith("|"):
        return expression[1:-1]
    return expression if _SIMPLE_SYMBOL.fullmatch(expression) else None


def quote_symbol(name: str) -> str:
    """The text of the symbol with a name, with bars where needed.

    Raises:
        ValueError: if no symbol can have that name, since it holds ``|`` or ``\\``.
    """
    for symbol in (name, f"|{name}|"):
        if is_symbol(symbol) and not name.startswith("|"):
            return symbol
    message = f"no SMT-LIB symbol can be named {name!r}"
    raise ValueError(message)


def error_message(expression: Sexpr) -> str | None:
    """The message of an ``(error "…")`` reply, or ``None`` for any other expression."""
    if not isinstance(expression, tuple) or not expression or expression[0] != "error":
        return None
    text = " ".join(write(part) for part in expression[1:])
    if len(expression) == 2 and text.startswith('"'):
        return text[1:-1].replace('""', '"')
    return text


def error_reply(message: str) -> str:
    """The ``(error "…")`` reply with a message."""
    doubled = message.replace('"', '""')
    return f'(error "{doubled}")'


def fold(steps: Callable[[Part], Generator[Part, Result | None, Result]], whole: Part) -> Result:
    """Compute a function of a nested expression without recursion, at any depth of nesting.

    `steps` yields each part whose result it needs, is sent that result, and returns its own.
    """
    under_way = [steps(whole)]
    sent: Result | None = None
    while True:
        try:
            part = under_way[-1].send(sent)
        except StopIteration as done:
            under_way.pop()
            result: Result = done.value
            if not under_way:
                return result
            sent = result
        else:
            under_way.append(steps(part))
            sent = None
