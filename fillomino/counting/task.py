"""A task of counting: a board, the numbers each cell may hold, and the neighbours that must differ."""

from __future__ import annotations

from dataclasses import dataclass

from fillomino.board import Board
from fillomino.deduction.engine import Candidates
from fillomino.errors import PuzzleError
from fillomino.puzzle import Filling, Puzzle


@dataclass(frozen=True, slots=True)
class Task:
    """The fillings of a board in which every cell holds a number of its own set.

    Attributes:
        board: the cells.
        masks: for each cell the numbers allowed: bit v stands for number v.
        walls: pairs ``(x, y)`` of neighbours, ``x < y``, that must hold different numbers.
        bare: whether every cell allows the same numbers 1 to `largest` and no wall stands: then the
            cells differ only in their place, and methods may use the symmetry of the numbers.
    """

    board: Board
    masks: tuple[int, ...]
    walls: frozenset[tuple[int, int]] = frozenset()
    bare: bool = False

    @property
    def largest(self) -> int:
        """The largest number that any cell allows; 0 if none allows any."""
        return max(mask.bit_length() for mask in self.masks) - 1 if any(self.masks) else 0

    def numbers(self, cell: int) -> list[int]:
        """The numbers a cell allows, ascending."""
        return numbers_of(self.masks[cell])


def numbers_of(mask: int) -> list[int]:
    """The numbers of a bit mask, ascending."""
    return [number for number in range(1, mask.bit_length()) if mask >> number & 1]


def bare(board: Board, largest: int | None = None) -> Task:
    """Return the task of all fillings of a board whose regions have at most `largest` cells.

    Raises:
        PuzzleError: if `largest` is below 1.
    """
    if largest is not None and largest < 1:
        raise PuzzleError(f"the largest region can't have {largest} cells", code="largest-region")
    top = min(board.size, largest or board.size)
    return Task(board, ((2 << top) - 2,) * board.size, bare=True)


def of_puzzle(puzzle: Puzzle, candidates: Candidates) -> Task:
    """Return the task of all solutions of a puzzle.

    Args:
        puzzle: the puzzle.
        candidates: for each cell at least the numbers that it has in any solution.

    Raises:
        PuzzleError: for the variants checkered and basic, which counting does not support.
    """
    for name in ("checkered", "basic"):
        if getattr(puzzle, name):
            raise PuzzleError(f"counting does not support the rule {name!r}", code="unsupported-variant")
    return Task(puzzle.board, candidates.masks, puzzle.walls)


def with_prefix(task: Task, prefix: Filling) -> Task:
    """Return the same task with the first cells given; 0 is no number.

    Raises:
        PuzzleError: if the prefix is longer than the board.
    """
    if len(prefix) > task.board.size:
        raise PuzzleError(
            f"a prefix of {len(prefix)} numbers for a board of {task.board.size} cells", code="bad-filling"
        )
    given = tuple((1 << v if v > 0 else 0) & task.masks[cell] for cell, v in enumerate(prefix))
    return Task(task.board, given + task.masks[len(prefix) :], task.walls, bare=task.bare and not prefix)
