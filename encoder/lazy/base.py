"""The base of the lazy method: its constants, the answer as a few bit-vectors, and its clauses."""

from __future__ import annotations

from typing import NamedTuple

from encoder.builder import Builder, Constraints, Families
from encoder.lazy.cuts import GENERATED, LAZY
from encoder.parts.clauses import constraints, growth, helpers, one_value_each, small_regions
from encoder.parts.redundant import REDUNDANT, region_bounds, require_redundant
from encoder.parts.values import Values
from encoder.parts.variants import CHECKERED, colours, first_colours
from smtlib.script import Assertion, disjunction

WORD = 256
"""Variables in one bit-vector of the answer. Yices prints one long value much faster than many short
ones; z3 takes the square of its length."""

FAMILIES: Families[Values] = Families(LAZY)


@FAMILIES.family(
    "one-value", "each cell holds exactly one value", "for each cell x: exactly one of its n_x_v"
)
def _one_value(values: Values) -> Constraints:
    return one_value_each(values)


@FAMILIES.family(
    "growth",
    "a cell that needs more cells has one of them beside it",
    "if n_x_v and v >= 2, then n_y_v for some y beside x",
)
def _growth(values: Values) -> Constraints:
    return constraints(values, growth(values))


@FAMILIES.family(
    "small-region",
    "no two neighbours are 1, no three in a row or corner are 2, walls part values",
    "not n_x_1 or not n_y_1; not n_x_2 or not n_y_2 or not n_z_2; not n_x_v or not n_y_v at a wall",
)
def _small_region(values: Values) -> Constraints:
    return constraints(values, small_regions(values, values.puzzle.walls))


FAMILIES.record(*REDUNDANT, *GENERATED, CHECKERED)


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
    builder = Builder(board, families=FAMILIES.records, grouped=False)
    symbols = [values.symbols[value][cell] for cell, value in values.pairs]
    builder.declare_all(symbols)
    builder.declare_all([name for cell in range(board.size) for name in helpers(values, cell)])
    FAMILIES.require(builder, values)
    require_redundant(builder, values, region_bounds(values))
    builder.declare_all(colours(values.puzzle))
    for cells, term in _checkered(values):
        builder.require(CHECKERED, cells, term)
    words = [symbols[i : i + WORD] for i in range(0, len(symbols), WORD)]
    answer = tuple(f"held_{i}" for i in range(len(words)))
    return Base(
        builder=builder,
        names=tuple(builder.declarations),
        definitions=tuple(word_definition(name, word) for name, word in zip(answer, words, strict=True)),
        answer=answer,
        assertions=tuple({assertion.term: assertion for assertion in builder.assertions}.values()),
    )


def _checkered(values: Values) -> Constraints:
    """In a checkered puzzle: neighbours have one colour iff they hold one value; there is no BIG then."""
    if not values.puzzle.checkered:
        return
    yield from first_colours(values.puzzle)
    labels = values.puzzle.board.labels
    for x, y in values.puzzle.board.links():
        same = f"(= c_{labels[x]} c_{labels[y]})"
        shared = set(values.held_by(x)) & set(values.held_by(y))
        for value in values.held_by(x):
            here = [] if values.known[x] else [f"(not {values.symbol(x, value)})"]
            if value not in shared:
                yield (x, y), disjunction([*here, f"(not {same})"])
                continue
            if values.known[y]:
                yield (x, y), disjunction([*here, same])
                continue
            there = values.symbol(y, value)
            yield (x, y), disjunction([*here, f"(= {there} {same})"])


def word_definition(name: str, symbols: list[str]) -> str:
    """Return the definition of a bit-vector whose bits are Boolean symbols, the first the highest."""
    digits = " ".join(f"(ite {symbol} #b1 #b0)" for symbol in symbols)
    value = f"(concat {digits})" if len(symbols) > 1 else digits
    return f"(define-fun {name} () (_ BitVec {len(symbols)}) {value})"
