"""A script as it stands in a file: its text, what it says of itself, and its puzzle if it holds one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from encoder.annotations import is_clauses, notes_of
from encoder.reader import read_script
from encoder.script import PuzzleScript
from fillomino.errors import InputError
from fillomino.instance import Instance
from fillomino.record import Record
from smtlib.allowed import dropped
from smtlib.commands import CHECKS
from smtlib.errors import SexprError
from smtlib.sexpr import Sexpr
from smtlib.text import Text
from workbench.texts.inputs import AS_WRITTEN, Opened, Reading, Source, open_one, script_in

_DECIDED = ("sat", "unsat")
_INCREMENTAL = frozenset({"push", "pop", "check-sat-assuming", "reset-assertions"})


class ScriptFile(Record):
    """A script that is run as it stands.

    Attributes:
        text: the text.
        logic: the logic that it sets; empty if it sets none.
        expected: for each of its questions the ``:status`` before it, ``sat`` or ``unsat``, else ``None``.
        incremental: whether it pushes, pops or asks several times, which some solvers must be told.
        script: the same read as the script of a puzzle; ``None`` if its comments hold no puzzle.
        notes: what of it solvers are not given, a sentence each.
    """

    text: Text
    logic: str
    expected: tuple[str | None, ...]
    incremental: bool = False
    script: PuzzleScript | None = None
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its name as the person knows it."""
        return self.text.name

    @property
    def puzzle(self) -> Instance | None:
        """The puzzle that its comments hold."""
        return None if self.script is None else self.script.puzzle

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
    name = text.name
    if is_clauses(text):
        advice = "give them to a SAT solver, and what it prints to `fillomino decode`"
        raise InputError(f"these are clauses: {advice}", source=name, code="clauses")
    try:
        commands = text.asked
    except SexprError as error:
        raise InputError(error.message, line=error.line, column=error.column, source=name) from error
    logic, expected = "", list[str | None]()
    status: str | None = None
    for command in commands:
        term = command.term
        if term[0] == "set-logic" and len(term) == 2:
            logic = str(term[1])
        elif term[0] == "set-info":
            status = _status(term) or status
        elif term[0] in CHECKS:
            expected.append(status if status in _DECIDED else None)
            status = None
    if not expected:
        raise _nothing_asked(text)
    heads = [command.term[0] for command in commands]
    asked_at = next(at for at, head in enumerate(heads) if head in CHECKS)
    incremental = len(expected) > 1 or not _INCREMENTAL.isdisjoint(heads) or "assert" in heads[asked_at:]
    of_puzzle = puzzle is not None or holds_puzzle(text)
    script = read_script(text, puzzle) if of_puzzle else None
    nodes = text.nodes([each for each in commands if each.term[0] == "set-option"])
    notes = tuple(f"{name}:{node.line}:{node.column}: {what}" for node, what in dropped(nodes))
    return ScriptFile(text, logic, tuple(expected), incremental, script, notes)


def check_asks(text: Text) -> None:
    """Do nothing for a script that asks for a verdict.

    Raises:
        InputError: for one that does not.
        SexprError: for one that is not a sequence of commands, or asks for files or other output.
    """
    if not any(command.head in CHECKS for command in text.asked):
        raise _nothing_asked(text)


def _nothing_asked(text: Text) -> InputError:
    return InputError("this script asks nothing; add (check-sat)", source=text.name, code="nothing-asked")


def holds_puzzle(text: Text) -> bool:
    """Return whether the comments of a script, or of clauses, hold a puzzle.

    Raises:
        InputError: if they begin to, and are wrong.
    """
    return is_clauses(text) or notes_of(text).puzzle is not None


def _status(command: tuple[Sexpr, ...]) -> str | None:
    """The status that a ``set-info`` states, if it does."""
    stated = len(command) == 3 and command[1] == ":status"
    return command[2] if stated and isinstance(command[2], str) else None


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
