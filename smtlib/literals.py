"""Reading the values of a model: the reply to ``get-value``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from drivers.answer import Value
from smtlib.errors import SexprError
from smtlib.sexpr import Sexpr, symbol_name, write

_NUMERAL = re.compile(r"[0-9]+")
_BITS = re.compile(r"#b[01]+")
_HEX = re.compile(r"#x[0-9a-fA-F]+")
_BV = re.compile(r"bv[0-9]+")


def value(term: Sexpr) -> Value:
    """The value a term writes down.

    Returns:
        An ``int`` for ``5``, ``(- 5)``, ``#b101``, ``#x0f`` and ``(_ bv5 4)``, a ``bool`` for ``true`` and
        ``false``, and the text of any other term.

    Raises:
        SexprError: for a number of more digits than Python reads.
    """
    match term:
        case "true":
            return True
        case "false":
            return False
        case ("-", str(digits)) if _NUMERAL.fullmatch(digits):
            return -_integer(digits)
        case ("_", str(bv), str(width)) if _BV.fullmatch(bv) and _NUMERAL.fullmatch(width):
            return _integer(bv[2:])
        case str() if _NUMERAL.fullmatch(term):
            return _integer(term)
        case str() if _BITS.fullmatch(term):
            return int(term[2:], 2)
        case str() if _HEX.fullmatch(term):
            return int(term[2:], 16)
    return write(term)


def _integer(digits: str) -> int:
    try:
        return int(digits)
    except ValueError as error:
        raise SexprError(f"a number of {len(digits)} digits is too long to be read") from error


def read_values(reply: Sexpr, asked: Sequence[Sexpr] | None = None) -> dict[str, Value]:
    """The values in a reply to ``get-value``.

    Args:
        reply: ``((term value) …)``.
        asked: the terms of the command. With them the reply must answer each, in their order, and a term that
            is not a symbol is keyed as it was asked and not as the solver prints it.

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
        _add(values, write(term) if name is None else name, value(pair[1]))
    return values


def merge_values(values: dict[str, Value], more: dict[str, Value]) -> None:
    """Add the values of another reply about the same model.

    Raises:
        SexprError: if both give one term different values.
    """
    for name, its_value in more.items():
        _add(values, name, its_value)


def _add(values: dict[str, Value], name: str, its_value: Value) -> None:
    known = values.setdefault(name, its_value)
    if known != its_value or isinstance(known, bool) != isinstance(its_value, bool):
        raise SexprError(f"{name} is said to be both {known} and {its_value}")
