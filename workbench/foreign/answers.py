"""A program that answers: it reads a puzzle and prints all of its solutions, or ``none``."""

from __future__ import annotations

from time import monotonic

from drivers.answer import Answer, Failure, Timeout, Unknown, Unsat
from drivers.limits import Limits, Usage
from encoder.puzzle_script import Decoded
from fillomino.errors import InputError
from fillomino.formats import read_filling
from fillomino.instance import Filling, Instance
from workbench.foreign.puzzles import description
from workbench.foreign.reply import check_refusal, run_for
from workbench.foreign.spec import Command, ProgramError, RefusedError
from workbench.methods.numbers import ByNumbers

NONE = "none"
"""What a program prints for a puzzle without a solution."""


def solutions_in(output: str, puzzle: Instance, name: str) -> list[Filling]:
    """Read what a program printed for a puzzle.

    Args:
        output: solutions in any form that `fillomino.formats.read_filling` takes, with a blank line between
            two of them; ``none``; or ``; refuses REASON``.
        puzzle: the puzzle.
        name: that of the program, for messages.

    Raises:
        RefusedError: if the program refuses the puzzle.
        ProgramError: if this is not a list of fillings; with the line.
    """
    check_refusal(output, name, puzzle)
    if output.strip() == NONE:
        return []
    solutions: list[Filling] = []
    block: list[str] = []
    start = 1
    for number, line in enumerate([*output.splitlines(), ""], 1):
        if line.strip():
            start = start if block else number
            block.append(line)
        elif block:
            try:
                solutions.append(read_filling("\n".join(block), puzzle.places, source=name))
            except InputError as error:
                at = f"given {description(puzzle)}, line {start - 1 + (error.line or 1)} of its output"
                hint = f"a program prints solutions with a blank line between them, or {NONE}"
                raise ProgramError(
                    f"{name}, {at}: {error.message}; {hint}",
                    line=start - 1 + (error.line or 1),
                    column=error.column,
                    code=error.code,
                ) from error
            block = []
    return solutions


class Answering(ByNumbers):
    """A program run once, whose solutions are returned one by one; blocking has no effect on it."""

    def __init__(self, command: Command, puzzle: Instance, limits: Limits, spent: float = 0.0) -> None:
        """Prepare the run; the program starts with the first question."""
        super().__init__(puzzle.places, limits, spent)
        self._command, self._puzzle = command, puzzle
        self._solutions: list[Filling] | None = None
        self._used = Usage(0.0, 0.0, None)

    def block(self, model: Decoded) -> None:
        """Do nothing: the program has printed all of its solutions."""

    def _ask(self, seconds: float | None) -> Answer:
        self.asked += 1
        if self._solutions is None:
            limit = self._command.seconds if seconds is None else min(seconds, self._command.seconds)
            try:
                self._solutions = self._run(limit)
            except RefusedError as refused:
                return Unknown(str(refused))
            except ProgramError as failed:
                return Timeout(limit) if failed.timed_out else Failure(str(failed), failed)
        if not self._solutions:
            return Unsat()
        return self.answer(self._solutions.pop(0))

    def _run(self, seconds: float) -> list[Filling]:
        started = monotonic()

        def read(output: bytes, puzzle: Instance, cpu_seconds: float) -> list[Filling]:
            self._used = Usage(monotonic() - started, cpu_seconds, None)
            return solutions_in(output.decode("utf-8", "replace"), puzzle, self._command.name)

        return run_for(self._command, self._puzzle, seconds, read)

    def _close(self) -> Usage:
        return self._used
