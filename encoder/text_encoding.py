"""A text with annotations as an encoding of its one puzzle, whoever wrote or edited it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from encoder.annotations import FamilyLine, Notes, notes_of
from encoder.cells import Cells, CellScript, block_cells, cells_of, complete_cells, symbols_of
from encoder.encoding import Decoded, Encoding
from encoder.errors import EncodingError
from encoder.script import PuzzleScript, header
from encoder.symbols import cells_by_label, symbols_in
from fillomino.deduction.engine import Candidates
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from smtlib.errors import SexprError
from smtlib.file import Asserted, File, file_of
from smtlib.safety import asked_commands
from smtlib.scramble import restored
from smtlib.script import Assertion, Family
from smtlib.sexpr import Node, write
from smtlib.sorts import SortCheck

_ONE_QUESTION = frozenset({"push", "pop", "reset", "reset-assertions", "check-sat-assuming"})
_WHOLE = FamilyLine("assertions", "all assertions before the first comment that names a family", 0)
_KINDS = "nesrRpqgbc"


@dataclass(frozen=True, slots=True)
class Text:
    """A script of one puzzle, as a text.

    Attributes:
        name: its name, for messages.
        notes: its annotations.
        file: its commands.
        puzzle: the puzzle.
        cells: the terms of the puzzle's cells, in the names of the text.
        content: the text.
    """

    name: str
    notes: Notes
    file: File
    puzzle: Puzzle
    cells: Cells
    content: str

    def family(self, asserted: Asserted) -> FamilyLine:
        """Return the family of an assertion: that of the comment before it, or of its name."""
        found = self.notes.family_at(asserted.line)
        label = self.notes.names.get(asserted.name, asserted.name)
        name, _, number = label.rpartition("_")
        return found or (FamilyLine(name, "", 0) if name and number.isdigit() else _WHOLE)

    def about(self, asserted: Asserted) -> tuple[int, ...]:
        """Return the cells that an assertion is about, to judge by the names of its symbols."""
        term = write(asserted.term)
        cell_of = cells_by_label(self.puzzle.board)
        found: dict[int, None] = {}
        for its in symbols_in(restored(term, self.notes.names), _KINDS):
            found[its.label] = None
            if its.kind in "eq" and its.rest is not None and its.rest.isdigit():
                found[int(its.rest)] = None
        cells = tuple(cell_of[label] for label in found if label in cell_of)
        return cells or self.cells.about(symbols_of(term))

    def decode(self, values: Mapping[str, object]) -> Decoded:
        """Read a filling from values, in the names of the text or in those of the original.

        Raises:
            DecodeError: as `Cells.decode`.
        """
        new = {old: new for new, old in self.notes.names.items()}
        its = {restored(name, new): value for name, value in values.items()} if new else values
        return self.cells.decode(self.puzzle.board, its)

    @property
    def script(self) -> CellScript:
        """The text as a script."""
        families = {each.name: each for each in map(self.family, self.file.assertions)}
        return CellScript(
            encoding=self.name,
            puzzle=self.puzzle,
            header=header(self.puzzle),
            logic=self.notes.logic or self.file.logic or "ALL",
            families=tuple(
                Family(one.name, one.title, "as it is asserted", self.name) for one in families.values()
            ),
            declarations=(),
            definitions=self.file.commands,
            assertions=tuple(map(self._assertion, self.file.assertions)),
            values=self.cells.values,
            cells=self.cells,
            output=self.content,
        )

    @property
    def encoding(self) -> Encoding:
        """The text as an encoding, of its puzzle alone."""
        script = self.script

        def build(puzzle: Puzzle, _candidates: Candidates, _logic: str) -> PuzzleScript:
            if puzzle != self.puzzle:
                raise EncodingError(f"{self.name} is a script of its one puzzle, and of no other")
            return script

        def decode(_puzzle: Puzzle, values: Mapping[str, object]) -> Decoded:
            return self.decode(values)

        return Encoding(
            name=self.name,
            title="a text",
            idea="What the text asserts.",
            logics=(script.logic,),
            families=script.families,
            source=self.name,
            build=build,
            decode=decode,
            block=block_cells,
            completed=complete_cells,
            deduces=False,
        )

    def _assertion(self, asserted: Asserted) -> Assertion:
        term = write(asserted.term)
        named = f"(! {term} :named {asserted.name})" if asserted.name else term
        return Assertion(self.family(asserted).name, self.about(asserted), named)


def text_of(content: str, name: str) -> Text:
    """Read a script with its puzzle.

    Args:
        content: the text.
        name: its name, for messages.

    Raises:
        InputError: if no comment holds the puzzle, or the terms of its cells are not known; if it is no
            sequence of commands, asserts nothing, or asks more than one question.
    """
    try:
        return _read(content, name)
    except SexprError as error:
        raise InputError(error.message, line=error.line, column=error.column, source=name) from error


def _read(content: str, name: str) -> Text:
    notes = notes_of(content, name)
    puzzle = notes.needed()
    first = 0
    commands = asked_commands(content, name)
    for command in commands:
        again = command.head == "check-sat" and first > 0
        if command.head in _ONE_QUESTION or again:
            message = f"{command.head}: a script of one puzzle asks one question, with all that it asserts"
            message += f"; the first is in line {first}, leave one of them out" if again else ""
            raise InputError(message, source=name, line=command.line, column=command.column)
        if first and command.head == "assert":
            message = f"assert: no solver looks at it for the check-sat in line {first}; put it before that"
            raise InputError(message, source=name, line=command.line, column=command.column)
        first = command.line if command.head == "check-sat" else first
    file = file_of(content, name, commands)
    try:
        return Text(name, notes, file, puzzle, _cells(notes, file, puzzle, commands), content)
    except InputError as error:
        error.source = name
        raise


def _cells(notes: Notes, file: File, puzzle: Puzzle, commands: Sequence[Node]) -> Cells:
    new = {old: new for new, old in notes.names.items()}
    comments = [comment._replace(term=restored(comment.term, new)) for comment in notes.cells]
    sorts = SortCheck()
    for command in commands:
        if command.head != "assert":
            list(sorts.command(command))
    return cells_of(puzzle.board, comments, file.names, sorts.sort_of, notes.names)
