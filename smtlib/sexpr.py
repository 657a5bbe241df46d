"""S-expressions of SMT-LIB: text to nested tuples and back (SMT-LIB 2.6, section 3.1).

An atom is its own text, quotes and bars included, so ``x``, ``|x|`` and ``"x"`` stay apart; a list is a
tuple. Nothing here recurses, so the depth of nesting is bounded by memory alone, and one regular expression
reads the text from left to right, so time is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from smtlib.errors import SexprError

Sexpr: TypeAlias = "str | tuple[Sexpr, ...]"

# The last alternative is a bar or a quote that is opened and never closed. `*+` never gives back.
_TOKEN = re.compile(r'[()]|[^ \t\r\n()|";]+|\|[^|]*+\||"[^"]*+(?:""[^"]*+)*+"|;[^\n]*|[|"]')
_SIMPLE_SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_\-+=<>.?/][A-Za-z0-9~!@$%^&*_\-+=<>.?/]*")
_RESERVED = frozenset({"!", "_", "as", "BINARY", "DECIMAL", "exists", "HEXADECIMAL", "forall", "let"}) | {
    "match",
    "NUMERAL",
    "par",
    "STRING",
}


def read_all(text: str) -> list[Sexpr]:
    """The s-expressions of a text, in order; comments are left out.

    Raises:
        SexprError: if the text ends inside an expression, or closes one that is not open.
    """
    return list(_read(text, 0))


def read_one(text: str) -> Sexpr:
    """The only s-expression of a text.

    Raises:
        SexprError: as :func:`read_all`, and if there is not exactly one.
    """
    expressions = read_all(text)
    if len(expressions) != 1:
        message = f"expected one s-expression, found {len(expressions)}"
        raise SexprError(message)
    return expressions[0]


def read_first(text: str, start: int = 0) -> Sexpr:
    """The first s-expression at or after an offset; what follows it is not looked at.

    Raises:
        SexprError: if there is none, or the text ends inside it.
    """
    for expression in _read(text, start):
        return expression
    raise SexprError("expected an s-expression, found the end of the text")


def _read(text: str, start: int) -> Iterator[Sexpr]:
    open_lists: list[list[Sexpr]] = []
    current: list[Sexpr] = []
    for match in _TOKEN.finditer(text, start):
        atom = match.group()
        if atom == "(":
            open_lists.append(current)
            current = []
            continue
        if atom == ")":
            if not open_lists:
                raise SexprError(f"unbalanced: ')' closes nothing at {_place(text, match.start())}")
            done: Sexpr = tuple(current)
            current = open_lists.pop()
        elif atom[0] == ";":
            continue
        elif atom in ("|", '"'):
            raise SexprError(f"truncated: {atom} is never closed at {_place(text, match.start())}")
        else:
            done = atom
        if open_lists:
            current.append(done)
        else:
            yield done
    if open_lists:
        raise SexprError(f"truncated: {len(open_lists)} lists are still open at the end of the text")


def _place(text: str, offset: int) -> str:
    line = text.count("\n", 0, offset) + 1
    return f"line {line}, column {offset - text.rfind(chr(10), 0, offset)}"


def write(expression: Sexpr) -> str:
    """The text of an s-expression, on one line, with single spaces; the inverse of :func:`read_one`."""
    if isinstance(expression, str):
        return expression
    parts = ["("]
    iterators = [iter(expression)]
    while iterators:
        for item in iterators[-1]:
            if parts[-1] != "(":
                parts.append(" ")
            if isinstance(item, str):
                parts.append(item)
            else:
                parts.append("(")
                iterators.append(iter(item))
                break
        else:
            iterators.pop()
            parts.append(")")
    return "".join(parts)


def symbol_name(expression: Sexpr) -> str | None:
    """The name of a symbol without its bars, or ``None`` if the expression is no symbol."""
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
    if _SIMPLE_SYMBOL.fullmatch(name) and name not in _RESERVED:
        return name
    if "|" in name or "\\" in name:
        message = f"no SMT-LIB symbol can be named {name!r}"
        raise ValueError(message)
    return f"|{name}|"


def error_message(expression: Sexpr) -> str | None:
    """The message of an ``(error "…")`` reply, or ``None`` if the expression is none."""
    if not isinstance(expression, tuple) or not expression or expression[0] != "error":
        return None
    text = " ".join(write(part) for part in expression[1:])
    if len(expression) == 2 and text.startswith('"'):
        return text[1:-1].replace('""', '"')
    return text
