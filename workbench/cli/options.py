"""Arguments and options, each declared once, as an attribute of the class of a command.

``timeout = seconds("Seconds for each question.")`` in the class declares the option ``--timeout``; in an
instance, ``timeout`` is its value. The functions that declare are typed as that value, so that a type checker
knows it. What several commands share is declared here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, overload

import click

import drivers.defaults
from fillomino.deduction.levels import LEVELS

if TYPE_CHECKING:
    from pathlib import Path

    from workbench.texts.inputs import Reading

MOST_SECONDS = 1e9
"""Thirty years: alarms and plots can't take much more."""
MOST_MIB = (1 << 43) - 1
"""Of more memory the bytes can't be set."""
FIRST, SECOND = drivers.defaults.FIRST, drivers.defaults.SECOND
ENCODING = "forest-tight"
"""The encoding where a text is written, timed, audited or shown and none is named."""


class Declared:
    """An option or argument, before the class gives it a name."""

    def __init__(self, kind: Callable[..., click.Parameter], *names: str, **attributes: Any) -> None:
        self.kind, self.names, self.attributes = kind, names, attributes

    def parameter(self, name: str) -> click.Parameter:
        """Return the parameter of an attribute."""
        if self.kind is click.Argument:
            return self.kind([name], **self.attributes)
        whole = any(given.startswith("--") for given in self.names)
        own = () if whole else (f"--{name.replace('_', '-')}",)
        return self.kind([name, *own, *self.names], **self.attributes)


def option(*names: str, help: str, **attributes: Any) -> Any:
    """An option of any type; without a long name, that of the attribute is its name."""
    return Declared(click.Option, *names, help=help, **attributes)


def argument(metavar: str, help: str) -> str:
    """An argument that must be given."""
    value: str = argument_of(metavar, help)
    return value


def optional(metavar: str, help: str) -> str | None:
    """An argument that may be left out."""
    value: str | None = argument_of(metavar, help, required=False)
    return value


def arguments(metavar: str, help: str, *, required: bool = False) -> tuple[str, ...]:
    """Any number of arguments."""
    value: tuple[str, ...] = argument_of(metavar, help, nargs=-1, required=required)
    return value


def argument_of(metavar: str, help: str, **attributes: Any) -> Any:
    """An argument of any type."""
    return Declared(click.Argument, metavar=metavar, help=help, **attributes)


def flag(help: str, *names: str) -> bool:
    """An option without a value."""
    value: bool = option(*names, help=help, is_flag=True)
    return value


@overload
def text(metavar: str, help: str, *names: str) -> str | None: ...


@overload
def text(metavar: str, help: str, *names: str, default: str) -> str: ...


def text(metavar: str, help: str, *names: str, default: str | None = None) -> str | None:
    """An option that takes a word."""
    value: str | None = option(*names, metavar=metavar, help=help, default=default)
    return value


def texts(metavar: str, help: str, *names: str) -> tuple[str, ...]:
    """An option that can be repeated."""
    value: tuple[str, ...] = option(*names, metavar=metavar, help=help, multiple=True)
    return value


@overload
def number(metavar: str, help: str, *names: str, least: int | None = None) -> int | None: ...


@overload
def number(metavar: str, help: str, *names: str, least: int | None = None, default: int) -> int: ...


def number(
    metavar: str, help: str, *names: str, least: int | None = None, default: int | None = None
) -> int | None:
    """An option that takes an integer."""
    kind = int if least is None else click.IntRange(min=least)
    value: int | None = option(*names, metavar=metavar, help=help, type=kind, default=default)
    return value


class _Path(click.ParamType["Path"]):
    """A path; `pathlib` is imported only where one is given, for that takes a tenth of the start."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path that was written."""
        from pathlib import Path

        del param, ctx
        return Path(value)


PATH = _Path()


def path(metavar: str, help: str, *names: str) -> Path | None:
    """An option that takes a path."""
    value: Path | None = option(*names, metavar=metavar, help=help, type=PATH)
    return value


@overload
def seconds(help: str, *, least: float = 0.001, endless: float | None = None) -> float | None: ...


@overload
def seconds(help: str, *, least: float = 0.001, endless: float, default: float) -> float: ...


@overload
def seconds(help: str, *, least: float = 0.001, default: float) -> float | None: ...


def seconds(
    help: str, *, least: float = 0.001, endless: float | None = None, default: float | None = None
) -> float | None:
    """An option that takes seconds: neither nan nor more than can be set.

    Args:
        help: its help.
        least: the smallest number that it takes.
        endless: the value of inf; ``None`` is no limit.
        default: the value without it; ``None`` is no limit.
    """

    def checked(_context: click.Context, _option: click.Parameter, value: float | None) -> float | None:
        if value is not None and math.isnan(value):
            raise click.BadParameter("nan is not a number of seconds")
        if value == math.inf:
            return endless
        if value is not None and value > MOST_SECONDS:
            raise click.BadParameter(f"{value:g} s can't be set; give inf for no limit")
        return value

    kind = click.FloatRange(min=least)
    value: float | None = option(metavar="SEC", type=kind, default=default, callback=checked, help=help)
    return value


def mib(help: str) -> int | None:
    """An option that takes MiB of memory, as many as can be set."""

    def checked(_context: click.Context, _option: click.Parameter, value: int | None) -> int | None:
        if value is not None and value > MOST_MIB:
            raise click.BadParameter(f"{value} MiB can't be set; the most is {MOST_MIB}")
        return value

    value: int | None = option(metavar="MIB", type=click.IntRange(min=1), callback=checked, help=help)
    return value


PUZZLES_HELP = (
    "A file, a directory, a URL or id, a board such as 4x4, @NAME for an example, or - for standard input."
)
PUZZLE_HELP = "A file, a URL or id, a board such as 4x4, @NAME for an example, or - for standard input."

puzzles = arguments("PUZZLE...", PUZZLES_HELP, required=True)


def _reading(_context: click.Context, _option: click.Parameter, words: tuple[str, ...]) -> Reading:
    from workbench.texts.inputs import reading as read

    return read(",".join(words))


reading: Reading = option(
    "--as",
    metavar="FORMAT,RULE…",
    multiple=True,
    callback=_reading,
    help="Read as this format; add the rules checkered, basic, max-region=K. Of a script without comments: "
    "puzzle=PUZZLE.",
)
logic = text("LOGIC", "The SMT-LIB logic, if not the encoding's own.")
LEVEL_NAMES = "|".join(LEVELS)
DEDUCE_HELP = "Rule out first, by a level of rules or the thesis's strategies (not in forest)"


def deduce(default: str) -> str:
    """The deduction before a command encodes or counts, by name."""
    return text(LEVEL_NAMES, f"{DEDUCE_HELP}.", default=default)


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


jobs: Jobs = option(
    "-j",
    default="1",
    metavar="J|ADDRESS",
    callback=_jobs,
    help="Processes, or a Dask scheduler; local:N starts N workers here.",
)
as_json = flag("One JSON object a line, for machines.", "--json")
plain = flag("Bare rows of numbers, as `fillomino check` reads them.")
output = path("FILE|DIR", "Where to write; else standard output.", "-o")
timeout = seconds("Seconds for each question; else no limit.")

ALL_BUT = "all-but:"


Families: TypeAlias = "tuple[tuple[str, ...], tuple[str, ...]]"
"""Families of constraints: those to leave out, and those to keep alone, if any are named."""


def _families(_context: click.Context, _option: click.Parameter, words: tuple[str, ...]) -> Families:
    drop: list[str] = []
    only: list[str] = []
    for word in words:
        named = only if word.startswith(ALL_BUT) else drop
        named += [name.strip() for name in word.removeprefix(ALL_BUT).split(",") if name.strip()]
    return tuple(drop), tuple(only)


drop: Families = option(
    metavar="FAMILY,…",
    multiple=True,
    callback=_families,
    help="Leave out families of constraints; all-but:FAMILY,… keeps only those.",
)


def encoding(default: str) -> str:
    """The encoding of a command, by name."""
    return text("E", "The encoding, or cmd:PROGRAM; see `fillomino encodings --help`.", "-e", default=default)


def solver(default: str) -> str:
    """The solver of a command, by name."""
    return text("S", "The solver; see `fillomino solvers`.", "-s", default=default)
