"""An SMT-LIB file: its text, its declarations, definitions and assertions, and their truth in a model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from smtlib.commands import asked_commands, terms_of
from smtlib.errors import EvaluationError, SexprError
from smtlib.evaluate import Model, evaluate
from smtlib.literals import SortedValue, sorted_value, width_of
from smtlib.model import Signature
from smtlib.resolve import names_of
from smtlib.scopes import Check, shown_check
from smtlib.sexpr import Sexpr, symbol_name, write
from smtlib.text import once

_LEFT_OUT = frozenset({"set-logic", "set-info", "set-option", "echo"})
_SHAPES = re.compile(r":(produce-|print-success|verbosity|interactive-mode|regular-output|diagnostic-output)")
"""Options about what a solver prints or can be asked; the program that runs the script sets them."""


@dataclass(frozen=True, slots=True, eq=False)  # a comparison of terms would go as deep as they are
class Asserted:
    """An assertion of a file: its line, its name where it has one, and its term."""

    line: int
    name: str
    term: Sexpr

    @property
    def labelled(self) -> str:
        """The text of the term, with its name."""
        return f"(! {write(self.term)} :named {self.name})" if self.name else write(self.term)


@dataclass(frozen=True, slots=True)
class File:
    """A file, read.

    Attributes:
        sorts: constants and their sorts.
        signatures: of these and of functions that are declared, the sorts of arguments and result.
        definitions: what ``define-fun`` defines without arguments.
        assertions: in their order.
        logic: the logic it sets; empty if it sets none.
        declarations: the commands that declare and define.
        names: the symbols of these, without bars.
    """

    sorts: Mapping[str, str]
    signatures: Mapping[str, Signature]
    definitions: Mapping[str, Sexpr]
    assertions: tuple[Asserted, ...]
    logic: str = ""
    declarations: tuple[Sexpr, ...] = ()
    names: frozenset[str] = frozenset()

    @property
    def commands(self) -> list[str]:
        """The text of each command that declares or defines."""
        return [write(command) for command in self.declarations]

    @property
    def readable(self) -> list[str]:
        """The constants whose values we can read: Booleans, integers and bit-vectors."""
        return [
            name for name, sort in self.sorts.items() if sort in ("Bool", "Int") or width_of(sort) is not None
        ]


@dataclass(frozen=True, eq=False)
class Source:
    """The text that a script was read from.

    Attributes:
        name: the name of the text, for messages.
        text: the text.
        names: for a scrambled text, each symbol and its name in the original.
        declared: what the text declares and defines, without bars.
    """

    name: str
    text: str
    names: Mapping[str, str] = field(default_factory=dict)
    declared: frozenset[str] = frozenset()

    @cached_property
    def file(self) -> File:
        """The commands of the text."""
        return file_of(self.text, self.name)

    @cached_property
    def options(self) -> str:
        """The ``set-option`` commands of the text that tell a solver how to search, a line each."""
        return self._split[0]

    @cached_property
    def body(self) -> str:
        """The text before its ``check-sat``, without commands that set options and logic, or print."""
        return self._split[1]

    @cached_property
    def rest(self) -> str:
        """The text from its ``check-sat`` on: the question, and comments at the end."""
        return self._split[2]

    @cached_property
    def _split(self) -> tuple[str, str, str]:
        options, kept, at, rest = [], list[str](), 0, ""
        for items, begun, end, _ in terms_of(self.text):
            head = str(items[0])
            if head in ("check-sat", "exit"):
                kept.append(self.text[at:begun])
                rest = self.text[begun:]
                break
            if head in _LEFT_OUT or head.startswith("get-"):
                kept.append(self.text[at:begun])
                at = end
                words = [item for item in items[1:] if isinstance(item, str)]
                if head == "set-option" and not _SHAPES.match(" ".join(words)):
                    options.append(self.text[begun:end] + "\n")
        else:
            kept.append(self.text[at:])
        return "".join(options), "".join(kept), rest


@dataclass(frozen=True, slots=True)
class Judged:
    """An assertion and its value: ``None`` if a symbol has none; `why` says what can't be evaluated."""

    asserted: Asserted
    verdict: SortedValue | None
    why: str = ""


def file_of(text: str, source: str | None = None) -> File:
    """Read what a model of a script is about: what is in scope at its last check whose values are asked for.

    Raises:
        SexprError: if the text is not a sequence of commands, nothing is asserted there, or it asks for files
            or other output (`smtlib.allowed`).
    """
    return once(text, _file_of, source)


def _file_of(text: str, source: str | None) -> File:
    file = file_at(shown_check(asked_commands(text, source)))
    if not file.assertions:
        raise SexprError("the script asserts nothing", source=source)
    return file


def file_at(check: Check) -> File:
    """Read what is in scope at a check; assumptions count as asserted."""
    sorts: dict[str, str] = {}
    signatures: dict[str, Signature] = {}
    definitions: dict[str, Sexpr] = {}
    assertions: list[Asserted] = []
    declared: list[Sexpr] = []
    names: set[str] = set()
    for each in check.commands:
        if each.term[0] == "assert":
            if len(each.term) == 2:
                assertions.append(_asserted(each.line, check.term(each.term[1])))
            continue
        command = check.term(each.term)
        declared.append(command)
        names.update(names_of(each.term))
        match command:
            case ("declare-fun", str(name), tuple(arguments), sort):
                signatures[symbol_name(name) or name] = arguments, sort
                if not arguments:
                    sorts[symbol_name(name) or name] = write(sort)
            case ("declare-const", str(name), sort):
                signatures[symbol_name(name) or name] = (), sort
                sorts[symbol_name(name) or name] = write(sort)
            case ("define-fun", str(name), (), _, body) | ("define-const", str(name), _, body):
                definitions[symbol_name(name) or name] = body
    assertions += (Asserted(check.node.line, "", check.term(literal)) for literal in check.assumptions)
    return File(
        sorts, signatures, definitions, tuple(assertions), check.logic, tuple(declared), frozenset(names)
    )


def judged(file: File, model: Model) -> tuple[list[Judged], list[str]]:
    """Each assertion in a model, and the symbols left without a value."""
    judgements = []
    for asserted in file.assertions:
        try:
            judgements.append(Judged(asserted, evaluate(asserted.term, model, file.definitions)))
        except EvaluationError as error:
            judgements.append(Judged(asserted, None, str(error)))
    return judgements, [name for name in file.sorts if name not in model]


def refuted(file: File, values: Mapping[str, object]) -> Asserted | None:
    """Return the first assertion that a solver's values make false, as far as our evaluation can tell.

    Raises:
        EvaluationError: for a value of another sort.
    """
    return next((each.asserted for each in judged_by(file, values) if each.verdict is False), None)


def judged_by(file: File, values: Mapping[str, object]) -> list[Judged]:
    """Each assertion by a solver's values; those of sorts that we can't evaluate are left out.

    Raises:
        EvaluationError: for a value of another sort.
    """
    sorts, readable = file.sorts, set(file.readable)
    model = {name: sorted_value(value, sorts[name]) for name, value in values.items() if name in readable}
    judgements, _ = judged(file, derived(file, model) if model else model)
    return judgements


def derived(file: File, model: Model) -> dict[str, SortedValue]:
    """Return a model with the constants that ``(= constant term)`` defines from it, one after the other."""
    values = dict(model)
    equations = [pair for asserted in file.assertions for pair in _equations(asserted.term, file.sorts)]
    while equations:
        unsolved = []
        for name, term in equations:
            if name in values:
                continue
            try:
                value = evaluate(term, values, file.definitions)
            except EvaluationError:
                continue
            if value is None:
                unsolved.append((name, term))
            else:
                values[name] = value
        if len(unsolved) == len(equations):
            break
        equations = unsolved
    return values


def _equations(term: Sexpr, sorts: Mapping[str, str]) -> list[tuple[str, Sexpr]]:
    """The constants that an assertion defines, with their terms."""
    if not (isinstance(term, tuple) and len(term) == 3 and term[0] == "="):
        return []
    equations = []
    for left, right in ((term[1], term[2]), (term[2], term[1])):
        name = symbol_name(left)
        if name is not None and name in sorts:
            equations.append((name, right))
    return equations


def _asserted(line: int, term: Sexpr) -> Asserted:
    name = ""
    if isinstance(term, tuple) and term[:1] == ("!",) and ":named" in term[2:-1]:
        name = write(term[term.index(":named", 2) + 1])
        term = term[1]
    return Asserted(line, name, term)
