"""Random fillings where no table fits: single cells are merged to some filling, which windows change.

A window is a connected set of some cells, drawn without a look at the filling. The regions that lie
wholly inside are taken out, and the gap is filled anew by one of its fillings, uniformly (a small
table). The gap depends on the other regions only, so each such change leaves the uniform distribution
as it is; after many, the filling forgets where it came from. Two limits: this tends to the uniform
distribution but is never exactly there, and a region larger than every window stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from random import Random

from fillomino.backtracking import search
from fillomino.board import Board
from fillomino.counting.frontier import PlainTable
from fillomino.counting.schedule import schedule
from fillomino.counting.task import Task
from fillomino.errors import PuzzleError
from fillomino.graph import distances, random_connected_set
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions

WINDOW = 10
"""Cells in a window: one of 10 takes a few milliseconds, and each cell more about doubles that."""

ROUNDS = 8
"""Average number of windows over each cell between two fillings that are given out."""

TRIES = 50
"""Tries to merge a first filling together before it is given up."""

RESTARTS = 20
"""The same, where regions that grew too large are taken apart again."""

PATIENCE = 50
"""Limit of the rounds of merging for each cell."""

SMALL_WINDOW = 7
"""Cells of a window that is filled anew together with the regions that go on beyond it."""

MOST_COMPLETIONS = 200
"""Limit of the completions of which one fills such a window."""


def draw(
    task: Task,
    start: Filling,
    random: Random,
    count: int,
    *,
    rounds: int = ROUNDS,
    watch: Callable[[float], None] | None = None,
) -> list[Filling]:
    """Return so many fillings, by changes from a valid one; `watch` gets the part that is done."""
    size = task.board.size
    changes = max(1, rounds * size // min(WINDOW, size))
    filling = start
    drawn = []
    for number in range(count):
        for change in range(changes):
            filling = _change_window(task, filling, random)
            if watch is not None:
                watch((number + (change + 1) / changes) / count)
        drawn.append(filling)
    return drawn


def _change_window(task: Task, filling: Filling, random: Random) -> Filling:
    """Return the filling with the regions inside a random window drawn anew."""
    window = random_connected_set(task.board.neighbours, WINDOW, random)
    gap = sorted(x for region in regions(task.board, filling) if window.issuperset(region) for x in region)
    if len(gap) < 2:
        return filling
    index, neighbours = _induced(task.board, gap)
    masks = []
    for x in gap:
        mask = task.masks[x] & (2 << len(gap)) - 1
        for y in task.board.neighbours[x]:
            if y not in index:
                mask &= ~(1 << filling[y])
        masks.append(mask)
    walls = frozenset((index[x], index[y]) for x, y in task.walls if x in index and y in index)
    [inside] = _gap_table(neighbours, tuple(masks), walls).draw(random, 1)
    return tuple(inside[index[x]] if x in index else number for x, number in enumerate(filling))


def _induced(board: Board, cells: list[int]) -> tuple[dict[int, int], tuple[tuple[int, ...], ...]]:
    """Return the indices of some cells, and the neighbours of each among them by these indices."""
    index = {cell: number for number, cell in enumerate(cells)}
    neighbours = board.neighbours
    return index, tuple(tuple(index[y] for y in neighbours[x] if y in index) for x in cells)


@lru_cache(maxsize=256)
def _gap_table(
    neighbours: tuple[tuple[int, ...], ...], masks: tuple[int, ...], walls: frozenset[tuple[int, int]]
) -> PlainTable:
    size = len(neighbours)
    board = Board(neighbours, tuple(map(str, range(size))), tuple(range(size)))
    return PlainTable(schedule(Task(board, masks, walls), "greedy"))


def start(task: Task, random: Random, sets: Sequence[Collection[int]] = ()) -> Filling | None:
    """Return a filling of a board without clues, in whose regions some disjoint connected sets lie as wholes.

    ``None`` if none was found.
    """
    return _first_merged(task.board, task.largest, random, TRIES, sets, loosen=False)


def random_filling(board: Board, largest: int | None, random: Random) -> Filling:
    """Return a random filling, with regions of every size, to make a puzzle from.

    Merging alone favours some fillings much; each window, refilled uniformly with one of its completions,
    brings the result nearer to the uniform distribution, which it does not reach.

    Args:
        board: the cells.
        largest: no region is larger; ``None`` for no limit.
        random: the source of chance; the same state gives the same filling.

    Raises:
        PuzzleError: if no filling was found, or there is none.
    """
    filling = _first_merged(board, largest or board.size, random, RESTARTS, loosen=True)
    if filling is None:
        result = search(Puzzle(board, {}, largest_region=largest), limit=1, most_nodes=10_000)
        if not result.fillings:
            why = "there is no" if result.complete else "found no"
            raise PuzzleError(f"{why} filling of this board with regions of at most {largest} cells")
        filling = result.fillings[0]
    for _ in range(board.size):
        filling = refill(board, filling, largest, random)
    return filling


def refill(board: Board, filling: Filling, largest: int | None, random: Random) -> Filling:
    """Return the filling with a small random window emptied and filled with one of its completions.

    Unlike in `draw`, regions may go on beyond the window, so large ones change, too. Only the window and
    the regions that meet or touch it matter, so only these are searched.
    """
    window = random_connected_set(board.neighbours, SMALL_WINDOW, random)
    near = window | {y for x in window for y in board.neighbours[x]}
    cells = sorted(
        x for number in {filling[x] for x in near} for x in _regions_of(board, filling, number, near)
    )
    index, neighbours = _induced(board, cells)
    part = Board(neighbours, tuple(board.names[x] for x in cells), tuple(range(len(cells))))
    # A region can't grow beyond these cells, so the part's size is no limit of its own.
    clues = {index[x]: filling[x] for x in cells if x not in window}
    limit = None if largest is None else min(largest, part.size)
    completions = search(Puzzle(part, clues, largest_region=limit), limit=MOST_COMPLETIONS).fillings
    chosen = random.choice(completions)
    return tuple(chosen[index[x]] if x in index else number for x, number in enumerate(filling))


def _regions_of(board: Board, filling: Filling, number: int, near: set[int]) -> Iterable[int]:
    """Return the cells of the regions of a number that have some of these cells."""
    sources = [x for x in near if filling[x] == number]
    return distances(board.neighbours, sources, through=lambda x: filling[x] == number)


def _first_merged(
    board: Board,
    largest: int,
    random: Random,
    tries: int,
    sets: Sequence[Collection[int]] = (),
    *,
    loosen: bool,
) -> Filling | None:
    """Return the first filling that some tries to merge one together come to."""
    merged = (_merge(board, largest, random, sets, loosen=loosen) for _ in range(tries))
    return next((filling for filling in merged if filling is not None), None)


def _merge(
    board: Board, largest: int, random: Random, sets: Sequence[Collection[int]], *, loosen: bool
) -> Filling | None:
    """Merge sets and single cells to regions.

    Each region that touches an equal one is joined with a smallest of its neighbours. Where that would be
    too large, the two regions are taken apart again, with `loosen`; without, that is the end.
    ``None`` if it comes to no filling.
    """
    members = {x: {x} for x in range(board.size)}  # the cells of each region, by one of them
    owner = list(range(board.size))
    for cells in sets:
        first = min(cells)
        members[first] = set(cells)
        for x in cells:
            owner[x] = first
            if x != first:
                del members[x]
    waiting = list(range(board.size))
    random.shuffle(waiting)
    for _ in range(PATIENCE * board.size):
        if not waiting:
            return tuple(len(members[own]) for own in owner)
        own = owner[waiting[-1]]
        size = len(members[own])
        around = {owner[y] for x in members[own] for y in board.neighbours[x]} - {own}
        if all(len(members[other]) != size for other in around):
            waiting.pop()
            continue
        least = min(len(members[other]) for other in around)
        fits = size + least <= largest
        # Seeds depend on the order of the choices: by their lowest cells, or by the cells they are known by.
        choices = sorted(
            (other for other in around if len(members[other]) == least or (loosen and not fits)),
            key=lambda other: min(members[other]) if loosen else other,
        )
        merged = members.pop(random.choice(choices))
        if fits:
            for x in merged:
                owner[x] = own
            members[own] |= merged
            continue
        if not loosen:
            return None
        merged |= members.pop(own)
        for x in merged:
            owner[x] = x
            members[x] = {x}
        again = sorted(merged | {y for x in merged for y in board.neighbours[x]})
        random.shuffle(again)
        waiting += again
    return None
