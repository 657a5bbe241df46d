"""``fillomino list``."""

from __future__ import annotations

import re
import sys
from itertools import islice

from fillomino.counting import placements
from fillomino.counting.task import Task, with_prefix
from fillomino.deduction.levels import level_of
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from fillomino.render.box_drawing import text as drawn
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.options import argument, flag, number, text
from workbench.cli.output import coloured
from workbench.fillomino.counting import task_of
from workbench.methods.method import shape
from workbench.texts.inputs import Reading, open_one, source_of


class List(Command):
    """List the solutions of a puzzle, or of a board without clues, in lexicographic order.

    Each is a line of numbers, in the order of the cells; to resume, give the last one to --after. Exit code 1
    if there is none.

    \b
    Examples:
      fillomino list @several --draw
      fillomino list 3x3 -n 5 --prefix 4,4
    """

    puzzle = argument("PUZZLE", options.PUZZLE_HELP)
    limit = number("N", "The first N solutions only.", "-n", least=1)
    prefix = text("N,N,…", "Only solutions that begin with these numbers.")
    after = text("N,N,…", "Only solutions after this grid (all its numbers).")
    draw = flag("Draw the solutions as grids.")
    deduce = options.deduce("full")
    as_json = options.as_json
    reading = options.reading

    def run(self) -> int:
        """Print the solutions as they are found."""
        puzzle, task = puzzle_to_list(self.puzzle, self.reading, self.deduce)
        if self.prefix is not None:
            task = with_prefix(task, _numbers(self.prefix, "--prefix"))
        start = None if self.after is None else _numbers(self.after, "--after")
        if start is not None and len(start) != task.board.size:
            message = f"--after needs all {task.board.size} numbers of a grid, not {len(start)}"
            raise InputError(message, code="bad-filling")
        limit = None if self.limit is None else min(self.limit, sys.maxsize)
        code = Exit.NO
        for filling in islice(placements.fillings(task, after=start), limit):
            code = Exit.DONE
            if self.as_json:
                from workbench.texts.rows import ListRow

                print_row(ListRow(filling=shape(task.board, filling)))
            else:
                print_filling(puzzle, filling, draw=self.draw)
        return code


def puzzle_to_list(name: str, reading: Reading, deduce: str) -> tuple[Puzzle, Task]:
    """The puzzle of a name, and the task of counting its solutions.

    Raises:
        InputError: if it can't be read, is of another game, or has a rule that is not supported.
    """
    level = level_of(deduce)
    source = source_of(name)
    puzzle = open_one(source, reading).fillomino("list").puzzle
    return puzzle, task_of(source.name, puzzle, level, "`fillomino solve --limit`")


def print_filling(puzzle: Puzzle, filling: Filling, *, draw: bool) -> None:
    """Print a filling as a grid, or as a line of numbers in the order of the cells."""
    print(drawn(puzzle, filling, colour=coloured()) if draw else ",".join(map(str, filling)))


def _numbers(text: str, option: str) -> Filling:
    """Return the numbers of an option, separated by commas or blanks."""
    parts = re.split(r"[,\s]+", text.strip(", \t"))
    if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        raise InputError(f"{option} takes numbers with commas between them, such as 1,2,2, not {text!r}")
    return tuple(map(int, parts))
