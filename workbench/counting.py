"""From what a person asks to count (a size, a board, puzzles) to tasks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fillomino.board import Board, rectangle
from fillomino.counting.task import Task, bare, of_puzzle
from fillomino.deduction.engine import deduce
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from workbench.inputs import board_of as the_board
from workbench.inputs import open_all, source_of, sources
from workbench.levels import level_of

DEDUCTION_SECONDS = 10.0
"""Deduction stops after so many seconds of CPU; what it has found by then holds."""


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
    found = re.fullmatch(r"(\d{1,6})x(\d{1,6})", size)
    if found is None:
        raise InputError(f"{size!r} is no size of a board: write rows x columns, such as 5x4")
    return size, rectangle(int(found[1]), int(found[2]))


def subjects(
    names: list[str], board: tuple[str, Board] | None, largest: int | None, format_name: str | None
) -> Iterator[tuple[str, Puzzle]]:
    """What is asked for, with its name: a bare board, which is a puzzle without clues, or each puzzle.

    Raises:
        InputError: if neither or both are asked for, or a puzzle can't be read.
        PuzzleError: if the largest region is impossible.
    """
    if bool(names) == (board is not None):
        raise InputError("say what to count: either a puzzle or a board, such as --size 4x4")
    if board is not None:
        name = board[0] if largest is None else f"{board[0]}, regions of at most {largest}"
        yield name, Puzzle(board[1], {}, largest_region=largest)
        return
    if largest is not None:
        raise InputError("--max-region is for boards; a puzzle's largest region is part of the puzzle")
    for opened in open_all(sources(names), format_name):
        yield opened.name, opened.document.puzzle


def tasks(
    names: list[str],
    board: tuple[str, Board] | None,
    largest: int | None,
    level: str,
    format_name: str | None,
) -> Iterator[tuple[str, Task]]:
    """The same as tasks: a bare board as it is, each puzzle after deduction.

    Raises:
        InputError: if neither or both are asked for, or a puzzle can't be read.
        PuzzleError: if the largest region is impossible, or counting does not know a rule of the puzzle.
    """
    for name, puzzle in subjects(names, board, largest, format_name):
        yield name, _task(puzzle, level if board is None else None)


def one_task(
    name: str | None,
    board: tuple[str, Board] | None,
    largest: int | None,
    level: str,
    format_name: str | None,
) -> tuple[Puzzle, Task]:
    """The one thing that is asked for, as a puzzle and as a task.

    Raises:
        InputError: if neither or both are asked for, or the puzzle can't be read or is several.
        PuzzleError: as for `tasks`.
    """
    if name is not None:
        source_of(name)
    _, puzzle = next(subjects([name] if name is not None else [], board, largest, format_name))
    return puzzle, _task(puzzle, level if board is None else None)


def _task(puzzle: Puzzle, level: str | None) -> Task:
    """A puzzle after deduction, or with no level a bare board as it is."""
    if level is None:
        return bare(puzzle.board, puzzle.largest_region)
    return of_puzzle(puzzle, deduce(puzzle, level_of(level), seconds=DEDUCTION_SECONDS))


def numbers_in(text: str, option: str) -> Filling:
    """The numbers of an option, parted by commas or blanks.

    Raises:
        InputError: if something else is among them.
    """
    parts = re.split(r"[,\s]+", text.strip(", \t"))
    if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        raise InputError(f"{option} takes numbers with commas between them, such as 1,2,2, not {text!r}")
    return tuple(map(int, parts))
