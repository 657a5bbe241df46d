"""A command of `fillomino` for click: its help names defaults and exit codes, its errors take one line."""

from __future__ import annotations

import os
from typing import Any

import click

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


class Command(click.Command):
    """A command whose help names the defaults of its options and the exit codes."""

    def __init__(self, name: str | None, **attributes: Any) -> None:
        super().__init__(name, **{"context_settings": SETTINGS, **attributes})

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what stands below the options of every command."""
        del ctx
        write_epilog(formatter)
