"""The thesis's three strategies with the faults of its pseudocode, to show that these are faults.

Each takes ``cell -> number`` for what is known and says what it would fill in or leave.
"""

from __future__ import annotations

from fillomino.board import Board

Known = dict[int, int]


def groups(board: Board, known: Known) -> list[tuple[int, frozenset[int]]]:
    """Connected cells of one number: the number and the cells."""
    return [
        (number, frozenset(part))
        for number in sorted(set(known.values()))
        for part in board.components(x for x, v in known.items() if v == number)
    ]


def single_exits(board: Board, known: Known) -> set[tuple[int, int]]:
    """The ``(cell, number)`` it fills in. The counter of exits never gets beyond 1."""
    filled = set()
    for number, group in groups(board, known):
        if len(group) >= number:
            continue
        count, last = 0, -1
        for x in sorted(group):
            for y in board.neighbours[x]:
                if y not in known and count <= 1:
                    count, last = 1, y
        if count == 1:
            filled.add((last, number))
    return filled


def forced_cells(board: Board, known: Known) -> set[tuple[int, int]]:
    """The ``(cell, number)`` it fills in. Completions grow from one cell of the group at a time."""
    filled = set()
    for number, group in groups(board, known):
        missing = number - len(group)
        completions = set()
        for start in group:
            front = frozenset(board.neighbours[start]) - set(known)
            completions |= _grown(board, frozenset(), front, missing, known)
        if completions and missing > 0:
            filled |= {(x, number) for x in frozenset.intersection(*completions)}
    return filled


def _grown(
    board: Board, added: frozenset[int], front: frozenset[int], missing: int, known: Known
) -> set[frozenset[int]]:
    if missing <= 0:
        return {added}
    found = set()
    for x in front:
        beyond = frozenset(board.neighbours[x]) - set(known) - added - {x}
        found |= _grown(board, added | {x}, beyond, missing - 1, known)
    return found


def reachable(board: Board, known: Known) -> dict[int, set[int]]:
    """For each empty cell the numbers it leaves: a clue reaches it in a walk of at most its missing cells.

    A group on the way costs no more than the walk through it, and no region is without a clue.
    """
    left: dict[int, set[int]] = {x: set() for x in range(board.size) if x not in known}
    for number, group in groups(board, known):
        seen, front = set(group), set(group)
        for _ in range(number - len(group)):
            front = {y for x in front for y in board.neighbours[x] if known.get(y, number) == number} - seen
            seen |= front
        for x in seen & set(left):
            left[x].add(number)
    return left
