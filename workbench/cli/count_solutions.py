"""Solutions in order and at random, for ``fillomino count``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import islice
from random import Random, SystemRandom

import click

from fillomino.counting import placements
from fillomino.counting.sampling import sample
from fillomino.counting.task import with_prefix
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from fillomino.render.text import text
from workbench.cli.count_tasks import numbers_in, one_task
from workbench.cli.report import coloured, complain, portion
from workbench.methods.exits import Exit
from workbench.methods.result import shape
from workbench.texts.inputs import Reading


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
