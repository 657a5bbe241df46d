"""Solutions in order and at random, for ``fillomino count``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random, SystemRandom

import click

from fillomino.counting import placements
from fillomino.counting.sampling import sample
from fillomino.counting.task import Task, with_prefix
from fillomino.errors import InputError
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.render.text import text
from workbench.choose.levels import level_of
from workbench.cli.report import coloured, complain, portion
from workbench.methods.counting import task_of
from workbench.methods.exits import Exit
from workbench.methods.result import shape
from workbench.texts.inputs import Reading, Source, board_of, open_one, source_of, sources


def list_solutions(
    puzzles: Sequence[str],
    board: str | None,
    reading: Reading,
    deduce: str,
    most: str,
    prefix: str | None,
    after: str | None,
    *,
    draw: bool,
    as_json: bool,
) -> int:
    """Print the first solutions in lexicographic order as they are found, or all; returns the exit code."""
    if most != "all" and not (most.isdecimal() and int(most)):
        raise InputError(f"--list takes a number above 0, or all, not {most!r}", code="bad-option")
    puzzle, task = one_task(puzzles, board, reading, deduce)
    if prefix is not None:
        task = with_prefix(task, numbers_in(prefix, "--prefix"))
    start = numbers_in(after, "--after") if after is not None else None
    if start is not None and len(start) != task.board.size:
        raise InputError(
            f"--after needs all {task.board.size} numbers of a grid, not {len(start)}", code="bad-filling"
        )
    found = False
    end = None if most == "all" else min(int(most), sys.maxsize)
    for filling in islice(placements.fillings(task, after=start), end):
        found = True
        if as_json:
            from workbench.texts.rows import ListRow

            row = ListRow(filling=shape(task.board, filling))
            click.echo(row.to_line())
        else:
            _print(puzzle, filling, draw=draw)
    return Exit.DONE if found else Exit.NO


def draw_solutions(
    puzzles: Sequence[str],
    board: str | None,
    reading: Reading,
    deduce: str,
    count: int,
    seed: int | None,
    method: str,
    memory: int,
    *,
    draw: bool,
    as_json: bool,
) -> None:
    """Print solutions drawn at random, and how they were drawn.

    Args:
        puzzles: names, of which there may be one.
        board: a bare board instead.
        reading: how to read a puzzle, and rules to add.
        deduce: the level of deduction before.
        count: how many.
        seed: of chance; ``None`` for a new one.
        method: ``auto``, ``exact``, ``windows`` or ``windows:ROUNDS``.
        memory: MiB for the table of ``exact``.
        draw: whether to print grids.
        as_json: whether to print rows of JSON.
    """
    method, _, rounds = method.partition(":")
    if rounds and not (method == "windows" and rounds.isdecimal() and int(rounds)):
        raise InputError(
            f"rounds go with the method windows, as in windows:8, not {method}:{rounds}", code="option-needs"
        )
    # A fair die that can be thrown again is wanted here, not a secret.
    chance = SystemRandom().randrange(1 << 32) if seed is None else seed
    puzzle, task = one_task(puzzles, board, reading, deduce)
    with portion("windows") as watch:
        drawn = sample(
            task,
            Random(chance),  # noqa: S311
            count,
            method=method,
            memory=memory << 20,
            rounds=int(rounds or 8),
            watch=watch,
        )
    for filling in drawn.fillings:
        if as_json:
            from workbench.texts.rows import SampleRow

            row = SampleRow(
                filling=shape(task.board, filling),
                exact=drawn.exact,
                seed=chance,
            )
            click.echo(row.to_line())
        else:
            _print(puzzle, filling, draw=draw)
    if not as_json:
        how = f"exactly uniform among {drawn.among}" if drawn.exact else "by windows, nearly uniform"
        complain(f"{len(drawn.fillings)} drawn, {how}, seed {chance}")


def _print(puzzle: Puzzle, filling: Filling, *, draw: bool) -> None:
    """Print a filling as a grid, or as a line of numbers in the order of the cells."""
    click.echo(text(puzzle, filling, colour=coloured()) if draw else ",".join(map(str, filling)))


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
