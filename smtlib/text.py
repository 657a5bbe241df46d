"""A script as it came in: whatever is read in it is read once, when it is first asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Text(str):
    """The text of a script, as it goes from the door through a command.

    Whoever reads a text asks `once`; what was read is shared by all who are given this very text.
    """

    __slots__ = ("_kept",)

    _kept: dict[object, Any]

    def __new__(cls, content: str) -> Text:
        """A text of which nothing is read yet; one that is a `Text` already is returned as it is."""
        if isinstance(content, Text):
            return content
        self = super().__new__(cls, content)
        self._kept = {}
        return self

    def __reduce__(self) -> tuple[type[Text], tuple[str]]:
        """The letters alone go to another process."""
        return Text, (str(self),)


def once(text: str, read: Callable[[str, str | None], T], source: str | None) -> T:
    """Return what `read` makes of a text and its name; of a `Text` it is made once."""
    if not isinstance(text, Text):
        return read(text, source)
    kept = text._kept
    if read not in kept:
        kept[read] = read(text, source)
    made: T = kept[read]
    return made
