"""``fillomino lint``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from drivers.parsers import Opinion, opinions
from smtlib.lint import Finding, lint
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
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
            content, name = script_text_of(argument, marked=True)
            asked = opinions(content)
            findings = _held_against(lint(content), asked)
            known = {finding.line for finding in findings if finding.error or finding.kind in _JUDGED}
            findings = sorted([*findings, *_of_solvers(asked, known)])
            wrong = wrong or any(finding.error for finding in findings)
            for finding in findings:
                self._print(finding, name)
            if not findings and not self.as_json:
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


_JUDGED = frozenset(
    {
        "clash", "ill-sorted", "malformed", "pop-below", "second-logic", "undeclared", "wrong-arity",
    }
)  # fmt: skip
"""Kinds of findings that solvers judge, as they read a file."""


def _held_against(findings: list[Finding], asked: list[Opinion]) -> list[Finding]:
    """The findings, of which none that solvers judge is an error where one of them takes the whole file."""
    takes = " and ".join(opinion.title for opinion in asked if not opinion.faults)
    if not takes:
        return findings
    return [
        replace(finding, error=False, text=f"{finding.text}; {takes} can read it")
        if finding.error and finding.kind in _JUDGED | {"weak-logic"}
        else finding
        for finding in findings
    ]


def _of_solvers(asked: list[Opinion], known: set[int]) -> Iterator[Finding]:
    """The findings of solvers: one for each line, an error where none of them takes it."""
    for opinion in asked:
        for line, column, message in opinion.faults:
            if line not in known and (line or not known):
                known.add(line)
                takes = [other.title for other in asked if other.takes(line)]
                who = f"; {' and '.join(takes)} {'takes' if len(takes) == 1 else 'take'} it" if takes else ""
                yield Finding(max(line, 1), column, not takes, "parser", f"{opinion.title}: {message}{who}")
