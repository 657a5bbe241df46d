"""Programs that encode or answer, as they are named: ``NAME=cmd:[OPTIONS] PROGRAM ARG…``, ``NAME=ans:…``."""

from __future__ import annotations

import math
import os
import re

from encoder.errors import EncodingError
from fillomino.errors import FillominoError, InputError
from fillomino.record import Record

SECONDS = 60.0
"""Time for each script, unless ``--limit`` is given."""

FORMATS = ("auto", "plain", "json")
"""Forms of a program's input: ``auto`` is plain text where that can hold the puzzle, else JSON."""

_TAKES = {"--serve": "no value", "--puzzle-format": "|".join(FORMATS), "--limit": "seconds above 0"}
_SPEC = re.compile(r"(?:([A-Za-z0-9][\w.+-]*)=)?(cmd|ans):(.*)", re.DOTALL)


class ProgramError(FillominoError):
    """A program failed to encode a puzzle; this is no verdict on the puzzle.

    Attributes:
        line: the line of its output that is at fault, from 1; ``None`` where that is not a line.
        column: the column there in characters, from 1.
        timed_out: whether it exceeded its time limit.
        exit_code: its exit code, or minus the number of the signal that killed it; ``None`` without end.
        stderr: the last lines of its standard error, cut, in printable letters.
    """

    code = "program-failed"

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        code: str | None = None,
        timed_out: bool = False,
        exit_code: int | None = None,
        stderr: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, code=code)
        self.line = line
        self.column = column
        self.timed_out = timed_out
        self.exit_code = exit_code
        self.stderr = stderr


class RefusedError(EncodingError):
    """A program refuses a puzzle, or can't read it."""

    code = "program-refused"


class Command(Record):
    """A program that encodes or answers.

    Attributes:
        text: the whole text, by which another process finds it.
        name: its name in tables and messages.
        arguments: the program, with its path, and its arguments.
        serve: whether one process takes all puzzles.
        puzzle_format: one of `FORMATS`.
        seconds: the time limit for each script.
    """

    text: str
    name: str
    arguments: tuple[str, ...]
    serve: bool = False
    puzzle_format: str = "auto"
    seconds: float = SECONDS


def is_program(text: str) -> bool:
    """Return whether a text names a program that encodes."""
    match = _SPEC.fullmatch(text)
    return match is not None and match[2] == "cmd"


def is_answering(text: str) -> bool:
    """Return whether a text names a program that prints solutions."""
    match = _SPEC.fullmatch(text)
    return match is not None and match[2] == "ans"


def command_of(text: str) -> Command:
    """Return the program that a text names.

    Raises:
        InputError: if the text has not that form.
        ProgramError: if there is no such program, or it may not be executed.
    """
    match = _SPEC.fullmatch(text)
    if match is None:
        raise InputError(
            f"{text!r} does not name a program: write cmd:PROGRAM, or NAME=cmd:PROGRAM", code="bad-program"
        )
    name, typed = match[1] or text.strip(), match[3]
    from drivers.lookup import words_of

    try:
        words = words_of(typed)
    except ValueError as error:
        raise InputError(f"{name}: {str(error).lower()} in {typed!r}") from error
    options, rest = _options(name, words)
    if not rest:
        raise _misused(name, "the program is missing")
    if match[2] == "ans" and "--serve" in options:
        raise _misused(name, "--serve is only for cmd:, as a program that answers is started for each puzzle")
    puzzle_format = options.get("--puzzle-format", FORMATS[0])
    if puzzle_format not in FORMATS:
        raise _misused(name, f"--puzzle-format takes {_TAKES['--puzzle-format']}, not {puzzle_format!r}")
    try:
        seconds = float(options.get("--limit", SECONDS))
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise _misused(name, f"--limit takes {_TAKES['--limit']}, not {options['--limit']!r}")
    arguments = (_path(name, rest[0]), *rest[1:])
    return Command(text, name, arguments, "--serve" in options, puzzle_format, seconds)


def _options(name: str, words: list[str]) -> tuple[dict[str, str], list[str]]:
    """The options before the program, as with `env` and `nice`, and the words after them."""
    given: dict[str, str] = {}
    rest = list(words)
    while rest and rest[0].startswith("--"):
        option, joined, value = rest.pop(0).partition("=")
        if option not in _TAKES:
            raise _misused(name, f"unknown option {option}")
        if option != "--serve" and not joined:
            if not rest:
                raise _misused(name, f"{option} takes {_TAKES[option]}")
            value = rest.pop(0)
        given[option] = value
    return given, rest


def _misused(name: str, message: str) -> InputError:
    known = f"--serve, --puzzle-format {'|'.join(FORMATS)} and --limit SECONDS"
    return InputError(f"{name}: {message}; cmd: takes {known}, then PROGRAM ARG…", code="bad-program")


def _path(name: str, program: str) -> str:
    """The path of a program: beside our Python, else on PATH, as for solvers."""
    import shutil
    import sysconfig
    from pathlib import Path

    # A shell leaves the ~ of cmd:~/mine as it is.
    path = str(Path(program).expanduser()) if program.startswith("~") else program
    folders = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)])
    found = shutil.which(path, path=folders)
    if found is not None:
        return str(Path(found).absolute()) if Path(found).name != found else found
    if Path(path).is_file() and Path(path).name == path:
        message = f"{name}: {path} is not on PATH; for the file here write ./{path}"
        raise ProgramError(message, code="not-started")
    if Path(path).is_file():
        hint = f"`chmod +x {path}`, or name what runs it: cmd:INTERPRETER {path}"
        raise ProgramError(f"{name}: {path} is not executable; {hint}", code="not-started")
    raise ProgramError(f"{name}: there is no program {path}", code="no-such-file")
