"""Boards of any shape, as JSON: an object with the keys of `ListedPuzzle`, or of `NamedPuzzle`.

No other key is known, and none may be given twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import islice
from math import isfinite
from typing import Annotated, NotRequired, TypedDict

from fillomino.board import MAX_CELLS, Board, from_links
from fillomino.boards import from_spec
from fillomino.errors import InputError, PuzzleError
from fillomino.formats.format import EVERYTHING, Format
from fillomino.formats.json_text import Json, described
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.words import shown

_START = re.compile(r"\s*[{\[]")
_KEYS = (
    "board",
    "cells",
    "edges",
    "clues",
    "layout",
    "walls",
    "unknown",
    "largest_region",
    "checkered",
    "basic",
    "info",
)


class RestOfPuzzle(TypedDict):
    """The part of a puzzle that rows of plain text have no place for."""

    walls: NotRequired[Annotated[list[list[str]], "its walls, each between two neighbours"]]
    largest_region: NotRequired[Annotated[int, "no region is larger"]]
    checkered: NotRequired[Annotated[bool, "regions take two colours, neighbours differ"]]
    basic: NotRequired[Annotated[bool, "every region holds a clue"]]
    info: NotRequired[Annotated[dict[str, str], "title, author and the like"]]


class CluesOfPuzzle(RestOfPuzzle):
    """The cells that are not empty, and the rest."""

    clues: NotRequired[Annotated[dict[str, int], "the clues, from the names of cells"]]
    unknown: NotRequired[Annotated[list[str], "the cells marked ?"]]


class ListedPuzzle(CluesOfPuzzle):
    """A puzzle in the format `json`, cell by cell."""

    cells: Annotated[list[str], "names of the cells: printable strings, each once"]
    edges: Annotated[list[list[str]], "pairs of neighbours; either order, more than once does no harm"]
    layout: NotRequired[Annotated[dict[str, list[float]], "where to draw each cell: x, and y downwards"]]


class NamedPuzzle(CluesOfPuzzle):
    """A puzzle in the format `json`, on a board that has a name."""

    board: Annotated[str, "a board of `fillomino show --boards`, whose cells are called r1c1 and so on"]


REST = tuple(RestOfPuzzle.__annotations__)
"""The keys of what rows of plain text have no place for."""


def recognises(text: str) -> bool:
    """Return whether the text begins with ``{`` or ``[``."""
    return _START.match(text) is not None


def read(text: str) -> Document:
    """Return the puzzle of the object.

    Raises:
        InputError: for what is no JSON, an unknown key, a wrong type, or names that do not fit.
    """
    data = Json(text)
    parts = data.mapping(data.value, (), "a puzzle in JSON")
    for key in parts:
        if key not in _KEYS:
            data.fail(f"the key {shown(key)} is unknown; known are {', '.join(_KEYS)}", (key,), at_key=True)
    board, index = _named(data, parts) if "board" in parts else _listed(data, parts)
    return Document(_puzzle(data, parts, board, index))


def read_rest(text: str, board: Board) -> Puzzle:
    """Return a puzzle without clues: the walls, rules and info of an object about a board given elsewhere.

    Raises:
        InputError: as `read`; also for a key that is about cells or clues.
    """
    data = Json(text)
    parts = data.mapping(data.value, (), "the rest of a puzzle in JSON")
    for key in parts:
        if key not in REST:
            data.fail(f"the key {shown(key)} has no place here; {', '.join(REST)} have", (key,), at_key=True)
    return _puzzle(data, parts, board, {name: cell for cell, name in enumerate(board.names)})


def _puzzle(data: Json, parts: dict[str, object], board: Board, index: dict[str, int]) -> Puzzle:
    clues = {}
    for name, value in data.mapping(parts.get("clues", {}), ("clues",), "'clues'").items():
        place = ("clues", name)
        cell = _cell(data, name, place, index, at_key=True)
        clues[cell] = data.integer(value, place, f"the clue of {shown(name)}", least=1)
        if clues[cell] > board.size:
            message = f"the clue {clues[cell]} is larger than the board, which has {board.size} cells"
            data.fail(message, place)
    unknown = set()
    for i, item in enumerate(data.sequence(parts.get("unknown", []), ("unknown",), "'unknown'")):
        cell = _cell(data, item, ("unknown", i), index)
        if cell in clues or cell in unknown:
            data.fail(f"the cell {shown(board.names[cell])} has a clue or a '?' already", ("unknown", i))
        unknown.add(cell)
    walls = set()
    for i, (x, y) in enumerate(_pairs(data, parts.get("walls", []), "walls", index)):
        if y not in board.neighbours[x]:
            data.fail("the cells of this wall are not neighbours, so no wall can part them", ("walls", i))
        walls.add((min(x, y), max(x, y)))
    limit = None
    if "largest_region" in parts:
        limit = data.integer(parts["largest_region"], ("largest_region",), "'largest_region'", least=1)
    info = {
        key: data.string(value, ("info", key), f"the info {shown(key)}")
        for key, value in data.mapping(parts.get("info", {}), ("info",), "'info'").items()
    }
    return Puzzle(
        board,
        clues,
        frozenset(walls),
        frozenset(unknown),
        limit,
        info,
        checkered=_flag(data, parts, "checkered"),
        basic=_flag(data, parts, "basic"),
    )


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """The object; a rectangle's places are its layout, and there is no place for an answer.

    A board made from a specification is written as that.

    Raises:
        InputError: for a cell to draw at no finite place.
    """
    board = puzzle.board
    quoted = [_quoted(name) for name in board.names]

    def pair(x: int, y: int) -> str:
        return f"[{quoted[x]}, {quoted[y]}]"

    clues = (f"{quoted[cell]}: {clue}" for cell, clue in sorted(puzzle.clues.items()))
    if board.spec is not None:
        parts = [("board", _quoted(board.spec))]
    else:
        parts = [
            ("cells", _block("[]", quoted, 10)),
            ("edges", _block("[]", (pair(x, y) for x, y in board.links()), 5)),
        ]
    parts.append(("clues", _block("{}", clues, 10)))
    positions = _positions(board) if board.spec is None else None
    if positions is not None:
        places = (f"{name}: [{x}, {y}]" for name, (x, y) in zip(quoted, positions, strict=True))
        parts.append(("layout", _block("{}", places, 5)))
    if puzzle.walls:
        parts.append(("walls", _block("[]", (pair(x, y) for x, y in sorted(puzzle.walls)), 5)))
    if puzzle.unknown:
        parts.append(("unknown", _block("[]", (quoted[cell] for cell in sorted(puzzle.unknown)), 10)))
    if puzzle.largest_region is not None:
        parts.append(("largest_region", str(puzzle.largest_region)))
    parts += [(key, "true") for key in ("checkered", "basic") if getattr(puzzle, key)]
    if puzzle.info:
        info = (f"{_quoted(key)}: {_quoted(value)}" for key, value in puzzle.info.items())
        parts.append(("info", _block("{}", info, 1)))
    return "{\n" + ",\n".join(f'  "{key}": {value}' for key, value in parts) + "\n}\n"


def _flag(data: Json, parts: dict[str, object], key: str) -> bool:
    value = parts.get(key, False)
    if not isinstance(value, bool):
        data.fail(f"{key!r} should be true or false, but it is {described(value)}", (key,))
    return value


def _named(data: Json, parts: dict[str, object]) -> tuple[Board, dict[str, int]]:
    for key in ("cells", "edges", "layout"):
        if key in parts:
            data.fail(f"'board' gives the board already; remove it or {key!r}", (key,), at_key=True)
    try:
        board = from_spec(data.string(parts["board"], ("board",), "'board'"))
    except PuzzleError as error:
        data.fail(str(error), ("board",))
    return board, {name: cell for cell, name in enumerate(board.names)}


def _listed(data: Json, parts: dict[str, object]) -> tuple[Board, dict[str, int]]:
    for key in ("cells", "edges"):
        if key not in parts:
            data.fail(f"the puzzle has no {key!r}, nor a 'board' in their place", ())
    index = _cells(data, parts["cells"])
    edges = _pairs(data, parts["edges"], "edges", index)
    layout = _layout(data, parts["layout"], index) if "layout" in parts else None
    return from_links(list(index), edges, layout), index


def _cell(
    data: Json, value: object, path: tuple[str | int, ...], index: dict[str, int], *, at_key: bool = False
) -> int:
    if not isinstance(value, str):
        data.fail(f"a cell's name should be a string, but it is {described(value)}", path)
    cell = index.get(value)
    if cell is None:
        data.fail(f"there is no cell {shown(value)} on the board", path, at_key=at_key)
    return cell


def _cells(data: Json, value: object) -> dict[str, int]:
    names = data.sequence(value, ("cells",), "'cells'")
    if not names:
        data.fail("'cells' is empty; a board needs at least one cell", ("cells",))
    if len(names) > MAX_CELLS:
        data.fail(f"a board of {len(names):,} cells is larger than the {MAX_CELLS:,} allowed", ("cells",))
    index: dict[str, int] = {}
    for i, item in enumerate(names):
        name = data.string(item, ("cells", i), "a cell's name")
        if not name:
            data.fail("a cell's name can't be empty", ("cells", i))
        if not name.isprintable():
            data.fail(f"the cell name {shown(name)} has a character that can't be printed", ("cells", i))
        if name in index:
            data.fail(f"two cells are called {shown(name)}", ("cells", i))
        index[name] = i
    return index


def _pairs(data: Json, value: object, key: str, index: dict[str, int]) -> list[tuple[int, int]]:
    pairs = []
    for i, item in enumerate(data.sequence(value, (key,), f"{key!r}")):
        if not isinstance(item, list) or len(item) != 2:
            data.fail(f"each of {key!r} should be a list of two names", (key, i))
        x, y = (_cell(data, name, (key, i, j), index) for j, name in enumerate(item))
        if x == y:
            data.fail(f"the cell {shown(item[0])} can't be linked to itself", (key, i))
        pairs.append((x, y))
    return pairs


def _layout(data: Json, value: object, index: dict[str, int]) -> list[tuple[float, float]]:
    places = data.mapping(value, ("layout",), "'layout'")
    found: dict[int, tuple[float, float]] = {}
    for name, place in places.items():
        cell = _cell(data, name, ("layout", name), index, at_key=True)
        if (
            not isinstance(place, list)
            or len(place) != 2
            or any(isinstance(number, bool) or not isinstance(number, int | float) for number in place)
        ):
            data.fail(
                f"the place of {shown(name)} should be a list of two numbers, x and y", ("layout", name)
            )
        found[cell] = (float(place[0]), float(place[1]))
    for name, cell in index.items():
        if cell not in found:
            data.fail(
                f"'layout' has no place for the cell {shown(name)}; give all cells a place, or none",
                ("layout",),
            )
    return [found[cell] for cell in range(len(index))]


def _positions(board: Board) -> list[tuple[str, str]] | None:
    """Return where each cell lies, as numbers of JSON; whole numbers without a point."""
    if board.grid is not None:
        width = board.grid.width
        where = (divmod(place, width) for place, cell in enumerate(board.grid.cells) if cell is not None)
        return [(str(column), str(row)) for row, column in where]
    if board.positions is None:
        return None
    for name, place in zip(board.names, board.positions, strict=True):
        if not all(isfinite(number) for number in place):
            raise InputError(
                f"the cell {shown(name)} lies at no finite place, so its layout can't be written",
                code="bad-layout",
            )
    return [(_number(x), _number(y)) for x, y in board.positions]


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _block(brackets: str, items: Iterable[str], per_line: int) -> str:
    rest = iter(items)
    lines = []
    while line := ", ".join(islice(rest, per_line)):
        lines.append(line)
    inner = ",\n    ".join(lines)
    return f"{brackets[0]}\n    {inner}\n  {brackets[1]}" if lines else brackets


FORMAT = Format(
    name="json",
    title="adjacency JSON",
    idea="any board, with its layout",
    suffixes=(".json",),
    example="""{
  "cells": [
    "A", "B", "C"
  ],
  "edges": [
    ["A", "B"], ["A", "C"], ["B", "C"]
  ],
  "clues": {
    "A": 3
  }
}
""",
    holds=EVERYTHING,
    recognises=recognises,
    read=read,
    write=write,
)
