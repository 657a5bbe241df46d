"""The smallest puzzle on which a disagreement remains: tiny boards, fewer cells, fewer clues."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from fillomino.errors import FillominoError
from fillomino.puzzle import Puzzle
from fillomino.words import counted
from workbench.shrink.checks import SMALL, Check, Disagreement
from workbench.shrink.smaller import clued_boards, fewer_cells, fewer_clues, tiny_boards, windows

_FEW = 6
"""Cells of the parts, at most, that are tried where there is no disagreement about the whole."""


@dataclass(slots=True)
class PuzzleShrinker:
    """A search for the smallest puzzle, which can be stopped at any time.

    Attributes:
        check: returns the disagreement about a puzzle.
        report: called with a few words on how far it is.
        best: the smallest puzzle so far.
        found: the disagreement about it; ``None`` before one is found.
        tried: how many puzzles were tried.
        elsewhere: whether there is no disagreement about the puzzle itself, but about a part.
    """

    check: Check
    report: Callable[[str], None] = lambda _: None
    best: Puzzle | None = None
    found: Disagreement | None = None
    tried: int = 0
    elsewhere: bool = False
    _refuted: set[object] = field(default_factory=set)

    def run(self, puzzle: Puzzle) -> Disagreement | None:
        """Shrink a puzzle.

        One that is not decided within the limits is not given up: parts of it may be.

        Returns:
            The disagreement about the smallest puzzle; ``None`` if there is none.
        """
        if not self._holds(puzzle) and not self.check.undecided:
            few = (tiny for tiny in tiny_boards(puzzle) if tiny.board.size <= _FEW)
            self.elsewhere = any(map(self._holds, few))
        elif not any(map(self._holds, tiny_boards(puzzle))) and self.best is None:
            any(map(self._holds, windows(puzzle)))
        while self.best is not None:
            before = self.best
            fewer_cells(self.best, self._holds)
            fewer_clues(self.best, self._holds)
            if self.best.board.size > SMALL and not any(map(self._holds, windows(puzzle))):
                rules = replace(puzzle, checkered=self.best.checkered, basic=self.best.basic)
                any(map(self._holds, clued_boards(rules)))
            if self.best == before:
                break
        return self.found

    def _holds(self, puzzle: Puzzle) -> bool:
        rules = (puzzle.largest_region, puzzle.checkered, puzzle.basic)
        key = (puzzle.board, tuple(sorted(puzzle.clues.items())), puzzle.walls, rules)
        if key in self._refuted:
            return False
        self.tried += 1
        self._show()
        try:
            found = self.check(puzzle)
        except FillominoError as error:  # such as a program that does not encode it
            if self.tried == 1:
                raise
            found = None
            self.check.undecided.add(str(error))
        if found is None:
            self._refuted.add(key)
            return False
        if self.best is None or _size(puzzle) <= _size(self.best):
            self.best, self.found = puzzle, found
        return True

    def _show(self) -> None:
        """Report the smallest so far."""
        if self.best is not None:
            cells, clues = counted(self.best.board.size, "cell"), counted(len(self.best.clues), "clue")
            self.report(f"{cells}, {clues}, after {self.tried} tried")


def _size(puzzle: Puzzle) -> tuple[int, ...]:
    rules = (puzzle.largest_region is not None) + puzzle.checkered + puzzle.basic
    return puzzle.board.size, len(puzzle.clues) + len(puzzle.walls) + rules
