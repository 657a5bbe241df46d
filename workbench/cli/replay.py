"""``fillomino replay``."""

from __future__ import annotations

import click

from drivers.limits import Limits
from drivers.replay import replay
from drivers.solvers import find
from fillomino.errors import InputError, counted
from workbench import Exit
from workbench.cli import options
from workbench.cli.app import Command
from workbench.texts.inputs import text_of

WIDTH = 100


@click.command(cls=Command)
@click.argument("file", metavar="FILE.smt2", help="Any SMT-LIB script, or - for standard input.")
@click.option(
    "--solver",
    "-s",
    "solvers",
    multiple=True,
    metavar="S",
    help=f"A solver to run it; can be repeated. By default {options.FIRST} and {options.SECOND}.",
)
@options.timeout
@click.option("--all", "every", is_flag=True, help="Show every command, not only those that ask.")
def command(
    *,
    file: str,
    solvers: tuple[str, ...],
    timeout: float | None,
    every: bool,
) -> None:
    """Step any SMT-LIB script through several solvers, command by command, and stop where they differ.

    The script may come from anywhere, ask several times, push and pop. All solvers get a command before any
    gets the next one; verdicts must be the same, models may differ. Where a solver's session does not take
    a command, its one-shot program is asked. Times are by the clock. `shrink` makes a script on which
    solvers differ small.

    \b
    Examples:
      fillomino replay first.smt2
      fillomino replay first.smt2 --solver z3 --all
      fillomino replay runs/several.forest.yices.session.smt2 -s yices -s z3 -s cvc5

    Exit code 1 if the solvers differ, 3 if one gives no reply in time, 4 if a command is refused.
    """
    chosen = [find(name) for name in solvers or [options.FIRST, options.SECOND]]
    content, name = text_of(file)
    count, contradicted, step = 0, 0, None
    for step in replay(content, chosen, Limits(seconds=timeout), name):
        count += 1
        if not (every or step.asks or step.differs or step.replies[0].startswith("error: ")):
            continue
        click.echo(f"line {step.line}: {_short(step.command)}")
        shown = zip(chosen, step.replies, step.seconds, step.alone, strict=True)
        for solver, reply, seconds, alone in shown:
            how = ", asked alone" if alone else ""
            click.echo(f"  {solver.title}: {_short(reply)} ({seconds:.3f} s{how})")
        if step.stated:
            contradicted += 1
            click.echo(f"  WRONG: the script's :status is {step.stated}")
    if step is None:
        raise InputError("there is nothing to run before (exit)", source=name, code="nothing-to-read")
    if step.differs:
        click.echo(f"After {counted(count, 'command')} the solvers differ.")
        raise click.exceptions.Exit(Exit.NO)
    if step.replies[0].startswith("error: "):
        click.echo(f"Command {count} is refused.")
        raise click.exceptions.Exit(Exit.SOLVER_FAILED)
    if contradicted:
        click.echo(f"{counted(contradicted, 'verdict')} against the script's :status.")
        raise click.exceptions.Exit(Exit.NO)
    same = " with the same verdicts" if len(chosen) > 1 else ""
    click.echo(f"{counted(count, 'command')}{same} ({', '.join(solver.title for solver in chosen)})")


def _short(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[:WIDTH]} …"
