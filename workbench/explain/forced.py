"""The next number where all rules end: minimal sets of known numbers that leave one number for a cell.

The lazy method is used on the board without its clues: each known number, and that a cell holds another than
in a solution, is an assumption. What is learned holds for every set of numbers, so one session decides
them all. (A step explained by a small unsatisfiable set: Gamba, Bogaerts & Guns, "Efficiently Explaining
CSPs with Unsatisfiable Subset Optimization", IJCAI 2021.)
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from drivers.answer import Timeout, Unknown, Unsat
from drivers.cores import OPTION, minimal_core, require_session, unanswered, used_assumptions
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.encodings.cuts import CAP, CUTS
from encoder.lazy.cuts import Verdict
from encoder.parts.values import BIG, Values, values_of
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.rules import minimal_set
from fillomino.deduction.state import State
from fillomino.deduction.steps import Kind, Step
from fillomino.graph import bits
from fillomino.puzzle import Filling, Puzzle
from workbench.contradicted import CONTRADICTED, ContradictedError, known_solution
from workbench.logics import best_logic
from workbench.methods.cut_loop import CutLoop

Known: TypeAlias = dict[str, int]
"""The cells whose numbers are known, by the symbol that stands for the number there."""


class Forced:
    """A session that finds a forced number, again and again. It is a `workbench.steps.Further`."""

    def __init__(self, puzzle: Puzzle, solver: Solver, limits: Limits) -> None:
        """Begin nothing yet: the session begins with the first question.

        Raises:
            UnfitSolverError: if the solver can't hold a session.
        """
        require_session(solver)
        self._puzzle, self._solver, self._limits = puzzle, solver, limits
        self._loop: CutLoop | None = None
        self._begin(max([CAP, *puzzle.clues.values()]))

    def __enter__(self) -> Forced:
        return self

    def __exit__(self, *_: object) -> None:
        if self._loop is not None:
            self._loop.close()

    def __call__(self, state: State) -> Step | None:
        """Find a number that is forced by what is known, and a small set of numbers that forces it.

        Returns:
            A step that fixes the number of the cell whose refutation used the fewest numbers, because of a
            minimal set of these. A step that stops if there is no solution; ``None`` if no cell is forced.

        Raises:
            SessionError: if the solver fails or does not answer in time.
            ContradictedError: if it finds no solution, and the rules give one.
        """
        solution = self._solution(state)
        known = self._known(state)
        if solution is None:
            if known_solution(self._puzzle) is not None:
                raise ContradictedError(
                    f"{self._solver.title} finds that there is no solution; {CONTRADICTED}"
                )
            core = minimal_core(list(known), self._refute) or []
            return Step(minimal_set.NAME, Kind.STOP, 0, 0, sum(1 << known[name] for name in core))
        forced: list[tuple[int, int, set[str]]] = []
        for cell in bits(state.unfixed):
            value = self._values.value(cell, solution[cell])
            if self._values.known[cell]:
                return Step(minimal_set.NAME, Kind.FIX, value, 1 << cell)
            used = None if value == BIG else self._refute([*known, self._other(cell, value)])
            if used is not None:
                forced.append((len(used), cell, used))
        if not forced:
            return None
        _, cell, used = min(forced, key=lambda its: its[:2])
        other = self._other(cell, solution[cell])
        # What stands last is the likeliest to stay: clues before what was found.
        items = sorted(used - {other}, key=lambda name: (known[name] in self._puzzle.clues, known[name]))
        core = minimal_core([*items, other], self._refute) or []
        because = sum(1 << known[name] for name in core if name != other)
        return Step(minimal_set.NAME, Kind.FIX, solution[cell], 1 << cell, because)

    def _begin(self, cap: int) -> None:
        """Lay out a session in which numbers above the cap are one value."""
        if self._loop is not None:
            self._loop.close()
        bare = replace(self._puzzle, clues={}, unknown=frozenset())
        # A basic puzzle keeps its clues for the cells they stand on, but no number of theirs is known.
        candidates = deduce(replace(bare, basic=False), Level.NONE)
        self._values: Values = values_of(self._puzzle if self._puzzle.basic else bare, candidates, cap)
        logic = best_logic(CUTS, self._solver)
        self._loop = CutLoop(self._values, self._solver, logic, self._limits, options=[OPTION])

    def _known(self, state: State) -> Known:
        return {
            self._values.symbol(cell, self._values.value(cell, number)): cell
            for number, cells in state.fixed.items()
            for cell in bits(cells)
            if not self._values.known[cell]  # that holds a number on the bare board
        }

    def _other(self, cell: int, number: int) -> str:
        """The assumption that a cell holds another number."""
        return f"(not {self._values.symbol(cell, number)})"

    def _solution(self, state: State) -> Filling | None:
        """A solution with the known numbers, checked by the rules; no number in it is above the cap."""
        while True:
            verdict = self._decide(list(self._known(state)))
            if isinstance(verdict, Unsat):
                return None
            if verdict.filling is not None:
                return verdict.filling
            self._begin(verdict.cap)

    def _refute(self, assumed: list[str]) -> set[str] | None:
        """Those of the assumptions that a refutation of them used; ``None`` if they have a solution."""
        if isinstance(self._decide(assumed), Verdict) or self._loop is None:
            return None
        return used_assumptions(self._loop.begin(), assumed)

    def _decide(self, assumed: list[str]) -> Verdict | Unsat:
        if self._loop is None:
            raise AssertionError("a session is begun in the constructor")
        found = self._loop.decide(assumed=assumed)
        if isinstance(found, Unknown | Timeout):
            raise unanswered("the search for the next number", found)
        return found
