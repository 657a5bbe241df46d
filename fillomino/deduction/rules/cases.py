"""Cases of a cell: what follows whichever region holds it, a hidden one too."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino import errors
from fillomino.board import Board
from fillomino.deduction.premises import Kind, Premises, Step, common_cells, is_or_are, listed
from fillomino.deduction.rules.rule import Rule
from fillomino.graph import bits

NAME = "cases"

MOST_NUMBERS = 8
"""Only cells with at most so many candidates are looked at."""


def find(premises: Premises, cell: int) -> Iterator[Step]:
    """Yield what all regions that could hold an open cell agree on.

    A region that would leave another group nowhere to grow does not count.
    """
    state, here = premises.state, 1 << cell
    if not here & state.unfixed:
        return
    numbers = state.numbers(cell, MOST_NUMBERS)
    if numbers is None:
        return
    cases: dict[int, tuple[int, int]] = {}
    for number in numbers:
        regions = premises.regions(number, here)
        if regions is None:
            return
        regions = [region for region in regions if not premises.starves(region, number)]
        if regions:
            cases[number] = common_cells(state, regions)
        else:
            yield Step(NAME, Kind.STRIKE, number, here, here)
    if not cases:
        yield Step(NAME, Kind.STOP, 0, here, here)
        return
    choice = sum(1 << number for number in cases)
    if len(cases) == 1:
        ((number, (inside, beside)),) = cases.items()
        yield Step(NAME, Kind.FIX, number, inside & state.unfixed, here, choice)
        if beside & state.where(number):
            yield Step(NAME, Kind.STRIKE, number, beside & state.where(number), here, choice)
        return
    # A number is impossible where each case rules it out: its own beside its region, every other in it.
    everywhere = ~here
    for inside, _ in cases.values():
        everywhere &= inside
    others: set[int] = set()
    for other in bits(everywhere & state.unfixed):
        others.update(state.numbers(other) or ())
    for number in sorted(others | set(cases)):
        gone = state.where(number) & ~here
        for case, (inside, beside) in cases.items():
            gone &= beside if case == number else inside
        if gone:
            yield Step(NAME, Kind.STRIKE, number, gone, here, choice)


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where, cell = step.number, listed(board, step.cells), listed(board, step.because)
    if step.kind is Kind.STOP and step.detail:
        return f"What follows from the regions that could hold {cell} contradicts itself."
    if step.kind is Kind.STOP:
        return f"No region can hold {cell}."
    if not step.detail:
        return f"{cell} is not {n}: no region of {n} can hold it."
    numbers = [str(number) for number in bits(step.detail)]
    if len(numbers) == 1:
        verb = is_or_are(step.cells) if step.kind is Kind.FIX else f"{is_or_are(step.cells)} not"
        return f"{where} {verb} {n}, as in every region of {n} that could hold {cell}."
    choice = errors.listed(numbers, "or")
    return f"{where} {is_or_are(step.cells)} not {n}, whichever region holds {cell}, be it {choice}."


RULE = Rule(
    NAME,
    title="cases of a cell",
    idea="what follows whichever region holds a cell, a hidden one too",
    weight=62,
    about="cell",
    find=find,
    describe=describe,
    example="4 4\n0 0 0 1\n0 5 0 0\n8 0 5 0\n5 0 0 0\n",
    wide=True,
)
