"""Tasks of counting from arguments of commands: a size, a board, puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from fillomino.board import Board
from fillomino.boards.rectangular import RECTANGLE
from fillomino.counting.task import Task
from fillomino.errors import InputError, PuzzleError
from fillomino.puzzle import Filling, Puzzle
from fillomino.words import shown
from workbench.inputs import Source, open_one, source_of, sources
from workbench.inputs import board_of as the_board
from workbench.levels import level_of
from workbench.methods.counting import task_of


def board_of(size: str | None, spec: str | None) -> tuple[str, Board] | None:
    """The bare board asked for, with its name; ``None`` if none is.

    Raises:
        InputError: if two are, a size is not one, or there is no such board.
    """
    if size is not None and spec is not None:
        raise InputError("give either --size or --board, not both")
    if spec is not None:
        return spec, the_board(spec)
    if size is None:
        return None
    if re.fullmatch("[0-9]+x[0-9]+", size) is None:
        raise InputError(f"{size!r} is no size of a board: write rows x columns, such as 5x4")
    try:
        return size, RECTANGLE.build(size)
    except PuzzleError as error:
        raise InputError(f"there is no board of {shown(size, 40)}: {error}") from error


def subjects(
    names: Sequence[str], board: tuple[str, Board] | None, largest: int | None, format_name: str | None
) -> Iterator[tuple[str, Callable[[], Puzzle]]]:
    """The puzzles asked for, each with its name and a function that reads it; a bare board has no clues.

    Reading raises `InputError`, so that a puzzle that can't be read need not stop the others.

    Raises:
        InputError: if neither or both are asked for, or a name stands for nothing.
        PuzzleError: if the largest region is impossible.
    """
    if bool(names) == (board is not None):
        raise InputError("name what to count: either a puzzle or a board, such as --size 4x4")
    if board is not None:
        name = board[0] if largest is None else f"{board[0]}, regions of at most {largest}"
        empty = Puzzle(board[1], {}, largest_region=largest)
        yield name, lambda: empty
        return
    if largest is not None:
        raise InputError("--max-region is for boards; a puzzle's largest region is part of the puzzle")
    for source in sources(names):
        yield source.name, partial(_read, source, format_name)


def _read(source: Source, format_name: str | None) -> Puzzle:
    return open_one(source, format_name).document.puzzle


def one_task(
    name: str | None,
    board: tuple[str, Board] | None,
    largest: int | None,
    level: str,
    format_name: str | None,
) -> tuple[Puzzle, Task]:
    """The one thing that is asked for, as a puzzle and as a task: a puzzle after deduction.

    Raises:
        InputError: if neither or both are asked for, or the puzzle can't be read, is several, or has a
            rule that counting does not know; for a level that there is not.
        PuzzleError: if the largest region is impossible.
    """
    if name is not None:
        source_of(name)
    its_name, read = next(subjects([name] if name is not None else [], board, largest, format_name))
    puzzle = read()
    deducing = level_of(level)
    return puzzle, task_of(its_name, puzzle, deducing if board is None else None, "`fillomino solve --limit`")


def numbers_in(text: str, option: str) -> Filling:
    """The numbers of an option, parted by commas or blanks.

    Raises:
        InputError: if something else is among them.
    """
    parts = re.split(r"[,\s]+", text.strip(", \t"))
    if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        raise InputError(f"{option} takes numbers with commas between them, such as 1,2,2, not {text!r}")
    return tuple(map(int, parts))
