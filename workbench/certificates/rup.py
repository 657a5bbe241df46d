"""Proofs as SAT solvers write them, in DRAT, and steps by unit propagation; without RAT."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from workbench.certificates.tokens import Clause


class RupError(Exception):
    """A lemma does not follow by unit propagation, or time ran out."""


class Step(NamedTuple):
    """A lemma, with the clauses by which it follows: their places in the CNF, or ``~i`` for step i."""

    lemma: Clause
    hints: list[int]


def drat_lemmas(text: str) -> Iterator[Clause]:
    """Read the lemmas of a textual DRAT proof; lines that delete a clause are passed over.

    Raises:
        RupError: for a line that is none.
    """
    for line in text.splitlines():
        if line.startswith("d "):
            continue
        try:
            *literals, end = map(int, line.split())
        except ValueError as error:
            raise RupError(f"no line of a DRAT proof: {line[:80]}") from error
        if end != 0:
            raise RupError(f"no line of a DRAT proof: {line[:80]}")
        yield tuple(literals)
