"""Reach: a cell holds n only if a group of n can grow to it, or a hidden region has room around it."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.fast.reach import expand
from fillomino.deduction.premises import Premises
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.steps import Kind, Step, listed
from fillomino.graph import components
from fillomino.words import counted

NAME = "reach"


def find(premises: Premises, number: int) -> Iterator[Step]:
    """The cells that no group reaches and around which no hidden region fits.

    A group on the way costs its whole size. A hidden region lies apart from all groups. In the basic
    variant there are no hidden regions, and only a group with a clue reaches anything.
    """
    state = premises.state
    admits, fixed = state.where(number), state.fixed.get(number, 0)
    record = premises.record(number)
    clues = state.given.get(number, 0) if state.basic else fixed
    reached = sum(group.cells for group in premises.groups(number) if group.cells & clues)
    for group in record.groups:
        grown = expand(state, record, group, admits)[0]
        if grown.bit_count() < number:
            yield Step(NAME, Kind.STOP, number, group.cells, group.cells, grown.bit_count())
        if group.cells & clues:
            reached |= grown
    if fixed & ~reached:
        yield Step(NAME, Kind.STOP, number, fixed & ~reached, clues)
    if admits & ~reached and not state.basic:
        apart = admits & ~(fixed | state.near(fixed))
        for part in components(state.near, apart):
            if part.bit_count() >= number:
                reached |= part
    if admits & ~reached:
        yield Step(NAME, Kind.STRIKE, number, admits & ~(reached | fixed), record.opened)


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where = step.number, listed(board, step.cells)
    if step.kind is Kind.STOP and not step.detail:
        return f"The {n} at {where} can't be part of a region with a clue."
    if step.kind is Kind.STOP:
        room = counted(step.detail, "cell")
        return f"The {n} at {where} can't grow beyond {room}."
    if not step.because:
        return f"{where} can't be {n}: no {n} is open, and another region of {n} has no room there."
    return (
        f"{where} can't be {n}: out of reach of {listed(board, step.because)}, "
        f"and another region of {n} has no room there."
    )


RULE = Rule(
    NAME,
    title="reach",
    idea="a cell is n only if a group of n can grow to it, a group on the way counting in full, "
    "or a hidden region has room there, apart from all groups",
    weight=66,
    about="number",
    find=find,
    describe=describe,
    example="3 3\n1 5 0\n0 0 2\n5 5 1\n",
    fast=True,
)
