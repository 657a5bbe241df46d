"""Tasks of counting from arguments of commands: a size, a board, puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from fillomino.counting.task import Task
from fillomino.errors import InputError
from fillomino.puzzle import Document, Filling, Puzzle
from workbench.choose.levels import level_of
from workbench.methods.counting import task_of
from workbench.texts.inputs import Reading, Source, board_of, open_one, source_of, sources


def subjects(
    names: Sequence[str], spec: str | None, reading: Reading
) -> Iterator[tuple[str, Callable[[], Puzzle]]]:
    """The puzzles asked for, each with its name and a function that reads it; a bare board has no clues.

    Reading raises `InputError`, so that a puzzle that can't be read need not stop the others.

    Args:
        names: names of puzzles.
        spec: a board instead, such as ``4x4``.
        reading: how to read them, and rules to add, also to the board.

    Raises:
        InputError: if neither or both are asked for, a name stands for nothing, or there is no such board.
        PuzzleError: if the largest region is impossible.
    """
    if bool(names) == (spec is not None):
        raise InputError(
            "name what to count: either a puzzle or a board, such as --board 4x4", code="missing-option"
        )
    _, variants = reading
    if spec is not None:
        largest = variants.largest_region
        name = spec if largest is None else f"{spec}, regions of at most {largest}"
        empty = variants.added_to(Document(Puzzle(board_of(spec), {}))).puzzle
        yield name, lambda: empty
        return
    for source in sources(names):
        yield source.name, partial(_read, source, reading)


def _read(source: Source, reading: Reading) -> Puzzle:
    return open_one(source, *reading).document.puzzle


def one_task(names: Sequence[str], spec: str | None, reading: Reading, level: str) -> tuple[Puzzle, Task]:
    """The one thing that is asked for, as a puzzle and as a task: a puzzle after deduction.

    Raises:
        InputError: if neither or both are asked for, or the puzzle can't be read, is several, or has a
            rule that counting does not know; for a level that there is not.
        PuzzleError: if the largest region is impossible.
    """
    if len(names) > 1:
        raise InputError(f"one puzzle has its solutions listed or drawn at a time, not {len(names)}")
    for name in names:
        source_of(name)
    its_name, read = next(subjects(names, spec, reading))
    puzzle = read()
    deducing = level_of(level)
    return puzzle, task_of(its_name, puzzle, deducing if spec is None else None, "`fillomino solve --limit`")


def numbers_in(text: str, option: str) -> Filling:
    """The numbers of an option, parted by commas or blanks.

    Raises:
        InputError: if something else is among them.
    """
    parts = re.split(r"[,\s]+", text.strip(", \t"))
    if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        raise InputError(f"{option} takes numbers with commas between them, such as 1,2,2, not {text!r}")
    return tuple(map(int, parts))
