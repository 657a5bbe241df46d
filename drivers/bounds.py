"""Bounds on the integers of a script, as far as its assertions state them plainly."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from smtlib.literals import read_literal
from smtlib.sexpr import Sexpr

Range: TypeAlias = tuple[int | None, int | None]
"""Lowest and highest value; ``None`` for none known."""

ROUNDS = 4
"""Number of times that bounds on one constant are carried over to others."""


def bounds(terms: Sequence[Sexpr], names: Collection[str]) -> dict[str, Range]:
    """The bounds of each constant: by comparisons with numbers and with other constants.

    Every model lies within them; a constant that no assertion bounds has none.
    """
    known: dict[str, Range] = dict.fromkeys(names, (None, None))
    for _ in range(ROUNDS):
        before = dict(known)
        for term in terms:
            for name, found in _implied(term, known).items():
                known[name] = _both(known[name], found)
        if known == before:
            break
    return known


def constant(term: Sexpr) -> int | None:
    """The integer that a literal writes, ``3`` or ``(- 3)``; ``None`` for any other term."""
    value = read_literal(term)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _implied(term: Sexpr, known: Mapping[str, Range]) -> dict[str, Range]:
    """The bounds on constants that a true term implies."""
    match term:
        case ("!", inner, *_):
            return _implied(inner, known)
        case ("and", *parts):
            found: dict[str, Range] = {}
            for part in parts:
                for name, its in _implied(part, known).items():
                    found[name] = _both(found.get(name, (None, None)), its)
            return found
        case ("or", first, *rest):
            found = _implied(first, known)
            for part in rest:
                other = _implied(part, known)
                found = {name: _either(its, other[name]) for name, its in found.items() if name in other}
            return found
        case ("<=", one, other):
            return _at_most(one, other, 0, known)
        case ("<", one, other):
            return _at_most(one, other, 1, known)
        case (">=", one, other):
            return _at_most(other, one, 0, known)
        case (">", one, other):
            return _at_most(other, one, 1, known)
        case ("=", one, other):
            there = _at_most(one, other, 0, known)
            for name, its in _at_most(other, one, 0, known).items():
                there[name] = _both(there.get(name, (None, None)), its)
            return there
    return {}


def _at_most(one: Sexpr, other: Sexpr, less: int, known: Mapping[str, Range]) -> dict[str, Range]:
    """The bounds that ``one + less <= other`` implies."""
    found: dict[str, Range] = {}
    low, high = _range(one, known)[0], _range(other, known)[1]
    if isinstance(one, str) and one in known and high is not None:
        found[one] = (None, high - less)
    if isinstance(other, str) and other in known and low is not None:
        found[other] = (low + less, None)
    return found


def _range(term: Sexpr, known: Mapping[str, Range]) -> Range:
    number = constant(term)
    if number is not None:
        return number, number
    return known.get(term, (None, None)) if isinstance(term, str) else (None, None)


def _both(a: Range, b: Range) -> Range:
    lows = [low for low in (a[0], b[0]) if low is not None]
    highs = [high for high in (a[1], b[1]) if high is not None]
    return max(lows, default=None), min(highs, default=None)


def _either(a: Range, b: Range) -> Range:
    low = None if a[0] is None or b[0] is None else min(a[0], b[0])
    high = None if a[1] is None or b[1] is None else max(a[1], b[1])
    return low, high
