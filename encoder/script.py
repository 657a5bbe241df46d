"""The script of a puzzle: SMT-LIB, the puzzle, and the terms of its cells; what an answer to it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from encoder.cells import Cells
from encoder.errors import EncodingError
from encoder.forests import Forest, forest_names, has_forest, read_forest
from fillomino.board import Board
from fillomino.puzzle import Filling, Puzzle
from fillomino.words import counted
from smtlib.benchmark import Origin
from smtlib.script import Header, Script


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleScript(Script):
    """A script and the puzzle that it encodes; its assertions are about cells.

    Attributes:
        puzzle: the puzzle.
        cells: the terms of the number of each cell; ``None`` for a puzzle whose answer is no filling.
        asks: ``unique`` if its models are further solutions: a known one is blocked.
        given: for the output of a program a description of its input.
        cpu_seconds: the CPU time of the program.
    """

    puzzle: Puzzle
    cells: Cells | None = None
    asks: str = ""
    given: str = ""
    cpu_seconds: float = 0.0


class Decoded(NamedTuple):
    """A decoded answer: one number for each cell, and the forest if the values determine it."""

    filling: Filling
    forest: Forest | None = None


def decode(script: PuzzleScript, values: Mapping[str, object]) -> Decoded:
    """Read a solver's values, as drivers give them, back to a filling.

    Raises:
        DecodeError: if a value is missing or no number, or a cell has not exactly one number.
    """
    filling = cells_of(script).decode(script.puzzle.board.names, values)
    return Decoded(filling, forest(script, values))


def forest(script: PuzzleScript, values: Mapping[str, object]) -> Forest | None:
    """Return the forest in a solver's values; ``None`` if they lack a part of it, or there is none."""
    if len(values) <= script.puzzle.board.size or not has_forest(script.encoding):
        return None  # usually the numbers alone were asked for
    declared = {name for name, _ in script.declarations}
    wanted = [name for name in forest_names(script.encoding, script.puzzle) if name in declared]
    if not wanted or any(name not in values for name in wanted):
        return None
    return read_forest(script.encoding, script.puzzle, values)


def block(script: PuzzleScript, filling: Filling) -> str:
    """Return the blocking clause of a filling: the term that any other filling makes true."""
    return cells_of(script).block(filling)


def cells_of(script: PuzzleScript) -> Cells:
    """Return the terms of a script's cells.

    Raises:
        EncodingError: if it names none.
    """
    if script.cells is None:
        raise EncodingError(
            f"the script of {script.encoding} does not name its cells", code="cells-not-named"
        )
    return script.cells


def header(puzzle: Puzzle, game: str = "Fillomino") -> Header:
    """Return the header of a puzzle's script.

    Args:
        puzzle: the puzzle.
        game: the genre of the puzzle.
    """
    info = puzzle.info
    sizes = f"{counted(puzzle.board.size, 'cell')}, {counted(len(puzzle.clues), 'clue')}"
    title = f' "{info["title"]}"' if info.get("title") else ""
    author = f" by {info['author']}" if info.get("author") else ""
    return Header(
        title=(f"{game}: {sizes}.", *(f"{key}: {text}" for key, text in sorted(info.items()))),
        origin=Origin(
            text=(f"The pencil puzzle {game}{title}{author}: {sizes}.",),
            license=info.get("license", ""),
            category="random" if info.get("generated") else "crafted",
        ),
        symbols=f"Symbols (x and y are cells, {_numbering(puzzle.board)}, from 0)",
        names=puzzle.board.names,
    )


def _numbering(board: Board) -> str:
    """The order in which the symbols of a board's cells are numbered."""
    if board.grid is not None:
        places = chain.from_iterable(board.grid.rows())
        if board.labels == tuple(place for place, cell in enumerate(places) if cell is not None):
            return "row * width + column"
    return "in the order of the file"
