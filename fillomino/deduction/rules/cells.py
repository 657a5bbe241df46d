"""The rules of single cells: naked single, look-ahead, and the minimal set, which a solver finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from fillomino.board import Board
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.premises import Premises
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import ContradictionError
from fillomino.deduction.step import Kind, Step, listed
from fillomino.graph import bits


def every_single(premises: Premises, *, apart: bool = True) -> Iterator[Step]:
    """Yield a step for each cell with one candidate left, or for each number, or that a cell has none."""
    state, near = premises.state, premises.state.near
    try:
        for number, cells in state.every_single():
            for part in [1 << cell for cell in bits(cells)] if apart else [cells]:
                ruled_out_by = near(part) & ~part & ~state.unfixed
                yield Step(SINGLE_CANDIDATE.name, Kind.FIX, number, part, ruled_out_by)
    except ContradictionError as error:
        yield Step(SINGLE_CANDIDATE.name, Kind.STOP, 0, error.cells, near(error.cells) & ~error.cells)


def find_single(premises: Premises, _: int) -> Iterator[Step]:
    """The next number with cells that can hold no other, and what rules the others out."""
    return islice(every_single(premises, apart=False), 1)


def describe_single(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    where = listed(board, step.cells)
    if step.kind is Kind.STOP:
        return f"No number is left for {where}."
    return f"{where} can only be {step.number}: every other number is ruled out there."


SINGLE_CANDIDATE = Rule(
    "single_candidate",
    title="naked single",
    idea="a cell with one candidate left holds it",
    weight=52,
    about="board",
    find=find_single,
    describe=describe_single,
    example="1 5\n2 2 0 2 2\n",
    fast=True,
)


def find_refuted(premises: Premises, cell: int) -> Iterator[Step]:
    """The candidates of an open cell that contradict what is known."""
    state, here = premises.state, 1 << cell
    if not here & state.unfixed:
        return
    try:
        base = premises.base()
    except ContradictionError:
        yield Step("look_ahead", Kind.STOP, 0, here, here)
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
                yield Step("look_ahead", Kind.STRIKE, number, here, followed, followed.bit_count())
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


def describe_refuted(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where = step.number, listed(board, step.cells)
    if step.kind is Kind.STOP:
        return "What is known contradicts itself."
    if not step.detail:
        return f"{where} is not {n}: that would contradict what is known at once."
    cells = "another cell" if step.detail == 1 else f"{step.detail} other cells"
    return f"{where} is not {n}: that would decide {cells}, and then contradict itself."


LOOK_AHEAD = Rule(
    "look_ahead",
    title="look-ahead",
    idea="a number that the rules up to bottleneck refute is not there",
    weight=58,
    about="assumption",
    find=find_refuted,
    describe=describe_refuted,
    example="4 4\n7 0 0 0\n3 0 1 0\n0 0 0 0\n1 0 0 3\n",
)


def describe_minimal_set(step: Step, board: Board) -> str:
    """Return the step as a sentence; its detail is how many numbers may be more than needed."""
    those, where = listed(board, step.because, most=30), listed(board, step.cells)
    single = not step.because & (step.because - 1)
    numbers, leave = ("number", "leaves") if single else ("numbers", "leave")
    spared = f" Whether {step.detail} of them can be spared was not decided in time." if step.detail else ""
    if step.kind is Kind.STOP:
        return f"The {numbers} at {those} {leave} no solution.{spared}"
    if not step.because:
        return f"{where} is {step.number} in every filling of the board."
    return f"{where} is {step.number}: the {numbers} at {those} {leave} no other number there.{spared}"


MINIMAL_SET = Rule(
    "minimal_set",
    title="minimal set",
    idea="a cell holds what some known numbers, none of which can be spared, leave for it",
    weight=0,
    about="board",
    find=lambda _premises, _cell: iter(()),  # a solver finds these steps: `workbench.fillomino.forced`
    describe=describe_minimal_set,
    example="",
)
