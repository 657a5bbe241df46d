"""``fillomino encode``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import (
    Basic,
    Checkered,
    DeduceLevel,
    Drop,
    EncodingName,
    From,
    Logic,
    Only,
    Output,
    Puzzles,
)


def command(
    puzzles: Puzzles,
    encoding: EncodingName = "forest",
    flavour: Annotated[
        str,
        typer.Option("--flavour", "-f", metavar="F", help="driver, benchmark, core or commented; see below."),
    ] = "driver",
    logic: Logic = None,
    deduce: DeduceLevel = "full",
    output: Output = None,
    checkered: Checkered = False,
    basic: Basic = False,
    drop: Drop = None,
    only: Only = None,
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
      fillomino encode examples/row.txt -f commented --drop same-root

    The answer of a solver to the flavour driver is read back by `fillomino decode`.
    """
    from encoder.encodings import find_one_shot
    from encoder.render import render
    from encoder.select import family_names, select
    from fillomino.deduction.engine import Level
    from fillomino.deduction.engine import deduce as deduced
    from fillomino.errors import InputError
    from workbench.inputs import Variants, open_all, sources
    from workbench.levels import level_of
    from workbench.outputs import file_stems, write_file, write_out

    chosen = select(find_one_shot(encoding), family_names(drop or ()), family_names(only or ()))
    level = level_of(deduce)
    found = sources(puzzles)
    directory = output if output is not None and (output.is_dir() or len(found) > 1) else None
    if output is None and len(found) > 1:
        raise InputError(f"{len(found)} puzzles need a place to go: give a directory with -o DIR")
    stems = file_stems(source.name for source in found)
    for opened, stem in zip(open_all(found, from_, Variants(checkered, basic)), stems, strict=True):
        puzzle = opened.document.puzzle
        candidates = deduced(puzzle, level if chosen.deduces else Level.NONE)
        text = render(chosen.script(puzzle, logic, candidates), flavour)
        if directory is not None:
            write_file(directory / f"{stem}.{chosen.name}.smt2", text)
        else:
            write_out(text, Path(output) if output else None)
