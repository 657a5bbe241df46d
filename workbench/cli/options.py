"""Arguments and options that several commands share, as decorators."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

import drivers.defaults
from fillomino.deduction.levels import LEVELS
from fillomino.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from workbench.texts.inputs import Reading

F = TypeVar("F", bound=Callable[..., Any])

MOST_SECONDS = 1e9
"""Thirty years: alarms and plots can't take much more."""
MOST_MIB = (1 << 43) - 1
"""Of more memory the bytes can't be set."""
FIRST, SECOND = drivers.defaults.FIRST, drivers.defaults.SECOND
ENCODING = "forest-tight"
"""The encoding where a text is written, timed, audited or shown and none is named."""


class _Path(click.ParamType["Path"]):
    """A path; `pathlib` is imported only where one is given, for that takes a tenth of the start."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path that was written."""
        from pathlib import Path

        del param, ctx
        return Path(value)


PATH = _Path()


def seconds(
    *names: str,
    help: str,  # noqa: A002
    default: float | None = None,
    least: float = 0.001,
    endless: float | None = None,
) -> Callable[[F], F]:
    """An option that takes seconds: neither nan nor more than can be set.

    Args:
        names: its names.
        help: its help.
        default: what the command gets without it; ``None`` is no limit.
        least: the smallest number that it takes.
        endless: what the command gets for inf; ``None`` is no limit.
    """

    def checked(_context: click.Context, _option: click.Parameter, value: float | None) -> float | None:
        if value is not None and math.isnan(value):
            raise click.BadParameter("nan is not a number of seconds")
        if value == math.inf:
            return endless
        if value is not None and value > MOST_SECONDS:
            raise click.BadParameter(f"{value:g} s can't be set; give inf for no limit")
        return value

    return click.option(
        *names, metavar="SEC", type=click.FloatRange(min=least), default=default, callback=checked, help=help
    )


def mib(
    *names: str,
    help: str,  # noqa: A002
    default: int | None = None,
) -> Callable[[F], F]:
    """An option that takes MiB of memory, as many as can be set."""
    return click.option(
        *names, metavar="MIB", type=click.IntRange(min=1), default=default, callback=_mib, help=help
    )


def _mib(_context: click.Context, _option: click.Parameter, value: int | None) -> int | None:
    if value is not None and value > MOST_MIB:
        raise click.BadParameter(f"{value} MiB can't be set; the most is {MOST_MIB}")
    return value


PUZZLES_HELP = (
    "A file, a directory, a URL or id, a board such as 4x4, @NAME for an example, or - for standard input."
)
PUZZLE_HELP = "A file, a URL or id, a board such as 4x4, @NAME for an example, or - for standard input."

puzzles = click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...", help=PUZZLES_HELP)
puzzle = click.argument("puzzle", metavar="PUZZLE", help=PUZZLE_HELP)


def _reading(_context: click.Context, _option: click.Parameter, words: tuple[str, ...]) -> Reading:
    from workbench.texts.inputs import reading as read

    return read(",".join(words))


reading = click.option(
    "--as",
    "reading",
    metavar="FORMAT,RULE…",
    multiple=True,
    callback=_reading,
    help="Read as this format; add the rules checkered, basic, max-region=K. Of a script without comments: "
    "puzzle=PUZZLE.",
)
logic = click.option("--logic", metavar="LOGIC", help="The SMT-LIB logic, if not the encoding's own.")
_DEDUCE_HELP = "Rule out first, by a level of rules or the thesis's strategies (not in forest)"
_LEVELS = "|".join(LEVELS)
deduce_to_solve = click.option(
    "--deduce",
    metavar=_LEVELS,
    help=f"{_DEDUCE_HELP}.  [ahead; none if encoding or solver is named]",
)
deduce_levels = click.option(
    "--deduce", metavar=_LEVELS, multiple=True, help=f"{_DEDUCE_HELP}; can be repeated.  [none]"
)
board = click.option(
    "--board", metavar="SPEC", help="A bare board, such as 4x4; see `fillomino show --boards`."
)


class Jobs(NamedTuple):
    """Where to work.

    Attributes:
        number: the number of processes here.
        cluster: the address of a Dask scheduler instead.
    """

    number: int
    cluster: str | None


def _jobs(_context: click.Context, _option: click.Parameter, text: str) -> Jobs:
    if text.isdecimal() and int(text):
        return Jobs(int(text), None)
    if ":" in text:
        return Jobs(1, text)
    raise click.BadParameter(f"{text!r} is neither a number above 0 nor the address of a scheduler")


jobs = click.option(
    "--jobs",
    "-j",
    default="1",
    metavar="J|ADDRESS",
    callback=_jobs,
    help="Processes, or a Dask scheduler; local:N starts N workers here.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for machines.")
plain = click.option("--plain", is_flag=True, help="Bare rows of numbers, as `fillomino check` reads them.")
output = click.option(
    "--output", "-o", type=PATH, metavar="FILE|DIR", help="Where to write; else standard output."
)


def _families(context: click.Context, _option: click.Parameter, words: tuple[str, ...]) -> list[str]:
    """The families to drop; those to keep, of ``all-but:``, become the parameter `only`."""
    kept = [word.removeprefix(ALL_BUT) for word in words if word.startswith(ALL_BUT)]
    context.params["only"] = kept
    return [word for word in words if not word.startswith(ALL_BUT)]


ALL_BUT = "all-but:"
drop = click.option(
    "--drop",
    metavar="FAMILY,…",
    multiple=True,
    callback=_families,
    help="Leave out families of constraints; all-but:FAMILY,… keeps only those.",
)
"""Gives two parameters: `drop` and `only`."""
timeout = seconds("--timeout", help="Seconds for each question; else no limit.")


def encoding(default: str) -> Callable[[F], F]:
    """The encoding of a command, by name."""
    return click.option(
        "--encoding",
        "-e",
        metavar="E",
        default=default,
        help="The encoding, or cmd:PROGRAM; see `fillomino encodings --help`.",
    )


def solver(default: str) -> Callable[[F], F]:
    """The solver of a command, by name."""
    return click.option(
        "--solver", "-s", metavar="S", default=default, help="The solver; see `fillomino solvers`."
    )


def deduce(default: str) -> Callable[[F], F]:
    """The deduction before a command encodes or counts, by name."""
    return click.option("--deduce", metavar=_LEVELS, default=default, help=f"{_DEDUCE_HELP}.")


def typed_options(context: click.Context, names: Sequence[str]) -> list[str]:
    """Return those of some options that were given on the command line, as written there: ``--solver``."""
    return [
        max(option.opts, key=len)
        for option in context.command.params
        if option.name in names
        if context.get_parameter_source(option.name) is click.core.ParameterSource.COMMANDLINE
    ]


def one_way_to_print(*, as_json: bool, plain: bool = False, draw: bool = False) -> None:
    """Refuse to print in two ways at once.

    Raises:
        InputError: if that was asked for.
    """
    if as_json and (plain or draw):
        raise InputError(
            f"--json and --{'plain' if plain else 'draw'} exclude each other: leave out one",
            code="option-conflict",
        )
