"""The commands of a script: those that a solver would follow, and which make it print something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from smtlib.errors import SexprError
from smtlib.sendable import check_allowed
from smtlib.sexpr import OPAQUE, SPACE, Node, Sexpr, is_exit, read_commands, read_first, read_with_ends

CHECKS = frozenset({"check-sat", "check-sat-assuming", "check-sat-using"})
"""The commands that ask for a verdict; the last is Z3's, with a tactic."""


def asked_commands(text: str, source: str | None = None) -> list[Node]:
    """Return the commands of a script that a solver would follow: those before its ``(exit)``.

    Raises:
        SexprError: as `read_commands`; for what solvers are not given (`smtlib.allowed`); if the only
            questions stand after that exit, or no command before it.
    """
    commands = read_commands(text, source)
    check_allowed(commands, source)
    if not is_exit(commands[-1]):
        return commands
    exit_ = commands.pop()
    unread = text.split("\n", exit_.line - 1)[-1][exit_.column :]
    if "(check-sat" in unread and not any(command.head.startswith("check-sat") for command in commands):
        sentence = "the check-sat comes after this (exit) and is never read; move it before"
        raise SexprError(sentence, source=source, line=exit_.line, column=exit_.column)
    if not commands:
        message = "no SMT-LIB command found before this (exit)"
        raise SexprError(message, source=source, line=exit_.line, column=exit_.column)
    return commands


# Strings, quoted symbols and comments come first, so that a command inside of one is not taken for a command.
_QUERY = re.compile(
    rf"{OPAQUE}|\([{SPACE}]*(check-sat-assuming|check-sat-using|check-sat|get-[a-z-]+|set-option|echo|exit|reset)(?=[{SPACE}();])"
)

_INFO = re.compile(rf"{OPAQUE}|(\([{SPACE}]*set-info(?=[{SPACE};]))")
_VISIBLE = re.compile(r"[^\r\n]")


def without_status(script: str) -> str:
    """A script with blanks in place of each ``(set-info :status …)``, so that all places stay.

    A ``:status`` is the script's claim about its next check. Z3 and cvc5 compare their verdicts with it
    themselves, Z3 also those of later checks.
    """
    if ":status" not in script:
        return script
    begun, parts = 0, list[str]()
    for match in _INFO.finditer(script):
        if match[1] is None:
            continue
        try:
            command, end = next(read_with_ends(script, match.start()))
        except SexprError:
            break
        if command[1:2] == (":status",):
            parts += (script[begun : match.start()], _VISIBLE.sub(" ", script[match.start() : end]))
            begun = end
    return "".join([*parts, script[begun:]])


class Query(NamedTuple):
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
        return [next(read_with_ends(script, start))[1] for start in starts]
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
