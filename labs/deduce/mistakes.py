"""Mistakes of a person who fills in a puzzle, found before a hint builds on them."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from drivers.cores import minimal_core
from drivers.errors import SolverNotFoundError
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from workbench.methods.method import Question, Result, Status
from workbench.methods.smt import smt

SECONDS = 10.0
"""For all questions about the numbers of a person."""

_DEDUCTION_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Numbers that are wrong.

    Attributes:
        cells: their cells, ascending; none if some solution has all the numbers.
        each: true if each of them is wrong, false if they can't all be right.
    """

    cells: tuple[int, ...] = ()
    each: bool = True


def mistakes(puzzle: Puzzle, numbers: Filling, seconds: float = SECONDS) -> Mistakes | None:
    """Find the numbers that are wrong.

    Those are wrong that the only solution does not have. Of a puzzle with several solutions those that no
    solution has together. The numbers are those that a person has written into each cell, 0 for none; the
    seconds are those of all questions to the solver together, by the clock.

    Returns:
        ``None`` if that was not decided: in time, without a solver, or because there is no solution at all.
    """
    written = _written(puzzle, numbers)
    impossible = tuple(cell for cell in written if cell in puzzle.clues or written[cell] > puzzle.board.size)
    if impossible or not written:
        return Mistakes(impossible)
    until = monotonic() + seconds
    result = _ask(puzzle, until, unique=True)
    if any(not _differing(written, filling) for filling in result.answers.fillings):
        return Mistakes()
    if result.answers.fillings and result.verdict.unique:
        return Mistakes(_differing(written, result.answers.fillings[0]))
    if result.answers.fillings:
        return _beside_several(puzzle, written, until)
    if result.verdict.status is Status.UNSOLVABLE:
        return None
    wrong = _differing(written, deduce(puzzle, Level.FULL, seconds=_DEDUCTION_SECONDS).filling())
    return Mistakes(wrong) if wrong else None


def premises(puzzle: Puzzle, numbers: Filling, wrong: Mistakes | None) -> Puzzle:
    """Return what a hint may build on: the clues, and the numbers if none of them is wrong."""
    return _with(puzzle, _written(puzzle, numbers)) if wrong == Mistakes() else puzzle


def _written(puzzle: Puzzle, numbers: Filling) -> dict[int, int]:
    return {cell: number for cell, number in enumerate(numbers) if number not in (0, puzzle.clues.get(cell))}


def _differing(written: dict[int, int], filling: Filling) -> tuple[int, ...]:
    return tuple(cell for cell, number in written.items() if filling[cell] not in (0, number))


def _with(puzzle: Puzzle, written: dict[int, int]) -> Puzzle:
    """The puzzle with numbers as clues, though not to the variant *basic*, which is about its own clues."""
    unknown = puzzle.unknown - written.keys()
    return puzzle.replace(clues={**puzzle.clues, **written}, unknown=unknown, basic=False)


def _ask(puzzle: Puzzle, until: float, *, unique: bool = False) -> Result:
    method = smt()
    try:
        return method.run("puzzle", puzzle, Question(unique=unique, seconds=max(0.1, until - monotonic())))
    except SolverNotFoundError as error:  # deduction alone may find some, too
        return method.without_solution("puzzle", Status.UNKNOWN, str(error))


def _beside_several(puzzle: Puzzle, written: dict[int, int], until: float) -> Mistakes | None:
    """Find numbers that can't all stand beside the clues: as few as there is time for."""
    result = _ask(_with(puzzle, written), until)
    if result.answers.fillings:
        return None if violations(puzzle, result.answers.fillings[0]) else Mistakes()
    if result.verdict.status is not Status.UNSOLVABLE:
        return None

    def refute(cells: list[int]) -> list[int] | None:
        some = _with(puzzle, {cell: written[cell] for cell in cells})
        known = len(cells) == len(written)  # it was asked above
        refuted = known or (monotonic() < until and _ask(some, until).verdict.status is Status.UNSOLVABLE)
        return cells if refuted else None

    together = tuple(minimal_core(list(written), refute) or ())
    return Mistakes(together, each=len(together) == 1)
