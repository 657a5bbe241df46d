"""Boards of any shape, as JSON: an object with the keys of `ListedPuzzle`, or of `NamedPuzzle`.

No other key is known, and none may be given twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from math import isfinite
from typing import Annotated, NotRequired, TypedDict

from fillomino.board import MAX_CELLS, Board, from_links
from fillomino.boards import from_spec
from fillomino.errors import InputError, PuzzleError, shown
from fillomino.formats.json_text import Json, parse
from fillomino.formats.registry import EVERYTHING, Format
from fillomino.puzzle import Document, Filling, Puzzle


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

    board: Annotated[str, "a board of `fillomino boards`, whose cells are called r1c1 and so on"]


_REST = tuple(RestOfPuzzle.__annotations__)
"""The keys of what rows of plain text have no place for."""

_BOARD = ("cells", "edges", "layout")
_KEYS = ("board", *_BOARD, "clues", "unknown", *_REST)


def read(text: str) -> Document:
    """Return the puzzle of the object.

    Raises:
        InputError: for what is not JSON, an unknown key, a wrong type, or names that do not fit.
    """
    root = parse(text)
    parts = root.members("a puzzle in JSON", _KEYS)
    board = _named_board(parts) if "board" in parts else _listed_board(root, parts)
    return Document(_puzzle(parts, board))


def read_rest(text: str, board: Board) -> Puzzle:
    """Return a puzzle without clues: the walls, rules and info of an object about a board given elsewhere.

    Raises:
        InputError: as `read`; also for a key that is about cells or clues.
    """
    return _puzzle(parse(text).members("the rest of a puzzle in JSON", _REST), board)


def _puzzle(parts: dict[str, Json], board: Board) -> Puzzle:
    index = {name: cell for cell, name in enumerate(board.names)}
    clues = {}
    for name, part in _members(parts, "clues").items():
        cell = _cell_of_key(name, part, index)
        clues[cell] = part.integer(f"the clue of {shown(name)}", least=1)
        if clues[cell] > board.size:
            raise part.error(f"the clue {clues[cell]} is larger than the board, which has {board.size} cells")
    unknown = set()
    for part in _items(parts, "unknown"):
        cell = _cell(part, index)
        if cell in clues or cell in unknown:
            raise part.error(f"the cell {shown(board.names[cell])} has a clue or a '?' already")
        unknown.add(cell)
    walls = set()
    for part, x, y in _pairs(parts, "walls", index):
        if y not in board.neighbours[x]:
            raise part.error("a wall lies between neighbours, and these cells are not neighbours")
        walls.add((min(x, y), max(x, y)))
    return Puzzle(
        board,
        clues,
        frozenset(walls),
        frozenset(unknown),
        parts["largest_region"].integer("'largest_region'", least=1) if "largest_region" in parts else None,
        {key: part.string(f"the info {shown(key)}") for key, part in _members(parts, "info").items()},
        checkered="checkered" in parts and parts["checkered"].flag("'checkered'"),
        basic="basic" in parts and parts["basic"].flag("'basic'"),
    )


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """The object, without the answer; the layout of a rectangle is its rows and columns.

    A board made from a specification is written as that.

    Raises:
        InputError: for a cell with an infinite coordinate.
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


def _named_board(parts: dict[str, Json]) -> Board:
    for key in _BOARD:
        if key in parts:
            raise parts[key].error(f"'board' gives the board already; remove it or {key!r}", at_key=True)
    try:
        return from_spec(parts["board"].string("'board'"))
    except PuzzleError as error:
        raise parts["board"].error(str(error)) from None


def _listed_board(root: Json, parts: dict[str, Json]) -> Board:
    for key in ("cells", "edges"):
        if key not in parts:
            raise root.error(f"the puzzle has no {key!r}, nor a 'board' in their place")
    index = _cells(parts["cells"])
    edges = [(x, y) for _, x, y in _pairs(parts, "edges", index)]
    return from_links(list(index), edges, _layout(parts["layout"], index) if "layout" in parts else None)


def _items(parts: dict[str, Json], key: str) -> list[Json]:
    return parts[key].items(repr(key)) if key in parts else []


def _members(parts: dict[str, Json], key: str) -> dict[str, Json]:
    return parts[key].members(repr(key)) if key in parts else {}


def _cell(part: Json, index: dict[str, int]) -> int:
    cell = index.get(part.string("a cell's name"))
    if cell is None:
        raise part.error(f"there is no cell {shown(str(part.value))} on the board")
    return cell


def _cell_of_key(name: str, part: Json, index: dict[str, int]) -> int:
    if name not in index:
        raise part.error(f"there is no cell {shown(name)} on the board", at_key=True)
    return index[name]


def _cells(part: Json) -> dict[str, int]:
    names = part.items("'cells'")
    if not names:
        raise part.error("'cells' is empty; a board needs at least one cell")
    if len(names) > MAX_CELLS:
        raise part.error(f"a board of {len(names):,} cells is larger than the {MAX_CELLS:,} allowed")
    index: dict[str, int] = {}
    for item in names:
        name = item.string("a cell's name")
        if not name:
            raise item.error("a cell's name can't be empty")
        if not name.isprintable():
            raise item.error(f"the cell name {shown(name)} has a character that can't be printed")
        if name in index:
            raise item.error(f"two cells are called {shown(name)}")
        index[name] = len(index)
    return index


def _pairs(parts: dict[str, Json], key: str, index: dict[str, int]) -> Iterator[tuple[Json, int, int]]:
    """Yield each pair of cells of a list, and where it stands."""
    for item in _items(parts, key):
        if not isinstance(item.value, list) or len(item.value) != 2:
            raise item.error(f"each of {key!r} should be a list of two names")
        x, y = (_cell(name, index) for name in item.value)
        if x == y:
            raise item.error(f"the cell {shown(item.value[0].value)} can't be linked to itself")
        yield item, x, y


def _layout(part: Json, index: dict[str, int]) -> list[tuple[float, float]]:
    places: dict[int, tuple[float, float]] = {}
    for name, place in part.members("'layout'").items():
        cell = _cell_of_key(name, place, index)
        if not (
            isinstance(place.value, list)
            and len(place.value) == 2
            and all(type(number.value) in (int, float) for number in place.value)
        ):
            raise place.error(f"the place of {shown(name)} should be a list of two numbers, x and y")
        x, y = place.value
        places[cell] = float(x.value), float(y.value)
    for name, cell in index.items():
        if cell not in places:
            raise part.error(f"'layout' has no place for the cell {shown(name)}; list all cells, or none")
    return [places[cell] for cell in range(len(index))]


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
                f"the cell {shown(name)} has an infinite coordinate, which JSON can't hold",
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
    recognises=re.compile(r"\s*[{\[]").match,
    read=read,
    write=write,
)
