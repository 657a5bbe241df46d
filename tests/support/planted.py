"""Wrong encodings as authors write them: what an audit has to find, kind by kind.

Each is `forest-tight` of a changed puzzle, or with a changed script. `tests.support.mutations` has mistakes
in single constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

from encoder.encoding import Encoding
from encoder.encodings.forest_tight import FOREST_TIGHT
from encoder.puzzle_script import PuzzleScript, cells_of
from fillomino.board import Board
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Assertion, conjunction


def planted() -> dict[str, Encoding]:
    """Return the wrong encodings by what they do wrong."""
    return {name: make(name) for name, make in _MAKERS.items()}


Maker = Callable[[str], Encoding]


def _puzzle(change: Callable[[Puzzle], Puzzle]) -> Maker:
    """The encoding of another puzzle on the same cells."""

    def build(puzzle: Puzzle, _: Candidates, logic: str) -> PuzzleScript:
        script = FOREST_TIGHT.script(change(puzzle), logic)
        return replace(script, puzzle=puzzle, cells=replace(cells_of(script), fixed=frozenset()))

    return lambda name: replace(FOREST_TIGHT, name=name, build=build)


def _also(terms: Callable[[Puzzle], Iterator[str]]) -> Maker:
    """The encoding with further assertions, which refuse solutions."""

    def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        script = FOREST_TIGHT.build(puzzle, candidates, logic)
        more = tuple(Assertion("candidates", (), term) for term in terms(puzzle))
        return replace(script, assertions=(*script.assertions, *more))

    return lambda name: replace(FOREST_TIGHT, name=name, build=build)


def _below(bound: int) -> Maker:
    return _also(lambda puzzle: (f"(< n_{a} {bound})" for a in puzzle.board.labels))


def _never_together(groups: Callable[[Board], Iterator[tuple[int, ...]]]) -> Maker:
    """No group of cells has one number throughout."""

    def terms(puzzle: Puzzle) -> Iterator[str]:
        label = puzzle.board.labels
        for first, *others in groups(puzzle.board):
            yield f"(not {conjunction([f'(= n_{label[first]} n_{label[x]})' for x in others])})"

    return _also(terms)


def _clues(change: Callable[[Board, dict[int, int]], dict[int, int]]) -> Maker:
    def changed(puzzle: Puzzle) -> Puzzle:
        clues = change(puzzle.board, dict(puzzle.clues))
        return puzzle.replace(clues={x: v for x, v in clues.items() if 1 <= v <= puzzle.board.size})

    return _puzzle(changed)


def _links(change: Callable[[Board, set[tuple[int, int]]], set[tuple[int, int]]]) -> Maker:
    """The encoding of a board with other neighbours."""

    def changed(puzzle: Puzzle) -> Puzzle:
        board = puzzle.board
        links = {(x, y) for x, y in change(board, set(board.links())) if 0 <= x < y < board.size}
        around: list[list[int]] = [[] for _ in range(board.size)]
        for x, y in sorted(links):
            around[x].append(y)
            around[y].append(x)
        other = board.replace(neighbours=tuple(tuple(sorted(near)) for near in around))
        return puzzle.replace(board=other, walls=puzzle.walls & links)

    return _puzzle(changed)


def _grid(board: Board) -> tuple[int, int]:
    return (1, board.size) if board.grid is None else (board.grid.height, board.grid.width)


def _blocks(board: Board) -> Iterator[tuple[int, ...]]:
    height, width = _grid(board)
    if height * width == board.size:
        for row in range(height - 1):
            for column in range(width - 1):
                x = row * width + column
                yield x, x + 1, x + width, x + width + 1


def _lines(length: int) -> Callable[[Board], Iterator[tuple[int, ...]]]:
    def lines(board: Board) -> Iterator[tuple[int, ...]]:
        height, width = _grid(board)
        if height * width == board.size:
            for row in range(height):
                for column in range(width - length + 1):
                    yield tuple(range(row * width + column, row * width + column + length))

    return lines


def _rings(board: Board) -> Iterator[tuple[int, ...]]:
    height, width = _grid(board)
    if height * width == board.size:
        for row in range(height - 2):
            for column in range(width - 2):
                block = [(row + i) * width + column + j for i in range(3) for j in range(3)]
                yield tuple(x for place, x in enumerate(block) if place != 4)


def _wrapped(board: Board, links: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The last cell of a row is taken for a neighbour of the first one of the next."""
    height, width = _grid(board)
    return links | {(row * width - 1, row * width) for row in range(1, height)}


def _turned(board: Board, links: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Height and width are confused."""
    height, width = _grid(board)
    if height * width != board.size or height == 1 or width == 1:
        return links
    across = {(x, x + 1) for x in range(board.size - 1) if (x + 1) % height}
    return across | {(x, x + height) for x in range(board.size - height)}


def _diagonal(board: Board, links: set[tuple[int, int]]) -> set[tuple[int, int]]:
    _, width = _grid(board)
    right = {(x, x + width + 1) for x in range(board.size - width - 1) if (x + 1) % width}
    return links | (right if board.grid is not None else set())


def _without_last_row(board: Board, links: set[tuple[int, int]]) -> set[tuple[int, int]]:
    height, width = _grid(board)
    return {(x, y) for x, y in links if x < (height - 1) * width or height == 1}


def _without_last_column(board: Board, links: set[tuple[int, int]]) -> set[tuple[int, int]]:
    _, width = _grid(board)
    return {(x, y) for x, y in links if (x + 1) % width or y == x + 1 or width == 1}


def _four_at_most(board: Board, links: set[tuple[int, int]], most: int = 2) -> set[tuple[int, int]]:
    """Only so many neighbours of a cell are looked at."""
    return {(x, y) for x, y in links if y in board.neighbours[x][:most] or x in board.neighbours[y][:most]}


def _same_twice(board: Board) -> Iterator[str]:
    """A number is used by one region only: equal numbers are not far apart."""
    for x, y in combinations(range(board.size), 2):
        if board.grid is not None and sum(abs(a - b) for a, b in zip(*_places(board, x, y), strict=True)) > 3:
            a, b = board.labels[x], board.labels[y]
            yield f"(=> (= n_{a} n_{b}) (not (= n_{a} 2)))"


def _places(board: Board, *cells: int) -> list[tuple[int, int]]:
    _, width = _grid(board)
    return [divmod(x, width) for x in cells]


_MAKERS: dict[str, Maker] = {
    "numbers of 2 bits": _below(4),
    "numbers of 3 bits": _below(8),
    "numbers of one digit": _below(10),
    "numbers of 4 bits": _below(16),
    "numbers of 5 bits": _below(32),
    "numbers of cells less one": _also(
        lambda p: (f"(< n_{a} {p.board.size})" for a in p.board.labels if p.board.size > 2)
    ),
    "clues modulo 8": _clues(lambda _, clues: {x: v & 7 for x, v in clues.items()}),
    "clues modulo 16": _clues(lambda _, clues: {x: v & 15 for x, v in clues.items()}),
    "first digit of a clue": _clues(lambda _, clues: {x: int(str(v)[0]) for x, v in clues.items()}),
    "cells of one digit": _clues(lambda _, clues: {x: v for x, v in clues.items() if x < 10}),
    "the first clue only": _clues(lambda _, clues: dict(sorted(clues.items())[:1])),
    "four clues at most": _clues(lambda _, clues: dict(sorted(clues.items())[:4])),
    "no clue in the last cell": _clues(lambda b, clues: {x: v for x, v in clues.items() if x < b.size - 1}),
    "clues of 1 left out": _clues(lambda _, clues: {x: v for x, v in clues.items() if v > 1}),
    "clues as large as the board left out": _clues(
        lambda b, clues: {x: v for x, v in clues.items() if v < b.size}
    ),
    "a clue of 3 as 2": _clues(lambda _, clues: {x: 2 if v == 3 else v for x, v in clues.items()}),
    "walls left out": _puzzle(lambda p: p.replace(walls=frozenset())),
    "walls below left out": _puzzle(
        lambda p: p.replace(walls=frozenset(w for w in p.walls if w[1] == w[0] + 1))
    ),
    "largest region left out": _puzzle(lambda p: p.replace(largest_region=None)),
    "largest region one too large": _puzzle(
        lambda p: p.replace(largest_region=None if p.largest_region is None else p.largest_region + 1)
    ),
    "checkered left out": _puzzle(lambda p: p.replace(checkered=False)),
    "basic left out": _puzzle(lambda p: p.replace(basic=False)),
    "checkered always": _puzzle(lambda p: p.replace(checkered=True)),
    "rows joined": _links(_wrapped),
    "height for width": _links(_turned),
    "diagonal neighbours": _links(_diagonal),
    "last row apart": _links(_without_last_row),
    "last column apart": _links(_without_last_column),
    "two neighbours of a cell": _links(_four_at_most),
    "three neighbours of a cell": _links(lambda board, links: _four_at_most(board, links, 3)),
    "no block of two by two": _never_together(_blocks),
    "no five in a row": _never_together(_lines(5)),
    "no eleven in a row": _never_together(_lines(11)),
    "no ring": _never_together(_rings),
    "no two regions of two far apart": _also(lambda p: _same_twice(p.board)),
}

NEVER_FOUND = ("three neighbours of a cell",)
"""What no puzzle of the default audit shows: three of the four links of a cell lead to all of its region."""

FOUND_BY_DEFAULT = tuple(name for name in _MAKERS if name not in NEVER_FOUND)
"""What the default audit finds."""
