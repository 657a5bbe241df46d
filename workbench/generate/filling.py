"""A random filling of a board."""

from __future__ import annotations

from random import Random

from fillomino.backtracking import search
from fillomino.board import Board, from_links
from fillomino.errors import PuzzleError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions

WINDOW = 7
"""So many cells are filled anew at a time."""
MOST_COMPLETIONS = 200
"""The new numbers of a window are one of at most so many completions."""
RESTARTS = 20


def random_filling(board: Board, largest: int | None, chance: Random) -> Filling:
    """A filling by chance: regions merged until no two alike touch, then small windows filled anew.

    Merging alone favours some fillings much; each window, filled with any of its completions alike,
    brings the result nearer to even chances, which it does not reach.

    Args:
        board: the cells.
        largest: no region is larger; ``None`` for no limit.
        chance: where the chance comes from; the same state gives the same filling.

    Raises:
        PuzzleError: if no filling was found, or there is none.
    """
    filling = None
    for _ in range(RESTARTS):
        filling = _merged(board, largest or board.size, chance)
        if filling is not None:
            break
    if filling is None:
        found = search(Puzzle(board, {}, largest_region=largest), limit=1, most_nodes=10_000)
        if not found.fillings:
            why = "there is no" if found.complete else "found no"
            raise PuzzleError(f"{why} filling of this board with regions of at most {largest} cells")
        filling = found.fillings[0]
    for _ in range(board.size):
        filling = resampled(board, filling, largest, chance)
    return filling


def _merged(board: Board, largest: int, chance: Random) -> Filling | None:
    """Single cells, merged where two equal regions touch; ``None`` if that comes to no end."""
    region = {cell: frozenset([cell]) for cell in range(board.size)}
    todo = list(range(board.size))
    chance.shuffle(todo)
    patience = 50 * board.size
    while todo:
        patience -= 1
        if patience < 0:
            return None
        mine = region[todo[-1]]
        beside = {region[y] for x in mine for y in board.neighbours[x]} - {mine}
        if all(len(other) != len(mine) for other in beside):
            todo.pop()
            continue
        joinable = sorted((other for other in beside if len(other) + len(mine) <= largest), key=sorted)
        if joinable:
            least = min(map(len, joinable))
            joined = mine | chance.choice([other for other in joinable if len(other) == least])
            region.update(dict.fromkeys(joined, joined))
        else:  # stuck: begin anew around here
            loose = mine | chance.choice(sorted(beside, key=sorted))
            region.update((cell, frozenset([cell])) for cell in loose)
            again = sorted(loose | {y for x in loose for y in board.neighbours[x]})
            chance.shuffle(again)
            todo += again
    return tuple(len(region[cell]) for cell in range(board.size))


def resampled(board: Board, filling: Filling, largest: int | None, chance: Random) -> Filling:
    """The filling with a small connected window emptied and filled with one of its completions.

    Only the window and the regions that it meets or touches can take part, so they are looked at alone.
    """
    start = chance.randrange(board.size)
    window, front = {start}, list(board.neighbours[start])
    while front and len(window) < WINDOW:
        cell = front.pop(chance.randrange(len(front)))
        if cell not in window:
            window.add(cell)
            front += [y for y in board.neighbours[cell] if y not in window]
    touched = window | {y for x in window for y in board.neighbours[x]}
    taking_part = sorted(x for part in regions(board, filling) if touched & set(part) for x in part)
    index = {cell: number for number, cell in enumerate(taking_part)}
    links = [(index[x], index[y]) for x in taking_part for y in board.neighbours[x] if y in index]
    part = from_links([board.names[x] for x in taking_part], links)
    # A region can't grow beyond those that take part, so the small board's size is no limit of its own.
    clues = {index[x]: filling[x] for x in taking_part if x not in window}
    limit = None if largest is None else min(largest, part.size)
    ways = search(Puzzle(part, clues, largest_region=limit), limit=MOST_COMPLETIONS).fillings
    chosen = chance.choice(ways)
    return tuple(chosen[index[x]] if x in index else number for x, number in enumerate(filling))
