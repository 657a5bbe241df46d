"""The commands of a script: those that a solver would follow, and which make it print something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from smtlib.errors import SexprError
from smtlib.sendable import check_allowed
from smtlib.sexpr import (
    OPAQUE,
    SPACE,
    VERSION,
    Command,
    Node,
    Sexpr,
    is_old,
    nodes_with_ends,
    places,
    read_first,
    read_next,
    read_nodes,
    read_terms,
)
from smtlib.text import once

CHECKS = frozenset({"check-sat", "check-sat-assuming", "check-sat-using"})
"""The commands that ask for a verdict; the last is Z3's, with a tactic."""


def terms_of(text: str, source: str | None = None) -> list[Command]:
    """Return the commands of a script up to its ``(exit)``; of a `Text` they are read once.

    Raises:
        SexprError: as `read_terms`.
    """
    return once(text, read_terms, source)


def nodes_of(text: str, commands: Sequence[Command], source: str | None = None) -> list[Node]:
    """Return some commands of a text with the places of all that is in them."""
    place = places(text)
    if not commands or not any(is_old(stated) for stated in VERSION.findall(text)):
        return [read_nodes(text, source, each.start, each.end, place)[0] for each in commands]
    by_end = {end: node for node, end in nodes_with_ends(text, 0, place, source=source, end=commands[-1].end)}
    return [by_end[each.end] for each in commands]  # their strings depend on the version stated before


def asked_commands(text: str, source: str | None = None) -> list[Command]:
    """Return the commands of a script that a solver would follow: those before its ``(exit)``.

    Raises:
        SexprError: as `read_commands`; for what solvers are not given (`smtlib.allowed`); if the only
            questions stand after that exit, or no command before it.
    """
    return once(text, _asked_commands, source)


def _asked_commands(text: str, source: str | None) -> list[Command]:
    from smtlib.allowed import PLAIN_COMMANDS  # few texts come by

    commands = terms_of(text, source)
    check_allowed(nodes_of(text, [each for each in commands if each.term[0] not in PLAIN_COMMANDS]), source)
    if commands[-1].term != ("exit",):
        return commands
    exit_, commands = commands[-1], commands[:-1]
    if "(check-sat" in text[exit_.end :] and not any(each.head.startswith("check-sat") for each in commands):
        sentence = "the check-sat comes after this (exit) and is never read; move it before"
        _, column = places(text)(exit_.start)
        raise SexprError(sentence, source=source, line=exit_.line, column=column)
    if not commands:
        _, column = places(text)(exit_.start)
        message = "no SMT-LIB command found before this (exit)"
        raise SexprError(message, source=source, line=exit_.line, column=column)
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
            read = read_next(script, match.start())
        except SexprError:
            break
        if read is None:
            break
        command, end = read
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
