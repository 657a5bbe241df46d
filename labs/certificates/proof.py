"""A proof: clauses, and lemmas that lead to a contradiction, each by unit propagation; as DIMACS and DRAT.

No line deletes a clause: what follows from some clauses follows from more, and some solvers delete clauses
that they still use.
"""

from __future__ import annotations

import re
from functools import cached_property
from time import process_time

from fillomino.record import Record
from labs.certificates.tokens import NoCertificateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from labs.certificates.tokens import Clause

NOTHING_LEFT = "0\n"
"""The empty clause, the last line of each proof."""

_LINE = re.compile(r"(?:-?[1-9][0-9]* )*0")
_WRITTEN = b"-0123456789 \n"


class RupError(NoCertificateError):
    """The lemmas do not lead to a contradiction by unit propagation, or time ran out."""


def clause_lines(clauses: Iterable[Clause]) -> str:
    """Return clauses as lines of DIMACS, or of DRAT."""
    written = repr([*clauses])[2:-2]  # (1, -2), (3,): three times as fast as clause by clause
    return written.replace("), (", " 0\n").replace(",", "") + " 0\n" if written else ""


class Proof(Record):
    """A CNF, and a derivation of a contradiction.

    Attributes:
        clauses: the clauses of the CNF.
        lemmas: clauses that follow by unit propagation from those and the lemmas before.
        refutation: further lemmas, as lines of DRAT that end with the empty clause.
    """

    clauses: tuple[Clause, ...] = ()
    lemmas: tuple[Clause, ...] = ()
    refutation: str = NOTHING_LEFT

    @cached_property
    def cnf(self) -> str:
        """The clauses, in DIMACS."""
        return clause_lines(self.clauses)

    def drat(self) -> str:
        """The lemmas, in DRAT."""
        return clause_lines(self.lemmas) + self.refutation


def without_deletions(drat: str) -> str:
    """Return a textual DRAT proof without the lines that delete a clause.

    Raises:
        RupError: if it does not end with the empty clause, or is no such proof.
    """
    lemmas = "".join([line for line in drat.splitlines(keepends=True) if line[0] != "d"])
    if not f"\n{lemmas}".endswith(f"\n{NOTHING_LEFT}"):
        raise RupError("the proof does not end with the empty clause")
    whole = lemmas.count(" 0\n") == lemmas.count(" 0") == lemmas.count("\n") - 1  # quicker than line by line
    if not whole or lemmas.encode().translate(None, _WRITTEN):
        raise RupError("the proof is not in DRAT")
    return lemmas


def followed(clauses: Iterable[Clause], drat: str, until: float | None = None) -> str:
    """Return those lemmas of a DRAT proof that follow by unit propagation, up to a contradiction.

    Args:
        clauses: what it is a proof of.
        drat: its text, with or without deletions.
        until: when to stop, by `process_time`.

    Raises:
        RupError: if there is no contradiction, time runs out, or the text is no proof.
    """
    from labs.certificates import fillomino_check

    new: Any = fillomino_check.Clauses
    known, kept = new(), list[str]()
    for clause in clauses:
        known.add(clause)
    for number, line in enumerate(line for line in drat.splitlines() if line[:2] != "d "):
        if known.conflict:
            break
        if until is not None and number % 64 == 0 and process_time() > until:
            raise RupError("time ran out")
        if _LINE.fullmatch(line) is None:
            raise RupError(f"not a line of a DRAT proof: {line[:80]}")
        lemma = [int(word) for word in line.split()[:-1]]
        if lemma and known.follows(lemma):
            known.add(lemma)
            kept.append(f"{line}\n")
    if not known.conflict:
        raise RupError("the lemmas do not lead to a contradiction by unit propagation")
    return "".join([*kept, NOTHING_LEFT])
