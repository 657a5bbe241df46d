"""A proof: the clauses of a CNF, and steps that each follow by unit propagation; DRAT trimmed to LRAT.

The lemmas are checked in their order: the forward mode of Wetzler, Heule, Hunt, "DRAT-trim" (SAT 2014).
RAT is not supported: a lemma that does not follow is left out. Deletions are ignored: keeping all clauses
takes no longer on the proofs that arise here, and some solvers delete clauses that they still use.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from labs.certificates.tokens import Clause, NoCertificateError

if TYPE_CHECKING:
    from drivers.limits import Limits


class RupError(NoCertificateError):
    """The lemmas do not lead to a contradiction by unit propagation, or time ran out."""


class Step(NamedTuple):
    """A lemma, with the clauses by which it follows: their places in the CNF, or ``~i`` for step i."""

    lemma: Clause
    hints: list[int]


def drat_lemmas(text: str) -> Iterator[Clause]:
    """Read the lemmas of a textual DRAT proof, without the lines that delete a clause.

    Raises:
        RupError: for any other line.
    """
    for line in text.splitlines():
        if line.startswith("d "):
            continue
        *literals, end = line.split() or [""]
        if end != "0" or not all(word.removeprefix("-").isdecimal() for word in literals):
            raise RupError(f"not a line of a DRAT proof: {line[:80]}")
        yield tuple(map(int, literals))


ASSUMED = -1
"""The reason of a literal that is assumed."""


class _Derivation:
    """Clauses with two watched literals each, and the steps by which others follow from them.

    Literals index lists directly: a negative one counts from the end. The trail holds what is true for good,
    in order, and while a lemma is checked what it implies.

    Attributes:
        steps: the steps; literals that are true for good have one each.
        units: those of them that unit propagation alone gives, by their places.
    """

    def __init__(self, variables: int) -> None:
        size = 2 * variables + 1
        self.steps: list[Step] = []
        self.units: set[int] = set()
        self._true, self._reason = bytearray(size), [ASSUMED] * size
        self._watches: list[list[int]] = [[] for _ in range(size)]
        self._trail: list[int] = []
        self._clauses: list[list[int]] = []
        self._hints: list[int] = []  # of each clause
        self._unit_hints: dict[int, int] = {}  # of each literal that is true for good

    def add(self, clause: Clause, hint: int) -> bool:
        """Add a clause and what it implies for good; return whether that is a contradiction."""
        true, literals, index = self._true, list(dict.fromkeys(clause)), len(self._clauses)
        if any(true[n] or -n in literals for n in literals):
            return False
        literals.sort(key=lambda n: true[-n])
        self._clauses.append(literals)
        self._hints.append(hint)
        for literal in literals[:2] if len(literals) > 1 else ():
            self._watches[literal].append(index)
        conflict, start = -1, len(self._trail)
        if not literals or true[-literals[0]]:
            conflict = index
        elif len(literals) == 1 or true[-literals[1]]:
            self._assign(literals[0], index)
            conflict = self._propagate(start)
        for literal in self._trail[start:]:
            reason = self._reason[literal]
            self._unit_hints[literal] = self._hints[reason]
            if len(self._clauses[reason]) > 1:
                self.units.add(len(self.steps))
                others = (n for n in self._clauses[reason] if n != literal)
                self._unit_hints[literal] = self._note((literal,), others, [reason])
        if conflict >= 0:
            self._note((), self._clauses[conflict], [conflict])
        return conflict >= 0

    def follow_all(
        self, clauses: Iterable[Clause], lemmas: Iterable[Clause], until: float | None = None
    ) -> bool:
        """Add clauses, and the lemmas that follow; return whether that leads to a contradiction.

        Raises:
            RupError: if a `process_time` is past.
        """
        if any(self.add(clause, place) for place, clause in enumerate(clauses)):
            return True
        for number, lemma in enumerate(lemmas):
            if until is not None and number % 64 == 0 and process_time() > until:
                raise RupError("time ran out")
            hint = self.follow(lemma)
            if hint is not None and self.add(lemma, hint):
                return True
        return False

    def reasons(self, literals: Iterable[int]) -> list[int]:
        """Return the hints of literals that are true for good.

        Raises:
            RupError: if one is not.
        """
        try:
            return [self._unit_hints[literal] for literal in literals]
        except KeyError as error:
            raise RupError(f"the literal {error} does not follow by unit propagation") from error

    def follow(self, lemma: Clause) -> int | None:
        """Check a lemma; return its hint, or ``None`` if it does not follow or is true for good."""
        true, reason, trail = self._true, self._reason, self._trail
        if any(true[n] for n in lemma):
            return None
        start = len(trail)
        for literal in lemma:
            if not true[-literal]:
                self._assign(-literal, ASSUMED)
        conflict = self._propagate(start)
        false = set(self._clauses[conflict]) if conflict >= 0 else set[int]()
        used = [conflict]
        while len(trail) > start:
            literal = trail.pop()
            true[literal] = 0
            if -literal in false:
                false.discard(-literal)
                if reason[literal] != ASSUMED:
                    used.append(reason[literal])
                    false.update(n for n in self._clauses[reason[literal]] if n != literal)
        return self._note(lemma, false, used[::-1]) if conflict >= 0 else None

    def _note(self, lemma: Clause, false: Iterable[int], used: Iterable[int]) -> int:
        """Note a step by literals that are false for good, and clauses; return its hint."""
        hints = [self._unit_hints[-n] for n in false] + [self._hints[index] for index in used]
        self.steps.append(Step(lemma, hints))
        return ~(len(self.steps) - 1)

    def _assign(self, literal: int, reason: int) -> None:
        self._true[literal] = 1
        self._reason[literal] = reason
        self._trail.append(literal)

    def _propagate(self, start: int) -> int:
        """Follow the trail from a place; return the clause that is false, or -1."""
        true, reason, trail, clauses = self._true, self._reason, self._trail, self._clauses
        while start < len(trail):
            false = -trail[start]
            start += 1
            watched = self._watches[false]
            kept: list[int] = []
            for position, index in enumerate(watched):
                clause = clauses[index]
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                other = clause[0]
                if true[other]:
                    kept.append(index)
                    continue
                for i in range(2, len(clause)):
                    n = clause[i]
                    if not true[-n]:
                        clause[1], clause[i] = n, false
                        self._watches[n].append(index)
                        break
                else:
                    kept.append(index)
                    if true[-other]:
                        self._watches[false] = kept + watched[position + 1 :]
                        return index
                    true[other] = 1
                    reason[other] = index
                    trail.append(other)
            self._watches[false] = kept
        return -1


class Proof(NamedTuple):
    """A CNF and the steps to a contradiction.

    Attributes:
        clauses: the clauses of the CNF.
        steps: lemmas, each with its hints: the place of a clause, or ``~i`` for step i.
    """

    clauses: tuple[Clause, ...] = ()
    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, clauses: Sequence[Clause], lemmas: Iterable[Clause], until: float | None = None) -> Proof:
        """Return the proof with those of the clauses and lemmas that it needs, until a `process_time`.

        Raises:
            RupError: if the lemmas do not lead to a contradiction, or time runs out.
        """
        lemmas = [*lemmas]
        derivation = _Derivation(max((abs(n) for clause in (*clauses, *lemmas) for n in clause), default=0))
        if derivation.follow_all(clauses, lemmas, until):
            return cls._trimmed(clauses, derivation)
        raise RupError("the lemmas do not lead to a contradiction by unit propagation")

    def of_whole(self, whole: Sequence[Clause], clauses: Sequence[Clause], lemmas: Iterable[Clause]) -> Proof:
        """Return the proof of clauses of which those of this proof are parts.

        Args:
            whole: the clause of which each clause of this proof is a part, among `clauses`.
            clauses: what the proof is of: by them, the other literals of the whole clauses are false.
            lemmas: those by which that follows.

        Raises:
            RupError: if it does not follow that one of them is false.
        """
        lemmas, place = [*lemmas], {clause: number for number, clause in enumerate(clauses)}
        variables = (abs(n) for clause in (*clauses, *lemmas, *self.clauses) for n in clause)
        derivation = _Derivation(max(variables, default=0))
        if derivation.follow_all(clauses, lemmas):
            return self._trimmed(clauses, derivation)
        hints_of = [
            [*derivation.reasons(-n for n in clause if n not in part), place[clause]]
            for clause, part in zip(whole, self.clauses, strict=True)
        ]
        first = len(derivation.steps)
        for lemma, hints in self.steps:
            chain = [[~(first + ~hint)] if hint < 0 else hints_of[hint] for hint in hints]
            derivation.steps.append(Step(lemma, [hint for part in chain for hint in part]))
        return self._trimmed(clauses, derivation)

    @classmethod
    def _trimmed(cls, clauses: Sequence[Clause], derivation: _Derivation) -> Proof:
        """The proof with those steps that the last one needs.

        A unit that one step alone needs, be it by way of others, has no step of its own: its hints are among
        the hints of that one.
        """
        steps = derivation.steps
        owners: dict[int, int | None] = {len(steps) - 1: None}  # of needed steps, if one alone needs them
        for number in reversed(range(len(steps))):
            if number not in owners:
                continue
            if number not in derivation.units:
                owners[number] = None
            owner = number if owners[number] is None else owners[number]
            for hint in steps[number].hints:
                if hint < 0:
                    owners[~hint] = owner if owners.get(~hint, owner) == owner else None
        kept: list[Step] = []
        place: dict[int, int] = {}
        chains: defaultdict[int, dict[int, None]] = defaultdict(dict)
        for number, owner in sorted(owners.items()):
            chain = chains[number if owner is None else owner]
            for hint in steps[number].hints:
                if hint >= 0 or owners[~hint] is None:
                    chain[place.get(~hint, hint)] = None
            if owner is None:
                place[number] = ~len(kept)
                kept.append(Step(steps[number].lemma, list(chain)))
        used = {hint for step in kept for hint in step.hints if hint >= 0}
        named = {hint: number for number, hint in enumerate(sorted(used))}
        return cls(
            tuple(clauses[hint] for hint in named),
            tuple(Step(lemma, [named.get(hint, hint) for hint in hints]) for lemma, hints in kept),
        )

    def cnf_lines(self) -> Iterator[str]:
        """The clauses, a line each."""
        return (" ".join(map(str, (*clause, 0))) for clause in self.clauses)

    def lrat_lines(self) -> Iterator[str]:
        """The steps, a line each."""
        first = len(self.clauses) + 1
        for number, (lemma, hints) in enumerate(self.steps):
            names = (first + ~hint if hint < 0 else hint + 1 for hint in hints)
            yield " ".join(map(str, (first + number, *lemma, 0, *names, 0)))


def refutation(clauses: Sequence[Clause], limits: Limits, until: float | None = None) -> Proof:
    """Return the proof by a SAT solver that a CNF has no model; it is read until a `process_time`.

    Raises:
        RefuteError: if there is none.
    """
    from labs.certificates.refute import (  # where deduction decides, no solver is needed
        RefuteError,
        prover,
        refute,
    )

    solver, _ = prover()
    reason = ""
    for variant in solver.variants:
        try:
            return Proof.of(clauses, drat_lemmas(refute(clauses, limits, variant)), until)
        except RupError as error:
            reason = f"the proof of {solver.name} could not be used: {error}"
        if until is not None and process_time() > until:
            break
    raise RefuteError(reason)
