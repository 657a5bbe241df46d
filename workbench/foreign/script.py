"""From what a program printed to a script of ours: its declarations, assertions, families and cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from encoder.annotations import FamilyLine, Notes, notes_of
from encoder.cells import CellScript, cells_of, symbols_of
from encoder.script import header
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from smtlib.errors import SexprError
from smtlib.file import names_of
from smtlib.lint import features_of
from smtlib.safety import asked_commands
from smtlib.script import Assertion, Declaration, Family
from smtlib.sexpr import Node, symbol_name, without_places, write
from smtlib.sorts import SortCheck
from workbench.foreign.command import ProgramError, RefusedError
from workbench.foreign.sent import named

REFUSES = "; refuses"
"""The beginning of an output that is no script: the program does not encode such puzzles."""

_WHOLE = Family("script", "all assertions", "as the program asserts them", "the program")
_LEFT_OUT = frozenset({"check-sat", "exit", "echo", "set-info", "set-option"})
"""And all that begins with ``get-``."""
_REFUSED: Mapping[str, str] = {
    **dict.fromkeys(("push", "pop", "check-sat-assuming"), "a script asks one question, with all it asserts"),
    **dict.fromkeys(("reset", "reset-assertions"), "what was asserted before it would be lost"),
    **dict.fromkeys(("minimize", "maximize", "assert-soft"), "any model is an answer here, not the best"),
}
_BUILT_IN = frozenset({"Bool", "Int", "Real", "String", "Array", "BitVec", "_"})
_SIMPLE = frozenset({"integers", "reals", "bit-vectors", "functions", "products", "arrays", "quantifiers"})
"""Logics of these have no constants of their own but ``true`` and ``false``."""
_BEYOND = frozenset({"forall", "exists", "select", "store", "to_real", "/", "*", "div", "mod"})
"""With these a script is of no logic that its declarations would show."""


def script_of(output: bytes, puzzle: Puzzle, name: str, about: str, cpu_seconds: float = 0.0) -> CellScript:
    """Read the output of a program.

    Args:
        output: what it printed.
        puzzle: the puzzle it was given.
        name: what the encoding is called.
        about: the puzzle in words, for messages.
        cpu_seconds: the CPU time of the program.

    Raises:
        RefusedError: if the program refuses the puzzle.
        ProgramError: if this is no script, or none that can be used; with line and column of the output.
    """
    given = f"{name}, given {about}"
    try:
        text = output.decode("utf-8")
    except UnicodeDecodeError as error:
        line = output.count(b"\n", 0, error.start) + 1
        byte = f"the byte 0x{output[error.start]:02x} is not UTF-8"
        raise ProgramError(f"{given}, line {line} of its output: {byte}") from None
    if text.lstrip().startswith(REFUSES):
        reason = text.lstrip()[len(REFUSES) :].split("\n", 1)[0].strip(" :")
        raise RefusedError(f"{name} refuses {about}{f': {reason[:200]}' if reason else ''}")
    try:
        notes = notes_of(text)
        if notes.puzzle is not None and _asked(notes.puzzle) != _asked(puzzle):
            raise ProgramError(
                f"{given}, printed the script of another: its `; puzzle` is {named(notes.puzzle)}"
            )
        return _Reading(notes, text).script(asked_commands(text), puzzle, name, about, cpu_seconds)
    except (InputError, SexprError) as error:
        place = f", line {error.line}, column {error.column} of its output" if error.line else ""
        raise ProgramError(f"{given}{place}: {error.message}") from error


def _asked(puzzle: Puzzle) -> tuple[object, ...]:
    """The board and the numbers of a puzzle, however its cells are named."""
    variants = (puzzle.largest_region, puzzle.checkered, puzzle.basic)
    return (puzzle.board.size, sorted(puzzle.board.links()), dict(puzzle.clues), puzzle.walls, *variants)


@dataclass(slots=True)
class _Reading:
    """The commands of a script, one after the other."""

    notes: Notes
    output: str
    logic: str = ""
    declarations: list[Declaration] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)
    assertions: list[tuple[Node, str]] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    sorts: SortCheck = field(default_factory=SortCheck)
    checked: int = 0

    def script(
        self, commands: Sequence[Node], puzzle: Puzzle, name: str, about: str, cpu_seconds: float
    ) -> CellScript:
        for node in commands:
            self._command(node)
        if not self.assertions:
            raise InputError("nothing is asserted; is this all of the script?")
        logic = self.notes.logic or self.logic or self._guessed()
        parsed = self._assertions(logic)
        cells = cells_of(puzzle.board, self.notes.cells, self.names, self.sorts.sort_of)
        families = self._families()
        return CellScript(
            encoding=name,
            puzzle=puzzle,
            header=header(puzzle),
            logic=logic,
            families=tuple(families.values()),
            declarations=tuple(self.declarations),
            assertions=tuple(
                Assertion(self._family(line).name, cells.about(symbols), term)
                for line, term, symbols in parsed
            ),
            values=cells.values,
            meaning={},
            definitions=tuple(self.definitions),
            cells=cells,
            cpu_seconds=cpu_seconds,
            output=self.output,
            given=about,
        )

    def _command(self, node: Node) -> None:
        head, items = node.head, node.items
        if head in _REFUSED:
            self._fail(node, f"{head} is refused: {_REFUSED[head]}")
        if head == "check-sat":
            if self.checked:
                self._fail(node, f"a second check-sat, after that in line {self.checked}: one is enough")
            self.checked = node.line
        elif head == "assert":
            if len(items) != 2:
                self._fail(node, "assert takes one term")
            if self.checked:
                self._fail(node, f"an assertion after the check-sat in line {self.checked}, too late for it")
            self.assertions.append((node, self._plain(items[1])))
        elif head == "set-logic":
            self.logic = items[1].atom if len(items) == 2 else ""
        elif head in _LEFT_OUT or head.startswith("get-"):
            pass  # flavours set the options and ask the questions; none of these bears on the verdict
        else:
            self._declaration(node)

    def _declaration(self, node: Node) -> None:
        """A command that declares or defines, or one that we do not know: its text is kept as it is."""
        head, items = node.head, node.items
        list(self.sorts.command(node))
        if head.startswith(("declare-", "define-")) and len(items) > 1:
            names = names_of(node)
            if not names:
                self._fail(node, f"{head} takes a symbol")
            if names[0] in self.names and not head.endswith("s"):
                self._fail(node, f"{names[0]} is declared a second time")
            self.names.update(names)
        constant = (head == "declare-const" and len(items) == 3) or (
            head == "declare-fun" and len(items) == 4 and items[2].content == ()
        )
        if constant and _BUILT_IN.issuperset(a.atom for a in items[-1].atoms() if not a.atom.isdigit()):
            self.declarations.append(Declaration(items[1].atom, write(without_places(items[-1]))))
        else:
            self.definitions.append(write(without_places(node)))

    def _plain(self, node: Node) -> str:
        """The text of an asserted term, without a name of its own."""
        items = node.items
        if node.head == "!" and len(items) == 4 and items[2].atom == ":named":
            self.labels[items[3].atom] = write(without_places(items[1]))
            return self.labels[items[3].atom]
        return write(without_places(node))

    def _assertions(self, logic: str) -> list[tuple[int, str, frozenset[str]]]:
        """Line, term and free symbols of each assertion; all must be declared, where that can be known."""
        found: list[tuple[int, str, frozenset[str]]] = []
        used: set[str] = set()
        features = features_of(logic)
        simple = features is not None and features <= _SIMPLE
        labels = {symbol_name(label) or label: label for label in self.labels}
        for node, term in self.assertions:
            symbols = symbols_of(term)
            strange = symbols - self.names - labels.keys()
            if strange and simple:
                name = min(strange)
                at = next((a for a in node.atoms() if symbol_name(a.atom) == name), node)
                self._fail(at, f"{name} is not declared")
            used |= symbols
            found.append((node.line, term, symbols))
        for name in sorted(used & labels.keys() - self.names):
            self.definitions.append(f"(define-fun {labels[name]} () Bool {self.labels[labels[name]]})")
            self.names.add(name)
        return found

    def _families(self) -> dict[str, Family]:
        """The families of the comments, each once; and one for what stands before the first of them."""
        found = {}
        if any(self.notes.family_at(node.line) is None for node, _ in self.assertions):
            found[_WHOLE.name] = _WHOLE
        for line in self.notes.families:
            if line.name not in found or not found[line.name].title:
                found[line.name] = Family(
                    line.name, line.title or line.name, "as the program asserts it", "the program"
                )
        return found

    def _family(self, line: int) -> Family | FamilyLine:
        return self.notes.family_at(line) or _WHOLE

    def _guessed(self) -> str:
        """The logic of a script that sets none: ``ALL`` where its constants do not give it away."""
        kinds = {sort.split(" ")[1] if sort.startswith("(_ ") else sort for _, sort in self.declarations}
        known = {"Int": "QF_LIA", "BitVec": "QF_BV"}
        kinds.discard("Bool")
        plain = all(definition.startswith("(define-fun ") for definition in self.definitions)
        if not plain or len(kinds) > 1 or not kinds <= known.keys():
            return "ALL"
        if any(not _BEYOND.isdisjoint(a.atom for a in node.atoms()) for node, _ in self.assertions):
            return "ALL"
        return known[kinds.pop()] if kinds else "QF_UF"

    def _fail(self, node: Node, message: str) -> NoReturn:
        raise InputError(message, line=node.line, column=node.column)
