"""A method: a program that reads a puzzle and prints all of its solutions, ``ans:PROGRAM``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drivers.backend import Backend
from drivers.solver import Solver
from fillomino.deduction.engine import Level
from fillomino.puzzle import Puzzle
from workbench.foreign.answers import Answering
from workbench.foreign.command import Command, command_of
from workbench.methods.attempt import Attempt, solve
from workbench.methods.method import Facts, digests
from workbench.methods.question import Question
from workbench.methods.result import Result, Status, without_solution


@dataclass(frozen=True, slots=True)
class AnsweringMethod:
    """A program that answers.

    Attributes:
        command: the program.
        altered: a wrong solution is the program's own, and not a solver's.
    """

    command: Command
    altered: bool = True

    @property
    def name(self) -> str:
        """Its name in tables."""
        return self.command.name

    @property
    def deduced(self) -> Level:
        """See `SolverMethod`: the program gets the puzzle as it is."""
        return Level.NONE

    @property
    def version(self) -> str:
        """The command, with a digest of the files that it names."""
        return self.command.text + digests(self.command.arguments)

    def facts(self) -> Facts:
        """See `Method`."""
        name = self.command.name
        return Facts(encoding=name, deduce="none", solver=name, program=name, version=self.version)

    def run(self, name: str, puzzle: Puzzle, question: Question) -> Result:
        """See `Method`."""
        command = self.command
        solver = Solver(command.name, command.name, command.arguments[0], command.arguments[1:])
        return solve(self, solver, name, puzzle, question)

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
        program = self.command.name
        return without_solution(name, status, error, encoding=program, solver=program, version=self.version)

    def backend(self, attempt: Attempt) -> Backend[Any]:
        """See `SolverMethod`."""
        return Answering(self.command, attempt.puzzle, attempt.question.limits, attempt.spent)


def answering(text: str) -> AnsweringMethod:
    """Return the method of ``ans:PROGRAM ARG…``, or ``NAME=ans:…``.

    Raises:
        InputError: if the text does not follow that form.
        ProgramError: if there is no such program, or it may not be executed.
    """
    return AnsweringMethod(command_of(text))
