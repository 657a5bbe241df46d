"""Bottleneck: a group takes every cell without which it could not grow to its number."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.fast.groups import expand, indispensable
from fillomino.deduction.premises import Kind, Premises, Step, is_or_are, listed
from fillomino.deduction.rules.rule import Rule

NAME = "bottleneck"


def find(premises: Premises, number: int) -> Iterator[Step]:
    """The cells that open groups can't do without."""
    state = premises.state
    record = premises.record(number)
    for group in record.groups:
        grown, narrow, early, _ = expand(state, record, group, state.where(number))
        room = grown.bit_count()
        if room < number:
            yield Step(NAME, Kind.STOP, number, group.cells, group.cells, room)
            continue
        if room == number:
            forced = grown
        else:
            known = group.knowing(grown, early, group.support, group.grown)
            forced = narrow | indispensable(state, record, known)[0]
        forced &= state.unfixed
        if forced:
            yield Step(NAME, Kind.FIX, number, forced, group.cells, room)


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where, those = step.number, listed(board, step.cells), listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"The {n} at {those} can't grow beyond {step.detail} cells."
    it = "each of them" if step.cells & (step.cells - 1) else "it"
    if step.detail == n:
        return f"{where} {is_or_are(step.cells)} {n}: the {n} at {those} needs every cell it can reach."
    return f"{where} {is_or_are(step.cells)} {n}: the {n} at {those} could not reach {n} cells without {it}."


RULE = Rule(
    NAME,
    title="bottleneck",
    idea="an open group takes every cell without which it could not grow to n cells",
    weight=54,
    about="number",
    find=find,
    describe=describe,
    example="1 5\n0 0 4 0 0\n",
    fast=True,
)
