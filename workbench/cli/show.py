"""``fillomino show``."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.report import coloured


@click.command(cls=Command)
@options.puzzle
@click.argument(
    "filling", required=False, metavar="[FILLING]", help="A filling of the puzzle, to draw instead."
)
@click.option("--svg", type=options.PATH, metavar="FILE", help="Write a picture.")
@click.option("--reach", is_flag=True, help="Draw which known groups can reach each open cell.")
@options.checkered
@options.basic
@options.from_
def command(
    *,
    puzzle: str,
    filling: str | None,
    svg: Path | None,
    reach: bool,
    checkered: bool,
    basic: bool,
    from_: str | None,
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
            click.echo(reach_text(its, found), nl=False)
    elif svg is not None:
        write_file(svg, drawn(document.puzzle, numbers))
    else:
        click.echo(text(document.puzzle, numbers, colour=coloured()), nl=False)
