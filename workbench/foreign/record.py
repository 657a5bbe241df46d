"""The encoding of a program, as a record like any other: it is built by running the program."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from encoder.cells import Cells
from encoder.encoding import Encoding
from encoder.errors import EncodingError
from encoder.script import Decoded, PuzzleScript, block, cells_of
from fillomino import formats
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family
from workbench.foreign.command import Command, ProgramError, command_of
from workbench.foreign.reply import Server, run_once
from workbench.foreign.script import script_of
from workbench.foreign.sent import named, sent

_KEPT = 1000
"""Puzzles whose cells are kept, for their models."""

_JSON_WAS_SENT = (
    " (it was given a line of JSON, for plain text has no place for this puzzle; "
    "for a program that reads plain text alone write cmd:--puzzle-format plain PROGRAM)"
)

_LATE: dict[str, ProgramError] = {}
"""Programs that were late for it once: they are not waited for again."""

_SURVEYED = "2 3\n3 0 0\n0 0 2\n"


def foreign(text: str) -> Encoding:
    """Return the encoding of a program.

    Args:
        text: ``cmd:PROGRAM ARG…`` or ``NAME=cmd:…``, see `workbench.foreign.command`.

    Raises:
        InputError: if the text does not follow that form.
        ProgramError: if there is no such program, or it may not be executed.
    """
    return _Program(command_of(text)).encoding()


class _Program:
    """A program, and the cells of the puzzles that it has encoded."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self._server = Server(command) if command.serve else None
        self._cells: OrderedDict[str, Cells] = OrderedDict()
        self._lock = threading.Lock()

    def encoding(self, seconds: float | None = None) -> Encoding:
        """The record, in which each script has at most so many seconds."""
        command = self.command
        most = command.seconds if seconds is None else min(seconds, command.seconds)

        def build(puzzle: Puzzle, _candidates: Candidates, _logic: str) -> PuzzleScript:
            return self.script(puzzle, most)

        def decode(puzzle: Puzzle, values: Mapping[str, object]) -> Decoded:
            text = sent(puzzle, command)
            with self._lock:
                cells = self._cells.get(text)
            if cells is None:
                cells = cells_of(self.script(puzzle, most))
            return Decoded(cells.decode(puzzle.board.names, values))

        return Encoding(
            name=command.name,
            title="the encoding of a program",
            idea=f"What the program prints: {' '.join(command.arguments)}.",
            logics=(),
            families=(),
            source="the program",
            build=build,
            decode=decode,
            block=block,
            completed=lambda script, filling: cells_of(script).complete(filling),
            deduces=False,
            spec=command.text,
            within=self.encoding,
        )

    def script(self, puzzle: Puzzle, seconds: float) -> PuzzleScript:
        """Run the program, or ask it, and read what it prints."""
        command, about = self.command, named(puzzle)
        text = sent(puzzle, command)
        try:
            if self._server is not None:
                output, cpu = self._server.ask(text, about, seconds)
            else:
                output, cpu = run_once(command, text, about, seconds)
            script = script_of(output, puzzle, command.name, about, cpu)
        except ProgramError as error:
            if text.startswith("{") and command.puzzle_format == "auto" and self._server is None:
                error.args = (f"{error}{_JSON_WAS_SENT}",)
            raise
        with self._lock:
            self._cells[text] = cells_of(script)
            if len(self._cells) > _KEPT:
                self._cells.popitem(last=False)
        return script


@lru_cache(maxsize=64)
def _surveyed(text: str) -> tuple[tuple[str, ...], tuple[Family, ...]]:
    """The logics and families of a program's scripts for a few small puzzles."""
    encoding = foreign(text)
    clued = formats.read(_SURVEYED).puzzle
    wall = frozenset([next(iter(clued.board.links()))])
    varied = (
        replace(clued, walls=wall),
        replace(clued, largest_region=3),
        replace(clued, checkered=True),
        replace(clued, basic=True),
    )
    logics: dict[str, None] = {}
    families: dict[str, Family] = {}
    for each in (clued, *varied):
        try:
            script = encoding.script(each)
        except EncodingError:
            continue
        except ProgramError:
            if each is not clued:
                continue
            raise
        logics[script.logic] = None
        for family in script.families:
            families.setdefault(family.name, family)
    return tuple(logics), tuple(families.values())


def surveyed(encoding: Encoding) -> Encoding:
    """Return an encoding of a program with the logics and families of what it prints for small puzzles.

    Any other encoding is returned as it is. The program is run for a 2x3 puzzle, with and without a wall, a
    largest region and the variants.

    Raises:
        ProgramError: if the program fails on the first of them.
    """
    if not encoding.spec or encoding.families:
        return encoding
    if encoding.spec in _LATE:
        raise _LATE[encoding.spec]
    try:
        logics, families = _surveyed(encoding.spec)
    except ProgramError as error:
        if error.timed_out:
            _LATE[encoding.spec] = error
        raise
    within = encoding.within and (lambda seconds: surveyed(encoding.limited(seconds)))
    return replace(encoding, logics=logics, families=families, within=within)
