"""S2, single exit: a group that can grow into one cell only takes it."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.ground import Ground
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.steps import Kind, Step, listed


def find(ground: Ground, number: int) -> Iterator[Step]:
    """The exits of open groups that have but one."""
    admits = ground.state.where(number)
    for group in ground.groups(number):
        if group.size < number:
            exits = group.border & admits
            if not exits:
                yield Step(2, Kind.STOP, number, group.cells, group.cells)
            elif not exits & (exits - 1):
                yield Step(2, Kind.FIX, number, exits, group.cells)


def tell(step: Step, board: Board) -> str:
    """The step in a sentence."""
    n, those = step.number, listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"The {n} at {those} needs more cells, but no cell beside it can be {n}."
    return f"{listed(board, step.cells)} is {n}: the {n} at {those} can grow nowhere else."


RULE = Rule(
    2, "single exit", "An open group that one cell only can extend takes that cell.", "number", find, tell
)
