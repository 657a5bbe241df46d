"""Minimal set: an irreducible set of known numbers that leaves one number for a cell."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.premises import Kind, Premises, Step, listed
from fillomino.deduction.rules.rule import Rule

NAME = "minimal_set"
_MOST_LISTED = 30


def find(_: Premises, __: int) -> Iterator[Step]:
    """Yield nothing: a solver finds these steps (`workbench.explain.forced`)."""
    return iter(())


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence; its detail is how many numbers may be more than needed."""
    those, where = listed(board, step.because, _MOST_LISTED), listed(board, step.cells)
    single = not step.because & (step.because - 1)
    numbers, leave = ("number", "leaves") if single else ("numbers", "leave")
    spared = f" Whether {step.detail} of them can be spared was not decided in time." if step.detail else ""
    if step.kind is Kind.STOP:
        return f"The {numbers} at {those} {leave} no solution.{spared}"
    if not step.because:
        return f"{where} is {step.number} in every filling of the board."
    return f"{where} is {step.number}: the {numbers} at {those} {leave} no other number there.{spared}"


RULE = Rule(
    NAME,
    title="minimal set",
    idea="a cell holds what some known numbers, none of which can be spared, leave for it",
    weight=0,
    about="board",
    find=find,
    describe=describe,
    example="",
)
