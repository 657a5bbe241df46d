"""A proof: the clauses of a CNF, and steps that each follow by unit propagation, down to the empty clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import process_time

from drivers.limits import Limits
from drivers.refute import RefuteError, prover, refute
from workbench.certificates.tokens import Clause
from workbench.certificates.trimming import RupError, Step, derive, drat_lemmas

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
    """Return the proof by a SAT solver that a CNF has no model.

    Args:
        clauses: the CNF.
        limits: of the solver.
        until: when to give up reading its proof, by `time.process_time`.

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
