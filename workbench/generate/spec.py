"""Requirements on a generated puzzle."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Literal

from drivers.solvers import DEFAULT
from fillomino.board import Board
from fillomino.deduction.rules import table
from fillomino.deduction.rules.table import beyond
from fillomino.errors import InputError

SYMMETRIES = ("none", "rotate", "mirror")
KINDS = ("any", "basic", "hidden")


@dataclass(frozen=True, slots=True)
class Spec:
    """Requirements on a puzzle.

    Attributes:
        board: the cells.
        level: the hardest rule needed, exactly; `beyond` for a puzzle that all rules leave open.
        clues: the maximal number of clues; ``None`` for no limit.
        fewest: the minimal number of clues. With this bound a puzzle with a few more than `clues` is
            improved (`removal.fewer`), otherwise it is rejected. ``None`` for no such bound.
        kind: whether every region holds a clue (``basic``), some region holds none (``hidden``), or ``any``.
        symmetry: what leaves the pattern of clues as it is: half a turn (``rotate``), ``mirror`` left to
            right, or ``none``.
        depth: from how many to how many guesses the thesis's backtracking makes at once; ``None`` for any.
        largest: no region is larger.
        solver: the solver that proves uniqueness beyond all rules.
    """

    board: Board
    level: int = field(default_factory=table.fast_level)
    clues: int | None = None
    fewest: int | None = None
    kind: Literal["any", "basic", "hidden"] = "any"
    symmetry: Literal["none", "rotate", "mirror"] = "none"
    depth: tuple[int, int | None] | None = None
    largest: int | None = None
    solver: str = DEFAULT.name

    def __post_init__(self) -> None:
        if not 0 <= self.level <= beyond():
            raise InputError(
                f"there is no level {self.level}; the levels are 0 to {beyond()}", code="unknown-level"
            )
        for what, name, names in (("symmetry", self.symmetry, SYMMETRIES), ("kind", self.kind, KINDS)):
            if name not in names:
                raise InputError(f"there is no {what} {name!r}; there is {', '.join(names)}")
        size = self.board.size
        if (self.fewest or 0) > (size if self.clues is None else self.clues):
            most = f"{size} cells" if self.clues is None else f"at most {self.clues} clues"
            raise InputError(f"there can't be {self.fewest} clues or more on {most}")
        if self.symmetry != "none" and self.board.grid is None:
            raise InputError(
                f"the symmetry {self.symmetry!r} needs a board of rows and columns", code="needs-grid"
            )

    def orbits(self) -> list[frozenset[int]]:
        """The sets of cells that have clues together: a cell and where the symmetry takes it."""
        grid = self.board.grid
        if self.symmetry == "none" or grid is None:
            return [frozenset([cell]) for cell in range(self.board.size)]
        orbits = set()
        for row, column in product(range(grid.height), range(grid.width)):
            image = grid.height - 1 - row if self.symmetry == "rotate" else row
            cells = (grid.at(row, column), grid.at(image, grid.width - 1 - column))
            orbits.add(frozenset(cell for cell in cells if cell is not None))
        return sorted(filter(None, orbits), key=sorted)
