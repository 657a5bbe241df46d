"""Room: where fewer than n connected cells admit n, none of them holds it."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.premises import Kind, Premises, Step, listed
from fillomino.deduction.rules.rule import Rule
from fillomino.errors import counted
from fillomino.graph import components

NAME = "room"


def find(premises: Premises, number: int) -> Iterator[Step]:
    """The parts of the cells that admit the number which are too small for it."""
    state = premises.state
    fixed = state.fixed.get(number, 0)
    for part in components(state.near, state.where(number)):
        if part.bit_count() < number:
            kind = Kind.STOP if part & fixed else Kind.STRIKE
            yield Step(NAME, kind, number, part, state.near(part) & ~part, part.bit_count())


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where = step.number, listed(board, step.cells)
    room = counted(step.detail, "cell")
    if step.kind is Kind.STOP:
        return f"The {n} among {where} has room for {room} only."
    return f"{where} can't be {n}: there is room for {room} only."


RULE = Rule(
    NAME,
    title="room",
    idea="where fewer than n connected cells admit n, none of them is n",
    weight=63,
    about="number",
    find=find,
    describe=describe,
    example="3 3\n0 1 0\n2 0 3\n1 0 0\n",
    fast=True,
)
