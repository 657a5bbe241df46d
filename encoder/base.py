"""The base of the lazy method: its constants, the answer as a few bit-vectors, and its clauses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from encoder.clauses import growth, helpers, one_token_each, small_regions
from encoder.redundant import redundant
from encoder.script import Assertion
from encoder.tokens import Tokens

WORD = 256
"""Variables in one bit-vector of the answer. Yices prints one long value much faster than many short
ones; z3 takes the square of its length."""


@dataclass(frozen=True, slots=True)
class Base:
    """What is said before any cut is learned.

    Attributes:
        names: the constants, all Bool.
        definitions: the bit-vectors of the answer.
        answer: their names.
        assertions: the clauses.
    """

    names: tuple[str, ...]
    definitions: tuple[str, ...]
    answer: tuple[str, ...]
    assertions: tuple[Assertion, ...]


def base(tokens: Tokens) -> Base:
    """Lay out the base of a board."""
    symbols = [tokens.symbol(cell, token) for cell, token in tokens.pairs]
    extra = [name for cell in range(tokens.puzzle.board.size) for name in helpers(tokens, cell)]
    more, counted = redundant(tokens)
    assertions = {
        assertion.term: assertion
        for assertion in (
            *one_token_each(tokens),
            *growth(tokens),
            *small_regions(tokens),
            *counted,
        )
    }
    words = [symbols[i : i + WORD] for i in range(0, len(symbols), WORD)]
    answer = tuple(f"held_{i}" for i in range(len(words)))
    return Base(
        names=(*symbols, *extra, *more),
        definitions=tuple(_word(name, its) for name, its in zip(answer, words, strict=True)),
        answer=answer,
        assertions=tuple(assertions.values()),
    )


def held(tokens: Tokens, words: Iterable[int]) -> dict[int, int]:
    """For each token the cells that hold it, from the bit-vectors (the highest bit is the first variable)."""
    cells = dict(tokens.fixed)
    count = len(tokens.pairs)
    digits = "".join(format(word, f"0{min(WORD, count - index * WORD)}b") for index, word in enumerate(words))
    place = digits.find("1")
    while place >= 0:
        cell, token = tokens.pairs[place]
        cells[token] |= 1 << cell
        place = digits.find("1", place + 1)
    return cells


def _word(name: str, symbols: list[str]) -> str:
    digits = " ".join(f"(ite {symbol} #b1 #b0)" for symbol in symbols)
    value = f"(concat {digits})" if len(symbols) > 1 else digits
    return f"(define-fun {name} () (_ BitVec {len(symbols)}) {value})"
