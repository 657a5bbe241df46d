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
from collections.abc import Sequence

from fillomino.errors import InputError, shown
from fillomino.formats import scan
from fillomino.formats.json_text import Json, parse
from fillomino.formats.registry import Format, Holds
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.tokens import Token, read_rows, size

_START = re.compile(r'\s*\{\s*"(?:name|count|count_sol|data|problem|solution|source)"\s*:')
_SET = ("name", "count", "count_sol", "data")
_INFO = ("source", "info")
_CELL = scan.clue_or({"-": scan.EMPTY})
_BEFORE = '{"data":{'


def read(text: str) -> Document:
    """Return the puzzle of a text that holds one, with its solution if that is given.

    Raises:
        InputError: for what is not JSON, several puzzles, an unknown key, or a wrong size, row or cell.
    """
    root = parse(text)
    if isinstance(root.value, dict) and "problem" in root.value and "data" not in root.value:
        return _document(root, "the puzzle")
    data, puzzles = _puzzles(root)
    if len(puzzles) != 1:
        raise data.error(f"expected one puzzle, not {len(puzzles)}")
    [(name, puzzle)] = puzzles.items()
    return _document(puzzle, f"the puzzle {shown(name)}")


def several(text: str) -> list[tuple[str, str]]:
    """Return the names and texts of a data set's puzzles, with each thing in the same place as in the set.

    Empty for one puzzle, and for what is not a data set.
    """
    try:
        _, puzzles = _puzzles(parse(text))
    except InputError:
        return []  # `read` raises it again
    if len(puzzles) < 2:
        return []
    decoder = json.JSONDecoder()
    texts = []
    for name, puzzle in puzzles.items():
        begin = puzzle.key
        end = decoder.raw_decode(text, puzzle.start)[1]
        lines = text.count("\n", 0, begin)
        column = begin - text.rfind("\n", 0, begin) - 1
        blank = "\n" * lines + " " * (column if lines else column - len(_BEFORE))
        texts.append((name, f"{_BEFORE}{blank}{text[begin:end]}}}}}"))
    return texts


def write(puzzle: Puzzle, answer: Filling | None = None) -> str:
    """Write a data set of this puzzle alone, named by its ``pid``, and the answer as its solution."""
    height, width, clues = scan.contents(puzzle)

    def rows(numbers: Sequence[int]) -> str:
        return "\n".join([f"{height} {width}", *scan.write_rows(numbers, width, {scan.EMPTY: "-"})])

    entry = {
        "problem": rows(clues),
        "solution": "" if answer is None else rows(answer),
        **{key: puzzle.info.get(key, "") for key in _INFO},
    }
    name = puzzle.info.get("pid") or f"1_{height}x{width}"
    data = {"name": "Fillomino", "count": 1, "count_sol": int(answer is not None), "data": {name: entry}}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _puzzles(root: Json) -> tuple[Json, dict[str, Json]]:
    """Return the object of the puzzles of a data set, and the puzzles by their names."""
    parts = root.members("a data set", _SET)
    name = parts["name"].string("'name'") if "name" in parts else "Fillomino"
    if name.lower() != "fillomino":
        raise parts["name"].error(f"puzzles of type {shown(name)}; only Fillomino can be read")
    if "data" not in parts:
        raise root.error("the data set has no key 'data'")
    return parts["data"], parts["data"].members("'data'")


def _document(puzzle: Json, what: str) -> Document:
    parts = puzzle.members(what, ("problem", "solution", *_INFO))
    if "problem" not in parts:
        raise puzzle.error("the puzzle has no key 'problem'")
    texts = {key: part.string(repr(key)) for key, part in parts.items()}
    height, width, values, tokens = _rows(parts["problem"], "problem")
    info = {key: texts[key] for key in _INFO if texts.get(key)}
    clued = scan.build(height, width, values, tokens, info=info)
    if not texts.get("solution", "").strip():
        return Document(clued)
    solution = parts["solution"]
    *size_of_solution, numbers, _ = _rows(solution, "solution")
    if size_of_solution != [height, width]:
        raise solution.error("the solution has another number of rows or columns than the problem")
    return Document(clued, tuple(numbers))


def _rows(part: Json, name: str) -> tuple[int, int, list[int], list[Token]]:
    lines = part.lines(repr(name))
    if not lines or len(lines[0]) != 2:
        message = f"{name!r} should begin with a line of two numbers, those of rows and columns"
        raise lines[0][0].error(message) if lines else part.error(message)
    height, width = size(*lines[0])
    values, tokens = read_rows(lines[1:], height, width, _CELL, end=lines[-1][0], what=f"{name} row")
    return height, width, values, tokens


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
    recognises=_START.match,
    read=read,
    write=write,
    several=several,
)
