"""HiGHS: a mixed-integer program is solved with all that was added before."""

from __future__ import annotations

import highspy
import numpy as np

from workbench.paradigms.instance import Instance, RefusedError
from workbench.paradigms.mip import Program


class HighsProgram(Program):
    """A program that HiGHS solves."""

    def __init__(self, instance: Instance) -> None:
        super().__init__()
        self._highs = highspy.Highs()
        self._highs.silent()
        self._highs.setOptionValue("threads", instance.workers)
        self._highs.setOptionValue("random_seed", instance.seed)

    def solve(self) -> list[float] | None:
        """Return the values of the columns; ``None`` where there are none.

        Raises:
            RefusedError: if HiGHS gives up.
        """
        if self._impossible:
            return None
        self._hand_over()
        status = self._run("choose")
        if status == highspy.HighsModelStatus.kInfeasible:
            # The presolve of HiGHS 1.16.0 finds some feasible programs infeasible; the search alone does not.
            status = self._run("off")
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status not in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty):
            raise RefusedError(f"HiGHS ends with: {self._highs.modelStatusToString(status)}")
        return list(self._highs.getSolution().col_value)

    def _run(self, presolve: str) -> object:
        """Solve the program from the beginning; returns its status."""
        self._highs.setOptionValue("presolve", presolve)
        self._highs.clearSolver()
        self._highs.run()
        status: object = self._highs.getModelStatus()
        return status

    def _hand_over(self) -> None:
        """Give HiGHS what is new."""
        columns, rows = self._columns[self._taken :], self._rows
        if columns:
            lows, highs, whole = zip(*columns, strict=True)
            self._highs.addVars(len(columns), np.array(lows), np.array(highs))
            kinds = [
                highspy.HighsVarType.kInteger if its else highspy.HighsVarType.kContinuous for its in whole
            ]
            indices = np.arange(self._taken, len(self._columns), dtype=np.int32)
            self._highs.changeColsIntegrality(len(columns), indices, np.array(kinds))
            self._taken = len(self._columns)
        if rows:
            starts = np.cumsum([0, *(len(terms) for _, _, terms in rows[:-1])], dtype=np.int32)
            indices = np.array([column for _, _, terms in rows for column in terms], dtype=np.int32)
            factors = np.array([factor for _, _, terms in rows for factor in terms.values()])
            low, high = np.array([one for one, _, _ in rows]), np.array([one for _, one, _ in rows])
            self._highs.addRows(len(rows), low, high, len(indices), starts, indices, factors)
            self._rows = []
