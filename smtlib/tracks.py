"""Tracks of the SMT competition that ask for more than a verdict: unsat cores and models.

Source: the competition's scrambler (SMT-COMP/scrambler), which makes its files from those of the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from smtlib.lint import Finding
from smtlib.queries import VERDICT_QUERIES
from smtlib.sexpr import Node


class Track(NamedTuple):
    """A track whose files ask a second question after their only check.

    Attributes:
        name: the directory of its files.
        option: the option that must be true.
        question: the command after the check.
        status: the verdict that the question needs.
        named: every assertion has a name.
    """

    name: str
    option: str
    question: str
    status: str
    named: bool

    @property
    def opening(self) -> str:
        """The first line of its files."""
        return f"(set-option {self.option} true)\n"


TRACKS = (
    Track("unsat-core", ":produce-unsat-cores", "get-unsat-core", "unsat", named=True),
    Track("model-validation", ":produce-models", "get-model", "sat", named=False),
)


def findings_of_track(nodes: Sequence[Node], track: Track) -> tuple[list[Node], list[Finding]]:
    """Check what a track requires of a file.

    Args:
        nodes: the commands.
        track: the track.

    Returns:
        The commands without the option and the question, to be checked as any others; and what is against
        the rules of the track.
    """
    rest, findings = list(nodes), list[Finding]()

    def add(node: Node, text: str) -> None:
        findings.append(Finding.at(node, "track", text))

    first = rest[0] if rest else Node("", 1, 1)
    if [item.atom for item in first.items] == ["set-option", track.option, "true"]:
        del rest[0]
    else:
        add(first, f"a file of the track {track.name} begins with {track.opening.rstrip()}")
    checks = [place for place, node in enumerate(rest) if node.head in VERDICT_QUERIES]
    after = checks[-1] + 1 if checks else len(rest)
    if after < len(rest) and rest[after].head == track.question:
        del rest[after]
    else:
        place = rest[checks[-1]] if checks else first
        add(place, f"in the track {track.name} the check is followed by ({track.question})")
    for node in rest:
        if [item.atom for item in node.items[:2]] == ["set-info", ":status"]:
            if node.items[-1].atom != track.status:
                add(node.items[-1], f"the status should be {track.status} in the track {track.name}")
        elif track.named and node.head == "assert" and not _is_named(node):
            add(node, f"in the track {track.name} every assertion has a name")
    return rest, findings


def _is_named(node: Node) -> bool:
    term = node.items[-1]
    return term.head == "!" and any(item.atom == ":named" for item in term.items)
