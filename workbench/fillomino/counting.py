"""Counting solutions: to prove uniqueness, and by a solver that enumerates them."""

from __future__ import annotations

from collections.abc import Callable

from encoder.puzzle_script import Decoded
from fillomino.counting.task import Task, bare, of_puzzle
from fillomino.deduction.engine import Level, deduce
from fillomino.errors import CountError, InputError, PuzzleError, counted
from fillomino.instance import Instance
from fillomino.puzzle import Puzzle, as_fillomino
from workbench.methods.method import EVERY, Question, Status
from workbench.methods.protocol import Method

COUNT_MEMORY = 4 << 30
"""Bytes that a proof by counting may take."""

DEDUCTION_SECONDS = 10.0
"""Deduction stops after so many seconds of CPU; what it has found by then holds."""


def task_of(name: str, puzzle: Puzzle, level: Level, otherwise: str) -> Task:
    """Return the task of counting a puzzle after deduction; of a bare board there is nothing to deduce.

    Raises:
        InputError: if counting does not support a rule of the puzzle; ends with what to use otherwise.
    """
    if not (puzzle.clues or puzzle.walls or puzzle.checkered or puzzle.basic):
        return bare(puzzle.board, puzzle.largest_region)
    try:
        return of_puzzle(puzzle, deduce(puzzle, level, seconds=DEDUCTION_SECONDS))
    except PuzzleError as error:
        raise InputError(f"{error}; use {otherwise}", source=name, code=error.code) from error


def counted_to_prove(instance: Instance, known: int) -> tuple[int | None, str | None]:
    """Return the number of fillings by counting, which shares nothing with SMT; or why it is not known.

    So many as are known must be counted.
    """
    from fillomino.counting.methods import count
    from fillomino.counting.settings import Settings

    puzzle = as_fillomino(instance, "--prove-by counting")
    try:
        total = count(of_puzzle(puzzle, deduce(puzzle)), settings=Settings(memory=COUNT_MEMORY))
    except (CountError, PuzzleError) as error:
        other = "; use --prove-by solver" if isinstance(error, PuzzleError) else ""
        claim = "the filling is not proved to be the only one"
        claim = claim if known else "there is no proof that there is none"
        return None, f"{claim}: {error}{other}"
    if total < known or (total and not known):
        return None, f"counting finds {counted(total, 'filling')} where {known} had been found"
    return total, None


def count_by_solver(
    name: str, puzzle: Puzzle, method: Method, question: Question, watch: Callable[[int], None]
) -> int:
    """Return the number of fillings of a puzzle; after each, `watch` is told how many there are so far.

    A filling is blocked by its numbers, so it is counted once, however many models it has.
    Each is checked by the rules; that there are no more rests on the solver alone. The question is about time
    and memory; its limit is set aside.

    Raises:
        CountError: if time or memory ran out, or the solver failed.
        EncodingError: if encoding and solver do not go together.
    """
    seen = 0

    def see(event: object) -> None:
        nonlocal seen
        if isinstance(event, Decoded):
            seen += 1
            watch(seen)

    result = method.run(name, puzzle, question.replace(limit=EVERY, watch=see))
    if not result.answers.complete:
        late = result.why.ended is Status.TIMEOUT
        why = f"the solver had {question.seconds:g} s" if late else result.why.error or "the solver stopped"
        raise CountError(
            f"{len(result.answers.fillings)} solutions found, and there may be more: {why}",
            broken=result.why.ended is Status.FAILED,
        )
    return len(result.answers.fillings)
