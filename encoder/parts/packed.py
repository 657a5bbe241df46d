"""Boolean terms read back as a few bit-vectors: solvers print these much faster than many values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

WORD = 256
"""Terms in one bit-vector. Yices prints one long value much faster than many short ones; z3 takes the square
of its length."""


def words_of(items: Sequence[T]) -> dict[str, Sequence[T]]:
    """Return the bit-vectors of some items, by name: each with those of its bits, the highest first."""
    return {f"held_{i // WORD}": items[i : i + WORD] for i in range(0, len(items), WORD)}


def word_definition(name: str, terms: Sequence[str]) -> str:
    """Return the definition of a bit-vector whose bits are Boolean terms, the first the highest."""
    digits = " ".join(f"(ite {term} #b1 #b0)" for term in terms)
    value = f"(concat {digits})" if len(terms) > 1 else digits
    return f"(define-fun {name} () (_ BitVec {len(terms)}) {value})"


def digits_of(words: Iterable[Sequence[T]], values: Iterable[int]) -> str:
    """Return the values of all items in a string of digits, from the values of the bit-vectors."""
    return "".join(f"{value:0{len(items)}b}" for items, value in zip(words, values, strict=True))
