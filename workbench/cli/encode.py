"""``fillomino encode``."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from workbench.cli.options import (
    Basic,
    Checkered,
    DeduceToEncode,
    Drop,
    EncodingName,
    From,
    Logic,
    Only,
    Output,
    Puzzles,
    seconds,
)
from workbench.cli.report import complain
from workbench.flavours import DIMACS, FLAVOURS, written


def command(
    puzzles: Puzzles,
    encoding: EncodingName = "forest",
    flavour: Annotated[
        str,
        typer.Option("--flavour", "-f", metavar="F", help=f"{', '.join(FLAVOURS)}."),
    ] = "driver",
    logic: Logic = None,
    deduce: DeduceToEncode = None,
    status: Annotated[
        float | None,
        seconds("Establish a benchmark's :status, with SEC for each solver.", endless=math.inf),
    ] = None,
    scrambled: Annotated[
        int | None,
        typer.Option("--scramble", metavar="SEED", min=0, help="Write another order and other names."),
    ] = None,
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
      {flavours}

    \b
    Examples:
      fillomino encode examples/first.txt -f commented
      fillomino encode examples/first.txt -o first.smt2 && z3 first.smt2
      fillomino encode examples --logic QF_LIA -o smt2/
      fillomino encode examples -e forest-tight -f benchmark --status 60 -o benchmarks/
      fillomino encode examples/first.txt -e forest-bool -f dimacs -o first.cnf
      fillomino encode examples/row.txt -f commented --drop same-root
      fillomino encode examples/first.txt --scramble 7 -o 7.smt2

    With --status a benchmark says sat if a solver's model of it was decoded and checked, unsat if
    two solvers agree on that, and nothing otherwise.

    With --scramble the file is what `fillomino scramble` makes of it: its names stand in comments
    at the end, where decode reads them with --script. The flavours are driver, benchmark and core.

    The answer of a solver to the flavours driver and dimacs is read back by `fillomino decode`.
    """
    from encoder.encodings.table import find_one_shot
    from encoder.select import family_names, select
    from fillomino.deduction.engine import Level
    from fillomino.deduction.engine import deduce as deduced
    from fillomino.errors import InputError
    from smtlib.render import benchmark
    from smtlib.scramble import scramble
    from workbench.established import status as established
    from workbench.inputs import Variants, open_one, sources
    from workbench.levels import level_of
    from workbench.methods.decided import decided
    from workbench.methods.result import Exit, worst
    from workbench.outputs import check_apart, file_stems, write_out

    if status is not None and flavour != "benchmark":
        raise InputError("--status goes with --flavour benchmark only")
    if scrambled is not None and flavour in ("commented", DIMACS):
        raise InputError(f"--scramble goes with the flavours driver, benchmark and core, not with {flavour}")
    chosen = select(find_one_shot(encoding), family_names(drop or ()), family_names(only or ()))
    level = level_of(deduce or ("none" if drop or only else "full"))
    found = sources(puzzles)
    directory = output if output is not None and (output.is_dir() or len(found) > 1) else None
    if output is None and len(found) > 1:
        raise InputError(f"{len(found)} puzzles need a place to go: give a directory with -o DIR")
    ending = f"{chosen.name}.{'cnf' if flavour == DIMACS else 'smt2'}"
    stems = file_stems(source.name for source in found)
    places = [output if directory is None else directory / f"{stem}.{ending}" for stem in stems]
    check_apart(places, (source.path for source in found))
    variants, codes = Variants(checkered, basic), [Exit.DONE]
    for source, place in zip(found, places, strict=True):
        try:
            puzzle = open_one(source, from_, variants).document.puzzle
        except InputError as error:
            complain(str(error))
            codes.append(Exit.BAD_INPUT)
            continue
        candidates = deduced(puzzle, level if chosen.deduces else Level.NONE)
        script = chosen.script(puzzle, logic, candidates)
        if status is None:
            text = written(script, flavour)
        else:
            known = established(puzzle, chosen, script.logic, level, status)
            if known is None:
                complain(f"{source.name}: its status could not be established within {status:g} s")
            text = benchmark(script, known)
        write_out(scramble(text, scrambled).file if scrambled else text, place)
        if deduce is None and len(found) == 1 and decided(candidates):
            complain("deduction has left nothing open; --deduce none says the whole puzzle")
    raise typer.Exit(worst(codes))


command.__doc__ = (command.__doc__ or "").format(
    flavours="\n      ".join(f"{name:<9}  {title}" for name, title in FLAVOURS.items())
)
