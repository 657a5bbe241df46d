"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from fillomino.errors import InputError

PUZZLES_HELP = "A file, a directory, a URL or id, or - for standard input."
PUZZLE_HELP = "A file, a URL or id, or - for standard input."

Puzzles = Annotated[list[str], typer.Argument(metavar="PUZZLE...", help=PUZZLES_HELP, show_default=False)]
Puzzle = Annotated[str, typer.Argument(metavar="PUZZLE", help=PUZZLE_HELP, show_default=False)]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", help="The format of the puzzles, where recognising it fails."),
]
Checkered = Annotated[
    bool, typer.Option("--checkered", help="Add the rule: two colours do for the regions, neighbours differ.")
]
Basic = Annotated[bool, typer.Option("--basic", help="Add the rule: every region holds a clue.")]
EncodingName = Annotated[
    str,
    typer.Option("--encoding", "-e", metavar="E", help="How the puzzle is said; see `fillomino encodings`."),
]
Logic = Annotated[
    str | None,
    typer.Option("--logic", metavar="LOGIC", help="The SMT-LIB logic, if not the encoding's own."),
]
_DEDUCE_HELP = "What to rule out first: by S0 to S4, S5 and a count too, a look ahead too (not in forest)"
_LEVELS = "none|light|full|ahead"
DeduceLevel = Annotated[str, typer.Option("--deduce", metavar=_LEVELS, help=f"{_DEDUCE_HELP}.")]
DeduceToSolve = Annotated[
    str | None,
    typer.Option(
        "--deduce",
        metavar=_LEVELS,
        help=f"{_DEDUCE_HELP}. [default: ahead; with --drop or --only none]",
    ),
]
SolverName = Annotated[
    str, typer.Option("--solver", "-s", metavar="S", help="Who answers; see `fillomino solvers`.")
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
Timeout = Annotated[
    float | None,
    typer.Option("--timeout", metavar="SEC", min=0.001, help="Seconds for each question; else no limit."),
]


def said(context: typer.Context, names: Sequence[str]) -> list[str]:
    """Which of some options were written on the command line, as they are written there: ``--solver``."""
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
