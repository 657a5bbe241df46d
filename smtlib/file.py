"""The declarations, definitions and assertions of an SMT-LIB file, and their truth in a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from smtlib.errors import EvaluationError, SexprError
from smtlib.evaluate import Model, evaluate
from smtlib.literals import SortedValue
from smtlib.safety import asked_commands
from smtlib.sexpr import Node, Sexpr, symbol_name, without_places, write


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


@dataclass(frozen=True, slots=True)
class Judged:
    """An assertion and its truth; ``None`` where a symbol has no value, with what we could not read."""

    asserted: Asserted
    verdict: SortedValue | None
    why: str = ""


def file_of(text: str, source: str | None = None, commands: Sequence[Node] = ()) -> File:
    """Read a file up to its ``(exit)``, as a solver does.

    Args:
        text: its text.
        source: its name, for messages.
        commands: what `asked_commands` makes of it, if that is known.

    Raises:
        SexprError: if it is no sequence of commands, asserts nothing, or asks for files or other output
            (`smtlib.safety`).
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
            case ["assert", _]:
                assertions.append(_asserted(node))
    if not assertions:
        raise SexprError("there is no assertion here to judge", source=source)
    return File(sorts, definitions, tuple(assertions), logic, tuple(declared), frozenset(names))


def names_of(node: Node) -> list[str]:
    """Return the symbols that a command declares or defines, without bars; none if it has no name.

    Of datatypes and functions that are defined together these are all that occur: sorts, constructors,
    selectors, parameters.
    """
    if node.head in ("declare-datatype", "declare-datatypes", "define-funs-rec"):
        atoms = [each.atom for item in node.items[1:] for each in item.atoms()]
    else:
        atoms = [node.items[1].atom] if len(node.items) > 1 and node.items[1].atom else []
    return [name for atom in atoms if (name := symbol_name(atom)) is not None]


def judged(file: File, model: Model) -> tuple[list[Judged], list[str]]:
    """Each assertion in a model, and the symbols left without a value."""
    found = []
    for asserted in file.assertions:
        try:
            found.append(Judged(asserted, evaluate(asserted.term, model, file.definitions)))
        except EvaluationError as error:
            found.append(Judged(asserted, None, str(error)))
    return found, [name for name in file.sorts if name not in model]


def _asserted(node: Node) -> Asserted:
    term = without_places(node.items[1])
    name = ""
    if isinstance(term, tuple) and term[:1] == ("!",) and ":named" in term[2:-1]:
        name = write(term[term.index(":named", 2) + 1])
        term = term[1]
    return Asserted(node.line, name, term)
