"""Two colours in checkered puzzles: a cell is equal to its neighbours of one colour, and to no others."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino import errors
from fillomino.board import Board
from fillomino.deduction.fast.two_colours import exclusions
from fillomino.deduction.premises import Kind, Premises, Step, listed
from fillomino.deduction.rules.rule import Rule
from fillomino.graph import bits

NAME = "two_colours"

MOST_LISTED = 3
"""Limit of the numbers listed that are left."""


def find(premises: Premises, _: int) -> Iterator[Step]:
    """Yield what the colours rule out; the detail of a step is the candidates left, as a bit mask."""
    for exclusion in exclusions(premises.state):
        cell, left, way = 1 << exclusion.cell, exclusion.left, exclusion.way
        if not left:
            yield Step(NAME, Kind.STOP, 0, cell, way | cell, left)
        elif left & (left - 1) == 0:
            yield Step(NAME, Kind.FIX, left.bit_length() - 1, cell, way, left)
        else:
            for number in bits(exclusion.gone):
                yield Step(NAME, Kind.STRIKE, number, cell, way, left)


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where, way = step.number, listed(board, step.cells), listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"{way} can't be coloured with two colours."
    if step.kind is Kind.FIX:
        return f"{where} is {n}: the borders along {way} and two colours leave nothing else."
    left = [str(number) for number in bits(step.detail)]
    only = f" but {errors.listed(left, 'or')}" if len(left) <= MOST_LISTED else ""
    nothing = "leave nothing" if only else "do not allow it"
    return f"{where} is not {n}: the borders along {way} and two colours {nothing}{only}."


RULE = Rule(
    NAME,
    title="two colours",
    idea="a cell is equal to all its neighbours of one of the two colours, and to none of the other",
    weight=69,
    about="board",
    find=find,
    describe=describe,
    example="",
    fast=True,
    part_of="border",
    applies=lambda puzzle: puzzle.checkered,
)
