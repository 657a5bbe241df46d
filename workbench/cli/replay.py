"""``fillomino replay``."""

from __future__ import annotations

from typing import Annotated

import typer

from drivers.solvers import DEFAULT, SECOND
from fillomino.words import counted
from workbench.cli.options import Timeout

WIDTH = 100


def command(
    file: Annotated[
        str, typer.Argument(metavar="FILE.smt2", help="A script, such as `solve --keep` leaves, or -.")
    ],
    solvers: Annotated[
        list[str] | None,
        typer.Option(
            "--solver",
            "-s",
            metavar="S",
            help=f"Who runs it; can be repeated. By default {DEFAULT.name} and {SECOND.name}.",
        ),
    ] = None,
    timeout: Timeout = None,
    every: Annotated[
        bool, typer.Option("--all", help="Show every command, not only those that ask.")
    ] = False,
) -> None:
    """Run a kept session again, command by command, and stop where solvers differ.

    The solvers get each command in step. Verdicts must be the same, and a command that one of them
    refuses must be refused by all; models may differ, as a formula may have several.

    \b
    Examples:
      fillomino solve examples/several.txt --limit 3 -e forest --keep runs
      fillomino replay runs/several.forest.yices.session.smt2
      fillomino replay runs/several.forest.yices.session.smt2 --solver yices --all

    Exit code 1 if the solvers differ, 3 if one gives no reply in time, 4 if a command is refused.
    """
    from drivers.limits import Limits
    from drivers.replay import replay
    from drivers.solvers import find
    from fillomino.errors import InputError
    from workbench.inputs import text_of
    from workbench.methods.result import Exit

    chosen = [find(name) for name in solvers or [DEFAULT.name, SECOND.name]]
    content, name = text_of(file)
    count, step = 0, None
    for step in replay(content, chosen, Limits(seconds=timeout), name):
        count += 1
        if not (every or step.asks or step.differs or step.replies[0].startswith("error: ")):
            continue
        typer.echo(f"line {step.line}: {_short(step.command)}")
        if len(set(step.replies)) == 1:
            typer.echo(f"  {_short(step.replies[0])}")
        else:
            for solver, reply in zip(chosen, step.replies, strict=True):
                typer.echo(f"  {solver.title}: {_short(reply)}")
    if step is None:
        raise InputError("there is nothing to run before (exit)", source=name)
    if step.differs:
        typer.echo(f"After {counted(count, 'command')} the solvers differ.")
        raise typer.Exit(Exit.NO)
    if step.replies[0].startswith("error: "):
        typer.echo(f"Command {count} is refused.")
        raise typer.Exit(Exit.SOLVER_FAILED)
    same = " with the same verdicts" if len(chosen) > 1 else ""
    typer.echo(f"{counted(count, 'command')}{same} ({', '.join(solver.title for solver in chosen)})")


def _short(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[:WIDTH]} …"
