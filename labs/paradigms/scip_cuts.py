"""Separators inside one branch-and-bound: SCIP asks a constraint handler about each solution that it finds.

The rows are those of `highs-cuts`; here no search begins anew for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from pyscipopt import SCIP_RESULT, Conshdlr, quicksum
from pyscipopt import Model as Scip

from labs.paradigms.mip import Accept, Cuts, Program, Row
from labs.paradigms.problem import Problem, RefusedError

_UNSAFE = ("misc/allowstrongdualreds", "misc/allowweakdualreds")
"""Reductions that rows still to come would make wrong."""


class ScipCuts(Cuts):
    """Separators inside the search; each question starts one search over all rows so far."""

    def __init__(self, instance: Problem) -> None:
        super().__init__(instance, ScipProgram(instance))


class ScipProgram(Program):
    """A program that SCIP solves; rows may be added while it does."""

    def __init__(self, instance: Problem) -> None:
        super().__init__()
        self._seed = instance.seed

    def solve(self, accept: Accept = lambda _: True) -> Sequence[float] | None:
        """See `Program`; a solution that is not accepted is cut off within the search."""
        if self.impossible:
            return None
        scip = Scip()
        scip.hideOutput()
        scip.setParam("randomization/randomseedshift", self._seed)
        for name in _UNSAFE:
            scip.setParam(name, False)
        columns = [
            scip.addVar(vtype="B" if whole else "C", lb=low, ub=high) for low, high, whole in self.columns
        ]
        handler = _Handler(self, columns, accept)
        late = {"enfopriority": -10, "chckpriority": -10, "needscons": False}  # once columns are whole
        scip.includeConshdlr(handler, "separators", "regions of the right size", **late)
        for row in self.rows:
            _add(scip, columns, row)
        handler.added = len(self.rows)
        scip.optimize()
        if scip.getStatus() == "infeasible":
            return None
        if scip.getStatus() != "optimal":
            raise RefusedError(f"SCIP ends with: {scip.getStatus()}")
        return [scip.getVal(column) for column in columns]


class _Handler(Conshdlr):  # type: ignore[misc]
    """The constraint that a solution is accepted; breaks none before all columns are whole."""

    def __init__(self, program: Program, columns: list[Any], accept: Accept) -> None:
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
        """Judge the solution of a heuristic."""
        return {"result": SCIP_RESULT.FEASIBLE if self._accepted(solution) else SCIP_RESULT.INFEASIBLE}

    def conslock(self, _constraint: object, locktype: int, above: int, below: int) -> None:
        """Lock every column both ways, for a row to come may hold any of them with either sign."""
        for column in self._columns:
            self.model.addVarLocksType(column, locktype, above + below, above + below)


def _add(scip: Any, columns: list[Any], row: Row) -> None:
    """Add a row to SCIP."""
    low, high, terms = row
    total = quicksum(factor * columns[column] for column, factor in terms.items())
    if low > -inf:
        scip.addCons(total >= low)
    if high < inf:
        scip.addCons(total <= high)
