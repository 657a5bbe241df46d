"""The encoding of a program, as a record like any other: its `build` runs the program."""

from __future__ import annotations

import re
from functools import lru_cache

from encoder.annotations import notes_of
from encoder.encoding import Encoding
from encoder.errors import EncodingError
from encoder.puzzle_script import PuzzleScript
from encoder.reader import read_script
from fillomino.errors import InputError
from fillomino.instance import Instance
from smtlib.script import Family
from smtlib.text import Text
from workbench.foreign.puzzles import FILLOMINO, description, puzzle_input, same, samples
from workbench.foreign.reply import Server, check_refusal, run_for
from workbench.foreign.spec import Command, ProgramError, command_of

_LATE: dict[str, ProgramError] = {}
"""Programs that exceeded their limit in a survey, which is not repeated."""

_COMMENT = re.compile(r"^\s*;\s*([a-z][\w.-]*)\b", re.MULTILINE)


def foreign(text: str) -> Encoding:
    """Return the encoding ``cmd:PROGRAM ARG…`` or ``NAME=cmd:…``, see `workbench.foreign.spec`.

    Raises:
        InputError: if the text does not follow that form.
        ProgramError: if there is no such program, or it may not be executed.
    """
    command = command_of(text)
    server = Server(command) if command.serve else None

    def build(puzzle: Instance, seconds: float | None) -> PuzzleScript:
        limit = command.seconds if seconds is None else min(seconds, command.seconds)
        return _printed(command, server, puzzle, limit)

    return Encoding(
        name=command.name,
        title="the encoding of a program",
        idea=f"What the program prints: {' '.join(command.arguments)}.",
        logics=(),
        families=(),
        source="the program",
        build=build,
        game="",
        deduces=False,
        program=True,
        spec=command.text,
    )


def _printed(command: Command, server: Server | None, puzzle: Instance, seconds: float) -> PuzzleScript:
    """Run a program, or ask it, and read what it prints within so many seconds."""

    def read(output: bytes, puzzle: Instance, cpu_seconds: float) -> PuzzleScript:
        return script_of(output, puzzle, command.name, cpu_seconds)

    if server is None:
        return run_for(command, puzzle, seconds, read)
    output, cpu = server.ask(puzzle_input(puzzle, command), description(puzzle), seconds)
    return read(output, puzzle, cpu)


def script_of(output: bytes, puzzle: Instance, name: str, cpu_seconds: float = 0.0) -> PuzzleScript:
    """Read what the program of a name printed for a puzzle in so many seconds of CPU time.

    Raises:
        RefusedError: if the program refuses the puzzle.
        ProgramError: if this is no script, or none that can be used; with line and column of the output.
    """
    about = description(puzzle)
    given = f"{name}, given {about}"
    try:
        text = Text(output.decode("utf-8"), name)
    except UnicodeDecodeError as error:
        line = output.count(b"\n", 0, error.start) + 1
        byte = f"the byte 0x{output[error.start]:02x} is not UTF-8"
        message = f"{given}, line {line} of its output: {byte}"
        raise ProgramError(message, line=line, code="not-text") from None
    check_refusal(text, name, puzzle)
    try:
        script = read_script(text, puzzle)
        own = notes_of(text).puzzle if _holds_puzzle(text, puzzle) else None
    except InputError as error:
        place = f", line {error.line}, column {error.column} of its output" if error.line else ""
        raise ProgramError(
            f"{given}{place}: {error.message}", line=error.line, column=error.column, code=error.code
        ) from error
    if own is not None and not same(own, puzzle):
        message = f"{given}, printed the script of another: its `; puzzle` is {description(own)}"
        raise ProgramError(message, code="other-puzzle")
    return script.replace(encoding=name, given=about, cpu_seconds=cpu_seconds)


def _holds_puzzle(text: str, puzzle: Instance) -> bool:
    """Return whether a comment may begin a puzzle, of the same game at least; others are passed over."""
    return any(match[1] in ("puzzle", puzzle.game.name) for match in _COMMENT.finditer(text))


@lru_cache(maxsize=64)
def _surveyed(text: str, game: str) -> tuple[tuple[str, ...], tuple[Family, ...]]:
    """The logics and families of a program's scripts for a few small puzzles of a game."""
    encoding = foreign(text)
    first, *others = samples(game)
    logics: dict[str, None] = {}
    families: dict[str, Family] = {}
    for puzzle in (first, *others):
        try:
            script = encoding.script(puzzle)
        except EncodingError:
            continue
        except ProgramError:
            if puzzle is not first:
                continue
            raise
        logics[script.logic] = None
        for family in script.families:
            families.setdefault(family.name, family)
    return tuple(logics), tuple(families.values())


def surveyed(encoding: Encoding) -> Encoding:
    """Return the encoding of a program with the logics and families of its scripts for small puzzles.

    Any other encoding is returned unchanged. The program is run for a small puzzle of its game, in Fillomino
    also for that with a wall, a largest region and each variant.

    Raises:
        ProgramError: if the program fails on the first of them.
    """
    if not encoding.spec or encoding.families:
        return encoding
    if encoding.spec in _LATE:
        raise _LATE[encoding.spec]
    try:
        logics, families = _surveyed(encoding.spec, encoding.game or FILLOMINO)
    except ProgramError as error:
        if error.timed_out:
            _LATE[encoding.spec] = error
        raise
    return encoding.replace(logics=logics, families=families)
