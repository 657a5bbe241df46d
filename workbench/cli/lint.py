"""``fillomino lint``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from workbench.cli import options
from workbench.cli.command import Command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from drivers.parsers import Opinion
    from smtlib.lint import Finding


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE.smt2...", help="SMT-LIB files, or -.")
@options.as_json
def command(
    *,
    files: tuple[str, ...],
    as_json: bool,
) -> None:
    """List what in an SMT-LIB file would trip a solver: all of it, each with its line and column.

    Errors are what no solver takes: lists that are never closed, options that touch files, symbols that are
    not declared, sorts that don't fit, a logic that lacks what is used, and what the parser of every
    installed solver refuses. Warnings are what some solvers take and others do not, and what can't be meant.

    \b
    Examples:
      fillomino lint first.smt2
      fillomino lint first.smt2 --json
      fillomino encode @row | fillomino lint -

    Exit code 1 if there is an error.
    """
    from drivers.parsers import opinions
    from smtlib.lint import lint
    from workbench.methods.exits import Exit
    from workbench.texts.inputs import text_of

    wrong = False
    for argument in files:
        content, name = text_of(argument, as_it_is=True)
        found = lint(content)
        known = {finding.line for finding in found if finding.error}
        found = sorted([*found, *_of_solvers(opinions(content), known)])
        wrong = wrong or any(finding.error for finding in found)
        for finding in found:
            level: Literal["error", "warning"] = "error" if finding.error else "warning"
            if as_json:
                from workbench.texts.rows import LintRow

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


def _of_solvers(asked: list[Opinion], known: set[int]) -> Iterator[Finding]:
    """The findings of solvers: one for each line, an error where none of them takes it."""
    from smtlib.lint import Finding

    for each in asked:
        for line, column, words in each.faults:
            if line not in known and (line or not known):
                known.add(line)
                takes = [other.title for other in asked if other.takes(line)]
                who = f"; {' and '.join(takes)} {'takes' if len(takes) == 1 else 'take'} it" if takes else ""
                yield Finding(max(line, 1), column, not takes, "parser", f"{each.title}: {words}{who}")
