"""A command is a class: docstring and attributes are help and options, and `run` does the work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from fillomino.errors import InputError
from workbench.cli.options import Declared

if TYPE_CHECKING:
    from workbench.texts.rows import Row


class Command:
    """Base of commands; an instance has the values of one call.

    Args:
        given: what stands on the command line, by attribute.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._given = given
        for name, declared in self.declared().items():
            setattr(self, name, declared.value(name, given))

    @classmethod
    def declared(cls) -> dict[str, Declared]:
        """Return the options and arguments that a command declares, by attribute, in their order."""
        return {name: value for name, value in vars(cls).items() if isinstance(value, Declared)}

    def run(self) -> int:
        """Do the work; return the exit code."""
        raise NotImplementedError

    def given(self, *names: str) -> list[str]:
        """Return those of some options that stand on the command line, as written there: ``--solver``."""
        declared = self.declared().items()
        return [option.flags(name)[-1] for name, option in declared if name in names and name in self._given]

    def refuse(
        self, names: Iterable[str], why: str, code: str = "option-conflict", source: str | None = None
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
    print(row.to_line())


def unread_line(name: str, message: str, code: str) -> str:
    """Return the line of JSON of a puzzle that could not be read, or that the method refuses."""
    from workbench.texts.rows import UnreadRow

    return UnreadRow(puzzle=name, error=message, code=code).to_line()
