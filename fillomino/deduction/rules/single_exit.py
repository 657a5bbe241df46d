"""Single exit: a group that can grow into one cell only takes it."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.premises import Kind, Premises, Step, listed
from fillomino.deduction.rules.rule import Rule

NAME = "single_exit"


def find(premises: Premises, number: int) -> Iterator[Step]:
    """The exits of open groups that have but one."""
    admits = premises.state.where(number)
    for group in premises.groups(number):
        if group.size < number:
            exits = group.border & admits
            if not exits:
                yield Step(NAME, Kind.STOP, number, group.cells, group.cells)
            elif not exits & (exits - 1):
                yield Step(NAME, Kind.FIX, number, exits, group.cells)


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, those = step.number, listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"The {n} at {those} needs more cells, but no cell beside it can be {n}."
    return f"{listed(board, step.cells)} is {n}: the {n} at {those} can grow nowhere else."


RULE = Rule(
    NAME,
    title="single exit",
    idea="an open group that can grow into one cell only takes it",
    weight=45,
    about="number",
    find=find,
    describe=describe,
    example="3 3\n3 0 0\n1 0 0\n0 0 0\n",
    fast=True,
)
