"""Back ends that give each place its number, without a script."""

from __future__ import annotations

from collections.abc import Iterable

from drivers.answer import Sat
from drivers.backend import Backend
from drivers.limits import Limits
from encoder.puzzle_script import Decoded, as_values, integers
from fillomino.board import Board
from smtlib.literals import Value


class ByNumbers(Backend[Decoded]):
    """A back end whose answers give the number of each place ``x`` as ``n_x``. Blocks by fillings."""

    def __init__(self, places: Board, limits: Limits, spent: float = 0.0) -> None:
        """Ask nothing yet."""
        super().__init__(limits, spent)
        self._places = places

    def answer(self, numbers: Iterable[Value]) -> Sat:
        """Return the answer that gives these values, one for each place."""
        return Sat(as_values(self._places, numbers))

    def read(self, answer: Sat) -> Decoded:
        """Return the filling of an answer.

        Raises:
            DecodeError: if a number is missing.
        """
        return Decoded(integers(self._places).decode(self._places.names, answer.values))
