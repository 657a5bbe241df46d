"""Completions: what all regions that a group could become have in common."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.premises import Kind, Premises, Step, common_cells, is_or_are, listed
from fillomino.deduction.rules.rule import Rule

NAME = "completions"


def find(premises: Premises, number: int) -> Iterator[Step]:
    """For each open group: the cells of every completion, and those that border every one.

    A completion that would leave another group nowhere to grow does not count.
    """
    state = premises.state
    for group in premises.groups(number):
        if group.size >= number:
            continue
        regions = premises.regions(number, group.cells)
        if regions is None:
            continue
        regions = [region for region in regions if not premises.starves(region, number)]
        if not regions:
            yield Step(NAME, Kind.STOP, number, group.cells, group.cells)
            continue
        inside, beside = common_cells(state, regions)
        rests_on = group.cells, len(regions), tuple(regions)
        if inside & state.unfixed:
            yield Step(NAME, Kind.FIX, number, inside & state.unfixed, *rests_on)
        if beside & state.where(number):
            yield Step(NAME, Kind.STRIKE, number, beside & state.where(number), *rests_on)


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where, those = step.number, listed(board, step.cells), listed(board, step.because)
    if step.kind is Kind.STOP and step.detail:
        return f"What completes the {n} at {those} contradicts what was just found elsewhere."
    if step.kind is Kind.STOP:
        return f"The {n} at {those} can't be completed in any way."
    ways = "the only way" if step.detail == 1 else f"each of the {step.detail} ways"
    if step.kind is Kind.FIX:
        return f"{where} {is_or_are(step.cells)} {n}: {ways} to complete the {n} at {those} goes there."
    return f"{where} {is_or_are(step.cells)} not {n}: {ways} to complete the {n} at {those} passes beside it."


RULE = Rule(
    NAME,
    title="completions",
    idea="a group takes the cells that all its completions have in common, "
    "and no cell beside all of them is n",
    weight=48,
    about="number",
    find=find,
    describe=describe,
    example="4 4\n0 0 0 0\n4 0 0 2\n1 0 4 0\n0 2 0 1\n",
    wide=True,
)
