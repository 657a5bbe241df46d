"""``fillomino list``."""

from __future__ import annotations

import json
import sys
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import (
    PUZZLE_HELP,
    BoardSpec,
    DeduceLevel,
    From,
    Json,
    MaxRegion,
    Size,
    one_way_to_print,
)
from workbench.cli.report import coloured

if TYPE_CHECKING:
    from workbench.rows import ListRow


def command(
    puzzle: Annotated[
        str | None, typer.Argument(metavar="[PUZZLE]", help=PUZZLE_HELP, show_default=False)
    ] = None,
    size: Size = None,
    board: BoardSpec = None,
    max_region: MaxRegion = None,
    prefix: Annotated[
        str | None,
        typer.Option(metavar="N,N,...", help="Only solutions whose first cells hold these; 0 for any."),
    ] = None,
    after: Annotated[
        str | None, typer.Option(metavar="N,N,...", help="Only solutions behind this one (a whole grid).")
    ] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="At most so many.")] = None,
    draw: Annotated[bool, typer.Option("--draw", help="Draw the grids.")] = False,
    deduce: DeduceLevel = "full",
    as_json: Json = False,
    from_: From = None,
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
            typer.echo(json.dumps(row))
        elif draw:
            typer.echo(text(its, filling, colour=coloured()))
        else:
            typer.echo(",".join(map(str, filling)))
    raise typer.Exit(Exit.DONE if found else Exit.NO)
