"""Reasoning about a puzzle that a person named: what `deduce` and `hint` share."""

from __future__ import annotations

from time import process_time

from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.deduction.reason import NearbyReasoner, Reasoner, reasoner
from fillomino.deduction.rules import registry
from fillomino.deduction.step import Kind
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from workbench.cli.output import warn
from workbench.fillomino.deduction_steps import Backtracking, ExplainedStep, Further
from workbench.texts.inputs import Opened, Reading, puzzle_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from labs.deduce.rows import DeduceRow


def highest_level(word: str | None, more: str = "") -> int:
    """The highest level of the rules, by default that of the last one.

    Raises:
        InputError: if there is no such level; `more` names what else may be written.
    """
    if word is None:
        return registry.hardest()
    highest = int(word) if word.isdecimal() else -1
    if not 0 <= highest <= registry.beyond():
        message = f"--level is 0 to {registry.beyond()}{more}, not {word}"
        raise InputError(message, code="unknown-level")
    return highest


class Start:
    """A puzzle as it was read, and the time for it.

    Attributes:
        opened: the puzzle with its name.
        puzzle: the same, a Fillomino.
    """

    def __init__(self, name: str, reading: Reading, timeout: float | None) -> None:
        """Read the puzzle; the time runs from now on.

        Raises:
            InputError: if it can't be read, or is of another game.
        """
        self._timeout = timeout
        self._until = None if timeout is None else process_time() + timeout
        self.opened = puzzle_of(name, reading)
        self.puzzle = self.opened.fillomino("deduce").puzzle

    def reasoner(self, puzzle: Puzzle, level: int) -> Reasoner | None:
        """A reasoner up to a level; ``None``, and a warning, if time was up before its first step."""
        until = self._until
        try:
            # Half a second at the least, which does for any board that a person solves.
            with interrupted_at(None if until is None else max(until, process_time() + 0.5)):
                return reasoner(puzzle, level, NearbyReasoner)
        except OutOfTimeError:
            warn(
                f"{self.opened.name}: {self._timeout:g} s of CPU time were used up before the first step",
                code="out-of-time",
            )
            return None

    @property
    def left(self) -> float | None:
        """The CPU seconds that are left; ``None`` without a limit."""
        return None if self._until is None else max(0.0, self._until - process_time())

    def further(self, puzzle: Puzzle, level: int) -> Further | None:
        """The step where the rules up to a level end; there is none below the highest level."""
        if level < registry.beyond():
            return None
        from drivers.limits import Limits
        from drivers.solvers import default_solver
        from workbench.fillomino.forced import Forced

        return Forced(puzzle, default_solver(), Limits(seconds=self.left))


def hardest_of(listed: list[ExplainedStep]) -> int:
    """The level of the hardest rule of some steps."""
    rules = {explained.step.rule for explained in listed if explained.step.kind is not Kind.GUESS}
    return max(map(registry.level, rules), default=0)


def row_of(opened: Opened, reasoning: Reasoner | Backtracking, listed: list[ExplainedStep]) -> DeduceRow:
    """The row of a puzzle, and of what is known and left of it."""
    from labs.deduce.rows import DeduceRow

    left = reasoning.candidates()
    names = opened.fillomino("deduce").puzzle.board.names
    return DeduceRow(
        puzzle=opened.name,
        consistent=reasoning.consistent,
        solved=reasoning.solved,
        finished=reasoning.finished,
        level=hardest_of(listed),
        candidates={name: left.numbers(cell) for cell, name in enumerate(names)},
    )


def contradiction(listed: list[ExplainedStep]) -> str:
    """The sentence for a puzzle without a solution."""
    return f"no solution: {listed[-1].sentence if listed else 'The clues contradict each other.'}"
