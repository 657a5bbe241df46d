"""The variables of a certificate: "this cell holds this token"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from fillomino.puzzle import Filling

Clause: TypeAlias = tuple[int, ...]
"""Literals: a variable, or minus a variable."""

OTHER = 0
"""Stands for every number that is not named."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of the cells: the named numbers, and one for all others.

    Attributes:
        size: the number of cells.
        named: the named numbers, ascending.
        least: the least number that is not named.
    """

    size: int
    named: tuple[int, ...]
    least: int = field(init=False)
    _place: dict[int, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        place = {number: token + 1 for token, number in enumerate(self.named)} | {OTHER: len(self.named) + 1}
        object.__setattr__(self, "_place", place)
        object.__setattr__(self, "least", next(m for m in range(1, self.size + 2) if m not in place))

    @property
    def width(self) -> int:
        """The number of tokens."""
        return len(self.named) + 1

    @property
    def all(self) -> tuple[int, ...]:
        """The named numbers, and `OTHER`."""
        return *self.named, OTHER

    def of(self, number: int) -> int:
        """The token of a number: itself if it is named."""
        return number if number in self._place else OTHER

    def literal(self, cell: int, token: int) -> int:
        """The variable "this cell holds this token"."""
        return cell * (len(self.named) + 1) + self._place[token]

    def meaning(self, variable: int) -> tuple[int, int]:
        """The cell and the token of a variable."""
        cell, token = divmod(variable - 1, self.width)
        return cell, self.all[token]

    def colour(self, cell: int) -> int:
        """The variable of the colour of a cell, in a checkered puzzle."""
        return self.size * self.width + cell + 1

    @property
    def variables(self) -> int:
        """The number of variables: tokens and colours."""
        return self.size * (self.width + 1)

    def some(self, cell: int) -> Clause:
        """The clause "the cell holds some token"."""
        return tuple(self.literal(cell, token) for token in self.all)

    def another(self, filling: Filling, clued: Iterable[int] = ()) -> Clause:
        """The clause "not this filling", without the cells given."""
        skipped = set(clued) if len(set(clued)) < self.size else set()
        return tuple(-self.literal(x, self.of(n)) for x, n in enumerate(filling) if x not in skipped)
