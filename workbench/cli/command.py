"""A command of `fillomino` for click: its help names defaults and exit codes, its errors take one line."""

from __future__ import annotations

from typing import Any

import click

EPILOG = """\b
Exit codes: 0 done; 1 the answer is no (no solution, not unique, rules broken);
2 bad input or usage; 3 no answer within the limits; 4 a solver failed; 130 interrupted.
"""
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True}


class Command(click.Command):
    """A command whose help names the defaults of its options and the exit codes."""

    def __init__(self, name: str | None, **attributes: Any) -> None:
        super().__init__(name, **{"epilog": EPILOG, "context_settings": SETTINGS, **attributes})
