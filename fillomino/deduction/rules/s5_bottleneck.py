"""S5, bottleneck: a group takes every cell without which it could not grow to its number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fillomino.board import Board
from fillomino.deduction.bottleneck import indispensable
from fillomino.deduction.ground import Ground
from fillomino.deduction.reach import expand
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.steps import Kind, Step, be, listed


def find(ground: Ground, number: int) -> Iterator[Step]:
    """The cells that open groups can't do without."""
    state = ground.state
    record = ground.record(number)
    for group in record.groups:
        grown, narrow, early, _ = expand(state, record, group, state.where(number))
        room = grown.bit_count()
        if room < number:
            yield Step(5, Kind.STOP, number, group.cells, group.cells, room)
            continue
        if room == number:
            forced = grown
        else:
            forced = narrow | indispensable(state, record, replace(group, ball=grown, early=early))[0]
        forced &= state.unfixed
        if forced:
            yield Step(5, Kind.FIX, number, forced, group.cells, room)


def tell(step: Step, board: Board) -> str:
    """The step in a sentence."""
    n, where, those = step.number, listed(board, step.cells), listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"The {n} at {those} can't grow beyond {step.detail} cells."
    if step.detail == n:
        return f"{where} {be(step.cells)} {n}: the {n} at {those} needs every cell it can reach."
    return f"{where} {be(step.cells)} {n}: without it the {n} at {those} could not reach {n} cells."


RULE = Rule(
    5,
    "bottleneck",
    "An open group takes every cell without which it could not grow to its number.",
    "number",
    find,
    tell,
)
