"""Counters of the cells that hold a number: as regions are whole, their count is a multiple of it.

The counter is the sequential one (C. Sinz, Towards an optimal CNF encoding of Boolean cardinality
constraints, 2005), as docs/evidence.md has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fillomino.graph import bits, components
from workbench.certificates.rules import Rules
from workbench.certificates.tokens import OTHER, Clause, Tokens

FROM = 4
"""The smallest number that is counted."""

FITS = 2
"""Parts of the board with room for more regions are not counted."""

MOST_VARIABLES = 12_000
"""The most variables of all counters together; further counters are left out."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter, with a variable s(i, j) for "of the first i cells at least j hold the number".

    Attributes:
        number: the number.
        most: the greatest j.
        cells: the cells.
        first: the variable before s(1, 1).
    """

    number: int
    most: int
    cells: tuple[int, ...]
    first: int

    @property
    def variables(self) -> range:
        """The variables s(i, j)."""
        return range(self.first + 1, self.first + 1 + self.most * len(self.cells))

    def line(self, tokens: Tokens) -> str:
        """The comment that declares it."""
        return " ".join(map(str, ("c counter", tokens.named.index(self.number), self.most, *self.cells)))

    def clauses(self, rules: Rules) -> Iterator[Clause]:
        """Yield the parts of its definition that are needed, and that regions are whole."""
        number, total = self.number, len(self.cells)
        for i, cell in enumerate(self.cells, 1):
            x = rules.tokens.literal(cell, number)
            least = max(2, number - (total - i))  # fewer can't be completed by the remaining cells
            for j in (1, *range(least, self.most + 1)):
                here, before, less = self._at(i, j), self._at(i - 1, j), self._at(i - 1, j - 1)
                if j <= i:
                    yield from _clauses(((-before, here), (-x, -less, here), (-here, before, x)))
                yield from _clauses(((-here, before, less),))
        border = sum(1 << cell for cell in self.cells)
        border = rules.near(border) & ~border
        lacks = [rules.tokens.literal(y, number) for y in bits(border)]
        for j in range(1, self.most + 1, number):
            more = [self._at(total, j + number - 1)] if j + number - 1 <= total else []
            yield (-self._at(total, j), *more, *lacks)

    def _at(self, i: int, j: int) -> int:
        """The literal s(i, j); beyond the variables `TRUE` or its negative."""
        return TRUE if j == 0 else -TRUE if i == 0 else self.first + (i - 1) * self.most + j


TRUE = 1 << 60
"""Stands for what is always true."""


def _clauses(forms: tuple[Clause, ...]) -> Iterator[Clause]:
    """The forms that are not always true, without what is always false."""
    for form in forms:
        if TRUE not in form:
            yield tuple(literal for literal in form if literal != -TRUE)


def counters(rules: Rules) -> list[Counter]:
    """Return a counter for each part with room for few regions of a number, one of them known."""
    made: list[Counter] = []
    first = rules.tokens.variables
    for number in sorted(rules.admits, reverse=True):
        if number == OTHER or number < FROM:
            continue
        for part in components(rules.near, rules.admits[number]):
            fixed, size = part & rules.fixed[number], part.bit_count()
            most = size // number * number + 1
            open_cells = part & ~fixed
            if not fixed or not open_cells or size // number > FITS:
                continue
            if first + size * most - rules.tokens.variables > MOST_VARIABLES:
                continue
            made.append(Counter(number, most, (*bits(fixed), *bits(open_cells)), first))
            first += size * most
    return made
