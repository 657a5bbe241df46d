"""The table of solutions of all boards up to a size, for ``fillomino count --table``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from itertools import product

from fillomino.board import rectangle
from fillomino.counting.methods import count, spaces
from fillomino.counting.task import bare
from fillomino.errors import InputError
from workbench.cli.command import print_row
from workbench.texts.inputs import Reading

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
    match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", size)
    if match is None:
        raise InputError(f"--table is rows x columns, as in 4x4, or space; not {size!r}", code="bad-option")
    if reading.basic or reading.checkered:
        message = "--table supports only the rule max-region=K: leave out others"
        raise InputError(message, code="option-conflict")
    if not as_json:
        print(HEAD)
    heights, widths = (range(1, int(most) + 1) for most in match.groups())
    for height, width in product(heights, widths):
        task = bare(rectangle(height, width), reading.largest_region)
        space, fillings = spaces(task), count(task)
        validity = Decimal(fillings) / space["naive"]
        source = _source(height, width) if reading.largest_region is None else OURS
        with every_digit():
            if as_json:
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
