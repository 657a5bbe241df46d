"""A proof: the clauses of a CNF, and steps that each follow by unit propagation; DRAT trimmed to LRAT.

After Wetzler, Heule, Hunt, "DRAT-trim" (SAT 2014), with its core-first propagation: clauses that are needed
anyway are propagated before all others. RAT is not supported, and deletions are ignored: keeping all clauses
takes no longer on the proofs that arise here, and some solvers delete clauses that they still use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import process_time
from typing import NamedTuple

from drivers.limits import Limits
from drivers.refute import RefuteError, prover, refute
from workbench.certificates.tokens import Clause


class RupError(Exception):
    """A lemma does not follow by unit propagation, or time ran out."""


class Step(NamedTuple):
    """A lemma, with the clauses by which it follows: their places in the CNF, or ``~i`` for step i."""

    lemma: Clause
    hints: list[int]


class _Derivation(NamedTuple):
    """A step as it is found, from the last one back.

    Attributes:
        unit: whether it is a literal that is true for good.
        name: that literal; else the number of the lemma.
        lemma: its literals.
        units: literals that are true for good, by which it follows.
        hints: the numbers of the clauses by which it follows then.
    """

    unit: bool
    name: int
    lemma: Clause
    units: list[int]
    hints: list[int]


def drat_lemmas(text: str) -> Iterator[Clause]:
    """Read the lemmas of a textual DRAT proof, without the lines that delete a clause.

    Raises:
        RupError: for any other line.
    """
    for line in text.splitlines():
        if line.startswith("d "):
            continue
        try:
            *literals, end = map(int, line.split())
        except ValueError as error:
            raise RupError(f"not a line of a DRAT proof: {line[:80]}") from error
        if end != 0:
            raise RupError(f"not a line of a DRAT proof: {line[:80]}")
        yield tuple(literals)


ASSUMED = -1
"""The reason of a literal that is assumed."""


def derive(clauses: Sequence[Clause], lemmas: Iterable[Clause], until: float | None = None) -> list[Step]:
    """Return the steps from clauses to the empty one by lemmas (`drat_lemmas`), until a `process_time`.

    Raises:
        RupError: if a lemma that is needed does not follow, the proof has no contradiction, or time runs out.
    """
    return Trimming(clauses, lemmas, until).steps()


class Trimming:
    """Clauses with two watched literals each, and the literals that are true because of them.

    Literals index lists directly: a negative one counts from the end. Clauses have numbers, those of the CNF
    first. The trail holds what is true for good, in order, and while a lemma is checked what it implies.
    """

    def __init__(self, clauses: Sequence[Clause], lemmas: Iterable[Clause], until: float | None) -> None:
        self._until, self._count = until, len(clauses)
        self._whole = [*clauses]
        self._lines: list[tuple[int, int]] = []  # the clause, the trail before
        self._given = list(lemmas)
        used = (abs(n) for clauses_of in (self._whole, self._given) for clause in clauses_of for n in clause)
        size = 2 * max(used, default=0) + 1
        self._true, self._place = bytearray(size), [0] * size
        self._reason = [ASSUMED] * size
        self._watches: list[list[int]] = [[] for _ in range(size)]
        self._first: list[list[int]] = [[] for _ in range(size)]  # the watches of needed clauses
        self._trail: list[int] = []
        self._clauses: list[list[int]] = []
        self._alive, self._needed = bytearray(), bytearray()
        self._units: set[int] = set()  # literals that are true for good, and needed
        self._unit_clauses: dict[int, int] = {}  # those of them that are clauses by themselves
        self._steps: list[_Derivation] = []  # from the last one back

    def steps(self) -> list[Step]:
        """Return the steps that are needed, the empty clause last.

        Raises:
            RupError: see `derive`.
        """
        conflict = self._forwards()
        if conflict is None:
            raise RupError("the proof does not derive the empty clause")
        self._emit(-1, (), self._clauses[conflict], [conflict])
        self._backwards()
        return self._numbered()

    def _forwards(self) -> int | None:
        """Add all clauses and lemmas, unchecked, up to a conflict by unit propagation; return its clause."""
        for index, clause in enumerate(self._whole):
            conflict = self._add(index, clause)
            if conflict is not None:
                return conflict
        for number, lemma in enumerate(self._given):
            if number % 256 == 0:
                self._check_time()
            index = len(self._whole)
            self._whole.append(lemma)
            self._lines.append((index, len(self._trail)))
            conflict = self._add(index, lemma)
            if conflict is not None:
                return conflict
        return None

    def _backwards(self) -> None:
        """Check the lemmas that are needed, the last one first."""
        for number, (index, start) in enumerate(reversed(self._lines)):
            if number % 64 == 0:
                self._check_time()
            self._undo(start)
            self._alive[index] = 0
            if self._needed[index]:
                self._check(index)
        self._undo(0)

    def _check_time(self) -> None:
        if self._until is not None and process_time() > self._until:
            raise RupError("time ran out")

    def _add(self, index: int, clause: Clause) -> int | None:
        """Add a clause and what it implies for good; return the clause that is false then, if one is."""
        literals = list(dict.fromkeys(clause))
        self._clauses.append(literals)
        self._needed.append(0)
        tautology = any(-n in literals for n in literals)
        self._alive.append(not tautology)
        if tautology:
            return None
        true, trail = self._true, self._trail
        self._watch(index)
        not_false = [n for n in literals if not true[-n]]
        if not not_false:
            return index
        if len(not_false) > 1 or true[not_false[0]]:
            return None
        self._assign(not_false[0], index)
        conflict = self._propagate(len(trail) - 1)
        return None if conflict < 0 else conflict

    def _watch(self, index: int) -> None:
        """Watch two literals of a clause: not false, or else those that became false last."""
        true, place, literals = self._true, self._place, self._clauses[index]
        literals.sort(key=lambda n: -place[-n] if true[-n] else -len(place))
        if len(literals) > 1:
            watches = self._first if self._needed[index] else self._watches
            watches[literals[0]].append(index)
            watches[literals[1]].append(index)

    def _assign(self, literal: int, reason: int) -> None:
        self._true[literal] = 1
        self._reason[literal] = reason
        self._place[literal] = len(self._trail)
        self._trail.append(literal)

    def _propagate(self, start: int) -> int:
        """Follow the trail from a place, needed clauses first; return the clause that is false, or -1."""
        true, reason, place, trail = self._true, self._reason, self._place, self._trail
        clauses, alive, needed = self._clauses, self._alive, self._needed
        first, rest = self._first, self._watches
        head = start
        while True:
            if head < len(trail):
                watches, false = first, -trail[head]
                head += 1
            elif start < len(trail):
                watches, false = rest, -trail[start]
                start += 1
            else:
                return -1
            watched = watches[false]
            if not watched:
                continue
            kept: list[int] = []
            for position, index in enumerate(watched):
                clause = clauses[index]
                if not alive[index]:
                    continue
                if clause[0] == false:
                    clause[0] = clause[1]
                    clause[1] = false
                elif clause[1] != false:
                    continue  # it is watched elsewhere by now
                other = clause[0]
                if not true[other]:
                    for i in range(2, len(clause)):
                        n = clause[i]
                        if not true[-n]:
                            clause[1] = n
                            clause[i] = false
                            (first if needed[index] else rest)[n].append(index)
                            break
                    else:
                        kept.append(index)
                        if true[-other]:
                            kept += watched[position + 1 :]
                            watches[false] = kept
                            return index
                        true[other] = 1
                        reason[other] = index
                        place[other] = len(trail)
                        trail.append(other)
                elif needed[index] and watches is rest:
                    first[false].append(index)
                else:
                    kept.append(index)
            watches[false] = kept

    def _undo(self, start: int) -> None:
        """Forget what became true for good from a place of the trail on; what was needed gets a step."""
        trail = self._trail
        while len(trail) > start:
            literal = trail.pop()
            self._true[literal] = 0
            if literal in self._units:
                index = self._reason[literal]
                if len(self._clauses[index]) > 1:
                    others = {n for n in self._clauses[index] if n != literal}
                    self._emit(literal, (literal,), others, [index], unit=True)
                else:
                    self._needed[index] = 1
                    self._unit_clauses[literal] = index

    def _check(self, index: int) -> None:
        """Note the step of a lemma.

        Raises:
            RupError: if it does not follow.
        """
        true, reason, trail = self._true, self._reason, self._trail
        start = len(trail)
        for literal in self._clauses[index]:
            if not true[-literal]:
                self._assign(-literal, ASSUMED)
        conflict = self._propagate(start)
        if conflict < 0:
            raise RupError(f"the lemma {self._whole[index]} does not follow by unit propagation")
        false = set(self._clauses[conflict])
        hints = [conflict]
        while len(trail) > start:
            literal = trail.pop()
            true[literal] = 0
            if -literal in false:
                false.discard(-literal)
                if reason[literal] != ASSUMED:
                    hints.append(reason[literal])
                    false.update(n for n in self._clauses[reason[literal]] if n != literal)
        self._emit(index, self._whole[index], false, hints[::-1])

    def _emit(
        self, name: int, lemma: Clause, false: Iterable[int], hints: list[int], *, unit: bool = False
    ) -> None:
        """Note the step of a lemma, a unit or the empty clause.

        Args:
            name: the number of the lemma, or the literal.
            lemma: its literals.
            false: literals that are false for good, by which it follows.
            hints: clauses by which it follows then.
            unit: whether it is a literal that is true for good.
        """
        units = [-n for n in false]
        self._units.update(units)
        for index in hints:
            self._needed[index] = 1
        self._steps.append(_Derivation(unit, name, lemma, units, hints))

    def _numbered(self) -> list[Step]:
        """The steps in order, with hints as `Step` has them.

        A literal that only one later step needs, be it by way of others, has no step of its own: the clauses
        by which it follows are among the hints of that one.
        """
        derivations = self._steps[::-1]
        of_clause, of_unit = {index: index for index in range(self._count)}, dict[int, int]()
        uses: list[list[int]] = []
        for number, step in enumerate(derivations):
            known = (of_unit[n] if n in of_unit else of_clause[self._unit_clauses[n]] for n in step.units)
            uses.append([*known, *(of_clause[index] for index in step.hints)])
            (of_unit if step.unit else of_clause)[step.name] = ~number
        owner = [*range(len(derivations))]
        needed: dict[int, int | None] = {}
        for number in reversed(owner):
            only = needed.get(number)
            if derivations[number].unit and only is not None:
                owner[number] = only
            by = owner[number]
            for hint in uses[number]:
                needed[~hint] = by if needed.get(~hint, by) == by else None
        steps: list[Step] = []
        place: dict[int, int] = {}
        chains: list[dict[int, None]] = [{} for _ in derivations]
        for number, step in enumerate(derivations):
            chain = chains[owner[number]]
            for hint in uses[number]:
                if hint >= 0 or ~hint in place:
                    chain[place.get(~hint, hint)] = None
            if owner[number] == number:
                place[number] = ~len(steps)
                steps.append(Step(step.lemma, list(chain)))
        return steps


CHEAP = 0.25
"""Seconds of CPU: a proof that took less to read is made once more, of the clauses that it needs alone."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A CNF and the steps to a contradiction.

    Attributes:
        clauses: the clauses of the CNF.
        steps: lemmas, each with its hints: the place of a clause, or ``~i`` for step i.
    """

    clauses: tuple[Clause, ...] = ()
    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, clauses: Sequence[Clause], lemmas: Iterable[Clause], until: float | None = None) -> Proof:
        """Return the proof with those of the clauses and lemmas that it needs.

        Raises:
            RupError: see `derive`.
        """
        steps = derive(clauses, lemmas, until)
        used = sorted({hint for step in steps for hint in step.hints if hint >= 0})
        place = {hint: number for number, hint in enumerate(used)}
        kept = (Step(lemma, [place.get(hint, hint) for hint in hints]) for lemma, hints in steps)
        return cls(tuple(clauses[hint] for hint in used), tuple(kept))

    @property
    def size(self) -> int:
        """The number of literals and hints in its steps."""
        return sum(len(step.lemma) + len(step.hints) for step in self.steps)

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
    started = process_time()
    proof = _refutation(clauses, limits, until)
    if process_time() - started > CHEAP:
        return proof
    return min(proof, _refutation(proof.clauses, limits, until), key=lambda candidate: candidate.size)


def _refutation(clauses: Sequence[Clause], limits: Limits, until: float | None) -> Proof:
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
