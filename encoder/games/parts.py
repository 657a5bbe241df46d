"""What encodings of several games need: rectangles, counts, and places by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations

from encoder.builder import Builder
from encoder.parts.adders import Lines, unary_sum
from fillomino.instance import Instance
from smtlib.script import Family, any_of, negation

Block = tuple[int, int, int, int]


def blocks(height: int, width: int) -> list[Block]:
    """Each block of two by two cells: above left and right, then below."""
    cells = range(height * width)
    return [
        (x, x + 1, x + width, x + width + 1) for x in cells if x % width < width - 1 and x + width in cells
    ]


def diagonals(height: int, width: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield two cells that touch at a corner alone, each two once, and the two beside both."""
    for a, b, c, d in blocks(height, width):
        yield a, d, b, c
        yield b, c, a, d


def rows_and_columns(height: int, width: int) -> list[range]:
    """The cells of each row, then of each column."""
    size = height * width
    return [range(x, x + width) for x in range(0, size, width)] + [
        range(x, size, width) for x in range(width)
    ]


def rim(height: int, width: int) -> list[int]:
    """The cell at each unit of the border, once around from the top left; one at a corner comes twice."""
    size = height * width
    right, left = range(width - 1, size, width), range(size - width, -1, -width)
    return [*range(width), *right, *range(size - 1, size - width - 1, -1), *left]


Ends = tuple[tuple[tuple[int, int], tuple[int, int]], ...]
"""For each place that joins two others their rows and columns."""


def ends(puzzle: Instance) -> Ends:
    """For each place that joins two others their rows and columns, as its name ``r0c0-r0c1`` has them."""
    return _ends(puzzle.places.names)


@lru_cache(maxsize=16)
def _ends(names: Sequence[str]) -> Ends:
    numbers = (tuple(map(int, re.findall(r"\d+", name))) for name in names)
    return tuple(((a, b), (c, d)) for a, b, c, d in numbers)


def exactly(terms: Sequence[str], number: int) -> list[str]:
    """Return clauses "exactly so many of a few terms hold"."""
    return [clause.format(*terms) for clause in _exactly(len(terms), number)]


@cache
def _exactly(count: int, number: int) -> list[str]:
    """The clauses, with the place of a term in braces for each."""
    if number > count:
        return ["false"]
    terms = [f"{{{place}}}" for place in range(count)]
    too_many = [any_of(*map(negation, some)) for some in combinations(terms, number + 1)]
    return too_many + [any_of(*some) for some in combinations(terms, count - number + 1)]


def require_count(script: Builder, family: Family, prefix: str, terms: Sequence[str], number: int) -> None:
    """Require that exactly so many of many terms hold, counted in unary from the first on."""
    lines = Lines()
    digits = unary_sum(lines, prefix, [(term, ["true"]) for term in terms], number)
    script.declare_all(lines.names)
    script.require_all(family, (), lines.terms)
    script.require(family, (), digits[number - 1] if number <= len(digits) else "false")
