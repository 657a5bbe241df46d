"""JSON read strictly: no key twice, no NaN, no number of absurd length, and errors with their place.

The json module keeps no positions, so a wrong value is looked up in the text once more;
only texts with errors pay for that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from itertools import islice
from math import isfinite
from typing import TypeAlias

from fillomino.errors import InputError, shown
from fillomino.formats.scan import Line, content_lines, token_at

Path: TypeAlias = tuple[str | int, ...]
"""The keys and indices that lead to a value."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_CHARACTER = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|.")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LONGEST_NUMBER = 18
_CONSTANT = re.compile("NaN|-?Infinity")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_INTEGER = re.compile(r"-?[0-9]+")


class _Refused(Exception):  # noqa: N818 - it never leaves this module
    """Raised by a hook of the json module, which doesn't know where it is in the text."""


class Json:
    """A value of a JSON text, which knows where it stands.

    Attributes:
        value: the value, as the json module gives it.
    """

    __slots__ = ("_path", "_text", "value")

    def __init__(self, value: object, text: str, path: Path = ()) -> None:
        self.value = value
        self._text = text
        self._path = path

    def error(self, message: str, *, at_key: bool = False) -> InputError:
        """Return an error that points at the value, or at its key."""
        key, start = self.offsets()
        return _error(self._text, message, key if at_key else start)

    def offsets(self) -> tuple[int, int]:
        """Return where in the text its key begins, or else the value, and where the value begins."""
        return next(
            (start if key is None else key, start)
            for path, key, start, _ in _places(self._text)
            if path == self._path
        )

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
        return [Json(value, self._text, (*self._path, index)) for index, value in enumerate(self.value)]

    def members(self, what: str, known: Collection[str] | None = None) -> dict[str, Json]:
        """The values in the value by their keys, if it is an object whose keys are all known."""
        if not isinstance(self.value, dict):
            raise self._unlike(what, "an object")
        members = {key: Json(value, self._text, (*self._path, key)) for key, value in self.value.items()}
        for key, member in members.items():
            if _SURROGATE.search(key):
                raise member.error(f"the key {shown(key)} holds half a character", at_key=True)
            if known is not None and key not in known:
                raise member.error(f"unknown key {shown(key)}; known are {', '.join(known)}", at_key=True)
        return members

    def lines(self, what: str) -> list[Line]:
        """The lines of a string that are not blank, with each word in its place in the JSON text."""
        text = self.string(what)
        start = self.offsets()[1]
        place = token_at(self._text, start + 1)
        offsets = [0]  # of each character of the string
        for match in islice(_CHARACTER.finditer(self._text, start + 1), len(text)):
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
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_number_by(int),
            parse_float=_number_by(float),
            parse_constant=_number_by(float),
        )
    except json.JSONDecodeError as error:
        message = f"this is not JSON: {error.msg}"
        raise InputError(message, line=error.lineno, column=error.colno, code="bad-json") from None
    except RecursionError:
        message = "the JSON is nested too deeply; no puzzle needs more than a few levels"
        raise _error(text, message, 0) from None
    except _Refused:
        raise _refused(text) from None
    return Json(value, text)


def describe_value(value: object) -> str:
    """A JSON value for a message: small ones as they are, others by their kind."""
    if isinstance(value, str):
        return f"the string {shown(value)}"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return json.dumps(value)


def _refused(text: str) -> InputError:
    """The error a hook could not place. What follows it was not read yet, and may not be JSON."""
    seen: set[Path] = set()
    for path, key, start, token in _places(text):
        if key is not None and path in seen:
            message = f"the key {shown(str(path[-1]))} is given a second time; remove one"
            return _error(text, message, key, code="duplicate")
        seen.add(path)
        constant = _CONSTANT.match(token)
        if constant is not None:
            return _error(text, f"{constant[0]} is not a number of JSON", start)
        number = _NUMBER.match(token)
        if number is not None and _too_long(number[0]):
            return _error(text, f"a number of {len(number[0])} characters is too long", start)
    return _error(text, "this is not strict JSON", 0)


def _error(text: str, message: str, offset: int, code: str = "bad-json") -> InputError:
    return token_at(text, offset).error(message, code)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _Refused
    return members


def _too_long(text: str) -> bool:
    """Return whether a number of JSON has more digits, or is larger, than any here can be."""
    return len(text) > _LONGEST_NUMBER if _INTEGER.fullmatch(text) else not isfinite(float(text))


def _number_by(convert: Callable[[str], float]) -> Callable[[str], float]:
    def number(text: str) -> float:
        if _too_long(text):
            raise _Refused
        return convert(text)

    return number


def _places(text: str) -> Iterator[tuple[Path, int | None, int, str]]:
    """Each value of a JSON text: its path, the offset of its key, its own offset, its first token."""
    path: list[str | int] = []
    inside: list[str] = []
    key: int | None = None
    expect_key = False
    for match in _TOKEN.finditer(text):
        mark = match[0]
        if mark in "}]":
            inside.pop()
            path.pop()
            key, expect_key = None, False
        elif mark == ",":
            expect_key = inside[-1] == "{"
            if not expect_key and isinstance(path[-1], int):
                path[-1] += 1
        elif expect_key:
            path[-1], key, expect_key = json.loads(mark), match.start(), False
        elif mark != ":":
            yield tuple(path), key, match.start(), mark
            key = None
            if mark in "{[":
                inside.append(mark)
                path.append(0 if mark == "[" else "")
                expect_key = mark == "{"
