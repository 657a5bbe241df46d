"""Comments of a script that hold what its commands don't, read and written: puzzle, cells, families.

::

    ; puzzle 2 3                    a rectangle as plain text: the size here, then as many comments as rows
    ;   3 0 0
    ;   0 0 2
    ; puzzle {"checkered": true}    what rows have no place for; any other board is JSON as a whole
    ; hitori 2 3                    a puzzle of another game as its own text, a comment for each line
    ; encoding forest
    ; logic QF_LIA
    ; asks unique                   what a model is: another solution than the one that is blocked
    ; cell r1c1 = n_0               a term of sort Int or BitVec whose value is the cell's number
    ; cell r1c2 = 3 if x_1_3        or a Boolean for each number
    ; cells = x_{row}_{column}      the terms of all cells without a comment of their own; see `CellPattern`
    ; family clue: a clue is its cell's number        that of the assertions from here to the next such line

JSON may go over several comments; a name with blanks is a string of JSON. In DIMACS the same stands in lines
that begin with ``c``. Only comments on lines of their own count, and those of any other form are prose.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TypeVar

from encoder.puzzle_script import PuzzleScript
from fillomino.errors import InputError, PuzzleError
from fillomino.instance import Instance
from fillomino.puzzle import Puzzle
from fillomino.record import Record
from smtlib.commands import parts_of
from smtlib.errors import SexprError
from smtlib.sexpr import OPAQUE, read_one
from smtlib.text import Text

T = TypeVar("T")

_OPAQUE = re.compile(OPAQUE)
_SCRIPT = re.compile(r"\s*[;(]")
_CLAUSES = re.compile(r"\s*(?:c(?:[ \t][^\n]*)?$|p\s+cnf\s)", re.M)
_CLAUSES_COMMENT = re.compile(r"^c([ \t][^\n]*)?$", re.M)
_NAME = r'("(?:[^"\\]|\\.)*+"|\S+?)'
_SIZE = re.compile(r"puzzle\s+([0-9]+)\s+([0-9]+)\s*")
_GAME = re.compile(r"([a-z][\w.-]*)\s+([0-9]{1,6})\s+([0-9]{1,6})")
_JSON = re.compile(r"puzzle\s*(?=\{)")
_WORD = re.compile(r"(encoding|logic|asks)\s+(\S+)\s*")
_CELL = re.compile(rf"cell\s+{_NAME}\s*=\s*(?:([0-9]+)\s+if\s)?\s*(.*?)\s*")
_CELLS = re.compile(r"cells\s*=\s*(\S*\{(?:row|column|index|name)\}\S*)")
_FAMILY = re.compile(r"family\s+([^\s:]+)\s*(?::\s*(.*?)\s*)?")


class Comment(Record):
    """A comment on a line of its own: its text without marks and blanks around it, and where that begins."""

    text: str
    line: int
    column: int


class CellTerm(Record):
    """A comment on a cell.

    Attributes:
        cell: the name of the cell.
        number: the number that the cell holds if the term is true; ``None`` if the value is the number.
        term: an s-expression.
        line: the line of the comment.
        column: the column where the term begins.
    """

    cell: str
    number: int | None
    term: str
    line: int
    column: int


class CellPattern(Record):
    """A comment on all cells: the name of a constant with ``{row}``, ``{column}``, ``{index}`` or ``{name}``.

    Rows, columns and indices are counted from 0 or from 1, whichever the script declares. With ``{number}``
    in the name, too, there is a Boolean for each number.

    Attributes:
        text: the name.
        line: the line of the comment.
        column: the column where the name begins.
    """

    text: str
    line: int
    column: int


class FamilyLine(Record):
    """A comment that names the family of the assertions that follow."""

    name: str
    title: str
    line: int


class Notes:
    """The annotations of a text.

    Attributes:
        puzzle: the puzzle; ``None`` if the text holds none.
        unknown_game: a comment that has the form of a puzzle of a game that is not known; ``None`` if there
            is none.
        encoding: the name of the encoding; ``None`` if there is no such comment.
        logic: the logic of the comment; ``None`` if there is none.
        asks: ``unique`` if a model is another solution than one that is blocked; else ``None``.
        cells: the comments on cells, in their order; none for symbols named by the convention. Those of a
            scrambled text have the names of the original.
        pattern: the comment on all cells; ``None`` if there is none.
        families: the comments on families, in their order.
        kept: the texts of the comments that hold for the text in any order: all but families.
    """

    def __init__(self) -> None:
        self.puzzle: Instance | None = None
        self.unknown_game: Comment | None = None
        self.encoding: str | None = None
        self.logic: str | None = None
        self.asks: str | None = None
        self.cells: list[CellTerm] = []
        self.pattern: CellPattern | None = None
        self.families: list[FamilyLine] = []
        self.kept: list[str] = []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Notes) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # it is filled while it is read

    def family_at(self, line: int) -> FamilyLine | None:
        """Return the family of an assertion that begins on a line; ``None`` before the first comment."""
        place = bisect_right(self.families, line, key=lambda family: family.line)
        return self.families[place - 1] if place else None


def puzzle_in(text: Text) -> Instance:
    """Return the puzzle in the comments of a text.

    Raises:
        InputError: if they hold none; as `notes_of`.
    """
    notes = notes_of(text)
    if notes.puzzle is not None:
        return notes.puzzle
    if notes.unknown_game is not None:
        name = notes.unknown_game.text.split()[0]
        message = (
            f"this is a puzzle of {name}, a game that is not known here; --game ./FILE.py names its file"
        )
        comment, source = notes.unknown_game, text.name or None
        raise InputError(
            message, line=comment.line, column=comment.column, source=source, code="unknown-game"
        )
    message = "no comment here holds the puzzle: `; puzzle HEIGHT WIDTH` and its rows, or JSON"
    advice = "`fillomino encode` writes it, --puzzle PUZZLE names it"
    raise InputError(f"{message}; {advice}", source=text.name or None)


def is_script(text: str) -> bool:
    """Return whether a text is a script or clauses, and so no puzzle in any format."""
    return _SCRIPT.match(text) is not None or is_clauses(text)


def is_clauses(text: str) -> bool:
    """Return whether a text is DIMACS."""
    return _CLAUSES.match(text) is not None


def notes_of(text: Text) -> Notes:
    """Return the annotations of a script or of clauses, read in time linear in the text.

    Raises:
        InputError: for one that is not of its form, or contradicts another; with source, line and column.
    """
    return text.once(_notes_of)


def _notes_of(text: Text) -> Notes:
    notes, comments = Notes(), deque(_comments(text))
    try:
        while comments:
            notes.kept += [comment.text for comment in _take(notes, comments.popleft(), comments)]
    except InputError as error:
        error.source = error.source or text.name or None
        raise
    return notes


def kept(text: Text) -> str:
    """Return the comments of a text that hold for it in any order: all but families.

    Raises:
        InputError: as `notes_of`.
    """
    return "".join(f"; {line}\n" for line in notes_of(text).kept)


def _comments(text: str) -> Iterator[Comment]:
    """The comments on lines of their own that are not empty, in their order."""
    matches = _CLAUSES_COMMENT.finditer(text) if is_clauses(text) else _OPAQUE.finditer(text)
    line, counted = 1, 0
    for match in matches:
        start = match.start()
        if text[start] not in ";c":
            continue
        begun = text.rfind("\n", 0, start) + 1
        if not text[begun:start].isspace() and begun != start:
            continue
        line, counted = line + text.count("\n", counted, start), start
        content = match[0].lstrip(";") if text[start] == ";" else match[0][1:]
        inner = content.strip()
        column = match.end() - begun - len(content.lstrip()) + 1
        if inner:
            yield Comment(inner, line, column)


def _take(notes: Notes, comment: Comment, following: deque[Comment]) -> list[Comment]:
    """Read a comment; returns it, and those that belong to it, if it holds for the text in any order."""
    text = comment.text
    if match := _FAMILY.fullmatch(text):
        notes.families.append(FamilyLine(match[1], match[2] or "", comment.line))
        return []
    if _SIZE.fullmatch(text):
        return _rows(notes, comment, following)
    if match := _GAME.fullmatch(text):
        if _is_game(match[1]):
            return _rows_of_game(notes, comment, int(match[2]), following)
        return _rows_of_unknown(notes, comment, int(match[2]), int(match[3]), following)
    if match := _JSON.match(text):
        return _json(notes, comment, match.end(), following)
    if match := _CELL.fullmatch(text):
        notes.cells.append(_cell(comment, match))
    elif match := _CELLS.fullmatch(text):
        if notes.pattern is not None:
            raise _error("all cells have a pattern already", comment)
        notes.pattern = CellPattern(match[1], comment.line, comment.column + match.start(1))
    elif match := _WORD.fullmatch(text):
        known = getattr(notes, match[1])
        if known not in (None, match[2]):
            raise _error(f"the {match[1]} is {match[2]} here, but {known} above", comment)
        setattr(notes, match[1], match[2])
    else:
        return []
    return [comment]


def _rows(notes: Notes, comment: Comment, following: deque[Comment]) -> list[Comment]:
    """Read a puzzle as plain text."""
    from fillomino.formats import plain

    if notes.puzzle is not None:
        raise _error("this is a second puzzle; a script is of one", comment)
    height = int(comment.text.split()[1]) if len(comment.text) < 30 else 0
    rows = [following.popleft() for _ in range(min(height, len(following)))]
    notes.puzzle = _located(plain.read, [_after(comment, len("puzzle")), *rows]).puzzle
    return [comment, *rows]


def _is_game(name: str) -> bool:
    """Return whether a word is the name of a game that is known."""
    from games.registry import is_known

    return is_known(name)


def _rows_of_game(notes: Notes, comment: Comment, height: int, following: deque[Comment]) -> list[Comment]:
    """Read a puzzle of another game."""
    from games.rectangle_text import read

    if notes.puzzle is not None:
        raise _error("this is a second puzzle; a script is of one", comment)
    rows = [following.popleft() for _ in range(min(height, len(following)))]
    notes.puzzle = _located(read, [comment, *rows])
    return [comment, *rows]


def _rows_of_unknown(
    notes: Notes, comment: Comment, height: int, width: int, following: deque[Comment]
) -> list[Comment]:
    """Pass over a puzzle of a game that is not known, which is kept; anything else is prose."""
    rows = list(islice(following, height))
    if len(rows) < height or any(len(row.text.split()) != width for row in rows):
        return []
    for _ in rows:
        following.popleft()
    notes.unknown_game = notes.unknown_game or comment
    return [comment, *rows]


def _json(notes: Notes, comment: Comment, start: int, following: deque[Comment]) -> list[Comment]:
    """Read a puzzle as JSON, or what the rows before it have no place for."""
    from fillomino.formats import adjacency_json

    block = [_after(comment, start)]
    while following and not _is_whole(block):
        block.append(following.popleft())
    known = notes.puzzle
    if known is None:
        notes.puzzle = _located(adjacency_json.read, block).puzzle
    elif (
        not isinstance(known, Puzzle)
        or known.board.grid is None
        or known.board.spec is not None
        or known.info
        or known.walls
    ):
        raise _error("this is a second puzzle; a script is of one", comment)
    else:
        rest = _located(partial(adjacency_json.read_rest, board=known.board), block)
        notes.puzzle = rest.replace(clues=known.clues, unknown=known.unknown)
    return [comment, *block[1:]]


def _after(comment: Comment, start: int) -> Comment:
    """What stands in a comment from some place on."""
    return comment.replace(text=comment.text[start:], column=comment.column + start)


def _is_whole(block: Sequence[Comment]) -> bool:
    """Return whether the JSON in a block of comments is closed."""
    if not block[-1].text.endswith("}"):
        return False
    import json

    try:
        json.loads("\n".join(part.text for part in block))
    except (ValueError, RecursionError):
        return False
    return True


def _located(read: Callable[[str], T], block: Sequence[Comment]) -> T:
    """The result of a reader on the text of comments; its errors are at the places of these."""
    try:
        return read("\n".join(part.text for part in block))
    except PuzzleError as error:
        raise _error(str(error), block[0]) from error
    except InputError as error:
        at = block[min(error.line or 1, len(block)) - 1]
        error.line, error.column = at.line, at.column + (error.column or 1) - 1
        raise


def _cell(comment: Comment, match: re.Match[str]) -> CellTerm:
    name, number, term = match[1], match[2], match[3]
    if name.startswith('"'):
        import json

        try:
            name = str(json.loads(name))
        except ValueError:
            raise _error("this is not a JSON string", comment, match.start(1)) from None
    try:
        read_one(term)
    except SexprError as error:
        message = f"the value of {name} should be one term of SMT-LIB, such as n_0; {error.message}"
        raise _error(message, comment, match.start(3)) from None
    if number is not None and len(number) > 9:
        raise _error("no board has so many cells", comment, match.start(2))
    return CellTerm(
        name, None if number is None else int(number), term, comment.line, comment.column + match.start(3)
    )


def _error(message: str, comment: Comment, offset: int = 0) -> InputError:
    return InputError(message, line=comment.line, column=comment.column + offset)


def head(puzzle: Instance, encoding: str | None = None) -> str:
    """Write a puzzle and the name of its encoding, if it has one, as comments for `notes_of`."""
    return "".join(f"; {line}\n" for line in _lines(puzzle, encoding))


def annotated(script: PuzzleScript) -> PuzzleScript:
    """Return a script that, written to a file, has its puzzle, its encoding and its families in comments.

    So has it the terms of its cells, where they are not named by convention.
    """
    cells = script.cells.comments(script.puzzle.places) if script.cells is not None else ()
    lines = (*_lines(script.puzzle, script.encoding), *cells, *script.header.annotations)
    return script.replace(header=script.header.replace(annotations=lines), source=None)


def trailer(script: PuzzleScript, names: Mapping[str, str], *, another: bool = False) -> str:
    """Return the comments for the end of a script's text, with which a file of it holds its puzzle.

    Args:
        script: the script.
        names: where the text is scrambled each new symbol and that of the script.
        another: whether the text asks for another solution than one that it blocks.
    """
    if script.text is not None:  # it holds those before the question
        notes, rest = notes_of(script.text), Text(parts_of(script.text).rest)
        puzzle = [] if notes.puzzle is not None else _lines(script.puzzle, None)
        encoding = [] if notes.encoding is not None else [f"encoding {script.encoding}"]
        text = "".join(f"; {line}\n" for line in [*puzzle, *encoding] if script.given)
        from smtlib.renaming import names_comment

        text += kept(rest) + names_comment(rest.names)
        return text + ("; asks unique\n" if another else "")
    if script.source is not None and not script.given:
        text = kept(script.source)
        names = script.source.names or names
    else:
        text = "".join(f"; {line}\n" for line in annotated(script).header.annotations)
    text += "; asks unique\n" if another else ""
    if not names:
        return text
    from smtlib.renaming import names_comment

    return text + names_comment(names)


def scrambled(text: Text, seed: int, *, names: bool = True) -> str:
    """Scramble a text as `smtlib.scramble` does, but keep the comments that hold for it in any order.

    Args:
        text: the commands; those of a scrambled file are named as in the first original.
        seed: 0 for the text as it is.
        names: whether symbols are renamed.

    Raises:
        SexprError: if it is no sequence of commands, or one that solvers are not given.
        InputError: for a comment that is not of its form.
    """
    from smtlib.scramble import scramble
    from smtlib.sendable import sendable

    if not seed:
        sendable(text)
        return text
    done = scramble(text, seed, names=names)
    before = text.names
    new = {new: before.get(old, old) for new, old in done.names.items()} or before
    from dataclasses import replace

    return kept(text) + replace(done, names=new).file


def _lines(puzzle: Instance, encoding: str | None) -> list[str]:
    own = _puzzle_lines(puzzle) if isinstance(puzzle, Puzzle) else puzzle.text().rstrip().split("\n")
    lines = [*own, *([f"encoding {encoding}"] if encoding else [])]
    return [_printable(line) for line in lines]


def _puzzle_lines(puzzle: Puzzle) -> Iterator[str]:
    board = puzzle.board
    if board.grid is None or board.spec is not None:
        if board.positions is not None and not all(abs(x) + abs(y) < 1e300 for x, y in board.positions):
            puzzle = puzzle.replace(board=board.replace(positions=None))  # none that JSON can hold
        from fillomino.formats import adjacency_json

        yield from f"puzzle {adjacency_json.write(puzzle)}".rstrip().split("\n")
        return
    from fillomino.formats import plain

    size, *rows = plain.write(puzzle).splitlines()
    yield f"puzzle {size}"
    yield from (f"  {row}" for row in rows)
    names = board.names
    rest = {
        "walls": [[names[x], names[y]] for x, y in sorted(puzzle.walls)],
        "largest_region": puzzle.largest_region,
        "checkered": puzzle.checkered,
        "basic": puzzle.basic,
        "info": dict(puzzle.info),
    }
    given = {key: value for key, value in rest.items() if value}
    if given:
        import json

        yield f"puzzle {json.dumps(given, ensure_ascii=False)}"


def _printable(line: str) -> str:
    """A line in which strings of JSON hold escapes for what could end a comment; no halves of characters."""
    if line.isprintable():
        return line
    import json

    return "".join(
        char if char.isprintable() else "?" if "\ud800" <= char <= "\udfff" else json.dumps(char)[1:-1]
        for char in line
    )
