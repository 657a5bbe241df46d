"""The audit of paradigms, for ``fillomino audit``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from workbench.cli.options import typed_options

if TYPE_CHECKING:
    from workbench.audit.paradigms import WrongModel
    from workbench.audit.sweep import Done, Report, Scope
    from workbench.methods.paradigm import ParadigmMethod
    from workbench.rows import AuditRow, WrongModelRow

_OF_ENCODINGS = ("drop", "only", "families", "logic", "solver", "second", "keep")


def paradigms_in(context: click.Context, names: list[str]) -> tuple[list[ParadigmMethod], list[str]]:
    """Return the methods of those names that are paradigms, and the other names.

    Raises:
        InputError: for options that are about encodings alone.
        SolverNotFoundError: if what a paradigm needs is not installed.
    """
    from fillomino.errors import InputError
    from workbench.methods.paradigm import ParadigmMethod
    from workbench.methods.table import is_paradigm, named

    methods = [named(name) for name in names if is_paradigm(name)]
    others = [name for name in names if not is_paradigm(name)]
    given = typed_options(context, _OF_ENCODINGS)
    if methods and not others and given:
        raise InputError(f"a paradigm has no families and takes no solver; leave out {', '.join(given)}")
    for method in methods:
        method.facts()
    return [method for method in methods if isinstance(method, ParadigmMethod)], others


def audit_paradigm(
    method: ParadigmMethod,
    scope: Scope,
    progress: Callable[[Done], None],
    show: Callable[[str], None],
    *,
    as_json: bool,
) -> int:
    """Audit a paradigm, and print the result; returns the exit code."""
    from workbench.audit.families import scope_text, skipped_text
    from workbench.audit.paradigms import audit_paradigm as audit
    from workbench.methods.exits import Exit

    wrong, report = audit(method, scope, progress)
    show("")  # the line of progress
    if as_json:
        click.echo(_row(method.name, wrong, report).to_line())
    elif wrong is None:
        click.echo(f"{method.name}: no counterexample; {scope_text(report)}")
        if skipped := skipped_text(report, method.name):
            click.echo(f"Left out: {skipped}.")
    else:
        click.echo(_text(method, wrong, report), nl=False)
    return Exit.DONE if wrong is None else Exit.NO


def _row(name: str, wrong: WrongModel | None, report: Report) -> AuditRow | WrongModelRow:
    puzzles, skipped = report.puzzles, dict(report.skipped)
    if wrong is None:
        from workbench.rows import AuditRow

        return AuditRow(encoding=name, right=True, puzzles=puzzles, not_encoded=skipped)
    names = wrong.puzzle.board.names
    from workbench.rows import WrongModelRow

    return WrongModelRow(
        encoding=name,
        right=False,
        puzzles=puzzles,
        not_encoded=skipped,
        kind=wrong.kind,
        clues={names[cell]: number for cell, number in sorted(wrong.puzzle.clues.items())},
        filling=dict(zip(names, wrong.filling, strict=True)),
        violations=[each.text for each in wrong.violations],
    )


def _text(method: ParadigmMethod, wrong: WrongModel, report: Report) -> str:
    from fillomino.render.text import text
    from workbench.cli.layout import beside, indented

    does = {
        "accepted": "accepts a filling that breaks the rules",
        "not-blocked": "gives a filling again that was blocked",
        "refused": "refuses a solution",
    }[wrong.kind]
    puzzle = wrong.puzzle
    lines = [f"{method.name} {does} on {report.done[-1].board}, after {report.puzzles} others.\n"]
    lines.append(indented(beside([("puzzle", text(puzzle)), (wrong.kind, text(puzzle, wrong.filling))])))
    if puzzle.largest_region is not None:
        lines.append(f"The largest region allowed is {puzzle.largest_region}.\n")
    if puzzle.checkered or puzzle.basic:
        lines.append(f"The puzzle is {'checkered' if puzzle.checkered else 'basic'}.\n")
    return "".join([*lines, *(f"  {each.text}\n" for each in wrong.violations)])
