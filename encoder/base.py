"""The base of the lazy method: its constants, the answer as one bit-vector, and its clauses."""

from __future__ import annotations

from encoder.clauses import growth, helpers, one_token_each, small_regions
from encoder.counters import counters
from encoder.script import Assertion
from encoder.tokens import Tokens

ANSWER = "held"
"""The bit-vector of all variables: solvers print one long value much faster than many short ones."""


def base(tokens: Tokens) -> tuple[list[str], str, tuple[Assertion, ...]]:
    """What is asserted before any cut is learned.

    Returns:
        The names of the constants, all Bool; the definition of `ANSWER` (empty where no cell is open);
        and the assertions.
    """
    symbols = [tokens.symbol(cell, token) for cell, token in tokens.pairs]
    extra = [name for cell in range(tokens.puzzle.board.size) for name in helpers(tokens, cell)]
    found: dict[str, str] = {}
    for family, terms in (
        ("one-token", one_token_each(tokens)),
        ("growth", growth(tokens)),
        ("small-region", small_regions(tokens)),
    ):
        for term in terms:
            found.setdefault(term, family)
    for declared, counted in counters(tokens):
        extra += declared
        found |= dict.fromkeys(counted, "count")
    bits = " ".join(f"(ite {symbol} #b1 #b0)" for symbol in symbols)
    value = f"(concat {bits})" if len(symbols) > 1 else bits
    definition = f"(define-fun {ANSWER} () (_ BitVec {len(symbols)}) {value})" if symbols else ""
    assertions = tuple(Assertion(family, (), term) for term, family in found.items())
    return [*symbols, *extra], definition, assertions


def held(tokens: Tokens, answer: int) -> dict[int, int]:
    """For each token the cells that hold it, from the bit-vector (its highest bit is the first variable)."""
    cells = dict(tokens.fixed)
    digits = format(answer, f"0{len(tokens.pairs)}b")
    place = digits.find("1")
    while place >= 0:
        cell, token = tokens.pairs[place]
        cells[token] |= 1 << cell
        place = digits.find("1", place + 1)
    return cells
