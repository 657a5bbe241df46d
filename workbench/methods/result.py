"""The result of solving a puzzle, its exit code and its row of JSON."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from drivers.limits import Usage
from fillomino.board import Board
from fillomino.clock import PHASES
from fillomino.errors import counted
from fillomino.puzzle import Filling
from fillomino.rules import Violation
from workbench import Exit

if TYPE_CHECKING:
    from drivers.statistics import Statistics
    from workbench.methods.deduced import Deduced
    from workbench.texts.rows import Shape, SolveRow


class Status(StrEnum):
    """The end of solving."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"
    TIMEOUT = "timeout"
    FAILED = "failed"
    WRONG = "wrong"  # an encoding let a wrong filling through, or the rules contradict its "no solution"


NOTHING = Usage(0.0, 0.0, None)
"""The usage of no process."""

NO_SECONDS: Mapping[str, float] = dict.fromkeys(PHASES, 0.0)
"""The seconds of each phase where nothing was done."""

OUT_OF_MEMORY = "the memory of our own process did not suffice"
"""The error of a result for which it did not."""


class Result(NamedTuple):
    """The result of solving a puzzle.

    Attributes:
        puzzle: the path or text given.
        status: how it ended.
        fillings: the fillings found, each checked by the rules.
        unique: whether the first filling is the only one; ``None`` where that was not decided.
        complete: whether `fillings` are proved to be all there are.
        encoding: name of the encoding.
        solver: name of the solver.
        version: what the solver calls itself.
        seconds: CPU seconds by phase: read, deduce, encode, solve (the solver's included), check, total.
        wall_seconds: the same by the clock.
        own: CPU seconds of this process alone in those phases, where that was counted; not read. Those of a
            program that encodes stand beside them.
        usage: what the solver's processes used together.
        asked: how often the solver was asked; 0 where deduction alone decided.
        error: what went wrong or was left undecided, in a sentence; else ``None``.
        how: how it was solved, where that was not by an encoding and a solver.
        ended: what the last question came to; where it is not the status, fillings were found before.
        violations: the rules that a solver's filling breaks; such a result has failed.
        broken: the filling that breaks the rules, if that is what went wrong.
        nodes: how many numbers were assumed, where that was done.
        depth: how many assumptions stood at once, at most.
        decided_by: ``deduction`` where that left nothing open, else ``solver``, or the method that needs
            none; ``None`` where nothing was decided.
        deduced: the work of deduction before encoding; ``None`` where there is no encoding.
        open_cells: the cells that deduction left open, of which there may have been none.
        opening: the commands that our driver sent a session before all others.
        statistics: what the solver counted, where it was asked.
        verdicts: of a script that was run as it stands, those of its questions, as far as they came.
        printed: what the solver printed for it, in the names of the script.
    """

    puzzle: str
    status: Status
    fillings: tuple[Filling, ...]
    unique: bool | None
    complete: bool
    encoding: str
    solver: str
    version: str | None
    seconds: Mapping[str, float] = NO_SECONDS
    wall_seconds: Mapping[str, float] = NO_SECONDS
    own: Mapping[str, float] = NO_SECONDS
    usage: Usage = NOTHING
    asked: int = 0
    error: str | None = None
    how: str | None = None
    ended: Status = Status.UNKNOWN
    violations: tuple[Violation, ...] = ()
    broken: Filling | None = None
    nodes: int | None = None
    depth: int | None = None
    decided_by: str | None = None
    deduced: Deduced | None = None
    open_cells: int | None = None
    opening: tuple[str, ...] = ()
    statistics: Statistics | None = None
    verdicts: tuple[str, ...] = ()
    printed: str = ""

    @property
    def without_solver(self) -> bool:
        """Return whether it was decided without asking a solver."""
        return not self.asked and self.status in (Status.SOLVED, Status.UNSOLVABLE)

    def read_in(self, seconds: float) -> Result:
        """The same with the CPU seconds that reading took before, which are taken for its wall time, too."""

        def with_reading(before: Mapping[str, float]) -> dict[str, float]:
            return {**before, "read": seconds, "total": before["total"] + seconds}

        return self._replace(seconds=with_reading(self.seconds), wall_seconds=with_reading(self.wall_seconds))

    def exit_code(self, *, unique_wanted: bool = False) -> int:
        """The exit code of a command that asked for it, see `exit_code`."""
        return exit_code(self.status, self.unique, self.error, unique_wanted=unique_wanted)

    def to_json(self, board: Board | None, *, listed: bool = False) -> SolveRow:
        """One row for machines; `filling` is the first one, `fillings` all where a list was asked for."""
        shaped = [shape(board, filling) for filling in self.fillings] if board else []
        from workbench.texts.rows import SolveRow

        row = SolveRow(
            puzzle=self.puzzle,
            status=self.status.value,
            filling=shaped[0] if shaped else None,
            unique=self.unique,
            encoding=self.encoding,
            solver=self.solver,
            version=self.version,
            decided_by=self.decided_by,
            open_cells=self.open_cells,
            asked=self.asked,
            seconds={phase: round(seconds, 6) for phase, seconds in self.seconds.items()},
            wall_seconds={phase: round(seconds, 6) for phase, seconds in self.wall_seconds.items()},
            memory_mib=self.usage.memory_mib and round(self.usage.memory_mib, 2),
            error=self.error,
        )
        if listed:
            row.fillings = shaped
            row.complete = self.complete
        return row


class Stopped(KeyboardInterrupt):
    """Ctrl-C while solving.

    Attributes:
        result: what was found by then.
    """

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result


def after(fillings: int, reason: str) -> str:
    """Return a reason for more fillings than were found, with their number."""
    return f"after {counted(fillings, 'filling')}: {reason}" if fillings else reason


def without_solution(
    name: str,
    status: Status,
    error: str,
    *,
    encoding: str = "",
    solver: str = "",
    version: str | None = None,
    usage: Usage = NOTHING,
) -> Result:
    """The result for a puzzle that came to nothing."""
    return Result(
        puzzle=name,
        status=status,
        fillings=(),
        unique=None,
        complete=False,
        encoding=encoding,
        solver=solver,
        version=version,
        usage=usage,
        ended=status,
        error=error,
    )


def shape(board: Board, filling: Filling) -> Shape:
    """A filling for JSON: rows with ``null`` in holes, or name to number without a grid."""
    if board.grid is not None:
        return [[None if cell is None else filling[cell] for cell in row] for row in board.grid.rows()]
    return dict(zip(board.names, filling, strict=True))


def exit_code(status: Status, unique: bool | None, error: str | None, *, unique_wanted: bool = False) -> int:
    """The exit code for a status, a verdict on uniqueness, and what was left undecided, if anything."""
    if status is Status.FAILED or (status is Status.WRONG and is_contradicted(error)):
        return Exit.SOLVER_FAILED
    if status in (Status.UNSOLVABLE, Status.WRONG) or (unique_wanted and unique is False):
        return Exit.NO
    if status is not Status.SOLVED or error or (unique_wanted and unique is None):
        return Exit.NO_ANSWER
    return Exit.DONE


def is_contradicted(error: str | None) -> bool:
    """Return whether an error says that the rules contradict a verdict (`workbench.methods.contradicted`)."""
    return error is not None and error.startswith("contradicted: ")
