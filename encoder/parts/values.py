"""Cells and what they may hold, after deduction: the reduced puzzle of the lazy method.

A cell holds a *value*: a number, or BIG, which stands for every number above a cap that is
fixed nowhere on the board. A connected set of BIG cells is one hidden region as large as the
set, or, where it is large enough for two, several regions side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from encoder.parts.variants import clued_cells
from encoder.parts.variants import masks as allowed
from encoder.puzzle_script import Choice
from fillomino.deduction.engine import Candidates
from fillomino.graph import CellSet, NeighbourFunction, bits, cells_by_value, components, neighbour_function
from fillomino.puzzle import Filling, Puzzle
from fillomino.record import Record

BIG = 0
"""The value of numbers above the cap."""


class Values(Record):
    """The values that each cell may hold.

    Attributes:
        puzzle: the puzzle.
        candidates: what deduction left.
        cap: a number above it, fixed on no cell, is BIG.
        near: neighbours of a set, not through walls.
        known: for each cell its number, 0 where it is not known.
        options: for each cell the values it may hold; empty where its number is known.
        admits: for each value the cells that may hold it, without those of complete regions.
        fixed: for each value the cells among them that are known to hold it.
        pairs: every ``(cell, value)`` with a variable, in the order of their symbols; none where cells are
            only counted, for which few variables are needed.
        symbols: for each value the variable of each cell that has one; none there, too.
    """

    puzzle: Puzzle
    candidates: Candidates
    cap: int
    near: NeighbourFunction
    known: tuple[int, ...]
    options: tuple[tuple[int, ...], ...]
    admits: dict[int, CellSet]
    fixed: dict[int, CellSet]
    pairs: tuple[tuple[int, int], ...]
    symbols: dict[int, dict[int, str]]

    def symbol(self, cell: int, value: int) -> str:
        """The variable "this cell holds this value"."""
        known = self.symbols.get(value, {}).get(cell)
        return known or _symbol(self.puzzle, cell, value)

    def held_by(self, cell: int) -> tuple[int, ...]:
        """The values that a cell may hold, also where that is known; none where deduction left none."""
        known = self.known[cell]
        return (known,) if known else self.options[cell]

    def shared(self, x: int, y: int) -> tuple[int, ...]:
        """The values that two cells may both hold."""
        return tuple(value for value in self.held_by(x) if value in self.held_by(y))

    def cells(self, bits_of: Callable[[int], Sequence[str]] = lambda _: ()) -> list[Choice]:
        """The terms of the number of each cell.

        Args:
            bits_of: from a cell that may be BIG to the terms of the bits of its number.
        """
        choices = []
        for cell in range(len(self.known)):
            held = self.held_by(cell)
            terms = {value: self.symbol(cell, value) for value in held if value != BIG}
            if BIG in held:
                choices.append(Choice(terms, self.symbol(cell, BIG), dict(enumerate(bits_of(cell)))))
            else:
                choices.append(Choice(terms))
        return choices

    def least(self, value: int) -> int:
        """The least number of connected cells of a value."""
        return value or self.cap + 1

    @property
    def clued(self) -> int:
        """The cells of which every region holds one: those with clues in a *basic* puzzle, else all."""
        return clued_cells(self.puzzle)

    def held_in(self, filling: Filling) -> dict[int, int]:
        """For each value the cells that hold it in a filling."""
        return cells_by_value(self.known[x] or self.value(x, number) for x, number in enumerate(filling))

    def value(self, cell: int, number: int) -> int:
        """The value that stands for a number at a cell."""
        return number if number in self.options[cell] or self.known[cell] else BIG

    def stands_for(self, cell: int, value: int, number: int) -> bool:
        """Return whether a value at a cell can mean a number."""
        return bool(self.candidates.masks[cell] >> number & 1) and self.value(cell, number) == value


def _symbol(puzzle: Puzzle, cell: int, value: int) -> str:
    return f"n_{puzzle.board.labels[cell]}_{value or 'big'}"


def values_of(puzzle: Puzzle, candidates: Candidates, cap: int, *, to_count: bool = False) -> Values:
    """Return the values that the cells of a puzzle may hold.

    With a largest region, with walls or in a checkered puzzle, which ask whether cells are in one
    region, there is no BIG, whatever the cap; unless the values are there to be counted only.
    """
    near = neighbour_function(puzzle.board, puzzle.walls)
    if not to_count and (puzzle.walls or puzzle.largest_region is not None or puzzle.checkered):
        cap = puzzle.board.size
    masks = allowed(puzzle, candidates)
    known = candidates.filling()
    standing = set(known)
    admits: dict[int, int] = {}
    fixed: dict[int, int] = {}
    options: list[tuple[int, ...]] = [()] * len(known)
    symbols: dict[int, dict[int, str]] = {}
    # Cells of one mask are alike; those of a known number are known by that.
    alike = cells_by_value([-number or mask for number, mask in zip(known, masks, strict=True)])
    for mask, cells in alike.items():
        if mask < 0:
            admits[-mask] = admits.get(-mask, 0) | cells
            fixed[-mask] = cells
            continue
        numbers = tuple(bits(mask))
        kept = tuple([v for v in numbers if v <= cap or v in standing])
        kept = kept if len(kept) == len(numbers) else (*kept, BIG)
        for value in kept:
            admits[value] = admits.get(value, 0) | cells
        for cell in bits(cells):
            options[cell] = kept
    if not to_count:
        for cell, numbers in enumerate(options):
            for value in numbers:
                symbols.setdefault(value, {})[cell] = _symbol(puzzle, cell, value)
    clued = clued_cells(puzzle)
    for number, cells in fixed.items():
        if cells.bit_count() < number:
            continue
        for part in components(near, cells):
            if part.bit_count() == number and part & clued and not near(part) & ~part & admits[number]:
                admits[number] ^= part
                fixed[number] ^= part
    return Values(
        puzzle=puzzle,
        candidates=candidates,
        cap=cap,
        near=near,
        known=known,
        options=tuple(options),
        admits={value: cells for value, cells in admits.items() if cells},
        fixed={value: fixed.get(value, 0) for value, cells in admits.items() if cells},
        pairs=()
        if to_count
        else tuple((cell, value) for cell, numbers in enumerate(options) for value in numbers),
        symbols=symbols,
    )
