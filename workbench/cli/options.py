"""Arguments and options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from fillomino.errors import InputError
from workbench.levels import LEVELS

MOST_SECONDS = 1e9
"""Thirty years: alarms and plots can't take much more."""
MOST_MIB = (1 << 43) - 1
"""Of more memory the bytes can't be set."""


def seconds(text: str, *names: str, least: float = 0.001, endless: float | None = None) -> Any:
    """An option that takes seconds: neither nan nor more than can be set.

    Args:
        text: its help.
        names: what it is called, if not as the argument of the command.
        least: the smallest number that it takes.
        endless: what the command gets for inf; ``None`` is no limit.
    """

    def checked(value: float | None) -> float | None:
        if value is not None and math.isnan(value):
            raise typer.BadParameter("nan is no number of seconds")
        if value == math.inf:
            return endless
        if value is not None and value > MOST_SECONDS:
            raise typer.BadParameter(f"{value:g} s can't be set; give inf for no limit")
        return value

    return typer.Option(*names, metavar="SEC", min=least, callback=checked, help=text)


def mib(text: str) -> Any:
    """An option that takes MiB of memory, as many as can be set."""
    return typer.Option(metavar="MIB", min=1, callback=_mib, help=text)


def _mib(value: int | None) -> int | None:
    if value is not None and value > MOST_MIB:
        raise typer.BadParameter(f"{value} MiB can't be set; the most is {MOST_MIB}")
    return value


PUZZLES_HELP = "A file, a directory, a URL or id, @NAME for an example, or - for standard input."
PUZZLE_HELP = "A file, a URL or id, @NAME for an example, or - for standard input."

Puzzles = Annotated[list[str], typer.Argument(metavar="PUZZLE...", help=PUZZLES_HELP, show_default=False)]
Puzzle = Annotated[str, typer.Argument(metavar="PUZZLE", help=PUZZLE_HELP, show_default=False)]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", help="The format of the puzzles, where recognising it fails."),
]
Checkered = Annotated[
    bool, typer.Option("--checkered", help="Add the rule: two colours do for the regions, neighbours differ.")
]
LargestRegion = Annotated[
    int | None,
    typer.Option("--max-region", "-k", metavar="K", min=1, help="Add the rule: no region is larger than K."),
]
Basic = Annotated[bool, typer.Option("--basic", help="Add the rule: every region holds a clue.")]
EncodingName = Annotated[
    str,
    typer.Option(
        "--encoding",
        "-e",
        metavar="E",
        help="The encoding, or cmd:PROGRAM; see `fillomino encodings --help`.",
    ),
]
Logic = Annotated[
    str | None,
    typer.Option("--logic", metavar="LOGIC", help="The SMT-LIB logic, if not the encoding's own."),
]
_DEDUCE_HELP = "Rule out first: by rules up to reach; bottleneck, a count; a look ahead (not in forest)"
_LEVELS = "|".join(LEVELS)
DeduceLevel = Annotated[str, typer.Option("--deduce", metavar=_LEVELS, help=f"{_DEDUCE_HELP}.")]
DeduceToSolve = Annotated[
    str | None,
    typer.Option(
        "--deduce",
        metavar=_LEVELS,
        help=f"{_DEDUCE_HELP}.  [ahead; none if encoding or solver is named]",
    ),
]
DeduceLevels = Annotated[
    list[str] | None,
    typer.Option("--deduce", metavar=_LEVELS, help=f"{_DEDUCE_HELP}; can be repeated.  [none]"),
]
SolverName = Annotated[
    str, typer.Option("--solver", "-s", metavar="S", help="The solver; see `fillomino solvers`.")
]
Size = Annotated[
    str | None, typer.Option("--size", metavar="HxW", help="A bare board of so many rows and columns.")
]
BoardSpec = Annotated[
    str | None, typer.Option("--board", metavar="SPEC", help="A bare board; see `fillomino boards`.")
]
MaxRegion = Annotated[
    int | None,
    typer.Option("--max-region", "-k", metavar="K", min=1, help="No region of a bare board is larger."),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line, for machines.")]
Plain = Annotated[
    bool, typer.Option("--plain", help="Bare rows of numbers, as `fillomino check` reads them.")
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE|DIR", help="Where to write; else standard output."),
]
Drop = Annotated[
    list[str] | None,
    typer.Option("--drop", metavar="FAMILY", help="Leave out a family of constraints; can be repeated."),
]
Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="FAMILY,…", help="Keep only these families of constraints."),
]
Timeout = Annotated[float | None, seconds("Seconds for each question; else no limit.", "--timeout")]


def typed_options(context: typer.Context, names: Sequence[str]) -> list[str]:
    """Return those of some options that were given on the command line, as written there: ``--solver``."""
    sources = {name: context.get_parameter_source(name) for name in names}
    return [
        f"--{name.replace('_', '-')}" for name, its in sources.items() if its and its.name == "COMMANDLINE"
    ]


def one_way_to_print(*, as_json: bool, plain: bool = False, draw: bool = False) -> None:
    """Refuse to print in two ways at once.

    Raises:
        InputError: if that was asked for.
    """
    if as_json and (plain or draw):
        raise InputError(f"--json and --{'plain' if plain else 'draw'} exclude each other: leave out one")
