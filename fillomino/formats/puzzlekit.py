"""The data sets of puzzlekit, in JSON: many puzzles with their solutions, each under a name.

::

    {"name": "Fillomino", "count": 2, "count_sol": 2,
     "data": {"1_3x3": {"problem": "3 3\\n- 3 -\\n2 - 1\\n- - 3",   the size, then the rows; "-" is empty
                        "solution": "3 3\\n…",                     or an empty text
                        "source": "https://…", "info": "…"},
              …}}

A puzzle alone, without a name, is read too: ``{"problem": …}``. Only ``problem`` is needed of it.
"""

from __future__ import annotations

import json
import re

from fillomino.errors import InputError
from fillomino.formats import grid
from fillomino.formats.format import Format, Holds
from fillomino.formats.json_text import Json, Path
from fillomino.formats.scan import Line, Token, number, size
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.words import counted, shown

_START = re.compile(r'\s*\{\s*"(?:name|count|count_sol|data|problem|solution|source)"\s*:')
_SET = ("name", "count", "count_sol", "data")
_ENTRY = ("problem", "solution", "source", "info")
_BEFORE = '{"data":{'


def recognises(text: str) -> bool:
    """Return whether the text begins with an object whose first key is one of such a file."""
    return _START.match(text) is not None


def read(text: str) -> Document:
    """Return the puzzle of a text that holds one, with its solution if that is given.

    Raises:
        InputError: for what is no JSON, several puzzles, an unknown key, or a wrong size, row or cell.
    """
    data = Json(text)
    parts = data.mapping(data.value, (), "a data set")
    if "data" not in parts and "problem" in parts:
        return _entry(data, parts, ())
    entries = _entries(data, parts)
    if len(entries) != 1:
        data.fail(f"here are {counted(len(entries), 'puzzle')}, where one was expected", ("data",))
    [(name, entry)] = entries.items()
    path = ("data", name)
    return _entry(data, data.mapping(entry, path, f"the puzzle {shown(name)}"), path)


def several(text: str) -> list[tuple[str, str]]:
    """Return the names and texts of a data set's puzzles, with each thing in the same place as in the set.

    Empty for one puzzle, and for what is no data set.
    """
    try:
        data = Json(text)
        names = list(_entries(data, data.mapping(data.value, (), "a data set")))
    except InputError:
        return []  # `read` raises it again
    if len(names) < 2:
        return []
    decoder = json.JSONDecoder()
    found = []
    for name in names:
        begin, value = data.place(("data", name))
        end = decoder.raw_decode(text, value)[1]
        lines = text.count("\n", 0, begin)
        column = begin - text.rfind("\n", 0, begin) - 1
        blank = "\n" * lines + " " * (column if lines else column - len(_BEFORE))
        found.append((name, f"{_BEFORE}{blank}{text[begin:end]}}}}}"))
    return found


def write(puzzle: Puzzle, answer: Filling | None = None) -> str:
    """Write a data set of this puzzle alone, named by its ``pid``, and the answer as its solution."""
    where = grid.grid_of(puzzle)
    texts = {
        key: "\n".join(map(" ".join, [[str(where.height), str(where.width)], *rows]))
        for key, rows in (
            ("problem", grid.filling_rows(where, tuple(grid.values_of(puzzle, where)), hole="#", empty="-")),
            ("solution", [] if answer is None else grid.filling_rows(where, answer, hole="#", empty="-")),
        )
        if rows
    }
    name = puzzle.info.get("pid") or f"1_{where.height}x{where.width}"
    entry = {"problem": "", "solution": ""} | texts | {key: puzzle.info.get(key, "") for key in _ENTRY[2:]}
    data = {"name": "Fillomino", "count": 1, "count_sol": int(answer is not None), "data": {name: entry}}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _entries(data: Json, parts: dict[str, object]) -> dict[str, object]:
    for key in parts:
        if key not in _SET:
            data.fail(f"the key {shown(key)} is unknown; known are {', '.join(_SET)}", (key,), at_key=True)
    name = data.string(parts.get("name", "Fillomino"), ("name",), "'name'")
    if name.lower() != "fillomino":
        data.fail(f"these are puzzles of {shown(name)}; others than Fillomino can't be read", ("name",))
    if "data" not in parts:
        data.fail("the data set has no key 'data'", ())
    return data.mapping(parts["data"], ("data",), "'data'")


def _entry(data: Json, entry: dict[str, object], path: Path) -> Document:
    for key in entry:
        if key not in _ENTRY:
            message = f"the key {shown(key)} is unknown; known are {', '.join(_ENTRY)}"
            data.fail(message, (*path, key), at_key=True)
    if "problem" not in entry:
        data.fail("the puzzle has no key 'problem'", path)
    texts = {key: data.string(value, (*path, key), repr(key)) for key, value in entry.items()}
    height, width, values, tokens = _rows(data, (*path, "problem"), texts["problem"])
    info = {key: texts[key] for key in ("source", "info") if texts.get(key)}
    puzzle = grid.build(height, width, values, grid.places_of(tokens), info=info)
    if not texts.get("solution", "").strip():
        return Document(puzzle)
    place = (*path, "solution")
    *its, numbers, _ = _rows(data, place, texts["solution"])
    if its != [height, width]:
        data.fail(
            f"the problem has {height} rows and {width} columns, the solution {its[0]} and {its[1]}", place
        )
    return Document(puzzle, tuple(numbers))


def _rows(data: Json, path: Path, text: str) -> tuple[int, int, list[int], list[Token]]:
    lines: list[Line] = data.lines_in(path, text)
    name = str(path[-1])
    if not lines or len(lines[0].tokens) != 2:
        where = lines[0].tokens[0].error if lines else None
        message = f"{name!r} should begin with a line of two numbers, those of rows and columns"
        if where is None:
            data.fail(message, path)
        raise where(message)
    height, width = size(*lines[0].tokens)
    rows = lines[1:]
    if len(rows) != height:
        place = rows[height].tokens[0] if len(rows) > height else lines[-1].tokens[0]
        raise place.error(f"the board has {height} rows, but {name!r} has {len(rows)}", code="row-count")
    values, tokens = grid.read_rows(rows, height, width, _cell, f"{name} row")
    return height, width, values, tokens


def _cell(token: Token) -> int:
    return grid.EMPTY if token.text == "-" else number(token, "a clue", least=1)


_EXAMPLE = """{
  "name": "Fillomino",
  "count": 1,
  "count_sol": 0,
  "data": {
    "1_3x3": {
      "problem": "3 3\\n- 3 -\\n2 - 1\\n- - 3",
      "solution": "",
      "source": "",
      "info": ""
    }
  }
}
"""

FORMAT = Format(
    name="puzzlekit",
    title="puzzlekit's format",
    idea="data sets of puzzlekit, in JSON",
    suffixes=(".json",),
    example=_EXAMPLE,
    holds=Holds(),
    recognises=recognises,
    read=read,
    write=write,
    several=several,
)
