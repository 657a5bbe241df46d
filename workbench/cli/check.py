"""``fillomino check``."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from workbench.cli.options import Basic, Checkered, From, Json, Puzzle


def command(
    puzzle: Puzzle,
    filling: Annotated[
        str, typer.Argument(metavar="FILLING", help="A file with a number for each cell, or -.")
    ],
    as_json: Json = False,
    checkered: Checkered = False,
    basic: Basic = False,
    from_: From = None,
) -> None:
    """Check a filling against the rules, and name what is broken.

    A filling is rows of numbers (with or without the first line of the plain format), a
    puzzle file that holds its answer, a line of `fillomino solve --json`, or lines
    "name = number" for a board without rows.

    \b
    Example:
      fillomino solve examples/first.txt --plain > first.answer
      fillomino check examples/first.txt first.answer
    """
    from fillomino import formats
    from fillomino.rules import violations
    from workbench.inputs import Variants, puzzle_of, text_of
    from workbench.methods.result import Exit

    opened = puzzle_of(puzzle, from_, Variants(checkered, basic))
    board = opened.document.puzzle.board
    content, name = text_of(filling)
    numbers = formats.read_filling(content, board, source=name)
    broken = violations(opened.document.puzzle, numbers)
    if as_json:
        rows = [
            {
                "name": violation.name,
                "cells": [board.names[cell] for cell in violation.cells],
                "numbers": list(violation.numbers),
                "text": violation.text,
            }
            for violation in broken
        ]
        typer.echo(json.dumps({"puzzle": opened.name, "filling": name, "violations": rows}))
    else:
        typer.echo(
            "".join(f"{v.name}: {v.text}\n" for v in broken) or "the filling keeps every rule\n", nl=False
        )
    raise typer.Exit(Exit.NO if broken else Exit.DONE)
