"""``fillomino lint``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from workbench.cli import options
from workbench.cli.command import Command

if TYPE_CHECKING:
    pass


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE.smt2...", help="SMT-LIB files, or -.")
@options.as_json
def command(
    *,
    files: tuple[str, ...],
    as_json: bool,
) -> None:
    """List what in an SMT-LIB file would trip a solver: all of it, each with its line and column.

    Errors are what no solver takes: lists that are never closed, symbols that are not declared, sorts that
    don't fit, a logic that lacks what is used. Warnings are what some solvers take and others do not,
    with their names, and what can't be meant.

    \b
    Examples:
      fillomino lint first.smt2
      fillomino lint first.smt2 --json
      fillomino encode @row | fillomino lint -

    Exit code 1 if there is an error.
    """
    from smtlib.lint import lint
    from workbench.inputs import text_of
    from workbench.methods.result import Exit

    wrong = False
    for argument in files:
        content, name = text_of(argument, as_it_is=True)
        found = lint(content)
        wrong = wrong or any(finding.error for finding in found)
        for finding in found:
            level: Literal["error", "warning"] = "error" if finding.error else "warning"
            if as_json:
                from workbench.rows import LintRow

                row = LintRow(
                    file=name,
                    line=finding.line,
                    column=finding.column,
                    level=level,
                    kind=finding.kind,
                    text=finding.text,
                )
                click.echo(row.to_line())
            else:
                click.echo(
                    f"{name}:{finding.line}:{finding.column}: {level}: {finding.text} [{finding.kind}]"
                )
        if not found and not as_json:
            click.echo(f"{name}: nothing to mend")
    raise click.exceptions.Exit(Exit.NO if wrong else Exit.DONE)
