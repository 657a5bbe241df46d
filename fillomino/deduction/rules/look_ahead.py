"""Look-ahead: a number that the rules up to bottleneck refute is not there."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.premises import Kind, Premises, Step, listed
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import ContradictionError

NAME = "look_ahead"


def find(premises: Premises, cell: int) -> Iterator[Step]:
    """The candidates of an open cell that contradict what is known."""
    state, here = premises.state, 1 << cell
    if not here & state.unfixed:
        return
    try:
        base = premises.base()
    except ContradictionError:
        yield Step(NAME, Kind.STOP, 0, here, here)
        return
    for number in state.numbers(cell) or ():
        survivor = premises.survived.pop((cell, number), None)
        if survivor is None or not _still_stands(survivor, base):
            survivor = base.copy()
            try:
                survivor.state.fix(number, here)
                survivor.run()
            except ContradictionError:
                followed = base.state.unfixed & ~(survivor.state.unfixed | here)
                yield Step(NAME, Kind.STRIKE, number, here, followed, followed.bit_count())
                continue
        premises.survived[cell, number] = survivor


def _still_stands(survivor: Propagation, base: Propagation) -> bool:
    """Bring what an assumption led to up to date with all that is known; return whether it survives."""
    try:
        if survivor.state.learn(base.state):
            survivor.run()
    except ContradictionError:
        return False
    return True


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where = step.number, listed(board, step.cells)
    if step.kind is Kind.STOP:
        return "What is known contradicts itself."
    if not step.detail:
        return f"{where} is not {n}: that would contradict what is known at once."
    cells = "another cell" if step.detail == 1 else f"{step.detail} other cells"
    return f"{where} is not {n}: that would decide {cells}, and then contradict itself."


RULE = Rule(
    NAME,
    title="look-ahead",
    idea="a number that the rules up to bottleneck refute is not there",
    weight=58,
    about="assumption",
    find=find,
    describe=describe,
    example="4 4\n7 0 0 0\n3 0 1 0\n0 0 0 0\n1 0 0 3\n",
)
