"""The audit for the page: an encoding, perhaps without some families, on all small puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from drivers.solvers import find as find_solver
from encoder.encodings.registry import find as find_encoding
from encoder.encodings.registry import one_shot
from fillomino.puzzle import Document, as_fillomino
from labs.page.plain_data import Json, puzzle_json
from labs.page.quotas import AUDIT_CELLS, AUDIT_SAMPLED, MAX_SECONDS
from labs.page.solving import model_json
from workbench.audit.families import scope_text, skipped_text
from workbench.audit.subjects import scope_of, scripts_of
from workbench.audit.sweep import Counterexample, audit

SHOWN = 20
"""The most assertions that are shown."""


def audited(encoding: str, solver: str, drop: Iterable[str], report: Callable[[Json], None]) -> Json:
    """Return the result of an audit as a sentence, with the smallest counterexample if there is one."""
    whole = one_shot(find_encoding(encoding))
    scope = scope_of(AUDIT_CELLS, AUDIT_SAMPLED, timeout=MAX_SECONDS)
    subject = scripts_of(whole, find_solver(solver), scope, drop=list(drop))
    result = audit(
        subject, scope, lambda done: report({"progress": f"{done.board}: {done.puzzles:,} puzzles"})
    )
    if result.wrong is None:
        skipped = skipped_text(result, subject.name)
        left_out = f" Left out: {skipped}." if skipped else ""
        return {"text": f"{subject.name}: no counterexample; {scope_text(result)}.{left_out}", "found": None}
    report({"progress": "checking the counterexample"})
    counterexample = subject.explain(result.wrong)
    board = scope.course.name_of(counterexample.puzzle)
    return {
        "text": f"{subject.name} {counterexample.does} on {board}, after {result.puzzles:,} other puzzles.",
        "found": _counterexample_json(counterexample, f"counterexample on {board}"),
    }


def _counterexample_json(counterexample: Counterexample, name: str) -> Json:
    """A counterexample: its puzzle, its filling with violations, and the assertions that it concerns."""
    puzzle, filling = as_fillomino(counterexample.puzzle, "the page"), counterexample.filling
    assertions = counterexample.assertions
    return {
        "puzzle": puzzle_json(Document(puzzle), name),
        "model": None if filling is None else model_json(puzzle, filling, None),
        "unreadable": counterexample.unreadable,
        "why": counterexample.why,
        "assertions": [
            {
                "family": assertion.family,
                "cells": [puzzle.board.names[x] for x in assertion.about],
                "term": assertion.term,
            }
            for assertion in assertions[:SHOWN]
        ],
        "more": max(0, len(assertions) - SHOWN),
        "checked": ", ".join(counterexample.checked_by),
    }
