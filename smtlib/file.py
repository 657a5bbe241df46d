"""An SMT-LIB file: its text, its declarations, definitions and assertions, and their truth in a model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from smtlib.commands import asked_commands
from smtlib.errors import EvaluationError, SexprError
from smtlib.evaluate import Model, evaluate
from smtlib.literals import SortedValue, sorted_value
from smtlib.sexpr import Node, Sexpr, read_with_ends, symbol_name, without_places, write

_LEFT_OUT = frozenset({"set-logic", "set-info", "set-option", "echo"})
_SHAPES = re.compile(r":(produce-|print-success|verbosity|interactive-mode|regular-output|diagnostic-output)")
"""Options about what a solver prints or can be asked; the program that runs the script sets them."""


@dataclass(frozen=True, slots=True, eq=False)  # a comparison of terms would go as deep as they are
class Asserted:
    """An assertion of a file: its line, its name where it has one, and its term."""

    line: int
    name: str
    term: Sexpr


@dataclass(frozen=True, slots=True)
class File:
    """A file, read.

    Attributes:
        sorts: constants and their sorts.
        definitions: what ``define-fun`` defines without arguments.
        assertions: in their order.
        logic: the logic it sets; empty if it sets none.
        commands: all that it declares and defines, as commands.
        names: the symbols of these, without bars.
    """

    sorts: Mapping[str, str]
    definitions: Mapping[str, Sexpr]
    assertions: tuple[Asserted, ...]
    logic: str = ""
    commands: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()

    @property
    def readable(self) -> list[str]:
        """The constants whose values we can read: Booleans, integers and bit-vectors."""
        return [name for name, sort in self.sorts.items() if sort in ("Bool", "Int") or "BitVec" in sort]


@dataclass(frozen=True, eq=False)
class Source:
    """The text that a script was read from.

    Attributes:
        name: the name of the text, for messages.
        text: the text.
        parts: definitions and assertions of the script that was read, to tell it from an edited one.
        names: for a scrambled text, each symbol and its name in the original.
    """

    name: str
    text: str
    parts: tuple[object, object] = ((), ())
    names: Mapping[str, str] = field(default_factory=dict)

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
        for (items, begun), end in read_with_ends(self.text, 0, lambda content, offset: (content, offset)):
            words = [item for item, _ in items if isinstance(item, str)] if isinstance(items, tuple) else [""]
            head = (words or [""])[0]
            if head in ("check-sat", "exit"):
                kept.append(self.text[at:begun])
                rest = self.text[begun:]
                break
            if head in _LEFT_OUT or head.startswith("get-"):
                kept.append(self.text[at:begun])
                at = end
                if head == "set-option" and not _SHAPES.match(" ".join(words[1:])):
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


def file_of(text: str, source: str | None = None, commands: Sequence[Node] = ()) -> File:
    """Read a file up to its ``(exit)``, as a solver does; its commands, if `asked_commands` are known.

    Raises:
        SexprError: if it is not a sequence of commands, asserts nothing, or asks for files or other output
            (`smtlib.allowed`).
    """
    sorts: dict[str, str] = {}
    definitions: dict[str, Sexpr] = {}
    assertions: list[Asserted] = []
    logic, declared = "", []
    names: set[str] = set()
    for node in commands or asked_commands(text, source):
        if node.head.startswith(("declare-", "define-")):
            declared.append(write(without_places(node)))
            names.update(names_of(node))
        match [item.content if isinstance(item.content, str) else item for item in node.items]:
            case ["declare-fun", str(name), Node() as arguments, _] if not arguments.items:
                sorts[symbol_name(name) or name] = write(without_places(node.items[3]))
            case ["declare-const", str(name), _]:
                sorts[symbol_name(name) or name] = write(without_places(node.items[2]))
            case ["define-fun", str(name), Node() as arguments, _, _] if not arguments.items:
                definitions[symbol_name(name) or name] = without_places(node.items[4])
            case ["set-logic", str(name)]:
                logic = name
            case ["exit"]:
                break
            case ["assert", _]:
                assertions.append(_asserted(node))
    if not assertions:
        raise SexprError("the script asserts nothing", source=source)
    return File(sorts, definitions, tuple(assertions), logic, tuple(declared), frozenset(names))


def names_of(node: Node) -> list[str]:
    """Return the symbols that a command declares or defines, without bars; none if it has no name.

    For datatypes and functions that are defined together, these are all symbols that occur: sorts,
    constructors, selectors, parameters.
    """
    if node.head in ("declare-datatype", "declare-datatypes", "define-funs-rec"):
        atoms = [atom.atom for item in node.items[1:] for atom in item.atoms()]
    else:
        atoms = [node.items[1].atom] if len(node.items) > 1 and node.items[1].atom else []
    return [name for atom in atoms if (name := symbol_name(atom)) is not None]


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
    sorts = file.sorts
    model = {name: sorted_value(value, sorts[name]) for name, value in values.items() if name in sorts}
    judgements, _ = judged(file, derived(file, model) if model else model)
    return next((each.asserted for each in judgements if each.verdict is False), None)


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


def _asserted(node: Node) -> Asserted:
    term = without_places(node.items[1])
    name = ""
    if isinstance(term, tuple) and term[:1] == ("!",) and ":named" in term[2:-1]:
        name = write(term[term.index(":named", 2) + 1])
        term = term[1]
    return Asserted(node.line, name, term)
