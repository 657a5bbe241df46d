"""The text that a solver is given for a script: our own writing of what we read in it.

Every reader splits bytes into tokens in its own way, and what one takes for a symbol or a comment is a
command to another. So a solver is given tokens that all read alike (`smtlib.sexpr.lexical_faults`), commands
that are allowed (`smtlib.allowed`), and blanks for all else: comments, what follows ``(exit)``, channels that
are defaults. Every token stays on its line, and in its column where it was parted from the one before it, so
that places in a solver's messages hold. Strings are written as since version 2.5, and a version is stated.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache

from smtlib.framer import is_one_command
from smtlib.sexpr import DELIMITERS, OLD_OPAQUE, OPAQUE, SPACE, VERSION, is_old, new_string
from smtlib.text import Text

STATED = "2.6"
"""The version that solvers are told: Yices knows no later one, and has the strings of 2.0 without any."""

_PART = 1 << 20
"""Characters of a long text that are looked at together."""


def sendable(
    text: str,
    *,
    whole: bool = False,
    comments: bool = False,
    statuses: bool = True,
    own: Container[str] = (),
) -> str:
    """The text to give to a solver in place of a script, or of a command of a session.

    Fast for what our encodings write: commands of a line each, without strings, bars and comments, are
    returned as they are.

    Args:
        text: the script or command; of a `Text` with its name in messages.
        whole: whether it is a script, which then states its version where its strings depend on that.
        comments: whether to keep comments, for a file that a person may give to a solver.
        statuses: whether to keep each ``(set-info :status …)``, the script's claim about its next check. Z3
            and cvc5 compare their verdicts with it themselves, Z3 also those of later checks.
        own: names of commands that pass besides: of a program of ours, or of a solver's record.

    Raises:
        SexprError: for a text that is not a sequence of commands, that solvers read in different ways, or
            that asks them for more than answers; with line and column.
    """
    if is_plain(text) and (statuses or ":status" not in text):
        return text
    return _written(Text(text), whole=whole, comments=comments, statuses=statuses, own=own)


_OLD_AND_RETURN = rf"{OLD_OPAQUE}|\r"
_OPAQUE_AND_RETURN = rf"{OPAQUE}|\r"


def _written(text: Text, *, whole: bool, comments: bool, statuses: bool, own: Container[str]) -> str:
    """The text of the commands of a text, if they may be passed on."""
    from smtlib.allowed import PLAIN_COMMANDS, check_allowed, is_dropped

    parts: list[str] = []
    at, stated, needs = 0, False, False
    opaque = re.compile(_OPAQUE_AND_RETURN)

    def token(match: re.Match[str]) -> str:
        nonlocal needs
        found, piece = match[0], match.string
        if found[0] in ";\r":
            return found.replace("\r", " ") if comments and found[0] == ";" else " " * len(found)
        if found[0] == '"':
            if opaque.pattern == _OLD_AND_RETURN:
                found = new_string(found)
            needs = needs or (not stated and ('""' in found[1:-1] or "\\" in found))
        before, after = piece[match.start() - 1], piece[match.end()]
        blank = " " if before not in f"{SPACE}()" else ""
        return f"{blank}{found}" + ("" if after in SPACE + DELIMITERS else " ")

    odd = [each for each in text.commands if each.term[0] not in PLAIN_COMMANDS and each.term[0] not in own]
    check_allowed(text.nodes(odd), text.name or None)
    for term, begun, end, _ in text.commands:
        start, piece, at = at, text[at:end], end
        version = VERSION.match(text, begun, end) if term[0] == "set-info" else None
        if (term[0] == "set-option" and is_dropped(term)) or (
            term[0] == "set-info" and not statuses and term[1:2] == (":status",)
        ):
            parts.append(re.sub(r"[^\n]", " ", piece))
            continue
        if version is not None:
            lines = "\n" * version[0].count("\n")
            piece = opaque.sub(token, text[start:begun]) + f"(set-info :smt-lib-version {STATED}){lines}"
            stated, opaque = True, re.compile(_OLD_AND_RETURN if is_old(version[1]) else _OPAQUE_AND_RETURN)
        else:
            piece = opaque.sub(token, piece)
        parts.append(piece)
    while parts and not parts[-1].strip():
        parts.pop()  # of what was dropped at the end
    if comments:
        parts += [
            "\n" + match[0].replace("\r", " ")
            for match in re.compile(OPAQUE).finditer(text, at)
            if match[0][0] == ";"
        ]
    if whole:
        parts.append("\n")
        if needs:
            parts.insert(0, f"(set-info :smt-lib-version {STATED}) ")
    return "".join(parts)


_NOT_PLAIN = re.compile(
    r"^(?!$|\((?:assert|check-sat|declare-(?:fun|const)|define-fun|exit|get-value|pop|push|set-logic)[ )])"
    r"[^\n]*+",
    re.MULTILINE,
)
"""A line that does not begin with one of the commands that our encodings and sessions mostly send."""
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789~!@$%^&*_-+=<>.?/:#() \n"
_OF_PLAIN = _PLAIN.encode("ascii")
_NO_SHAPE = bytes(set(range(256)) - set(b"()\n"))


def is_plain(text: str) -> bool:
    """Return whether a text is commands of a line each, in which there is nothing to part or to leave out."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _PART) + 1 or len(text)
        if not _is_plain(text[start:end]):
            return False
        start = end
    return True


def _is_plain(text: str) -> bool:
    if not text.isascii():
        return False
    data = text.encode("ascii")
    if data.translate(None, _OF_PLAIN) or not all(map(_is_harmless, set(_others(text)))):
        return False
    return all(map(_is_command, set(data.translate(None, _NO_SHAPE).split(b"\n"))))


def _others(text: str) -> list[str]:
    """Return the lines that do not begin with one of the common commands; empty lines are none."""
    head, rest = _parted(text)
    # Long texts are counted through in place of read: a line begins in one way at most.
    if sum(map(rest.count, _COMMON)) == rest.count("\n"):
        return _NOT_PLAIN.findall(head)
    return _NOT_PLAIN.findall(text)


_COMMON = ("\n(assert ", "\n(declare-fun ", "\n(define-fun ")
_OPTIONS = 4
"""The lines at the head of a text that may be other commands, mostly options."""


def _parted(text: str) -> tuple[str, str]:
    """Return the lines at the head of a text, and the rest, each of whose lines begins with its line end."""
    end = -1
    for _ in range(_OPTIONS):
        end = text.find("\n", end + 1)
        if end < 0:
            return text, ""
    return text[:end], text[end:].removesuffix("\n")


@lru_cache(maxsize=4096)
def _is_harmless(line: str) -> bool:
    """Return whether the rest of a line with plain characters begins as a command that passes as it is."""
    harmless = (
        r"\((?:check-sat-assuming|declare-sort|define-(?:const|sort)|get-(?:model|unsat-assumptions|unsat-core)"
        r"|reset|reset-assertions)[ )]|\(eval [^ ]++ :completion true\)|\(get-info :[a-z-]++\)"
        rf"|\(set-info (?::(?!smt-lib)[a-z-]++ |:smt-lib-version {re.escape(STATED)}\))"
        r"|\(set-option :(?:print-success|produce-(?:models|unsat-assumptions|unsat-cores)|random-seed) "
        r"(?:true|false|[0-9]++)\)"
    )
    return re.match(harmless, line) is not None


@lru_cache(maxsize=4096)
def _is_command(shape: bytes) -> bool:
    """Return whether the parentheses of a line are those of one command, or of none."""
    return not shape or is_one_command(shape.decode("ascii"))
