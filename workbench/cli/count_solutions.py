"""What ``fillomino count`` counts; solutions in order and at random; the table of all boards up to a size."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from functools import partial
from itertools import islice
from random import Random, SystemRandom
from typing import NamedTuple

import click

from fillomino.counting import placements
from fillomino.counting.sampling import sample
from fillomino.counting.task import Task, with_prefix
from fillomino.deduction.engine import Level
from fillomino.errors import InputError
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.render.text import text
from workbench import Exit
from workbench.cli.report import coloured, complain, portion
from workbench.methods.counting import task_of
from workbench.methods.result import shape
from workbench.texts.inputs import Reading, Source, board_of, open_one, source_of, sources

OURS = "ours"
"""The source of a number that we found in no table."""

HEAD = """\
| rows | columns | solutions | of all grids | naive: grids | partitions: grids | known from |
| --- | --- | --- | --- | --- | --- | --- |"""


def print_table(size: str, reading: Reading, *, as_json: bool) -> None:
    """Print, for each board of at most so many rows and columns, its solutions and what there is to try.

    Args:
        size: rows and columns, as in ``4x4``.
        reading: rules that hold on each board; a largest region bounds the numbers of the grids, too.
        as_json: whether to print rows of JSON.

    Raises:
        InputError: if it is no size.
    """
    from fillomino.board import rectangle
    from fillomino.counting.methods import count, spaces
    from fillomino.counting.task import bare
    from fillomino.errors import InputError
    from workbench.texts.rows import TableRow

    match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", size)
    if match is None:
        raise InputError(f"--table is rows x columns, as in 4x4, or space; not {size!r}", code="bad-option")
    _, variants = reading
    if variants.basic or variants.checkered:
        raise InputError(
            "--table supports only the rule max-region=K: leave out others", code="option-conflict"
        )
    if not as_json:
        click.echo(HEAD)
    most_rows, most_columns = map(int, match.groups())
    for height in range(1, most_rows + 1):
        for width in range(1, most_columns + 1):
            task = bare(rectangle(height, width), variants.largest_region)
            space = spaces(task)
            fillings = count(task)
            validity = Decimal(fillings) / space["naive"]
            source = _source(height, width) if variants.largest_region is None else OURS
            with every_digit():
                if as_json:
                    row = TableRow(
                        rows=height,
                        columns=width,
                        fillings=fillings,
                        validity=float(validity),
                        space=space,
                        source=source,
                    )
                    click.echo(row.to_line())
                    continue
                grids = number_text(space["naive"]), number_text(space["partitions"])
                cells = map(str, (height, width, fillings, f"{validity:.3g}", *grids, source))
                click.echo(f"| {' | '.join(cells)} |")


def _source(height: int, width: int) -> str:
    """Return where else the number of solutions of a board is published: a sequence, or an article."""
    if 1 in (height, width):
        return "OEIS A003242"
    if 2 in (height, width):
        return "OEIS A359703"
    return "article on counting all games" if height == width == 3 else OURS


@contextmanager
def every_digit() -> Iterator[None]:
    """Lift Python's limit on the digits of printed numbers, a guard against the numbers of strangers."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)


def number_text(number: int) -> str:
    """Return a number as it is, or, beyond 40 digits, rounded to two: ``about 1.2e2600``."""
    if number < 10**40:
        return str(number)
    return "about " + f"{Decimal(number):.1e}".replace("e+", "e")


class Subjects(NamedTuple):
    """What is counted: puzzles after deduction, or a bare board.

    Attributes:
        names: names of puzzles.
        board: a board instead, such as ``4x4``.
        reading: how to read puzzles, and rules to add, also to the board.
        level: how much to deduce of a puzzle.
    """

    names: Sequence[str]
    board: str | None
    reading: Reading
    level: Level

    def readers(self) -> Iterator[tuple[str, Callable[[], Puzzle]]]:
        """Yield the name of each puzzle and a function that reads it; a bare board has no clues.

        Reading raises `InputError`, so that a puzzle that can't be read does not stop the others.

        Raises:
            InputError: unless either puzzles or a board are given, or if there is no such puzzle or board.
            PuzzleError: if the largest region is impossible.
        """
        if bool(self.names) == (self.board is not None):
            raise InputError(
                "name what to count: either a puzzle or a board, such as --board 4x4", code="missing-option"
            )
        if self.board is None:
            for source in sources(self.names):
                yield source.name, partial(_read, source, self.reading)
            return
        variants = self.reading[1]
        largest = variants.largest_region
        name = self.board if largest is None else f"{self.board}, regions of at most {largest}"
        empty = variants.added_to(Document(Puzzle(board_of(self.board), {}))).puzzle
        yield name, lambda: empty

    def task(self, name: str, puzzle: Puzzle, advice: str) -> Task:
        """Return the task of counting a puzzle.

        Raises:
            InputError: if counting does not support a rule of the puzzle; ends with the advice.
        """
        return task_of(name, puzzle, self.level if self.board is None else None, advice)

    def single(self) -> tuple[Puzzle, Task]:
        """Return the only puzzle, and the task of counting it.

        Raises:
            InputError: if there are several, or as `readers` and `task` do.
            PuzzleError: if the largest region is impossible.
        """
        if len(self.names) > 1:
            raise InputError(f"--list and --sample take one puzzle, not {len(self.names)}")
        for name in self.names:
            source_of(name)
        name, read = next(self.readers())
        puzzle = read()
        return puzzle, self.task(name, puzzle, "`fillomino solve --limit`")


def _read(source: Source, reading: Reading) -> Puzzle:
    return open_one(source, *reading).document.puzzle


def list_solutions(
    subjects: Subjects, most: str, prefix: str | None, after: str | None, *, draw: bool, as_json: bool
) -> int:
    """Print the first solutions in lexicographic order as they are found, or all; returns the exit code."""
    if most != "all" and not (most.isdecimal() and int(most)):
        raise InputError(f"--list takes a number above 0, or all, not {most!r}", code="bad-option")
    puzzle, task = subjects.single()
    if prefix is not None:
        task = with_prefix(task, _numbers(prefix, "--prefix"))
    start = None if after is None else _numbers(after, "--after")
    if start is not None and len(start) != task.board.size:
        raise InputError(
            f"--after needs all {task.board.size} numbers of a grid, not {len(start)}", code="bad-filling"
        )
    limit = None if most == "all" else min(int(most), sys.maxsize)
    code = Exit.NO
    for filling in islice(placements.fillings(task, after=start), limit):
        code = Exit.DONE
        if as_json:
            from workbench.texts.rows import ListRow

            click.echo(ListRow(filling=shape(task.board, filling)).to_line())
        else:
            _print(puzzle, filling, draw=draw)
    return code


def draw_solutions(
    subjects: Subjects,
    count: int,
    seed: int | None,
    method: str | None,
    memory: int | None,
    *,
    draw: bool,
    as_json: bool,
) -> None:
    """Print solutions drawn at random, and how they were drawn.

    Args:
        subjects: the puzzle or board.
        count: how many solutions.
        seed: of chance; ``None`` for a new one.
        method: ``exact``, ``windows``, ``windows:ROUNDS``, or ``auto``, the default.
        memory: MiB for the table of ``exact``; ``None`` for the default.
        draw: whether to print grids.
        as_json: whether to print rows of JSON.
    """
    method, _, rounds = (method or "auto").partition(":")
    if rounds and not (method == "windows" and rounds.isdecimal() and int(rounds)):
        raise InputError(
            f"rounds go with the method windows, as in windows:8, not {method}:{rounds}", code="option-needs"
        )
    # A fair die that can be thrown again is wanted here, not a secret.
    seed = SystemRandom().randrange(1 << 32) if seed is None else seed
    puzzle, task = subjects.single()
    with portion("windows") as watch:
        drawn = sample(
            task,
            Random(seed),  # noqa: S311
            count,
            method=method,
            memory=(memory or 1024) << 20,
            rounds=int(rounds or 8),
            watch=watch,
        )
    for filling in drawn.fillings:
        if as_json:
            from workbench.texts.rows import SampleRow

            row = SampleRow(filling=shape(task.board, filling), exact=drawn.exact, seed=seed)
            click.echo(row.to_line())
        else:
            _print(puzzle, filling, draw=draw)
    if not as_json:
        how = f"exactly uniform among {drawn.among}" if drawn.exact else "by windows, nearly uniform"
        complain(f"{len(drawn.fillings)} drawn, {how}, seed {seed}")


def _print(puzzle: Puzzle, filling: Filling, *, draw: bool) -> None:
    """Print a filling as a grid, or as a line of numbers in the order of the cells."""
    click.echo(text(puzzle, filling, colour=coloured()) if draw else ",".join(map(str, filling)))


def _numbers(text: str, option: str) -> Filling:
    """Return the numbers of an option, separated by commas or blanks."""
    parts = re.split(r"[,\s]+", text.strip(", \t"))
    if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        raise InputError(f"{option} takes numbers with commas between them, such as 1,2,2, not {text!r}")
    return tuple(map(int, parts))
