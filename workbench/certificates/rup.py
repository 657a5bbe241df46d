"""Proofs as SAT solvers write them, DRAT or LRAT, as steps by unit propagation; without RAT."""

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


def drat_lines(text: str) -> Iterator[tuple[bool, Clause]]:
    """Read a textual DRAT proof: for each line whether it deletes, and the clause.

    Raises:
        RupError: for a line that is none.
    """
    for line in text.splitlines():
        words = line.split()
        deletes = words[:1] == ["d"]
        try:
            *literals, end = map(int, words[deletes:])
        except ValueError as error:
            raise RupError(f"no line of a DRAT proof: {line[:80]}") from error
        if end != 0:
            raise RupError(f"no line of a DRAT proof: {line[:80]}")
        yield deletes, tuple(literals)


def lrat_steps(clauses: int, text: str) -> list[Step]:
    """Read a textual LRAT proof about so many clauses, up to the empty one; drop steps that nothing needs.

    Raises:
        RupError: if it is none, or has steps that are not by unit propagation.
    """
    steps: list[Step] = []
    hints = {place + 1: place for place in range(clauses)}
    for line in text.splitlines():
        words = line.split()
        if words[1:2] == ["d"]:
            continue
        try:
            number, *numbers = map(int, words)
            end = numbers.index(0)
            used = [hints[hint] for hint in numbers[end + 1 : -1]]
        except (ValueError, KeyError) as error:
            raise RupError(f"no step by unit propagation: {line[:80]}") from error
        steps.append(Step(tuple(numbers[:end]), used))
        hints[number] = ~(len(steps) - 1)
        if end == 0:
            return _needed(steps)
    raise RupError("the proof does not derive the empty clause")


def _needed(steps: list[Step]) -> list[Step]:
    """Drop the steps that the last one does not need."""
    needed = {len(steps) - 1}
    for index in range(len(steps) - 1, -1, -1):
        if index in needed:
            needed.update(~hint for hint in steps[index].hints if hint < 0)
    places = {old: new for new, old in enumerate(sorted(needed))}
    return [
        Step(steps[old].lemma, [~places[~hint] if hint < 0 else hint for hint in steps[old].hints])
        for old in places
    ]
