"""The URLs of puzz.link and its siblings (pzpr), of any genre: their head, and codecs of the signs of cells.

::

    url    = pid "/" *option COLS "/" ROWS "/" body [ "/" ]
           / pid ".html?pzpr=" [ "/" ] *option COLS "/" ROWS "/" body                Kanpen
           / pid ".html?problem=" ROWS "/" COLS "/" *( *( sign "_" ) "/" )           Kanpen
    pid    = genre [ "_edit" / "_play" / … ]
    option = "v:" variant "/" / flag "/"
    body   = the signs row by row, by a codec; a missing tail is blank

Width comes first, but for ``problem``. `fillomino.address` takes off what stands before and behind. Signs are
``.`` for an empty cell, ``?``, and numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from fillomino.errors import InputError, counted, shown
from fillomino.tokens import Line, Token, only_token, size

T = TypeVar("T")

EMPTY, UNKNOWN = ".", "?"
"""Signs of cells without a number."""

_HEAD = re.compile(
    r"(?P<pid>[^/?]*?)(?:_(?:edit|editor|play|player|test))?(?:/|\.html\?(?P<kanpen>problem|pzpr)=/?)"
)
_OPTION = re.compile(r"(?:v:(?P<variant>[^/]*)|(?P<flag>[a-z]+))/")


class Head(NamedTuple):
    """A URL without its cells.

    Attributes:
        url: the whole URL.
        genre: the name of the genre.
        variant: the variant that it names; ``None`` for none.
        flags: the other options.
        height: number of rows.
        width: number of columns.
        start: where the cells begin.
        in_rows: whether they are rows of words, as in Kanpen's ``problem``.
    """

    url: Token
    genre: Token
    variant: str | None
    flags: tuple[Token, ...]
    height: int
    width: int
    start: int
    in_rows: bool

    @property
    def body(self) -> Token:
        """The cells; a final ``/`` does not belong to them."""
        text = self.url.text[self.start :]
        return self.url.at(self.start, text.removesuffix("/"))

    def rows(self) -> list[Line]:
        """The words of each row of cells, if they are in rows; they are parted by ``_``."""
        lines: list[Line] = []
        start = 0
        for row in self.body.text.split("/"):
            words = [self.body.at(start + its.start(), its[0]) for its in re.finditer(r"[^_+ ]+", row)]
            lines.append(words or [self.body.at(start)])
            start += len(row) + 1
        return lines


def head(text: str, genres: Sequence[str]) -> Head:
    """Return the head of a URL of one of some genres.

    Raises:
        InputError: for a word that is no such URL, another genre, or a wrong size.
    """
    url = only_token(text, "a URL")
    match = _HEAD.match(url.text)
    if match is None or "://" in url.text:
        raise url.error(
            f"this URL holds no puzzle; a puzz.link URL reads …?{genres[0]}/COLUMNS/ROWS/…",
            code="nothing-to-read",
        )
    if match["pid"] not in genres:
        message = f"a puzzle of type {shown(match['pid'])}; only {genres[0]} can be read"
        raise at(url, match.start("pid"), message)
    genre, in_rows = url.at(match.start("pid"), match["pid"]), match["kanpen"] == "problem"
    start, variant, flags = match.end(), None, []
    while not in_rows and (option := _OPTION.match(url.text, start)):
        if option["flag"]:
            flags.append(url.at(start, option["flag"]))
        else:
            variant = option["variant"]
        start = option.end()
    names = ("rows", "columns") if in_rows else ("columns", "rows")
    one, other, start = _sizes(url, start, names)
    height, width = size(one, other) if in_rows else size(other, one)
    return Head(url, genre, variant, tuple(flags), height, width, start, in_rows)


def at(url: Token, offset: int, message: str) -> InputError:
    """Return an error at an offset of a URL."""
    return url.at(offset).error(message, code="bad-input")


def _sizes(url: Token, start: int, names: tuple[str, str]) -> tuple[Token, Token, int]:
    """The tokens of two sizes, and the offset of what follows."""
    tokens = []
    for what in names:
        end = url.text.find("/", start)
        if end < 0 and what == names[1]:
            end = len(url.text)
        if end <= start:
            start = min(start, len(url.text))
            raise at(url, start, f"the number of {what} is missing here, followed by '/'")
        tokens.append(url.at(start, url.text[start:end]))
        start = end + 1
    return tokens[0], tokens[1], min(start, len(url.text))


class Codec(NamedTuple):
    """A way to write the signs of cells in a row.

    Attributes:
        word: the pattern of one or more signs; its group ``blanks`` is a letter for a run of empty cells.
        hint: what may stand there, for messages.
        read: from a word to its signs; empty cells at their end may be missing at the end of the board.
        write: from all signs to words.
        largest: the largest number that it can hold.
    """

    word: re.Pattern[str]
    hint: str
    read: Callable[[str], list[str]]
    write: Callable[[Sequence[str]], str]
    largest: int


def read_signs(body: Token, count: int, codec: Codec, least: int = 0) -> tuple[list[str], list[Token], int]:
    """Return the signs of so many cells, where each was read, and the offset of what follows them.

    Raises:
        InputError: for a word that the codec does not have, a number below `least`, or too many empty cells.
    """
    signs: list[str] = []
    places: list[Token] = []
    start = 0
    while start < len(body.text) and len(signs) < count:
        word = codec.word.match(body.text, start)
        if word is None:
            raise at(body, start, f"{shown(body.text[start])} is not a cell; write {codec.hint}")
        read, left = codec.read(word[0]), count - len(signs)
        if len(read) > left and "blanks" in codec.word.groupindex and word["blanks"]:
            message = f"stands for {counted(len(read), 'empty cell')}, but only {left} are left"
            raise at(body, start, f"{shown(word[0])} {message}")
        if read[0].isdecimal() and int(read[0]) < least:
            raise at(body, start, f"a clue can't be {read[0]}; numbers begin with {least}")
        signs += read[:left]
        places += [body.at(start)] * len(read[:left])
        start = word.end()
    missing = count - len(signs)
    last = body.at(max(start, len(body.text)) - 1)
    return signs + [EMPTY] * missing, places + [last] * missing, start


def write_runs(values: Sequence[T], empty: T, single: str, longest: int, word: Callable[[T], str]) -> str:
    """Return values in a row, with letters for the lengths of the runs of empty cells, and words for others.

    The letters go from that of a `single` empty cell to ``z``, which stands for the longest run.
    """
    parts = []
    for value, group in groupby(values):
        count = len(list(group))
        if value == empty:
            full, rest = divmod(count, longest)
            parts.append("z" * full + (chr(ord(single) + rest - 1) if rest else ""))
        else:
            parts.append(word(value) * count)
    return "".join(parts)


def _read_hexadecimal(word: str) -> list[str]:
    if word[0] >= "g":
        return [EMPTY] * (ord(word[0]) - ord("g") + 1)
    if word == ".":
        return [UNKNOWN]
    return [str(int(word.lstrip("-+="), 16) + (4096 if word[0] == "=" else 0))]


def _hexadecimal(sign: str) -> str:
    if sign == UNKNOWN:
        return "."
    number = int(sign)
    if number < 256:
        return f"{number:x}" if number < 16 else f"-{number:02x}"
    return f"+{number:03x}" if number < 4096 else f"={number - 4096:03x}"


HEXADECIMAL = Codec(
    re.compile(r"(?P<blanks>[g-z])|\.|[0-9a-f]|-[0-9a-f]{2}|[+=][0-9a-f]{3}"),
    "0-9 a-f, '-' with 2 such digits, '+' or '=' with 3, '.' or g-z",
    _read_hexadecimal,
    lambda signs: write_runs(signs, EMPTY, "g", 20, _hexadecimal),
    8191,
)
"""Numbers in base 16, ``-`` before two digits, ``+`` or ``=`` before three; ``g`` to ``z`` for blanks."""


def _read_up_to_4(word: str) -> list[str]:
    if word == ".":
        return [UNKNOWN]
    value = int(word, 36)
    return [EMPTY] * (value - 15) if value > 15 else [str(value % 5), *[EMPTY] * (value // 5)]


def _write_up_to_4(signs: Sequence[str]) -> str:
    rest: list[str] = []
    place = 0
    while place < len(signs):
        sign = signs[place]
        following = signs[place + 1 : place + 3]
        blanks = next((k for k, sign in enumerate(following) if sign != EMPTY), 2)
        if sign in (EMPTY, UNKNOWN):
            rest.append(sign)
            place += 1
        else:
            rest.append(f"{int(sign) + 5 * blanks:x}")
            place += 1 + blanks
    return write_runs(rest, EMPTY, "g", 20, lambda sign: "." if sign == UNKNOWN else sign)


UP_TO_4 = Codec(
    re.compile(r"(?P<blanks>[g-z])|[0-9a-e.]"),
    "0-9 a-e, '.' or g-z",
    _read_up_to_4,
    _write_up_to_4,
    4,
)
"""Numbers from 0 to 4, with 5 more if an empty cell follows, with 10 more if two do."""


def _read_base_36(word: str) -> list[str]:
    if word in ".@%":
        return [EMPTY if word == "." else UNKNOWN]
    return [str(int(word.lstrip("-"), 36))]


def _base_36(sign: str) -> str:
    if sign in (EMPTY, UNKNOWN):
        return "." if sign == EMPTY else "@"
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    high, low = divmod(int(sign), 36)
    return f"-{digits[high]}{digits[low]}" if high else digits[low]


BASE_36 = Codec(
    re.compile(r"[0-9a-z.@%]|-[0-9a-z]{2}"),
    "0-9 a-z, '-' with 2 such digits, '.' or '@'",
    _read_base_36,
    lambda signs: "".join(map(_base_36, signs)),
    1295,
)
"""Numbers in base 36, ``-`` before two digits, ``.`` for an empty cell."""
