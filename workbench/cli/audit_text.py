"""The audit of scripts of one puzzle, for ``fillomino audit``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from fillomino.words import counted
from workbench.cli.options import typed_options
from workbench.cli.report import words

if TYPE_CHECKING:
    from drivers.solver import Solver
    from encoder.script import PuzzleScript

_OF_ENCODINGS = ("drop", "only", "every", "sampled", "board", "families", "logic", "deduce", "keep")


def texts_in(context: click.Context, names: Sequence[str]) -> tuple[list[PuzzleScript], list[str]]:
    """Return the arguments that are scripts, read, and the others.

    Raises:
        InputError: for a script that can't be audited, and for options that are about encodings alone.
    """
    from pathlib import Path

    from fillomino.errors import InputError
    from workbench.inputs import Source, script_in
    from workbench.methods.scripts import read_to_solve

    texts, others = [], []
    for name in names:
        path = Path(name)
        written = script_in(Source(name, path)) if path.is_file() else None
        if written is None:
            others.append(name)
        else:
            texts.append(read_to_solve(written, name))
    given = typed_options(context, _OF_ENCODINGS)
    if texts and not others and given:
        raise InputError(f"a script is audited on its own puzzle; leave out {', '.join(given)}")
    return texts, others


def audit_text(
    text: PuzzleScript, solver: Solver, second: str | None, timeout: float | None, *, as_json: bool
) -> int:
    """Audit a script on its puzzle, and print the result; returns the exit code."""
    from drivers.solvers import SECOND, find
    from fillomino.render.text import text as drawn
    from smtlib.sexpr import write
    from workbench.audit.text import audited
    from workbench.cli.layout import beside, indented
    from workbench.methods.exits import Exit
    from workbench.methods.result import shape

    with words() as show:
        found = audited(text, solver, find(second) if second else SECOND, timeout, show)
    board = text.puzzle.board
    families = {family.name: family for family in text.families}
    against = [(families[its.family], each, its) for each, its in found.against]
    name = text.source.name if text.source is not None else text.encoding
    if as_json:
        from workbench.rows import AuditedAssertionRow, AuditedScriptRow

        row = AuditedScriptRow(
            script=name,
            right=found.right,
            filling=None if found.filling is None else shape(board, found.filling),
            violations=[each.text for each in found.violations],
            against=[
                AuditedAssertionRow(family=its.name, line=each.line, term=write(each.term))
                for its, each, _ in against
            ],
            solutions=found.solutions if found.right else None,
            error=found.why or None,
        )
        click.echo(row.to_line())
    elif found.right:
        click.echo(
            f"{name}: right: it accepts exactly the {counted(found.solutions, 'solution')} of its puzzle"
        )
    elif found.right is None:
        click.echo(f"{name}: not decided: {found.why}")
    elif found.filling is None:
        click.echo(f"{name}: wrong: {found.why}")
    else:
        does = "accepts this, which is no solution" if found.violations else "refuses this solution"
        pictures = [
            ("puzzle", drawn(text.puzzle)),
            ("accepted" if found.violations else "refused", drawn(text.puzzle, found.filling)),
        ]
        click.echo(f"{name} {does}:")
        click.echo(indented(beside(pictures)), nl=False)
        for violation in found.violations:
            click.echo(f"  {violation.text}")
        if found.why:
            click.echo(f"  {found.why}")
        if against:
            click.echo("These assertions can't hold together with it, and none of them can be spared:")
        for family in dict.fromkeys(its for its, _, _ in against):
            click.echo(f"  {family.name}: {family.title}".rstrip(": "))
            for each, own in ((each, own) for its, each, own in against if its == family):
                cells = " ".join(board.names[cell] for cell in own.about)
                click.echo(f"    line {each.line}: {cells}{'  ' if cells else ''}{write(each.term)}")
    return Exit.DONE if found.right else Exit.NO_ANSWER if found.right is None else Exit.NO
