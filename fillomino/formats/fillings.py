"""Fillings as text: what a person, or a solver's answer, writes into the cells.

Read are the rows of a grid, as in plain text; lines ``A = 3``; JSON, as rows with ``null`` in
holes, as an object of names, or as an object whose ``"filling"`` is either; and any puzzle
file that holds an answer. A number may be wrong, which is for the rules to judge; a wrong
shape is an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from fillomino.board import Board, Grid
from fillomino.errors import InputError, counted, shown
from fillomino.formats import adjacency, adjacency_json, json_rows, plain, scan
from fillomino.formats.json_text import Json, describe_value, parse
from fillomino.formats.registry import check_text, name_source, recognise
from fillomino.puzzle import Filling
from fillomino.tokens import Line, Token, content_lines, is_digits, number, read_rows, size, split_lines

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
    with name_source(source):
        text = check_text(text)
        if next(_named_lines(text), (0, None))[1] is not None:  # as no puzzle's first line does
            return _from_lines(text, board)
        looks_like = recognise(text)
        if looks_like in (adjacency_json.FORMAT, json_rows.FORMAT):
            return _from_json(text, board)
        if looks_like is plain.FORMAT:
            return _from_rows(content_lines(text), board)
        document = looks_like.read(text)
        if document.answer is None:
            message = f"this {looks_like.title} holds a puzzle but no answer"
            raise Token("", 1, 1).error(message, code="bad-filling")
        other = document.puzzle.board
        if (other.neighbours, other.labels) != (board.neighbours, board.labels):
            raise Token("", 1, 1).error("this answer belongs to another board", code="bad-filling")
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
        values = [scan.HOLE if cell is None else filling[cell] for cell in board.grid.cells]
        rows = scan.write_rows(values, board.grid.width, {scan.HOLE: "#"})
        return "\n".join([f"{board.grid.height} {board.grid.width}", *rows]) + "\n"
    if all(adjacency.NAME.fullmatch(name) for name in board.names):
        return "".join(f"{name} = {value}\n" for name, value in zip(board.names, filling, strict=True))
    return json.dumps(dict(zip(board.names, filling, strict=True)), ensure_ascii=False, indent=1) + "\n"


def _from_rows(lines: list[Line], board: Board) -> Filling:
    if board.grid is None:
        message = "this board has no rows; write a line 'name = number' for each cell"
        raise lines[0][0].error(message, code="needs-grid")
    height, width, cells = board.grid.height, board.grid.width, board.grid.cells
    start = 0
    while len(lines) - start > height and _is_comment(lines[start]):
        start += 1
    rows = _without_size(lines[start:], board.grid)
    end = Token("", lines[-1][0].line + 1, 1)
    values, tokens = read_rows(rows, height, width, _value, end=end)
    for token, cell, value in zip(tokens, cells, values, strict=True):
        if (cell is None) != (value == scan.HOLE):
            fault = "a hole here; write '#'" if cell is None else "a cell here; write a number"
            message = f"the board has {fault} instead of {shown(token.text)}"
            raise token.error(message, code="bad-filling")
    return tuple(value for cell, value in zip(cells, values, strict=True) if cell is not None)


def _is_comment(line: Line) -> bool:
    """Return whether a line begins with ``#`` and is not a row that begins with a hole."""
    texts = [token.text for token in line]
    return texts[0].startswith("#") and not all(
        text == "#" or text in _EMPTY or is_digits(text) for text in texts
    )


def _without_size(lines: list[Line], where: Grid) -> list[Line]:
    """The rows alone, once a size before them has been found to be that of the board."""
    used = 1 if len(lines[0]) == 2 else 2
    sizes = [token for line in lines[:used] for token in line]
    if (
        len(lines) < where.height + used
        or len(sizes) != 2
        or not all(is_digits(token.text) for token in sizes)
    ):
        return lines
    height, width = size(*sizes)
    if (height, width) != (where.height, where.width):
        message = (
            f"a filling of {height} rows and {width} columns for a board of {where.height} and {where.width}"
        )
        raise sizes[0].error(message, code="row-count")
    return lines[used:]


def _value(token: Token) -> int:
    if token.text in _EMPTY:
        return 0
    return scan.HOLE if token.text == "#" else number(token, "a number of the filling")


def _named_lines(text: str) -> Iterator[tuple[int, re.Match[str] | None]]:
    """Yield the number of each line with content, and its match with ``name = number``; skip comments."""
    for line_number, line in enumerate(split_lines(text), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield line_number, _NAMED.fullmatch(line)


def _from_lines(text: str, board: Board) -> Filling:
    entries = []
    end = 1
    for line_number, match in _named_lines(text):
        if match is None:
            raise Token("", line_number, 1).error("this line should read 'name = number'")
        entries.append([Token(match[i], line_number, match.start(i) + 1) for i in ("name", "number")])
        end = line_number
    index = {name: cell for cell, name in enumerate(board.names)}
    values: dict[int, int] = {}
    for name, token in entries:
        cell = index.get(name.text)
        if cell is None:
            raise name.error(f"the board has no cell {shown(name.text)}", code="unknown-cell")
        if cell in values:
            raise name.error(f"a second number for the cell {shown(name.text)}; remove one", code="duplicate")
        values[cell] = 0 if token.text in _EMPTY else number(token, "a number of the filling")
    for name_of_cell, cell in index.items():
        if cell not in values:
            message = f"the cell {shown(name_of_cell)} has no number; write 0 to leave it empty"
            raise Token("", end + 1, 1).error(message, code="bad-filling")
    return tuple(values[cell] for cell in range(board.size))


def _from_json(text: str, board: Board) -> Filling:
    root = filling = parse(text)
    members = root.members("a filling") if isinstance(root.value, dict) else {}
    if "filling" in members and isinstance(members["filling"].value, dict | list | None):
        filling = members["filling"]
    if filling.value is None:
        status = members.get("status")
        detail = f"; its status is {shown(status.value)}" if status and isinstance(status.value, str) else ""
        raise filling.error(f"this line holds no filling{detail}")
    if isinstance(filling.value, dict):
        return _from_names(filling, board)
    if not isinstance(filling.value, list):
        kind = describe_value(filling.value)
        raise filling.error(f"a filling should be a list of rows or an object of names, but it is {kind}")
    if board.grid is None:
        raise filling.error("this board has no rows; write an object that gives each name its number")
    return _from_lists(filling, board.grid)


def _from_names(filling: Json, board: Board) -> Filling:
    values = filling.members("a filling")
    known = set(board.names)
    for name, value in values.items():
        if name not in known:
            raise value.error(f"the board has no cell {shown(name)}", at_key=True)
    for name in board.names:
        if name not in values:
            raise filling.error(f"the cell {shown(name)} has no number; write 0 to leave it empty")
    return tuple(values[name].integer("a number of the filling") for name in board.names)


def _from_lists(filling: Json, where: Grid) -> Filling:
    rows = filling.items("a filling")
    if len(rows) != where.height:
        raise filling.error(f"the board has {counted(where.height, 'row')}, not {len(rows)}")
    numbers = []
    for index, (row, cells) in enumerate(zip(rows, where.rows(), strict=True), 1):
        values = row.items(f"row {index}")
        if len(values) != where.width:
            message = f"row {index} should have {counted(where.width, 'cell')}, not {len(values)}"
            raise row.error(message)
        for value, cell in zip(values, cells, strict=True):
            if cell is not None:
                numbers.append(value)
            elif value.value is not None:
                kind = describe_value(value.value)
                raise value.error(f"the board has a hole here; write null instead of {kind}")
    return tuple(number.integer("a number of the filling") for number in numbers)
