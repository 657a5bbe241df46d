"""pySMT's solver behind a pipe, mended; imported only where pySMT is wanted."""

from __future__ import annotations

import contextlib
from typing import Any

from pysmt.smtlib.solver import SmtLibSolver


class PipeSolver(SmtLibSolver):  # type: ignore[misc]  # pySMT has no types
    """``SmtLibSolver`` of pySMT 0.9.6 with three faults mended.

    It leaves the newline after a value in the pipe, so that the next command reads an empty reply and raises
    ``UnknownSolverAnswerError``. It wants diagnostics on ``"stdout"``, for which Yices makes a file of that
    name in the current folder. And it never waits for the process it ends.
    """

    def set_option(self, name: str, value: str) -> None:
        """Set an option of the solver, but leave its diagnostics where they are: on standard output."""
        if name != ":diagnostic-output-channel":
            super().set_option(name, value)

    def get_value(self, item: Any) -> Any:
        """The value of a term in the model of the last check."""
        value = super().get_value(item)
        self.solver_stdout.readline()
        return value

    def _exit(self) -> None:
        with contextlib.suppress(OSError):  # it may have died before
            super()._exit()
        self.solver.kill()
        for pipe in (self.solver_stdin, self.solver_stdout, self.solver.stderr):
            with contextlib.suppress(OSError):
                pipe.close()
        self.solver.wait()
