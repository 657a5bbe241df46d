"""How two scripts differ: commands that only one has, with their families, or new names alone.

A script is compared with the encoding that it is of by `workbench.scripts.departures`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from encoder.annotations import Notes, notes_of
from fillomino.errors import counted, listed
from smtlib.difference import Statement, difference, listing
from smtlib.text import Text

if TYPE_CHECKING:
    from workbench.texts.rows import ScriptSideRow

_SHOWN, _WIDTH = 12, 120


class OnlyThere(NamedTuple):
    """A command that the other script lacks.

    Attributes:
        line: the line where it begins, from 1.
        text: the command on one line.
        family: of an assertion, as far as a comment says so; else empty.
    """

    line: int
    text: str
    family: str


class ScriptSide(NamedTuple):
    """One of two scripts: its name, the number of its commands, and those that the other lacks."""

    name: str
    commands: int
    only: tuple[OnlyThere, ...]

    @property
    def row(self) -> ScriptSideRow:
        """The script for machines."""
        from workbench.texts.rows import OnlyRow, ScriptSideRow

        only = [OnlyRow(line=each.line, text=each.text, family=each.family) for each in self.only]
        return ScriptSideRow(name=self.name, commands=self.commands, only=only)


class ScriptDifference(NamedTuple):
    """How two scripts differ, up to order and names of bound symbols; it prints as `fillomino diff` does.

    Attributes:
        first, second: the scripts.
        renamed: where the second is a renaming of the first, each symbol of the first that has another name
            there, and that name.
        decided: whether it is known that the second is a renaming of the first, or is none.
    """

    first: ScriptSide
    second: ScriptSide
    renamed: Mapping[str, str]
    decided: bool

    @property
    def same(self) -> bool | None:
        """Whether both have the same commands, up to names; ``None`` if that is not decided."""
        if self.first.only or self.second.only:
            return False if self.decided else None
        return True

    def to_json(self) -> str:
        """The line that ``fillomino diff --json`` prints."""
        from workbench.texts.rows import ScriptsRow

        return ScriptsRow(
            first=self.first.row, second=self.second.row, same=self.same, renamed=dict(self.renamed)
        ).to_line()

    def __str__(self) -> str:
        sizes = " and ".join(counted(side.commands, "command") for side in (self.first, self.second))
        if self.renamed:
            names = listed([f"{old} is {new}" for old, new in self.renamed.items()], most=_SHOWN)
            return f"{self.second.name} is a renaming of {self.first.name} ({sizes}): {names}"
        if self.same:
            return f"the same, up to order and names of bound symbols ({sizes})"
        lines = [line for side in (self.first, self.second) for line in _lines(side)]
        if not self.decided:
            lines.append(
                "not decided: whether one is a renaming of the other; too many of their symbols look alike"
            )
        return "\n".join(lines)


def script_difference(first: Text, second: Text) -> ScriptDifference:
    """Compare two scripts; one that is scrambled counts in its former names.

    Raises:
        SexprError: for a text that is no script, with the place.
        InputError: for a comment that is wrong.
    """
    notes = [notes_of(text) for text in (first, second)]
    one, other = (listing(text.original) for text in (first, second))
    found = difference(one, other)
    sides = [
        ScriptSide(each.name, len(each.statements), tuple(_only(statement, note) for statement in only))
        for each, only, note in zip((one, other), (found.missing, found.added), notes, strict=True)
    ]
    return ScriptDifference(sides[0], sides[1], found.renamed, found.decided)


def _only(statement: Statement, notes: Notes) -> OnlyThere:
    family = notes.family_at(statement.line) if statement.head == "assert" else None
    return OnlyThere(statement.line, statement.text, family.name if family else "")


def _lines(side: ScriptSide) -> list[str]:
    """The commands that only one script has, the assertions with their families."""
    if not side.only:
        return []
    lines = [f"only in {side.name}: {len(side.only)} of {counted(side.commands, 'command')}"]
    if any(each.family for each in side.only):
        families = [each.family or "no family" for each in side.only]
        counts = {family: families.count(family) for family in dict.fromkeys(families)}
        lines.append("  " + ", ".join(f"{count} of {family}" for family, count in counts.items()))
    for each in side.only[:_SHOWN]:
        text = each.text if len(each.text) <= _WIDTH else f"{each.text[:_WIDTH]} …"
        lines.append(f"  {side.name}:{each.line}: {text}" + (f"  [{each.family}]" if each.family else ""))
    if len(side.only) > _SHOWN:
        lines.append(f"  … and {len(side.only) - _SHOWN} more")
    return lines
