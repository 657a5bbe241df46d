"""Naked single: a cell with one candidate left holds it."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.premises import Premises
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import ContradictionError
from fillomino.deduction.steps import Kind, Step, listed
from fillomino.graph import bits

NAME = "single_candidate"


def find(premises: Premises, _: int) -> Iterator[Step]:
    """The next number with cells that can hold no other, and what shuts the others out."""
    near = premises.state.near
    try:
        found = premises.state.single()
    except ContradictionError as error:
        yield Step(NAME, Kind.STOP, 0, error.cells, near(error.cells) & ~error.cells)
        return
    if found is not None:
        number, cells = found
        yield Step(NAME, Kind.FIX, number, cells, near(cells) & ~cells & ~premises.state.unfixed)


def every(premises: Premises) -> Iterator[Step]:
    """Yield such a step for each cell of its own, or that a cell has no candidate."""
    state = premises.state
    try:
        for number, cells in state.every_single():
            for cell in bits(cells):
                here = 1 << cell
                yield Step(NAME, Kind.FIX, number, here, state.near(here) & ~state.unfixed)
    except ContradictionError as error:
        yield Step(NAME, Kind.STOP, 0, error.cells, state.near(error.cells) & ~error.cells)


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
