"""What every method offers: the words of `method`, and how it is asked."""

from __future__ import annotations

from typing import Protocol, TypeAlias, TypeVar

from fillomino.instance import Instance
from workbench.methods.method import Facts, Question, Result, Status

S_contra = TypeVar("S_contra", contravariant=True)


class MethodOf(Protocol[S_contra]):
    """A way to solve puzzles, or scripts as they stand."""

    @property
    def name(self) -> str:
        """Its name in tables; no two methods of a comparison share it."""

    def facts(self) -> Facts:
        """Return its properties on this machine.

        Raises:
            SolverNotFoundError: if it can't work here.
            EncodingError: if its parts do not go together.
        """

    def run(self, name: str, subject: S_contra, question: Question, /) -> Result:
        """Answer a question about a puzzle or script.

        Failures of a solver are part of the result, never raised. The `usage` of the result is that of the
        processes that do the work, or of this one if there are none.

        Raises:
            SolverNotFoundError: if it can't work here.
            EncodingError: if its parts do not go together.
            Stopped: at Ctrl-C, with what was found by then.
        """

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """The result for a puzzle or script that came to nothing."""


Method: TypeAlias = MethodOf[Instance]
"""A way to solve puzzles; one that knows Fillomino alone refuses those of other games (`InputError`)."""
