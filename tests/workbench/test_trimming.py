"""Proofs in DRAT, trimmed: what is left is followed step by step."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from drivers.limits import Limits
from drivers.refute import RefuteError, refute
from workbench.certificates.proof import Proof
from workbench.certificates.tokens import Clause
from workbench.certificates.trimming import Step, derive, drat_lemmas


def follow(clauses: Sequence[Clause], steps: Sequence[Step]) -> None:
    """Build the proof anew, which refuses a step that does not follow."""
    proof = Proof()
    hints = [proof.add(clause) for clause in clauses]
    made: list[int] = []
    for step in steps:
        made.append(proof.step(step.lemma, [made[~h] if h < 0 else hints[h] for h in step.hints]))
    assert steps[-1].lemma == ()


def test_proofs_of_random_clauses_are_trimmed() -> None:
    count = 0
    for seed in range(12):
        chance = Random(seed)
        size = chance.randint(5, 40)
        clauses = [
            tuple(
                chance.choice((1, -1)) * v
                for v in chance.sample(range(1, size + 1), chance.choice((2, 3, 3)))
            )
            for _ in range(5 * size)
        ]
        try:
            text = refute(clauses, Limits(seconds=60))
        except RefuteError:
            continue  # they have a model
        steps = derive(clauses, drat_lemmas(text))
        follow(clauses, steps)
        count += 1
    assert count > 5


def test_lemmas_that_nothing_needs_are_dropped() -> None:
    clauses: list[Clause] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (3, 4), (3, -4)]
    steps = derive(clauses, drat_lemmas("3 0\nd 3 4 0\n1 0\n0\n"))
    follow(clauses, steps)
    assert all(3 not in step.lemma for step in steps)


def test_a_clause_that_was_deleted_may_still_be_used() -> None:
    clauses: list[Clause] = [(1, 2, 3), (1, 2, -3), (1, -2), (-1, 4), (-1, -4)]
    steps = derive(clauses, drat_lemmas("1 2 0\nd 1 2 3 0\nd 1 2 -3 0\nd 1 2 0\n1 0\n0\n"))
    follow(clauses, steps)
