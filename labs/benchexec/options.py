"""The options that this laboratory adds to ``fillomino compare``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fillomino.errors import InputError
from labs.benchexec.export import export
from workbench.cli.compare import AddedToCompare, Compare
from workbench.cli.output import reporter, tell, warn
from workbench.compare.comparison import Plan
from workbench.compare.plan import scrambles


class Measure(AddedToCompare):
    """``--measure runexec``."""

    def planned(self, value: str) -> Mapping[str, Any]:
        """The runs are measured so."""
        return {"measure": value}


class Export(AddedToCompare):
    """``--export-benchexec DIR``."""

    def instead(self, value: Path, plan: Plan, command: Compare) -> bool:
        """Write the set in place of the runs.

        Raises:
            InputError: if mutants are asked for, or the folder can't be written.
        """
        orders, mutants = scrambles(command.scramble)
        if mutants:
            message = "--export-benchexec exports orders: write --scramble K"
            raise InputError(message, code="option-conflict")
        methods = [method for method, _ in plan.methods]
        with reporter(list(plan.entries) * len(methods), "tasks") as progress:
            of_plan = plan.entries, methods, plan.question
            for note in export(*of_plan, value, progress.advance, command.runs, orders):
                warn(note, code="left-out")
        tell(f"see {value / 'README.md'}")
        return True


MEASURE = Measure((), "runexec", "Run solvers through BenchExec's runexec, in control groups.")
EXPORT = Export((), "DIR", "Only write a benchmark set for BenchExec.", Path)
