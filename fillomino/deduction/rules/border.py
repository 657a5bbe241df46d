"""Border and merge: a cell that would make a group too large does not hold its number."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.premises import Kind, Premises, Step, listed
from fillomino.deduction.rules.rule import Rule
from fillomino.graph import bits

NAME = "border"


def find(premises: Premises, number: int) -> Iterator[Step]:
    """The borders of complete groups, and cells between groups that may not join."""
    admits = premises.state.where(number)
    groups = premises.groups(number)
    once = twice = 0
    for group in groups:
        if group.size > number:
            yield Step(NAME, Kind.STOP, number, group.cells, group.cells)
        elif group.size == number and group.border & admits:
            yield Step(NAME, Kind.STRIKE, number, group.border & admits, group.cells)
        twice |= once & group.border
        once |= group.border
    for cell in bits(twice & premises.state.unfixed & admits):
        beside = [group for group in groups if group.border >> cell & 1]
        joined = 1 + sum(group.size for group in beside)
        if joined > number:
            yield Step(
                NAME, Kind.STRIKE, number, 1 << cell, sum(group.cells for group in beside), len(beside)
            )


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where, those = step.number, listed(board, step.cells), listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"The {n}s at {those} form a region of {step.because.bit_count()} cells, which is too many."
    if step.detail:
        joined = step.because.bit_count() + 1
        return f"{where} is not {n}: it would join {those} to {joined} cells, which is too many."
    return f"{where} can't be {n}: the region of {n} at {those} is complete."


RULE = Rule(
    NAME,
    title="border and merge",
    idea="beside a complete region of n no cell is n, nor is one that would join groups to more than n cells",
    weight=69,
    about="number",
    find=find,
    describe=describe,
    example="2 4\n3 0 3 3\n0 0 0 0\n",
    fast=True,
)
