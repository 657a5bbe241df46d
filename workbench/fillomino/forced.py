"""The next number where all rules end: a minimal set of known numbers that leaves no other for a cell.

Each question is a puzzle of its own, with these numbers as its clues, and deduction leaves little of most. At
first all cells but a neighbourhood keep the numbers of the solution. If a filling is found, it is one of the
whole board; if there is none, the question is asked again with a larger neighbourhood. (Neighbourhoods as in
Shaw, "Using Constraint Programming and Local Search Methods to Solve Vehicle Routing Problems", CP 1998.)

Every filling that was found is kept: it answers all later questions whose numbers it has.

The numbers nearest to a cell are tried first, then twice as many, and so on; what refutes every other number
of the cell is made minimal. (A step explained by a small unsatisfiable set: Gamba, Bogaerts & Guns,
"Efficiently Explaining CSPs with Unsatisfiable Subset Optimization", IJCAI 2021.)
"""

from __future__ import annotations

import math
from time import process_time
from typing import TypeAlias

from drivers.answer import Failure, Sat, Unsat
from drivers.cores import require_session
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.encodings.cuts import CUTS
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.deduction.fast.propagation import Propagation, look_ahead
from fillomino.deduction.rules.cells import MINIMAL_SET
from fillomino.deduction.state import State
from fillomino.deduction.step import Kind, Step
from fillomino.graph import bits, layers, neighbour_function, within
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from workbench.fillomino.contradicted import ContradictedError
from workbench.fillomino.cut_loop import Cuts
from workbench.methods.encodings import best_logic
from workbench.methods.method import Question, Status
from workbench.methods.smt import smt

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
        """Ask nothing yet; `most` is the limit of `seconds`, and the solver must hold a session."""
        self.seconds = 0.0
        self._fillings: list[Filling] = []
        self._most = most
        self._puzzle, self._solver, self._solution = puzzle, solver, solution
        self._logic = best_logic(CUTS, solver)
        self._near = neighbour_function(puzzle.board, puzzle.walls)

    def refute(
        self, numbers: Numbers, cell: int | None, beside: int | None = None, seconds: float = SECONDS
    ) -> bool | None:
        """Decide if some numbers leave a cell none but the solution's; ``None`` if not in time.

        Without a cell it decides if they leave no filling at all. A filling is looked for first around the
        cell, and `beside` another. The CPU seconds are of the solver, for each time that it is asked.

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
        return self._puzzle if self._puzzle.basic else self._puzzle.replace(clues={}, unknown=frozenset())

    def _candidates(self, numbers: Numbers, other_at: int | None) -> Candidates:
        given = self._puzzle.replace(clues=numbers, unknown=frozenset(), basic=False)
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


FEWEST = 8
"""So many numbers are tried first, and later half as many as the last time were enough."""

CELLS = 8
"""For so many cells, those that leave the fewest open, before all known numbers are used."""

BRIEF = 1.0
"""CPU seconds of the solver for a question whose answer can be done without."""

PATIENCE = 120.0
"""CPU seconds, ours and the solver's, after which a set is no longer made smaller."""


class Forced:
    """Finds a forced number, again and again. It is a `workbench.fillomino.deduction_steps.Further`."""

    def __init__(self, puzzle: Puzzle, solver: Solver, limits: Limits) -> None:
        """Ask nothing yet; the seconds of the limits are for all of it.

        Raises:
            UnfitSolverError: if the solver can't hold a session.
        """
        require_session(solver)
        self._puzzle, self._solver, self._limits = puzzle, solver, limits
        self._few = FEWEST
        self._begun: tuple[Refuter, Filling | None, bool] | None = None

    def __call__(self, state: State) -> Step | None:
        """Find a number that is forced by what is known, and a minimal set of numbers that forces it.

        Returns:
            A step that fixes the number of a cell, because of such a set; its detail is how many of them
            may be spared, for that was not decided in time. A step that stops if there is no solution;
            ``None`` if no cell is forced.

        Raises:
            SessionError: if the solver fails or does not solve the puzzle in time.
            ContradictedError: if it finds no solution, and the rules give one.
        """
        refuter, solution, unique = self._begun = self._begun or self._begin()
        known = {cell: number for number, cells in state.fixed.items() for cell in bits(cells)}
        if solution is None:
            return _step(Kind.STOP, 0, 0, *self._minimal(refuter, None, list(known), known))
        masks = state.candidates()
        left = {cell: _left(state, solution[cell], cell) for cell in bits(state.unfixed)}
        cells = sorted(left, key=lambda cell: (left[cell], masks[cell].bit_count(), cell))
        few = self._few
        while few < len(known):
            for cell in cells[:CELLS]:
                near = _nearest(state, cell, known)[:few]
                if refuter.refute({x: known[x] for x in near}, cell, seconds=BRIEF):
                    self._few = max(FEWEST, few // 2)
                    return _step(Kind.FIX, solution[cell], cell, *self._minimal(refuter, cell, near, known))
            few *= 2
        self._few = max(FEWEST, len(known) // 2)
        for cell in cells:
            if refuter.refute(known, cell):
                near = _nearest(state, cell, known)
                return _step(Kind.FIX, solution[cell], cell, *self._minimal(refuter, cell, near, known))
        if unique and cells:  # as the solver has decided by another way, but not in time for one number
            return _step(Kind.FIX, solution[cells[0]], cells[0], known, len(known))
        return None

    def _begin(self) -> tuple[Refuter, Filling | None, bool]:
        """Solve the puzzle: what asks questions, a solution if there is any, and if it is the only one."""
        method = smt(None, self._solver, deduce="ahead")
        result = method.run("puzzle", self._puzzle, Question(unique=True, seconds=self._limits.seconds))
        solution = result.answers.fillings[0] if result.answers.fillings else None
        if solution is not None or result.verdict.status is Status.UNSOLVABLE:
            most = math.inf if self._limits.seconds is None else self._limits.seconds
            refuter = Refuter(self._puzzle, self._solver, solution, most - result.times.cpu["total"])
            return refuter, solution, result.verdict.unique is True
        if result.verdict.status is Status.WRONG:
            raise ContradictedError(
                f"{self._solver.title} finds that there is no solution; {result.why.error}"
            )
        message = result.why.error or "the search for the next number has no answer in time"
        raise (SessionTimeoutError if result.verdict.status is Status.TIMEOUT else SessionError)(message)

    def _minimal(
        self, refuter: Refuter, cell: int | None, near: list[int], known: Numbers
    ) -> tuple[Numbers, int]:
        """A minimal set of the numbers near a cell, the nearest first, and how many may be spared.

        Several are left out at once: twice as many after each success, a fourth after each failure.
        """
        core = {x: known[x] for x in near}
        undecided, until = 0, refuter.seconds + PATIENCE
        # What is tried last is the likeliest to stay: what is near, and clues before what was found.
        far_first = near[::-1]
        left = sorted(far_first, key=lambda x: x in self._puzzle.clues)
        many = 1 + len(left) // 4
        while left and refuter.seconds <= until:
            some = left[:many]
            rest = {x: number for x, number in core.items() if x not in some}
            alone = len(some) == 1
            spared = refuter.refute(rest, cell, some[0], SECONDS if alone else BRIEF)
            if spared:
                core = rest
            elif alone:
                undecided += spared is None
            if spared or alone:
                del left[:many]
            many = 2 * many if spared else max(1, many // 4)
        return core, undecided + len(left)


def _left(state: State, number: int, cell: int) -> int:
    """The number of open cells that deduction leaves after a cell is fixed."""
    after = state.copy()
    after.fix(number, 1 << cell)
    propagation = Propagation(after)
    propagation.run_and_count()
    return look_ahead(propagation).state.unfixed.bit_count()


def _nearest(state: State, cell: int, known: Numbers) -> list[int]:
    """The cells with known numbers, the nearest to a cell first."""
    every = (1 << state.size) - 1
    return [x for layer in layers(state.near, 1 << cell, every) for x in bits(layer) if x in known]


def _step(kind: Kind, number: int, cell: int, core: Numbers, undecided: int) -> Step:
    cells = 1 << cell if kind is Kind.FIX else 0
    return Step(MINIMAL_SET.name, kind, number, cells, sum(1 << x for x in core), undecided)
