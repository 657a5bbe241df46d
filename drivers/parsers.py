"""What the parsers of the installed solvers report about a script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from drivers.errors import SolverNotFoundError
from drivers.limits import Limits
from drivers.process import run_process
from drivers.solver import Solver, command_line, installed
from drivers.solvers import BITWUZLA, CVC5, YICES, Z3
from smtlib.errors import SexprError
from smtlib.scopes import questions_of
from smtlib.sendable import sendable
from smtlib.sexpr import Sexpr
from smtlib.text import Text

PARSERS = (Z3, YICES, CVC5, BITWUZLA)
LIMITS = Limits(seconds=10, memory_mib=4096)

# A bare `unsupported` is the reply to an option that is not known, which the standard allows.
_REPLY = re.compile(
    r'\(error "((?:[^"]|"")*)"\)|^; (.* line: \d+ position: \d+)$|^"?reset (\d+)"?$'
    r"|^(?:success|unsupported)$",
    re.MULTILINE,
)
_PLACE = re.compile(
    r"(?:at )?line:? (\d+),? (?:column|position):? (\d+)(?:: )?|<(?:stdin|string)>:(\d+)[.:](\d+): ?"
)
_QUOTED = re.compile(r"[`']([^`']+)[`']")
_ASKS = re.compile(r"check-|get-|simplify$|eval$|display$|exit$")
_SUCCESS = "(set-option :print-success true)"
"""So a solver counts the commands that it takes, and one that it refuses has a place, named or not."""
_SHOWN = 160


@dataclass(frozen=True, slots=True)
class Opinion:
    """Faults that a solver finds in a script: line (0 where it names none), column and its own words each."""

    title: str
    faults: tuple[tuple[int, int, str], ...]

    def takes(self, line: int) -> bool:
        """Return whether it read a line without a fault; where it stopped before, that is not known."""
        lines = [at for at, _, _ in self.faults]
        return not lines or (line not in lines and line < max(lines))


def opinions(text: str) -> list[Opinion]:
    """Ask the installed solvers that know its logic to read a script, without its questions.

    Returns:
        One for each that answered in time; none for a script that can't be read or is not safe.
    """
    try:
        sent = _Sent(Text(sendable(text, whole=True)))
        asked = questions_of(sent.text)
    except SexprError:
        return []
    return [
        opinion
        for solver in PARSERS
        if (solver.logics is None or asked.logic in solver.logics)
        and (opinion := _opinion(solver, sent, incremental=asked.incremental))
    ]


def _opinion(solver: Solver, sent: _Sent, *, incremental: bool) -> Opinion | None:
    runnable = installed(solver)
    if runnable is None:
        return None
    try:
        session = incremental and runnable.session_arguments is not None
        outcome = run_process(command_line(runnable, LIMITS, session=session), sent.data, LIMITS)
    except (OSError, SolverNotFoundError):
        return None
    if outcome.timed_out or outcome.flooded:
        return None
    printed = (outcome.stdout + b"\n" + outcome.stderr).decode("utf-8", "backslashreplace")
    faults = tuple(_faults(printed, sent))
    return Opinion(solver.title, faults) if faults or outcome.exit_code == 0 else None


def _faults(printed: str, sent: _Sent) -> Iterator[tuple[int, int, str]]:
    replies = 0
    for match in _REPLY.finditer(printed):
        if match[1] or match[2]:
            message = match[1] or f"unsupported: {match[2]}"
            if place := _PLACE.search(message):
                line, column = (int(n) for n in place.groups() if n)
                line, column = max(line - 1, 1), max(column, 1)
            else:
                line, column = sent.place(replies, message)
            yield line, column, " ".join(_PLACE.sub("", message, count=1).split())[:_SHOWN]
        replies = int(match[3]) if match[3] else replies + (not match[2])


class _Sent:
    """What solvers are sent for a script: its commands, without questions, each with a reply.

    Attributes:
        text: the script.
        data: the text: a line of our own, then the script, with all its places.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self._counts = ":print-success" not in text
        self._places: list[tuple[int, int]] = [(0, 0)]  # the offsets of each command with a reply
        parts, begun = [f"{_SUCCESS}\n"], 0
        for command in text.commands:
            part, begun = text[begun : command.end], command.end
            if _ASKS.match(command.head) or _is_echo(command.term):
                parts.append(re.sub(r"[^\n]", " ", part))
                continue
            self._places.append((command.start, command.end))
            parts.append(part)
            if command.head == "reset":  # which ends the option, and to which not all reply
                self._places.append(self._places[-1])
                parts.append(f'{_SUCCESS}(echo "reset {len(self._places)}")')
        self.data = "".join(parts).encode("utf-8", "surrogateescape")

    def place(self, replies: int, message: str) -> tuple[int, int]:
        """Where a command stands that got the next of these replies, or what a message quotes of it."""
        if not self._counts or not 0 < replies < len(self._places):
            return 0, 1
        begun, end = self._places[replies]
        for quoted in _QUOTED.findall(message):
            atom = re.compile(rf"(?<![^\s()|]){re.escape(quoted)}(?![^\s()|])").search(self.text, begun, end)
            if atom is not None:
                begun = atom.start()
                break
        return self.text.place(begun)


def _is_echo(command: Sexpr) -> bool:
    """Return whether a command is an echo that all solvers take."""
    match command:
        case ("echo", str(words)):
            return words.startswith('"')
    return False
