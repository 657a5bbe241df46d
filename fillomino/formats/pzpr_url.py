"""The URLs of puzz.link and its siblings (pzpr).

::

    url    = pid "/" [ "v:" variant "/" ] [ "t/" ] COLS "/" ROWS "/" body [ "/" ]
           / pid ".html?pzpr=" [ "/" ] [ "t/" ] COLS "/" ROWS "/" body             Kanpen
           / pid ".html?problem=" ROWS "/" COLS "/" *( *( clue / "." ) "/" )       Kanpen; "_" after each cell
    pid    = ( "fillomino" / "fillomino01" ) [ "_edit" / "_play" ]
    "t"    = no region is larger than 3
    body   = *cell *border                 row by row; a missing tail is blank
    cell   = "g".."z"                      1 to 20 empty cells
           / hexdigit                      1..15
           / "-" 2hexdigit                 16..255
           / "+" 3hexdigit                 256..4095
           / "=" 3hexdigit                 4096 + value
           / "."                           ?
    border = base-32 digits, 5 bits each: the inner vertical borders, then the horizontal; 1 is a wall

Width comes first, but for ``problem``. `address` takes off what stands before and behind.
"""

from __future__ import annotations

import re

from fillomino.errors import InputError, counted, shown
from fillomino.formats import scan
from fillomino.formats.registry import Format, Holds
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.tokens import Token, only_token, read_rows, size

_START = re.compile(
    r"\s*(?:https?://|fillomino(?:01)?(?:_\w+)?/|(?!pzprv3)"
    r"[a-z]\w*(?:(?:/v:[^/]*)?(?:/[a-z]+)?/[0-9]+/[0-9]+/|\.html\?(?:problem|pzpr)=))"
)
_HEAD = re.compile(
    r"(?P<pid>[^/?]*?)(?:_(?:edit|editor|play|player|test))?(?:/|\.html\?(?P<kanpen>problem|pzpr)=/?)"
)
_OPTION = re.compile(r"(?:v:(?P<variant>[^/]*)|(?P<flag>[a-z]+))/")
_CELL = re.compile(r"(?P<blanks>[g-z])|(?P<unknown>\.)|[0-9a-f]|-[0-9a-f]{2}|[+=][0-9a-f]{3}")
_KANPEN_CELL = scan.clue_or({".": scan.EMPTY, "0": scan.EMPTY, "?": scan.UNKNOWN, "-": scan.UNKNOWN})
_BITS = "0123456789abcdefghijklmnopqrstuv"
_LARGEST_CLUE = 8191


def read(text: str) -> Document:
    """Return the puzzle of a URL.

    Raises:
        InputError: for another puzzle's URL, a wrong size, an unknown character or a wrong length.
    """
    url = only_token(text, "a URL")
    head = _HEAD.match(url.text)
    if head is None or "://" in url.text:
        raise url.error(
            "this URL holds no puzzle; a puzz.link URL reads …?fillomino/COLUMNS/ROWS/…",
            code="nothing-to-read",
        )
    if head["pid"] not in ("fillomino", "fillomino01"):
        message = f"a puzzle of type {shown(head['pid'])}; only fillomino can be read"
        raise _error(url, head.start("pid"), message)
    if head["kanpen"] == "problem":
        return _read_kanpen(url, head.end())
    start, info, limit = head.end(), {}, None
    while option := _OPTION.match(url.text, start):
        if option["flag"] not in (None, "t"):
            raise _error(url, start, f"unknown flag {shown(option['flag'])}; only 't' is known")
        if option["flag"]:
            limit = 3
        else:
            info["variant"] = option["variant"]
        start = option.end()
    columns, rows, start = _sizes(url, start, ("columns", "rows"))
    height, width = size(rows, columns)
    # A final "/" does not belong to the body.
    body = url._replace(text=url.text[: max(start, len(url.text.removesuffix("/")))])
    values, places, end = _read_cells(body, start, height * width)
    walls = _read_walls(body, end, height, width)
    return Document(scan.build(height, width, values, places, walls=walls, largest_region=limit, info=info))


def _read_kanpen(url: Token, start: int) -> Document:
    """Read rows of cells: ``ROWS/COLS/`` and, for each row, its cells, each followed by ``_``, and ``/``."""
    rows, columns, start = _sizes(url, start, ("rows", "columns"))
    height, width = size(rows, columns)
    lines = []
    for row in url.text[start:].removesuffix("/").split("/"):
        cells = [url.at(start + match.start(), match[0]) for match in re.finditer(r"[^_+ ]+", row)]
        lines.append(cells or [url.at(start)])
        start += len(row) + 1
    values, tokens = read_rows(lines, height, width, _KANPEN_CELL, end=url.at(len(url.text)))
    return Document(scan.build(height, width, values, tokens))


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """The puzz.link URL, ended by a newline; the format can't hold an answer.

    Raises:
        InputError: for holes, clues above 8,191, a largest region other than 3, or no rectangle.
    """
    height, width, values = scan.contents(puzzle)
    variant = puzzle.info.get("variant")
    head = ["https://puzz.link/p?fillomino"]
    if variant is not None:
        if not re.fullmatch(r"[A-Za-z0-9._~-]*", variant):
            raise InputError(
                f"the variant {shown(variant)} can't be written in a URL; write the puzzle as json",
                code="not-expressible",
            )
        head.append(f"v:{variant}")
    if puzzle.largest_region is not None:
        head.append("t")
    body = scan.write_runs(values, "g", 20, _written) + (
        _write_walls(puzzle, height, width) if puzzle.walls else ""
    )
    end = "" if body[-1].isalnum() else "/"
    return "/".join([*head, str(width), str(height), body]) + end + "\n"


def _error(url: Token, offset: int, message: str) -> InputError:
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
            raise _error(url, start, f"the number of {what} is missing here, followed by '/'")
        tokens.append(url.at(start, url.text[start:end]))
        start = end + 1
    return tokens[0], tokens[1], min(start, len(url.text))


def _read_cells(url: Token, start: int, count: int) -> tuple[list[int], list[Token], int]:
    """The value of each place, where it was read, and the offset behind the cells."""
    values: list[int] = []
    places: list[Token] = []
    while start < len(url.text) and len(values) < count:
        cell = _CELL.match(url.text, start)
        if cell is None:
            message = "is not a cell; write 0-9 a-f, '-' with 2 such digits, '+' or '=' with 3, '.' or g-z"
            raise _error(url, start, f"{shown(url.text[start])} {message}")
        run = 1
        if cell.lastgroup == "blanks":
            value, run = scan.EMPTY, ord(cell[0]) - ord("g") + 1
            left = count - len(values)
            if run > left:
                message = f"stands for {counted(run, 'empty cell')}, but only {left} are left"
                raise _error(url, start, f"{shown(cell[0])} {message}")
        elif cell.lastgroup == "unknown":
            value = scan.UNKNOWN
        else:
            value = int(cell[0].lstrip("-+="), 16) + (4096 if cell[0][0] == "=" else 0)
            if value == 0:
                raise _error(url, start, "a clue can't be 0; numbers begin with 1")
        values += [value] * run
        places += [Token("", url.line, url.column + start)] * run
        start = cell.end()
    missing = count - len(values)
    last = url.at(max(start, len(url.text)) - 1)
    return values + [scan.EMPTY] * missing, places + [last] * missing, start


def _border_groups(height: int, width: int) -> list[list[tuple[int, int]]]:
    """The pairs of places at the borders that each digit stands for."""
    return [
        pairs[first : first + 5]
        for pairs in scan.inner_borders(height, width)
        for first in range(0, len(pairs), 5)
    ]


def _read_walls(url: Token, start: int, height: int, width: int) -> list[tuple[int, int]]:
    walls: list[tuple[int, int]] = []
    groups = _border_groups(height, width)
    for offset, (digit, group) in enumerate(zip(url.text[start:], groups, strict=False), start):
        bits = _BITS.find(digit)
        if bits < 0:
            raise _error(url, offset, f"{shown(digit)} is not a digit of the borders; write 0-9 and a-v")
        if bits & ((1 << (5 - len(group))) - 1):
            raise _error(url, offset, f"{shown(digit)} sets a wall beyond the last border")
        walls += [pair for bit, pair in enumerate(group) if bits >> (4 - bit) & 1]
    end = start + len(groups)
    if end < len(url.text):
        raise _error(url, end, f"the board is complete, but {shown(url.text[end:])} follows; remove it")
    return walls


def _written(clue: int) -> str:
    if clue == scan.UNKNOWN:
        return "."
    if clue < 16:
        return f"{clue:x}"
    if clue < 256:
        return f"-{clue:02x}"
    return f"+{clue:03x}" if clue < 4096 else f"={clue - 4096:03x}"


def _write_walls(puzzle: Puzzle, height: int, width: int) -> str:
    groups = _border_groups(height, width)
    return "".join(
        _BITS[sum(16 >> bit for bit, pair in enumerate(group) if pair in puzzle.walls)] for group in groups
    )


FORMAT = Format(
    name="url",
    title="puzz.link URL",
    idea="puzz.link / pzpr URL",
    suffixes=(".url",),
    example="https://puzz.link/p?fillomino/3/3/g3g2g1h3\n",
    holds=Holds(walls=True, unknown=True, limits=frozenset({3}), largest_clue=_LARGEST_CLUE),
    recognises=_START.match,
    read=read,
    write=write,
    inline=True,
)
