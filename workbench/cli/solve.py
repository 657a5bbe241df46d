"""``fillomino solve``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from drivers.solvers import DEFAULT
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import one_way_to_print, typed_options
from workbench.cli.report import complain, reporter
from workbench.methods.table import NAMED, SMT

if TYPE_CHECKING:
    from fillomino.deduction.engine import Level
    from workbench.certificates.issue import Issuer
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
@click.option("--solver", "-s", metavar="S", help=f"The solver; see `fillomino solvers`.  [{DEFAULT.name}]")
@click.option(
    "--by",
    default=SMT,
    metavar="|".join((SMT, *NAMED)),
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
@options.checkered
@options.basic
@options.largest_region
@options.drop
@options.only
@options.from_
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
    checkered: bool,
    basic: bool,
    max_region: int | None,
    drop: tuple[str, ...],
    only: tuple[str, ...],
    from_: str | None,
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
    from dataclasses import replace
    from functools import cache

    from drivers.solver import require
    from encoder.select import family_names
    from fillomino.errors import InputError
    from fillomino.puzzle import Document
    from workbench.cli.solved import Printer
    from workbench.inputs import Opened, Variants, open_one, script_in, sources
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

    found, variants = sources(puzzles), Variants(checkered, basic, max_region)
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
                    from workbench.texts import in_words, method_of, read_text

                    text = read_text(written, source.name)
                    its = method_of(text, solver)
                    opened = Opened(source.name, Document(text.puzzle), 0.0, source.path)
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
    raise click.exceptions.Exit(worst(codes))


def _refuse(context: click.Context, name: str, otherwise: bool) -> None:
    """Refuse options that a script leaves no choice of.

    Raises:
        InputError: if one was given.
    """
    from fillomino.errors import InputError

    given = typed_options(
        context, ("encoding", "logic", "deduce", "drop", "only", "checkered", "basic", "max_region", "from_")
    )
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
