"""The commands of a script: which are safe to pass to a solver, and which make it print something.

Solvers write where a script tells them to: ``(set-option :regular-output-channel "PATH")``, Z3's
``:sat.drat.file``, ``(include "PATH")``. The drivers refuse to send such a text. Options of the standard
pass, and so does any other whose value is a number or a Boolean and whose name is not about output.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from smtlib.errors import SexprError
from smtlib.sexpr import (
    OPAQUE,
    SPACE,
    Node,
    Sexpr,
    places,
    read_commands,
    read_first,
    read_nodes,
    read_with_ends,
    symbol_name,
    without_places,
    write,
)

OPTIONS = frozenset(
    {
        ":global-declarations", ":interactive-mode", ":print-success", ":produce-assertions",
        ":produce-assignments", ":produce-models", ":produce-proofs", ":produce-unsat-assumptions",
        ":produce-unsat-cores", ":random-seed", ":reproducible-resource-limit", ":verbosity",
    }
)  # fmt: skip
"""The options of SMT-LIB 2.7, without the two that name output channels."""

_VALUE = re.compile(r"true|false|[0-9]+(\.[0-9]+)?")
_ABOUT_OUTPUT = re.compile(
    r"file|dump|trac(?:e|ing)|channel|output|print|console|plugin|drat|display|mathematica"
)
_WORDS_OF_OUTPUT = frozenset({"log", "logs", "out", "in", "err", "to", "path", "prefix"})
_COMMANDS = frozenset({"include", "get-proof-graph"})
_WORDS_OF_COMMANDS = frozenset({"dbg", "export", "dump", "load", "save", "write", "trace"})
_WITH_PARAMETERS = (
    "apply", "check-sat-using", "declare-tactic", "display", "eval", "get-consequences", "help", "query",
    "set-simplifier", "simplify",
)  # fmt: skip
_STANDARD = (":pattern", ":no-pattern", ":named", ":qid", ":skolemid", ":weight")  # in terms
_SUSPICIOUS = (
    "set-option", *_COMMANDS, *_WORDS_OF_COMMANDS, *_WITH_PARAMETERS,
)  # fmt: skip
_PLAIN_OPTION = re.compile(rf"\(set-option (?:{'|'.join(sorted(OPTIONS))}) (?:true|false|[0-9]+)\)")


def check_safe(text: str, source: str | None = None) -> None:
    """Refuse a text that asks a solver for more than answers.

    Fast: a text is parsed only if it has a suspicious word other than in a plain option.

    Raises:
        SexprError: for what is refused, with line and column; and for a text with a suspicious word that
            can't be parsed.
    """
    words = [word for word in _SUSPICIOUS if word in text]
    if not words or (
        words == ["set-option"] and text.count("set-option") == len(_PLAIN_OPTION.findall(text))
    ):
        return
    if "#|" in text:  # a comment to Z3 alone, in which we might see no command where it does
        line, column = places(text)(text.index("#|"))
        raise SexprError("#| begins a comment to Z3 alone; use ;", source=source, line=line, column=column)
    try:
        nodes = read_nodes(text)
    except SexprError as error:
        error.source = source
        raise
    for node, sentence in unsafe(nodes):
        raise SexprError(sentence, source=source, line=node.line, column=node.column)


def asked_commands(text: str, source: str | None = None) -> list[Node]:
    """Return the commands of a script that a solver would follow: those before its ``(exit)``.

    Raises:
        SexprError: as `check_safe` and `read_commands`; and if the only questions stand after that exit.
    """
    check_safe(text, source)
    commands = read_commands(text, source)
    end = next((at for at, command in enumerate(commands) if command.head == "exit"), None)
    asked, unread = commands[:end], commands[len(commands) if end is None else end :]
    if _asks(unread) and not _asks(asked):
        line, column = unread[0].line, unread[0].column
        sentence = "the check-sat comes after this (exit) and is never read; move it before"
        raise SexprError(sentence, source=source, line=line, column=column)
    return asked


def _asks(commands: Iterable[Node]) -> bool:
    return any(command.head.startswith("check-sat") for command in commands)


def unsafe(commands: Iterable[Node]) -> Iterator[tuple[Node, str]]:
    """Yield each thing that is refused: its node, and a sentence."""
    for command in commands:
        head = symbol_name(command.head) or ""
        if head == "set-option":
            if len(command.items) > 1:
                yield from _of_option(command.items[1], command.items[2:])
        elif head in _COMMANDS or not _WORDS_OF_COMMANDS.isdisjoint(head.split("-")):
            yield command, f"{head} makes a solver read or write files and is refused; delete it"
        elif head in _WITH_PARAMETERS:
            atoms = list(command.atoms())
            for key, value in zip(atoms, [*atoms[1:], command], strict=True):
                if key.atom.startswith(":") and key.atom not in _STANDARD:
                    yield from _of_option(key, (value,))


def _of_option(key: Node, values: tuple[Node, ...]) -> Iterator[tuple[Node, str]]:
    name = key.atom.lower().replace("_", "-")
    words = set(re.split("[^a-z0-9]", name))
    plain = all(_VALUE.fullmatch(value.atom) for value in values)
    about_output = _ABOUT_OUTPUT.search(name) or words & _WORDS_OF_OUTPUT
    if name not in OPTIONS and about_output:
        yield key, f"the option {_shown(key)} is about files, logs or other output, and is refused; delete it"
    elif not plain:
        sentence = f"the option {_shown(key)} is refused with this value: only numbers, true and false pass"
        yield key, sentence


def _shown(node: Node) -> str:
    return write(without_places(node))[:60]


# Strings, quoted symbols and comments come first, so that a command inside of one is not taken for a command.
_QUERY = re.compile(
    rf"{OPAQUE}|\([{SPACE}]*(check-sat-assuming|check-sat|get-[a-z-]+|echo|exit|reset)(?=[{SPACE}();])"
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
    return tuple(Query(match[1], _terms(script, match)) for match in _asked(script) if match[1] != "reset")


def ends_of_verdicts(script: str) -> list[int]:
    """The offsets after the last command that asks for a verdict before each ``(reset)`` and ``(exit)``."""
    starts: list[int] = []
    last = None
    for match in _asked(script):
        if match[1] in VERDICT_QUERIES:
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
