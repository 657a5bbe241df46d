"""SMT-LIB literals, read and written, and the values in replies to ``get-value``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from smtlib.errors import EvaluationError, SexprError
from smtlib.sexpr import Sexpr, symbol_name, write

_NUMERAL = re.compile(r"[0-9]+")
_BINARY = re.compile(r"#b[01]+")
_HEXADECIMAL = re.compile(r"#x[0-9a-fA-F]+")
_BITS = re.compile(r"bv[0-9]+")
_BIT_VECTOR = re.compile(r"\(\s*_\s+BitVec\s+([0-9]+)\s*\)", re.ASCII)


class Bits(NamedTuple):
    """A bit-vector: its value without sign, and its width."""

    value: int
    width: int


SortedValue: TypeAlias = bool | int | Bits
"""A value that knows its sort."""

Value: TypeAlias = int | bool | str
"""A value of a model as drivers give it: an ``int`` for ``Int`` and bit-vectors, a ``bool`` for ``Bool``, and
for everything else the text of the term."""


def numeral(term: Sexpr) -> int | None:
    """The number that a numeral writes; ``None`` for any other term.

    Raises:
        SexprError: for more digits than Python converts.
    """
    if not isinstance(term, str) or not _NUMERAL.fullmatch(term):
        return None
    try:
        return int(term)
    except ValueError as error:
        raise SexprError(f"a number of {len(term)} digits is too long to be read") from error


def read_literal(term: Sexpr) -> SortedValue | None:
    """The value of ``5``, ``(- 5)``, ``#b101``, ``#x0f``, ``(_ bv5 4)``, ``true`` or ``false``.

    Returns:
        ``None`` for any other term.

    Raises:
        SexprError: for a number with more digits than Python converts.
    """
    if isinstance(term, str):
        first = term[:1]
        if "0" <= first <= "9":
            return numeral(term)
        if first == "#":
            if _BINARY.fullmatch(term):
                return Bits(int(term[2:], 2), len(term) - 2)
            return Bits(int(term[2:], 16), 4 * (len(term) - 2)) if _HEXADECIMAL.fullmatch(term) else None
        return term == "true" if term in ("true", "false") else None
    if len(term) == 3 and term[0] == "_" and isinstance(term[1], str) and _BITS.fullmatch(term[1]):
        number, width = numeral(term[1][2:]), numeral(term[2])
        return None if number is None or width is None else Bits(number, width)
    if len(term) == 2 and term[0] == "-":
        number = numeral(term[1])
        return None if number is None else -number
    return None


def write_literal(value: SortedValue) -> str:
    """A value as a term; SMT-LIB has no negative literals, so -3 is ``(- 3)``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Bits):
        return f"(_ bv{value.value} {value.width})"
    return str(value) if value >= 0 else f"(- {-value})"


def shown_value(value: object) -> str:
    """A value of a model as SMT-LIB text: ``true``, ``(- 3)``, ``(/ 1 2)``."""
    return write_literal(value) if isinstance(value, bool | int | Bits) else str(value)


def width_of(sort: str | Sexpr) -> int | None:
    """The width of the bit-vectors of a sort; ``None`` for any other sort."""
    match = _BIT_VECTOR.fullmatch(write(sort))
    return None if match is None else numeral(match[1])


def sorted_value(value: object, sort: str | Sexpr) -> SortedValue:
    """A value as a driver gives it (bit-vectors as integers), with its sort.

    Raises:
        EvaluationError: for a value of another sort.
    """
    if sort == "Bool" and isinstance(value, bool):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        if sort == "Int":
            return value
        width = width_of(sort)
        if width is not None:
            return Bits(value % (1 << width), width)
    raise EvaluationError(f"{shown_value(value)} is not a value of the sort {write(sort)}")


def read_value(term: Sexpr) -> Value:
    """The value that a reply gives, as drivers give it.

    Raises:
        SexprError: for a number with more digits than Python converts.
    """
    literal = read_literal(term)
    if literal is None:
        return write(term)
    return literal.value if isinstance(literal, Bits) else literal


def read_values(reply: Sexpr, asked: Sequence[Sexpr] | None = None) -> dict[str, Value]:
    """The values in a reply to ``get-value``.

    Args:
        reply: ``((term value) …)``.
        asked: the terms of the command. If given, the reply must answer each in order, and a term that
            is not a symbol is keyed as it was asked, not as the solver prints it.

    Returns:
        The name of a symbol (without bars) or the text of another term -> its value.

    Raises:
        SexprError: if the reply is not of that shape, not complete, or gives one term two values.
    """
    if not isinstance(reply, tuple):
        raise SexprError(f"expected a list of values, found {reply}")
    if asked is not None and len(reply) != len(asked):
        raise SexprError(f"asked for {len(asked)} values, found {len(reply)}")
    values: dict[str, Value] = {}
    for index, pair in enumerate(reply):
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise SexprError(f"expected a term and its value, found {write(pair)[:200]}")
        term = pair[0] if asked is None else asked[index]
        name = symbol_name(term)
        if asked is not None and name is not None and symbol_name(pair[0]) != name:
            raise SexprError(f"asked for the value of {name}, found that of {write(pair[0])[:200]}")
        _add(values, write(term) if name is None else name, read_value(pair[1]))
    return values


def merge_values(values: dict[str, Value], more: dict[str, Value]) -> None:
    """Add the values of another reply about the same model; `SexprError` if a term has two values."""
    for name, value in more.items():
        _add(values, name, value)


def _add(values: dict[str, Value], name: str, value: Value) -> None:
    known = values.setdefault(name, value)
    if known != value or isinstance(known, bool) != isinstance(value, bool):
        raise SexprError(f"{name} has two values, {shown_value(known)} and {shown_value(value)}")
