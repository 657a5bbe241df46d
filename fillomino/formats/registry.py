"""The formats: tried in order, from text or bytes to a document, and from a puzzle to text or a refusal.

An installed package adds its own by an entry point of the group `GROUP`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fillomino import plugins
from fillomino.board import rectangle
from fillomino.errors import InputError, PuzzleError, listed
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.record import Record
from fillomino.tokens import Token, split_lines, token_at


class Holds(Record):
    """The capacity of a format: what it can hold besides the clues of a rectangle without holes.

    Attributes:
        any_board: boards of any shape.
        holes: places of a rectangle without a cell.
        walls: walls between neighbours.
        unknown: cells marked ``?``.
        variants: that a puzzle is checkered, or basic.
        limits: the largest regions that it can state; ``None`` for any.
        largest_clue: the largest clue; ``None`` for no limit.
    """

    any_board: bool = False
    holes: bool = False
    walls: bool = False
    unknown: bool = False
    variants: bool = False
    limits: frozenset[int] | None = frozenset()
    largest_clue: int | None = None


EVERYTHING = Holds(any_board=True, holes=True, walls=True, unknown=True, variants=True, limits=None)
"""The capacity of a format that has a place for all of a puzzle."""


class Format(Record):
    """One way to write a puzzle as text.

    Attributes:
        name: its name on the command line.
        title: its name in sentences.
        idea: what it is, in a phrase, for lists.
        suffixes: the endings of its file names, with the dot; empty if it is never a file.
        example: a small puzzle in this format; empty if it can't be written down usefully.
        holds: what it can hold; puzzles with anything else are refused before `write` is called.
        recognises: whether a text looks like this format (a match of a pattern, or ``None``, will do). It
            is quick, and also true of faulty texts that were surely meant to be this format.
        read: the document a text holds; it raises `InputError`, with line and column.
        write: a puzzle as text, with the answer if the format can hold one; it raises
            `InputError` for names and the like that can't be written. ``None`` if it can be read only.
        inline: whether a puzzle in it is one word, such as a URL, which commands take in place of a file.
        several: the names and the texts of the puzzles of a text that holds more than one, else nothing;
            ``None`` if no text does.
    """

    name: str
    title: str
    idea: str
    suffixes: tuple[str, ...]
    example: str
    holds: Holds
    recognises: Callable[[str], object]
    read: Callable[[str], Document]
    write: Callable[[Puzzle, Filling | None], str] | None
    inline: bool = False
    several: Callable[[str], list[tuple[str, str]]] | None = None


GROUP = "fillomino.formats"
"""The group of entry points by which packages add formats: a name, and the module and constant of it."""

# The module of each. They are imported when they are asked for: most texts are plain.
_HOMES = {
    "url": "pzpr_url",
    "pzprv3": "pzprv3",
    "tatham": "tatham",
    "janko": "janko",
    "penpa": "penpa",
    "dzn": "dzn",
    "puzzlekit": "puzzlekit",
    "adjacency": "adjacency",
    "rows": "json_rows",
    "json": "adjacency_json",
    "plain": "plain",
}

_PLAIN = re.compile(r"(?:\s*#[^\n]*\n)*\s*[0-9._?-][0-9._?#\t -]*\r?(?:\n|\Z)")
"""Texts that are certainly plain, so that neither other formats nor packages need be imported."""

_REGISTERED: list[Format] = []


def register(entry: Format) -> None:
    """Add a format, for this process alone."""
    _REGISTERED.append(entry)


def known() -> tuple[Format, ...]:
    """Return all formats, those of packages too, in the order of lists: plain text first."""
    *others, plain = _ours()
    return (plain, *others, *of_packages())


def of_packages() -> tuple[Format, ...]:
    """Return the formats that this process has registered, and those that installed packages add, by name.

    Raises:
        InputError: if one can't be imported, or is not a format.
    """
    formats = list(_REGISTERED)
    for point in sorted(plugins.points(GROUP)):
        if point.name in _HOMES:
            continue
        try:
            entry = point.load()
        except (ImportError, AttributeError) as error:
            raise InputError(
                f"{point.name}, which is {point.value}, can't be imported: {error}", code="bad-plugin"
            ) from error
        if not isinstance(entry, Format):
            raise InputError(f"{point.name}, which is {point.value}, is not a Format", code="bad-plugin")
        formats.append(entry)
    return tuple(formats)


def find(name: str) -> Format:
    """Return the format of a name.

    Raises:
        InputError: for an unknown name; the message lists the names.
    """
    if name in _HOMES:
        return _own(name)
    formats = known()
    for entry in formats:
        if entry.name == name:
            return entry
    raise InputError(
        f"unknown format {name!r}; the formats are {', '.join(entry.name for entry in formats)}",
        code="unknown-format",
    )


def is_plain(text: str) -> bool:
    """Return whether a text is certainly plain rows of numbers; others may be so, too."""
    return _PLAIN.match(text) is not None


def recognise(text: str) -> Format:
    """Return the first format that a text looks like; ours come before those of packages."""
    plain = _own("plain")
    if is_plain(text):
        return plain
    if text.split(None, 1)[:1] == ["begin"]:
        return _own("janko")  # which is certain, and the formats before it need not be imported
    text = _bare(text)
    ours = next(entry for entry in _ours() if entry.recognises(text))
    if ours is not plain:
        return ours
    return next((entry for entry in of_packages() if entry.recognises(text)), plain)


def is_inline(text: str) -> bool:
    """Return whether a word is a puzzle itself, such as a URL or an id."""
    if len(text.split()) != 1:
        return False
    entry = recognise(text)
    return entry.inline or (entry.name != "plain" and _bare(text) != text)


def _bare(text: str) -> str:
    """A text without the address around its puzzle (`fillomino.address.puzzle_in`)."""
    if ("?" not in text and "#" not in text) or len(text.split(None, 1)) > 1:
        return text
    from fillomino.address import puzzle_in

    return puzzle_in(text)


def several(text: str) -> list[tuple[str, str]]:
    """Return the names and the texts of the puzzles of a text that holds several, else nothing."""
    divide = recognise(text).several
    return [] if divide is None else divide(text)


def _own(name: str) -> Format:
    entry: Format = plugins.imported(f"fillomino.formats.{_HOMES[name]}").FORMAT
    return entry


def _ours() -> Iterator[Format]:
    return map(_own, _HOMES)


def lacking(puzzle: Puzzle, holds: Holds) -> str | None:
    """Return what of a puzzle a format can't hold, in words; ``None`` if it can hold it all."""
    grid, board = puzzle.board.grid, puzzle.board
    if not holds.any_board:
        if grid is None:
            graph = "a board given as a graph, by cells and their neighbours"
            return graph if board.spec is None else "a board that is not a rectangle"
        gaps = [divmod(place, grid.width) for place, cell in enumerate(grid.cells) if cell is None]
        plain = rectangle(grid.height, grid.width, gaps)
        if (grid, board.neighbours) != (plain.grid, plain.neighbours):
            return "neighbours other than those of a rectangle"
        if gaps and not holds.holes:
            row, column = gaps[0]
            return f"holes, such as the one at row {row + 1}, column {column + 1}"
    if puzzle.walls and not holds.walls:
        x, y = min(puzzle.walls)
        return f"walls, such as the one between {board.names[x]} and {board.names[y]}"
    if puzzle.unknown and not holds.unknown:
        return f"'?', such as the one at {board.names[min(puzzle.unknown)]}"
    limit = puzzle.largest_region
    if limit is not None and holds.limits is not None and limit not in holds.limits:
        return f"the rule that no region is larger than {limit}"
    if (puzzle.checkered or puzzle.basic) and not holds.variants:
        return f"the rule that the puzzle is {'checkered' if puzzle.checkered else 'basic'}"
    if holds.largest_clue is not None and puzzle.clues:
        cell = max(puzzle.clues, key=lambda cell: puzzle.clues[cell])
        if puzzle.clues[cell] > holds.largest_clue:
            above = f"clues above {holds.largest_clue:,}"
            return f"{above}, such as the {puzzle.clues[cell]} at {board.names[cell]}"
    return None


MAX_BYTES = 4 * 1024 * 1024
"""Longer files are refused: the largest board allowed takes a tenth of this in a grid format."""

MAX_LINE = 1_000_000
"""Longer lines are refused."""


def read(text: str, *, source: str = "<text>", format: str | None = None) -> Document:  # noqa: A002
    """The puzzle that a text holds, and its answer where the text gives one.

    Args:
        text: a puzzle in one of the formats of `fillomino.formats.known`.
        source: where the text is from, for messages.
        format: the name of its format; ``None`` to see it from the text.

    Raises:
        InputError: with source, line and column, for a text that is not exactly of its format;
            without line and column for a format that does not exist.
    """
    chosen = None if format is None else find(format)
    with name_source(source):
        text = _bare(check_text(text))
        return (chosen or recognise(text)).read(text)


def read_bytes(data: bytes, *, source: str, format: str | None = None) -> Document:  # noqa: A002
    """As `read`, from the bytes of a file: UTF-8, with or without a byte order mark.

    Raises:
        InputError: as `read`; also for bytes that are not text, or more than `MAX_BYTES` of them.
    """
    with name_source(source):
        text = decode_bytes(data)
    return read(text, source=source, format=format)


def write(puzzle: Puzzle, name: str, answer: Filling | None = None) -> str:
    """A puzzle as text.

    Args:
        puzzle: the puzzle.
        name: the name of a format.
        answer: a filling to write, too; formats that can't hold one leave it out.

    Raises:
        InputError: for an unknown format, for a puzzle that holds anything the format can't hold
            (but titles and the like may be left out), and for an answer of the wrong length.
    """
    if answer is not None:
        _check_answer(puzzle, answer)
    entry = find(name)
    missing = lacking(puzzle, entry.holds)
    if missing is None and entry.write is not None:
        return entry.write(puzzle, answer)
    able = [other.name for other in known() if other.write and lacking(puzzle, other.holds) is None]
    advice = f"write it as {listed(able, 'or')}"
    if entry.write is None:
        message, code = "can be read but not written", "format-read-only"
    else:
        message, code = f"can't hold {missing}", "not-expressible"
    raise InputError(f"the format {name} {message}; {advice}", code=code)


def _check_answer(puzzle: Puzzle, answer: Filling) -> None:
    size = puzzle.board.size
    fault = None
    if len(answer) != size:
        fault = f"{len(answer)} numbers for a board of {size} cells"
    elif min(answer) < 0:
        cell = answer.index(min(answer))
        fault = f"{answer[cell]} at {puzzle.board.names[cell]}; numbers begin with 0"
    if fault is not None:
        raise InputError(f"the answer has {fault}", code="bad-filling")


@contextmanager
def name_source(source: str) -> Iterator[None]:
    """Write the name of the text into every `InputError`, which a `PuzzleError` becomes too."""
    try:
        yield
    except PuzzleError as error:
        # The codecs check what the constructors do; this is for what only the constructors know.
        raise InputError(str(error), line=1, column=1, source=source, code=error.code) from error
    except InputError as error:
        error.source = error.source or source
        raise


def decode_bytes(data: bytes) -> str:
    """The text of a file's bytes.

    Raises:
        InputError: with line and column, if they are too many or not UTF-8.
    """
    try:
        if len(data) <= MAX_BYTES:
            return data.decode("utf-8")
        message = f"the file has {len(data):,} bytes; more than {MAX_BYTES:,} are not read"
        offset, code = MAX_BYTES, "too-long"
    except UnicodeDecodeError as error:
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8; is this a text file?"
        offset, code = error.start, "not-text"
    before = data[:offset].decode("utf-8", "replace").removeprefix("\ufeff")
    raise token_at(before, len(before)).error(message, code)


def check_text(text: str) -> str:
    """A text without its byte order mark, once it is known to be short enough and without broken characters.

    Raises:
        InputError: with line and column, if it is not, or if it is blank.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_BYTES:
        message = f"the text has {len(text):,} characters; more than {MAX_BYTES:,} are not read"
        raise token_at(text, MAX_BYTES).error(message, code="too-long")
    if len(text) > MAX_LINE:
        for number, line in enumerate(split_lines(text), 1):
            if len(line) > MAX_LINE:
                message = f"this line is longer than {MAX_LINE:,} characters, as no puzzle's is"
                raise Token("", number, MAX_LINE + 1).error(message, code="too-long")
    nul = text.find("\0")
    if nul >= 0:
        raise token_at(text, nul).error("not a text file: a NUL byte here", code="not-text")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        fault = "not a text file: half a character here"
        raise token_at(text, error.start).error(fault, code="not-text") from None
    if not text or text.isspace():
        raise Token("", 1, 1).error("the text is blank; expected a puzzle", code="nothing-to-read")
    return text
