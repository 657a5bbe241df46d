"""The table of commands. A command's module is imported when it is called, and with it what it needs."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING

from workbench import Exit, __version__
from workbench.cli.command import Declared, UsageError, parsed, similar
from workbench.cli.output import open_streams
from workbench.workers.ending import unwind_at

if TYPE_CHECKING:
    from workbench.cli.command import Command

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


OPTIONS = {
    "version": Declared(("-V",), "", "Show the version and exit."),
    "show_completion": Declared(
        (),
        "bash|zsh|fish|tcsh",
        'Print the completion script of a shell, as for eval "$(fillomino --show-completion bash)".',
    ),
}
"""Those of the program, where no command is named."""


def loaded(name: str) -> type[Command]:
    """A command: the class of its module, which has its name with a capital."""
    command: type[Command] = getattr(import_module(f"workbench.cli.{MODULES.get(name, name)}"), name.title())
    return command


def call(words: Sequence[str]) -> int:
    """Run a command line; our own errors end in one line and the documented exit code.

    Args:
        words: those after the name of the program.

    Returns:
        The exit code.
    """
    try:
        if words[:1] == ["help"]:
            words = [*words[1:2], "--help", *words[2:]]
        if not words or words[0] not in COMMANDS:
            return _without_command(words)
        command = loaded(words[0])
        given = parsed(words[0], command.declared(), words[1:])
        if given is not None:
            return command(given).run()
        from workbench.cli.help import page

        print(page(words[0], command), end="")
        return Exit.DONE
    except (Exception, KeyboardInterrupt) as error:
        from workbench.cli.output import report

        return report(error)


def _without_command(words: Sequence[str]) -> int:
    name = words[0] if words else "--help"
    if name in MOVED:
        raise UsageError("", f"`{name}` is now `fillomino {MOVED[name]}`")
    if not name.startswith("-"):
        raise UsageError("", f"there is no command {name!r}{similar(name, list(COMMANDS))}")
    given = parsed("", OPTIONS, words)
    if given is None or not given:
        from workbench.cli.help import overview

        print(overview(COMMANDS, OPTIONS), end="", file=sys.stdout if words else sys.stderr)
        return Exit.DONE if words else Exit.BAD_INPUT
    if "version" in given:
        print(f"fillomino-smt {__version__}")
    else:
        from workbench.cli.completion import script

        commands = {name: (line, loaded(name)) for name, (_, line) in COMMANDS.items()}
        print(script(given["show_completion"], commands))
    return Exit.DONE


def run() -> None:
    """Run the command line and exit; a termination signal unwinds, so that solver processes end with us."""
    _write_lines_anyway()
    unwind_at(signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    with open_streams():
        sys.exit(call(sys.argv[1:]))


def _write_lines_anyway() -> None:
    """Write UTF-8 where an encoding lacks the lines of a board, and the bytes of a script that were none."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            errors = "surrogateescape" if stream is sys.stdout else stream.errors
            try:
                LINES.encode(stream.encoding)
                stream.reconfigure(errors=errors)
            except UnicodeEncodeError:
                stream.reconfigure(encoding="utf-8", errors=errors)
