"""Reading past faults: all s-expressions that can be read, and each fault with its place."""

from __future__ import annotations

import re

from smtlib.errors import SexprError
from smtlib.sexpr import CONTROL, TOKEN, Node, control_characters, places, read_nodes

_COMMAND_LINE = re.compile(r"^\(", re.M)


def read_past_faults(text: str) -> tuple[list[Node], list[SexprError], list[str]]:
    """The s-expressions of a text that may have faults, in linear time.

    A list that is never closed ends where the next line begins with a parenthesis, as commands do; so does a
    string or symbol. Control characters count as blanks; in comments they are allowed.

    Returns:
        What could be read; the faults by place; and the texts that could not be read.
    """
    faults = list(control_characters(text))
    text = CONTROL.sub(" ", text)
    try:
        return read_nodes(text), faults, []
    except SexprError:
        reader = _Reader(text, faults)
        reader.read()
    return reader.nodes, sorted(faults, key=lambda fault: (fault.line or 0, fault.column or 0)), reader.lost


class _Reader:
    """A reader that records faults and continues.

    Attributes:
        nodes: what could be read.
        lost: the texts that could not be.
    """

    def __init__(self, text: str, faults: list[SexprError]) -> None:
        self.nodes: list[Node] = []
        self.lost: list[str] = []
        self._text, self._faults, self._place = text, faults, places(text)
        self._open: list[tuple[list[Node], int]] = []  # each list that is open: its items, where it begins

    def read(self) -> None:
        start: int | None = 0
        while start is not None:
            start = self._read_from(start)
        self._give_up(len(self._text))

    def _read_from(self, start: int) -> int | None:
        """Read on from a place; return where to go on after a string or symbol that is never closed."""
        text = self._text
        for match in TOKEN.finditer(text, start):
            at, done = match.start(), match.group()
            if done == "(":
                if text[at - 1 : at] == "\n":
                    self._give_up(at)
                self._open.append(([], at))
            elif done == ")":
                if self._open:
                    items, begun = self._open.pop()
                    self._add(tuple(items), begun)
                else:
                    self._fault("this ) closes nothing", at)
            elif done in ("|", '"'):
                self._fault(f"this {done} is never closed", at)
                following = _COMMAND_LINE.search(text, at + 1)
                end = following.start() if following else len(text)
                self.lost.append(text[self._open[0][1] if self._open else at : end])
                self._open.clear()
                return end
            elif done[0] != ";":
                self._add(done, at)
        return None

    def _add(self, content: str | tuple[Node, ...], begun: int) -> None:
        (self._open[-1][0] if self._open else self.nodes).append(Node(content, *self._place(begun)))

    def _give_up(self, end: int) -> None:
        """Leave the lists that are open, which end nowhere."""
        if self._open:
            begun = self._open[0][1]
            self._fault("this ( is never closed", begun)
            self.lost.append(self._text[begun:end])
            self._open.clear()

    def _fault(self, message: str, at: int) -> None:
        line, column = self._place(at)
        self._faults.append(SexprError(message, line=line, column=column))
