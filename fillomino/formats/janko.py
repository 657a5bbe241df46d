"""The files of janko.at that hold a Fillomino; `fillomino.janko` has what they share with other genres.

An empty cell is ``-``. The section ``solution`` may be missing.
"""

from __future__ import annotations

from fillomino import janko
from fillomino.formats import scan
from fillomino.formats.registry import Format, Holds
from fillomino.puzzle import Document, Filling, Puzzle

_CELL = scan.clue_or({"-": scan.EMPTY})


def read(text: str) -> Document:
    """The puzzle in the file, with its solution if the file gives one.

    Raises:
        InputError: for a missing or repeated part, or a wrong size, row or cell.
    """
    file = janko.parse(text, ["fillomino"])
    values, tokens = file.cells("problem", _CELL)
    puzzle = scan.build(file.height, file.width, values, tokens, info=file.info)
    answer = tuple(file.cells("solution", _CELL)[0]) if "solution" in file.sections else None
    return Document(puzzle, answer)


def write(puzzle: Puzzle, answer: Filling | None = None) -> str:
    """The file, with the answer as its solution.

    Raises:
        InputError: for anything but clues on a rectangle, or an answer of the wrong length.
    """
    height, width, clues = scan.contents(puzzle)
    sections = {"problem": clues} | ({} if answer is None else {"solution": list(answer)})
    rows = {
        name: [[row] for row in scan.write_rows(numbers, width, {scan.EMPTY: "-"})]
        for name, numbers in sections.items()
    }
    return janko.write("fillomino", height, width, puzzle.info, rows)


FORMAT = Format(
    name="janko",
    title="Janko's format",
    idea="the file format of janko.at, or a page of it",
    suffixes=(".janko", ".htm"),
    example="begin\npuzzle fillomino\nsize 3\nproblem\n- 3 -\n2 - 1\n- - 3\nend\n",
    holds=Holds(),
    recognises=lambda text: janko.START.match(text) or janko.PAGE.match(text),
    read=read,
    write=write,
)
