"""``fillomino check``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli import options
from workbench.cli.command import Command

if TYPE_CHECKING:
    from fillomino.puzzle import Puzzle
    from workbench.rows import CertificateRow, CheckRow, ViolationRow


@click.command(cls=Command)
@options.puzzle
@click.argument(
    "filling", metavar="FILLING", help="A file with a number for each cell, or -; or a certificate (.cnf)."
)
@options.as_json
@options.checkered
@options.basic
@options.largest_region
@options.from_
def command(
    *,
    puzzle: str,
    filling: str,
    as_json: bool,
    checkered: bool,
    basic: bool,
    max_region: int | None,
    from_: str | None,
) -> None:
    """Check a filling against the rules, and name what is broken; or check a certificate.

    A filling is rows of numbers (with or without the first line of the plain format), a
    puzzle file that holds its answer, a line of `fillomino solve --json`, or lines
    "name = number" for a board without rows.

    A certificate of `fillomino solve --certificate` is checked by checker/fillomino_check.py, which
    runs by itself and imports nothing of this program: its clauses, and the proof in the
    .lrat file beside them.

    \b
    Examples:
      fillomino solve examples/first.txt --plain > first.answer
      fillomino check examples/first.txt first.answer
      fillomino solve examples/first.txt --unique --certificate certificates
      fillomino check examples/first.txt certificates/first.cnf
    """
    from fillomino import formats
    from fillomino.rules import violations
    from workbench.inputs import Variants, puzzle_of, text_of
    from workbench.methods.result import Exit

    opened = puzzle_of(puzzle, from_, Variants(checkered, basic, max_region))
    board = opened.document.puzzle.board
    if filling.endswith(".cnf"):
        raise click.exceptions.Exit(
            _certificate(opened.document.puzzle, opened.name, filling, as_json=as_json)
        )
    content, name = text_of(filling)
    numbers = formats.read_filling(content, board, source=name)
    broken = violations(opened.document.puzzle, numbers)
    if as_json:
        rows: list[ViolationRow] = [
            {
                "name": violation.name,
                "cells": [board.names[cell] for cell in violation.cells],
                "numbers": list(violation.numbers),
                "text": violation.text,
            }
            for violation in broken
        ]
        row: CheckRow = {"puzzle": opened.name, "filling": name, "violations": rows}
        click.echo(json.dumps(row))
    else:
        click.echo(
            "".join(f"{v.name}: {v.text}\n" for v in broken) or "the filling keeps every rule\n", nl=False
        )
    raise click.exceptions.Exit(Exit.NO if broken else Exit.DONE)


def _certificate(puzzle: Puzzle, name: str, cnf: str, *, as_json: bool) -> int:
    """Check a certificate; return the exit code, which is the checker's own."""
    from workbench.certificates.checking import checked

    code, output = checked(puzzle, Path(cnf))
    lines = output.splitlines()
    if as_json:
        verdict, _, text = (lines[-1] if lines else "").partition(": ")
        row: CertificateRow = {"puzzle": name, "certificate": cnf, "verdict": verdict, "text": text}
        click.echo(json.dumps(row))
    else:
        click.echo(output, nl=False)
    return code
