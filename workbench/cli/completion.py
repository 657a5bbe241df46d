"""Completion scripts of shells, by the library shtab; imported when one is asked for."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import shtab

from drivers import SOLVERS
from encoder.encodings.registry import METHODS
from workbench.cli.command import UsageError

if TYPE_CHECKING:
    from workbench.cli.command import Declared

_NAMES = {
    "encoding": [method.name for method in METHODS],
    "solver": [solver.name for solver in SOLVERS],
}
"""What is offered for the value of an option; it takes other values, too."""


def script(shell: str, commands: Mapping[str, tuple[str, Mapping[str, Declared[Any]]]]) -> str:
    """Return the script with which a shell completes commands, options, names and files.

    Args:
        shell: bash, zsh, fish or tcsh.
        commands: by name, what each does, and its options and arguments by attribute.

    Raises:
        UsageError: for another shell.
    """
    if shell not in shtab.SUPPORTED_SHELLS:
        raise UsageError("", f"no completion for {shell!r}, but for {', '.join(shtab.SUPPORTED_SHELLS)}")
    parser = ArgumentParser("fillomino")
    parser.add_argument("--version", action="store_true", help="Show the version and exit.")
    parsers = parser.add_subparsers()
    for name, (line, options) in commands.items():
        below = parsers.add_parser(name, help=line, description=line)
        for attribute, declared in options.items():
            _add(below, attribute, declared)
    return shtab.complete(parser, shell)


def _add(parser: ArgumentParser, attribute: str, declared: Declared[Any]) -> None:
    text = declared.help.partition(".  ")[0].partition("; ")[0].replace("%", "%%")
    if declared.names is None:
        action = parser.add_argument(attribute, nargs="*" if declared.repeated else "?", help=text)
        action.complete = shtab.FILE  # type: ignore[attr-defined]
    elif not declared.metavar:
        parser.add_argument(*declared.flags(attribute), action="store_true", help=text)
    else:
        words = declared.metavar.split("|")
        closed = all(word.isalpha() and word.islower() for word in words)
        action = parser.add_argument(
            *declared.flags(attribute), metavar=declared.metavar, help=text,
            choices=words if closed else _NAMES.get(attribute),
        )  # fmt: skip
        if not action.choices:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
