"""The record that describes a format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fillomino.puzzle import Document, Filling, Puzzle


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write a puzzle as text.

    Attributes:
        name: what it is called on the command line.
        title: what it is called in sentences.
        suffixes: the endings of its file names, with the dot; empty if it is no file.
        example: a small puzzle in this format; empty if it can't be written down usefully.
        recognises: whether a text looks like this format. It says so quickly, and wrong texts
            that were surely meant to be this format are recognised too.
        read: the document a text holds; it raises `InputError`, with line and column.
        write: a puzzle as text, with an answer where the format has a place for one; it raises
            `InputError` for a puzzle that holds anything the format can't say.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    example: str
    recognises: Callable[[str], bool]
    read: Callable[[str], Document]
    write: Callable[[Puzzle, Filling | None], str]
