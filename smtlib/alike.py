"""Terms that are equal up to the order of arguments where it does not matter, and names of bound symbols.

So are compared two scripts (`smtlib.difference`), and a text and its encoding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Hashable, Sequence
from typing import TypeAlias, TypeVar

from smtlib.resolve import Symbol
from smtlib.scramble import COMMUTATIVE, SYMMETRIC
from smtlib.sexpr import Sexpr, fold, is_symbol

SET = "set of"
"""The head, which no text has, of a set of terms: the literals of ``check-sat-assuming``."""
UNORDERED = COMMUTATIVE | SYMMETRIC | {SET}
"""Heads whose arguments may stand in any order."""
TURNED = {
    ">=": "<=", ">": "<", "bvuge": "bvule", "bvugt": "bvult", "bvsge": "bvsle", "bvsgt": "bvslt",
}  # fmt: skip
"""Comparisons, each with the one that holds of the same arguments in reverse."""

_Leaf: TypeAlias = "tuple[str, Hashable]"
_Item = TypeVar("_Item")


def plain_leaf(atom: str) -> _Leaf:
    """A literal, a keyword or a word; in bars or not is the same where it is one symbol."""
    if atom.startswith("|") and is_symbol(atom) and is_symbol(atom[1:-1]):
        return "text", atom[1:-1]
    return "text", atom


def by_name(symbol: Symbol) -> Hashable:
    """What tells a symbol from others of a script: its name, and whether it is a sort."""
    return symbol.kind == "sort", symbol.name


class Numbers:
    """Numbers for terms: one for all that are equal up to bound names and an order that does not matter.

    Bound names are told from others where the terms have symbols (`smtlib.resolve`).
    """

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def of(self, term: Sexpr, name: Callable[[Symbol], Hashable] = by_name) -> int:
        """The number of a term, under names of its symbols."""
        numbers = self._numbers

        def leaf(atom: str) -> int:
            key: Hashable
            if type(atom) is not Symbol:
                key = plain_leaf(atom)
            elif atom.kind in ("variable", "parameter"):
                key = atom.kind, atom.place
            elif atom.of is not None:
                key = "tester", name(atom.of)
            else:
                key = "symbol", name(atom)
            return numbers.setdefault(key, len(numbers))

        def steps(item: Sexpr) -> Generator[Sexpr, int | None, int]:
            if isinstance(item, str):
                return leaf(item)
            parts: list[int] = []
            for part in item:
                inside = leaf(part) if isinstance(part, str) else (yield part)
                parts.append(inside or 0)
            head = item[0] if item and type(item[0]) is str else ""
            if head in UNORDERED:
                parts[1:] = sorted(parts[1:])
            elif head in TURNED and len(parts) > 1:
                parts = [leaf(TURNED[head]), *parts[:0:-1]]
            return numbers.setdefault(tuple(parts), len(numbers))

        return fold(steps, term)


def unmatched(
    items: Sequence[_Item], keys: Sequence[Hashable], others: Sequence[Hashable]
) -> Sequence[_Item]:
    """The items, each with its key, whose keys are not among others; each of the others is used up by one."""
    left = Counter(others)
    rest = []
    for item, key in zip(items, keys, strict=True):
        if left[key]:
            left[key] -= 1
        else:
            rest.append(item)
    return rest
