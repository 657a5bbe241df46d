"""The base of the lazy method: its constants, the answer as a few bit-vectors, and its clauses."""

from __future__ import annotations

from typing import NamedTuple

from encoder.builder import Builder
from encoder.lazy.cuts import GENERATED, LAZY
from encoder.parts.clauses import growth, helpers, require_cuts, require_one_value, small_regions
from encoder.parts.redundant import REDUNDANT, redundant, region_bounds
from encoder.parts.values import Values
from encoder.parts.variants import CHECKERED
from smtlib.script import Assertion, Family, disjunction

WORD = 256
"""Variables in one bit-vector of the answer. Yices prints one long value much faster than many short
ones; z3 takes the square of its length."""

ONE_VALUE = Family(
    "one-value", "each cell holds exactly one value", "for each cell x: exactly one of its n_x_v", LAZY
)
GROWTH = Family(
    "growth",
    "a cell that needs more cells has one of them beside it",
    "if n_x_v and v >= 2, then n_y_v for some y beside x",
    LAZY,
)
SMALL_REGION = Family(
    "small-region",
    "no two neighbours are 1, no three in a row or corner are 2, walls part values",
    "not n_x_1 or not n_y_1; not n_x_2 or not n_y_2 or not n_z_2; not n_x_v or not n_y_v at a wall",
    LAZY,
)
FAMILIES = (ONE_VALUE, GROWTH, SMALL_REGION, *REDUNDANT, *GENERATED, CHECKERED)


class Base(NamedTuple):
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


def base(values: Values) -> Base:
    """Return the base of a board."""
    board = values.puzzle.board
    builder = Builder(board, families=FAMILIES, grouped=False)
    symbols = [values.symbols[value][cell] for cell, value in values.pairs]
    builder.declare_all(symbols)
    builder.declare_all([name for cell in range(board.size) for name in helpers(values, cell)])
    require_one_value(builder, ONE_VALUE, values)
    require_cuts(builder, GROWTH, values, growth(values))
    require_cuts(builder, SMALL_REGION, values, small_regions(values, values.puzzle.walls))
    for large_number in redundant(builder, values, region_bounds(values)):
        builder.require_all(*large_number)
    if values.puzzle.checkered:
        _require_colours(builder, values)
    words = [symbols[i : i + WORD] for i in range(0, len(symbols), WORD)]
    answer = tuple(f"held_{i}" for i in range(len(words)))
    return Base(
        builder=builder,
        names=tuple(builder.declarations),
        definitions=tuple(word_definition(name, word) for name, word in zip(answer, words, strict=True)),
        answer=answer,
        assertions=tuple({assertion.term: assertion for assertion in builder.assertions}.values()),
    )


def _require_colours(builder: Builder, values: Values) -> None:
    """Require that neighbours have one colour iff they hold one value; no value is BIG then."""
    builder.colour(values.puzzle)
    labels = values.puzzle.board.labels
    for x, y in values.puzzle.board.links():
        same = f"(= c_{labels[x]} c_{labels[y]})"
        for value in values.held_by(x):
            if value not in values.held_by(y):
                equal = f"(not {same})"
            else:
                equal = same if values.known[y] else f"(= {values.symbol(y, value)} {same})"
            here = [] if values.known[x] else [f"(not {values.symbol(x, value)})"]
            builder.require(CHECKERED, (x, y), disjunction([*here, equal]))


def word_definition(name: str, symbols: list[str]) -> str:
    """Return the definition of a bit-vector whose bits are Boolean symbols, the first the highest."""
    digits = " ".join(f"(ite {symbol} #b1 #b0)" for symbol in symbols)
    value = f"(concat {digits})" if len(symbols) > 1 else digits
    return f"(define-fun {name} () (_ BitVec {len(symbols)}) {value})"
