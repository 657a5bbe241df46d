"""``fillomino boards``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fillomino.board import Board
from fillomino.boards import BOARDS, RECTANGLE
from fillomino.errors import counted
from fillomino.puzzle import Puzzle
from fillomino.render.box_drawing import text as drawn
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.options import arguments
from workbench.texts.inputs import board_of

if TYPE_CHECKING:
    from workbench.texts.rows import BoardRow


class Boards(Command):
    """List the shapes of boards, each with the way to write it and a small drawing; or draw some boards.

    The cells are numbered in the order in which files list them, from 1; SMT-LIB symbols count from 0, on
    rectangles also the holes. Beyond a seam (dashed), where sides are joined, stand the cells across it
    once more. Names of cells are rows and columns: r1c2, z1r1c2 in a box.

    \b
    Examples:
      fillomino boards
      fillomino boards hexagon:4 moebius:3x8
      fillomino boards torus:3x3 --json
    """

    boards = arguments("[BOARD...]", "Boards to draw, such as torus:8x8, or puzzle files.")
    as_json = options.as_json

    def run(self) -> int:
        """Draw each board, or print a row of JSON for it."""
        parts = []
        for spec in self.boards or [family.example for family in BOARDS]:
            board = board_of(spec)
            grammar, title = _family(spec)
            if self.as_json:
                print_row(_row(spec, board, grammar, title))
                continue
            heading = f"{spec}, {counted(board.size, 'cell')}:"
            if not self.boards:
                heading = f"{grammar}\n  {title}\n  {heading}"
            numbered = drawn(Puzzle(board, {cell: cell + 1 for cell in range(board.size)}))
            parts.append(f"{heading}\n\n{numbered}")
        if parts:
            print("\n".join(parts), end="")
        return Exit.DONE


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
