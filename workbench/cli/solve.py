"""``fillomino solve``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import one_way_to_print, typed_options
from workbench.cli.report import complain, reporter
from workbench.methods.table import SMT

if TYPE_CHECKING:
    from fillomino.deduction.engine import Level
    from workbench.certificates.issue import Issuer
    from workbench.inputs import Reading
    from workbench.methods.keep import Keep
    from workbench.methods.method import Method
    from workbench.methods.question import Question
    from workbench.methods.result import Result
    from workbench.portfolio import Portfolio


@click.command(cls=Command)
@click.pass_context
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
    default=SMT,
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
    context: click.Context,
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
    of that alone: nothing is deduced, unless --deduce asks for it. A script that holds its puzzle, as
    those of `encode` do, is solved as it stands, edited or not.

    \b
    Examples:
      fillomino solve @first --unique
      fillomino solve @ -e forest-tight -s z3 --timeout 60 --json
      fillomino solve first.smt2 --solver z3

    Exit code 4 (wrong) where the rules give a solution that encoding or solver denies, and where a
    certificate that was asked for could not be written.
    """
    from contextlib import ExitStack
    from dataclasses import replace
    from functools import cache

    from drivers.solver import require
    from encoder.select import family_names
    from fillomino.errors import InputError
    from fillomino.puzzle import Document
    from workbench.cli.solved import Printer
    from workbench.inputs import Opened, open_one, script_in, sources
    from workbench.levels import level_of
    from workbench.methods.question import Question
    from workbench.methods.result import OUT_OF_MEMORY, Exit, Status, Stopped, worst
    from workbench.methods.table import idle_options, named, smt, why_idle

    alone = named(by, SMT, deduce=deduce) if by != SMT else None
    one_way_to_print(as_json=as_json, plain=plain)
    idle = typed_options(context, idle_options(by)) if alone else []
    if idle:
        raise InputError(f"--by {by} {why_idle(by)}: leave out {', '.join(idle)}, or --by")
    if prove_by not in ("solver", "counting"):
        raise InputError(f"--prove-by is solver or counting, not {prove_by!r}")
    if prove_by == "counting" and not unique:
        raise InputError("--prove-by counting proves uniqueness: give --unique too")
    if portfolio and (alone or prove_by != "solver" or encoding or solver or drop or only or logic):
        raise InputError(
            "--portfolio races whole encodings that it names: leave out --encoding, --solver, --by, "
            "--prove-by, --drop, --only, --logic"
        )
    leave, stay = family_names(drop or ()), family_names(only or ())
    chosen = smt(encoding, solver, logic=logic, deduce=deduce, drop=leave, only=stay)
    if chosen.level and not chosen.encoding.deduces:
        complain(f"{chosen.encoding.name} makes no use of deduction, so there is none")
    question = Question(
        limit=limit,
        unique=unique,
        by_counting=prove_by == "counting",
        seconds=timeout,
        memory_mib=memory,
        keep=_keep(keep) if keep else None,
    )
    method: Method = alone or chosen

    @cache
    def version() -> str:
        from drivers.runner import version as version_of

        return version_of(chosen.solver, question.limits)

    def with_version(result: Result) -> Result:
        """With the version of the solver, which is asked for only where it is of interest."""
        if alone or result.version is not None or result.without_solver:
            return result
        return replace(result, version=version())

    found, (from_, variants) = sources(puzzles), reading
    codes: list[int] = []
    with ExitStack() as stack:
        ahead = level_of(deduce or "ahead")
        racing = stack.enter_context(_racing(portfolio, ahead, question)) if portfolio else None
        issuer = _issuer(certificate, question) if certificate else None
        if alone:
            alone.facts()  # an extra that is missing is reported before all puzzles
        elif not racing:
            require(chosen.solver)
            method = replace(chosen, version=version()) if as_json else chosen
        report = stack.enter_context(reporter(found))
        printer = Printer(report, method, question, many=len(found) > 1, plain=plain, as_json=as_json)
        for source in found:
            its = method
            try:
                data = source.read()
                written = script_in(source, data)
                if written is not None:
                    _refuse(context, source.name, bool(racing or alone))
                    from workbench.methods.scripts import in_words, method_of, read_to_solve

                    script = read_to_solve(written, source.name)
                    its = method_of(script, solver)
                    opened = Opened(source.name, Document(script.puzzle), 0.0, source.path)
                else:
                    opened = open_one(source, from_, variants, data)
            except InputError as error:
                codes.append(Exit.BAD_INPUT)
                printer.unread(source.name, error)
                continue
            puzzle = opened.document.puzzle
            try:
                if written is not None:
                    result = in_words(its.run(opened.name, puzzle, question))
                elif racing is not None:
                    result = racing.solve(opened.name, puzzle)
                else:
                    result = method.run(opened.name, puzzle, question)
            except Stopped as stopped:
                if stopped.result.fillings:
                    printer.result(puzzle, with_version(stopped.result.read_in(opened.seconds)))
                raise
            except MemoryError as error:
                result = method.without_solution(opened.name, Status.UNKNOWN, str(error) or OUT_OF_MEMORY)
            codes.append(result.exit_code(unique_wanted=unique))
            result = with_version(result.read_in(opened.seconds))
            try:
                issued = issuer.issue(puzzle, result) if issuer is not None else None
            except KeyboardInterrupt:
                printer.result(puzzle, result)
                raise
            printer.result(puzzle, result, issued)
            if issued is not None and not issued.files:
                codes.append(Exit.SOLVER_FAILED)
    raise click.exceptions.Exit(worst(codes))


def _refuse(context: click.Context, name: str, otherwise: bool) -> None:
    """Refuse options that a script leaves no choice of.

    Raises:
        InputError: if one was given.
    """
    from fillomino.errors import InputError

    given = typed_options(context, ("encoding", "logic", "deduce", "drop", "only", "reading"))
    if given or otherwise:
        which = ", ".join(given) or "--by and --portfolio"
        raise InputError(f"a script is solved as it is, by a --solver; leave out {which}", source=name)


def _racing(names: str, level: Level, question: Question) -> Portfolio:
    from workbench.portfolio import Portfolio, contenders

    return Portfolio(contenders(names), level, question)


def _issuer(directory: Path, question: Question) -> Issuer:
    from workbench.certificates.issue import Issuer

    return Issuer(directory, question.limits)


def _keep(directory: Path) -> Keep:
    from workbench.methods.keep import Keep

    return Keep(directory)
