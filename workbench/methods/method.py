"""A method: anything that answers a question about a puzzle with a result.

A method is plain data, so that it can be sent to another machine. To add a kind, write such a record beside
`smt.py` and `deduction.py`, and let `table.py` make it from what a person types. Nothing else knows one kind
from another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from fillomino.puzzle import Puzzle
from workbench import __version__
from workbench.methods.question import Question
from workbench.methods.result import Result, Status


@dataclass(frozen=True, slots=True)
class Facts:
    """The properties of a method on this machine. All but `orders` are part of the key of a run.

    Attributes:
        encoding: the encoding of the puzzle, if there is one.
        logic: the SMT-LIB logic.
        deduce: how much is deduced: before encoding, or between guesses, or in all.
        solver: the solver, as the person called it.
        program: the name of its record.
        arguments: what the person added to its command line.
        version: what the program that does the work calls itself, with digests of files that its command
            names.
        orders: whether it writes a script, whose order can be another one.
    """

    encoding: str | None = None
    logic: str | None = None
    deduce: str | None = None
    solver: str | None = None
    program: str | None = None
    arguments: tuple[str, ...] = ()
    version: str = f"fillomino-smt {__version__}"
    orders: bool = False


class Method(Protocol):
    """A way to solve puzzles."""

    @property
    def name(self) -> str:
        """Its name in tables; no two methods of a comparison share it."""

    def facts(self) -> Facts:
        """Return its properties on this machine.

        Raises:
            SolverNotFoundError: if it can't work here.
            EncodingError: if its parts do not go together.
        """

    def run(self, name: str, puzzle: Puzzle, question: Question) -> Result:
        """Answer a question about a puzzle; failures of a solver are part of the result, never raised.

        The `usage` of the result is that of the processes that do the work, or of this one if there are none.

        Raises:
            SolverNotFoundError: if it can't work here.
            EncodingError: if its parts do not go together.
            Stopped: at Ctrl-C, with what was found by then.
        """

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """The result for a puzzle that came to nothing."""
