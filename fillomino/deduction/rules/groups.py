"""The rules of groups: border and merge, two colours, single exit, and bottleneck."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino import errors
from fillomino.board import Board
from fillomino.deduction.fast.groups import expand, indispensable
from fillomino.deduction.fast.two_colours import exclusions
from fillomino.deduction.premises import Premises
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.step import Kind, Step, listed, listed_to_be
from fillomino.graph import bits


def find_borders(premises: Premises, number: int) -> Iterator[Step]:
    """The borders of complete groups, and cells between groups that may not join."""
    admits = premises.state.where(number)
    groups = premises.groups(number)
    once = twice = 0
    for group in groups:
        if group.size > number:
            yield Step("border", Kind.STOP, number, group.cells, group.cells)
        elif group.size == number and group.border & admits:
            yield Step("border", Kind.STRIKE, number, group.border & admits, group.cells)
        twice |= once & group.border
        once |= group.border
    for cell in bits(twice & premises.state.unfixed & admits):
        beside = [group for group in groups if group.border >> cell & 1]
        if 1 + sum(group.size for group in beside) > number:
            cells = sum(group.cells for group in beside)
            yield Step("border", Kind.STRIKE, number, 1 << cell, cells, len(beside))


def describe_border(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where, those = step.number, listed(board, step.cells), listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"The {n}s at {those} form a region of {step.because.bit_count()} cells, which is too many."
    if step.detail:
        joined = step.because.bit_count() + 1
        return f"{where} is not {n}: it would join {those} to {joined} cells, which is too many."
    return f"{where} can't be {n}: the region of {n} at {those} is complete."


BORDER = Rule(
    "border",
    title="border and merge",
    idea="beside a complete region of n no cell is n, nor is one that would join groups to more than n cells",
    weight=69,
    about="number",
    find=find_borders,
    describe=describe_border,
    example="2 4\n3 0 3 3\n0 0 0 0\n",
    fast=True,
)


def describe_colours(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where, way = step.number, listed(board, step.cells), listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"{way} can't be coloured with two colours."
    if step.kind is Kind.FIX:
        return f"{where} is {n}: the borders along {way} and two colours leave nothing else."
    left = [str(number) for number in bits(step.detail)]
    only = f" but {errors.listed(left, 'or')}" if len(left) <= 3 else ""
    nothing = "leave nothing" if only else "do not allow it"
    return f"{where} is not {n}: the borders along {way} and two colours {nothing}{only}."


TWO_COLOURS = Rule(
    "two_colours",
    title="two colours",
    idea="a cell is equal to all its neighbours of one of the two colours, and to none of the other",
    weight=69,
    about="board",
    find=lambda premises, _: exclusions(premises.state),
    describe=describe_colours,
    example="",
    fast=True,
    part_of="border",
    applies=lambda puzzle: puzzle.checkered,
)


def find_exits(premises: Premises, number: int) -> Iterator[Step]:
    """The exits of open groups that have but one."""
    admits = premises.state.where(number)
    for group in premises.groups(number):
        if group.size < number:
            exits = group.border & admits
            if not exits:
                yield Step("single_exit", Kind.STOP, number, group.cells, group.cells)
            elif not exits & (exits - 1):
                yield Step("single_exit", Kind.FIX, number, exits, group.cells)


def describe_exit(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, those = step.number, listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"The {n} at {those} needs more cells, but no cell beside it can be {n}."
    return f"{listed(board, step.cells)} is {n}: the {n} at {those} can grow nowhere else."


SINGLE_EXIT = Rule(
    "single_exit",
    title="single exit",
    idea="an open group that can grow into one cell only takes it",
    weight=45,
    about="number",
    find=find_exits,
    describe=describe_exit,
    example="3 3\n3 0 0\n1 0 0\n0 0 0\n",
    fast=True,
)


def find_bottlenecks(premises: Premises, number: int) -> Iterator[Step]:
    """The cells that open groups can't do without."""
    state = premises.state
    record = premises.record(number)
    for group in record.groups:
        grown, narrow, early, _ = expand(state, record, group, state.where(number))
        room = grown.bit_count()
        if room < number:
            yield Step("bottleneck", Kind.STOP, number, group.cells, group.cells, room)
            continue
        if room == number:
            forced = grown
        else:
            known = group.knowing(grown, early, 0, 0)
            forced = narrow | indispensable(state, record, known)[0]
        if forced & state.unfixed:
            yield Step("bottleneck", Kind.FIX, number, forced & state.unfixed, group.cells, room)


def describe_bottleneck(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, those = step.number, listed(board, step.because)
    if step.kind is Kind.STOP:
        return f"The {n} at {those} can't grow beyond {step.detail} cells."
    fixed = f"{listed_to_be(board, step.cells)} {n}: the {n} at {those}"
    if step.detail == n:
        return f"{fixed} needs every cell it can reach."
    it = "each of them" if step.cells & (step.cells - 1) else "it"
    return f"{fixed} could not reach {n} cells without {it}."


BOTTLENECK = Rule(
    "bottleneck",
    title="bottleneck",
    idea="an open group takes every cell without which it could not grow to n cells",
    weight=54,
    about="number",
    find=find_bottlenecks,
    describe=describe_bottleneck,
    example="1 5\n0 0 4 0 0\n",
    fast=True,
)
