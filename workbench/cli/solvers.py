"""``fillomino solvers``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import Json

if TYPE_CHECKING:
    from drivers.solver import Solver
    from workbench.rows import SolverCheckRow, SolverRow


def command(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SOLVER...]", help="Only these: names, or smt:PROGRAM.", show_default=False),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Run the conformance tests on them, and print what holds.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List the solvers: where each is from, whether it is installed, its version, or how to get it.

    \b
    Wherever a solver is chosen (--solver), it can be
      NAME                  one of this list
      'smt:PROGRAM ARG...'  any program that reads SMT-LIB 2 on standard input and prints
                            answers; with {file} among its arguments it gets a file instead
      'NAME=smt:PROGRAM ARG...'  the same, under a name for tables, files and keys
      dimacs:PROGRAM        any SAT solver that reads DIMACS on standard input

    With --check the verdicts, values, errors, limits and sessions of a solver are tested, one line each:
    yes, no (it lacks that, and the answer is no verdict), WRONG, or - (not claimed by its record).

    \b
    Examples:
      fillomino solvers
      fillomino solvers --check z3
      fillomino solvers --check 'smt:yices-smt2 --incremental'
      fillomino solve examples/row.txt -s 'smt:z3 -in' -e forest

    \b
    A name can also stand in a file, as
      [nightly]
      like = "z3"                             # optional: its quirks and options
      command = ["build/z3", "-in", "-smt2"]  # a path is seen from the file's folder
      session = ["build/z3", "-in", "-smt2"]  # optional: it holds incremental sessions
      time_limit = ["-T:{seconds}"]           # optional, as are seed and logics
      seed = ["smt.random_seed={seed}"]
      logics = ["QF_LIA", "QF_BV"]

    The file is the one that the environment variable FILLOMINO_SOLVERS names, else solvers.toml in the
    working folder, else ~/.config/fillomino/solvers.toml. A program in it is only run where its name is
    given; this list asks those of the working folder for no version until they are named.

    \b
    Keys of --json: name, title, source, installed, path, version, session, install; with --check
    a line for each check: solver, check, title, outcome (holds, lacks, wrong, left_out), why,
    essential.

    Exit code of --check: 0 if the solver can be used, 1 if something is wrong or essential is lacking.
    """
    from drivers.solvers import every, find
    from fillomino.errors import InputError

    if check:
        if not names:
            raise InputError("name the solvers to check: fillomino solvers --check SOLVER")
        fit = [_check(find(name), as_json=as_json, titled=len(names) > 1) for name in names]
        raise typer.Exit(0 if all(fit) else 1)
    listed = [find(name) for name in names] if names else list(every())
    rows = [_row(solver, asked=bool(names)) for solver in listed]
    if as_json:
        for row in rows:
            typer.echo(json.dumps(row))
        return
    width = max(len(solver.name) for solver in listed)
    for row in rows:
        state = f"{row['version']}, {row['path']}" if row["installed"] else f"not installed: {row['install']}"
        typer.echo(f"{row['name']:<{width}}  {state}")
        typer.echo(f"{'':<{width}}  {row['title']}, {row['source']}")


def _row(solver: Solver, *, asked: bool) -> SolverRow:
    """Describe a solver for the list; one of a file in the working folder is run only if it was asked for."""
    from drivers.errors import DriverError
    from drivers.runner import version
    from drivers.solver import holds_sessions, installed, locate
    from drivers.solvers import source

    path = locate(solver)
    shown = None
    if path is not None:
        try:
            shown = version(solver) if asked or not _from_working_folder(solver) else "version not asked"
        except DriverError as error:
            shown = str(error)
    taken = installed(solver)
    return {
        "name": solver.name,
        "title": taken.title if taken is not None and solver.fallback is not None else solver.title,
        "source": source(solver),
        "installed": path is not None,
        "path": str(path) if path else None,
        "version": shown,
        "session": holds_sessions(solver),
        "install": None if path else solver.install or f"there is no program {solver.executable}",
    }


def _from_working_folder(solver: Solver) -> bool:
    from drivers.solvers import FILE_NAME

    return solver.origin.startswith(f"{FILE_NAME}:")


def _check(solver: Solver, *, as_json: bool, titled: bool) -> bool:
    """Print the results of the conformance tests as they come; returns whether the solver can be used."""
    from drivers.conformance import conformance
    from drivers.runner import version
    from drivers.solver import COMMAND_LINE, FILE

    if titled and not as_json:
        typer.echo(f"{solver.name}: {version(solver)}")
    fit = True
    for result in conformance(solver):
        fit = fit and not result.disqualifies
        if as_json:
            row: SolverCheckRow = {
                "solver": solver.name,
                "check": result.check.name,
                "title": result.check.title,
                "outcome": result.grade.name.lower(),
                "why": result.why or None,
                "essential": result.check.essential,
            }
            typer.echo(json.dumps(row))
        else:
            why = f": {result.why}" if result.why else ""
            typer.echo(f"{result.grade:<5} {result.check.title}{why}")
    if not fit and not as_json and solver.origin == COMMAND_LINE and FILE not in " ".join(solver.arguments):
        typer.echo(
            f"{solver.name} is given scripts on standard input; a program that reads a file has {FILE}"
        )
        typer.echo(f"where its path belongs: --check '{solver.name} {FILE}'")
    return fit
