"""S1 in checkered puzzles, two colours: a cell is equal to its neighbours of one colour, and to no others."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.colours import say
from fillomino.deduction.ground import Ground
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.steps import Kind, Step, listed
from fillomino.graph import bits

MOST_TOLD = 3
"""So many numbers that are left are told."""


def find(ground: Ground, _: int) -> Iterator[Step]:
    """What the colours say, if the puzzle is checkered.

    The detail is the candidates left, less one and negative: no other step of S1 has a negative one.
    """
    if not ground.state.puzzle.checkered:
        return
    for said in say(ground.state):
        cell, detail = 1 << said.cell, -1 - said.left
        if not said.left:
            yield Step(1, Kind.STOP, 0, cell, said.way | cell, detail)
        elif said.left & (said.left - 1) == 0:
            yield Step(1, Kind.FIX, said.left.bit_length() - 1, cell, said.way, detail)
        else:
            for number in bits(said.gone):
                yield Step(1, Kind.STRIKE, number, cell, said.way, detail)


def tell(step: Step, board: Board) -> str:
    """The step in a sentence."""
    n, where, way = step.number, listed(board, step.cells), listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"Two colours do not do for {way}."
    if step.kind is Kind.FIX:
        return f"{where} is {n}: the borders along {way} and two colours leave nothing else."
    left = [str(number) for number in bits(-1 - step.detail)]
    only = f" but {', '.join(left[:-1])} or {left[-1]}" if len(left) <= MOST_TOLD else ""
    nothing = "leave nothing" if only else "do not allow it"
    return f"{where} is not {n}: the borders along {way} and two colours {nothing}{only}."


RULE = Rule(
    1,
    "two colours",
    "A cell is equal to all its neighbours of one of the two colours, and to none of the other.",
    "board",
    find,
    tell,
)
