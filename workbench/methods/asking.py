"""A method that asks an oracle: what `smt.solved` needs of it to deduce, ask, check, block and ask again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from drivers.answer import Sat
from drivers.models import Oracle
from drivers.solver import Solver
from encoder.script import Decoded
from fillomino.deduction.engine import Candidates, Level
from fillomino.puzzle import Filling, Puzzle
from workbench.deduced import Deduced
from workbench.methods.question import Question
from workbench.methods.result import Result, Status, Stopwatch


class AskingMethod(Protocol):
    """A method that asks an oracle, and reads a filling off each of its models; `solved` does the rest."""

    @property
    def version(self) -> str | None:
        """The version of its solver, for the results."""

    @property
    def altered(self) -> bool:
        """True where a wrong filling is no surprise."""

    @property
    def deduced(self) -> Level:
        """The level of deduction."""

    @property
    def encoding_name(self) -> str:
        """The name of its encoding or model, for the results."""

    @property
    def whose_model(self) -> str:
        """The subject of the sentence that a model breaks the rules."""

    def oracle(
        self,
        solver: Solver,
        name: str,
        puzzle: Puzzle,
        candidates: Candidates,
        work: Deduced,
        question: Question,
        watch: Stopwatch,
        until: float | None,
    ) -> tuple[Oracle[Any], Callable[[Filling], None], Callable[[Sat], Decoded]]:
        """Return an oracle about a puzzle, how a filling is excluded, and how a model is decoded."""

    def opening(self, solver: Solver, question: Question) -> tuple[str, ...]:
        """Return the commands that open a session, for the results."""

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
