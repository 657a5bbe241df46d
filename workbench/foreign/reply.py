"""Run programs on puzzles: one process for each puzzle, or one for all; a failure becomes a sentence."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import NoReturn, TypeVar

from drivers.interpret import ending
from drivers.limits import Limits
from drivers.process import Child, HeldInterrupts, run_process
from drivers.system import cpu_seconds
from fillomino.instance import Instance
from workbench.foreign.puzzles import description, not_plain, puzzle_input, samples
from workbench.foreign.spec import Command, ProgramError, RefusedError

REFUSES = "; refuses"
"""The beginning of an output that refuses the puzzle."""


def check_refusal(output: str, name: str, puzzle: Instance) -> None:
    """Raise the refusal that an output begins with, if it does.

    Raises:
        RefusedError: with the reason that the program printed.
    """
    text = output.lstrip()
    if text.startswith(REFUSES):
        reason = text.removeprefix(REFUSES).partition("\n")[0].strip(" :")[:200]
        raise RefusedError(f"{name} refuses {description(puzzle)}{f': {reason}' if reason else ''}")


Read = TypeVar("Read")

END = b"; end"
"""The line after each script of a program that serves."""

_END = re.compile(rb"(?:\A|\n); end[ \t]*\r?\n")
MOST_MIB = 64
"""Limit of the output of a program for one puzzle."""

_GRACE = 0.2
_FLOODED = "wrote more than {} MiB, and was stopped"
_LINES, _WIDTH = 3, 200  # of standard error that a message shows
_STDERR_KEPT = 1 << 16
_TAIL = len(END) + 8


def run_once(command: Command, text: str, about: str, seconds: float) -> tuple[bytes, float]:
    """Run a program on the text of one puzzle (`about` in words); returns its output and its CPU seconds.

    Raises:
        ProgramError: if it fails, prints nothing or too much, or exceeds the limit.
    """
    limits = Limits(seconds=seconds, grace_seconds=_GRACE, output_mib=MOST_MIB)
    try:
        outcome = run_process(command.arguments, text.encode(), limits, None)
    except OSError as error:
        raise _not_started(command, error) from error
    code = outcome.exit_code
    fail = partial(_failure, command, about, outcome.stderr, code)
    if outcome.flooded:
        raise fail(_FLOODED.format(MOST_MIB), code="output-limit")
    if outcome.timed_out:
        raise fail(f"was stopped after {_late(seconds)}", code="program-timeout", timed_out=True)
    if code is not None and code < 0:
        raise fail(f"was killed by {ending(code).removeprefix('signal ')}")
    if code:
        raise fail(f"ended with {ending(code)}")
    if not outcome.stdout.strip():
        raise fail("printed nothing", code="no-output")
    return outcome.stdout, outcome.usage.cpu_seconds


def run_for(
    command: Command, puzzle: Instance, seconds: float, read: Callable[[bytes, Instance, float], Read]
) -> Read:
    """Start a program for one puzzle, and read what it prints.

    A program that fails on JSON may read plain text only, which is tested with a small puzzle. The result
    is read from the output, the puzzle and the CPU time.

    Raises:
        RefusedError: if the program reads plain text only, which can't hold this puzzle.
        ProgramError: as `run_once`, and what `read` raises.
    """
    text = puzzle_input(puzzle, command)
    try:
        output, cpu = run_once(command, text, description(puzzle), seconds)
        return read(output, puzzle, cpu)
    except ProgramError as error:
        may_be_plain = text.startswith("{") and command.puzzle_format == "auto" and not error.timed_out
        if may_be_plain and _reads_plain_only(command, puzzle, seconds, read):
            raise not_plain(command, puzzle) from error
        raise


_PLAIN_ONLY: dict[Command, bool] = {}
"""For each program whether it reads plain text only."""


def _reads_plain_only(
    command: Command, puzzle: Instance, seconds: float, read: Callable[[bytes, Instance, float], Read]
) -> bool:
    """Return whether a program fails on a small puzzle as JSON, and takes it as plain text."""
    if command not in _PLAIN_ONLY:
        small = samples(puzzle.game.name)[0]

        def takes(puzzle_format: str) -> bool:
            try:
                run_for(command.replace(puzzle_format=puzzle_format), small, seconds, read)
            except RefusedError:
                return True
            except ProgramError:
                return False
            return True

        _PLAIN_ONLY[command] = not takes("json") and takes("plain")
    return _PLAIN_ONLY[command]


def _failure(
    command: Command,
    about: str,
    stderr: bytes,
    exit_code: int | None,
    what: str,
    *,
    code: str | None = None,
    timed_out: bool = False,
) -> ProgramError:
    """The error of a program that gave no script, with the last lines of its standard error."""
    lines = stderr[-_STDERR_KEPT:].decode("utf-8", "backslashreplace").split("\n")
    shown = tuple([_printable(line)[:_WIDTH] for line in lines if line.strip()][-_LINES:])
    ends = f"; its standard error ends: {' / '.join(shown)}" if shown else ""
    message = f"{command.name}, given {about}, {what}{ends}"
    return ProgramError(message, code=code, timed_out=timed_out, exit_code=exit_code, stderr=shown)


def _late(seconds: float) -> str:
    return f"{seconds:g} s (cmd:--limit SECONDS sets the limit)"


def _printable(line: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in line.strip())


def _not_started(command: Command, error: OSError) -> ProgramError:
    reason = error.strerror or str(error)
    hint = "; is its first line #! and a program?" if error.errno == 8 else ""
    message = f"{command.name}: {command.arguments[0]} can't be started: {reason}{hint}"
    return ProgramError(message, code="not-started")


class Server:
    """A program that serves: started by the first request, ended with this object or when it fails."""

    def __init__(self, command: Command) -> None:
        self._command = command
        self._child: Child | None = None
        self._owner = 0
        self._lock = threading.Lock()

    def ask(self, text: str, about: str, seconds: float) -> tuple[bytes, float]:
        """Send one puzzle; returns the script and its CPU seconds.

        Raises:
            ProgramError: as `run_once`; the next puzzle goes to a new process.
        """
        with self._lock:
            if self._child is not None and (self._owner != os.getpid() or self._child.exited):
                self._end()
            try:
                child = self._child or self._started()
                before = cpu_seconds(child.pid)
                child.send(text.encode())
                script = self._script(child, about, seconds)
                return script, max(0.0, cpu_seconds(child.pid) - before)
            except BaseException:  # Ctrl-C, too: further output would be taken for the next answer
                self._end()
                raise

    def _started(self) -> Child:
        try:
            with HeldInterrupts():
                self._child = Child(self._command.arguments, Limits(output_mib=MOST_MIB), writes=None)
                self._owner = os.getpid()
        except OSError as error:
            raise _not_started(self._command, error) from error
        return self._child

    def _script(self, child: Child, about: str, seconds: float) -> bytes:
        until, seen = time.monotonic() + seconds, 0
        while True:
            end = _END.search(child.stdout, max(0, seen - _TAIL))
            if end is not None:
                script, rest = bytes(child.stdout[: end.start()]), bytes(child.stdout[end.end() :])
                if rest.strip():
                    self._fail(about, f"printed more after the line `{END.decode()}`", code="after-end")
                child.stdout.clear()
                del child.stderr[:-_STDERR_KEPT]
                return script
            seen = len(child.stdout)
            if child.exited:
                child.close()
                self._fail(about, f"ended before the line `{END.decode()}`, with exit code {child.exit_code}")
            if child.flooded:
                self._fail(about, _FLOODED.format(MOST_MIB), code="output-limit")
            if time.monotonic() >= until:
                waiting = f"the line `{END.decode()}` was missing: is it printed, and flushed?"
                what = f"was stopped after {_late(seconds)}; {waiting}"
                self._fail(about, what, code="program-timeout", timed_out=True)
            child.step(until)

    def _fail(self, about: str, what: str, *, code: str | None = None, timed_out: bool = False) -> NoReturn:
        child = self._child
        stderr, exit_code = (b"", None) if child is None else (bytes(child.stderr), child.exit_code)
        raise _failure(self._command, about, stderr, exit_code, what, code=code, timed_out=timed_out)

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None and self._owner == os.getpid():
            child.close(_GRACE)
