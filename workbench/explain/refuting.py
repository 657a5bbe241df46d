"""Refutations: some of the known numbers leave a cell no other number than it has in the solution.

Each question is a puzzle of its own, with these numbers as its clues, and deduction leaves little of most. At
first all cells but a neighbourhood keep the numbers of the solution. If a filling is found, it is one of the
whole board; if there is none, the question is asked again with a larger neighbourhood. (Neighbourhoods as in
Shaw, "Using Constraint Programming and Local Search Methods to Solve Vehicle Routing Problems", CP 1998.)

Every filling that was found is kept: it answers all later questions whose numbers it has.
"""

from __future__ import annotations

import math
from dataclasses import replace
from time import process_time
from typing import TypeAlias

from drivers.answer import Failure, Sat, Unsat
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.encodings.cuts import CUTS
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.graph import bits, neighbour_function, within
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from workbench.choose.logics import best_logic
from workbench.methods.cuts import Cuts

STEPS = (2, 4, 8, 10, 12, 16)
"""Distances within which cells around the question may change at first, at second, …; at last, all."""

FEWEST_KEPT = 0.2
"""The share of the unknown cells that a neighbourhood keeps, at least: else all may change at once."""

SECONDS = 5.0
"""CPU seconds of the solver for one question."""


Numbers: TypeAlias = dict[int, int]
"""Numbers by their cells."""


class Refuter:
    """Questions about a board with some of the known numbers.

    Attributes:
        seconds: CPU seconds of all of them so far, ours and the solver's.
    """

    def __init__(
        self, puzzle: Puzzle, solver: Solver, solution: Filling | None, most: float = math.inf
    ) -> None:
        """Ask nothing yet.

        Args:
            puzzle: the puzzle.
            solver: the solver; it must hold a session.
            solution: a solution, if there is any.
            most: the limit of `seconds`.
        """
        self.seconds = 0.0
        self._fillings: list[Filling] = []
        self._most = most
        self._puzzle, self._solver, self._solution = puzzle, solver, solution
        self._logic = best_logic(CUTS, solver)
        self._near = neighbour_function(puzzle.board, puzzle.walls)

    def refute(
        self, numbers: Numbers, cell: int | None, beside: int | None = None, seconds: float = SECONDS
    ) -> bool | None:
        """Decide if some numbers leave a cell none but the solution's.

        Args:
            numbers: the numbers by their cells; all others are unknown.
            cell: the cell; ``None`` for the question if the numbers leave no filling at all.
            beside: a cell around which a filling is looked for first, too.
            seconds: CPU seconds of the solver, for each time that it is asked.

        Returns:
            ``None`` if that is not decided in time.

        Raises:
            SessionError: if the solver fails.
            SessionTimeoutError: if the time for all questions is used up.
        """
        if self.seconds >= self._most:
            raise SessionTimeoutError(f"the search for the next number took {self._most:g} s")
        if cell is None or self._solution is None:
            return _no(self._has_filling(numbers, None, seconds))
        own = self._solution[cell]
        if any(f[cell] != own and all(f[x] == n for x, n in numbers.items()) for f in self._fillings):
            return False
        every = (1 << self._puzzle.board.size) - 1
        start = 1 << cell | (0 if beside is None else 1 << beside)
        for steps in STEPS:
            free = within(self._near, start, every, steps)
            kept = {x: self._solution[x] for x in bits(every & ~free)}
            if len(kept.keys() - numbers.keys()) < FEWEST_KEPT * (self._puzzle.board.size - len(numbers)):
                break
            if self._has_filling(kept | numbers, cell, seconds):
                return False
        return _no(self._has_filling(numbers, cell, seconds))

    def _has_filling(self, numbers: Numbers, other_at: int | None, seconds: float) -> bool | None:
        """Decide if there is a filling with some numbers, and another than the solution's at a cell."""
        started = process_time()
        try:
            candidates = self._candidates(numbers, other_at)
            if not all(candidates.masks):
                return False
            filling = candidates.filling()
            if all(filling):
                return self._keeps(filling)
            return self._ask(candidates, seconds)
        finally:
            self.seconds += process_time() - started

    def _keeps(self, filling: Filling) -> bool:
        """Return whether a filling is by the rules, and keep it if it is."""
        if violations(self._bare, filling):
            return False
        self._fillings.append(filling)
        return True

    @property
    def _bare(self) -> Puzzle:
        """The puzzle without its numbers; a basic puzzle keeps the cells that they stand on."""
        return self._puzzle if self._puzzle.basic else replace(self._puzzle, clues={}, unknown=frozenset())

    def _candidates(self, numbers: Numbers, other_at: int | None) -> Candidates:
        given = replace(self._puzzle, clues=numbers, unknown=frozenset(), basic=False)
        masks = list(deduce(given, Level.FULL).masks)
        if other_at is not None and self._solution is not None:
            masks[other_at] &= ~(1 << self._solution[other_at])
        return Candidates(tuple(masks), all(masks))

    def _ask(self, candidates: Candidates, seconds: float) -> bool | None:
        limits = Limits(cpu_seconds=max(0.1, min(seconds, self._most - self.seconds)))
        with Cuts(self._bare, candidates, self._solver, self._logic, limits) as backend:
            answer = backend.ask()
        self.seconds += backend.usage.cpu_seconds
        match answer:
            case Sat():
                self._keeps(tuple(int(answer.values[f"n_{x}"]) for x in self._bare.board.labels))
                return True
            case Unsat():
                return False
            case Failure():
                raise SessionError(answer.text)
        return None


def _no(answer: bool | None) -> bool | None:
    return None if answer is None else not answer
