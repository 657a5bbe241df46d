"""Fillings as text: what a person, or a solver's answer, writes into the cells.

Read are the rows of a grid, as in plain text; lines ``A = 3``; JSON, as rows with ``null`` in
holes, as an object of names, or as an object whose ``"filling"`` is either; and any puzzle
file that holds an answer. A number may be wrong, which is for the rules to judge; a wrong
shape is an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from fillomino.board import Board, Grid
from fillomino.errors import InputError
from fillomino.formats import adjacency, adjacency_json, grid, plain
from fillomino.formats.json_text import Json, Path, described
from fillomino.formats.reading import checked, named
from fillomino.formats.registry import recognise
from fillomino.formats.scan import Line, Token, content_lines, is_digits, number, size, split_lines
from fillomino.puzzle import Filling
from fillomino.words import shown

_EMPTY = frozenset({"0", ".", "-", "_"})
_NAMED = re.compile(r"\s*(?P<name>[^\s:=|#,?*]+)\s*=\s*(?P<number>\S+)\s*")


def read_filling(text: str, board: Board, *, source: str = "<text>") -> Filling:
    """The numbers that a text gives to the cells of a board; 0 for a cell left empty.

    Args:
        text: a filling in one of the forms above.
        board: the board it fills.
        source: where the text is from, for messages.

    Raises:
        InputError: with source, line and column, for a text that does not give one number for each cell.
    """
    with named(source):
        text = checked(text)
        if _is_named(text):
            return _from_lines(text, board)
        looks_like = recognise(text)
        if looks_like is adjacency_json.FORMAT:
            return _from_json(text, board)
        if looks_like is plain.FORMAT:
            return _from_rows(content_lines(text), board)
        document = looks_like.read(text)
        if document.answer is None:
            raise InputError(
                f"this {looks_like.title} holds a puzzle but no answer", line=1, column=1, code="bad-filling"
            )
        if (
            document.puzzle.board.neighbours != board.neighbours
            or document.puzzle.board.labels != board.labels
        ):
            raise InputError(
                "the answer in this file is one of another board", line=1, column=1, code="bad-filling"
            )
        return document.answer


def write_filling(board: Board, filling: Filling) -> str:
    """A filling as text that `read_filling` reads: the size and the rows, or a line for each cell.

    A board without a grid whose names can't stand in such lines gets a JSON object.

    Raises:
        InputError: if it has not one number, from 0, for each cell.
    """
    if len(filling) != board.size or min(filling, default=0) < 0:
        raise InputError(
            f"a filling should have {board.size} numbers from 0, one for each cell of the board",
            code="bad-filling",
        )
    if board.grid is not None:
        rows = grid.filling_rows(board.grid, filling, hole="#", empty="0")
        return "\n".join([f"{board.grid.height} {board.grid.width}", *map(" ".join, rows)]) + "\n"
    if all(adjacency.NAME.fullmatch(name) for name in board.names):
        return "".join(f"{name} = {value}\n" for name, value in zip(board.names, filling, strict=True))
    return json.dumps(dict(zip(board.names, filling, strict=True)), ensure_ascii=False, indent=1) + "\n"


def _from_rows(lines: list[Line], board: Board) -> Filling:
    if board.grid is None:
        token = lines[0].tokens[0]
        raise token.error(
            "this board has no rows; write a line 'name = number' for each cell", code="needs-grid"
        )
    where = board.grid
    start = 0
    while len(lines) - start > where.height and _is_comment(lines[start]):
        start += 1
    rows = _without_size(lines[start:], where)
    if len(rows) > where.height:
        extra = rows[where.height].tokens[0]
        raise extra.error(
            f"the board has {where.height} rows, so this line is too much; remove it", code="row-count"
        )
    values, tokens = grid.read_rows(rows, where.height, where.width, _value)
    if len(rows) < where.height:
        message = f"the board has {where.height} rows, but here are {len(rows)}"
        raise InputError(message, line=lines[-1].number + 1, column=1, code="row-count")
    for token, cell, value in zip(tokens, where.cells, values, strict=True):
        if cell is None and value != grid.HOLE:
            raise token.error(
                f"the board has a hole here, so write '#' instead of {shown(token.text)}", code="bad-filling"
            )
        if cell is not None and value == grid.HOLE:
            raise token.error(
                "the board has a cell here, so write a number instead of '#'", code="bad-filling"
            )
    return tuple(value for cell, value in zip(where.cells, values, strict=True) if cell is not None)


def _is_comment(line: Line) -> bool:
    """Return whether a line begins with ``#`` and is no row that begins with a hole."""
    texts = [token.text for token in line.tokens]
    return texts[0].startswith("#") and not all(
        text == "#" or text in _EMPTY or is_digits(text) for text in texts
    )


def _without_size(lines: list[Line], where: Grid) -> list[Line]:
    """The rows alone, once a size before them has been found to be that of the board."""
    sizes: list[Token] = []
    used = 1 if len(lines[0].tokens) == 2 else 2
    if len(lines) >= where.height + used:
        for line in lines[:used]:
            sizes += line.tokens
    if len(sizes) != 2 or not all(is_digits(token.text) for token in sizes):
        return lines
    height, width = size(*sizes)
    if (height, width) != (where.height, where.width):
        raise sizes[0].error(
            f"this gives {height} rows and {width} columns; the board has {where.height}, {where.width}",
            code="row-count",
        )
    return lines[used:]


def _value(token: Token) -> int:
    if token.text in _EMPTY:
        return 0
    return grid.HOLE if token.text == "#" else number(token, "a number of the filling")


def _is_named(text: str) -> bool:
    """Return whether the first line that is no comment reads ``name = number``, as no puzzle's does."""
    for line in split_lines(text):
        if line.strip() and not line.lstrip().startswith("#"):
            return _NAMED.fullmatch(line) is not None
    return False


def _from_lines(text: str, board: Board) -> Filling:
    entries = []
    end = 1
    for line_number, line in enumerate(split_lines(text), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _NAMED.fullmatch(line)
        if match is None:
            raise InputError(
                "this line should read 'name = number'", line=line_number, column=1, code="syntax"
            )
        tokens = [Token(match[part], line_number, match.start(part) + 1) for part in ("name", "number")]
        entries.append(tokens)
        end = line_number
    index = {name: cell for cell, name in enumerate(board.names)}
    found: dict[int, int] = {}
    for named_cell, token in entries:
        cell = index.get(named_cell.text)
        if cell is None:
            raise named_cell.error(f"the board has no cell {shown(named_cell.text)}", code="unknown-cell")
        if cell in found:
            raise named_cell.error(
                f"the cell {shown(named_cell.text)} has a number already; remove one", code="duplicate"
            )
        found[cell] = 0 if token.text in _EMPTY else number(token, "a number of the filling")
    for name, cell in index.items():
        if cell not in found:
            raise InputError(
                f"the cell {shown(name)} gets no number; write 0 to leave it empty",
                line=end + 1,
                column=1,
                code="bad-filling",
            )
    return tuple(found[cell] for cell in range(board.size))


def _from_json(text: str, board: Board) -> Filling:
    data = Json(text)
    value = data.value
    path: Path = ()
    if isinstance(value, dict) and isinstance(value.get("filling"), dict | list):
        value, path = value["filling"], ("filling",)
    if isinstance(value, dict) and "filling" in value and value["filling"] is None:
        status = value.get("status")
        status_text = f"; its status is {shown(status)}" if isinstance(status, str) else ""
        data.fail(f"this line holds no filling{status_text}", ("filling",))
    if isinstance(value, dict):
        return _from_names(data, value, path, board)
    if not isinstance(value, list):
        data.fail(
            f"a filling should be a list of rows or an object of names, but it is {described(value)}", path
        )
    if board.grid is None:
        data.fail("this board has no rows; write an object that gives each name its number", path)
    return _from_lists(data, value, path, board.grid)


def _from_names(data: Json, values: dict[str, object], path: Path, board: Board) -> Filling:
    known = set(board.names)
    for name in values:
        if name not in known:
            data.fail(f"the board has no cell {shown(name)}", (*path, name), at_key=True)
    for name in board.names:
        if name not in values:
            data.fail(f"the cell {shown(name)} gets no number; write 0 to leave it empty", path)
    return tuple(_integers(data, ((values[name], (*path, name)) for name in board.names)))


def _from_lists(data: Json, rows: list[object], path: Path, where: Grid) -> Filling:
    if len(rows) != where.height:
        data.fail(f"the board has {where.height} rows, but here are {len(rows)}", path)
    entries = []
    for r, (row, cells) in enumerate(zip(rows, where.rows(), strict=True)):
        if not isinstance(row, list):
            data.fail(f"row {r + 1} should be a list of numbers, but it is {described(row)}", (*path, r))
        if len(row) != where.width:
            data.fail(f"row {r + 1} should have {where.width} cells, not {len(row)}", (*path, r))
        for c, (value, cell) in enumerate(zip(row, cells, strict=True)):
            if cell is None and value is not None:
                data.fail(
                    f"the board has a hole here, so write null instead of {described(value)}", (*path, r, c)
                )
            if cell is not None:
                entries.append((value, (*path, r, c)))
    return tuple(_integers(data, entries))


def _integers(data: Json, entries: Iterable[tuple[object, Path]]) -> list[int]:
    return [data.integer(value, path, "a number of the filling") for value, path in entries]
