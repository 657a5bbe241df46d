"""S3, room: where fewer than n connected cells admit n, none of them holds it."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.ground import Ground
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.steps import Kind, Step, listed
from fillomino.graph import components
from fillomino.words import counted


def find(ground: Ground, number: int) -> Iterator[Step]:
    """The parts of the cells that admit the number which are too small for it."""
    state = ground.state
    fixed = state.fixed.get(number, 0)
    for part in components(state.near, state.where(number)):
        if part.bit_count() < number:
            kind = Kind.STOP if part & fixed else Kind.STRIKE
            yield Step(3, kind, number, part, state.near(part) & ~part, part.bit_count())


def tell(step: Step, board: Board) -> str:
    """The step in a sentence."""
    n, where = step.number, listed(board, step.cells)
    room = counted(step.detail, "cell")
    if step.kind is Kind.STOP:
        return f"The {n} among {where} has room for {room} only."
    return f"{where} can't be {n}: there is room for {room} only."


RULE = Rule(3, "room", "Where fewer than n connected cells can be n, none of them is.", "number", find, tell)
