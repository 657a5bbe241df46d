"""Separators in rounds: HiGHS solves the program again for each set of cuts."""

from __future__ import annotations

from fillomino.puzzle import Filling
from workbench.paradigms.highs import HighsProgram
from workbench.paradigms.instance import Instance
from workbench.paradigms.mip_cuts import Cuts


class HighsCuts(Cuts):
    """The program, solved as many times as it takes."""

    def __init__(self, instance: Instance) -> None:
        self._highs = HighsProgram(instance)
        super().__init__(instance, self._highs)

    def solve(self) -> Filling | None:
        """Return the numbers of a solution, after as many rounds as it takes."""
        while (solution := self._highs.solve()) is not None:
            if (filling := self.judge(solution)) is not None:
                return filling
        return None
