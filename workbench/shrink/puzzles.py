"""The smallest puzzle on which a disagreement remains: tiny boards, fewer cells, fewer clues, fewer rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import combinations, product

from fillomino.board import Board, from_links, rectangle
from fillomino.errors import FillominoError
from fillomino.graph import predecessors
from fillomino.instance import Instance
from fillomino.puzzle import Puzzle
from workbench.shrink.checks import SMALL, Disagreement, PuzzleCheck
from workbench.shrink.ddmin import ddmin

_FEW = 6
"""Cells of the parts, at most, that are tried where there is no disagreement about the whole."""

_AROUND, _STARTS = (1, 2, 3, 4, 6, 9), 40

TINY = 3
"""Rows and columns of the boards that are tried first and last."""


@dataclass(slots=True)
class PuzzleShrinker:
    """A search for the smallest puzzle, which can be stopped at any time.

    Attributes:
        check: returns the disagreement about a puzzle.
        report: called with a few words on how far it is.
        best: the smallest puzzle so far.
        found: the disagreement about it; ``None`` before one is found.
        tried: how many puzzles were tried.
        elsewhere: whether there is no disagreement about the puzzle itself, but about a part.
    """

    check: PuzzleCheck
    report: Callable[[str], None] = lambda _: None
    best: Instance | None = None
    found: Disagreement | None = None
    tried: int = 0
    elsewhere: bool = False
    _refuted: set[object] = field(default_factory=set)

    def run(self, instance: Instance) -> Disagreement | None:
        """Shrink a puzzle.

        One that is not decided within the limits is not given up: parts of it may be.

        Returns:
            The disagreement about the smallest puzzle; ``None`` if there is none.
        """
        if not isinstance(instance, Puzzle):
            return self._by_steps(instance)
        puzzle = instance
        if not self._holds(puzzle) and not self.check.undecided:
            few = (tiny for tiny in tiny_boards(puzzle) if tiny.board.size <= _FEW)
            self.elsewhere = any(map(self._holds, few))
        elif not any(map(self._holds, tiny_boards(puzzle))) and self.best is None:
            any(map(self._holds, windows(puzzle)))
        while isinstance(self.best, Puzzle):
            before = self.best
            fewer_cells(self.best, self._holds)
            fewer_clues(self.best, self._holds)
            if self.best.board.size > SMALL and not any(map(self._holds, windows(puzzle))):
                rules = puzzle.replace(checkered=self.best.checkered, basic=self.best.basic)
                any(map(self._holds, clued_boards(rules)))
            if self.best == before:
                break
        return self.found

    def _by_steps(self, instance: Instance) -> Disagreement | None:
        """Shrink a puzzle of another game: a row, a column or a sign goes as long as one can."""
        from games.game import Rectangle
        from games.samples import simpler

        found = self._holds(instance)
        while found and isinstance(self.best, Rectangle):
            found = any(map(self._holds, simpler(self.best)))
        return self.found

    def _holds(self, puzzle: Instance) -> bool:
        key: object = puzzle.game.name, puzzle.text()
        if isinstance(puzzle, Puzzle):
            rules = (puzzle.largest_region, puzzle.checkered, puzzle.basic)
            key = (puzzle.board, tuple(sorted(puzzle.clues.items())), puzzle.walls, rules)
        if key in self._refuted:
            return False
        self.tried += 1
        self._show()
        try:
            disagreement = self.check(puzzle)
        except FillominoError as error:  # such as a program that does not encode it
            if self.tried == 1:
                raise
            disagreement = None
            self.check.undecided.add(str(error))
        if disagreement is None:
            self._refuted.add(key)
            return False
        if self.best is None or _size(puzzle) <= _size(self.best):
            self.best, self.found = puzzle, disagreement
        return True

    def _show(self) -> None:
        """Report the smallest so far."""
        if self.best is not None:
            self.report(f"{self.best.size_text}, after {self.tried} tried")


def _size(puzzle: Instance) -> tuple[int, ...]:
    if not isinstance(puzzle, Puzzle):
        return (0,)  # each is a step simpler than the one before
    rules = (puzzle.largest_region is not None) + puzzle.checkered + puzzle.basic
    return puzzle.board.size, len(puzzle.clues) + len(puzzle.walls) + rules


def part(puzzle: Puzzle, cells: Collection[int]) -> Puzzle:
    """Return the puzzle on some of its cells, at least one.

    Of a rectangle, rows and columns without a cell that stays are taken out, and what was beside them
    comes together. Clues above the number of cells are left out, and so is a largest region that
    is no limit any more.
    """
    stay = sorted(cells)
    board, place = _board(puzzle.board, stay)
    clues = {place[x]: v for x, v in puzzle.clues.items() if x in place and v <= board.size}
    walls = frozenset(
        (min(place[x], place[y]), max(place[x], place[y]))
        for x, y in puzzle.walls
        if x in place and y in place and place[y] in board.neighbours[place[x]]
    )
    most = puzzle.largest_region
    return Puzzle(
        board,
        clues,
        walls,
        largest_region=most if most is not None and most < board.size else None,
        checkered=puzzle.checkered,
        basic=puzzle.basic,
    )


def _board(board: Board, stay: list[int]) -> tuple[Board, dict[int, int]]:
    """The board of some cells, and the place of each among its cells."""
    place = {x: number for number, x in enumerate(stay)}
    if board.grid is None or board.spec is not None:
        links = [(place[x], place[y]) for x, y in board.links() if x in place and y in place]
        return from_links([board.names[x] for x in stay], links), place
    rows = [[x for x in row if x in place] for row in board.grid.rows()]
    columns = sorted({c for row in board.grid.rows() for c, x in enumerate(row) if x in place})
    kept = [row for row, cells in zip(board.grid.rows(), rows, strict=True) if cells]
    holes = [(r, c) for r, row in enumerate(kept) for c, at in enumerate(columns) if row[at] not in place]
    return rectangle(len(kept), len(columns), holes), place


def tiny_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the boards of up to 3x3 cells that are parts of a rectangle, without clues, smallest first."""
    grid = puzzle.board.grid
    if grid is None or puzzle.board.spec is not None:
        return
    for height, width in _sizes(grid.height, grid.width):
        yield Puzzle(rectangle(height, width), {}, checkered=puzzle.checkered, basic=puzzle.basic)


def clued_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the boards of 2x2 to 3x3 cells with one clue or two: of those that are mirrored or turned one."""
    seen = set()
    for tiny in tiny_boards(puzzle):
        grid, size = tiny.board.grid, tiny.board.size
        if grid is None or min(grid.height, grid.width) == 1:
            continue
        rows = [[x or 0 for x in row] for row in grid.rows()]
        turned = (rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]])
        ways = [way for rows in turned for way in (rows, [*map(list, zip(*rows, strict=True))])]
        for count in (1, 2):
            for cells in combinations(range(size), count):
                for numbers in product(range(1, size + 1), repeat=count):
                    clues = dict(zip(cells, numbers, strict=True))
                    look = min([[clues.get(x, 0) for x in row] for row in way] for way in ways)
                    if str(look) not in seen:
                        seen.add(str(look))
                        yield tiny.replace(clues=clues)


def windows(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the parts of up to 3x3 cells side by side, smallest first.

    On boards other than rectangles these are up to nine cells around each cell, without clues and with.
    """
    grid = puzzle.board.grid
    if grid is None or puzzle.board.spec is not None:
        for size in _AROUND:
            for cell in range(min(_STARTS, puzzle.board.size)):
                near = list(predecessors(puzzle.board.neighbours, [cell]))[:size]
                window = part(puzzle, near)
                yield window.replace(clues={})
                if window.clues:
                    yield window
        return
    for height, width in _sizes(grid.height, grid.width):
        for row in range(grid.height - height + 1):
            for column in range(grid.width - width + 1):
                places = [(r, c) for r in range(row, row + height) for c in range(column, column + width)]
                cells = [x for r, c in places if (x := grid.at(r, c)) is not None]
                if cells:
                    yield part(puzzle, cells)


def _sizes(height: int, width: int) -> list[tuple[int, int]]:
    sizes = [(h, w) for h in range(1, min(TINY, height) + 1) for w in range(1, min(TINY, width) + 1)]
    return sorted(sizes, key=lambda size: (size[0] * size[1], size))


def fewer_cells(puzzle: Puzzle, holds: Callable[[Puzzle], bool]) -> Puzzle:
    """Return a puzzle on fewer cells for which it holds still: rows go first, then columns, then cells."""
    puzzle = _fewer(puzzle, _lines(puzzle.board), holds)
    puzzle = _fewer(puzzle, _lines(puzzle.board, columns=True), holds)
    return _fewer(puzzle, [(x,) for x in range(puzzle.board.size)], holds)


def _fewer(puzzle: Puzzle, groups: list[tuple[int, ...]], holds: Callable[[Puzzle], bool]) -> Puzzle:
    """The puzzle without some groups of cells."""

    def held(some: list[tuple[int, ...]]) -> bool:
        return bool(some) and holds(part(puzzle, [x for group in some for x in group]))

    left = ddmin(groups, held)
    return part(puzzle, [x for group in left for x in group]) if len(left) < len(groups) else puzzle


def _lines(board: Board, *, columns: bool = False) -> list[tuple[int, ...]]:
    """The cells of rows or columns; none on other boards."""
    if board.grid is None or board.spec is not None:
        return []
    rows = list(board.grid.rows())
    lines = zip(*rows, strict=True) if columns else rows
    cells = (tuple(x for x in line if x is not None) for line in lines)
    return [line for line in cells if line]


def fewer_clues(puzzle: Puzzle, holds: Callable[[Puzzle], bool]) -> Puzzle:
    """Return the puzzle with fewer clues, walls and rules for which it holds still."""
    for plainer in (
        puzzle.replace(largest_region=None),
        puzzle.replace(checkered=False),
        puzzle.replace(basic=False),
    ):
        if plainer != puzzle and holds(plainer):
            puzzle = plainer
            break
    here = puzzle
    clues = ddmin(sorted(here.clues.items()), lambda some: holds(here.replace(clues=dict(some))))
    puzzle = here.replace(clues=dict(clues), unknown=frozenset())
    walled = puzzle
    walls = ddmin(sorted(walled.walls), lambda some: holds(walled.replace(walls=frozenset(some))))
    return walled.replace(walls=frozenset(walls))
