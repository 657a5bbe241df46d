"""The kinds of arguments and options; each is declared once, as an attribute of the class of a command.

``timeout = seconds("Seconds for each question.")`` in the class declares the option ``--timeout``, a
`Declared[float | None]`; in an instance, ``timeout`` is its value. What several commands share is declared
here.
"""

from __future__ import annotations

from collections.abc import Callable

from drivers.default_solvers import default_name, usual_names
from fillomino.deduction.levels import LEVELS
from fillomino.record import Record
from workbench.cli.command import Declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any, TypeAlias, overload

    from workbench.texts.inputs import Reading

MOST_SECONDS = 1e9
"""Thirty years: alarms and plots can't take much more."""
MOST_MIB = (1 << 43) - 1
"""Of more memory the bytes can't be set."""
ENCODING = "forest-tight"
"""The encoding where a text is written, timed, audited or shown and none is named."""


def argument(metavar: str, help: str) -> Declared[str]:
    """An argument that must be given."""
    return Declared(None, metavar, help, required=True)


def optional(metavar: str, help: str) -> Declared[str | None]:
    """An argument that may be left out."""
    return Declared(None, metavar, help)


def arguments(metavar: str, help: str, *, required: bool = False) -> Declared[tuple[str, ...]]:
    """Any number of arguments."""
    return Declared(None, metavar, help, repeated=True, required=required)


def _path(word: str) -> Path:
    from pathlib import Path  # here, for that takes a tenth of the start

    return Path(word)


def directory(metavar: str, help: str) -> Declared[Path]:
    """An argument that is a path and must be given."""
    return Declared(None, metavar, help, _path, required=True)


def files(metavar: str, help: str) -> Declared[tuple[Path, ...]]:
    """Any number of arguments that are paths, at least one."""
    return Declared(None, metavar, help, _path, repeated=True, required=True)


def flag(help: str, *names: str) -> Declared[bool]:
    """An option without a value."""
    return Declared(names, "", help, default=False)


if TYPE_CHECKING:

    @overload
    def text(
        metavar: str, help: str, *names: str, shown: Callable[[], str] | None = None
    ) -> Declared[str | None]: ...

    @overload
    def text(metavar: str, help: str, *names: str, default: str | Callable[[], str]) -> Declared[str]: ...


def text(
    metavar: str,
    help: str,
    *names: str,
    default: str | Callable[[], str] | None = None,
    shown: Callable[[], str] | None = None,
) -> Declared[Any]:
    """An option that takes a word."""
    return Declared(names, metavar, help, default=default, shown=shown)


def texts(
    metavar: str,
    help: str,
    *names: str,
    default: Callable[[], tuple[str, ...]] | None = None,
    shown: Callable[[], str] | None = None,
) -> Declared[tuple[str, ...]]:
    """An option that can be repeated."""
    return Declared(names, metavar, help, repeated=True, default=default, shown=shown)


if TYPE_CHECKING:

    @overload
    def number(
        metavar: str, help: str, *names: str, least: int | None = None, most: int | None = None
    ) -> Declared[int | None]: ...

    @overload
    def number(
        metavar: str, help: str, *names: str, least: int | None = None, most: int | None = None, default: int
    ) -> Declared[int]: ...


def number(
    metavar: str,
    help: str,
    *names: str,
    least: int | None = None,
    most: int | None = None,
    default: int | None = None,
) -> Declared[Any]:
    """An option that takes an integer."""
    return Declared(names, metavar, help, integer(least, most), default=default, least=least)


def integer(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Return the function that reads an integer within bounds."""

    def read(word: str) -> int:
        try:
            value = int(word)
        except ValueError:
            raise ValueError(f"{word!r} is not an integer") from None
        if least is not None and value < least:
            raise ValueError(f"{value} is less than {least}")
        if most is not None and value > most:
            raise ValueError(f"{value} is more than {most}")
        return value

    return read


if TYPE_CHECKING:

    @overload
    def path(metavar: str, help: str, *names: str) -> Declared[Path | None]: ...

    @overload
    def path(metavar: str, help: str, *names: str, default: str) -> Declared[Path]: ...


def path(metavar: str, help: str, *names: str, default: str | None = None) -> Declared[Any]:
    """An option that takes a path."""
    return Declared(names, metavar, help, _path, default=default)


if TYPE_CHECKING:

    @overload
    def seconds(
        help: str, *, least: float = 0.001, endless: float | None = None
    ) -> Declared[float | None]: ...

    @overload
    def seconds(help: str, *, least: float = 0.001, endless: float, default: float) -> Declared[float]: ...

    @overload
    def seconds(help: str, *, least: float = 0.001, default: float) -> Declared[float | None]: ...


def seconds(
    help: str, *, least: float = 0.001, endless: float | None = None, default: float | None = None
) -> Declared[Any]:
    """An option that takes seconds: neither nan nor more than can be set.

    Args:
        help: its help.
        least: the smallest number that it takes.
        endless: the value of inf; ``None`` is no limit.
        default: the value without it; ``None`` is no limit.
    """

    def read(word: str) -> float | None:
        try:
            value = float(word)
        except ValueError:
            value = float("nan")
        if str(value) == "nan":
            raise ValueError(f"{word!r} is not a number of seconds")
        if value == float("inf"):
            return endless
        if value < least:
            raise ValueError(f"{value:g} s is less than {least:g} s")
        if value > MOST_SECONDS:
            raise ValueError(f"{value:g} s can't be set; give inf for no limit")
        return value

    return Declared((), "SEC", help, read, default=default)


def mib(help: str) -> Declared[int | None]:
    """An option that takes MiB of memory, as many as can be set."""
    return number("MIB", help, least=1, most=MOST_MIB)


PUZZLES_HELP = (
    "A file, a directory, a URL or id, a board such as 4x4, @NAME for an example, or - for standard input."
)
PUZZLE_HELP = "A file, a URL or id, a board such as 4x4, @NAME for an example, or - for standard input."

puzzles = arguments("PUZZLE...", PUZZLES_HELP, required=True)


def _reading(words: tuple[str, ...]) -> Reading:
    from workbench.texts.inputs import reading as read

    return read(",".join(words))


reading: Declared[Reading] = Declared(
    ("--as",),
    "FORMAT,RULE…",
    "Read as this format; add the rules checkered, basic, max-region=K.",
    repeated=True,
    finish=_reading,
)


bound = text("PUZZLE", "The puzzle of a script that holds none in its comments.", "--puzzle")
cells = text("PATTERN", "The names of such a script's cells: x_{row}_{column}, n_{index}.  [n_{index}]")
logic = text("LOGIC", "The SMT-LIB logic, if not the encoding's own.")
LEVEL_NAMES = "|".join(LEVELS)
DEDUCE_HELP = "Rule out first, by a level of rules or the thesis's strategies (not in forest)"


def deduce(default: str) -> Declared[str]:
    """The deduction before a command encodes or counts, by name."""
    return text(LEVEL_NAMES, f"{DEDUCE_HELP}.", default=default)


class Jobs(Record):
    """Where to work.

    Attributes:
        number: the number of processes here.
        cluster: the address of a Dask scheduler instead.
    """

    number: int
    cluster: str | None


def _jobs(word: str) -> Jobs:
    if word.isdecimal() and int(word):
        return Jobs(int(word), None)
    if ":" in word:
        return Jobs(1, word)
    raise ValueError(f"{word!r} is neither a number above 0 nor the address of a scheduler")


jobs: Declared[Jobs] = Declared(
    ("-j",),
    "J|ADDRESS",
    "Processes, or a Dask scheduler; local:N starts N workers here.  [default: 1]",
    _jobs,
    default=Jobs(1, None),
)


def _game(words: tuple[str, ...]) -> str | None:
    name: str | None = None
    for word in words:
        if word == "fillomino":
            name = word
            continue
        from games.registry import find

        name = find(word).name
    return name


game: Declared[str | None] = Declared(
    (),
    "GAME|FILE",
    "The game: a name, or a file of one's own (./mine.py), whose puzzles are then known.",
    repeated=True,
    finish=_game,
)
as_json = flag("One JSON object a line, for machines.", "--json")
plain = flag("Bare rows of numbers, as `fillomino check` reads them.")
output = path("FILE|DIR", "Where to write; else standard output.", "-o")
timeout = seconds("Seconds for each question; else no limit.")

ALL_BUT = "all-but:"


Families: TypeAlias = "tuple[tuple[str, ...], tuple[str, ...]]"
"""Families of constraints: those to leave out, and those to keep alone, if any are named."""


def _families(words: tuple[str, ...]) -> Families:
    drop: list[str] = []
    only: list[str] = []
    for word in words:
        named = only if word.startswith(ALL_BUT) else drop
        named += [name.strip() for name in word.removeprefix(ALL_BUT).split(",") if name.strip()]
    return tuple(drop), tuple(only)


drop: Declared[Families] = Declared(
    (),
    "FAMILY,…",
    "Leave out families of constraints; all-but:FAMILY,… keeps only those.",
    repeated=True,
    finish=_families,
)


def encoding(default: str) -> Declared[str | None]:
    """The encoding of a command, by name; of a game, if not given, as `encodings.name_for` chooses."""
    return text("E", f"The encoding, or cmd:PROGRAM; see `fillomino encodings --help`.  [{default}]", "-e")


def solver(default: str | Callable[[], str] = default_name) -> Declared[str]:
    """The solver of a command, by name."""
    return text("S", "The solver; see `fillomino solvers`.", "-s", default=default)


def usual_solvers() -> str:
    """The solvers that are compared where none is named, for help."""
    return ", ".join(usual_names())
