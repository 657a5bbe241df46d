"""A fact, what follows from cases, and a contradiction: what a proof is put together from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from workbench.certificates.log import Log
from workbench.certificates.tokens import Clause

Key: TypeAlias = tuple[int, int]
"""The place of a fact: its log, and four times the event by which it is known, or a little more."""


class UnexplainedError(Exception):
    """A fact has no reason that can be written as a clause."""


@dataclass(eq=False)
class Fact:
    """A literal that holds, in all or in one case.

    Attributes:
        literal: the literal.
        cell: its cell.
        number: its number; `OTHER` for those not named.
        holds: whether the cell holds it.
        log: where it was found.
        index: by which event, or before which one it is sure.
        key: its place in order; it stands on facts before it.
        clause: the clause that gives it, if the literals of `because` hold.
        because: those facts.
        lemma: the lemma that it is instead, where it stands on cases.
    """

    literal: int
    cell: int
    number: int
    holds: bool
    log: Log
    index: int
    key: Key
    clause: Clause = ()
    because: list[Fact] = field(default_factory=list)
    lemma: Lemma | None = None
    assumed: bool = False

    @property
    def main(self) -> bool:
        """True iff it holds in all cases."""
        return self.log.main


@dataclass(eq=False)
class Conflict:
    """A clause whose literals are all false, and the facts that make them so."""

    clause: Clause
    because: list[Fact]


@dataclass(eq=False)
class Lemma:
    """A clause that follows by unit propagation: its steps, in order, derive a conflict from its negation.

    Attributes:
        clause: the clause.
        steps: facts, lemmas and at the end a conflict; what they stand on comes before.
    """

    clause: Clause
    steps: list[Fact | Lemma | Conflict]
