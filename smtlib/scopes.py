"""The scopes of a script: what is declared, defined and asserted at each of its checks (SMT-LIB 2.7, 4.1).

``push``, ``pop``, ``reset`` and ``reset-assertions`` are followed; what comes after a check is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from smtlib.commands import CHECKS
from smtlib.errors import SexprError
from smtlib.literals import width_of
from smtlib.model import Signature
from smtlib.resolve import names_of
from smtlib.sexpr import Command, Sexpr, in_new_strings, is_old, stated_version, symbol_name, write
from smtlib.text import Text

_MODEL_QUESTIONS = frozenset({"get-value", "get-model", "get-assignment", "eval"})
_BETWEEN = frozenset({"echo", "set-info", "set-option"})
"""Commands besides those that ask, after which a model is still that of the last check."""
_WITHOUT_EFFECT = frozenset({"echo", "set-info", "eval", "simplify", "display", "help", "labels", "exit"})


@dataclass(frozen=True, slots=True, eq=False)  # a comparison of terms would go as deep as they are
class Asserted:
    """An assertion in force: its line, its name where it has one, and its term."""

    line: int
    name: str
    term: Sexpr

    @property
    def labelled(self) -> str:
        """The text of the term, with its name."""
        return f"(! {write(self.term)} :named {self.name})" if self.name else write(self.term)


@dataclass(frozen=True, eq=False)
class Check:
    """A check of a script, and what it is about.

    Attributes:
        node: the command that asks.
        logic: the logic that is set; empty without one.
        options: the ``set-option`` commands since the last ``reset``.
        commands: the declarations, definitions and assertions in force, in the order of the script, and
            what a solver has besides.
        assumptions: the literals of ``check-sat-assuming``.
        shown: whether values are asked for before anything else changes.
        number: its place among the checks of the script, from 0; -1 for the end of a script without any.
        version: the version of SMT-LIB that is stated; empty if none is.
    """

    node: Command
    logic: str = ""
    options: tuple[Command, ...] = ()
    commands: tuple[Command, ...] = ()
    assumptions: tuple[Sexpr, ...] = ()
    shown: bool = False
    number: int = -1
    version: str = ""

    def term(self, term: Sexpr) -> Sexpr:
        """A command or term that is in force, with its strings as they are written since version 2.5."""
        return in_new_strings(term) if self._is_old else term

    @cached_property
    def _is_old(self) -> bool:
        return is_old(self.version)

    @cached_property
    def assertions(self) -> tuple[Asserted, ...]:
        """What is asserted, in the order of the script, and then what is assumed."""
        asserted = [
            _asserted(each.line, self.term(each.term[1]) if self._is_old else each.term[1])
            for each in self.commands
            if each.term[0] == "assert" and len(each.term) == 2
        ]
        assumed = [Asserted(self.node.line, "", self.term(literal)) for literal in self.assumptions]
        return (*asserted, *assumed)

    @cached_property
    def declarations(self) -> tuple[Sexpr, ...]:
        """The commands that declare and define."""
        declared = [each.term for each in self.commands if each.term[0] != "assert"]
        return tuple(map(self.term, declared) if self._is_old else declared)

    @cached_property
    def names(self) -> frozenset[str]:
        """The symbols that they declare and define, without bars."""
        return frozenset([name for command in self.declarations for name in names_of(command)])

    @cached_property
    def signatures(self) -> Mapping[str, Signature]:
        """Of constants and functions that are declared, the sorts of arguments and result."""
        signatures: dict[str, Signature] = {}
        for command in self.declarations:
            match command:
                case ("declare-fun", str(name), tuple(arguments), sort):
                    signatures[symbol_name(name) or name] = arguments, sort
                case ("declare-const", str(name), sort):
                    signatures[symbol_name(name) or name] = (), sort
        return signatures

    @cached_property
    def sorts(self) -> Mapping[str, str]:
        """The constants and their sorts."""
        return {name: write(sort) for name, (arguments, sort) in self.signatures.items() if not arguments}

    @cached_property
    def definitions(self) -> Mapping[str, Sexpr]:
        """What is defined without arguments."""
        definitions: dict[str, Sexpr] = {}
        for command in self.declarations:
            match command:
                case ("define-fun", str(name), (), _, body) | ("define-const", str(name), _, body):
                    definitions[symbol_name(name) or name] = body
        return definitions

    @property
    def readable(self) -> list[str]:
        """The constants whose values we can read: Booleans, integers and bit-vectors."""
        return [
            name for name, sort in self.sorts.items() if sort in ("Bool", "Int") or width_of(sort) is not None
        ]

    @property
    def script(self) -> str:
        """The text of all that is in force, assumptions as assertions, without the question."""
        lines = ["(set-info :smt-lib-version 2.6)"] if self.version else []
        options = [each.term for each in self.options if each.term[1] != ":produce-models"]
        lines += [write(self.term(option)) for option in options]
        lines += [f"(set-logic {self.logic})"] if self.logic else []
        lines += [write(self.term(command.term)) for command in self.commands]
        lines += [f"(assert {write(self.term(literal))})" for literal in self.assumptions]
        return "\n".join(lines)


@dataclass(slots=True)
class _Stack:
    """The assertion stack: a list of commands for each level, and what is global."""

    logic: str = ""
    version: str = ""
    options: list[Command] = field(default_factory=list)
    levels: list[list[Command]] = field(default_factory=lambda: [[]])
    global_declarations: bool = False
    ended: set[str] = field(default_factory=set)

    def follow(self, node: Command) -> None:
        """Take a command."""
        head, term = node.term[0], node.term
        if head == "assert":
            self.levels[-1].append(node)
        elif head == "push":
            self.levels += [[] for _ in range(_count(term))]
        elif head == "pop":
            self._pop(_count(term))
        elif head == "reset":
            self.logic, self.options, self.levels = "", [], [[]]
            self.global_declarations, self.ended = False, set()
        elif head == "reset-assertions":
            # Z3 keeps declarations here, the standard ends them: they stay until a name is declared anew.
            kept = [command for level in self.levels for command in level if command.head != "assert"]
            self.levels = [kept]
            self.ended = {name for command in self.levels[0] for name in names_of(command.term)}
        elif head == "set-logic":
            self.logic = _word(term, 1) if len(term) == 2 else ""
        elif head == "set-option":
            self.options.append(node)
            if _word(term, 1) == ":global-declarations":
                self.global_declarations = term[-1] == "true"
        elif head == "set-info":
            self.version = stated_version(term) or self.version
        elif str(head).startswith(("declare-", "define-")):
            self._declare(node)
        elif not (head in CHECKS or head in _WITHOUT_EFFECT or str(head).startswith("get-")):
            self.levels[-1].append(node)

    def _pop(self, count: int) -> None:
        count = min(count, len(self.levels) - 1)  # a solver reports what is too much
        if count == 0:
            return
        gone = [command for level in self.levels[-count:] for command in level]
        del self.levels[-count:]
        if self.global_declarations:
            self.levels[-1] += [command for command in gone if command.head != "assert"]

    def _declare(self, node: Command) -> None:
        again = self.ended.intersection(names_of(node.term)) if self.ended else set[str]()
        if again:
            self.ended.difference_update(again)
            kept = [command for command in self.levels[0] if again.isdisjoint(names_of(command.term))]
            self.levels[0] = kept
        self.levels[-1].append(node)

    def check(self, node: Command, number: int = -1, *, shown: bool = False) -> Check:
        """What a command asks about."""
        literals = node.term[1] if len(node.term) == 2 and node.term[0] == "check-sat-assuming" else ()
        return Check(
            node,
            self.logic,
            tuple(self.options),
            tuple(command for level in self.levels for command in level),
            literals if isinstance(literals, tuple) else (),
            shown,
            number,
            self.version,
        )


_INCREMENTAL = frozenset({"push", "pop", "check-sat-assuming", "reset-assertions"})


@dataclass(frozen=True, slots=True)
class Questions:
    """What a script asks.

    Attributes:
        logic: the logic that it sets last; empty if it sets none.
        expected: for each question the ``:status`` before it, ``sat`` or ``unsat``, else ``None``.
        incremental: whether it pushes, pops or asks several times, which some solvers must be told.
    """

    logic: str
    expected: tuple[str | None, ...]
    incremental: bool


def questions_of(text: Text) -> Questions:
    """Return what a script asks.

    Raises:
        SexprError: as `Text.asked`.
    """
    return text.once(_questions_of)


def _questions_of(text: Text) -> Questions:
    logic, status, expected, incremental = "", "", list[str | None](), False
    for command in text.asked:
        term = command.term
        head = term[0]
        if head in CHECKS:
            expected.append(status if status in ("sat", "unsat") else None)
            status = ""
        elif head == "set-logic":
            logic = _word(term, 1) if len(term) == 2 else logic
        elif head == "set-info":
            status = _word(term, 2) if len(term) == 3 and term[1] == ":status" else status
        incremental = incremental or head in _INCREMENTAL or (bool(expected) and head == "assert")
    return Questions(logic, tuple(expected), incremental or len(expected) > 1)


def checks(text: Text) -> Iterator[Check]:
    """Yield the checks of a script.

    Raises:
        SexprError: as `Text.asked`.
    """
    commands = text.asked
    stack, number = _Stack(), 0
    for at, node in enumerate(commands):
        if node.term[0] in CHECKS:
            yield stack.check(node, number, shown=_is_shown(commands, at + 1))
            number += 1
        else:
            stack.follow(node)


def shown_check(text: Text) -> Check:
    """Return the check that a model belongs to: the last whose values are asked for, else the last one.

    For a script without any, all that is in force at its end.

    Raises:
        SexprError: as `Text.asked`.
    """
    return text.once(_shown_check)


def _shown_check(text: Text) -> Check:
    commands = text.asked
    stack, number = _Stack(), -1
    last: Check | None = None
    for at, node in enumerate(commands):
        is_check = node.term[0] in CHECKS
        if not is_check:
            stack.follow(node)
            continue
        number += 1
        if (shown := _is_shown(commands, at + 1)) or last is None or not last.shown:
            last = stack.check(node, number, shown=shown)
    return last or stack.check(commands[-1])


def asserting_check(text: Text) -> Check:
    """Return the same of a script in which something is asserted or assumed there.

    Raises:
        SexprError: if nothing is; as `shown_check`.
    """
    check = shown_check(text)
    if not check.assertions:
        raise SexprError("the script asserts nothing", source=text.name or None)
    return check


def _is_shown(commands: Sequence[Command], start: int) -> bool:
    for at in range(start, len(commands)):
        head = commands[at].head
        if head in _MODEL_QUESTIONS:
            return True
        if not (head in _BETWEEN or head.startswith("get-")):
            break
    return False


def _word(term: tuple[Sexpr, ...], place: int) -> str:
    """An atom of a command; empty where there is none."""
    word = term[place] if len(term) > place else ""
    return word if isinstance(word, str) else ""


def _count(term: tuple[Sexpr, ...]) -> int:
    """The number of levels of a ``push`` or ``pop``; one if none is given."""
    written = _word(term, 1) if len(term) == 2 else "1"
    return int(written) if written.isdecimal() and len(written) < 7 else 0


def _asserted(line: int, term: Sexpr) -> Asserted:
    name = ""
    if isinstance(term, tuple) and term[:1] == ("!",) and ":named" in term[2:-1]:
        name = write(term[term.index(":named", 2) + 1])
        term = term[1]
    return Asserted(line, name, term)
