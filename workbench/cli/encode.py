"""``fillomino encode``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import EncodingName, From, Logic, Output, Puzzles


def command(
    puzzles: Puzzles,
    encoding: EncodingName = "forest",
    flavour: Annotated[
        str,
        typer.Option("--flavour", "-f", metavar="F", help="driver, benchmark, core or commented; see below."),
    ] = "driver",
    logic: Logic = None,
    output: Output = None,
    from_: From = None,
) -> None:
    """Write puzzles as SMT-LIB files for any solver.

    \b
    Flavours:
      driver     asks for a model and its numbers: what `solve` gives a solver
      benchmark  a single query with the headers of benchmark collections
      core       every assertion named, asks for an unsat core
      commented  families titled, formulas in words: for reading

    \b
    Examples:
      fillomino encode examples/first.txt -f commented
      fillomino encode examples/first.txt -o first.smt2 && z3 first.smt2
      fillomino encode examples --logic QF_LIA -o smt2/

    The answer of a solver to the flavour driver is read back by `fillomino decode`.
    """
    from encoder.encodings import find
    from encoder.render import render
    from fillomino.errors import InputError
    from workbench.inputs import open_all, sources
    from workbench.keep import file_stem
    from workbench.outputs import write_file, write_out

    chosen = find(encoding)
    found = sources(puzzles)
    directory = output if output is not None and (output.is_dir() or len(found) > 1) else None
    if output is None and len(found) > 1:
        raise InputError(f"{len(found)} puzzles need a place to go: give a directory with -o DIR")
    for opened in open_all(found, from_):
        text = render(chosen.script(opened.document.puzzle, logic), flavour)
        if directory is not None:
            write_file(directory / f"{file_stem(opened.name)}.{chosen.name}.smt2", text)
        else:
            write_out(text, Path(output) if output else None)
