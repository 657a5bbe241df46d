"""Room and reach: a cell holds n only where a region of n has room, and a group of n can grow to it.

Section 5.4 of the thesis gives two ways of reach: to search from each group for the cells that it reaches
(`REACH`), or from each open cell for a group (`FROM_CELLS`). They rule out the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board
from fillomino.deduction.fast.groups import Record, expand
from fillomino.deduction.premises import Premises
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import State
from fillomino.deduction.step import Kind, Step, listed
from fillomino.errors import counted
from fillomino.graph import CellSet, bits, components


def find_room(premises: Premises, number: int) -> Iterator[Step]:
    """The parts of the cells that admit the number which are too small for it."""
    state = premises.state
    fixed = state.fixed.get(number, 0)
    for part in components(state.near, state.where(number)):
        if part.bit_count() < number:
            kind = Kind.STOP if part & fixed else Kind.STRIKE
            yield Step("room", kind, number, part, state.near(part) & ~part, part.bit_count())


def describe_room(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where = step.number, listed(board, step.cells)
    room = counted(step.detail, "cell")
    if step.kind is Kind.STOP:
        return f"The {n} among {where} has room for {room} only."
    return f"{where} can't be {n}: there is room for {room} only."


ROOM = Rule(
    "room",
    title="room",
    idea="where fewer than n connected cells admit n, none of them is n",
    weight=63,
    about="number",
    find=find_room,
    describe=describe_room,
    example="3 3\n0 1 0\n2 0 3\n1 0 0\n",
    fast=True,
)


def find_reach(premises: Premises, number: int) -> Iterator[Step]:
    """The cells that no group reaches and around which no hidden region fits.

    A group on the way costs its whole size. A hidden region lies apart from all groups. In the basic
    variant there are no hidden regions, and only a group with a clue reaches anything.
    """
    state = premises.state
    admits, fixed = state.where(number), state.fixed.get(number, 0)
    record = premises.record(number)
    clues = state.given.get(number, 0) if state.basic else fixed
    reached = sum(group.cells for group in premises.groups(number) if group.cells & clues)
    for group in record.groups:
        grown = expand(state, record, group, admits)[0]
        if grown.bit_count() < number:
            yield Step("reach", Kind.STOP, number, group.cells, group.cells, grown.bit_count())
        if group.cells & clues:
            reached |= grown
    if fixed & ~reached:
        yield Step("reach", Kind.STOP, number, fixed & ~reached, clues)
    yield from _strike(state, record, admits & ~(reached | fixed))


def find_from_cells(premises: Premises, number: int) -> Iterator[Step]:
    """The same cells, by a search from each open cell; it does not see that a group can't grow."""
    state, record = premises.state, premises.record(number)
    admits = state.where(number)
    targets = record.opened & (state.given.get(number, 0) if state.basic else -1)
    searched = bits(admits & state.unfixed)
    lost = sum(1 << cell for cell in searched if not _finds(state, record, admits, 1 << cell, targets))
    yield from _strike(state, record, lost)


def _finds(state: State, record: Record, admits: CellSet, cell: CellSet, targets: CellSet) -> bool:
    """Return whether a walk from a cell comes to a group with target cells before the number is used up."""
    later: dict[int, CellSet] = {}
    front, left = cell, admits & ~cell
    for used in range(1, record.number):
        touched = state.near(front) & left
        for group in record.groups:
            if group.cells & touched:
                total = used + group.size
                if total <= record.number and group.cells & targets:
                    return True
                later[total] = later.get(total, 0) | group.cells
                left &= ~group.cells
        front = touched & left | later.pop(used + 1, 0)
        left &= ~front
        if not front and not later:
            return False
    return False


def _strike(state: State, record: Record, lost: CellSet) -> Iterator[Step]:
    """Rule out the number at cells that no group reaches, but where a hidden region has room."""
    if lost and not state.basic:
        fixed = state.fixed.get(record.number, 0)
        apart = state.where(record.number) & ~(fixed | state.near(fixed))
        for part in components(state.near, apart):
            if part.bit_count() >= record.number:
                lost &= ~part
    if lost:
        yield Step("reach", Kind.STRIKE, record.number, lost, record.opened)


def describe_reach(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    n, where = step.number, listed(board, step.cells)
    if step.kind is Kind.STOP and not step.detail:
        return f"The {n} at {where} can't be part of a region with a clue."
    if step.kind is Kind.STOP:
        room = counted(step.detail, "cell")
        return f"The {n} at {where} can't grow beyond {room}."
    if not step.because:
        return f"{where} can't be {n}: no {n} is open, and another region of {n} has no room there."
    return (
        f"{where} can't be {n}: out of reach of {listed(board, step.because)}, "
        f"and another region of {n} has no room there."
    )


REACH = Rule(
    "reach",
    title="reach",
    idea="a cell is n only if a group of n can grow to it, a group on the way counting in full, "
    "or a hidden region has room there, apart from all groups",
    weight=66,
    about="number",
    find=find_reach,
    describe=describe_reach,
    example="3 3\n1 5 0\n0 0 2\n5 5 1\n",
    fast=True,
)

FROM_CELLS = REACH.replace(find=find_from_cells, fast=False)
"""The rule by a search from each open cell."""
