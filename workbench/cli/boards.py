"""``fillomino boards``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from workbench.cli import options
from workbench.cli.command import Command

if TYPE_CHECKING:
    from workbench.rows import BoardRow


@click.command(cls=Command)
@click.argument(
    "specs", nargs=-1, metavar="[BOARD...]", help="Draw these boards instead: torus:8x8, or a puzzle file."
)
@options.as_json
def command(
    *,
    specs: tuple[str, ...],
    as_json: bool,
) -> None:
    """List the shapes of boards, each with the way to write it and a small drawing.

    The cells are numbered in the order in which files list them, from 1; SMT-LIB symbols count from 0,
    on rectangles also the holes. Beyond a seam (dashed), where sides
    are joined, stand the cells across it once more. Names of cells are rows and columns: r1c2, z1r1c2
    in a box.

    \b
    Examples:
      fillomino boards
      fillomino boards hexagon:4 moebius:3x8
      fillomino boards torus:4x4 --json

    With --json each board gives one line with the keys board, grammar, title, cells (their
    names), links and, where it has rows, rows.
    """
    from fillomino.board import Board
    from fillomino.boards import BOARDS
    from fillomino.boards.rectangular import RECTANGLE
    from fillomino.puzzle import Puzzle
    from fillomino.render.text import text
    from fillomino.words import counted
    from workbench.inputs import board_of

    def family(spec: str) -> tuple[str, str]:
        name = spec.partition(":")[0].strip().lower()
        name = RECTANGLE.name if name[:1].isdigit() else name
        return next(
            ((f.grammar, f.title) for f in BOARDS if f.name == name), (spec, "the board of a puzzle file")
        )

    def drawn(board: Board) -> str:
        return text(Puzzle(board, {cell: cell + 1 for cell in range(board.size)}))

    chosen = specs or [f.example for f in BOARDS]
    parts = []
    for spec in chosen:
        board = board_of(spec)
        grammar, title = family(spec)
        if as_json:
            row: BoardRow = {
                "board": spec,
                "grammar": grammar,
                "title": title,
                "cells": list(board.names),
                "links": [[board.names[x], board.names[y]] for x, y in board.links()],
            }
            if board.grid is not None:
                row["rows"] = [[c if c is None else board.names[c] for c in r] for r in board.grid.rows()]
            click.echo(json.dumps(row))
        else:
            count = counted(board.size, "cell")
            heading = f"{grammar}\n  {title}\n  {spec}, {count}:" if not specs else f"{spec}, {count}:"
            parts.append(f"{heading}\n\n{drawn(board)}")
    if parts:
        click.echo("\n".join(parts), nl=False)
