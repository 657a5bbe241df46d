"""The table of commands. A command's module is imported when it is called, and with it what it needs."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from io import TextIOWrapper
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from workbench import __version__
from workbench.cli.streams import open_streams

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from workbench.cli.command import Command


EPILOG = """\b
Exit codes: 0 done; 1 the answer is no (no solution, not unique, rules broken);
2 bad input or usage; 3 no answer within the limits; 4 a solver failed; 130 interrupted.
"""
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True}


HERE = os.path.dirname(__file__)  # noqa: PTH120 -- pathlib would be a tenth of the start


def pages() -> str | None:
    """Return the folder of the pages that help names ``docs/…``: beside the package, or within a wheel's."""
    for folder in (("..", "docs"), ("..", "..", "docs")):
        path = os.path.normpath(os.path.join(HERE, *folder))  # noqa: PTH118
        if os.path.exists(os.path.join(path, "commands.md")):  # noqa: PTH110, PTH118
            return path
    return None


def write_epilog(formatter: click.HelpFormatter) -> None:
    """Write the exit codes, and where the pages are."""
    folder = pages()
    place = f"Pages (docs/) are in {folder}\n" if folder else ""
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(f"{EPILOG}{place}")


class Called(click.Command):
    """A command whose help ends with the exit codes."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what stands below the options of every command."""
        del ctx
        write_epilog(formatter)


HELP = """Encode the pencil puzzle Fillomino for SMT solvers, compare solvers and encodings, debug encodings.

A PUZZLE is a file, a puzz.link URL, an id such as 3x3:4b2e, a board without clues such as 4x4, or - for
standard input; where there may be several, also a directory of files. Formats are recognised. @NAME is an
example that comes with this program, and @ stands for all: {examples}.

\b
First steps:
  fillomino encode @first --flavour commented
  fillomino solve @first --unique
  fillomino compare @ --solver z3 --solver yices --timeout 10
  fillomino audit forest --drop same-root
  fillomino encodings
"""
EXAMPLES = (
    "at-most-three, basic, box, checkered, checkered-torus, cube, cylinder, eight, fifteen, first, hexagon, "
    "hidden, holes, honeycomb, larger-than-every-clue, moebius, none, one-cell, rhombus, row, seven, "
    "several, ten, torus, twelve, twenty, two-sided, walls"
)

LINES = "─│┌┐└┘├┤┬┴┼╴╵╶╷╱╲┄┊·…"
"""The mark of drawings, and that of what is left out of a list."""

# Each command: its job (a heading of the list), and what it does, in a line short enough for the list. A
# command's module has its name. Jobs stand in the order of their first command.
COMMANDS = {
    "solve": ("Solve and check", "Solve puzzles through a solver, and print the grids."),
    "check": ("Solve and check", "Check a filling, a certificate, or the assertions of a script."),
    "encode": ("Encode and decode", "Write puzzles as SMT-LIB files for any solver."),
    "decode": ("Encode and decode", "Read a solver's answer back to the grid, and check it."),
    "benchmarks": ("Encode and decode", "Make a set of benchmarks for the SMT-LIB library, or check one."),
    "scramble": ("Encode and decode", "Write an SMT-LIB file in another order, under other names."),
    "encodings": ("Encode and decode", "List the encodings; show the families and formulas of one."),
    "compare": ("Compare", "Compare solvers, encodings and other methods on puzzles."),
    "report": ("Compare", "Sum up the runs of a comparison: table, page, plots, CSV."),
    "solvers": ("Compare", "List the solvers, and how to get what is missing."),
    "audit": ("Debug", "Decide on small boards whether an encoding is correct."),
    "shrink": ("Debug", "Shrink what solvers or encodings disagree on."),
    "explain": ("Debug", "Explain why a puzzle has no solution, or several."),
    "diff": ("Debug", "Compare two encodings of a puzzle, family by family."),
    "lint": ("Debug", "Find what in an SMT-LIB file would trip a solver."),
    "replay": ("Debug", "Step an SMT-LIB script through several solvers."),
    "deduce": ("Deduce and generate", "Deduce as a person does; steps, hints, how hard puzzles are."),
    "generate": ("Deduce and generate", "Generate puzzles of a level with exactly one solution."),
    "count": ("Count and look", "Count, list or draw at random the solutions of a board or puzzle."),
    "show": ("Count and look", "Draw puzzles, write them in another format, list the boards."),
    "page": ("Count and look", "Write or serve a page to look at a puzzle and its encodings."),
}

MODULES = {"report": "report_runs"}
"""The modules of commands that don't have their names."""

MOVED = {
    "boards": "show --boards",
    "convert": "show --to FORMAT",
    "evaluate": "check FILE.smt2 FILLING",
    "inspect": "page",
    "list": "count --list all",
    "rate": "deduce --rate",
    "sample": "count --sample N",
    "serve": "page --serve PORT",
}
"""Former names of commands, and what is called instead."""


class Commands(click.Group):
    """Commands that stand in lists and help by their line alone, and are imported when one is called."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; our own errors end in one line and the documented exit code."""
        from workbench.cli.report import guarded

        return guarded(super().invoke)(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, whose module is imported for it."""
        del ctx
        return loaded(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; for an unknown name the error lists similar ones."""
        if args[0] in MOVED:
            raise click.NoSuchCommand(args[0], f"`{args[0]}` is now `fillomino {MOVED[args[0]]}`.", ctx=ctx)
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands for a word that is begun, without importing any."""
        from click.shell_completion import CompletionItem

        own = click.Command.shell_complete(self, ctx, incomplete)
        named = [(name, line) for name, (_, line) in COMMANDS.items() if name.startswith(incomplete)]
        return [*(CompletionItem(name, help=line) for name, line in named), *own]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what stands below the options of every command."""
        del ctx
        write_epilog(formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands under the heading of their job, all in one column."""
        del ctx
        width = max(map(len, COMMANDS))
        for heading in dict.fromkeys(job for job, _ in COMMANDS.values()):
            with formatter.section(heading):
                formatter.write_dl(
                    [(name.ljust(width), line) for name, (job, line) in COMMANDS.items() if job == heading]
                )


def loaded(name: str) -> click.Command:
    """A command: the class of its module, which has its name with a capital."""
    command: type[Command] = getattr(import_module(f"workbench.cli.{MODULES.get(name, name)}"), name.title())

    def call(**_: object) -> None:
        raise click.exceptions.Exit(command(click.get_current_context()).run())

    return Called(name, SETTINGS, call, command.parameters(), command.__doc__)


def _completion(context: click.Context, _option: click.Parameter, shell: str | None) -> None:
    if shell is None or context.resilient_parsing:
        return
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    if found is None:
        raise click.BadParameter(f"there is no completion for {shell!r}; there is one for bash, zsh and fish")
    click.echo(found(context.command, {}, "fillomino", "_FILLOMINO_COMPLETE").source())
    context.exit()


@click.group(
    cls=Commands,
    help=HELP.format(examples=EXAMPLES),
    no_args_is_help=True,
    context_settings=SETTINGS,
)
@click.version_option(__version__, message="fillomino-smt %(version)s")
@click.option(
    "--show-completion",
    metavar="bash|zsh|fish",
    is_eager=True,
    expose_value=False,
    callback=_completion,
    help='Print the completion script of a shell, as for eval "$(fillomino --show-completion bash)".',
)
def app() -> None:
    """The command `fillomino`."""


def run() -> None:
    """Run the command line; a termination signal unwinds, so that solver processes end with us."""
    _write_lines_anyway()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _terminate)
    with open_streams():
        app()


def _write_lines_anyway() -> None:
    """Write UTF-8 where an encoding lacks the lines of a board, as click does where it is ASCII."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            try:
                LINES.encode(stream.encoding)
            except UnicodeEncodeError:
                stream.reconfigure(encoding="utf-8", errors=stream.errors)


def _terminate(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)
