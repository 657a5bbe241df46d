"""Bounds on the integers of a script, as far as its assertions state them plainly."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
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
            for name, range_ in _implied(term, known).items():
                known[name] = _both(known[name], range_)
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
            return _all(_implied(part, known) for part in parts)
        case ("or", first, *rest):
            implied = _implied(first, known)
            for part in rest:
                other = _implied(part, known)
                implied = {x: _either(range_, other[x]) for x, range_ in implied.items() if x in other}
            return implied
        case ("<=", left, right):
            return _at_most(left, right, 0, known)
        case ("<", left, right):
            return _at_most(left, right, 1, known)
        case (">=", left, right):
            return _at_most(right, left, 0, known)
        case (">", left, right):
            return _at_most(right, left, 1, known)
        case ("=", left, right):
            return _all([_at_most(left, right, 0, known), _at_most(right, left, 0, known)])
    return {}


def _all(together: Iterable[Mapping[str, Range]]) -> dict[str, Range]:
    """The bounds that all of some bounds give together."""
    merged: dict[str, Range] = {}
    for ranges in together:
        for name, range_ in ranges.items():
            merged[name] = _both(merged.get(name, (None, None)), range_)
    return merged


def _at_most(left: Sexpr, right: Sexpr, less: int, known: Mapping[str, Range]) -> dict[str, Range]:
    """The bounds that ``left + less <= right`` implies."""
    implied: dict[str, Range] = {}
    low, high = _range(left, known)[0], _range(right, known)[1]
    if isinstance(left, str) and left in known and high is not None:
        implied[left] = (None, high - less)
    if isinstance(right, str) and right in known and low is not None:
        implied[right] = (low + less, None)
    return implied


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
