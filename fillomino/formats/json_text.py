"""JSON read strictly: no key twice, no NaN, no number of absurd length, and errors with their place."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from itertools import islice
from math import isfinite

from fillomino.errors import InputError, shown
from fillomino.tokens import Line, Token, content_lines, token_at

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_CHARACTER = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|.")
_SURROGATE = re.compile("[\ud800-\udfff]")
_INTEGER = re.compile(r"-?[0-9]+")
_LONGEST_NUMBER = 18
_WORDS = {"true": True, "false": False, "null": None}


class Json:
    """A value of a JSON text, which knows where it stands.

    Attributes:
        value: the value, as the json module gives it, but with `Json` within lists and objects.
        start: the offset where it begins.
        key: the offset where its key begins, or else the value.
    """

    __slots__ = ("_text", "key", "start", "value")

    def __init__(self, value: object, text: str, start: int, key: int | None) -> None:
        self.value = value
        self._text = text
        self.start = start
        self.key = start if key is None else key

    def error(self, message: str, *, at_key: bool = False) -> InputError:
        """Return an error that points at the value, or at its key."""
        return _error(self._text, message, self.key if at_key else self.start)

    def token(self, text: str) -> Token:
        """Return a token of this text where the value begins."""
        return token_at(self._text, self.start).at(0, text)

    def integer(self, what: str, least: int = 0) -> int:
        """The value if it is an integer, at least `least`; ``true`` and ``3.0`` are not."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self._unlike(what, "an integer")
        if self.value < least:
            raise self.error(f"{what} is {self.value}, but the smallest allowed is {least}")
        return self.value

    def flag(self, what: str) -> bool:
        """The value if it is ``true`` or ``false``."""
        if not isinstance(self.value, bool):
            raise self._unlike(what, "true or false")
        return self.value

    def string(self, what: str) -> str:
        """The value if it is a string that files can hold."""
        if not isinstance(self.value, str):
            raise self._unlike(what, "a string")
        if _SURROGATE.search(self.value):
            raise self.error(f"{what} holds half a character, which no file can hold")
        return self.value

    def items(self, what: str) -> list[Json]:
        """The values in the value if it is a list."""
        if not isinstance(self.value, list):
            raise self._unlike(what, "a list")
        return self.value

    def members(self, what: str, known: Collection[str] | None = None) -> dict[str, Json]:
        """The values in the value by their keys, if it is an object whose keys are all known."""
        if not isinstance(self.value, dict):
            raise self._unlike(what, "an object")
        for key, member in self.value.items():
            if _SURROGATE.search(key):
                raise member.error(f"the key {shown(key)} holds half a character", at_key=True)
            if known is not None and key not in known:
                raise member.error(f"unknown key {shown(key)}; known are {', '.join(known)}", at_key=True)
        return self.value

    def lines(self, what: str) -> list[Line]:
        """The lines of a string that are not blank, with each word in its place in the JSON text."""
        text = self.string(what)
        place = token_at(self._text, self.start + 1)
        offsets = [0]  # of each character of the string
        for match in islice(_CHARACTER.finditer(self._text, self.start + 1), len(text)):
            offsets.append(offsets[-1] + len(match[0]))
        begins = [0, *(offset for offset, character in enumerate(text, 1) if character == "\n")]
        return [
            [place.at(offsets[begins[word.line - 1] + word.column - 1], word.text) for word in line]
            for line in content_lines(text)
        ]

    def _unlike(self, what: str, kind: str) -> InputError:
        return self.error(f"{what} should be {kind}, but it is {describe_value(self.value)}")


def parse(text: str) -> Json:
    """Return the value of a text.

    Raises:
        InputError: for anything that is not strict JSON.
    """
    try:
        json.loads(text, parse_int=str)  # for what it says of text that is not JSON
        tokens = _TOKEN.finditer(text)
        return _value(text, tokens, next(tokens))
    except json.JSONDecodeError as error:
        message = f"this is not JSON: {error.msg}"
        raise InputError(message, line=error.lineno, column=error.colno, code="bad-json") from None
    except RecursionError:
        message = "the JSON is nested too deeply; no puzzle needs more than a few levels"
        raise _error(text, message, 0) from None


def describe_value(value: object) -> str:
    """A JSON value for a message: small ones as they are, others by their kind."""
    if isinstance(value, str):
        return f"the string {shown(value)}"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return json.dumps(value)


def _error(text: str, message: str, offset: int, code: str = "bad-json") -> InputError:
    return token_at(text, offset).error(message, code)


def _value(text: str, tokens: Iterator[re.Match[str]], first: re.Match[str], key: int | None = None) -> Json:
    """The value that begins with a token, and goes on with those behind it; the text is known to be JSON."""
    mark, start = first[0], first.start()
    value: object
    if mark[0] == '"':
        value = _string(mark)
    elif mark == "{":
        value = members = {}
        for name in tokens:
            if name[0] == "}":
                break
            if name[0] != ",":
                word = _string(name[0])
                if word in members:
                    message = f"the key {shown(word)} is given a second time; remove one"
                    raise _error(text, message, name.start(), code="duplicate")
                next(tokens)  # the colon
                members[word] = _value(text, tokens, next(tokens), name.start())
    elif mark == "[":
        value = items = []
        for item in tokens:
            if item[0] == "]":
                break
            if item[0] != ",":
                items.append(_value(text, tokens, item))
    elif mark in _WORDS:
        value = _WORDS[mark]
    else:
        value = _number(text, mark, start)
    return Json(value, text, start, key)


def _string(mark: str) -> str:
    return str(json.loads(mark)) if "\\" in mark else mark[1:-1]


def _number(text: str, mark: str, start: int) -> float:
    if mark.lstrip("-") in ("NaN", "Infinity"):
        raise _error(text, f"{mark} is not a number of JSON", start)
    whole = _INTEGER.fullmatch(mark)
    if len(mark) > _LONGEST_NUMBER if whole else not isfinite(float(mark)):
        raise _error(text, f"a number of {len(mark)} characters is too long", start)
    return int(mark) if whole else float(mark)
