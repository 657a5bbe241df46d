"""A script as it came in: its letters and its name. What is read in it is read once, when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from smtlib.errors import SexprError
from smtlib.sexpr import (
    VERSION,
    Command,
    Node,
    is_old,
    nodes_with_ends,
    places,
    read_nodes,
    read_terms,
)

T = TypeVar("T")


class Text(str):
    """The letters of a script, as they go from the door through a command.

    Attributes:
        name: the name of the script, for messages: that of its file, or of who wrote it; empty without one.
    """

    __slots__ = ("_kept", "name")

    name: str
    _kept: dict[object, Any]

    def __new__(cls, content: str, name: str = "") -> Text:
        """A text of which nothing is read yet; one that is a `Text` of this name is returned as it is."""
        if isinstance(content, Text) and name in ("", content.name):
            return content
        self = super().__new__(cls, content)
        self.name, self._kept = name, {}
        return self

    def __reduce__(self) -> tuple[type[Text], tuple[str, str]]:
        """Letters and name alone go to another process."""
        return Text, (str(self), self.name)

    def once(self, read: Callable[[Text], T]) -> T:
        """Return what a function makes of the text; it is called once, unless it fails."""
        kept = self._kept
        if read not in kept:
            kept[read] = read(self)
        made: T = kept[read]
        return made

    @property
    def commands(self) -> list[Command]:
        """The commands up to ``(exit)``, that one included.

        Raises:
            SexprError: as `smtlib.sexpr.read_terms`.
        """
        return self.once(_commands)

    @property
    def asked(self) -> list[Command]:
        """The commands that a solver would follow: those before its ``(exit)``.

        Raises:
            SexprError: as `commands`; for what solvers are not given (`smtlib.allowed`); if the only
                questions stand after that exit, or no command before it.
        """
        return self.once(_asked)

    def nodes(self, commands: Sequence[Command]) -> list[Node]:
        """Return some commands of the text with the places of all that is in them."""
        source = self.name or None
        if not commands or not self.once(_is_old):
            return [read_nodes(self, source, each.start, each.end, self.place)[0] for each in commands]
        read = nodes_with_ends(self, 0, self.place, source=source, end=commands[-1].end)
        by_end = {end: node for node, end in read}
        return [by_end[each.end] for each in commands]  # their strings depend on the version stated before

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both from 1."""
        return self.once(places)(offset)

    @property
    def names(self) -> Mapping[str, str]:
        """Of a scrambled text each symbol and that of the original, both without bars; empty without any."""
        return self.once(_names)

    @property
    def original(self) -> Text:
        """The text in the names of its original; one that is not scrambled is returned as it is."""
        return self.once(_original)


def _is_old(text: Text) -> bool:
    """Return whether a version before 2.5 is stated somewhere."""
    return any(map(is_old, VERSION.findall(text)))


def _commands(text: Text) -> list[Command]:
    return read_terms(text, text.name or None)


def _asked(text: Text) -> list[Command]:
    from smtlib.allowed import PLAIN_COMMANDS, check_allowed  # few texts come by

    source, commands = text.name or None, text.commands
    check_allowed(text.nodes([each for each in commands if each.term[0] not in PLAIN_COMMANDS]), source)
    if commands[-1].term != ("exit",):
        return commands
    exit_, commands = commands[-1], commands[:-1]
    if "(check-sat" in text[exit_.end :] and not any(each.head.startswith("check-sat") for each in commands):
        sentence = "the check-sat comes after this (exit) and is never read; move it before"
    elif not commands:
        sentence = "no SMT-LIB command found before this (exit)"
    else:
        return commands
    line, column = text.place(exit_.start)
    raise SexprError(sentence, source=source, line=line, column=column)


def _names(text: Text) -> Mapping[str, str]:
    from smtlib.renaming import names_in

    return names_in(text)


def _original(text: Text) -> Text:
    from smtlib.renaming import restored

    return Text(restored(text, text.names), text.name)
