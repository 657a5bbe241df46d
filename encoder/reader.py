"""The reader of scripts: a file, an edited or scrambled one, a program's output, or any SMT-LIB script.

What the commands do not say stands in comments (`encoder.annotations`): the puzzle, the terms of its cells,
the families. A script without comments names its cells by convention (`encoder.symbols`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NoReturn, overload

from encoder.annotations import CellTerm, Notes, is_clauses, notes_of, puzzle_in
from encoder.patterns import terms_of_pattern
from encoder.puzzle_script import (
    CellNumber,
    Cells,
    Choice,
    PuzzleScript,
    Truth,
    Value,
    header,
    symbols_of,
)
from encoder.symbols import BIG, cells_by_label, labels_in, symbol
from fillomino.board import Board
from fillomino.errors import FillominoError, InputError
from fillomino.instance import Instance
from fillomino.puzzle import FILLOMINO
from smtlib.errors import SexprError
from smtlib.literals import width_of
from smtlib.logics import features_of
from smtlib.renaming import restored
from smtlib.resolve import free_symbols, names_of
from smtlib.script import Assertion, Declaration, Family
from smtlib.sexpr import Command, Node, Sexpr, quote_symbol, read_one, symbol_name, write
from smtlib.sorts import SortCheck
from smtlib.text import Text
from smtlib.theories import is_function

_SHOWN = 4
_WHOLE = "script"
_LEFT_OUT = frozenset({"check-sat", "echo", "set-info", "set-option"})
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
_ARITHMETIC = frozenset({"+", "-", "<", "<=", ">", ">="})
"""Operators of integers, which may count Booleans."""
_DECLARING: Mapping[object, int] = {"declare-fun": 4, "declare-const": 3}
"""The commands that declare a constant, with the number of their parts."""
_LITERAL = frozenset('0123456789#":')
_CORE = frozenset({"assert", "let", "!", "as", "_", "true", "false"})


def read_script(text: Text, puzzle: Instance | None = None) -> PuzzleScript:
    """Read the script of a puzzle; it keeps its text, and is run as it stands there.

    Args:
        text: the text.
        puzzle: the puzzle that it is of; by default the one in its comments.

    Raises:
        InputError: if it is no sequence of commands, asserts nothing, asks more than one question or for
            files, or uses what it does not declare; if there is no puzzle, or the terms of its cells are not
            known. With the place.
    """
    if is_clauses(text):
        advice = "give them to a SAT solver, and what it prints to `fillomino decode`"
        raise InputError(f"these are clauses: {advice}", source=text.name or None, code="clauses")
    try:
        notes, commands = notes_of(text), text.asked
        return _Reading(text, notes, puzzle or puzzle_in(text), text.names).script(commands)
    except SexprError as error:
        source = text.name or None
        place = {"line": error.line, "column": error.column}
        raise InputError(error.message, **place, source=source, code=error.code) from error
    except InputError as error:
        error.source = error.source or text.name or None
        raise


class _Assertions(Sequence[Assertion]):
    """The assertions of a script that was read, made when they are first asked for."""

    def __init__(self, count: int, make: Callable[[], tuple[Assertion, ...]]) -> None:
        self._count, self._make = count, make
        self._made: tuple[Assertion, ...] | None = None

    @property
    def _all(self) -> tuple[Assertion, ...]:
        if self._made is None:
            self._made = self._make()
        return self._made

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Assertion]:
        return iter(self._all)

    @overload
    def __getitem__(self, index: int) -> Assertion: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Assertion, ...]: ...

    def __getitem__(self, index: int | slice) -> Assertion | tuple[Assertion, ...]:
        return self._all[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[tuple[Any, ...]], tuple[tuple[Assertion, ...]]]:
        """To another process go the assertions, not how they are made."""
        return tuple, (self._all,)


@dataclass(slots=True)
class _Reading:
    """The commands of a text, one after the other.

    Attributes:
        text, notes, puzzle: what is read.
        original: of a scrambled text each symbol and that of the original.
        logic: the logic that is set.
        declarations, definitions: those of the script.
        asserted: the ``assert`` commands.
        labels: the names of whole assertions, each with the text of its term.
        names: what is declared and defined, without bars.
        constants: the sorts of the constants of built-in sorts, by name without bars.
        declaring: the commands that declare and define.
        checked: the line of the ``check-sat``.
        sorts: those of all terms, once they are asked for.
        patterns: how its names are made of cells, once that is asked for.
    """

    text: Text
    notes: Notes
    puzzle: Instance
    original: Mapping[str, str]
    logic: str = ""
    declarations: list[Declaration] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)
    asserted: list[Command] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    declaring: list[Command] = field(default_factory=list)
    checked: int = 0
    sorts: SortCheck | None = None
    patterns: tuple[str, ...] | None = None

    def script(self, commands: Sequence[Command]) -> PuzzleScript:
        for command in commands:
            term = command.term
            if term[0] == "assert" and len(term) == 2 and not self.checked:
                self.asserted.append(command)
            elif term[0] in _DECLARING and term[-1] in ("Int", "Bool") and len(term) == _DECLARING[term[0]]:
                self._constant(command)
            else:
                self._command(command)
        if not self.asserted and self.puzzle.game is FILLOMINO:  # of another game it may need nothing
            raise InputError("nothing is asserted; is this all of the script?", code="nothing-to-read")
        if ":named" in self.text:
            for command in self.asserted:
                self._labelled(command.term[1])
        logic = self.notes.logic or self.logic or self._guessed()
        self._check_declared(logic)
        cells = self._cells()
        return PuzzleScript(
            encoding=self.notes.encoding or self.text.name,
            logic=logic,
            families=self._families(),
            declarations=tuple(self.declarations),
            definitions=tuple(self.definitions),
            assertions=_Assertions(len(self.asserted), lambda: self._assertions(cells)),
            values=cells.values,
            header=header(self.puzzle),
            source=self.text,
            verbatim=True,
            puzzle=self.puzzle,
            cells=cells,
            asks=self.notes.asks or "",
        )

    def _fail(self, command: Command, message: str, *, code: str | None = None) -> NoReturn:
        line, column = self.text.place(command.start)
        raise InputError(message, line=line, column=column, code=code)

    def _command(self, command: Command) -> None:
        term, head = command.term, command.head
        if head in _REFUSED:
            self._fail(command, f"{head} is refused: {_REFUSED[head]}", code="refused-command")
        if head == "check-sat":
            if self.checked:
                self._fail(
                    command,
                    f"a second check-sat, after that in line {self.checked}: one is enough",
                    code="second-check",
                )
            self.checked = command.line
        elif head == "assert":
            if len(term) != 2:
                self._fail(command, "assert takes one term", code="malformed")
            self._fail(
                command,
                f"an assertion after the check-sat in line {self.checked}: too late",
                code="after-check",
            )
        elif head == "set-logic":
            self.logic = term[1] if len(term) == 2 and isinstance(term[1], str) else ""
        elif head in _LEFT_OUT or head.startswith("get-"):
            pass  # who runs the script sets the options and asks the questions; none bears on the verdict
        else:
            self._declaration(command)

    def _constant(self, command: Command) -> None:
        """A constant of sort Int or Bool."""
        term = command.term
        name = symbol_name(term[1])
        if name is None or (len(term) == 4 and term[2] != ()):
            self._declaration(command)
            return
        if name in self.names:
            self._fail(command, f"{name} is declared a second time", code="duplicate")
        self.names[name] = None
        self.declaring.append(command)
        self.constants[name] = str(term[-1])
        self.declarations.append(Declaration(str(term[1]), str(term[-1])))

    def _declaration(self, command: Command) -> None:
        """A command that declares or defines, or one that we do not know: its text is kept as it is."""
        head, term = command.head, command.term
        self.declaring.append(command)
        if head.startswith(("declare-", "define-")) and len(term) > 1:
            names = names_of(term)
            if not names:
                self._fail(command, f"{head} takes a symbol", code="malformed")
            if names[0] in self.names and not head.endswith("s"):
                self._fail(command, f"{names[0]} is declared a second time", code="duplicate")
            self.names |= dict.fromkeys(names)
        constant = (head == "declare-const" and len(term) == 3) or (
            head == "declare-fun" and len(term) == 4 and term[2] == ()
        )
        if constant and _BUILT_IN.issuperset(atom for atom in _atoms(term[-1:]) if not atom.isdigit()):
            self.declarations.append(Declaration(str(term[1]), write(term[-1])))
        else:
            self.definitions.append(write(term))

    def _labelled(self, term: Sexpr) -> tuple[str, Sexpr]:
        """The name of an asserted term, if it has one of its own, and the term without that."""
        match term:
            case ("!", inner, ":named", str(label)):
                if label not in self.labels:
                    self.labels[label] = write(inner)
                return label, inner
        return "", term

    def _check_declared(self, logic: str) -> None:
        """Refuse an assertion with a constant that is not declared, where that can be known."""
        features = features_of(logic)
        simple = features is not None and features <= _SIMPLE
        labels = {symbol_name(label) or label: label for label in self.labels}
        if not labels:
            if not simple:
                return
            atoms = _atoms([command.term for command in self.asserted]) - self.names.keys()
            if all(atom[0] in _LITERAL or atom in _CORE or is_function(atom) for atom in atoms):
                return
        used: set[str] = set()
        for command in self.asserted:
            _, term = self._labelled(command.term[1])
            symbols = symbols_of(write(term))
            strange = symbols - self.names.keys() - labels.keys()
            if strange and simple:
                name = min(strange)
                [node] = self.text.nodes([command])
                at = next((a for a in node.atoms() if symbol_name(a.atom) == name), node)
                _fail(at, f"{name} is not declared", code="undeclared")
            used |= symbols
        for name in sorted(used & labels.keys() - self.names.keys()):
            self.definitions.append(f"(define-fun {labels[name]} () Bool {self.labels[labels[name]]})")
            self.names[name] = None

    def _assertions(self, cells: Cells) -> tuple[Assertion, ...]:
        made: list[Assertion] = []
        for command in self.asserted:
            label, inner = self._labelled(command.term[1])
            term = write(inner)
            family = self._family(command.line, label)
            made.append(Assertion(family, self._about(cells, term), term))
        return tuple(made)

    def _family(self, line: int, label: str) -> str:
        """The family of an assertion: that of the comment before it, or of its name."""
        family = self.notes.family_at(line)
        if family is not None:
            return family.name
        name, _, number = self.original.get(label, label).rpartition("_")
        return name if name and number.isdigit() else _WHOLE

    def _families(self) -> tuple[Family, ...]:
        """The families of the comments, each once; before them those that have none."""
        titles: dict[str, str] = {}
        for line in self.notes.families:
            titles[line.name] = titles.get(line.name) or line.title
        first = self.notes.families[0].line if self.notes.families else None
        early = [command for command in self.asserted if first is None or command.line < first]
        names = [self._family(each.line, self._labelled(each.term[1])[0]) for each in early]
        every = {name: "" for name in names if name not in titles} | titles
        if _WHOLE in every:
            every[_WHOLE] = every[_WHOLE] or "all assertions before the first comment that names a family"
        return tuple(
            Family(name, title, "as it is asserted", self.text.name) for name, title in every.items()
        )

    def _about(self, cells: Cells, term: str) -> tuple[int, ...]:
        """The cells that an assertion is about, by the terms of the cells, or by convention."""
        if self.notes.cells:
            return cells.about(symbols_of(term))
        cell_of = cells_by_label(self.puzzle.places)
        labels = _conventional(restored(term, self.original) if self.original else term, self._patterns())
        return tuple(cell_of[label] for label in labels if label in cell_of) or cells.about(symbols_of(term))

    def _patterns(self) -> tuple[str, ...]:
        """How the names of the script are made of cells, if an encoding that is here wrote it."""
        if self.patterns is None:
            from encoder.encodings.registry import find  # only who asks what assertions are about needs it

            try:
                self.patterns = find(self.notes.encoding).symbols if self.notes.encoding else ()
            except FillominoError:  # of a program, or of another version
                self.patterns = ()
        return self.patterns

    def _cells(self) -> Cells:
        new = {old: new for new, old in self.original.items()}
        comments = [each.replace(term=restored(each.term, new)) for each in self.notes.cells]
        if self.notes.pattern is not None:
            named = {comment.cell for comment in comments}
            declared = {self.original.get(name, name) for name in self.names}
            terms = terms_of_pattern(self.notes.pattern, self.puzzle, declared)
            comments += [
                each.replace(term=restored(each.term, new)) for each in terms if each.cell not in named
            ]
        return named_cells(self.puzzle, comments, self.names, self._sort_of, self.original)

    def _sort_of(self, term: str) -> str | None:
        """The sort of a term; ``None`` where it is not known."""
        known = self.constants.get(term)
        if known is not None:
            return known
        if self.sorts is None:
            self.sorts = SortCheck()
            for node in self.text.nodes(self.declaring):
                list(self.sorts.command(node))
        return self.sorts.sort_of(term)

    def _guessed(self) -> str:
        """The logic of a script that sets none: ``ALL`` where its constants do not give it away."""
        kinds = {sort.split(" ")[1] if sort.startswith("(_ ") else sort for _, sort in self.declarations}
        known = {"Int": "QF_LIA", "BitVec": "QF_BV"}
        kinds.discard("Bool")
        plain = all(definition.startswith("(define-fun ") for definition in self.definitions)
        if not plain or len(kinds) > 1 or not kinds <= known.keys():
            return "ALL"
        atoms = _atoms([command.term for command in self.asserted])
        if not _BEYOND.isdisjoint(atoms):
            return "ALL"
        if kinds:
            return known[kinds.pop()]
        return "QF_UF" if _ARITHMETIC.isdisjoint(atoms) else "QF_LIA"


def _atoms(terms: Sequence[Sexpr]) -> set[str]:
    """The atoms of some terms."""
    atoms: set[str] = set()
    stack = list(terms)
    while stack:
        term = stack.pop()
        if isinstance(term, str):
            atoms.add(term)
        else:
            stack += term
    return atoms


@lru_cache(maxsize=100_000)
def _conventional(term: str, patterns: tuple[str, ...]) -> tuple[int, ...]:
    """The labels of the cells in the names of a term, each once."""
    return tuple(dict.fromkeys(labels_in(term, patterns)))


def named_cells(
    puzzle: Instance,
    comments: Sequence[CellTerm],
    names: Collection[str],
    sort_of: Callable[[str], str | None],
    original: Mapping[str, str] | None = None,
) -> Cells:
    """Return the terms of all cells, from comments and, where there is none for a cell, by convention.

    Args:
        puzzle: the puzzle, whose places are the cells.
        comments: the comments on cells.
        names: what the script declares and defines, without bars.
        sort_of: from a term to its sort; ``None`` where it is not known.
        original: of a scrambled script each symbol and that of the original, which the convention is about.

    Raises:
        InputError: with the line, for a cell that is not there or has two terms, a symbol that is not
            declared, or a sort that holds no number; without one, for a cell that has no term.
    """
    board, truths = puzzle.places, {0, 1} <= puzzle.game.values.keys()
    index = {name: cell for cell, name in enumerate(board.names)}
    terms: dict[int, CellNumber] = {}
    for comment in comments:
        cell = index.get(comment.cell)
        if cell is None:
            shown = ", ".join(board.names[:_SHOWN]) + (", …" if board.size > _SHOWN else "")
            message = f"unknown cell {comment.cell}; the cells of the board are {shown}"
            _fail(comment, message, code="unknown-cell")
        expression = read_one(comment.term)
        strange = sorted(free_symbols(expression).difference(names))
        if strange:
            message = f"{strange[0]} is not declared, so it cannot be the term of {comment.cell}"
            _fail(comment, message, code="undeclared")
        term = write(expression)
        terms[cell] = _with_term(terms.get(cell), comment, term, sort_of(term), truths=truths)
    if len(terms) < board.size:
        terms = _cells_by_name(board, names, sort_of, original or {}, truths=truths) | terms
    missing = [cell for cell in range(board.size) if cell not in terms]
    if missing:
        raise _missing(board, missing, truths=truths)
    return Cells(tuple(terms[cell] for cell in range(board.size)))


def _with_term(
    known: CellNumber | None, comment: CellTerm, term: str, sort: str | None, *, truths: bool
) -> CellNumber:
    """Add the term of a comment to what is known of a cell's number; `truths` are Booleans for 1 or 0."""
    if comment.number is None:
        if known is not None:
            _fail(comment, f"{comment.cell} has a term already", code="duplicate")
        if sort == "Bool" and truths:
            return Truth(term)
        if sort not in (None, "Int") and width_of(sort) is None:
            kinds = "Bool, Int or BitVec" if truths else "Int or BitVec"
            _fail(comment, f"{term} is of sort {sort}; a number is of sort {kinds}", code="ill-sorted")
        return Value(term, None if sort is None else width_of(sort))
    choice = Choice({}) if known is None else known
    if not isinstance(choice, Choice) or comment.number in choice.holds:
        _fail(comment, f"{comment.cell} has a term for {comment.number} already", code="duplicate")
    if sort not in (None, "Bool"):
        _fail(comment, f"{term} is of sort {sort}; what holds or not is of sort Bool", code="ill-sorted")
    choice.holds[comment.number] = term
    return choice


def _missing(board: Board, missing: Sequence[int], *, truths: bool) -> InputError:
    """The error about cells that have no term."""
    shown = ", ".join(board.names[cell] for cell in missing[:_SHOWN])
    more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
    name, label = board.names[missing[0]], board.labels[missing[0]]
    sorts = "Bool, Int or BitVec" if truths else "Int or BitVec"
    return InputError(
        f"no term gives the number of {shown}{more}: write a comment `; cell {name} = TERM`, or declare "
        f"n_{label} of sort {sorts}, or Booleans n_{label}_1, n_{label}_2, …",
        code="cells-not-named",
    )


def _cells_by_name(
    board: Board,
    names: Collection[str],
    sort_of: Callable[[str], str | None],
    original: Mapping[str, str],
    *,
    truths: bool,
) -> dict[int, CellNumber]:
    """The terms of the cells that are named by convention; `truths` are Booleans that stand for 1 or 0."""
    cell_of = cells_by_label(board)
    cells: dict[int, CellNumber] = {}
    booleans: dict[int, dict[tuple[str, str], str]] = {}
    for name in names:
        parts = symbol(original.get(name, name))
        if parts is None or parts.label not in cell_of or parts.kind not in "nb":
            continue
        sort, cell, term = sort_of(quote_symbol(name)), cell_of[parts.label], quote_symbol(name)
        if parts.kind == "n" and parts.rest is None and sort != "Bool":  # it may be another name of Int
            cells[cell] = Value(term, None if sort is None else width_of(sort))
        elif parts.kind == "n" and parts.rest is None and truths:
            cells[cell] = Truth(term)
        elif parts.rest is not None and sort == "Bool":
            booleans.setdefault(cell, {})[parts.kind, parts.rest] = term
    for cell, terms in booleans.items():
        of_kind = {
            kind: {int(rest): terms[other, rest] for other, rest in terms if other == kind and rest != BIG}
            for kind in "nb"
        }
        big = terms.get(("n", BIG), "")
        if cell not in cells and (big or of_kind["n"]):
            holds, bits = (dict(sorted(each.items())) for each in of_kind.values())
            cells[cell] = Choice(holds, big, bits if big else {})
    return cells


def _fail(at: Node | CellTerm, message: str, *, code: str) -> NoReturn:
    raise InputError(message, line=at.line, column=at.column, code=code)
