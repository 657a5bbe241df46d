"""HiGHS: a mixed-integer program is solved anew after rows were added to it."""

from __future__ import annotations

from collections.abc import Sequence

import highspy
import numpy as np

from workbench.paradigms.instance import Instance, RefusedError
from workbench.paradigms.mip import Accept, Program
from workbench.paradigms.mip_cuts import Cuts


class HighsProgram(Program):
    """A program that HiGHS solves."""

    def __init__(self, instance: Instance) -> None:
        super().__init__()
        self._columns_given = self._rows_given = 0
        self._highs = highspy.Highs()
        self._highs.silent()
        self._highs.setOptionValue("threads", instance.workers)
        self._highs.setOptionValue("random_seed", instance.seed)

    def solve(self, accept: Accept = lambda _: True) -> Sequence[float] | None:
        """See `Program`; solves again for each solution that is not accepted."""
        while (values := self._solution()) is not None:
            if accept(values):
                return values
        return None

    def _solution(self) -> Sequence[float] | None:
        if self.impossible:
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
        """Give HiGHS the columns and rows that are new."""
        columns, rows = self.columns[self._columns_given :], self.rows[self._rows_given :]
        if columns:
            lows, highs = (
                np.array(bounds) for bounds in zip(*((c.low, c.high) for c in columns), strict=True)
            )
            self._highs.addVars(len(columns), lows, highs)
            types = highspy.HighsVarType
            kinds = [types.kInteger if column.whole else types.kContinuous for column in columns]
            indices = np.arange(self._columns_given, len(self.columns), dtype=np.int32)
            self._highs.changeColsIntegrality(len(columns), indices, np.array(kinds))
        if rows:
            starts = np.cumsum([0, *(len(row.terms) for row in rows[:-1])], dtype=np.int32)
            indices = np.array([column for row in rows for column in row.terms], dtype=np.int32)
            factors = np.array([factor for row in rows for factor in row.terms.values()])
            lows, highs = np.array([(row.low, row.high) for row in rows]).T.copy()
            self._highs.addRows(len(rows), lows, highs, len(indices), starts, indices, factors)
        self._columns_given, self._rows_given = len(self.columns), len(self.rows)


class HighsCuts(Cuts):
    """Separators in rounds."""

    def __init__(self, instance: Instance) -> None:
        super().__init__(instance, HighsProgram(instance))
