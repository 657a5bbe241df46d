"""S8, look-ahead: a number that leads to a contradiction by S0 to S5 is not there."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.ground import Ground
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import ContradictionError, State
from fillomino.deduction.steps import Kind, Step, listed


def find(ground: Ground, cell: int) -> Iterator[Step]:
    """The candidates of an open cell that contradict what is known."""
    state, here = ground.state, 1 << cell
    if not here & state.unfixed:
        return
    try:
        base = ground.base()
    except ContradictionError:
        yield Step(8, Kind.STOP, 0, here, here)
        return
    for number in state.numbers(cell) or ():
        after = ground.survived.get((cell, number))
        if after is not None and _says_no_less(after, base.state):
            continue
        trial = base.copy()
        try:
            trial.state.fix(number, here)
            trial.run()
        except ContradictionError:
            followed = base.state.unfixed & ~(trial.state.unfixed | here)
            yield Step(8, Kind.STRIKE, number, here, followed, followed.bit_count())
        else:
            ground.survived[cell, number] = trial.state


def _says_no_less(after: State, now: State) -> bool:
    """Whether all that is known now was known after an assumption: then it would lead to the same again."""
    return all(
        number in after.admits
        and not after.admits[number] & ~cells
        and not now.fixed[number] & ~after.fixed[number]
        for number, cells in now.admits.items()
    )


def tell(step: Step, board: Board) -> str:
    """The step in a sentence."""
    n, where = step.number, listed(board, step.cells)
    if step.kind is Kind.STOP:
        return "What is known contradicts itself."
    if not step.detail:
        return f"{where} is not {n}: that would contradict what is known at once."
    cells = "another cell" if step.detail == 1 else f"{step.detail} other cells"
    return f"{where} is not {n}: that would decide {cells}, and then contradict itself."


RULE = Rule(
    8,
    "look-ahead",
    "A number whose consequences by S0 to S5 contradict each other is not there.",
    "assumption",
    find,
    tell,
)
