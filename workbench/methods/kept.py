"""The back end whose scripts and outputs are kept."""

from __future__ import annotations

from collections.abc import Callable

from drivers.answer import Run
from drivers.backend import OneShot
from drivers.limits import Limits
from drivers.solver import Solver
from workbench.methods.attempt import Attempt
from workbench.methods.keep import Keep
from workbench.texts.outputs import write_file


class Kept(OneShot):
    """A back end whose scripts and the solver's outputs are kept; each file holds its puzzle in comments."""

    def __init__(
        self,
        attempt: Attempt,
        solver: Solver,
        run: Callable[[str, Solver, Limits], Run],
        keep: Keep,
        label: str,
    ) -> None:
        """Keep nothing yet.

        Args:
            attempt: the puzzle on its way, with its script.
            solver: the solver.
            run: starts a process.
            keep: where to leave the files.
            label: the name of the files.
        """
        assert attempt.script is not None  # noqa: S101
        super().__init__(attempt.script, solver, attempt.question.limits, attempt.spent, run)
        self._attempt, self._named, self._keep, self._label = attempt, solver, keep, label

    def run(self, text: str, limits: Limits) -> Run:
        """Run the solver; the script is written before, as the run may never end.

        The comments that only the file has stand at its end: a solver's errors have its lines.
        """
        from encoder.annotations import trailer

        names = {name: old for old, name in self._attempt.names.items()}
        original = self._attempt.original
        assert original is not None  # noqa: S101
        notes = trailer(original, names, another=self.asked > 1)
        smt2 = self._keep.script(self._label, text + notes, self._named, limits)
        done = super().run(text, limits)
        write_file(smt2.with_suffix(".out"), done.stdout)
        write_file(smt2.with_suffix(".err"), done.stderr)
        return done
