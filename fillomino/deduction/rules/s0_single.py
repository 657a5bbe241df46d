"""S0, naked single: a cell with one candidate left holds it."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.ground import Ground
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import ContradictionError
from fillomino.deduction.steps import Kind, Step, listed


def find(ground: Ground, _: int) -> Iterator[Step]:
    """The next number with cells that can hold no other, and what shuts the others out."""
    near = ground.state.near
    try:
        found = ground.state.single()
    except ContradictionError as error:
        yield Step(0, Kind.STOP, 0, error.cells, near(error.cells) & ~error.cells)
        return
    if found is not None:
        number, cells = found
        yield Step(0, Kind.FIX, number, cells, near(cells) & ~cells & ~ground.state.unfixed)


def tell(step: Step, board: Board) -> str:
    """The step in a sentence."""
    where = listed(board, step.cells)
    if step.kind is Kind.STOP:
        return f"No number is left for {where}."
    return f"{where} can only be {step.number}: every other number is ruled out there."


RULE = Rule(0, "naked single", "A cell with one candidate left holds it.", "board", find, tell)
