"""The base of the lazy method: its constants, the answer as a few bit-vectors, and its clauses."""

from __future__ import annotations

from dataclasses import dataclass

from encoder.builder import Builder
from encoder.families import Constraints, Families
from encoder.lazy.cuts import GENERATED, OWN
from encoder.parts.clauses import growth, helpers, one_token_each, small_regions
from encoder.parts.redundant import REDUNDANT, require_redundant
from encoder.parts.region_bounds import region_bounds
from encoder.parts.values import Tokens
from encoder.parts.variants import CHECKERED, colours, first_colours
from smtlib.script import Assertion
from smtlib.terms import disjunction

WORD = 256
"""Variables in one bit-vector of the answer. Yices prints one long value much faster than many short
ones; z3 takes the square of its length."""

FAMILIES: Families[Tokens] = Families()


@FAMILIES.family(
    "one-token", "each cell holds exactly one token", "for each cell x: exactly one of its n_x_v", OWN
)
def _one_token(tokens: Tokens) -> Constraints:
    return one_token_each(tokens)


@FAMILIES.family(
    "growth",
    "a cell that needs more cells has one of them beside it",
    "if n_x_v and v >= 2, then n_y_v for some y beside x",
    OWN,
)
def _growth(tokens: Tokens) -> Constraints:
    return growth(tokens)


@FAMILIES.family(
    "small-region",
    "no two neighbours are 1, no three in a row or corner are 2, walls part tokens",
    "not n_x_1 or not n_y_1; not n_x_2 or not n_y_2 or not n_z_2; not n_x_v or not n_y_v at a wall",
    OWN,
)
def _small_region(tokens: Tokens) -> Constraints:
    return small_regions(tokens)


for _family in (*REDUNDANT, *GENERATED, CHECKERED):
    FAMILIES.record(_family)


@dataclass(frozen=True, slots=True)
class Base:
    """The constants and clauses before any cut is generated.

    Attributes:
        builder: holds them.
        names: the constants, all Bool.
        definitions: the bit-vectors of the answer.
        answer: their names.
        assertions: the clauses, each once.
    """

    builder: Builder
    names: tuple[str, ...]
    definitions: tuple[str, ...]
    answer: tuple[str, ...]
    assertions: tuple[Assertion, ...]


def base(tokens: Tokens) -> Base:
    """Lay out the base of a board."""
    board = tokens.puzzle.board
    builder = Builder(board, families=FAMILIES.records, grouped=False)
    symbols = [tokens.symbols[token][cell] for cell, token in tokens.pairs]
    builder.declare_all(symbols)
    builder.declare_all([name for cell in range(board.size) for name in helpers(tokens, cell)])
    FAMILIES.require(builder, tokens)
    require_redundant(builder, tokens, region_bounds(tokens))
    builder.declare_all(colours(tokens.puzzle))
    for cells, term in _checkered(tokens):
        builder.require(CHECKERED, cells, term)
    builder.assertions = list({assertion.term: assertion for assertion in builder.assertions}.values())
    words = [symbols[i : i + WORD] for i in range(0, len(symbols), WORD)]
    answer = tuple(f"held_{i}" for i in range(len(words)))
    return Base(
        builder=builder,
        names=tuple(name for name, _ in builder.declarations),
        definitions=tuple(_word(name, its) for name, its in zip(answer, words, strict=True)),
        answer=answer,
        assertions=tuple(builder.assertions),
    )


def _checkered(tokens: Tokens) -> Constraints:
    """In a checkered puzzle: neighbours have one colour iff they hold one token; there is no BIG then."""
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
                yield (x, y), disjunction([*here, f"(not {same})"])
                continue
            if tokens.known[y]:
                yield (x, y), disjunction([*here, same])
                continue
            there = tokens.symbol(y, token)
            yield (x, y), disjunction([*here, f"(= {there} {same})"])


def _word(name: str, symbols: list[str]) -> str:
    digits = " ".join(f"(ite {symbol} #b1 #b0)" for symbol in symbols)
    value = f"(concat {digits})" if len(symbols) > 1 else digits
    return f"(define-fun {name} () (_ BitVec {len(symbols)}) {value})"
