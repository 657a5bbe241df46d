"""The work of deduction before a puzzle is encoded, and scripts that record it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from time import process_time
from typing import TYPE_CHECKING

from fillomino.clock import Stopwatch, interrupted_at
from fillomino.deduction.engine import deduce
from fillomino.deduction.levels import Level
from fillomino.deduction.state import Candidates
from fillomino.errors import counted
from fillomino.puzzle import Puzzle
from workbench.methods.question import Question

if TYPE_CHECKING:
    from encoder.encoding import Encoding
    from encoder.script import PuzzleScript


TITLES: Mapping[Level, str] = {
    Level.LIGHT: "rules up to reach",
    Level.FULL: "rules up to bottleneck",
    Level.AHEAD: "rules up to bottleneck, looking ahead",
    Level.THESIS: "single exit, completions, reach",
}
"""The rules of each level, by the names of `fillomino deduce`."""


def open_cells(candidates: Candidates) -> int:
    """Return the number of cells that deduction left open; 0 where it found that there is no filling."""
    return sum(mask & (mask - 1) != 0 for mask in candidates.masks) if candidates.consistent else 0


def decided(candidates: Candidates) -> bool:
    """Return whether deduction has found that there is no filling, or left one number for each cell."""
    return not candidates.consistent or not any(mask & (mask - 1) for mask in candidates.masks)


class Deduced:
    """The work of deduction before a puzzle was encoded.

    Attributes:
        level: how much was deduced.
        cells: the number of cells of the board.
        open_cells: how many of them it left open.
        consistent: false if it found that there is no filling.
    """

    def __init__(self, level: Level, cells: int, open_cells: int, consistent: bool = True) -> None:
        self.level = level
        self.cells = cells
        self.open_cells = open_cells
        self.consistent = consistent

    @property
    def decided(self) -> bool:
        """Return whether it left nothing open to decide."""
        return self.level is not Level.NONE and not self.open_cells

    @property
    def rules(self) -> str:
        """The rules of its level."""
        return TITLES.get(self.level, "")

    @property
    def left(self) -> str:
        """``41 of 100 cells left``."""
        return f"{self.open_cells} of {counted(self.cells, 'cell')} left"

    @property
    def note(self) -> tuple[str, ...]:
        """Lines for the head of a file; none without deduction."""
        if self.level is Level.NONE:
            return ()
        settled = f"settled {self.cells - self.open_cells} of {counted(self.cells, 'cell')}"
        what = settled if self.consistent else "found that there is no filling"
        return (f"Deduction before encoding ({self.level.name.lower()}: {self.rules}) {what}.",)


def nothing_deduced(puzzle: Puzzle) -> Deduced:
    """Return the work of no deduction: every cell without a clue is left open."""
    return Deduced(Level.NONE, puzzle.board.size, puzzle.empty_cells)


def deduced(level: Level, candidates: Candidates) -> Deduced:
    """Return what deduction at a level did."""
    return Deduced(level, len(candidates.masks), open_cells(candidates), candidates.consistent)


def encoded(
    encoding: Encoding, puzzle: Puzzle, logic: str | None, level: Level
) -> tuple[PuzzleScript, Deduced]:
    """Return the script of a puzzle after deduction, which its head records, and what deduction did.

    Args:
        encoding: the encoding; one that makes no use of deduction gets none.
        puzzle: the puzzle.
        logic: the logic, if not the encoding's own.
        level: how much to deduce.

    Raises:
        EncodingError: if the encoding can't be written in the logic.
    """
    if level is Level.NONE or not encoding.deduces:
        return encoding.script(puzzle, logic), nothing_deduced(puzzle)
    candidates = deduce(puzzle, level)
    work = deduced(level, candidates)
    return noted(encoding.script(puzzle, logic, candidates), work), work


def noted(script: PuzzleScript, work: Deduced) -> PuzzleScript:
    """Return a script whose head records deduction; as it is where there was none."""
    return script.with_header(notes=work.note) if work.note else script


DEDUCTION_SECONDS = 5.0
"""Deduction stops after so many seconds of CPU; what it has found by then holds."""


class Begun:
    """What is known before a solver is asked.

    Attributes:
        work: what deduction did.
        watch: counts the phases.
        started: when it began, by our own CPU time (`time.process_time`).
    """

    def __init__(self, puzzle: Puzzle, watch: Stopwatch) -> None:
        self.work = nothing_deduced(puzzle)
        self.watch = watch
        self.started = process_time()
        self._puzzle = puzzle

    def deduce(self, level: Level) -> None:
        """Deduce as much as a level says."""
        self.candidates = deduce(self._puzzle, level, seconds=DEDUCTION_SECONDS)
        self.work = deduced(level, self.candidates)

    @cached_property
    def candidates(self) -> Candidates:
        """What deduction has left; without any, what the clues leave, which few encodings ask for."""
        return deduce(self._puzzle, Level.NONE)


def begin(level: Level, puzzle: Puzzle, question: Question, watch: Stopwatch) -> Begun:
    """Deduce as much as a level says.

    Raises:
        OutOfTimeError: if our CPU time is up.
    """
    begun = Begun(puzzle, watch)
    if level is not Level.NONE:
        until = None if question.seconds is None else begun.started + question.seconds
        with watch.phase("deduce"), interrupted_at(until):
            begun.deduce(level)
    return begun
