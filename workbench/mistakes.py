"""Mistakes of a person who fills in a puzzle, found before a hint builds on them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from drivers.errors import SessionError
from drivers.limits import Limits
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from workbench.explain.clues import contradiction
from workbench.methods.question import Question
from workbench.methods.result import Status
from workbench.methods.table import smt

SECONDS = 10.0
"""For each of the at most three questions to a solver."""

_DEDUCTION_SECONDS = 2.0


def wrong_numbers(puzzle: Puzzle, numbers: Filling, seconds: float = SECONDS) -> tuple[int, ...] | None:
    """Return the cells whose numbers are wrong.

    Args:
        puzzle: the puzzle.
        numbers: the number that a person has written into each cell, 0 for none.
        seconds: the limit of each question to a solver.

    Returns:
        Nothing if some solution has all the numbers. Else, ascending, the cells in which the only solution
        has other numbers; where there are several solutions, cells whose numbers can't all stand beside
        the clues. ``None`` if this was not decided in time, or if the puzzle has no solution at all.

    Raises:
        SolverNotFoundError: if a solver is needed, and the default one is not installed.
    """
    written = _written(puzzle, numbers)
    impossible = tuple(cell for cell in written if cell in puzzle.clues or written[cell] > puzzle.board.size)
    if impossible or not written:
        return impossible
    result = smt().run("puzzle", puzzle, Question(unique=True, seconds=seconds))
    if any(_differing(written, filling) == () for filling in result.fillings):
        return ()
    if result.fillings and result.unique:
        return _differing(written, result.fillings[0])
    if result.fillings:
        return _beside_several(puzzle, written, seconds)
    if result.status is Status.UNSOLVABLE:
        return None
    return _differing(written, deduce(puzzle, Level.FULL, seconds=_DEDUCTION_SECONDS).filling()) or None


def premises(puzzle: Puzzle, numbers: Filling, wrong: tuple[int, ...] | None) -> Puzzle:
    """Return what a hint may build on: the clues, and the numbers if none of them is wrong."""
    if wrong != ():
        return puzzle
    return _with(puzzle, _written(puzzle, numbers))


def _written(puzzle: Puzzle, numbers: Filling) -> dict[int, int]:
    return {
        cell: number for cell, number in enumerate(numbers) if number and puzzle.clues.get(cell) != number
    }


def _differing(written: dict[int, int], filling: Filling) -> tuple[int, ...]:
    return tuple(cell for cell, number in written.items() if filling[cell] and filling[cell] != number)


def _with(puzzle: Puzzle, written: dict[int, int]) -> Puzzle:
    """The puzzle with numbers as clues, though not to the variant *basic*, which is about its own clues."""
    unknown = puzzle.unknown - written.keys()
    return replace(puzzle, clues={**puzzle.clues, **written}, unknown=unknown, basic=False)


def _beside_several(puzzle: Puzzle, written: dict[int, int], seconds: float) -> tuple[int, ...] | None:
    """Return which numbers can't all stand beside the clues of a puzzle that has several solutions."""
    given = _with(puzzle, written)
    result = smt().run("puzzle", given, Question(seconds=seconds))
    if result.fillings:
        return None if violations(puzzle, result.fillings[0]) else ()
    if result.status is not Status.UNSOLVABLE:
        return None
    together = set(written)
    with suppress(SessionError):  # then all of them together, which is true, too
        found = contradiction(given, smt().solver, Limits(seconds=seconds))
        together &= together if found is None else found.clues.keys()
    return tuple(sorted(together))
