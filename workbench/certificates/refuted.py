"""The solvers that complete a certificate: an SMT solver for the clauses, a SAT solver for the proof."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time

from drivers.limits import Limits
from drivers.refute import RefuteError, prover, refute
from drivers.solver import Solver, tuned
from drivers.solvers import DEFAULT
from encoder.encodings.table import find
from workbench.certificates.tokens import Clause
from workbench.certificates.trimming import RupError, Step, derive, drat_lemmas
from workbench.choose.logics import best_logic

CHEAP = 0.25
"""Seconds of CPU: a proof that took less to read is made once more, of the clauses that it needs alone."""


def start() -> tuple[Solver, str]:
    """The solver of the fast way, as it is started, and its logic."""
    logic = best_logic(find("cuts"), DEFAULT)
    return tuned(DEFAULT, logic), logic


def steps_of(clauses: Sequence[Clause], limits: Limits, until: float | None = None) -> list[Step]:
    """The steps from clauses to the empty one; those of what these need alone, if they are fewer.

    Args:
        clauses: the CNF, which has no model.
        limits: of the solver.
        until: when to give up reading its proof, by `time.process_time`.

    Raises:
        RefuteError: if there are none.
    """
    started = process_time()
    steps = _once(clauses, limits, until)
    if process_time() - started > CHEAP:
        return steps
    core = sorted({hint for step in steps for hint in step.hints if hint >= 0})
    again = _once([clauses[place] for place in core], limits, until)
    if _length(again) >= _length(steps):
        return steps
    return [Step(its.lemma, [core[h] if h >= 0 else h for h in its.hints]) for its in again]


def _length(steps: Sequence[Step]) -> int:
    return sum(len(step.lemma) + len(step.hints) for step in steps)


def _once(clauses: Sequence[Clause], limits: Limits, until: float | None) -> list[Step]:
    solver, _ = prover()
    reason = ""
    for variant in solver.variants:
        try:
            return derive(clauses, drat_lemmas(refute(clauses, limits, variant)), until)
        except RupError as error:
            reason = f"the proof of {solver.name} could not be used: {error}"
        if until is not None and process_time() > until:
            break
    raise RefuteError(reason)
