"""What in a script would trip a solver: our own findings, and those of the parsers of installed solvers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from drivers.parsers import Opinion, opinions
from smtlib.lint import Finding, lint
from smtlib.text import Text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from smtlib.kinds import FaultKind


_JUDGED: frozenset[FaultKind] = frozenset(
    {
        "clash", "ill-sorted", "malformed", "pop-below", "second-logic", "undeclared", "wrong-arity",
    }
)  # fmt: skip
"""Kinds of findings that solvers judge, as they read a file."""


def findings(text: Text) -> list[Finding]:
    """All findings about a script, by place; none is an error that solvers judge, and one of them takes."""
    asked = opinions(text)
    ours = _held_against(lint(text), asked)
    known = {finding.line for finding in ours if finding.error or finding.kind in _JUDGED}
    return sorted([*ours, *_of_solvers(asked, known)])


def _held_against(found: list[Finding], asked: list[Opinion]) -> list[Finding]:
    """The findings, of which none that solvers judge is an error where one of them takes the whole file."""
    takes = " and ".join(opinion.title for opinion in asked if not opinion.faults)
    if not takes:
        return found
    return [
        replace(finding, error=False, text=f"{finding.text}; {takes} can read it")
        if finding.error and finding.kind in _JUDGED | {"weak-logic"}
        else finding
        for finding in found
    ]


def _of_solvers(asked: list[Opinion], known: set[int]) -> Iterator[Finding]:
    """The findings of solvers: one for each line, an error where none of them takes it."""
    for opinion in asked:
        for line, column, message in opinion.faults:
            if line not in known and (line or not known):
                known.add(line)
                takes = [other.title for other in asked if other.takes(line)]
                who = f"; {' and '.join(takes)} {'takes' if len(takes) == 1 else 'take'} it" if takes else ""
                yield Finding(max(line, 1), column, not takes, "parser", f"{opinion.title}: {message}{who}")
