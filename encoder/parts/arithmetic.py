"""The arithmetic of numbers, sizes and roots: integers, or bit-vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from smtlib.terms import plus


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """The sorts and operators of numbers, sizes and roots.

    Attributes:
        number_sort: the sort of numbers and sizes.
        root_sort: the sort of roots.
        number_width: the width of numbers; ``None`` for integers.
        number: a number as a term.
        root: a root's label as a term.
        at_most: the predicate ``<=``.
        below: the predicate ``<``.
        total: the sum of terms.
    """

    number_sort: str
    root_sort: str
    number: Callable[[int], str]
    root: Callable[[int], str]
    at_most: str
    below: str
    total: Callable[[Sequence[str]], str]
    number_width: int | None = None

    def between(self, low: str, term: str, high: str) -> str:
        """The term "not less than one, and not more than another"."""
        return f"(and ({self.at_most} {low} {term}) ({self.at_most} {term} {high}))"


INTEGERS = Arithmetic("Int", "Int", str, str, "<=", "<", plus)


def bit_vectors(number_width: int, root_width: int) -> Arithmetic:
    """Bit-vectors of given widths, compared without sign; a sum is added up pair by pair."""

    def total(terms: Sequence[str]) -> str:
        added = terms[0]
        for term in terms[1:]:
            added = f"(bvadd {added} {term})"
        return added

    return Arithmetic(
        f"(_ BitVec {number_width})",
        f"(_ BitVec {root_width})",
        lambda value: f"(_ bv{value} {number_width})",
        lambda value: f"(_ bv{value} {root_width})",
        "bvule",
        "bvult",
        total,
        number_width,
    )
