"""Separators inside one branch-and-bound: SCIP asks a constraint handler about each solution that it finds.

The rows are those of `highs-cuts`; here no search begins anew for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyscipopt import SCIP_RESULT, Conshdlr, quicksum
from pyscipopt import Model as Scip

from fillomino.puzzle import Filling
from workbench.paradigms.instance import Instance, RefusedError
from workbench.paradigms.mip import INFINITY, Program
from workbench.paradigms.mip_cuts import Cuts

_UNSAFE = ("misc/allowstrongdualreds", "misc/allowweakdualreds")
"""Reductions that rows still to come would make wrong."""


class ScipCuts(Cuts):
    """The program, and the rows that were found for it; each question starts one search over all of them."""

    def __init__(self, instance: Instance) -> None:
        self._rows = ScipProgram(instance)
        super().__init__(instance, self._rows)

    def solve(self) -> Filling | None:
        """Return the numbers of a solution.

        Raises:
            RefusedError: if SCIP gives up.
        """
        solution = self._rows.solve(lambda values: self.judge(values) is not None)
        return None if solution is None else self.judge(solution)


class ScipProgram(Program):
    """A program that SCIP solves, with rows that come while it does."""

    def __init__(self, instance: Instance) -> None:
        super().__init__()
        self._seed = instance.seed

    def solve(self, accept: Callable[[list[float]], bool]) -> list[float] | None:
        """Return the values of the columns in a solution that is accepted; ``None`` where there are none.

        Args:
            accept: whether a solution is right; it adds rows against one that is not.

        Raises:
            RefusedError: if SCIP gives up.
        """
        if self._impossible:
            return None
        scip = Scip()
        scip.hideOutput()
        scip.setParam("randomization/randomseedshift", self._seed)
        for name in _UNSAFE:
            scip.setParam(name, False)
        columns = [
            scip.addVar(vtype="B" if whole else "C", lb=low, ub=high) for low, high, whole in self._columns
        ]
        handler = _Handler(self, columns, accept)
        late = {"enfopriority": -10, "chckpriority": -10, "needscons": False}  # once columns are whole
        scip.includeConshdlr(handler, "separators", "regions of the right size", **late)
        for row in self._rows:
            _add(scip, columns, row)
        handler.added = len(self._rows)
        scip.optimize()
        if scip.getStatus() == "infeasible":
            return None
        if scip.getStatus() != "optimal":
            raise RefusedError(f"SCIP ends with: {scip.getStatus()}")
        return [scip.getVal(column) for column in columns]

    @property
    def rows(self) -> list[tuple[float, float, dict[int, float]]]:
        """All rows so far."""
        return self._rows

    @property
    def impossible(self) -> bool:
        """Return whether a row was added that nothing satisfies."""
        return self._impossible


class _Handler(Conshdlr):  # type: ignore[misc]
    """The constraint that a solution is accepted; breaks none before all columns are whole."""

    def __init__(
        self, program: ScipProgram, columns: list[Any], accept: Callable[[list[float]], bool]
    ) -> None:
        self._program, self._columns, self._accept = program, columns, accept
        self.added = 0

    def _accepted(self, solution: Any) -> bool:
        return self._accept([self.model.getSolVal(solution, column) for column in self._columns])

    def _enforced(self) -> dict[str, int]:
        if self._accepted(None):
            return {"result": SCIP_RESULT.FEASIBLE}
        if self._program.impossible:
            return {"result": SCIP_RESULT.CUTOFF}
        new, self.added = self._program.rows[self.added :], len(self._program.rows)
        for row in new:
            _add(self.model, self._columns, row)
        return {"result": SCIP_RESULT.CONSADDED}

    def consenfolp(self, *_: object) -> dict[str, int]:
        """Judge the solution of a relaxation, and add rows against it if it is wrong."""
        return self._enforced()

    def consenfops(self, *_: object) -> dict[str, int]:
        """The same without a relaxation."""
        return self._enforced()

    def conscheck(self, _constraints: object, solution: Any, *_: object, **__: object) -> dict[str, int]:
        """Judge a solution that a heuristic found."""
        return {"result": SCIP_RESULT.FEASIBLE if self._accepted(solution) else SCIP_RESULT.INFEASIBLE}

    def conslock(self, _constraint: object, locktype: int, above: int, below: int) -> None:
        """Lock every column both ways, for a row to come may hold any of them with either sign."""
        for column in self._columns:
            self.model.addVarLocksType(column, locktype, above + below, above + below)


def _add(scip: Any, columns: list[Any], row: tuple[float, float, dict[int, float]]) -> None:
    """Add a row, whose bounds are not both infinite."""
    low, high, terms = row
    total = quicksum(factor * columns[column] for column, factor in terms.items())
    if low > -INFINITY:
        scip.addCons(total >= low)
    if high < INFINITY:
        scip.addCons(total <= high)
