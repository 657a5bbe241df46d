"""The method by a program that answers: ``ans:PROGRAM``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from drivers.limits import Limits
from drivers.solver import Solver
from fillomino.deduction.levels import Level
from fillomino.instance import Instance
from fillomino.record import Record
from workbench.fillomino.deduced import Begun
from workbench.foreign.answers import Answering
from workbench.foreign.spec import Command, command_of
from workbench.methods.method import By, Facts, Question, Result, Status, without_solution
from workbench.methods.numbers import ByNumbers
from workbench.methods.smt import Asking, Attempt, digests, solve


class AnsweringMethod(Record):
    """A program that answers, which gets the puzzle as it is."""

    command: Command

    @property
    def name(self) -> str:
        """Its name in tables."""
        return self.command.name

    @property
    def version(self) -> str:
        """The command, with a digest of the files that it names."""
        return self.command.text + digests(self.command.arguments)

    def facts(self) -> Facts:
        """See `Method`."""
        name = self.command.name
        return Facts(encoding=name, deduce="none", solver=name, program=name, version=self.version)

    def run(self, name: str, puzzle: Instance, question: Question) -> Result:
        """See `Method`."""
        command = self.command
        solver = Solver(command.name, command.name, command.arguments[0], command.arguments[1:])
        nothing = self.without_solution(name, Status.UNKNOWN, "")
        # A wrong solution is the program's own, and not a solver's.
        return solve(Attempt(nothing, puzzle, question, solver, altered=True), self._encode)

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
        program = self.command.name
        return without_solution(name, status, error, By(program, program, self.version))

    @contextmanager
    def opened(self, _level: Level, limits: Limits) -> Iterator[Callable[[Instance], ByNumbers]]:
        """See `workbench.audit.listed.Lister`. The program is started for each puzzle."""
        yield lambda puzzle: Answering(self.command, puzzle, limits)

    def _encode(self, attempt: Attempt, begun: Begun) -> Asking:
        return Asking(Answering(self.command, attempt.puzzle, attempt.question.limits, begun.spent))


def answering(text: str) -> AnsweringMethod:
    """Return the method of ``ans:PROGRAM ARG…``, or ``NAME=ans:…``.

    Raises:
        InputError: if the text does not follow that form.
        ProgramError: if there is no such program, or it may not be executed.
    """
    return AnsweringMethod(command_of(text))
