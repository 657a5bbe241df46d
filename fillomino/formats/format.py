"""The record that describes a format: its name, what it can hold, and how it is read and written."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fillomino.puzzle import Document, Filling, Puzzle


class Holds(NamedTuple):
    """The capacity of a format: what it can hold besides the clues of a rectangle without holes.

    Attributes:
        any_board: boards of any shape.
        holes: places of a rectangle without a cell.
        walls: walls between neighbours.
        unknown: cells marked ``?``.
        variants: that a puzzle is checkered, or basic.
        limits: the largest regions that it can state; ``None`` for any.
        largest_clue: the largest clue; ``None`` for no limit.
    """

    any_board: bool = False
    holes: bool = False
    walls: bool = False
    unknown: bool = False
    variants: bool = False
    limits: frozenset[int] | None = frozenset()
    largest_clue: int | None = None


EVERYTHING = Holds(any_board=True, holes=True, walls=True, unknown=True, variants=True, limits=None)
"""The capacity of a format that has a place for all of a puzzle."""


class Format(NamedTuple):
    """One way to write a puzzle as text.

    Attributes:
        name: its name on the command line.
        title: its name in sentences.
        idea: what it is, in a phrase, for lists.
        suffixes: the endings of its file names, with the dot; empty if it is never a file.
        example: a small puzzle in this format; empty if it can't be written down usefully.
        holds: what it can hold; puzzles with anything else are refused before `write` is called.
        recognises: whether a text looks like this format (a match of a pattern, or ``None``, will do). It
            is quick, and also true of faulty texts that were surely meant to be this format.
        read: the document a text holds; it raises `InputError`, with line and column.
        write: a puzzle as text, with the answer if the format can hold one; it raises
            `InputError` for names and the like that can't be written. ``None`` if it can be read only.
        inline: whether a puzzle in it is one word, such as a URL, which commands take in place of a file.
        several: the names and the texts of the puzzles of a text that holds more than one, else nothing;
            ``None`` if no text does.
    """

    name: str
    title: str
    idea: str
    suffixes: tuple[str, ...]
    example: str
    holds: Holds
    recognises: Callable[[str], object]
    read: Callable[[str], Document]
    write: Callable[[Puzzle, Filling | None], str] | None
    inline: bool = False
    several: Callable[[str], list[tuple[str, str]]] | None = None
