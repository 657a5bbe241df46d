"""``fillomino table`` and ``fillomino space``: how much there is to count."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from itertools import product

from fillomino.board import rectangle
from fillomino.counting.methods import count
from fillomino.counting.methods import spaces as spaces_of
from fillomino.counting.task import Task, bare
from fillomino.deduction.levels import level_of
from fillomino.errors import InputError
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row, unread_line
from workbench.cli.options import argument, number
from workbench.cli.output import tell_error, worst
from workbench.fillomino.counting import task_of
from workbench.texts.inputs import open_one, sources

OTHERS_TRY = """\
  The frontier method tries no grid: it goes through the states of the frontier;
  placements goes through the solutions and the beginnings that have room."""

OURS = "ours"
"""The source of a number that we found in no table."""

HEAD = """\
| rows | columns | solutions | of all grids | naive: grids | partitions: grids | known from |
| --- | --- | --- | --- | --- | --- | --- |"""


class Table(Command):
    """Count the solutions of all boards without clues up to a size.

    For each: solutions, their share of all grids, the grids that two other methods would try, and where the
    number is published. More: docs/counting.md.

    \b
    Examples:
      fillomino table 3x4
      fillomino table 4x4 --max-region 3
    """

    size = argument("HxW", "The most rows and columns, such as 3x4.")
    max_region = number("K", "Regions of at most so many cells, and no larger numbers in a grid.", least=1)
    as_json = options.as_json

    def run(self) -> int:
        """Print a line for each board."""
        match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", self.size)
        if match is None:
            raise InputError(f"HxW is rows x columns, as in 4x4, not {self.size!r}", code="bad-option")
        if not self.as_json:
            print(HEAD)
        heights, widths = (range(1, int(most) + 1) for most in match.groups())
        for height, width in product(heights, widths):
            task = bare(rectangle(height, width), self.max_region)
            space, fillings = spaces_of(task), count(task)
            validity = Decimal(fillings) / space["naive"]
            source = _source(height, width) if self.max_region is None else OURS
            with every_digit():
                if self.as_json:
                    from workbench.texts.rows import TableRow

                    row = TableRow(
                        rows=height,
                        columns=width,
                        fillings=fillings,
                        validity=float(validity),
                        space=space,
                        source=source,
                    )
                    print_row(row)
                else:
                    grids = number_text(space["naive"]), number_text(space["partitions"])
                    cells = map(str, (height, width, fillings, f"{validity:.3g}", *grids, source))
                    print(f"| {' | '.join(cells)} |")
        return Exit.DONE


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


class Space(Command):
    """Print how many grids each method of counting would try for a puzzle or board.

    \b
    Example:
      fillomino space 4x4
    """

    puzzles = options.puzzles
    deduce = options.deduce("full")
    as_json = options.as_json
    reading = options.reading

    def run(self) -> int:
        """Print the numbers of each puzzle."""
        level = level_of(self.deduce)
        codes: list[int] = [Exit.DONE]
        for source in sources(self.puzzles):
            try:
                puzzle = open_one(source, self.reading).fillomino("space").puzzle
                task = task_of(source.name, puzzle, level, "`fillomino count --method solver`")
            except InputError as error:
                codes.append(Exit.BAD_INPUT)
                tell_error(error)
                if self.as_json:
                    print(unread_line(source.name, str(error), error.code))
            else:
                self._print(source.name, task)
        return worst(codes)

    def _print(self, name: str, task: Task) -> None:
        spaces = spaces_of(task)
        if self.as_json:
            from workbench.texts.rows import SpaceRow

            with every_digit():
                print_row(SpaceRow(puzzle=name, space=spaces))
            return
        labels = {method: number_text(number) for method, number in spaces.items()}
        width = max(map(len, labels.values()))
        print(f"{name}: grids to try")
        for method, label in labels.items():
            print(f"  {method:<10}  {label:>{width}}")
        print(OTHERS_TRY)
