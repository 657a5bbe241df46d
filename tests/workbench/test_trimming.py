"""Proofs in DRAT, trimmed: the checker follows what is left."""

from __future__ import annotations

from random import Random

import pytest

from drivers import Limits
from drivers.refute import RefuteError, refute
from tests.checker.fuzz import loaded, words
from workbench.certificates.proof import Proof, drat_lemmas
from workbench.certificates.tokens import Clause

CHECKER = loaded()


def trimmed(clauses: list[Clause], text: str) -> Proof:
    """The proof of what a solver wrote, as the checker accepts it."""
    proof = Proof.of(clauses, drat_lemmas(text))
    CHECKER.check_proof(dict(enumerate(proof.clauses, 1)), iter(words("\n".join(proof.lrat_lines()))))
    return proof


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
        assert set(trimmed(clauses, text).clauses) <= set(clauses)
        count += 1
    assert count > 5


@pytest.mark.parametrize(
    ("clauses", "text"),
    [
        ([(1, 2), (1, -2), (-1, 2), (-1, -2), (3, 4), (3, -4)], "3 0\nd 3 4 0\n1 0\n0\n"),
        # Clauses that were deleted may still be used.
        (
            [(1, 2, 3), (1, 2, -3), (1, -2), (-1, 4), (-1, -4), (5, 6), (5, -6)],
            "1 2 0\n5 0\nd 1 2 3 0\nd 1 2 -3 0\nd 1 2 0\n1 0\n0\n",
        ),
    ],
)
def test_clauses_and_lemmas_that_nothing_needs_are_dropped(clauses: list[Clause], text: str) -> None:
    proof = trimmed(clauses, text)
    assert proof.clauses == tuple(clauses[:-2])
    assert {abs(literal) for lemma, _ in proof.steps for literal in lemma} <= {1, 2}
