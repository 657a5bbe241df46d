"""``fillomino lint``."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from workbench.cli.options import Json


def command(
    files: Annotated[list[str], typer.Argument(metavar="FILE.smt2...", help="SMT-LIB files, or -.")],
    as_json: Json = False,
) -> None:
    """List what in an SMT-LIB file would trip a solver.

    Errors: symbols that are not declared or declared twice, names that clash with words of
    SMT-LIB, sums of one term, negative literals (-3 instead of (- 3)), sorts that don't fit (the
    sum of a number and a Boolean), a logic that lacks what is used, questions before check-sat or
    without their option. Warnings: symbols never used, a logic stronger than needed, no
    check-sat, no exit, what pySMT's parser can't read.

    \b
    Example:
      fillomino encode examples/row.txt -o row.smt2
      fillomino lint row.smt2

    Exit code 1 if there is an error.
    """
    from smtlib.lint import lint
    from workbench.inputs import text_of
    from workbench.methods.result import Exit

    wrong = False
    for argument in files:
        content, name = text_of(argument)
        found = lint(content, name)
        wrong = wrong or any(finding.error for finding in found)
        for finding in found:
            level = "error" if finding.error else "warning"
            place = {"file": name, "line": finding.line, "column": finding.column}
            if as_json:
                typer.echo(json.dumps({**place, "level": level, "kind": finding.kind, "text": finding.text}))
            else:
                typer.echo(
                    f"{name}:{finding.line}:{finding.column}: {level}: {finding.text} [{finding.kind}]"
                )
        if not found and not as_json:
            typer.echo(f"{name}: nothing to mend")
    raise typer.Exit(Exit.NO if wrong else Exit.DONE)
