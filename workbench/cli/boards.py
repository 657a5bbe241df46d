"""The shapes of boards, for ``fillomino show --boards``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from fillomino.board import Board
from fillomino.boards import BOARDS
from fillomino.boards.rectangular import RECTANGLE
from fillomino.puzzle import Puzzle
from fillomino.render.text import text
from fillomino.words import counted
from workbench.texts.inputs import board_of

if TYPE_CHECKING:
    from workbench.texts.rows import BoardRow


def show_boards(specs: Sequence[str], *, as_json: bool) -> None:
    """List the shapes of boards, each with the way to write it and a small drawing; or draw some boards.

    The cells are numbered in the order in which files list them, from 1; SMT-LIB symbols count from 0, on
    rectangles also the holes. Beyond a seam (dashed), where sides are joined, stand the cells across it
    once more. Names of cells are rows and columns: r1c2, z1r1c2 in a box.

    Args:
        specs: boards to draw instead: ``torus:8x8``, or puzzle files.
        as_json: whether to print a row of JSON for each.
    """
    parts = []
    for spec in specs or [family.example for family in BOARDS]:
        board = board_of(spec)
        grammar, title = _family(spec)
        if as_json:
            click.echo(_row(spec, board, grammar, title).to_line())
            continue
        heading = f"{spec}, {counted(board.size, 'cell')}:"
        if not specs:
            heading = f"{grammar}\n  {title}\n  {heading}"
        drawn = text(Puzzle(board, {cell: cell + 1 for cell in range(board.size)}))
        parts.append(f"{heading}\n\n{drawn}")
    if parts:
        click.echo("\n".join(parts), nl=False)


def _family(spec: str) -> tuple[str, str]:
    """The way to write boards of this shape, and what they are."""
    name = spec.partition(":")[0].strip().lower()
    name = RECTANGLE.name if name[:1].isdigit() else name
    known = ((family.grammar, family.title) for family in BOARDS if family.name == name)
    return next(known, (spec, "the board of a puzzle file"))


def _row(spec: str, board: Board, grammar: str, title: str) -> BoardRow:
    from workbench.texts.rows import BoardRow

    row = BoardRow(
        board=spec,
        grammar=grammar,
        title=title,
        cells=list(board.names),
        links=[[board.names[x], board.names[y]] for x, y in board.links()],
    )
    if board.grid is not None:
        row.rows = [[c if c is None else board.names[c] for c in r] for r in board.grid.rows()]
    return row
