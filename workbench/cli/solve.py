"""``fillomino solve``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drivers.solvers import DEFAULT
from workbench.cli.options import (
    Basic,
    Checkered,
    DeduceToSolve,
    Drop,
    From,
    Json,
    LargestRegion,
    Logic,
    Only,
    Plain,
    Puzzles,
    mib,
    one_way_to_print,
    seconds,
)
from workbench.cli.report import complain, reporter
from workbench.methods.table import NAMED, SMT

if TYPE_CHECKING:
    from workbench.certificates.issue import Issuer
    from workbench.methods.question import Question


def command(
    puzzles: Puzzles,
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding",
            "-e",
            metavar="E",
            help="The encoding, or cmd:PROGRAM; see `fillomino encodings --help`.  [cuts]",
        ),
    ] = None,
    solver: Annotated[
        str | None,
        typer.Option(
            "--solver", "-s", metavar="S", help=f"The solver; see `fillomino solvers`.  [{DEFAULT.name}]"
        ),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="|".join((SMT, *NAMED)),
            help="Through SMT-LIB, by guessing (backtracking:HEURISTIC), by the rules of `deduce` alone, "
            "or by another paradigm (docs/paradigms.md), some of which take a number of threads: clingo:4.",
        ),
    ] = SMT,
    logic: Logic = None,
    deduce: DeduceToSolve = None,
    portfolio: Annotated[
        str | None,
        typer.Option(
            metavar="auto|E:S,E:S…",
            help="Race encodings and solvers, each on a core of its own; the first checked answer counts. "
            "Either may be a program, without commas: cmd:PROGRAM:smt:PROGRAM.",
        ),
    ] = None,
    timeout: Annotated[
        float | None,
        seconds("Seconds per puzzle: our CPU time, then the solver by the clock; else no limit."),
    ] = None,
    memory: Annotated[int | None, mib("Memory of a solver process; else no limit.")] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="Prove or refute that the filling is the only one.")
    ] = False,
    prove_by: Annotated[
        str,
        typer.Option(metavar="solver|counting", help="With --unique: what proves that there is no other."),
    ] = "solver",
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Find up to N fillings.")] = 1,
    as_json: Json = False,
    plain: Plain = False,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Leave scripts that repeat each run, or check what was deduced."),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write a certificate of the verdict, for a checker of its own."),
    ] = None,
    checkered: Checkered = False,
    basic: Basic = False,
    max_region: LargestRegion = None,
    drop: Drop = None,
    only: Only = None,
    from_: From = None,
) -> None:
    """Solve puzzles through a solver, and print the grids.

    Each filling is checked by the rules before it is believed. In the grid, numbers in
    parentheses are clues. With neither --encoding nor --solver the fastest way is taken: deduction,
    and `cuts` for what it leaves open. Naming either asks for the work of that alone: nothing is
    deduced, unless --deduce asks for it. A --portfolio deduces all it can, unless --deduce asks for less.

    \b
    Examples:
      fillomino solve examples/first.txt --unique
      fillomino solve examples/first.txt --unique --prove-by counting
      fillomino solve examples --solver z3 --timeout 60 --json > results.jsonl
      fillomino solve 'https://puzz.link/p?fillomino/5/5/g3h4i2g13g5g35h4i1g'
      fillomino solve examples/first.txt --encoding forest --solver z3 --keep runs
      fillomino solve examples/first.txt --encoding forest-tight --deduce full
      fillomino solve examples/several.txt --limit 10
      fillomino solve examples/twenty.txt --portfolio cuts:yices,forest-bool:z3
      fillomino solve examples/first.txt --by backtracking --unique
      fillomino solve examples/first.txt --by clingo --unique
      fillomino solve examples/first.txt --unique --certificate certificates
      fillomino solve examples/first.txt --encoding forest --drop size-sum
      fillomino solve examples/row.txt --encoding 'cmd:awk -f examples/foreign/distances.awk'
      fillomino encode examples/first.txt -o first.smt2
      fillomino solve first.smt2 --solver z3

    A script that holds its puzzle, as those of `fillomino encode` do, is solved as it stands, edited or
    not: its models are checked by the rules of the puzzle.

    Where a solver finds no solution, or no other, and deduction or backtracking finds one within a
    second, the status is wrong (contradicted: the rules give a solution), exit code 4: the encoding
    or the solver is wrong, not the puzzle.

    With --json each puzzle gives one line with the keys puzzle, status (solved, unsolvable,
    unknown, timeout, failed, wrong), filling, unique, encoding, solver, version, decided_by
    (deduction where that left nothing open, solver, or the method that needs none), open_cells
    (how many deduction left open), asked (how often the solver was), seconds, wall_seconds,
    memory_mib (null if not known) and error; with --limit also fillings and complete. By phase,
    seconds are CPU time (ours, and in solve the solver's), wall_seconds those of the clock. With
    --certificate also certificate: its claim (unique, unsolvable, exactly, filling), files, and why
    there is none.

    A certificate is checked by `fillomino check PUZZLE CERTIFICATE.cnf`, or by the one file
    checker/fillomino_check.py alone. One that there is no other solution needs a SAT solver
    that writes proofs (cadical) where deduction leaves something open.
    """
    from contextlib import ExitStack

    from encoder.select import family_names
    from fillomino.errors import InputError
    from workbench.cli.solved import Printer
    from workbench.inputs import Variants, sources
    from workbench.methods.request import Request, Solving
    from workbench.methods.result import Exit, Stopped, worst

    one_way_to_print(as_json=as_json, plain=plain)
    request = Request(
        encoding=encoding,
        solver=solver,
        by=by,
        logic=logic,
        deduce=deduce,
        drop=tuple(family_names(drop or ())),
        only=tuple(family_names(only or ())),
        portfolio=portfolio,
        limit=limit,
        unique=unique,
        prove_by=prove_by,
        timeout=timeout,
        memory=memory,
        keep=keep,
    )
    found, variants = sources(puzzles), Variants(checkered, basic, max_region)
    codes: list[int] = []
    with ExitStack() as stack:
        solving = stack.enter_context(Solving(request))
        for note in solving.notes:
            complain(note)
        issuer = _issuer(certificate, solving.question) if certificate else None
        report = stack.enter_context(reporter(found))
        printer = Printer(
            report, solving.method, solving.question, many=len(found) > 1, plain=plain, as_json=as_json
        )
        for source in found:
            try:
                subject = solving.read(source, from_, variants)
            except InputError as error:
                codes.append(Exit.BAD_INPUT)
                printer.unread(source.name, error)
                continue
            puzzle = subject.puzzle
            try:
                result = solving.solve(subject)
            except Stopped as stopped:
                if stopped.result.fillings:
                    printer.result(puzzle, stopped.result)
                raise
            codes.append(result.exit_code(unique_wanted=unique))
            try:
                issued = issuer.issue(puzzle, result) if issuer is not None else None
            except KeyboardInterrupt:
                printer.result(puzzle, result)
                raise
            printer.result(puzzle, result, issued)
    raise typer.Exit(worst(codes))


def _issuer(directory: Path, question: Question) -> Issuer:
    from workbench.certificates.issue import Issuer

    return Issuer(directory, question.limits)
