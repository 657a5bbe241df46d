"""Arguments of commands (a file, a directory, a URL, an id, an example, ``-``) as puzzles."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable
from io import StringIO
from stat import S_ISREG

from fillomino.board import Board
from fillomino.errors import InputError, PuzzleError, counted
from fillomino.formats.registry import (
    MAX_BYTES,
    check_text,
    decode_bytes,
    find,
    is_inline,
    is_plain,
    known,
    name_source,
    read_bytes,
    several,
    write,
)
from fillomino.instance import Filling, Instance
from fillomino.puzzle import Document, Puzzle, as_fillomino
from fillomino.record import Record
from workbench.shipped import examples

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

    from smtlib.text import Text


MARK = "@"
"""The beginning of an example's name."""

SCRIPT = ".smt2"
"""The suffix of scripts."""

MAX_ENTRIES = 100_000
"""Files and folders below a directory in which puzzles are looked for."""

MAX_LIST = 64 * 1024 * 1024
"""Bytes of a file that lists puzzles."""

_OF_A_GAME = (
    rb"\s*(?:#[^\n]*\n\s*)*[a-z][\w.-]*[ \t]+[0-9]+[ \t]+[0-9]+[ \t]*(?:\r?\n|\Z)"
    rb"|\s*(?:begin|<)|\s*\S*/\S*\s*\Z"
)
"""What may be a puzzle of another game: a name and a size, after comments; a janko.at file; a URL."""

_HEAD = 4096
"""Bytes that show whether a file is a script."""


def _suffixes() -> set[str]:
    """The suffixes of puzzle files; those of other games are their names."""
    from games.registry import NAMES, of_packages

    games = {f".{name}" for name in (*NAMES, *of_packages())}
    return {suffix for form in known() for suffix in form.suffixes} | games


def example(name: str) -> str:
    """Return the path of an example.

    Args:
        name: as in ``@first``, with or without the ending of its file.

    Raises:
        InputError: for an unknown name.
    """
    shipped = examples()
    wanted = name.removeprefix(MARK)
    for stem, path in shipped.items():
        if wanted in (stem, os.path.basename(path)):
            return path
    raise InputError(
        f"there is no such example; there are {', '.join(shipped)}", source=name, code="unknown-example"
    )


class Source:
    """One thing to read: its name as the person knows it, and where it is.

    Attributes:
        name: its name, in which bytes of a path that are not UTF-8 are ``\\udcff``, for it goes into files.
        path: the file that it is, or that it is a line of.
        text: its content, where that is known already; without both it is standard input.
    """

    def __init__(self, name: str, path: str | None = None, text: str | None = None) -> None:
        self.name = name.encode(errors="backslashreplace").decode()
        self.path = path
        self.text = text

    def read(self) -> bytes:
        """Return the content, cut off just beyond the size that the formats refuse.

        Raises:
            InputError: if it can't be read.
        """
        if self.text is not None:
            return self.text.encode(errors="surrogateescape")
        try:
            if self.path is None:
                return sys.stdin.buffer.read(MAX_BYTES + 1)
            with open(self.path, "rb") as file:
                return file.read(MAX_BYTES + 1)
        except OSError as error:
            raise InputError(
                f"can't be read: {error.strerror or error}", source=self.name, code="unreadable"
            ) from error


class Opened(Record):
    """A puzzle of any game that was read.

    Attributes:
        name: its name as the person knows it.
        puzzle: the puzzle.
        answer: its answer, if its text has one; in Fillomino 0 for a cell not filled in.
        seconds: the CPU time that reading took.
        path: its file, if it is from one.
    """

    name: str
    puzzle: Instance
    answer: Filling | None = None
    seconds: float = 0.0
    path: str | None = None

    def fillomino(self, who: str) -> Document:
        """Return the document, for what only a Fillomino has; `who` needs it, the subject of a sentence.

        Raises:
            InputError: for a puzzle of another game.
        """
        return Document(as_fillomino(self.puzzle, who, self.name), self.answer)


class Reading(Record):
    """How to read a puzzle: its format, and rules to add to its own, those of `Puzzle` of the same names.

    Attributes:
        format: the name of the format; ``None`` to recognise it.
        checkered: whether neighbouring regions have different colours.
        basic: whether each region holds a clue.
        largest_region: the most cells of a region.
        bound: the puzzle of a script that holds none in its comments.
        cells: the pattern of the terms of a script's cells (`encoder.annotations.CellPattern`).
    """

    format: str | None = None
    checkered: bool = False
    basic: bool = False
    largest_region: int | None = None
    bound: Instance | None = None
    cells: str | None = None

    @property
    def is_of_puzzle(self) -> bool:
        """Return whether anything is asked for that a script has no place for."""
        return self.replace(bound=None, cells=None) != AS_WRITTEN

    def bind(self, puzzle: str | None, cells: str | None) -> Reading:
        """The same for a script that is taken for that of a puzzle, with a pattern of its cells' names.

        Raises:
            InputError: for a puzzle that can't be read, or a pattern that has no place for a cell.
        """
        if cells is not None and (
            not re.search(r"\{(?:row|column|index|name)\}", cells) or len(cells.split()) != 1
        ):
            raise InputError(
                f"--cells takes a name with {{row}} and {{column}}, {{index}} or {{name}}, not {cells!r}",
                code="bad-option",
            )
        return self.replace(bound=None if puzzle is None else puzzle_of(puzzle).puzzle, cells=cells)

    def noted(self, script: Text) -> Text:
        """A script with a comment that names the terms of its cells, where a pattern was given."""
        if self.cells is None:
            return script
        from smtlib.text import Text

        return Text(f"{script}\n; cells = {self.cells}\n", script.name)

    def added_to(self, instance: Instance, name: str) -> Instance:
        """The puzzle with these rules added to its own; of two largest regions the smaller counts.

        Raises:
            InputError: if there are some, and the puzzle is no Fillomino.
        """
        if not (self.checkered or self.basic or self.largest_region):
            return instance
        puzzle = as_fillomino(instance, "--as RULE", name)
        limits = [limit for limit in (puzzle.largest_region, self.largest_region) if limit is not None]
        return puzzle.replace(
            checkered=puzzle.checkered or self.checkered,
            basic=puzzle.basic or self.basic,
            largest_region=min(limits, default=None),
        )


def reading(words: str) -> Reading:
    """Return how to read a puzzle.

    Args:
        words: ``checkered``, ``basic``, ``max-region=K``, and at most one format, parted by commas.

    Raises:
        InputError: for any other word.
    """
    asked = AS_WRITTEN
    for word in filter(None, map(str.strip, words.split(","))):
        name, _, number = word.partition("=")
        if word == "checkered":
            asked = asked.replace(checkered=True)
        elif word == "basic":
            asked = asked.replace(basic=True)
        elif name == "max-region":
            if not number.isdecimal() or int(number) < 1:
                raise InputError(
                    f"max-region takes a number above 0, as in max-region=5, not {number!r}",
                    code="largest-region",
                )
            asked = asked.replace(largest_region=int(number))
        elif asked.format is None:
            asked = asked.replace(format=find(word).name)
        else:
            raise InputError(f"a puzzle has one format, not {asked.format} and {word}")
    return asked


AS_WRITTEN = Reading()
"""In the format that is recognised, with nothing added."""


def sources(arguments: Iterable[str], *, scripts: bool = False) -> list[Source]:
    """Return the sources of the arguments, in their order; a directory stands for its puzzle files, sorted.

    Where scripts are taken, too, it stands for its files ``*.smt2`` if it has those alone.

    A file of URLs or ids, one a line, stands for as many puzzles, named ``FILE:LINE``, and a data set of
    puzzlekit for those in it, named ``FILE:NAME``; by its name each can be given alone. So does standard
    input. ``@NAME`` is an example, and ``@`` stands for all. A board such as ``torus:3x3`` is a
    puzzle without clues.

    Raises:
        InputError: for an argument that is nothing we can read, or a directory without puzzles, or with
            puzzles and scripts where both are taken.
    """
    result: list[Source] = []
    for argument in arguments:
        if argument == "-":
            result += _in_stream("<stdin>", sys.stdin.buffer)
        elif _exists(argument):
            if os.path.isdir(argument):
                result += _in_directory(argument, scripts=scripts)
            else:
                result += _in_file(argument, argument)
        elif argument.startswith(MARK):
            names = [MARK + name for name in examples()] if argument == MARK else [argument]
            result += [source for name in names for source in _in_file(name, example(name))]
        elif parts := _part(argument):
            result += parts
        elif is_inline(argument) or _is_url_of_a_game(argument):
            result.append(Source(argument, text=argument))
        elif (bare := _bare_board(argument)) is not None:
            result.append(Source(argument, text=bare))
        else:
            raise InputError(
                "there is no such file or directory, and it is no puzzle URL, id or board either",
                source=argument,
                code="no-such-file",
            )
    return result


def _bare_board(spec: str) -> str | None:
    """The text of the puzzle without clues on a board; ``None`` where no board is meant.

    Raises:
        PuzzleError: if a board is meant that can't be.
    """
    from fillomino.boards import BOARDS, from_spec

    name, colon, _ = spec.lower().partition(":")
    sizes = "x" in name and set(name) <= set("0123456789x")
    if not (sizes or (colon and name in {family.name for family in BOARDS})):
        return None
    board = from_spec(spec)
    return write(Puzzle(board, {}), "json" if colon else "plain")


def open_one(source: Source, reading: Reading = AS_WRITTEN, data: bytes | None = None) -> Opened:
    """Read one source; that of a script or clauses is the puzzle in their comments.

    Its beginning (`data`) may have been read already.

    Raises:
        InputError: if it can't be read, with its name, line and column.
    """
    started = time.process_time()
    data = source.read() if data is None else data
    text = script_in(source, data) if reading.format is None else None
    if text is None and (reading.bound is not None or reading.cells is not None):
        message = "--puzzle and --cells are for a script that holds no puzzle; this is a puzzle itself"
        raise InputError(message, source=source.name, code="option-conflict")
    if text is not None:
        from encoder.annotations import puzzle_in

        puzzle, answer = puzzle_in(text), None
    elif reading.format is None and (other := _of_a_game(data, source.name)) is not None:
        puzzle, answer = other
    else:
        document = read_bytes(data, source=source.name, format=reading.format)
        puzzle, answer = document.puzzle, document.answer
    puzzle = reading.added_to(puzzle, source.name)
    return Opened(source.name, puzzle, answer, time.process_time() - started, source.path)


def _of_a_game(data: bytes, name: str) -> tuple[Instance, Filling | None] | None:
    """Read a puzzle of another game than Fillomino; ``None`` for anything else, mostly without an import."""
    if is_plain(data.decode("latin-1")) or not re.match(_OF_A_GAME, data) or b"fillomino" in data:
        return None
    from games import formats, rectangle_text

    content = data.decode(errors="replace").removeprefix("\ufeff")
    if not (formats.recognises(content) or rectangle_text.HEAD.match(content)):
        return None
    with name_source(name):
        return formats.read(check_text(decode_bytes(data)), name)


def _is_url_of_a_game(text: str) -> bool:
    if "/" not in text or "fillomino" in text:
        return False
    from games.formats import recognises

    return recognises(text)


def puzzle_of(argument: str, reading: Reading = AS_WRITTEN) -> Opened:
    """The one puzzle an argument stands for.

    Raises:
        InputError: if it can't be read or stands for several.
    """
    return open_one(source_of(argument), reading)


def source_of(argument: str) -> Source:
    """The one source an argument stands for.

    Raises:
        InputError: if it stands for several, or for none.
    """
    possible = sources([argument])
    if len(possible) != 1:
        such = f", such as {possible[0].name}" if possible else ""
        raise InputError(f"holds {len(possible)} puzzles; name one of them{such}", source=argument)
    return possible[0]


def script_in(source: Source, data: bytes | None = None) -> Text | None:
    """The text of a source that is a script or clauses, however long; ``None`` for anything else.

    A file ``*.smt2`` is a script whatever it holds, so that its errors are those of a script.

    Args:
        source: the source.
        data: its beginning, if that was read already.

    Raises:
        InputError: if it can't be read, or is a script with a byte order mark.
    """
    data = source.read() if data is None else data
    path = source.path if source.text is None else None
    if path is None or not path.endswith(SCRIPT):
        if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] not in (b";", b"(", b"c", b"p"):
            return None  # without an import
        from encoder.annotations import is_script

        if not is_script(data[:_HEAD].decode("utf-8", "replace").removeprefix("\ufeff")):
            return None
    with name_source(source.name):
        if path is not None and len(data) > MAX_BYTES:
            with open(path, "rb") as file:
                data = file.read()
        return decode_script(data, source.name)


def decode_script(data: bytes, name: str, *, marked: bool = False) -> Text:
    """The text of the bytes of a script; those that are not UTF-8, as in older comments, stay as surrogates.

    Raises:
        InputError: for a byte order mark, at which solvers stop, unless it may be `marked`.
    """
    from smtlib.text import Text  # most files are puzzles

    text = Text(data.decode("utf-8", "surrogateescape"), name)
    if text.startswith("\ufeff") and not marked:
        from smtlib.sexpr import BYTE_ORDER_MARK

        raise InputError(BYTE_ORDER_MARK, source=name, line=1, column=1, code="byte-order-mark")
    return text


def script_at(path: str) -> Text | None:
    """The text of a file that is a script or clauses; ``None`` for anything else, and where there is no file.

    Raises:
        InputError: if it can't be read, or is a script with a byte order mark.
    """
    return script_in(Source(path, path)) if os.path.isfile(path) else None


def board_of(argument: str) -> Board:
    """The board an argument stands for: a specification such as ``torus:8x8``, or the board of a puzzle file.

    Raises:
        InputError: if it is neither.
    """
    if _exists(argument) or argument.startswith(MARK):
        return puzzle_of(argument).fillomino("the board of a file").puzzle.board
    from fillomino.boards import from_spec

    try:
        return from_spec(argument)
    except PuzzleError as error:
        raise InputError(f"{error}, or a puzzle file of which to take the board") from None


def regular(path: Path) -> Path:
    """The path of a file on a disk, which has an end.

    Raises:
        InputError: for a directory, a pipe, a device, or nothing at all.
    """
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", source=str(path), code="unreadable") from error
    if not S_ISREG(mode):
        raise InputError("can't be opened: it is no regular file", source=str(path), code="unreadable")
    return path


def text_of(argument: str) -> tuple[str, str]:
    """The text of a file or of standard input (``-``) and its name.

    Raises:
        InputError: if it can't be read or is not UTF-8.
    """
    source = Source("<stdin>") if argument == "-" else Source(argument, path=argument)
    data = source.read()
    script = script_in(source, data) if len(data) > MAX_BYTES else None  # which may be as long as it is
    if script is not None:
        return script, source.name
    with name_source(source.name):
        text = decode_bytes(data)
    return text.removeprefix("\ufeff"), source.name


def script_text_of(argument: str, *, marked: bool = False) -> Text:
    """The text of a script in a file, however long, or on standard input (``-``).

    Raises:
        InputError: if it can't be read, or is too long and no script; as `decode_script`.
    """
    source = Source("<stdin>") if argument == "-" else Source(argument, path=argument)
    data = source.read()
    with name_source(source.name):
        long = len(data) > MAX_BYTES
        text = script_in(source, data) if long else decode_script(data, source.name, marked=marked)
        if text is not None:
            return text
        from smtlib.text import Text

        return Text(decode_bytes(data), source.name)


def filling_of(argument: str, board: Board) -> Filling:
    """The filling of places in a file, or on standard input (``-``).

    Raises:
        InputError: if it can't be read, or is not a filling of this board.
    """
    from fillomino.formats.fillings import read_filling

    content, name = text_of(argument)
    return read_filling(content, board, source=name)


def _exists(path: str) -> bool:
    try:
        os.stat(path)
    except (OSError, ValueError):  # a URL may be too long for a path, or hold a NUL
        return False
    return True


def _in_file(name: str, path: str) -> list[Source]:
    """A file, or each line of it if it lists URLs and ids; empty lines and those with # are passed over."""
    try:
        with open(path, "rb") as stream:
            # A pipe, such as bash makes of <(…), can be read only once.
            return _in_stream(name, stream, path if os.path.isfile(path) else None)
    except OSError:  # reported when it is read
        return [Source(name, path=path)]


def _in_stream(name: str, stream: BinaryIO, path: str | None = None) -> list[Source]:
    """The same of an open file; its content is kept unless there is a path to read it again from.

    Raises:
        InputError: if it can't be read, or lists too much.
    """
    try:
        data = stream.read(MAX_BYTES + 1)
        text = data.decode(errors="surrogateescape")
        one_script = text.removeprefix("\ufeff").lstrip()[:1] in (";", "(")  # which needs no format imported
        if not one_script and len(data) <= MAX_BYTES and (parts := several(text)):
            return [Source(f"{name}:{key}", path, part) for key, part in parts]
        if one_script or not _is_list(StringIO(text, newline=None)):
            return [Source(name, path, None if path else text)]
        data += stream.read(MAX_LIST - len(data) + 1)
    except OSError as error:
        raise InputError(
            f"can't be read: {error.strerror or error}", source=name, code="unreadable"
        ) from error
    if len(data) > MAX_LIST:
        raise InputError(
            f"this list of puzzles has more than {MAX_LIST:,} bytes; divide it", source=name, code="too-long"
        )
    lines = StringIO(data.decode(errors="surrogateescape"), newline=None)
    numbered = [(number, line.strip()) for number, line in enumerate(lines, 1)]
    return [Source(f"{name}:{number}", path, line) for number, line in numbered if line and line[0] != "#"]


def _is_list(lines: Iterable[str]) -> bool:
    """Return whether the first line with content is a URL or an id, and not the only one."""
    entries = (line for line in map(str.strip, lines) if line and not line.startswith("#"))
    first = next(entries, "")
    return (is_inline(first) or _is_url_of_a_game(first)) and next(entries, None) is not None


def _part(argument: str) -> list[Source]:
    """The one puzzle ``FILE:NAME`` or ``FILE:LINE`` of a file of several."""
    file = argument.rpartition(":")[0]
    if not _exists(file or "/") or os.path.isdir(file):
        return []
    return [source for source in _in_file(file, file) if source.name == argument]


def _in_directory(directory: str, *, scripts: bool) -> list[Source]:
    from pathlib import Path

    suffixes, entries = _suffixes(), 0
    files: list[Path] = []
    script_files: list[Path] = []
    for folder, folders, names in os.walk(Path(directory)):
        entries += len(folders) + len(names)
        if entries > MAX_ENTRIES:
            message = f"this directory holds more than {MAX_ENTRIES:,} files; name one below it"
            raise InputError(message, source=directory, code="too-long")
        for file in (Path(folder, name) for name in names):
            if file.suffix in {*suffixes, SCRIPT} and file.is_file():
                (script_files if file.suffix == SCRIPT else files).append(file)
    if scripts and files and script_files:
        both = f"{counted(len(script_files), 'script')} (*{SCRIPT}) and {counted(len(files), 'puzzle file')}"
        message = f"this directory holds {both}: name the files of one kind"
        raise InputError(message, source=directory, code="option-conflict")
    if scripts and script_files:
        return [Source(str(file), path=str(file)) for file in sorted(script_files)]
    if not files:
        listed = ", ".join(sorted({*suffixes, SCRIPT} if scripts else suffixes))
        what = "neither a puzzle file nor a script" if scripts else "no puzzle file"
        raise InputError(
            f"this directory holds {what} (named *{listed})", source=directory, code="nothing-to-read"
        )
    return [source for file in sorted(files) for source in _in_file(str(file), str(file))]
