"""The scopes of a script: what is declared, defined and asserted at each of its checks (SMT-LIB 2.7, 4.1).

``push``, ``pop``, ``reset`` and ``reset-assertions`` are followed; what comes after a check is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from smtlib.commands import CHECKS
from smtlib.resolve import names_of
from smtlib.sexpr import (
    Node,
    Sexpr,
    in_new_strings,
    is_old,
    stated_version,
    without_places,
    write,
)

_MODEL_QUESTIONS = frozenset({"get-value", "get-model", "get-assignment", "eval"})
_BETWEEN = frozenset({"echo", "set-info", "set-option"})
"""Commands besides those that ask, after which a model is still that of the last check."""
_WITHOUT_EFFECT = frozenset({"echo", "set-info", "eval", "simplify", "display", "help", "labels", "exit"})


@dataclass(frozen=True, slots=True)
class Check:
    """A check of a script, and what it is about.

    Attributes:
        node: the command.
        logic: the logic that is set; empty without one.
        options: the ``set-option`` commands since the last ``reset``.
        commands: the declarations, definitions and assertions in force, in the order of the script, and
            what a solver has besides.
        assumptions: the literals of ``check-sat-assuming``.
        shown: whether values are asked for before anything else changes.
        number: its place among the checks of the script, from 0; -1 for the end of a script without any.
        version: the version of SMT-LIB that is stated; empty if none is.
    """

    node: Node
    logic: str = ""
    options: tuple[Node, ...] = ()
    commands: tuple[Node, ...] = ()
    assumptions: tuple[Node, ...] = ()
    shown: bool = False
    number: int = -1
    version: str = ""

    def term(self, node: Node) -> Sexpr:
        """A command or term that is in force, with its strings as they are written since version 2.5."""
        term = without_places(node)
        return in_new_strings(term) if is_old(self.version) else term

    @property
    def assertions(self) -> list[Node]:
        """The ``assert`` commands in force."""
        return [command for command in self.commands if command.head == "assert"]

    @property
    def script(self) -> str:
        """The text of all that is in force, assumptions as assertions, without the question."""
        lines = ["(set-info :smt-lib-version 2.6)"] if self.version else []
        options = [node for node in self.options if node.items[1].atom != ":produce-models"]
        lines += [write(self.term(node)) for node in options]
        lines += [f"(set-logic {self.logic})"] if self.logic else []
        lines += [write(self.term(node)) for node in self.commands]
        lines += [f"(assert {write(self.term(literal))})" for literal in self.assumptions]
        return "\n".join(lines)


@dataclass(slots=True)
class _Stack:
    """The assertion stack: a list of commands for each level, and what is global."""

    logic: str = ""
    version: str = ""
    options: list[Node] = field(default_factory=list)
    levels: list[list[Node]] = field(default_factory=lambda: [[]])
    global_declarations: bool = False
    ended: set[str] = field(default_factory=set)

    def follow(self, node: Node) -> None:
        """Take a command."""
        head = node.head
        if head == "push":
            self.levels += [[] for _ in range(_count(node))]
        elif head == "pop":
            self._pop(_count(node))
        elif head == "reset":
            self.logic, self.options, self.levels = "", [], [[]]
            self.global_declarations, self.ended = False, set()
        elif head == "reset-assertions":
            # Z3 keeps declarations here, the standard ends them: they stay until a name is declared anew.
            kept = [command for level in self.levels for command in level if command.head != "assert"]
            self.levels = [kept]
            self.ended = {name for command in self.levels[0] for name in names_of(command)}
        elif head == "set-logic":
            self.logic = node.items[1].atom if len(node.items) == 2 else ""
        elif head == "set-option":
            self.options.append(node)
            if [item.atom for item in node.items[1:2]] == [":global-declarations"]:
                self.global_declarations = node.items[-1].atom == "true"
        elif head == "set-info":
            self.version = stated_version(node) or self.version
        elif head == "assert":
            self.levels[-1].append(node)
        elif head.startswith(("declare-", "define-")):
            self._declare(node)
        elif not (head in CHECKS or head in _WITHOUT_EFFECT or head.startswith("get-")):
            self.levels[-1].append(node)

    def _pop(self, count: int) -> None:
        count = min(count, len(self.levels) - 1)  # a solver reports what is too much
        if count == 0:
            return
        gone = [command for level in self.levels[-count:] for command in level]
        del self.levels[-count:]
        if self.global_declarations:
            self.levels[-1] += [command for command in gone if command.head != "assert"]

    def _declare(self, node: Node) -> None:
        again = self.ended.intersection(names_of(node)) if self.ended else set[str]()
        if again:
            self.ended.difference_update(again)
            kept = [command for command in self.levels[0] if again.isdisjoint(names_of(command))]
            self.levels[0] = kept
        self.levels[-1].append(node)

    def check(self, node: Node, number: int = -1, *, shown: bool = False) -> Check:
        """What a command asks about."""
        of_assumptions = node.head == "check-sat-assuming" and len(node.items) == 2
        return Check(
            node,
            self.logic,
            tuple(self.options),
            tuple(command for level in self.levels for command in level),
            node.items[1].items if of_assumptions else (),
            shown,
            number,
            self.version,
        )


def checks(commands: Sequence[Node]) -> Iterator[Check]:
    """Yield the checks of a script, given its commands (`smtlib.commands.asked_commands`)."""
    stack, number = _Stack(), 0
    for at, node in enumerate(commands):
        if node.head in CHECKS:
            yield stack.check(node, number, shown=_is_shown(commands, at + 1))
            number += 1
        else:
            stack.follow(node)


def shown_check(commands: Sequence[Node]) -> Check:
    """Return the check that a model belongs to: the last whose values are asked for, else the last one.

    For a script without any, all that is in force at its end.
    """
    stack, number = _Stack(), -1
    last: Check | None = None
    for at, node in enumerate(commands):
        stack.follow(node)
        number += node.head in CHECKS
        if node.head in CHECKS and ((shown := _is_shown(commands, at + 1)) or last is None or not last.shown):
            last = stack.check(node, number, shown=shown)
    return last or stack.check(commands[-1])


def _is_shown(commands: Sequence[Node], start: int) -> bool:
    for at in range(start, len(commands)):
        head = commands[at].head
        if head in _MODEL_QUESTIONS:
            return True
        if not (head in _BETWEEN or head.startswith("get-")):
            break
    return False


def _count(node: Node) -> int:
    """The number of levels of a ``push`` or ``pop``; one if none is given."""
    written = node.items[1].atom if len(node.items) == 2 else "1"
    return int(written) if written.isdecimal() and len(written) < 7 else 0
