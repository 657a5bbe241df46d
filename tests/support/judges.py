"""Judges of the games, written anew from the rules in words: by sets of coordinates, and slowly.

They take a puzzle as rows of signs and an answer as a dictionary from the name of a place to its number.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Cell = tuple[int, int]
Rows = Sequence[Sequence[str]]
Answer = Mapping[str, int]


def name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def every_cell(rows: Rows) -> list[Cell]:
    return [(r, c) for r, row in enumerate(rows) for c in range(len(row))]


def beside(cell: Cell) -> set[Cell]:
    r, c = cell
    return {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}


def reached(start: Cell, allowed: Collection[Cell]) -> set[Cell]:
    found: set[Cell] = {start}
    before: set[Cell] = set()
    while found != before:
        before = found
        found = found | {cell for cell in allowed if beside(cell) & found}
    return found


def in_one_piece(cells: Collection[Cell]) -> bool:
    return not cells or reached(min(cells), cells) == set(cells)


def hitori(rows: Rows, answer: Answer) -> bool:
    cells = every_cell(rows)
    white = {cell for cell in cells if answer[name(cell)] == 0}
    black = set(cells) - white
    if any(beside(cell) & black for cell in black) or not in_one_piece(white):
        return False
    by_row = [(r, rows[r][c]) for r, c in white]
    by_column = [(c, rows[r][c]) for r, c in white]
    return len(set(by_row)) == len(by_row) and len(set(by_column)) == len(by_column)


def nurikabe(rows: Rows, answer: Answer) -> bool:
    cells = every_cell(rows)
    stream = {cell for cell in cells if answer[name(cell)] == 1}
    land = set(cells) - stream
    clues = {cell: rows[cell[0]][cell[1]] for cell in cells if rows[cell[0]][cell[1]] != "."}
    pools = [(r, c) for r, c in stream if {(r + 1, c), (r, c + 1), (r + 1, c + 1)} <= stream]
    if pools or not in_one_piece(stream) or stream & clues.keys():
        return False
    for cell in land:
        island = reached(cell, land)
        its = [clues[other] for other in island if other in clues]
        if len(its) != 1 or its[0] not in ("?", str(len(island))):
            return False
    return True


def fobidoshi(rows: Rows, answer: Answer) -> bool:
    cells = every_cell(rows)
    circles = {cell for cell in cells if answer[name(cell)] == 1}
    for r, c in cells:
        if rows[r][c] in "ox" and ((r, c) in circles) != (rows[r][c] == "o"):
            return False
        if {(r + i, c) for i in range(4)} <= circles or {(r, c + i) for i in range(4)} <= circles:
            return False
    return in_one_piece(circles)


def slitherlink(rows: Rows, answer: Answer) -> bool:
    """Walk along the loop: it comes back to its start, and has been everywhere where lines are."""
    drawn = {frozenset(line.split("-")) for line, value in answer.items() if value}
    if not drawn:
        return False
    start = here = min(min(line) for line in drawn)
    left = set(drawn)
    while True:
        at = [line for line in left if here in line]
        if here == start and len(left) < len(drawn) and not at:
            break
        if not at or len([line for line in drawn if here in line]) != 2:
            return False
        left.remove(at[0])
        (here,) = at[0] - {here}
    if left:
        return False
    for r, c in every_cell(rows):
        corners = [f"r{r}c{c}", f"r{r}c{c + 1}", f"r{r + 1}c{c + 1}", f"r{r + 1}c{c}"]
        sides = sum(frozenset({corners[i], corners[i - 1]}) in drawn for i in range(4))
        if rows[r][c] not in (".", "?", str(sides)):
            return False
    return True


def hashi(rows: Rows, answer: Answer) -> bool:
    islands = {name(cell): cell for cell in every_cell(rows) if rows[cell[0]][cell[1]] != "."}
    covered: set[Cell] = set()
    for pair, value in answer.items():
        (r, c), (s, d) = (islands[end] for end in pair.split("-"))
        between = {(x, y) for x in range(r, s + 1) for y in range(c, d + 1)} - {(r, c), (s, d)}
        if value and covered & between:
            return False
        covered |= between if value else set()
    for end, (r, c) in islands.items():
        bridges = sum(value for pair, value in answer.items() if end in pair.split("-"))
        if rows[r][c] not in ("?", str(bridges)):
            return False
    together = {min(islands)} if islands else set()
    for _ in islands:
        for pair, value in answer.items():
            if value and together & {*pair.split("-")}:
                together |= {*pair.split("-")}
    return together == islands.keys()


JUDGES = {
    "hitori": hitori,
    "nurikabe": nurikabe,
    "slitherlink": slitherlink,
    "hashi": hashi,
    "fobidoshi": fobidoshi,
}
