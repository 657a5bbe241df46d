"""``fillomino lint``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from workbench.cli.options import Json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from drivers.parsers import Opinion
    from smtlib.lint import Finding
    from workbench.rows import LintRow


def command(
    files: Annotated[list[str], typer.Argument(metavar="FILE.smt2...", help="SMT-LIB files, or -.")],
    as_json: Json = False,
) -> None:
    """List what in an SMT-LIB file would trip a solver: all of it, each with its line and column.

    Errors are what can't be read (lists and strings that are never closed; reading goes on at the next
    command), control characters, options that touch files, symbols that are not declared or declared
    twice, sorts that don't fit, a logic that lacks what is used; and what the parser of every
    installed solver refuses. What one of them takes is a warning with the words of the others. Warnings
    are, besides, what can't be meant: symbols never used, a logic stronger than needed, questions
    without their option, no check-sat, no exit.

    \b
    Examples:
      fillomino encode examples/row.txt -o row.smt2
      fillomino lint row.smt2
      fillomino lint row.smt2 --json

    Exit code 1 if there is an error.
    """
    from drivers.parsers import opinions
    from smtlib.lint import lint
    from workbench.inputs import text_of
    from workbench.methods.result import Exit

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
                row: LintRow = {
                    "file": name,
                    "line": finding.line,
                    "column": finding.column,
                    "level": level,
                    "kind": finding.kind,
                    "text": finding.text,
                }
                typer.echo(json.dumps(row))
            else:
                typer.echo(
                    f"{name}:{finding.line}:{finding.column}: {level}: {finding.text} [{finding.kind}]"
                )
        if not found and not as_json:
            typer.echo(f"{name}: nothing to mend")
    raise typer.Exit(Exit.NO if wrong else Exit.DONE)


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
