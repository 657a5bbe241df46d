"""The map of which known groups reach each open cell, as text and as a picture (the thesis's figure 7)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, islice, product
from string import ascii_letters

from fillomino.deduction.reach_map import Reach
from fillomino.errors import counted
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from fillomino.render.box_drawing import text
from fillomino.render.colours import PALETTE
from fillomino.render.svg import SIDE, draw, text_element

_A_LINE = 4
"""Letters of groups in a line of a cell of the picture."""

_WIDEST = 12
"""Characters in a cell of the text, at most; where more are needed each cell has the number of groups."""


def reach_text(puzzle: Puzzle, reaches: Sequence[Reach]) -> str:
    """Draw the map: each open group has a letter beside its number, and each open cell those that reach it.

    Below, a line for each group says how many cells it lacks and reaches. Where the letters of a cell would
    be too wide, each cell has their number.
    """
    letters, labels = letters_of(len(reaches)), _labels(puzzle, reaches)
    size, names = puzzle.board.size, puzzle.board.names
    shown = [label or "·" for label in labels]
    lines = []
    if max(map(len, shown)) > _WIDEST:
        for cell, ways in enumerate(_reaching(puzzle, reaches)):
            shown[cell] = f"×{len(ways)}" if ways else shown[cell]
        lines.append("×N: N groups reach the cell; a picture (-o FILE.svg) has the letters of all")
    for letter, (number, cells, reached) in zip(letters, reaches, strict=True):
        size_of_group = cells.bit_count()
        first = names[next(bits(cells))]
        has, lacks = counted(size_of_group, "cell"), number - size_of_group
        lines.append(
            f"{letter}: the {number} at {first} has {has}, lacks {lacks}, and reaches {reached.bit_count()}"
        )
    unreached = sum(not label for label in labels)
    if unreached:
        lines.append(f"{counted(unreached, 'cell')} of {size} that no group reaches (·)")
    return text(puzzle, labels=shown) + "".join(f"{line}\n" for line in lines)


def reach_svg(puzzle: Puzzle, reaches: Sequence[Reach]) -> str:
    """Draw the map as a picture: known groups in colours, and in each open cell the letters of those."""
    labels = _labels(puzzle, reaches)
    fills = ["#fff"] * puzzle.board.size
    for index, reach in enumerate(reaches):
        for cell in bits(reach.cells):
            fills[cell] = PALETTE[index % len(PALETTE)]

    def write(cell: int, x: float, y: float) -> list[str]:
        label = labels[cell]
        if cell in puzzle.clues:
            return [text_element(label, x, y, SIDE * (0.5 if len(label) < 3 else 0.38), clue=True)]
        parts = label.split(",") if "," in label else [*label]
        lines = ["".join(parts[at : at + _A_LINE]) for at in range(0, len(parts), _A_LINE)]
        size = SIDE / max(3.2, len(lines) + 0.4)
        top = y - size * (len(lines) - 1) / 2
        return [text_element(line, x, top + size * index, size) for index, line in enumerate(lines)]

    return draw(puzzle, None, write, "Reach", fills)


def _labels(puzzle: Puzzle, reaches: Sequence[Reach]) -> list[str]:
    """The label of each cell; empty for an open cell that no group reaches."""
    letters = letters_of(len(reaches))
    between = "," if any(len(letter) > 1 for letter in letters) else ""
    labels = [str(puzzle.clues.get(cell, "")) for cell in range(puzzle.board.size)]
    for letter, reach in zip(letters, reaches, strict=True):
        for cell in bits(reach.cells):
            labels[cell] += letter
    return [
        label or between.join(reaching)
        for label, reaching in zip(labels, _reaching(puzzle, reaches), strict=True)
    ]


def _reaching(puzzle: Puzzle, reaches: Sequence[Reach]) -> list[list[str]]:
    """For each open cell the letters of the groups that reach it."""
    reaching: list[list[str]] = [[] for _ in range(puzzle.board.size)]
    for letter, reach in zip(letters_of(len(reaches)), reaches, strict=True):
        for cell in bits(reach.reached):
            if cell not in puzzle.clues:
                reaching[cell].append(letter)
    return reaching


def letters_of(number: int) -> list[str]:
    """Return so many different names: small letters, then capitals, then two letters and more."""
    words = ("".join(word) for length in count(1) for word in product(ascii_letters, repeat=length))
    return list(islice(words, number))
