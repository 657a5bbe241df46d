"""Programs at work: one process for each puzzle, or one for all; what goes wrong with them, in a sentence."""

from __future__ import annotations

import os
import re
import threading
import time
from typing import NoReturn

from drivers.answer import Outcome
from drivers.cpu import cpu_seconds
from drivers.interpret import ending
from drivers.interrupts import HeldInterrupts
from drivers.limits import Limits
from drivers.process import Child, run_process
from workbench.foreign.command import Command, ProgramError

END = b"; end"
"""The line after each script of a program that serves."""

_END = re.compile(rb"(?:\A|\n); end[ \t]*\r?\n")
MOST_MIB = 64
"""The most that a program may write for a puzzle."""

_GRACE = 0.2
_FLOODED = "wrote more than {} MiB, and was stopped"
_LINES, _WIDTH = 3, 200  # of standard error that a message shows
_STDERR_KEPT = 1 << 16
_TAIL = len(END) + 8


def run_once(command: Command, text: str, about: str, seconds: float) -> tuple[bytes, float]:
    """Start a program for one puzzle; returns what it printed, and the seconds of CPU time that it used.

    Args:
        command: the program.
        text: the puzzle as it reads it.
        about: the puzzle in words.
        seconds: the limit of time.

    Raises:
        ProgramError: if it fails, prints nothing or too much, or does not end in time.
    """
    limits = Limits(seconds=seconds, grace_seconds=_GRACE, output_mib=MOST_MIB)
    try:
        outcome = run_process(command.arguments, text.encode(), limits)
    except OSError as error:
        raise _not_started(command, error) from error
    if outcome.flooded or outcome.timed_out or outcome.exit_code or not outcome.stdout.strip():
        _refuse(command, about, outcome, limits)
    return outcome.stdout, outcome.usage.cpu_seconds


def _refuse(command: Command, about: str, outcome: Outcome, limits: Limits) -> NoReturn:
    """Raise the error for a run that gave no script."""
    code = outcome.exit_code
    if outcome.flooded:
        what = _FLOODED.format(MOST_MIB)
    elif outcome.timed_out:
        what = _late(limits.seconds or 0.0)
    elif code is not None and code < 0:
        what = f"was killed by {ending(code).removeprefix('signal ')}"
    else:
        what = f"ended with exit code {code}" if code else "printed nothing"
    raise ProgramError(
        f"{command.name}, given {about}, {what}{_last_words(outcome.stderr)}", timed_out=outcome.timed_out
    )


def _late(seconds: float) -> str:
    return f"was stopped after {seconds:g} s (cmd:--limit SECONDS sets the limit)"


def _last_words(stderr: bytes) -> str:
    """The last lines of a program's standard error, for the end of a sentence."""
    lines = stderr[-_STDERR_KEPT:].decode("utf-8", "backslashreplace").split("\n")
    shown = [_printable(line)[:_WIDTH] for line in lines if line.strip()][-_LINES:]
    return f"; its standard error ends: {' / '.join(shown)}" if shown else ""


def _printable(line: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in line.strip())


def _not_started(command: Command, error: OSError) -> ProgramError:
    reason = error.strerror or str(error)
    hint = "; is its first line #! and a program?" if error.errno == 8 else ""
    return ProgramError(f"{command.name}: {command.arguments[0]} can't be started: {reason}{hint}")


class Server:
    """A program that serves: started when it is first asked, and ended with this object, or when it fails."""

    def __init__(self, command: Command) -> None:
        self._command = command
        self._child: Child | None = None
        self._owner = 0
        self._lock = threading.Lock()

    def ask(self, text: str, about: str, seconds: float) -> tuple[bytes, float]:
        """Send one puzzle; returns the script, and the seconds of CPU time that it took.

        Raises:
            ProgramError: as `run_once`; the next puzzle is given to a new process.
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
            except BaseException:  # Ctrl-C, too: what it prints now would be taken for a later answer
                self._end()
                raise

    def _started(self) -> Child:
        try:
            with HeldInterrupts():
                self._child = Child(self._command.arguments, Limits(output_mib=MOST_MIB))
                self._owner = os.getpid()
        except OSError as error:
            raise _not_started(self._command, error) from error
        return self._child

    def _script(self, child: Child, about: str, seconds: float) -> bytes:
        until, seen = time.monotonic() + seconds, 0
        while True:
            found = _END.search(child.stdout, max(0, seen - _TAIL))
            if found is not None:
                script, rest = bytes(child.stdout[: found.start()]), bytes(child.stdout[found.end() :])
                if rest.strip():
                    self._fail(about, f"printed more after the line `{END.decode()}`, unasked")
                child.stdout.clear()
                del child.stderr[:-_STDERR_KEPT]
                return script
            seen = len(child.stdout)
            if child.exited:
                child.close()
                self._fail(about, f"ended before the line `{END.decode()}`, with exit code {child.exit_code}")
            if child.flooded:
                self._fail(about, _FLOODED.format(MOST_MIB))
            if time.monotonic() >= until:
                waiting = f"; the line `{END.decode()}` was missing: is it printed, and flushed?"
                self._fail(about, _late(seconds) + waiting, timed_out=True)
            child.step(until)

    def _fail(self, about: str, what: str, *, timed_out: bool = False) -> NoReturn:
        stderr = bytes(self._child.stderr) if self._child is not None else b""
        raise ProgramError(
            f"{self._command.name}, given {about}, {what}{_last_words(stderr)}", timed_out=timed_out
        )

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None and self._owner == os.getpid():
            child.close(_GRACE)
