"""The queries of a script: the commands that make a solver print something, in order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from smtlib.errors import SexprError
from smtlib.sexpr import OPAQUE, SPACE, Sexpr, read_first, read_with_ends

# Strings, quoted symbols and comments come first, so that a command inside of one is not taken for a command.
_QUERY = re.compile(
    rf"{OPAQUE}|\([{SPACE}]*(check-sat-assuming|check-sat|get-[a-z-]+|echo|exit)(?=[{SPACE}();])"
)

_WORDS = ("check-sat", "get-", "echo", "exit")

VERDICT_QUERIES = frozenset({"check-sat", "check-sat-assuming"})


class Query(NamedTuple):
    """A command that has a reply of its own.

    Attributes:
        name: the name of the command, as ``check-sat``.
        terms: for ``get-value``, the terms it asks for; for ``echo``, its string; otherwise empty.
    """

    name: str
    terms: tuple[Sexpr, ...] = ()


def queries(script: str) -> tuple[Query, ...]:
    """The queries of a script up to its ``(exit)``; fast, since only these are parsed."""
    asked: list[Query] = []
    for match in _matches(script):
        name = match.group(1)
        if name == "exit":
            break
        if name == "get-value":
            asked.append(Query(name, _terms(script, match.start())))
        elif name == "echo":
            asked.append(Query(name, _operands(script, match.start())[:1]))
        elif name is not None:
            asked.append(Query(name))
    return tuple(asked)


def end_of_verdict(script: str) -> int | None:
    """The offset after the last command that asks for a verdict before ``(exit)``; ``None`` without one."""
    place = None
    for match in _matches(script):
        if match.group(1) == "exit":
            break
        if match.group(1) in VERDICT_QUERIES:
            place = match.start()
    try:
        return None if place is None else next(read_with_ends(script, place))[1]
    except SexprError:
        return None


def _matches(script: str) -> Iterable[re.Match[str]]:
    """The matches of `_QUERY`; a faster search for its words where nothing is quoted or commented."""
    if any(special in script for special in '|";'):
        return _QUERY.finditer(script)
    starts = set()
    for word in _WORDS:
        at = script.find(word)
        while at >= 0:
            starts.add(script.rfind("(", 0, at))
            at = script.find(word, at + 1)
    matches = (_QUERY.match(script, start) for start in sorted(starts) if start >= 0)
    return (match for match in matches if match is not None)


def _terms(script: str, start: int) -> tuple[Sexpr, ...]:
    operands = _operands(script, start)
    terms = operands[0] if len(operands) == 1 else ()
    return terms if isinstance(terms, tuple) else ()


def _operands(script: str, start: int) -> tuple[Sexpr, ...]:
    try:
        command = read_first(script, start)
    except SexprError:  # the solver will report what is wrong with it
        return ()
    return command[1:] if isinstance(command, tuple) else ()
