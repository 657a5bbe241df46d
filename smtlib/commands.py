"""The commands of a script that ask, and what stands before and after its question."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fillomino.record import Record
from smtlib.errors import SexprError
from smtlib.sexpr import OPAQUE, SPACE, Sexpr, read_first, read_next
from smtlib.text import Text

CHECKS = frozenset({"check-sat", "check-sat-assuming", "check-sat-using"})
"""The commands that ask for a verdict; the last is Z3's, with a tactic."""

_LEFT_OUT = frozenset({"set-logic", "set-info", "set-option", "echo"})
_SHAPES = re.compile(r":(produce-|print-success|verbosity|interactive-mode|regular-output|diagnostic-output)")
"""Options about what a solver prints or can be asked; the program that runs the script sets them."""


class Parts(Record):
    """A text in three parts, for whoever asks its question in another way.

    Attributes:
        options: the ``set-option`` commands that tell a solver how to search, a line each.
        body: the text before its ``check-sat``, without commands that set options and logic, or print.
        rest: the text from its ``check-sat`` on: the question, and comments at the end.
    """

    options: str
    body: str
    rest: str


def parts_of(text: Text) -> Parts:
    """Return the parts of a text that asks once."""
    return text.once(_parts)


def _parts(text: Text) -> Parts:
    options, kept, at, rest = [], list[str](), 0, ""
    for items, begun, end, _ in text.commands:
        head = str(items[0])
        if head in ("check-sat", "exit"):
            kept.append(text[at:begun])
            rest = text[begun:]
            break
        if head in _LEFT_OUT or head.startswith("get-"):
            kept.append(text[at:begun])
            at = end
            words = [item for item in items[1:] if isinstance(item, str)]
            if head == "set-option" and not _SHAPES.match(" ".join(words)):
                options.append(text[begun:end] + "\n")
    else:
        kept.append(text[at:])
    return Parts("".join(options), "".join(kept), rest)


# Strings, quoted symbols and comments come first, so that a command inside of one is not taken for a command.
_QUERY = re.compile(
    rf"{OPAQUE}|\([{SPACE}]*(check-sat-assuming|check-sat-using|check-sat|get-[a-z-]+|set-option|echo|exit|reset)(?=[{SPACE}();])"
)


class Query(Record):
    """A command that has a reply of its own, or may have one.

    Attributes:
        name: the name of the command, as ``check-sat``.
        terms: for ``get-value``, the terms it asks for; for ``echo``, its string; otherwise empty.
    """

    name: str
    terms: tuple[Sexpr, ...] = ()


def queries(script: str) -> tuple[Query, ...]:
    """The queries of a script up to its ``(exit)``; fast, since only these are parsed."""
    return tuple(Query(match[1], _terms(script, match)) for match in _asked(script) if match[1] != "reset")


def ends_of_verdicts(script: str) -> list[int]:
    """The offsets after the last command that asks for a verdict before each ``(reset)`` and ``(exit)``."""
    starts: list[int] = []
    last = None
    for match in _asked(script):
        if match[1] in CHECKS:
            last = match.start()
        elif match[1] == "reset" and last is not None:
            starts.append(last)
            last = None
    starts += [] if last is None else [last]
    try:
        return [read[1] for start in starts if (read := read_next(script, start)) is not None]
    except SexprError:
        return []


def _asked(script: str) -> Iterator[re.Match[str]]:
    for match in _QUERY.finditer(script):
        if match[1] == "exit":
            return
        if match[1] is not None:
            yield match


def _terms(script: str, match: re.Match[str]) -> tuple[Sexpr, ...]:
    if match[1] not in ("get-value", "echo"):
        return ()
    try:
        command = read_first(script, match.start())
    except SexprError:  # the solver will report what is wrong with it
        return ()
    if match[1] == "echo":
        return tuple(command[1:2])
    return command[1] if len(command) == 2 and isinstance(command[1], tuple) else ()
