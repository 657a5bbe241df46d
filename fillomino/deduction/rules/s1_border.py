"""S1, border and merge: a cell that would make a group too large does not hold its number."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.ground import Ground
from fillomino.deduction.rules import s1_colours
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.steps import Kind, Step, listed
from fillomino.graph import bits


def find(ground: Ground, number: int) -> Iterator[Step]:
    """The borders of complete groups, and cells between groups that may not join."""
    admits = ground.state.where(number)
    groups = ground.groups(number)
    once = twice = 0
    for group in groups:
        if group.size > number:
            yield Step(1, Kind.STOP, number, group.cells, group.cells)
        elif group.size == number and group.border & admits:
            yield Step(1, Kind.STRIKE, number, group.border & admits, group.cells)
        twice |= once & group.border
        once |= group.border
    for cell in bits(twice & ground.state.unfixed & admits):
        beside = [group for group in groups if group.border >> cell & 1]
        joined = 1 + sum(group.size for group in beside)
        if joined > number:
            yield Step(1, Kind.STRIKE, number, 1 << cell, sum(group.cells for group in beside), len(beside))


def tell(step: Step, board: Board) -> str:
    """The step in a sentence."""
    if step.detail < 0:
        return s1_colours.tell(step, board)
    n, where, those = step.number, listed(board, step.cells), listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"The {n}s at {those} form a region of {step.because.bit_count()} cells, which is too many."
    if step.detail:
        joined = step.because.bit_count() + 1
        return f"{where} is not {n}: it would join {those} to {joined} cells, which is too many."
    return f"{where} can't be {n}: the region of {n} at {those} is complete."


RULE = Rule(
    1,
    "border and merge",
    "Beside a complete region of n no cell is n, nor is one that would join too many cells of n.",
    "number",
    find,
    tell,
)
