"""A command is a class: docstring and attributes are help and options, and `run` does the work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from fillomino.errors import InputError
from workbench.cli.options import Declared

if TYPE_CHECKING:
    from workbench.texts.rows import Row


class Command:
    """Base of commands; an instance has the values of one call."""

    def __init__(self, context: click.Context) -> None:
        self._context = context
        vars(self).update(context.params)

    @classmethod
    def parameters(cls) -> list[click.Parameter]:
        """Return the parameters that a command declares, in their order."""
        values = vars(cls).items()
        return [declared.parameter(name) for name, declared in values if isinstance(declared, Declared)]

    def run(self) -> int:
        """Do the work; return the exit code."""
        raise NotImplementedError

    def given(self, *names: str) -> list[str]:
        """Return those of some options that stand on the command line, as written there: ``--solver``."""
        return [
            max(option.opts, key=len)
            for option in self._context.command.params
            if option.name in names
            if self._context.get_parameter_source(option.name) is click.core.ParameterSource.COMMANDLINE
        ]

    def refuse(
        self, names: Sequence[str], why: str, code: str = "option-conflict", source: str | None = None
    ) -> None:
        """Refuse options that would do nothing; in the sentence, {} stands for those that are given.

        Raises:
            InputError: if any is given.
        """
        if given := self.given(*names):
            raise InputError(why.format(", ".join(given)), source=source, code=code)

    def print_one_way(self, other: str) -> None:
        """Refuse --json together with another way to print.

        Raises:
            InputError: if both are asked for.
        """
        if len(both := self.given("as_json", other)) > 1:
            raise InputError(
                f"{' and '.join(both)} exclude each other: leave out one", code="option-conflict"
            )


def print_row(row: Row) -> None:
    """Print a line of JSON."""
    click.echo(row.to_line())


def unread_line(name: str, message: str, code: str) -> str:
    """Return the line of JSON of a puzzle that could not be read, or that the method refuses."""
    from workbench.texts.rows import UnreadRow

    return UnreadRow(puzzle=name, error=message, code=code).to_line()
