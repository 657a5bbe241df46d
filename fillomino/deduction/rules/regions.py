"""The rules of regions: what all completions of a group agree on, and all regions that could hold a cell."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino import errors
from fillomino.board import Board
from fillomino.deduction.premises import Premises
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.step import Kind, Step, listed, listed_to_be
from fillomino.graph import CellSet, bits

MOST_NUMBERS = 8
"""Only cells with at most so many candidates are looked at."""


def find_completions(premises: Premises, number: int) -> Iterator[Step]:
    """For each open group: the cells of every completion, and those that border every one."""
    state = premises.state
    for group in premises.groups(number):
        regions = premises.regions(number, group.cells) if group.size < number else None
        if regions is None:
            continue
        if not regions:
            yield Step("completions", Kind.STOP, number, group.cells, group.cells)
            continue
        inside, beside = premises.common_cells(regions)
        rests_on = group.cells, len(regions), tuple(regions)
        if inside & state.unfixed:
            yield Step("completions", Kind.FIX, number, inside & state.unfixed, *rests_on)
        if beside & state.where(number):
            yield Step("completions", Kind.STRIKE, number, beside & state.where(number), *rests_on)


def describe_completions(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, those = step.number, listed(board, step.because)
    if step.kind is Kind.STOP and step.detail:
        return f"What completes the {n} at {those} contradicts what was just found elsewhere."
    if step.kind is Kind.STOP:
        return f"The {n} at {those} can't be completed in any way."
    are = listed_to_be(board, step.cells)
    ways = "the only way" if step.detail == 1 else f"each of the {step.detail} ways"
    if step.kind is Kind.FIX:
        return f"{are} {n}: {ways} to complete the {n} at {those} goes there."
    return f"{are} not {n}: {ways} to complete the {n} at {those} passes beside it."


COMPLETIONS = Rule(
    "completions",
    title="completions",
    idea="a group takes the cells that all its completions have in common, "
    "and no cell beside all of them is n",
    weight=48,
    about="number",
    find=find_completions,
    describe=describe_completions,
    example="4 4\n0 0 0 0\n4 0 0 2\n1 0 4 0\n0 2 0 1\n",
    wide=True,
)


def find_cases(premises: Premises, cell: int) -> Iterator[Step]:
    """Yield what all regions that could hold an open cell agree on."""
    state, here = premises.state, 1 << cell
    numbers = state.numbers(cell, MOST_NUMBERS) if here & state.unfixed else None
    if numbers is None:
        return
    cases: dict[int, tuple[CellSet, CellSet]] = {}
    for number in numbers:
        regions = premises.regions(number, here)
        if regions is None:
            return
        if regions:
            cases[number] = premises.common_cells(regions)
        else:
            yield Step("cases", Kind.STRIKE, number, here, here)
    if not cases:
        yield Step("cases", Kind.STOP, 0, here, here)
        return
    choice = sum(1 << number for number in cases)
    if len(cases) == 1:
        ((number, (inside, beside)),) = cases.items()
        yield Step("cases", Kind.FIX, number, inside & state.unfixed, here, choice)
        if beside & state.where(number):
            yield Step("cases", Kind.STRIKE, number, beside & state.where(number), here, choice)
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
            yield Step("cases", Kind.STRIKE, number, gone, here, choice)


def describe_cases(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, cell = step.number, listed(board, step.because)
    if step.kind is Kind.STOP and step.detail:
        return f"What follows from the regions that could hold {cell} contradicts itself."
    if step.kind is Kind.STOP:
        return f"No region can hold {cell}."
    if not step.detail:
        return f"{cell} is not {n}: no region of {n} can hold it."
    numbers = [str(number) for number in bits(step.detail)]
    are = f"{listed_to_be(board, step.cells)}{'' if step.kind is Kind.FIX else ' not'} {n}"
    if len(numbers) == 1:
        return f"{are}, as in every region of {n} that could hold {cell}."
    return f"{are}, whichever region holds {cell}, be it {errors.listed(numbers, 'or')}."


CASES = Rule(
    "cases",
    title="cases of a cell",
    idea="what follows whichever region holds a cell, a hidden one too",
    weight=62,
    about="cell",
    find=find_cases,
    describe=describe_cases,
    example="4 4\n0 0 0 1\n0 5 0 0\n8 0 5 0\n5 0 0 0\n",
    wide=True,
)
