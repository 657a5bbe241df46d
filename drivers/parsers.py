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
from smtlib.sendable import sendable
from smtlib.sexpr import Sexpr, read_with_ends

PARSERS = (Z3, YICES, CVC5, BITWUZLA)
LIMITS = Limits(seconds=10, memory_mib=4096)

# A bare `unsupported` is the reply to an option that is not known, which the standard allows.
_ERROR = re.compile(r'\(error "((?:[^"]|"")*)"\)|^; (.* line: \d+ position: \d+)$', re.MULTILINE)
_PLACE = re.compile(r"(?:at )?line:? (\d+),? (?:column|position):? (\d+)(?:: )?|<stdin>:(\d+)[.:](\d+): ?")
_ASKS = re.compile(r"check-|get-|simplify$|eval$|display$|exit$|echo$")
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
        text = sendable(text, whole=True)
        commands = list(read_with_ends(text, 0))
    except SexprError:
        return []
    logic = next((term[1] for term, _ in commands if term[:1] == ("set-logic",) and len(term) == 2), None)
    data = _without_questions(text, commands).encode("utf-8", "surrogateescape")
    return [
        opinion
        for solver in PARSERS
        if (solver.logics is None or logic in solver.logics) and (opinion := _opinion(solver, data))
    ]


def _opinion(solver: Solver, data: bytes) -> Opinion | None:
    runnable = installed(solver)
    if runnable is None:
        return None
    try:
        incremental = b"(push" in data and runnable.session_arguments is not None
        outcome = run_process(command_line(runnable, LIMITS, session=incremental), data, LIMITS)
    except (OSError, SolverNotFoundError):
        return None
    if outcome.timed_out or outcome.flooded:
        return None
    printed = (outcome.stdout + b"\n" + outcome.stderr).decode("utf-8", "backslashreplace")
    faults = tuple(_faults(printed))
    return Opinion(solver.title, faults) if faults or outcome.exit_code == 0 else None


def _faults(printed: str) -> Iterator[tuple[int, int, str]]:
    for match in _ERROR.finditer(printed):
        message = match[1] or f"unsupported: {match[2]}"
        place = _PLACE.search(message)
        line, column = (int(n) for n in place.groups() if n) if place else (0, 1)
        yield line, max(column, 1), " ".join(_PLACE.sub("", message, count=1).split())[:_SHOWN]


def _without_questions(text: str, commands: list[tuple[Sexpr, int]]) -> str:
    """The text with blanks in place of what asks: nothing is decided, and all places stay."""
    parts, begun = [], 0
    for term, end in commands:
        part, begun = text[begun:end], end
        head = term[0] if isinstance(term, tuple) and term else ""
        asks = isinstance(head, str) and _ASKS.match(head)
        parts.append(re.sub(r"[^\n]", " ", part) if asks else part)
    return "".join(parts)
