"""Look-ahead: a number that the rules up to bottleneck refute is not there."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.premises import Premises
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import ContradictionError, State
from fillomino.deduction.steps import Kind, Step, listed

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
        after = premises.survived.get((cell, number))
        if after is not None and _is_no_weaker(after, base.state):
            continue
        trial = base.copy()
        try:
            trial.state.fix(number, here)
            trial.run()
        except ContradictionError:
            followed = base.state.unfixed & ~(trial.state.unfixed | here)
            yield Step(NAME, Kind.STRIKE, number, here, followed, followed.bit_count())
        else:
            premises.survived[cell, number] = trial.state


def _is_no_weaker(after: State, now: State) -> bool:
    """Return whether all that is known now was known after an assumption: it would lead to the same."""
    return all(
        number in after.admits
        and not after.admits[number] & ~cells
        and not now.fixed[number] & ~after.fixed[number]
        for number, cells in now.admits.items()
    )


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
