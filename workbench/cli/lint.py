"""``fillomino lint``."""

from __future__ import annotations

from typing import Literal

from smtlib.lint import Finding
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.scripts.findings import findings
from workbench.texts.inputs import script_text_of


class Lint(Command):
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

    files = options.arguments("FILE.smt2...", "SMT-LIB files, or -.", required=True)
    as_json = options.as_json

    def run(self) -> int:
        """Print the findings about each file."""
        wrong = False
        for argument in self.files:
            text = script_text_of(argument, marked=True)
            found, name = findings(text), text.name
            wrong = wrong or any(finding.error for finding in found)
            for finding in found:
                self._print(finding, name)
            if not found and not self.as_json:
                print(f"{name}: nothing to mend")
        return Exit.NO if wrong else Exit.DONE

    def _print(self, finding: Finding, name: str) -> None:
        line, column, kind, text = finding.line, finding.column, finding.kind, finding.text
        level: Literal["error", "warning"] = "error" if finding.error else "warning"
        if self.as_json:
            from workbench.texts.rows import LintRow

            print_row(LintRow(file=name, line=line, column=column, level=level, kind=kind, text=text))
        else:
            print(f"{name}:{line}:{column}: {level}: {text} [{kind}]")
