"""A method: an encoding, and a solver that is given it."""

from __future__ import annotations

import functools
import shlex
import sys
from dataclasses import dataclass, replace

from drivers.errors import UnknownSolverError
from drivers.limits import Limits
from drivers.run import require, version
from drivers.solver import Solver, arguments_for
from drivers.solvers import find as find_solver
from encoder.encodings.table import find as find_encoding
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from workbench.compare.method import Facts, Question
from workbench.levels import level_of
from workbench.logics import best_logic
from workbench.result import Result
from workbench.solve import Setup, solve


@functools.cache
def _version(solver: Solver) -> str:
    """Asked with patience: a run is known by it."""
    return version(solver, patience=10)


@dataclass(frozen=True, slots=True)
class SmtMethod:
    """An encoding and a solver.

    Attributes:
        encoding: name of the encoding or lazy method.
        logic: the logic asked for, if not the one that suits both.
        deduce: name of the level of deduction.
        label: what the solver is called in tables.
        solver: its record; a machine that knows a solver of its name uses its own.
        arguments: added to its command line.
    """

    encoding: str
    logic: str | None
    deduce: str
    label: str
    solver: Solver
    arguments: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """``forest z3``; with the logic where one was asked for."""
        return f"{self.encoding}{f':{self.logic}' if self.logic else ''} {self.label}"

    def facts(self) -> Facts:
        """See `Method`."""
        encoding, solver = find_encoding(self.encoding), self._here()
        encoding.check_logic(self.logic)
        logic = self.logic or best_logic(encoding, solver)
        return Facts(
            encoding=self.encoding,
            logic=logic,
            deduce=self.deduce if encoding.deduces else "none",
            solver=self.label,
            program=self.solver.name,
            arguments=(*arguments_for(solver, logic), *self.arguments),
            version=_version(solver),
        )

    def run(self, name: str, puzzle: Puzzle, seed: int, question: Question) -> Result:
        """See `Method`."""
        setup = Setup(
            encoding=find_encoding(self.encoding),
            solver=replace(self._here(), seed=seed or None),
            logic=self.logic,
            level=level_of(self.deduce),
            limits=Limits(seconds=question.seconds, memory_mib=question.memory_mib),
            unique=question.unique,
        )
        return solve(name, puzzle, setup)

    def _here(self) -> Solver:
        """The record to use on this machine, with the arguments."""
        try:
            solver = find_solver(self.solver.name)
        except UnknownSolverError:
            solver = self.solver
        if not self.arguments:
            return solver
        found = require(solver)
        if found.executable == sys.executable:  # a child of ours, which would not heed them
            raise InputError(f"{found.title} takes no arguments, so not {shlex.join(self.arguments)} either")
        session = found.session_arguments
        return replace(
            found,
            arguments=(*found.arguments, *self.arguments),
            session_arguments=None if session is None else (*session, *self.arguments),
        )
