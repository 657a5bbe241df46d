"""The puzzles that come with this program, by name: ``@first``, or ``@`` for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fillomino.errors import InputError
from fillomino.formats import known

if TYPE_CHECKING:
    from pathlib import Path

MARK = "@"
"""The beginning of an example's name."""


def folder() -> Path:
    """Return the directory of the examples: beside this file where a wheel was installed."""
    from pathlib import Path

    installed = Path(__file__).parents[1] / "puzzles"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "examples"


def examples() -> dict[str, Path]:
    """Return the file of each example by its name, which is the file's without the ending."""
    suffixes = {suffix for form in known() for suffix in form.suffixes}
    return {
        path.stem: path
        for path in sorted(folder().iterdir(), key=lambda path: path.stem)
        if path.suffix in suffixes
    }


def example(name: str) -> Path:
    """Return the file of an example.

    Args:
        name: as in ``@first``, with or without the ending of its file.

    Raises:
        InputError: for an unknown name.
    """
    known_examples = examples()
    for path in known_examples.values():
        if name.removeprefix(MARK) in (path.stem, path.name):
            return path
    raise InputError(
        f"there is no such example; there are {', '.join(known_examples)}",
        source=name,
        code="unknown-example",
    )
