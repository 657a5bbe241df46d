"""The reader of scripts: a file, an edited or scrambled one, a program's output, or any SMT-LIB script.

What the commands do not say stands in comments (`encoder.annotations`): the puzzle, the terms of its cells,
the families. A script without comments names its cells by convention (`encoder.symbols`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NoReturn

from encoder.annotations import CellTerm, Notes, is_clauses, no_puzzle, notes_of
from encoder.patterns import terms_of_pattern
from encoder.script import (
    CellNumber,
    Cells,
    Choice,
    PuzzleScript,
    Truth,
    Value,
    header,
    symbols_of,
)
from encoder.symbols import BIG, Symbol, cells_by_label, symbol, symbols_in
from fillomino.board import Board
from fillomino.errors import InputError
from fillomino.instance import Instance
from fillomino.puzzle import FILLOMINO
from smtlib.commands import asked_commands
from smtlib.errors import SexprError
from smtlib.file import Source
from smtlib.literals import width_of
from smtlib.logics import features_of
from smtlib.resolve import free_symbols, names_of
from smtlib.scramble import restored
from smtlib.script import Assertion, Declaration, Family, Header, Script
from smtlib.sexpr import Node, quote_symbol, read_one, symbol_name, without_places, write
from smtlib.sorts import SortCheck

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
_KINDS = "nesrRpqgbc"


def read_script(text: str, name: str, puzzle: Instance | None = None) -> Script:
    """Read a script; it keeps its text, and is run as it stands there.

    Args:
        text: the text.
        name: its name, for messages.
        puzzle: the puzzle that it is of; by default the one in its comments.

    Returns:
        A `PuzzleScript` whose cells are known; or a bare `Script` if there is no puzzle.

    Raises:
        InputError: if it is no sequence of commands, asserts nothing, asks more than one question or for
            files, or uses what it does not declare; if the terms of the puzzle's cells are not known. With
            the place.
    """
    if is_clauses(text):
        advice = "give them to a SAT solver, and what it prints to `fillomino decode`"
        raise InputError(f"these are clauses: {advice}", source=name, code="clauses")
    try:
        notes = notes_of(text, name)
        return _Reading(name, text, notes, puzzle or notes.puzzle).script()
    except SexprError as error:
        raise InputError(error.message, line=error.line, column=error.column, source=name) from error
    except InputError as error:
        error.source = error.source or name
        raise


def read_puzzle_script(text: str, name: str, puzzle: Instance | None = None) -> PuzzleScript:
    """Read a script of a puzzle, as `read_script` does.

    Raises:
        InputError: also if there is no puzzle.
    """
    script = read_script(text, name, puzzle)
    if not isinstance(script, PuzzleScript):
        raise no_puzzle(name)
    return script


@dataclass(slots=True)
class _Reading:
    """The commands of a text, one after the other."""

    name: str
    text: str
    notes: Notes
    puzzle: Instance | None
    logic: str = ""
    declarations: list[Declaration] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)
    assertions: list[tuple[Node, str, str]] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    sorts: SortCheck = field(default_factory=SortCheck)
    checked: int = 0

    def script(self) -> Script:
        for node in asked_commands(self.text, self.name):
            self._command(node)
        may_be_bare = self.puzzle is not None and self.puzzle.game is not FILLOMINO
        if not self.assertions and not may_be_bare:  # a small puzzle of another game may need nothing
            raise InputError("nothing is asserted; is this all of the script?", code="nothing-to-read")
        logic = self.notes.logic or self.logic or self._guessed()
        free = self._checked(logic)
        cells = None if self.puzzle is None else self._cells(self.puzzle)
        names = [self._family(node.line, label) for node, label, _ in self.assertions]
        assertions = tuple(
            Assertion(family, self._about(cells, term, symbols), term)
            for family, (_, _, term), symbols in zip(names, self.assertions, free, strict=True)
        )
        definitions = tuple(self.definitions)
        parts: dict[str, Any] = {
            "encoding": self.notes.encoding or self.name,
            "logic": logic,
            "families": self._families(names),
            "declarations": tuple(self.declarations),
            "definitions": definitions,
            "assertions": assertions,
            "source": Source(self.name, self.text, (definitions, assertions), self.notes.names),
        }
        if self.puzzle is None or cells is None:
            return Script(**parts, values=(), header=Header((self.name,)))
        parts |= {"puzzle": self.puzzle, "cells": cells, "asks": self.notes.asks or ""}
        return PuzzleScript(**parts, values=cells.values, header=header(self.puzzle))

    def _command(self, node: Node) -> None:
        head, items = node.head, node.items
        if head in _REFUSED:
            _fail(node, f"{head} is refused: {_REFUSED[head]}")
        if head == "check-sat":
            if self.checked:
                _fail(node, f"a second check-sat, after that in line {self.checked}: one is enough")
            self.checked = node.line
        elif head == "assert":
            if len(items) != 2:
                _fail(node, "assert takes one term")
            if self.checked:
                _fail(
                    node,
                    f"an assertion after the check-sat in line {self.checked}: too late",
                )
            self.assertions.append((node, *self._plain(items[1])))
        elif head == "set-logic":
            self.logic = items[1].atom if len(items) == 2 else ""
        elif head in _LEFT_OUT or head.startswith("get-"):
            pass  # who runs the script sets the options and asks the questions; none bears on the verdict
        else:
            self._declaration(node)

    def _declaration(self, node: Node) -> None:
        """A command that declares or defines, or one that we do not know: its text is kept as it is."""
        head, items = node.head, node.items
        list(self.sorts.command(node))
        if head.startswith(("declare-", "define-")) and len(items) > 1:
            names = names_of(node)
            if not names:
                _fail(node, f"{head} takes a symbol")
            if names[0] in self.names and not head.endswith("s"):
                _fail(node, f"{names[0]} is declared a second time")
            self.names |= dict.fromkeys(names)
        constant = (head == "declare-const" and len(items) == 3) or (
            head == "declare-fun" and len(items) == 4 and items[2].content == ()
        )
        if constant and _BUILT_IN.issuperset(a.atom for a in items[-1].atoms() if not a.atom.isdigit()):
            self.declarations.append(Declaration(items[1].atom, write(without_places(items[-1]))))
        else:
            self.definitions.append(write(without_places(node)))

    def _plain(self, node: Node) -> tuple[str, str]:
        """The name of an asserted term, if it has one of its own, and its text without that."""
        items = node.items
        if node.head == "!" and len(items) == 4 and items[2].atom == ":named":
            self.labels[items[3].atom] = write(without_places(items[1]))
            return items[3].atom, self.labels[items[3].atom]
        return "", write(without_places(node))

    def _checked(self, logic: str) -> list[frozenset[str]]:
        """The free symbols of each assertion; all must be declared, where that can be known."""
        free: list[frozenset[str]] = []
        used: set[str] = set()
        features = features_of(logic)
        simple = features is not None and features <= _SIMPLE
        labels = {symbol_name(label) or label: label for label in self.labels}
        for node, _, term in self.assertions:
            symbols = symbols_of(term)
            strange = symbols - self.names.keys() - labels.keys()
            if strange and simple:
                name = min(strange)
                at = next((a for a in node.atoms() if symbol_name(a.atom) == name), node)
                _fail(at, f"{name} is not declared")
            used |= symbols
            free.append(symbols)
        for name in sorted(used & labels.keys() - self.names.keys()):
            self.definitions.append(f"(define-fun {labels[name]} () Bool {self.labels[labels[name]]})")
            self.names[name] = None
        return free

    def _family(self, line: int, label: str) -> str:
        """The family of an assertion: that of the comment before it, or of its name."""
        family = self.notes.family_at(line)
        if family is not None:
            return family.name
        name, _, number = self.notes.names.get(label, label).rpartition("_")
        return name if name and number.isdigit() else _WHOLE

    def _families(self, used: Sequence[str]) -> tuple[Family, ...]:
        """The families of the comments, each once; before them those that have none."""
        titles: dict[str, str] = {}
        for line in self.notes.families:
            titles[line.name] = titles.get(line.name) or line.title
        every = {name: "" for name in used if name not in titles} | titles
        if _WHOLE in every:
            every[_WHOLE] = every[_WHOLE] or "all assertions before the first comment that names a family"
        return tuple(Family(name, title, "as it is asserted", self.name) for name, title in every.items())

    def _about(self, cells: Cells | None, term: str, symbols: frozenset[str]) -> tuple[int, ...]:
        """The cells that an assertion is about, by the terms of the cells, or by convention."""
        if cells is None or self.puzzle is None:
            return ()
        if self.notes.cells:
            return cells.about(symbols)
        cell_of = cells_by_label(self.puzzle.places)
        labels: dict[int, None] = {}
        for each in _conventional(restored(term, self.notes.names) if self.notes.names else term):
            labels[each.label] = None
            if each.kind in "eq" and each.rest is not None and each.rest.isdigit():
                labels[int(each.rest)] = None
        return tuple(cell_of[label] for label in labels if label in cell_of) or cells.about(symbols)

    def _cells(self, puzzle: Instance) -> Cells:
        new = {old: new for new, old in self.notes.names.items()}
        comments = [each._replace(term=restored(each.term, new)) for each in self.notes.cells]
        if self.notes.pattern is not None:
            named = {comment.cell for comment in comments}
            declared = {self.notes.names.get(name, name) for name in self.names}
            terms = terms_of_pattern(self.notes.pattern, puzzle, declared)
            comments += [
                each._replace(term=restored(each.term, new)) for each in terms if each.cell not in named
            ]
        return named_cells(puzzle, comments, self.names, self.sorts.sort_of, self.notes.names)

    def _guessed(self) -> str:
        """The logic of a script that sets none: ``ALL`` where its constants do not give it away."""
        kinds = {sort.split(" ")[1] if sort.startswith("(_ ") else sort for _, sort in self.declarations}
        known = {"Int": "QF_LIA", "BitVec": "QF_BV"}
        kinds.discard("Bool")
        plain = all(definition.startswith("(define-fun ") for definition in self.definitions)
        if not plain or len(kinds) > 1 or not kinds <= known.keys():
            return "ALL"
        if any(not _BEYOND.isdisjoint(a.atom for a in node.atoms()) for node, _, _ in self.assertions):
            return "ALL"
        if kinds:
            return known[kinds.pop()]
        counts = any(_ARITHMETIC.intersection(a.atom for a in node.atoms()) for node, _, _ in self.assertions)
        return "QF_LIA" if counts else "QF_UF"


@lru_cache(maxsize=100_000)
def _conventional(term: str) -> tuple[Symbol, ...]:
    """The symbols in a term whose names are those of the convention."""
    return tuple(symbols_in(term, _KINDS))


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
            _fail(comment, f"unknown cell {comment.cell}; the cells of the board are {shown}")
        expression = read_one(comment.term)
        term = write(expression)
        strange = sorted(free_symbols(expression).difference(names))
        if strange:
            _fail(comment, f"{strange[0]} is not declared, so it cannot be the term of {comment.cell}")
        sort = sort_of(term)
        known = terms.get(cell)
        if comment.number is None:
            if known is not None:
                _fail(comment, f"{comment.cell} has a term already")
            if sort == "Bool" and truths:
                terms[cell] = Truth(term)
                continue
            if sort not in (None, "Int") and width_of(sort) is None:
                kinds = "Bool, Int or BitVec" if truths else "Int or BitVec"
                _fail(comment, f"{term} is of sort {sort}; a number is of sort {kinds}")
            terms[cell] = Value(term, None if sort is None else width_of(sort))
            continue
        if known is not None and (not isinstance(known, Choice) or comment.number in known.holds):
            _fail(comment, f"{comment.cell} has a term for {comment.number} already")
        if sort not in (None, "Bool"):
            _fail(comment, f"{term} is of sort {sort}; what holds or not is of sort Bool")
        choice = terms.setdefault(cell, Choice({}))
        assert isinstance(choice, Choice)  # noqa: S101
        choice.holds[comment.number] = term
    if len(terms) < board.size:
        terms = _cells_by_name(board, names, sort_of, original or {}, truths=truths) | terms
    missing = [cell for cell in range(board.size) if cell not in terms]
    if missing:
        shown = ", ".join(board.names[cell] for cell in missing[:_SHOWN])
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        name, label = board.names[missing[0]], board.labels[missing[0]]
        sorts = "Bool, Int or BitVec" if truths else "Int or BitVec"
        raise InputError(
            f"no term gives the number of {shown}{more}: write a comment `; cell {name} = TERM`, or declare "
            f"n_{label} of sort {sorts}, or Booleans n_{label}_1, n_{label}_2, …",
            code="cells-not-named",
        )
    return Cells(tuple(terms[cell] for cell in range(board.size)))


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


def _fail(at: Node | CellTerm, message: str) -> NoReturn:
    raise InputError(message, line=at.line, column=at.column)
