"""DRAT to LRAT: each lemma checked by unit propagation, forwards, and those that nothing needs dropped.

After Heule, Hunt, Wetzler, "Efficient, verified checking of propositional proofs" (ITP 2017), without RAT.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import process_time
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


def derive(
    clauses: Sequence[Clause], lemmas: Iterable[tuple[bool, Clause]], until: float | None = None
) -> list[Step]:
    """Return the steps from clauses to the empty one.

    Args:
        clauses: the CNF.
        lemmas: see `drat_lines`.
        until: when to give up, by `time.process_time`.

    Raises:
        RupError: if a lemma does not follow, the empty one is not among what follows, or time ran out.
    """
    propagation = _Propagation()
    for place, clause in enumerate(clauses):
        if propagation.add(clause, place):
            return _needed(propagation.steps)
    for number, (deletes, lemma) in enumerate(lemmas):
        if until is not None and number % 64 == 0 and process_time() > until:
            raise RupError("time ran out")
        if deletes:
            propagation.delete(lemma)
            continue
        if not lemma:
            break
        hints = propagation.follows(lemma)
        if hints is None:
            continue  # it is satisfied for good
        if propagation.add(lemma, propagation.step(lemma, hints)):
            return _needed(propagation.steps)
    raise RupError("the proof does not derive the empty clause")


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


class _Propagation:
    """Clauses with two watched literals each, and what they imply.

    What is implied for good is a step of its own, so that a hint never stands for a chain.
    """

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._clauses: list[list[int] | None] = []
        self._hints: list[int] = []  # of each clause
        self._places: dict[Clause, list[int]] = {}
        self._watches: dict[int, list[int]] = {}
        self._reason: dict[int, int] = {}  # true literal -> clause; -1 for an assumption
        self._unit: dict[int, int] = {}  # literal that is true for good -> hint
        self._trail: list[int] = []

    def step(self, lemma: Clause, hints: list[int]) -> int:
        """Add a step; return its hint."""
        self.steps.append(Step(lemma, hints))
        return ~(len(self.steps) - 1)

    def add(self, clause: Clause, hint: int) -> bool:
        """Add a clause and what it implies for good; return whether that is a contradiction."""
        index = len(self._clauses)
        reason, unit = self._reason, self._unit
        literals = sorted(dict.fromkeys(clause), key=lambda n: -n in reason)
        if any(-n in literals for n in literals):
            self._clauses.append(None)
            self._hints.append(hint)
            return False
        self._clauses.append(literals)
        self._hints.append(hint)
        self._places.setdefault(tuple(sorted(clause)), []).append(index)
        if len(literals) > 1:
            for literal in literals[:2]:
                self._watches.setdefault(literal, []).append(index)
        if literals and -literals[0] not in reason and (len(literals) > 1 and -literals[1] not in reason):
            return False
        if literals and literals[0] in unit:
            return False
        if not literals or -literals[0] in reason:
            self.step((), [*(unit[-n] for n in literals), hint])
            return True
        self._for_good(literals[0], index)
        conflict = self._propagate(len(self._trail) - 1, for_good=True)
        if conflict is None:
            return False
        self.step((), [*(unit[-n] for n in self._clauses[conflict] or ()), self._hints[conflict]])
        return True

    def delete(self, clause: Clause) -> None:
        """Delete a clause, unless something that is true for good was implied by it."""
        places = self._places.get(tuple(sorted(clause)), [])
        for index in places:
            literals = self._clauses[index]
            if literals is not None and not any(self._reason.get(n) == index for n in literals):
                self._clauses[index] = None
                places.remove(index)
                return

    def follows(self, lemma: Clause) -> list[int] | None:
        """The hints by which a lemma follows; ``None`` if a literal of it is true for good.

        Raises:
            RupError: if it does not follow.
        """
        if any(literal in self._unit for literal in lemma):
            return None
        start = len(self._trail)
        for literal in lemma:
            if -literal not in self._reason:
                self._reason[-literal] = -1
                self._trail.append(-literal)
        conflict = self._propagate(start, for_good=False)
        hints = None if conflict is None else self._analysed(conflict, start)
        for literal in self._trail[start:]:
            del self._reason[literal]
        del self._trail[start:]
        if hints is None:
            raise RupError(f"the lemma {lemma} does not follow by unit propagation")
        return hints

    def _for_good(self, literal: int, index: int) -> None:
        literals = self._clauses[index] or []
        unit = self._unit
        if len(literals) == 1:
            unit[literal] = self._hints[index]
        else:
            hints = [*(unit[-n] for n in literals if n != literal), self._hints[index]]
            unit[literal] = self.step((literal,), hints)
        self._reason[literal] = index
        self._trail.append(literal)

    def _propagate(self, start: int, *, for_good: bool) -> int | None:
        """Follow the trail from a place; return the clause that is false, if one is."""
        reason, trail, clauses, watches = self._reason, self._trail, self._clauses, self._watches
        while start < len(trail):
            false = -trail[start]
            start += 1
            watched = watches.get(false)
            if not watched:
                continue
            kept: list[int] = []
            for position, index in enumerate(watched):
                clause = clauses[index]
                if clause is None:
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                other = clause[0]
                if other in reason:
                    kept.append(index)
                    continue
                for i in range(2, len(clause)):
                    if -clause[i] not in reason:
                        clause[1], clause[i] = clause[i], false
                        watches.setdefault(clause[1], []).append(index)
                        break
                else:
                    kept.append(index)
                    if -other in reason:
                        kept += watched[position + 1 :]
                        watches[false] = kept
                        return index
                    if for_good:
                        self._for_good(other, index)
                    else:
                        reason[other] = index
                        trail.append(other)
            watches[false] = kept
        return None

    def _analysed(self, conflict: int, start: int) -> list[int]:
        """The hints that lead to a conflict, of the trail from a place on."""
        needed = {-n for n in self._clauses[conflict] or ()}
        hints = []
        for literal in reversed(self._trail[start:]):
            index = self._reason[literal]
            if literal in needed and index >= 0:
                hints.append(self._hints[index])
                needed.update(-n for n in self._clauses[index] or () if n != literal)
        units = [self._unit[literal] for literal in needed if literal in self._unit]
        return [*units, *reversed(hints), self._hints[conflict]]
