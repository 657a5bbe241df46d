"""``fillomino list``."""

from __future__ import annotations

import json
import sys
from itertools import islice
from typing import TYPE_CHECKING

import click

from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import PUZZLE_HELP, one_way_to_print
from workbench.cli.report import coloured

if TYPE_CHECKING:
    from workbench.rows import ListRow


@click.command(cls=Command)
@click.argument("puzzle", required=False, metavar="[PUZZLE]", help=PUZZLE_HELP)
@options.size
@options.board
@options.max_region
@click.option("--prefix", metavar="N,N,...", help="Only solutions whose first cells hold these; 0 for any.")
@click.option("--after", metavar="N,N,...", help="Only solutions behind this one (a whole grid).")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most so many.")
@click.option("--draw", is_flag=True, help="Draw the grids.")
@options.deduce("full")
@options.as_json
@options.from_
def command(
    *,
    puzzle: str | None,
    size: str | None,
    board: str | None,
    max_region: int | None,
    prefix: str | None,
    after: str | None,
    limit: int | None,
    draw: bool,
    deduce: str,
    as_json: bool,
    from_: str | None,
) -> None:
    """List the solutions of a puzzle or of a board without clues, in lexicographic order, one a line.

    A line holds the numbers in the order of the cells, with commas; the last line printed is
    what --after takes to go on. Lines come as they are found.

    \b
    Examples:
      fillomino list --size 3x3 --limit 5
      fillomino list --size 3x3 --prefix 4,4
      fillomino list --size 2x3 --after 1,3,3,2,2,3
      fillomino list examples/several.txt --draw
    """
    from fillomino.counting import placements
    from fillomino.counting.task import with_prefix
    from fillomino.errors import InputError
    from fillomino.render.text import text
    from workbench.methods.result import Exit, shape
    from workbench.tasks import board_of, numbers_in, one_task

    one_way_to_print(as_json=as_json, draw=draw)
    its, task = one_task(puzzle, board_of(size, board), max_region, deduce, from_)
    cells = task.board
    if prefix is not None:
        task = with_prefix(task, numbers_in(prefix, "--prefix"))
    start = numbers_in(after, "--after") if after is not None else None
    if start is not None and len(start) != cells.size:
        raise InputError(f"--after needs all {cells.size} numbers of a grid, not {len(start)}")
    found = False
    most = None if limit is None else min(limit, sys.maxsize)
    for filling in islice(placements.fillings(task, after=start), most):
        found = True
        if as_json:
            row: ListRow = {"filling": shape(cells, filling)}
            click.echo(json.dumps(row))
        elif draw:
            click.echo(text(its, filling, colour=coloured()))
        else:
            click.echo(",".join(map(str, filling)))
    raise click.exceptions.Exit(Exit.DONE if found else Exit.NO)
