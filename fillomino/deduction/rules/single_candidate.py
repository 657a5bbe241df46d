"""Naked single: a cell with one candidate left holds it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from fillomino.board import Board
from fillomino.deduction.premises import Kind, Premises, Step, listed
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import bits

NAME = "single_candidate"


def find(premises: Premises, _: int) -> Iterator[Step]:
    """The next number with cells that can hold no other, and what rules the others out."""
    return islice(_steps(premises.state, apart=False), 1)


def every(premises: Premises) -> Iterator[Step]:
    """Yield a separate step for each such cell, or that a cell has no candidate."""
    return _steps(premises.state, apart=True)


def _steps(state: State, *, apart: bool) -> Iterator[Step]:
    near = state.near
    try:
        for number, cells in state.every_single():
            for part in [1 << cell for cell in bits(cells)] if apart else [cells]:
                yield Step(NAME, Kind.FIX, number, part, near(part) & ~part & ~state.unfixed)
    except ContradictionError as error:
        yield Step(NAME, Kind.STOP, 0, error.cells, near(error.cells) & ~error.cells)


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    where = listed(board, step.cells)
    if step.kind is Kind.STOP:
        return f"No number is left for {where}."
    return f"{where} can only be {step.number}: every other number is ruled out there."


RULE = Rule(
    NAME,
    title="naked single",
    idea="a cell with one candidate left holds it",
    weight=52,
    about="board",
    find=find,
    describe=describe,
    example="1 5\n2 2 0 2 2\n",
    fast=True,
)
