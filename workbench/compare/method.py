"""What can be compared: anything that solves a puzzle.

A method is plain data, so that it can be sent to another machine. To add a kind, write such a record beside
`smt.py` and `deduction.py`, and let `choose.py` make it from what a person types. Nothing else in this
package knows one kind from another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from fillomino.puzzle import Puzzle
from workbench import __version__
from workbench.result import Result


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about each puzzle.

    Attributes:
        seconds: wall-clock time for a puzzle; ``None`` is no limit.
        memory_mib: memory of each process; ``None`` is no limit.
        unique: whether to prove or refute that the filling is the only one.
    """

    seconds: float | None = None
    memory_mib: int | None = None
    unique: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What a row says of a method.

    Attributes:
        encoding: how the puzzle is said, if it is.
        logic: the SMT-LIB logic.
        deduce: how much is deduced first.
        solver: the solver, as the person called it.
        program: the name of its record.
        arguments: what the person added to its command line.
        version: what the program that does the work calls itself.
    """

    encoding: str | None = None
    logic: str | None = None
    deduce: str | None = None
    solver: str | None = None
    program: str | None = None
    arguments: tuple[str, ...] = ()
    version: str = f"fillomino-smt {__version__}"


class Method(Protocol):
    """A way to solve puzzles."""

    @property
    def name(self) -> str:
        """What it is called in tables; no two methods of a comparison share it."""

    def facts(self) -> Facts:
        """What there is to know about it on this machine.

        Raises:
            SolverNotFoundError: if it can't work here.
            EncodingError: if its parts do not go together.
        """

    def run(self, name: str, puzzle: Puzzle, seed: int, question: Question) -> Result:
        """Solve a puzzle; seed 0 leaves the method's own.

        The `usage` of the result is that of the processes that do the work, or of this one if there are none.
        """
