"""``fillomino count``."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import PUZZLE_HELP, BoardSpec, DeduceLevel, From, Json, MaxRegion, Size
from workbench.cli.report import complain, counting

if TYPE_CHECKING:
    from fillomino.counting.methods import Method
    from fillomino.counting.task import Task


def command(
    puzzles: Annotated[
        list[str] | None, typer.Argument(metavar="[PUZZLE...]", help=PUZZLE_HELP, show_default=False)
    ] = None,
    size: Size = None,
    board: BoardSpec = None,
    max_region: MaxRegion = None,
    method: Annotated[
        str, typer.Option("--method", "-m", metavar="M", help="How to count; see below.")
    ] = "frontier",
    order: Annotated[
        str,
        typer.Option(
            "--order",
            metavar="ORDER",
            help="Cell order: best, rows, columns, diagonals or greedy (frontier).",
        ),
    ] = "best",
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="J", min=1, help="Threads (frontier).")] = 1,
    memory: Annotated[
        int, typer.Option(metavar="MIB", min=1, help="Stop before the states take more (frontier).")
    ] = 4096,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep each finished layer here; go on from it if there is one."),
    ] = None,
    space: Annotated[bool, typer.Option("--space", help="Only say how much each method has to try.")] = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw how much each method tries, by size and by largest region."),
    ] = None,
    deduce: DeduceLevel = "full",
    as_json: Json = False,
    from_: From = None,
) -> None:
    """Count the fillings of a board, or of puzzles.

    A puzzle with exactly one filling is proved unique by this, without SMT. The exit code is
    1 where a puzzle has no filling or several.

    \b
    Methods:
      frontier    cell by cell, counting together what can't be told apart; the default
      placements  every filling, one after the other
      partitions  every permutation of the numbers of every partition of the area
      naive       every grid

    \b
    Examples:
      fillomino count --size 3x3
      fillomino count --size 4x4 --max-region 5 --method placements
      fillomino count --board torus:4x4 --max-region 4
      fillomino count examples/first.txt
      fillomino count --size 3x3 --space
      fillomino count --size 5x5 --checkpoint 5x5.npz --jobs 2
    """
    from fillomino.counting.errors import CountError
    from fillomino.counting.means import Means
    from fillomino.counting.methods import count, find
    from workbench.counting import board_of, tasks
    from workbench.result import Exit, worst

    chosen = find(method)
    if plot is not None:
        from workbench.count_plot import draw

        draw(plot)
        return
    given = board_of(size, board)
    codes: list[int] = []
    for name, task in tasks(puzzles or [], given, max_region, deduce, from_):
        if space:
            typer.echo(_spaces(name, task, as_json))
            continue
        started = perf_counter()
        try:
            with counting(name) as watch:
                means = Means(memory << 20, jobs, checkpoint, watch=watch)
                found = count(task, chosen.name, order=order, means=means)
        except CountError as error:
            complain(f"{name}: {error}")
            codes.append(Exit.NO_ANSWER)
            continue
        codes.append(Exit.DONE if found == 1 or not puzzles else Exit.NO)
        typer.echo(_told(name, found, chosen, perf_counter() - started, as_json))
    raise typer.Exit(worst(codes))


def _told(name: str, found: int, method: Method, seconds: float, as_json: bool) -> str:
    if as_json:
        row = {"puzzle": name, "fillings": found, "method": method.name, "seconds": round(seconds, 6)}
        return json.dumps(row)
    noun = "filling" if found == 1 else "fillings"
    return f"{name}: {found} {noun} ({method.name}, {seconds:.3f} s)"


def _spaces(name: str, task: Task, as_json: bool) -> str:
    from fillomino.counting.methods import METHODS

    spaces = {method.name: method.space(task) for method in METHODS if method.space is not None}
    if as_json:
        return json.dumps({"puzzle": name, "space": spaces})
    lines = [f"{name}: grids to try"]
    for method, number in spaces.items():
        lines.append(f"  {method:<10}  {number:>{max(len(str(n)) for n in spaces.values())}}")
    lines.append("  The frontier method tries no grid: it goes through the states of the frontier;")
    lines.append("  placements goes through the fillings and the beginnings that have room.")
    return "\n".join(lines)
