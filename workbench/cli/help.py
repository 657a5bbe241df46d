"""The help of a command, from its docstring and what it declares; imported when it is asked for."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Mapping

from workbench.cli.command import HELP
from workbench.shipped import examples, pages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from workbench.cli.command import Command, Declared

EXIT_CODES = """Exit codes: 0 done; 1 the answer is no (no solution, not unique, rules broken);
2 bad input or usage; 3 no answer within the limits; 4 a solver failed; 130 interrupted."""
_OVERVIEW = """
Encode the pencil puzzle Fillomino for SMT solvers, compare solvers and encodings, debug encodings.

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
MOST_WIDTH = 100
MOST_NAME = 30
"""Names of options up to this width stand in the line of their help."""


def overview(commands: Mapping[str, tuple[str, str]], options: Mapping[str, Declared[Any]]) -> str:
    """Return the help of the program.

    Args:
        commands: by name, the job of each and what it does.
        options: those of the program alone, by attribute.
    """
    column = max(map(len, commands))
    tables = {"Options": _rows(options)}
    for name, (job, line) in commands.items():
        tables.setdefault(job, []).append((name.ljust(column), line))
    return _whole("[OPTIONS] COMMAND [ARGS]...", _OVERVIEW.format(examples=", ".join(examples())), tables)


def page(name: str, command: type[Command], added: Mapping[str, Declared[Any]]) -> str:
    """Return the help of a command: usage, docstring, arguments, options, exit codes.

    Args:
        name: its name.
        command: its class.
        added: the options that laboratories add to it.
    """
    declared = {**command.declared(), **added}
    arguments = [one for one in declared.values() if one.names is None]
    return _whole(
        " ".join([name, "[OPTIONS]", *(one.metavar for one in arguments)]),
        command.__doc__ or "",
        {
            "Arguments": [(one.metavar, one.help) for one in arguments],
            "Options": _rows(declared),
        },
    )


def _whole(usage: str, text: str, tables: dict[str, list[tuple[str, str]]]) -> str:
    """Return a page of help.

    Args:
        usage: the words of a command line after the name of the program.
        text: paragraphs; one that begins with a line ``\\b`` keeps its lines.
        tables: by heading, names and what they mean.
    """
    folder = pages()
    width = min(MOST_WIDTH, _columns())
    parts = [f"Usage: fillomino {usage}", *_paragraphs(text, width)]
    parts += [f"{heading}:\n{_table(rows, width)}" for heading, rows in tables.items() if rows]
    parts.append(textwrap.indent(EXIT_CODES + (f"\nPages (docs/) are in {folder}" if folder else ""), "  "))
    return "\n\n".join(parts) + "\n"


def _columns() -> int:
    """Return the width of the terminal; `shutil` has this too, but loads the libraries of archives."""
    if (columns := os.environ.get("COLUMNS", "")).isdecimal():
        return int(columns)
    try:
        return os.get_terminal_size().columns
    except OSError:
        return MOST_WIDTH


def _paragraphs(text: str, width: int) -> Iterable[str]:
    first, _, more = text.strip().partition("\n")
    for paragraph in f"{first}\n{textwrap.dedent(more)}".strip().split("\n\n"):
        if paragraph.startswith("\b\n"):
            yield textwrap.indent(paragraph.removeprefix("\b\n"), "  ")
        else:
            yield textwrap.indent(_wrapped(" ".join(paragraph.split()), width - 2), "  ")


def _wrapped(text: str, width: int) -> str:
    return textwrap.fill(text, max(width, 20), break_on_hyphens=False).replace("\xa0", " ")


def _table(rows: list[tuple[str, str]], width: int) -> str:
    column = min(MOST_NAME, max(len(name) for name, _ in rows)) + 4
    lines = []
    for name, text in rows:
        shown = textwrap.indent(_wrapped(text, width - column), " " * column)
        fits = len(name) <= MOST_NAME
        lines.append(f"  {name}".ljust(column) + shown[column:] if fits else f"  {name}\n{shown}")
    return "\n".join(lines)


def _rows(declared: Mapping[str, Declared[Any]]) -> list[tuple[str, str]]:
    rows = [(_names(one, name), _help(one)) for name, one in declared.items() if one.names is not None]
    return [*rows, (_names(HELP, "help"), HELP.help)]


def _names(option: Declared[Any], attribute: str) -> str:
    return f"{', '.join(option.flags(attribute))} {option.metavar}".rstrip()


def _help(option: Declared[Any]) -> str:
    """Return what an option does, with its default and least value unless the text names a default."""
    known = []
    default = option.shown or option.default
    default = default() if callable(default) else default
    if isinstance(default, float):
        known.append(f"default: {default:g}")
    elif isinstance(default, tuple) and all(isinstance(one, str) for one in default):
        known.append(f"default: {', '.join(default)}")
    elif isinstance(default, str | int) and option.metavar and default != "":
        known.append(f"default: {default}")
    if option.least is not None:
        known.append(f"at least {option.least}")
    bracket = "; ".join(known).replace(" ", "\xa0")  # which is not broken into lines
    return option.help + (f"  [{bracket}]" if known else "")
