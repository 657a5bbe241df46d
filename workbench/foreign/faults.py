"""Faults of scripts that a solver refuses, at their places in a file or in what a program printed."""

from __future__ import annotations

from collections.abc import Iterable

from drivers.answer import Answer, Failure, Usage
from drivers.models import Oracle
from encoder.script import PuzzleScript
from smtlib.lint import lint
from workbench.foreign.command import ProgramError

_KINDS = ("undeclared", "wrong-arity", "ill-sorted", "malformed", "negative-literal", "too-few-arguments")


def fault_of(script: PuzzleScript) -> str:
    """Return the first fault that `fillomino lint` finds in a file or an output, with its place, if any."""
    if script.source is None:
        return ""
    for found in lint(script.source.text, pysmt=False):
        if found.kind in _KINDS:
            place = f"{script.source.name}:{found.line}:{found.column}"
            if script.given:
                at = f"line {found.line}, column {found.column} of its output"
                place = f"{script.encoding}, given {script.given}, {at}"
            return f"{place}: {found.text}"
    return ""


def blamed(scripts: Iterable[PuzzleScript], error: Exception) -> Exception:
    """Return the error for scripts that a solver refuses: with the fault of a program's, if it has one."""
    fault = next(filter(None, map(fault_of, scripts)), "")
    return ProgramError(f"{fault} ({str(error).splitlines()[0]})") if fault else error


class BlamingOracle:
    """An oracle about somebody's script, which finds the fault where the solver fails."""

    def __init__(self, inner: Oracle[str], script: PuzzleScript) -> None:
        """Wrap an oracle about a script."""
        self._inner, self._script = inner, script

    @property
    def asked(self) -> int:
        """The number of questions so far."""
        return self._inner.asked

    def ask(self, seconds: float | None) -> Answer:
        """Ask; a failure is reported with the fault of the script, if it has one."""
        answer = self._inner.ask(seconds)
        if isinstance(answer, Failure) and (fault := fault_of(self._script)):
            return Failure(f"{fault} ({answer.text.splitlines()[0]})")
        return answer

    def block(self, blocked: str) -> None:
        """See `Oracle`."""
        self._inner.block(blocked)

    def close(self) -> Usage:
        """See `Oracle`."""
        return self._inner.close()
