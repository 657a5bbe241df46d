"""A format of one's own, which commands know by the name `csv`; docs/extending.md goes through it."""

import re
import sys

from fillomino.board import rectangle
from fillomino.errors import InputError
from fillomino.formats import Format, Holds, register
from fillomino.puzzle import Document, Filling, Puzzle
from workbench.cli import main

START = re.compile(r"[0-9? ]*,[0-9?, ]*(?:\n|\Z)")


def recognises(text: str) -> bool:
    """Return whether the first line has commas between numbers."""
    return START.match(text) is not None


def read(text: str) -> Document:
    """Lines of numbers with commas between them; nothing is an empty cell."""
    if not text.strip():
        raise InputError("there is no row here", line=1, column=1)
    rows = [line.split(",") for line in text.splitlines()]
    width = len(rows[0])
    clues, unknown = {}, set()
    for row, fields in enumerate(rows):
        if len(fields) != width:
            raise InputError(f"{len(fields)} cells, but {width} above", line=row + 1, column=1)
        for column, field in enumerate(map(str.strip, fields)):
            cell = row * width + column
            if field == "?":
                unknown.add(cell)
            elif field.isdecimal() and 1 <= int(field) <= width * len(rows):
                clues[cell] = int(field)
            elif field:
                raise InputError(f"{field!r} is no clue of this board", line=row + 1, column=1)
    return Document(Puzzle(rectangle(len(rows), width), clues, unknown=frozenset(unknown)))


def write(puzzle: Puzzle, _answer: Filling | None) -> str:
    """The lines; there is no place for an answer."""
    if puzzle.board.grid is None:
        raise InputError("this board has no rows")
    fields = ["?" if x in puzzle.unknown else str(puzzle.clues.get(x, "")) for x in range(puzzle.board.size)]
    width = puzzle.board.grid.width
    return "".join(",".join(fields[x : x + width]) + "\n" for x in range(0, len(fields), width))


CSV = Format(
    name="csv",
    title="comma-separated values",
    idea="rows of numbers with commas between them, nothing for empty",
    suffixes=(".csv",),
    example=",3,\n2,,1\n,,3\n",
    holds=Holds(unknown=True),
    recognises=recognises,
    read=read,
    write=write,
)

if __name__ == "__main__":
    register(CSV)
    sys.argv[1:] = sys.argv[1:] or ["show", "https://puzz.link/p?fillomino/3/3/g3g2g1h3", "--to", "csv"]
    main()
