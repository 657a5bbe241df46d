"""Cutting a stream into s-expressions as it arrives, reading each character once."""

from __future__ import annotations

import re
from itertools import accumulate

from smtlib.errors import SexprError
from smtlib.sexpr import DELIMITERS, SPACE

_AT_TOP = re.compile(f"[{DELIMITERS}{SPACE}]")  # what ends or begins something outside of all lists
_IN_LIST = re.compile(f"[{DELIMITERS}]")  # what matters inside of one
_STEP = {ord("("): 1, ord(")"): -1}
_NO_PARENS = bytes(byte for byte in range(256) if byte not in _STEP)
_CLOSER = {"|": "|", '"': '"', ";": "\n"}


class Framer:
    """Collects chunks of text and returns the text of each complete top-level s-expression.

    An atom is complete when something follows it, such as a newline. ``"x""y"`` inside a list needs no care:
    read as two strings side by side it ends at the same place.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []  # earlier chunks of the expression that is not complete yet
        self._depth = 0
        self._closer = ""  # the character that ends the string, quoted symbol or comment we are in

    @property
    def pending(self) -> bool:
        """Return whether the text so far ends inside an expression."""
        return bool(self._parts) or self._depth > 0 or self._closer not in ("", "\n")

    def feed(self, chunk: str) -> list[str]:
        """The expressions that ``chunk`` completes, in order.

        Raises:
            SexprError: if it closes a list that is not open.
        """
        complete: list[str] = []
        begin = 0 if self._parts else -1  # where in the chunk the current expression begins; -1: not begun
        position = 0
        while position < len(chunk):
            if self._closer:
                position = chunk.find(self._closer, position) + 1
                if not position:
                    break
                self._closer = ""
                continue
            match = (_IN_LIST if self._depth else _AT_TOP).search(chunk, position)
            if match is None:
                if begin < 0:
                    begin = position
                break
            at, character = match.start(), match.group()
            if not self._depth and begin < 0 and at > position:
                begin = position  # an atom outside of all lists
            if not self._depth and begin >= 0 and character not in '|"':
                complete.append(self._cut(chunk[begin:at]))
                begin = -1
            if begin < 0 and character in '(|"':
                begin = at
            position = at + 1
            if character == "(":
                self._depth += 1
            elif character == ")":
                if not self._depth:
                    raise SexprError("a ) closes nothing")
                self._depth -= 1
                if not self._depth:
                    complete.append(self._cut(chunk[begin:position]))
                    begin = -1
            elif character in _CLOSER:
                self._closer = _CLOSER[character]
        if begin >= 0:
            self._parts.append(chunk[begin:])
        return complete

    def _cut(self, last: str) -> str:
        text = "".join((*self._parts, last))
        self._parts.clear()
        return text


def _balanced(parens: bytes) -> bool:
    """Return whether parentheses match."""
    depths = list(accumulate(map(_STEP.__getitem__, parens)))
    return not depths or (depths[-1] == 0 and min(depths) >= 0)


def is_one_command(text: str) -> bool:
    """Return whether a text is exactly one complete list, with at most comments around it."""
    if not _has_special(text):
        bare = text.strip(SPACE)
        return bare[:1] == "(" and bare[-1:] == ")" and _balanced(_parens(bare)[1:-1])
    commands = _commands(text)
    return commands is not None and len(commands) == 1 and commands[0].startswith("(")


def is_whole(text: str) -> bool:
    """Return whether every list, string and symbol in bars that a text opens is closed in it."""
    return _commands(text) is not None if _has_special(text) else _balanced(_parens(text))


def _has_special(text: str) -> bool:
    """Return whether more than the parentheses matters; in nearly all commands nothing does."""
    return any(special in text for special in '|";')


def _parens(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape").translate(None, _NO_PARENS)


def _commands(text: str) -> list[str] | None:
    """The top-level expressions of a text; ``None`` if it is not whole."""
    framer = Framer()
    try:
        commands = framer.feed(text + "\n")
    except SexprError:
        return None
    return None if framer.pending else commands
