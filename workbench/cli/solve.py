"""``fillomino solve``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.options import one_way_to_print
from workbench.cli.report import complain, reporter

if TYPE_CHECKING:
    from pathlib import Path

    from workbench.certificates.produce import Issuer
    from workbench.methods.question import Question
    from workbench.texts.inputs import Reading


@click.command(cls=Command)
@options.puzzles
@click.option(
    "--encoding",
    "-e",
    metavar="E",
    help="The encoding, or cmd:PROGRAM; see `fillomino encodings --help`.  [cuts]",
)
@click.option("--solver", "-s", metavar="S", help=f"The solver; see `fillomino solvers`.  [{options.FIRST}]")
@click.option(
    "--by",
    default="smt",
    metavar="METHOD",
    help="Through SMT-LIB, by guessing (backtracking:HEURISTIC), by the rules of `deduce` alone, "
    "or by another paradigm (docs/paradigms.md), some of which take a number of threads: clingo:4.",
)
@options.logic
@options.deduce_to_solve
@click.option(
    "--portfolio",
    metavar="auto|E:S,E:S…",
    help="Race encodings and solvers, each on a core of its own; the first checked answer counts. "
    "Either may be a program, without commas: cmd:PROGRAM:smt:PROGRAM.",
)
@options.seconds(
    "--timeout", help="Seconds per puzzle: our CPU time, then the solver by the clock; else no limit."
)
@options.mib("--memory", help="Memory of a solver process; else no limit.")
@click.option("--unique", is_flag=True, help="Prove or refute that the filling is the only one.")
@click.option(
    "--prove-by",
    default="solver",
    metavar="solver|counting",
    help="With --unique: what proves that there is no other.",
)
@click.option("--limit", type=click.IntRange(min=1), default=1, metavar="N", help="Find up to N fillings.")
@options.as_json
@options.plain
@click.option(
    "--keep",
    type=options.PATH,
    metavar="DIR",
    help="Leave scripts that repeat each run, or check what was deduced.",
)
@click.option(
    "--certificate",
    type=options.PATH,
    metavar="DIR",
    help="Write a certificate of the verdict, for a checker of its own.",
)
@options.drop
@options.reading
def command(
    *,
    puzzles: tuple[str, ...],
    encoding: str | None,
    solver: str | None,
    by: str,
    logic: str | None,
    deduce: str | None,
    portfolio: str | None,
    timeout: float | None,
    memory: int | None,
    unique: bool,
    prove_by: str,
    limit: int,
    as_json: bool,
    plain: bool,
    keep: Path | None,
    certificate: Path | None,
    drop: list[str],
    only: list[str],
    reading: Reading,
) -> None:
    """Solve puzzles through a solver, and print the grids.

    Each filling is checked by the rules before it is believed. With neither --encoding nor --solver the
    fastest way is taken: deduction, and `cuts` for what it leaves open. Naming either asks for the work
    of that alone: nothing is deduced, unless --deduce asks for it. A script is solved as it stands, edited or
    not: if it holds its puzzle, as those of `encode` do, the grid is printed, else verdict and output.

    \b
    Examples:
      fillomino solve @first --unique
      fillomino solve @ -e forest-tight -s z3 --timeout 60 --json
      fillomino solve first.smt2 --solver z3

    Exit code 4 (wrong) where the rules give a solution that encoding or solver denies (1 for a script,
    which may assert too much), and where a certificate that was asked for could not be written.
    """
    from contextlib import ExitStack

    from fillomino.errors import InputError
    from workbench import Exit, worst
    from workbench.cli.solved import Printer
    from workbench.methods.request import Request, Solving, Subject
    from workbench.methods.result import Stopped
    from workbench.texts.inputs import sources

    one_way_to_print(as_json=as_json, plain=plain)
    request = Request(
        encoding=encoding,
        solver=solver,
        by=by,
        logic=logic,
        deduce=deduce,
        drop=_families(drop),
        only=_families(only),
        portfolio=portfolio,
        limit=limit,
        unique=unique,
        prove_by=prove_by,
        timeout=timeout,
        memory=memory,
        keep=keep,
    )
    named, (from_, variants) = sources(puzzles, scripts=True), reading
    codes: list[int] = []
    with ExitStack() as stack:
        solving = stack.enter_context(Solving(request))
        for note in solving.notes:
            complain(note)
        issuer = _issuer(certificate, solving.question) if certificate else None
        report = stack.enter_context(reporter(named))
        printer = Printer(
            report, solving.method, solving.question, many=len(named) > 1, plain=plain, as_json=as_json
        )
        for source in named:
            try:
                subject = solving.read(source, from_, variants)
            except InputError as error:
                codes.append(Exit.BAD_INPUT)
                printer.unread(source.name, error)
                continue
            if not isinstance(subject, Subject):
                if issuer is not None:
                    message = "this script holds no puzzle to certify: leave out --certificate"
                    raise InputError(message, source=source.name, code="option-conflict")
                result = solving.run(subject)
                codes.append(result.exit_code())
                printer.script(subject, result)
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
            if issued is not None and not issued.files:
                codes.append(Exit.SOLVER_FAILED)
    raise click.exceptions.Exit(worst(codes))


def _families(named: list[str]) -> tuple[str, ...]:
    """The families that were named, some of them together."""
    if not named:
        return ()
    from encoder.select import family_names

    return tuple(family_names(named))


def _issuer(directory: Path, question: Question) -> Issuer:
    from workbench.certificates.produce import Issuer

    return Issuer(directory, question.limits)
