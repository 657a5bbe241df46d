"""JSON read strictly: no key twice, no NaN, no number of absurd length, and errors with their place.

The json module keeps no positions, so a wrong value is looked up in the text once more;
only texts with errors pay for that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isfinite
from typing import NoReturn, TypeAlias

from fillomino.errors import InputError
from fillomino.formats.scan import Line, Token, content_lines
from fillomino.words import shown

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
    """A JSON text and its value.

    Attributes:
        value: what `json.loads` makes of it.
    """

    def __init__(self, text: str) -> None:
        """Read a text.

        Raises:
            InputError: for anything that is not strict JSON.
        """
        self._text = text
        try:
            self.value: object = json.loads(
                text,
                object_pairs_hook=_object,
                parse_int=_integer,
                parse_float=_float,
                parse_constant=_constant,
            )
        except json.JSONDecodeError as error:
            message = f"this is not JSON: {error.msg}"
            raise InputError(message, line=error.lineno, column=error.colno, code="bad-json") from None
        except RecursionError:
            message = "the JSON is nested too deeply; no puzzle needs more than a few levels"
            raise InputError(message, line=1, column=1, code="bad-json") from None
        except _Refused:
            raise self._refused() from None

    def fail(self, message: str, path: Path, *, at_key: bool = False) -> NoReturn:
        """Raise an error that points at a value, or at its key."""
        for found, key, start, _ in _places(self._text):
            if found == path:
                raise self._error(message, key if at_key and key is not None else start)
        raise InputError(message, line=1, column=1)

    def place(self, path: Path) -> tuple[int, int]:
        """Return the offsets in the text at which the key of a value begins (or else it), and the value."""
        return next(
            (start if key is None else key, start)
            for found, key, start, _ in _places(self._text)
            if found == path
        )

    def lines_in(self, path: Path, text: str) -> list[Line]:
        """Return the lines of a string that are not blank, with each word in its place in the JSON text.

        Args:
            path: the keys and indices that lead to it.
            text: the string.
        """
        start = self.place(path)[1]
        line = self._text.count("\n", 0, start) + 1
        first = start - self._text.rfind("\n", 0, start) + 1
        columns = [first]
        for match in _CHARACTER.finditer(self._text, start + 1):
            if len(columns) > len(text):
                break
            columns.append(columns[-1] + len(match[0]))
        begins = [0, *(place + 1 for place, character in enumerate(text) if character == "\n")]
        return [
            Line(
                tuple(
                    Token(its.text, line, columns[begins[each.number - 1] + its.column - 1])
                    for its in each.tokens
                ),
                line,
                columns[begins[each.number - 1] + each.end - 1],
            )
            for each in content_lines(text)
        ]

    def integer(self, value: object, path: Path, what: str, least: int = 0) -> int:
        """A value that must be an integer, at least `least`; ``true`` and ``3.0`` are none."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(f"{what} should be an integer, but it is {described(value)}", path)
        if value < least:
            self.fail(f"{what} is {value}, but the smallest allowed is {least}", path)
        return value

    def string(self, value: object, path: Path, what: str) -> str:
        """A value that must be a string."""
        if not isinstance(value, str):
            self.fail(f"{what} should be a string, but it is {described(value)}", path)
        if _SURROGATE.search(value):
            self.fail(f"{what} holds half a character, which no file can hold", path)
        return value

    def sequence(self, value: object, path: Path, what: str) -> list[object]:
        """A value that must be an array."""
        if not isinstance(value, list):
            self.fail(f"{what} should be a list, but it is {described(value)}", path)
        return value

    def mapping(self, value: object, path: Path, what: str) -> dict[str, object]:
        """A value that must be an object; its keys are strings that files can hold."""
        if not isinstance(value, dict):
            self.fail(f"{what} should be an object, but it is {described(value)}", path)
        for key in value:
            if _SURROGATE.search(key):
                self.fail(f"the key {shown(key)} holds half a character", (*path, key), at_key=True)
        return value

    def _refused(self) -> InputError:
        """The error a hook could not place. What follows it was not read yet, and may be no JSON."""
        seen: set[Path] = set()
        for path, key, start, token in _places(self._text):
            if key is not None and path in seen:
                return self._error(
                    f"the key {shown(str(path[-1]))} is given a second time; remove one",
                    key,
                    code="duplicate",
                )
            seen.add(path)
            constant = _CONSTANT.match(token)
            if constant is not None:
                return self._error(f"{constant[0]} is not a number of JSON", start, code="bad-json")
            number = _NUMBER.match(token)
            if number is not None and _too_long(number[0]):
                length = len(number[0])
                return self._error(
                    f"a number of {length} characters is too long; none here can be", start, code="bad-json"
                )
        return InputError("this is not strict JSON", line=1, column=1, code="bad-json")

    def _error(self, message: str, offset: int, code: str = "bad-json") -> InputError:
        line = self._text.count("\n", 0, offset) + 1
        return InputError(message, line=line, column=offset - self._text.rfind("\n", 0, offset), code=code)


def described(value: object) -> str:
    """A JSON value for a message: small ones as they are, others by their kind."""
    if isinstance(value, str):
        return f"the string {shown(value)}"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return json.dumps(value)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Refused
    return found


def _too_long(text: str) -> bool:
    """Return whether a number of JSON has more digits, or is larger, than any here can be."""
    return len(text) > _LONGEST_NUMBER if _INTEGER.fullmatch(text) else not isfinite(float(text))


def _integer(text: str) -> int:
    if _too_long(text):
        raise _Refused
    return int(text)


def _float(text: str) -> float:
    if _too_long(text):
        raise _Refused
    return float(text)


def _constant(_: str) -> NoReturn:
    raise _Refused


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
