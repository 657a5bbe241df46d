"""The variables of a certificate: "this cell holds this token"."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from fillomino.puzzle import Filling

Clause: TypeAlias = "tuple[int, ...]"
"""Literals: a variable, or minus a variable."""

OTHER = 0
"""Stands for every number that is not named."""


class NoCertificateError(Exception):
    """No certificate can be made, for this reason; the verdict stands."""


class Tokens:
    """The tokens of the cells: the named numbers, and one for all others.

    Attributes:
        size: the number of cells.
        named: the named numbers, ascending.
        all: the named numbers, and `OTHER`.
        least: the least number that is not named.
        literals: for each token and cell the variable "this cell holds this token".
        colours: the number of variables for tokens; those of colours come next.
        variables: the number of both together.
    """

    def __init__(self, size: int, numbers: Iterable[int]) -> None:
        self.size = size
        self.named = tuple(sorted(set(numbers)))
        self.all = (*self.named, OTHER)
        width = len(self.all)
        self.literals = {t: range(i, i + size * width, width) for i, t in enumerate(self.all, 1)}
        self.least = next(m for m in range(1, size + 2) if m not in self.literals)
        self.colours = size * len(self.all)
        self.variables = self.colours + size
        self._meanings = [(0, OTHER), *[(cell, token) for cell in range(size) for token in self.all]]

    def of(self, number: int) -> int:
        """The token of a number: itself if it is named."""
        return number if number in self.literals else OTHER

    def literal(self, cell: int, token: int) -> int:
        """The variable "this cell holds this token"."""
        return self.literals[token][cell]

    def meaning(self, variable: int) -> tuple[int, int]:
        """The cell and the token of a variable."""
        return self._meanings[variable]

    def colour(self, cell: int) -> int:
        """The variable of the colour of a cell, in a checkered puzzle."""
        return self.colours + cell + 1

    def some(self, cell: int) -> Clause:
        """The clause "the cell holds some token"."""
        return tuple([cells[cell] for cells in self.literals.values()])

    def another(self, filling: Filling, clued: Iterable[int] = ()) -> Clause:
        """The clause "not this filling", without the cells given."""
        skipped = set(clued) if len(set(clued)) < self.size else set()
        return tuple(-self.literal(x, self.of(n)) for x, n in enumerate(filling) if x not in skipped)
