"""A script as it stands in a file: its text, what it says of itself, and its puzzle if it holds one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from encoder.annotations import is_clauses, notes_of
from encoder.puzzle_script import PuzzleScript
from encoder.reader import read_script
from fillomino.errors import InputError
from fillomino.instance import Instance
from fillomino.record import Record
from smtlib.allowed import dropped
from smtlib.errors import SexprError
from smtlib.scopes import questions_of
from smtlib.text import Text
from workbench.texts.inputs import AS_WRITTEN, Opened, Reading, Source, open_one, script_in


class ScriptFile(Record):
    """A script that is run as it stands.

    Attributes:
        text: the text.
        script: the same read as the script of a puzzle; ``None`` if its comments hold no puzzle.
    """

    text: Text
    script: PuzzleScript | None = None

    @property
    def name(self) -> str:
        """Its name as the person knows it."""
        return self.text.name

    @property
    def logic(self) -> str:
        """The logic that it sets; empty if it sets none."""
        return questions_of(self.text).logic

    @property
    def expected(self) -> tuple[str | None, ...]:
        """For each of its questions the ``:status`` before it, ``sat`` or ``unsat``, else ``None``."""
        return questions_of(self.text).expected

    @property
    def puzzle(self) -> Instance | None:
        """The puzzle that its comments hold."""
        return None if self.script is None else self.script.puzzle

    @property
    def notes(self) -> tuple[str, ...]:
        """What of it solvers are not given, a sentence each."""
        options = self.text.nodes([each for each in self.text.asked if each.term[0] == "set-option"])
        return tuple(f"{self.name}:{node.line}:{node.column}: {what}" for node, what in dropped(options))

    @property
    def digest(self) -> str:
        """A digest of the text."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def read_script_file(text: Text, puzzle: Instance | None = None) -> ScriptFile:
    """Read a script of whatever origin.

    Args:
        text: the text.
        puzzle: its puzzle, if no comment holds it; its cells are named by the convention (``n_0``).

    Raises:
        InputError: with the place, if it is not a sequence of commands, asks nothing, or asks for files or
            other output; if its comments hold a puzzle, but its cells are not known.
    """
    if is_clauses(text):
        advice = "give them to a SAT solver, and what it prints to `fillomino decode`"
        raise InputError(f"these are clauses: {advice}", source=text.name, code="clauses")
    try:
        check_asks(text)
    except SexprError as error:
        raise InputError(error.message, line=error.line, column=error.column, source=text.name) from error
    of_puzzle = puzzle is not None or holds_puzzle(text)
    return ScriptFile(text, read_script(text, puzzle) if of_puzzle else None)


def check_asks(text: Text) -> None:
    """Do nothing for a script that asks for a verdict.

    Raises:
        InputError: for one that does not.
        SexprError: for one that is not a sequence of commands, or asks for files or other output.
    """
    if not questions_of(text).expected:
        raise _asks_nothing(text)


def _asks_nothing(text: Text) -> InputError:
    return InputError("this script asks nothing; add (check-sat)", source=text.name, code="nothing-asked")


def holds_puzzle(text: Text) -> bool:
    """Return whether the comments of a script, or of clauses, hold a puzzle.

    Raises:
        InputError: if they begin to, and are wrong.
    """
    return is_clauses(text) or notes_of(text).puzzle is not None


def open_subjects(
    sources: Iterable[Source], reading: Reading = AS_WRITTEN
) -> Iterator[Opened | ScriptFile | InputError]:
    """Read puzzles, and scripts as they stand; yields the error of a script that can't be taken.

    Raises:
        InputError: at the first puzzle that can't be read.
    """
    for source in sources:
        data = source.read()
        text = script_in(source, data) if reading.format is None else None
        if text is None:
            yield open_one(source, reading, data)
            continue
        try:
            yield read_script_file(reading.noted(text), reading.bound)
        except InputError as error:
            yield error
