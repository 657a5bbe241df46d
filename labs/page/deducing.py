"""Deduction and explanations for the page: steps with the cells they are about."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from drivers.limits import Limits
from drivers.solvers import find as find_solver
from fillomino.deduction.reason import NearbyReasoner, reasoner
from fillomino.deduction.rules import registry
from fillomino.graph import bits
from fillomino.laboratories import part
from fillomino.puzzle import Filling, Puzzle
from labs.page.plain_data import Json
from workbench.fillomino.clues import contradiction, two_solutions
from workbench.fillomino.deduction import verdict
from workbench.fillomino.deduction_steps import ExplainedStep, explained_steps, sentence
from workbench.methods.method import Status

STEP_SECONDS = 20.0
"""CPU time for all steps of a puzzle."""

HINT_SECONDS = 10.0
A_HINT = "a hint"
EXPLAIN_SECONDS = 20.0
_MOST_STEPS = 6_000


def step_json(explained: ExplainedStep) -> Json:
    """A step: its sentence, its cells, and the cells of its reason."""
    return {
        "rule": registry.level(explained.step.rule),
        "kind": explained.step.kind.value,
        "number": explained.step.number,
        "cells": list(bits(explained.step.cells)),
        "because": list(bits(explained.step.because)),
        "text": explained.sentence,
    }


def report_steps(puzzle: Puzzle, report: Callable[[Json], None], seconds: float = STEP_SECONDS) -> None:
    """Deduce; report ``step`` for each step, and finally ``deduced`` with a sentence."""
    reasoning = reasoner(puzzle, kind=NearbyReasoner)
    started = process_time()
    for number, step in enumerate(explained_steps(reasoning, seconds), start=1):
        report({"step": step_json(step)})
        if number == _MOST_STEPS:
            break
    still_open = reasoning.state.unfixed.bit_count()
    sentences = {
        Status.UNSOLVABLE: "The rules find that there is no solution.",
        Status.SOLVED: "The rules find every number.",
        Status.UNKNOWN: f"The rules find no more; {still_open} cells are left open.",
        Status.TIMEOUT: f"Stopped after {process_time() - started:.0f} s; {still_open} cells are still open.",
    }
    report({"deduced": sentences[verdict(reasoning)]})


def next_hint(puzzle: Puzzle, numbers: Filling) -> Json:
    """Return a hint for a player who has written some numbers; first, whether one of them is wrong.

    Returns:
        ``wrong``: the cells of wrong numbers, null where that was not decided, so that the hint builds on
        the clues alone. ``each``: if each of these is wrong, or not all can be right. ``hint``: the steps
        to the next number; none where a number is wrong, or none is found.
    """
    judge, hints = part("deduce", "mistakes", A_HINT), part("deduce", "hints", A_HINT)
    found = judge.mistakes(puzzle, numbers)
    if found and found.cells:
        return {"wrong": found.cells, "each": found.each, "hint": []}
    reasoning = reasoner(judge.premises(puzzle, numbers, found), kind=NearbyReasoner)
    steps = hints.hint(reasoning, HINT_SECONDS, written=numbers)
    return {"wrong": found and found.cells, "hint": [step_json(step) for step in hints.needed(steps)]}


def explained(puzzle: Puzzle, solver: str, report: Callable[[Json], None]) -> Json:
    """Explain why a puzzle has no solution, or several: a sentence, reasons with cells, and all cells."""
    record, names = find_solver(solver), puzzle.board.names
    limits = Limits(seconds=EXPLAIN_SECONDS)
    found = contradiction(puzzle, record, limits, lambda words: report({"progress": words}))
    if found is not None:
        clues = ", ".join(f"{names[cell]} = {number}" for cell, number in found.clues.items())
        steps = [
            {"text": sentence(step, puzzle.board), "cells": list(bits(step.cells | step.because))}
            for step in found.steps or ()
        ]
        return {
            "text": f"There is no solution. These clues are a minimal conflict: {clues}.",
            "cells": sorted(found.clues),
            "reasons": [{"text": rule.text, "cells": rule.cells} for rule in found.rules],
            "steps": steps,
        }
    result = two_solutions(puzzle, record, EXPLAIN_SECONDS)
    if result.why.error is not None or not result.answers.fillings:
        return {"text": result.why.error or "The solver finds no solution.", "cells": [], "reasons": []}
    if len(result.answers.fillings) == 1:
        return {"text": "There is exactly one solution.", "cells": [], "reasons": []}
    one, other = result.answers.fillings[:2]
    differ = [cell for cell in range(puzzle.board.size) if one[cell] != other[cell]]
    return {
        "text": f"There are several solutions; two of them differ in {len(differ)} cells.",
        "cells": differ,
        "reasons": [
            {"text": f"{names[cell]}: {one[cell]} or {other[cell]}", "cells": [cell]} for cell in differ[:40]
        ],
    }
