"""Why a puzzle of another game than Fillomino has no solution: a minimal set of signs that conflict.

Each question is the puzzle with some of its signs taken away, encoded anew, so that any encoding will do. A
sign is taken away by another that says nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from drivers.cores import minimal_core
from drivers.errors import SessionError, SessionTimeoutError
from fillomino.instance import Instance
from games.game import Rectangle, room_and_clue
from workbench.fillomino.contradicted import ContradictedError
from workbench.methods.method import Question, Result, Status
from workbench.methods.smt import SmtMethod


@dataclass(frozen=True, slots=True)
class Conflict:
    """Signs that no answer satisfies together, though it would without any one of them.

    Attributes:
        cells: the cells of these signs; none if there is no solution whatever the signs are.
        without_others: the puzzle with these signs alone; others say nothing.
        drawing: the same with a blank in place of those.
    """

    cells: tuple[int, ...]
    without_others: Rectangle
    drawing: str


def _shown(blank: str) -> str:
    """A sign that says nothing, for drawings: a number that does so is none."""
    room, clue = room_and_clue(blank)
    return f"{room}{clue}" if room or not clue.isdecimal() else "."


def two_solutions(method: SmtMethod, puzzle: Instance, seconds: float | None) -> Result:
    """Solve a puzzle: its result holds two solutions, or the only one, or none."""
    return method.run("puzzle", puzzle, Question(limit=2, unique=True, seconds=seconds))


def conflict_of(
    method: SmtMethod, puzzle: Rectangle, seconds: float | None, progress: Callable[[str], None]
) -> Conflict:
    """Return a minimal set of conflicting signs of a puzzle without a solution.

    Args:
        method: decides each question.
        puzzle: the puzzle.
        seconds: for each question; ``None`` is no limit.
        progress: told in a few words how far the search is.

    Raises:
        SessionError: if a question is not decided.
        ContradictedError: if the rules give a solution of a puzzle that is said to have none.
    """
    blanks = {cell: blank for cell in puzzle.cells if (blank := puzzle.game.blank(puzzle, cell)) is not None}
    given = [cell for cell, blank in blanks.items() if puzzle.signs[cell] != blank]

    def keep(kept: list[int]) -> Rectangle:
        gone = set(given).difference(kept)
        return puzzle.replace(blanks[cell] if cell in gone else puzzle.signs[cell] for cell in puzzle.cells)

    def refute(kept: list[int]) -> list[int] | None:
        some = keep(kept)
        if puzzle.game.complaint(some) is not None:  # without these signs it is no puzzle at all
            return None
        result = method.run("puzzle", some, Question(seconds=seconds))
        if result.verdict.status is Status.UNSOLVABLE:
            return kept
        if result.verdict.status is Status.SOLVED:
            return None
        if result.why.code == ContradictedError.code:
            raise ContradictedError(result.why.error)
        late = result.verdict.status is Status.TIMEOUT
        raise (SessionTimeoutError if late else SessionError)(result.why.error or "not decided")

    def report(known: int, left: int) -> None:
        progress(f"a conflict of {known} to {known + left} of {len(given)} signs")

    core = minimal_core(given, refute, report)
    cells = tuple(sorted(given if core is None else core))
    shown = puzzle.replace(
        sign if cell in cells or cell not in blanks else _shown(blanks[cell])
        for cell, sign in enumerate(puzzle.signs)
    )
    return Conflict(cells, keep(list(cells)), shown.draw())
