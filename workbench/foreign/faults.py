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


def fault_of(script: PuzzleScript) -> str:
    """Return the first fault that `fillomino lint` finds in a script, with its place; empty if none."""
    if script.source is None:
        return ""
    for fault in lint(script.source):
        if fault.kind in _KINDS:
            place = f"{script.source.name}:{fault.line}:{fault.column}"
            if script.given:
                at = f"line {fault.line}, column {fault.column} of its output"
                place = f"{script.encoding}, given {script.given}, {at}"
            return f"{place}: {fault.text}"
    return ""


def blamed(scripts: Iterable[PuzzleScript], error: Exception) -> Exception:
    """Return the error for scripts that a solver refuses: with the fault of a program's, if it has one.

    That time ran out is no fault of a script.
    """
    if isinstance(error, SessionTimeoutError):
        return error
    fault = next(filter(None, map(fault_of, scripts)), "")
    return ProgramError(f"{fault} ({str(error).splitlines()[0]})") if fault else error


def with_fault(failure: Failure, script: PuzzleScript | None) -> Failure:
    """Return a solver's failure with the fault of its script, if there is one."""
    fault = fault_of(script) if script is not None else ""
    return Failure(f"{fault} ({failure.text.splitlines()[0]})") if fault else failure
