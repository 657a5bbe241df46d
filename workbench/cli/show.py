"""``fillomino show``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import Basic, Checkered, From, Puzzle
from workbench.cli.report import coloured


def command(
    puzzle: Puzzle,
    filling: Annotated[
        str | None, typer.Argument(metavar="[FILLING]", help="A filling of the puzzle, to draw instead.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write a picture.")] = None,
    reach: Annotated[
        bool, typer.Option("--reach", help="Draw which known groups can reach each open cell.")
    ] = False,
    checkered: Checkered = False,
    basic: Basic = False,
    from_: From = None,
) -> None:
    """Draw a puzzle, or a filling of it, as text or as an SVG picture.

    A file in which every cell holds a number is drawn as a filling, with its regions.

    With --reach each known group that is not complete has a letter beside its number, and each open cell
    the letters of the groups that can grow to it; a FILLING adds the numbers that it holds to the clues.

    \b
    Examples:
      fillomino show examples/first.txt
      fillomino show examples/first.txt first.answer --svg first.svg
      fillomino show examples/first.txt --reach
    """
    from dataclasses import replace

    from fillomino import formats
    from fillomino.deduction.reach_map import reach_map
    from fillomino.render.reach import reach_svg, reach_text
    from fillomino.render.svg import svg as drawn
    from fillomino.render.text import text
    from workbench.inputs import Variants, puzzle_of, text_of
    from workbench.outputs import check_apart, write_file

    opened = puzzle_of(puzzle, from_, Variants(checkered, basic))
    check_apart([svg], [opened.path, filling])
    document = opened.document
    board, numbers = document.puzzle.board, None
    if filling is not None:
        content, name = text_of(filling)
        numbers = formats.read_filling(content, board, source=name)
    elif not document.puzzle.empty_cells:
        numbers = tuple(document.puzzle.clues[cell] for cell in range(board.size))
    if reach:
        its = document.puzzle
        if filling is not None and numbers is not None:
            known = {cell: number for cell, number in enumerate(numbers) if number}
            its = replace(its, clues=known, unknown=its.unknown - known.keys())
        found = reach_map(its)
        if svg is not None:
            write_file(svg, reach_svg(its, found))
        else:
            typer.echo(reach_text(its, found), nl=False)
    elif svg is not None:
        write_file(svg, drawn(document.puzzle, numbers))
    else:
        typer.echo(text(document.puzzle, numbers, colour=coloured()), nl=False)
