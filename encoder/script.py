"""The script of a puzzle: an SMT-LIB script, the puzzle beside it, and how its header names both."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from fillomino.board import Board
from fillomino.puzzle import Puzzle
from fillomino.words import counted
from smtlib.benchmark import Origin
from smtlib.script import Header, Script


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleScript(Script):
    """A script and the puzzle that it encodes; its assertions are about cells.

    Attributes:
        puzzle: the puzzle.
    """

    puzzle: Puzzle


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
