"""The fault of a script that a solver refuses, with its place in the file or in the program's output."""

from __future__ import annotations

from collections.abc import Iterable

from drivers.answer import Failure
from drivers.errors import SessionTimeoutError
from encoder.puzzle_script import PuzzleScript
from smtlib.lint import lint
from workbench.foreign.spec import ProgramError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from smtlib.kinds import FaultKind


_KINDS: tuple[FaultKind, ...] = ("undeclared", "wrong-arity", "ill-sorted", "malformed")


def fault_of(script: PuzzleScript, refusal: str) -> ProgramError | None:
    """Return the first fault that `fillomino lint` finds in a script that a solver refused; ``None`` if none.

    Its code is the kind of finding.
    """
    if script.source is None:
        return None
    for fault in lint(script.source):
        if fault.kind in _KINDS:
            place = f"{script.source.name}:{fault.line}:{fault.column}"
            if script.given:
                at = f"line {fault.line}, column {fault.column} of its output"
                place = f"{script.encoding}, given {script.given}, {at}"
            message = f"{place}: {fault.text} ({refusal.splitlines()[0]})"
            return ProgramError(message, line=fault.line, column=fault.column, code=fault.kind)
    return None


def blamed(scripts: Iterable[PuzzleScript], error: Exception) -> Exception:
    """Return the error for scripts that a solver refuses: with the fault of a program's, if it has one.

    That time ran out is no fault of a script.
    """
    if isinstance(error, SessionTimeoutError):
        return error
    return next(filter(None, (fault_of(script, str(error)) for script in scripts)), error)


def with_fault(failure: Failure, script: PuzzleScript | None) -> Failure:
    """Return a solver's failure with the fault of its script, if there is one."""
    fault = fault_of(script, failure.text) if script is not None else None
    return Failure(str(fault), fault) if fault is not None else failure
