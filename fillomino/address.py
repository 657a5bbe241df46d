"""The puzzle within a web address, as people copy it from sites, chats and other programs.

::

    …?PID/…                            pzpr (puzz.link, pzv.jp, …), also after "type=editor&"
    …?pzprv3/…                         a whole file, as pzpr's "duplicate" opens it
    …/PID.html?problem=… / ?pzpr=…     Kanpen
    …#m=MODE&p=DATA                    Penpa+; "?" for "#", too
    …/filling.html#ID                  Simon Tatham's collection

One may stand within another (``…?http://…``, ``…&p=https://…``), be pasted twice, be percent-encoded, or have
further parameters (``&name=value``) behind it.
"""

from __future__ import annotations

import re

from fillomino.errors import InputError
from fillomino.tokens import Token, only_token

_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}")
_TATHAM = re.compile(r"/filling(?:\.html)?#", re.IGNORECASE)
_KANPEN = re.compile(r"(?<!\w)\w+\.html\?(?:problem|pzpr)=")
_PENPA = re.compile(r"[?#]m=\w+&p=")
_TYPE = re.compile(r"(?:type|mode)=\w+&")
_DEEPEST = 3
"""Layers of percent-encoding: each address within another may add one."""


def puzzle_in(text: str) -> str:
    """A word in which blanks stand for all of an address before its puzzle, so that columns remain right.

    A word that is no address is returned as it is.

    Raises:
        InputError: for two different addresses in a row, or an address that names a puzzle by its seed.
    """
    token = only_token(text, "an address")
    word = token.text
    for _ in range(_DEEPEST):
        if not _ENCODED.search(word):
            break
        from urllib.parse import unquote  # few addresses are percent-encoded

        word = unquote(word)
    word, column = _innermost(token, word)
    start, end = _puzzle(token, word)
    return "\n" * (token.line - 1) + " " * (token.column - 1 + column + start) + word[start:end]


def _innermost(token: Token, word: str) -> tuple[str, int]:
    """The address within all others, and where it begins."""
    starts = [match.start() for match in _SCHEME.finditer(word)]
    starts = [0, *starts] if not starts or starts[0] else starts
    pieces = [word[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
    for outer, inner, start in zip(pieces, pieces[1:], starts[1:], strict=False):
        if outer[-1:] not in "?=&#" and outer != inner and "?" in outer:
            raise token.at(start).error("a second address follows the first; give one of them")
    return pieces[-1], starts[-1]


def _puzzle(token: Token, word: str) -> tuple[int, int]:
    """Where the puzzle of an address that holds no other begins and ends."""
    if tatham := _TATHAM.search(word):
        if "#" in word[tatham.end() :]:
            raise _seed(token.at(tatham.end()))
        return tatham.end(), len(word)
    if kanpen := _KANPEN.search(word):
        return kanpen.start(), _end(word, kanpen.end())
    if penpa := _PENPA.search(word):
        return penpa.start() + 1, len(word)
    start = word.find("?") + 1
    while kind := _TYPE.match(word, start):
        start = kind.end()
    if not start or "/" not in word[start:]:
        return 0, len(word)  # no puzzle is in it: the reader of URLs says so
    return start, _end(word, start)


def _end(word: str, start: int) -> int:
    """The end of a puzzle that further parameters may follow."""
    return min((at for at in (word.find(mark, start) for mark in "&#") if at >= 0), default=len(word))


def _seed(at: Token) -> InputError:
    return at.error(
        "this is the seed of a puzzle, which only Simon Tatham's program can make; give the game's ID",
        code="nothing-to-read",
    )
