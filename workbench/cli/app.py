"""The table of commands. A command's module is imported when it is called, and with it what it needs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper

from fillomino.errors import InputError
from fillomino.plugins import imported
from workbench import Exit, __version__
from workbench.cli.command import Command as CommandClass
from workbench.cli.command import Declared, UsageError, parsed, similar
from workbench.cli.output import open_streams
from workbench.workers.ending import ENDINGS, unwind_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from workbench.cli.command import Added, Command

LINES = "─│┌┐└┘├┤┬┴┼╴╵╶╷╱╲┄┊·…"
"""The mark of drawings, and that of what is left out of a list."""

# Each command: its job (a heading of the list), and what it does, in a line short enough for the list. A
# command's module has its name. Jobs stand in the order of their first command. Laboratories
# (`fillomino.laboratories`) and packages (`fillomino.plugins`) bring more.
COMMANDS = {
    "solve": ("Solve and check", "Solve puzzles through a solver, and print the grids."),
    "check": ("Solve and check", "Check a filling, a certificate, or the assertions of a script."),
    "encode": ("Encode and decode", "Write puzzles as SMT-LIB files for any solver."),
    "decode": ("Encode and decode", "Read a solver's answer back to the grid, and check it."),
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
    "count": ("Count and look", "Count the solutions of a board or puzzle."),
    "list": ("Count and look", "List the solutions of a board or puzzle, in order."),
    "space": ("Count and look", "Print how many grids each method of counting would try."),
    "table": ("Count and look", "Count the solutions of all boards up to a size."),
    "show": ("Count and look", "Draw puzzles, or write them in another format."),
    "boards": ("Count and look", "List the shapes of boards, or draw some."),
}

OF_PACKAGES = "Of installed packages"
"""The job of their commands."""

MODULES = {"report": "report_runs", "space": "count_table", "table": "count_table"}
"""The modules of commands that don't have their names."""

MOVED = {
    "convert": "show --to FORMAT",
    "evaluate": "check FILE.smt2 FILLING",
    "inspect": "page",
}
"""Former names of commands, and what is called instead."""


OPTIONS: dict[str, Declared[Any]] = {
    "version": Declared(("-V",), "", "Show the version and exit."),
    "show_completion": Declared(
        (),
        "bash|zsh|fish|tcsh",
        'Print the completion script of a shell, as for eval "$(fillomino --show-completion bash)".',
    ),
}
"""Those of the program, where no command is named."""


def commands() -> dict[str, tuple[str, str]]:
    """All commands that are here, those of laboratories and packages too: the job of each, and its line."""
    from fillomino import laboratories, plugins

    found = dict(COMMANDS)
    for laboratory, its in laboratories.OURS.items():
        if laboratories.is_here(laboratory):
            found |= {name: (line.job, line.line) for name, line in its.commands.items()}
    ours = {*COMMANDS, *(name for its in laboratories.OURS.values() for name in its.commands)}
    theirs = [name for name in plugins.names(plugins.COMMANDS) if name not in ours]
    return found | {name: (OF_PACKAGES, _line_of(name)) for name in theirs}


def _line_of(name: str) -> str:
    """The line of a package's command: the first of its docstring, or why it can't be imported."""
    try:
        return (loaded(name).__doc__ or "").strip().partition("\n")[0]
    except InputError as error:
        return str(error)


def loaded(name: str) -> type[Command]:
    """A command: the class of its module, which has its name with a capital; or one that is brought.

    Raises:
        MissingLaboratoryError: if it is of a laboratory that is not here.
        InputError: if it is a package's, and can't be imported.
        UsageError: if there is none.
    """
    command: type[Command] | None
    if name in COMMANDS:
        command = getattr(imported(f"workbench.cli.{MODULES.get(name, name)}"), name.title())
    else:
        from fillomino import laboratories, plugins

        command = laboratories.find("commands", name)
        command = command or plugins.load(plugins.COMMANDS, name, CommandClass, "a Command")
    if command is None:
        raise UsageError("", f"there is no command {name!r}{similar(name, list(commands()))}")
    return command


def added_to(name: str, flags: Sequence[str] = ()) -> dict[str, Added]:
    """The options that laboratories add to a command, by attribute.

    Args:
        name: the command.
        flags: options that are given.

    Raises:
        MissingLaboratoryError: if one of the flags is of a laboratory that is not here.
    """
    from fillomino import laboratories

    found: dict[str, Added] = {}
    for attribute, (laboratory, home) in laboratories.options_of(name).items():
        flag = f"--{attribute.replace('_', '-')}"
        if flag in flags or laboratories.is_here(laboratory):
            found[attribute] = laboratories.part(laboratory, home, f"`fillomino {name} {flag}`")
            found[attribute].attribute = attribute
    return found


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
        if not words or words[0].startswith("-") or words[0] in MOVED:
            return _without_command(words)
        name, command = words[0], loaded(words[0])
        added: dict[str, Added] = {}

        def more(flags: Sequence[str]) -> dict[str, Added]:
            added.update(added_to(name, flags))
            return added

        given = parsed(name, command.declared(), words[1:], more)
        if given is not None:
            return command(given, added).run()
        from workbench.cli.help import page

        print(page(name, command, added_to(name)), end="")
        return Exit.DONE
    except (Exception, KeyboardInterrupt) as error:
        from workbench.cli.output import report

        return report(error)


def _without_command(words: Sequence[str]) -> int:
    name = words[0] if words else "--help"
    if name in MOVED:
        raise UsageError("", f"`{name}` is now `fillomino {MOVED[name]}`", code="moved")
    given = parsed("", OPTIONS, words)
    if given is None or not given:
        from workbench.cli.help import overview

        print(overview(commands(), OPTIONS), end="", file=sys.stdout if words else sys.stderr)
        return Exit.DONE if words else Exit.BAD_INPUT
    if "version" in given:
        print(f"fillomino-smt {__version__}")
    else:
        from workbench.cli.completion import script

        offered = {
            name: (line, loaded(name).declared() | added_to(name))
            for name, (job, line) in commands().items()
            if job != OF_PACKAGES
        }
        print(script(given["show_completion"], offered))
    return Exit.DONE


def run() -> None:
    """Run the command line and exit; a termination signal unwinds, so that solver processes end with us."""
    _write_lines_anyway()
    unwind_at(*ENDINGS)
    with open_streams():
        sys.exit(call(sys.argv[1:]))


def _write_lines_anyway() -> None:
    """Write UTF-8 where an encoding lacks the lines of a board, bytes of a script that were none, and LF."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            errors = "surrogateescape" if stream is sys.stdout else stream.errors
            try:
                LINES.encode(stream.encoding)
                stream.reconfigure(errors=errors, newline="\n")
            except UnicodeEncodeError:
                stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")
