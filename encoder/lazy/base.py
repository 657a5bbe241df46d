"""The base of the lazy method: its constants, the answer as a few bit-vectors, and its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encoder.parts.local import growth, helpers, one_token_each, small_regions
from encoder.parts.redundant import redundant
from encoder.parts.region_bounds import rooms
from encoder.parts.values import Tokens
from encoder.parts.variants import CHECKERED, colours, first_colours
from smtlib.script import Assertion
from smtlib.terms import disjunction

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
    symbols = [tokens.symbols[token][cell] for cell, token in tokens.pairs]
    extra = [name for cell in range(tokens.puzzle.board.size) for name in helpers(tokens, cell)]
    more, counted = redundant(tokens, rooms(tokens))
    assertions = {
        assertion.term: assertion
        for assertion in (
            *one_token_each(tokens),
            *growth(tokens),
            *small_regions(tokens),
            *counted,
            *_checkered(tokens),
        )
    }
    more += [declaration.name for declaration in colours(tokens.puzzle)]
    words = [symbols[i : i + WORD] for i in range(0, len(symbols), WORD)]
    answer = tuple(f"held_{i}" for i in range(len(words)))
    return Base(
        names=(*symbols, *extra, *more),
        definitions=tuple(_word(name, its) for name, its in zip(answer, words, strict=True)),
        answer=answer,
        assertions=tuple(assertions.values()),
    )


def _checkered(tokens: Tokens) -> Iterator[Assertion]:
    """In a checkered puzzle: neighbours have one colour just if they hold one token; there is no BIG then."""
    if not tokens.puzzle.checkered:
        return
    yield from first_colours(tokens.puzzle)
    labels = tokens.puzzle.board.labels
    for x, y in tokens.puzzle.board.links():
        same = f"(= c_{labels[x]} c_{labels[y]})"
        shared = set(tokens.held_by(x)) & set(tokens.held_by(y))
        for token in tokens.held_by(x):
            here = [] if tokens.known[x] else [f"(not {tokens.symbol(x, token)})"]
            if token not in shared:
                yield Assertion(CHECKERED.name, (x, y), disjunction([*here, f"(not {same})"]))
                continue
            if tokens.known[y]:
                yield Assertion(CHECKERED.name, (x, y), disjunction([*here, same]))
                continue
            there = tokens.symbol(y, token)
            yield Assertion(CHECKERED.name, (x, y), disjunction([*here, f"(= {there} {same})"]))


def _word(name: str, symbols: list[str]) -> str:
    digits = " ".join(f"(ite {symbol} #b1 #b0)" for symbol in symbols)
    value = f"(concat {digits})" if len(symbols) > 1 else digits
    return f"(define-fun {name} () (_ BitVec {len(symbols)}) {value})"
