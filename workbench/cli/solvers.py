"""``fillomino solvers``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivers.backend import version
from drivers.conformance import conformance
from drivers.default_solvers import default_name
from drivers.errors import DriverError
from drivers.solver import COMMAND_LINE, FILE, Solver, holds_sessions, installed, locate
from drivers.solvers import FILE_NAME, YICES, every, find, source
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row

if TYPE_CHECKING:
    from workbench.texts.rows import SolverRow


class Solvers(Command):
    """List the solvers: where each is from, whether it is installed, its version, or how to get it.

    Wherever a solver is chosen, it is one of this list, 'smt:PROGRAM ARG…' (any program that reads SMT-LIB
    2 on standard input, or a file where {file} stands), 'NAME=smt:PROGRAM ARG…', dimacs:PROGRAM (any
    SAT solver), or a name of solvers.toml: docs/solvers.md.

    \b
    Examples:
      fillomino solvers
      fillomino solvers --check 'smt:yices-smt2 --incremental'
      fillomino solve @row -s 'smt:z3 -in' -e forest-tight

    With --check each property that was tested is a line; exit code 1 if something is wrong or essential is
    lacking.
    """

    names = options.arguments("[SOLVER...]", "Only these: names, or smt:PROGRAM.")
    check = options.flag("Run the conformance tests on them, or on all that are here, and print what holds.")
    as_json = options.as_json

    def run(self) -> int:
        """Print the list, or the results of the conformance tests."""
        if self.check:
            chosen = [find(name) for name in self.names]
            chosen = chosen or [solver for solver in every() if installed(solver) is not None]
            fit = [self._check(solver, several=len(chosen) > 1) for solver in chosen]
            return Exit.DONE if all(fit) else Exit.NO
        listed = [find(name) for name in self.names] if self.names else list(every())
        rows = [_row(solver, asked=bool(self.names)) for solver in listed]
        width = max(len(solver.name) for solver in listed)
        for row in rows:
            if self.as_json:
                print_row(row)
                continue
            state = f"{row.version}, {row.path}" if row.installed else f"not installed: {row.install}"
            print(f"{row.name:<{width}}  {state}")
            print(f"{'':<{width}}  {row.title}, {row.source}")
        if not self.names and not self.as_json:
            why = "" if default_name() == YICES.name else f", as {YICES.title} is not installed"
            print(f"Where none is named: {default_name()}{why}.")
        return Exit.DONE

    def _check(self, solver: Solver, *, several: bool) -> bool:
        """Print the results of the conformance tests as they come; returns whether the solver can be used."""
        if several and not self.as_json:
            print(f"{solver.name}: {version(solver)}")
        fit = True
        takes_text = solver.origin == COMMAND_LINE and FILE not in " ".join(solver.arguments)
        for result in conformance(solver):
            fit = fit and not result.disqualifies
            if self.as_json:
                from workbench.texts.rows import SolverCheckRow

                row = SolverCheckRow(
                    solver=solver.name,
                    check=result.check.name,
                    title=result.check.title,
                    outcome=result.grade.name.lower(),
                    why=result.why or None,
                    essential=result.check.essential,
                )
                if takes_text and result.disqualifies:
                    row.instead = f"{solver.name} {FILE}"
                print_row(row)
            else:
                why = f": {result.why}" if result.why else ""
                print(f"{result.grade:<5} {result.check.title}{why}")
        if takes_text and not (fit or self.as_json):
            about = "is given scripts on standard input; a program that reads a file has"
            print(f"{solver.name} {about} {FILE}")
            print(f"where its path belongs: --check '{solver.name} {FILE}'")
        return fit


def _row(solver: Solver, *, asked: bool) -> SolverRow:
    """Describe a solver for the list; one of a file in the working folder is run only if it was asked for."""
    from workbench.texts.rows import SolverRow

    path = locate(solver)
    shown = None
    if path is not None:
        try:
            shown = version(solver) if asked or not _from_working_folder(solver) else "version not asked"
        except DriverError as error:
            shown = str(error)
    taken = installed(solver)
    return SolverRow(
        name=solver.name,
        title=taken.title if taken is not None and solver.fallback is not None else solver.title,
        source=source(solver),
        installed=path is not None,
        path=str(path) if path else None,
        version=shown,
        session=holds_sessions(solver),
        install=None if path else solver.install or f"there is no program {solver.executable}",
    )


def _from_working_folder(solver: Solver) -> bool:
    return solver.origin.startswith(f"{FILE_NAME}:")
