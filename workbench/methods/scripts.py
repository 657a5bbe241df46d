"""The method that solves a script of one puzzle as it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from drivers.backend import Backend
from drivers.solver import Solver, holds_sessions, require
from encoder.reader import read_puzzle_script
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Level
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from workbench.choose.logics import check_taken
from workbench.methods.attempt import Attempt, solve
from workbench.methods.contradicted import TOO_STRONG, WITHOUT_MODEL
from workbench.methods.question import Question
from workbench.methods.result import Result, Status, is_contradicted, without_solution
from workbench.methods.smt import one_shot_backend, session_backend

SESSION_FROM = 3
"""From so many answers on a session is faster than fresh processes."""


def read_to_solve(content: str, name: str, puzzle: Puzzle | None = None) -> PuzzleScript:
    """Read a script that is to be solved, or audited; the puzzle is for one that holds none.

    Raises:
        InputError: if it asks for another solution than a known one, or is nothing that `read_puzzle_script`
            reads.
    """
    script = read_puzzle_script(content, name, puzzle)
    if script.asks == "unique":
        advice = "`fillomino decode` reads what a solver prints for it"
        raise InputError(
            f"this script asks for another solution than one that it blocks; {advice}", source=name
        )
    return script


@dataclass(frozen=True, slots=True)
class PuzzleScriptMethod:
    """A solver, asked about the puzzle of a script.

    Attributes:
        script: the script.
        solver: the solver's record.
        altered: a wrong filling is no surprise: the script may assert too little.
    """

    script: PuzzleScript
    solver: Solver
    altered: bool = True

    @property
    def name(self) -> str:
        """The file of the script, or the name of what wrote it."""
        return self.script.source.name if self.script.source is not None else self.script.encoding

    @property
    def deduced(self) -> Level:
        """See `SolverMethod`: the script stands as it is."""
        return Level.NONE

    def run(self, name: str, question: Question) -> Result:
        """Answer a question about the puzzle, which is called by a name; see `Method`.

        Raises:
            EncodingError: if the solver does not take the logic of the script.
            SolverNotFoundError: if the solver is not installed.
            Stopped: at Ctrl-C, with what was found by then.
        """
        check_taken(self.script, self.solver)
        return solve(self, self.solver, name, self.script.puzzle, question)

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
        return without_solution(name, status, error, encoding=self.name, solver=self.solver.name)

    def backend(self, attempt: Attempt) -> Backend[Any]:
        """See `SolverMethod`."""
        question = attempt.question
        label = question.keep.label(attempt.name, self.name, self.solver.name) if question.keep else ""
        several = question.wanted >= SESSION_FROM and holds_sessions(require(self.solver))
        return (session_backend if several else one_shot_backend)(attempt, self.script, label)


def in_words(result: Result) -> Result:
    """Return the result of a script with what it means for the puzzle."""
    if result.status is Status.UNSOLVABLE:
        return replace(result, error=WITHOUT_MODEL)
    if is_contradicted(result.error):
        return replace(result, error=TOO_STRONG)
    if result.status is Status.WRONG and result.violations:
        more = f" (and {len(result.violations) - 1} more)" if len(result.violations) > 1 else ""
        return replace(result, error=f"the script accepts this: {result.violations[0].text}{more}")
    return result
