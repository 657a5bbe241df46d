"""The puzzles of an audit, in stages.

A board without clues tells most: its solutions contain every right filling that an encoding may refuse, and
its models every wrong filling that it may accept. Hundreds of puzzles with clues only add what an encoding
makes of a clue. The order of the stages is that of what they find per second, see docs/debugging.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice, product

from fillomino.backtracking import search
from fillomino.board import Board, from_links, rectangle
from fillomino.errors import TooLargeError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions
from fillomino.solutions import all_fillings, fillings_with
from workbench.audit.course import Stage, StageKind

BATCH = 250
"""Most puzzles of a batch."""

SAMPLES = 40
"""Puzzles sampled on each board that is too large for all of its clue sets."""

FIRST_FULL, FIRST_SAMPLES = 8, 10
"""So many full puzzles of a board, and samples, find most of what all of them find: they come first."""

FEW = 24
"""Most solutions of a sampled puzzle, unless it was meant to have none."""

ODD: tuple[tuple[str, Board], ...] = (
    ("two cells apart", from_links("AB", [])),
    ("triangle", from_links("ABC", [(0, 1), (1, 2), (0, 2)])),
    ("a cell apart", rectangle(1, 4, {(0, 2)})),
    ("triangle with a tail", from_links("ABCD", [(0, 1), (1, 2), (0, 2), (2, 3)])),
    ("every cell beside every other", from_links("ABCD", [(x, y) for x in range(4) for y in range(x)])),
    ("corner without a cell", rectangle(2, 3, {(0, 0)})),
    ("star", from_links("CNESW", [(0, 1), (0, 2), (0, 3), (0, 4)])),
    ("ring of five", from_links("ABCDE", [(x, (x + 1) % 5) for x in range(5)])),
    ("ring around a hole", rectangle(3, 3, {(1, 1)})),
)
"""Boards other than full rectangles: parts, triangles, rings, a cell with many neighbours."""

LARGER_STAGES = ((2, 5), (5, 2), (3, 4), (1, 12), (12, 1), (4, 4), (3, 6), (6, 3), (5, 5), (6, 6))
"""Heights and widths of the boards with a number in every cell, ascending in cells.

Numbers of 4 bits are too few from 4x4 on, and 5 bits on 6x6; a row of 12 has the longest distances.
"""

MOST_NODES = 2_000
"""Guesses of backtracking after which a sample on a large board is left out."""

MOST_SAMPLED = 144
"""Of boards with more cells no samples are made."""

WINDING = 2
"""Fillings with a long region on each of these boards, beside one of a single region, and one with a ring."""


def stage(kind: StageKind, name: str, board: Board, start: int = 0, stop: int | None = None) -> Stage:
    """Return the stage of a kind on a board, or the part of it from one puzzle to another."""
    kinds: dict[str, tuple[int, Callable[[Board], Iterator[list[Puzzle]]]]] = {
        "empty": (1, empty),
        "every": (how_many(board), every_puzzle),
        "full": (BATCH, full),
        "sampled": (SAMPLES, sampled),
    }
    count, batches = kinds[kind]
    if start == 0 and stop is None:
        return Stage(kind, name, board.size, count, partial(batches, board))
    part = partial(_part, batches, board, start, stop)
    return Stage(kind, name, board.size, (count if stop is None else stop) - start, part)


def _part(
    batches: Callable[[Board], Iterator[list[Puzzle]]], board: Board, start: int, stop: int | None
) -> Iterator[list[Puzzle]]:
    """The puzzles with these places in a stage, in its batches."""
    place = 0
    for batch in batches(board):
        if stop is not None and place >= stop:
            return
        if some := batch[max(0, start - place) : None if stop is None else stop - place]:
            yield some
        place += len(batch)


def rectangles(cells: int) -> Iterator[tuple[str, Board]]:
    """Yield the rectangles of exactly so many cells, both orientations, with their names."""
    for height in range(1, cells + 1):
        if cells % height == 0:
            yield f"{height}x{cells // height}", rectangle(height, cells // height)


def boards(most: int) -> list[tuple[str, Board]]:
    """Return all boards of up to so many cells: by size, rectangles first."""
    named: list[tuple[str, Board]] = []
    for cells in range(1, most + 1):
        named += rectangles(cells)
        named += [(name, board) for name, board in ODD if board.size == cells]
    return named


def is_column(board: Board) -> bool:
    """Return whether a board is one cell wide; its puzzles are those of the row, under other names."""
    grid = board.grid
    return grid is not None and grid.width == 1 and grid.height > 1


def empty(board: Board) -> Iterator[list[Puzzle]]:
    """Yield the board without clues, in a batch of its own."""
    yield [Puzzle(board, {})]


def every_puzzle(board: Board) -> Iterator[list[Puzzle]]:
    """Yield every clue set of a board, then walls, largest regions and variants with up to one clue.

    Each batch holds puzzles with equally many clues, and no batch has fewer clues than the one before,
    but that walls, largest regions and variants come last.
    """
    for count in range(board.size + 1):
        yield from _batches(Puzzle(board, clues) for clues in clue_sets(board, count))
    for count in (0, 1):
        yield from _batches(_given(board, count))


def how_many(board: Board) -> int:
    """Return the number of puzzles that `every_puzzle` yields."""
    few = 1 + board.size**2
    given = len(list(board.links())) + board.size + 1
    return int((board.size + 1) ** board.size) + few * given


def clue_sets(board: Board, count: int) -> Iterator[dict[int, int]]:
    """Yield every way to give a number on exactly `count` cells."""
    for cells in combinations(range(board.size), count):
        for numbers in product(range(1, board.size + 1), repeat=count):
            yield dict(zip(cells, numbers, strict=True))


def sampled(board: Board) -> Iterator[list[Puzzle]]:
    """Yield puzzles with clues of a solution; a third has one changed, half a wall, a limit or a variant.

    Where the fillings of the board are too many to list, backtracking decides that a puzzle has few
    solutions.
    """
    chance = random.Random(1)  # noqa: S311
    known = fillings_of(board)
    links = list(board.links())
    puzzles = []
    made = list(_filled(board, chance)) if known is None and board.size <= MOST_SAMPLED else []
    for index in range(SAMPLES if known or made else 0):
        filling = chance.choice(known or made)
        cells = chance.sample(range(board.size), board.size)
        few = (
            _few_by_list(board, len(known), filling, cells)
            if known
            else _few_by_search(board, filling, cells)
        )
        few = min(board.size, few + chance.randint(0, 2))
        clues = {x: filling[x] for x in cells[:few]}
        if index % 3 == 1 and clues:
            clues[chance.choice(list(clues))] = chance.randint(1, board.size)
        walls = frozenset([chance.choice(links)]) if index % 6 == 2 and links else frozenset()
        limit = chance.randint(1, board.size) if index % 6 == 5 else None
        checkered, basic = index % 6 == 3, index % 6 == 4
        puzzles.append(Puzzle(board, clues, walls, largest_region=limit, checkered=checkered, basic=basic))
    if known:
        yield from _batches(iter(puzzles))
    else:
        yield from _batches(puzzle for puzzle in puzzles if _searched(puzzle))


def fillings_of(board: Board) -> tuple[Filling, ...] | None:
    """Return all fillings of a board; ``None`` if they are too many to list."""
    try:
        return all_fillings(board)
    except TooLargeError:
        return None


def _few_by_list(board: Board, fillings: int, filling: Filling, cells: Sequence[int]) -> int:
    """How many of the cells, the first, have to be clues for few of all fillings to be solutions."""
    few, fitting = 0, (1 << fillings) - 1
    while fitting.bit_count() > FEW:
        fitting &= fillings_with(board, cells[few], filling[cells[few]])
        few += 1
    return few


def _few_by_search(board: Board, filling: Filling, cells: Sequence[int]) -> int:
    """The same on a large board, by a search for these solutions."""
    step = max(1, board.size // 12)
    few = board.size // 4
    while few < board.size and not _searched(Puzzle(board, {x: filling[x] for x in cells[:few]})):
        few += step
    return min(few, board.size)


def _searched(puzzle: Puzzle) -> bool:
    """Whether backtracking finds all solutions of a puzzle soon, and they are few."""
    found = search(puzzle, limit=FEW + 1, most_nodes=MOST_NODES)
    return found.complete and len(found.fillings) <= FEW


def _filled(board: Board, chance: random.Random) -> Iterator[Filling]:
    """Some fillings of a large board, each with a long region."""
    for _ in range(SAMPLES // 4):
        shape = _winding(board, chance)
        shape = shape[: chance.randint(1, len(shape))]
        found = search(Puzzle(board, dict.fromkeys(shape, len(shape))), limit=1, most_nodes=MOST_NODES)
        yield from found.fillings


def full(board: Board) -> Iterator[list[Puzzle]]:
    """Yield puzzles with a number in every cell, solutions and others that nearly are.

    The first is one region, where a number in too few bits goes wrong. The regions of others are long and
    wind about, or close to a ring: where a distance, a depth, or a size goes wrong.
    """
    chance = random.Random(1)  # noqa: S311
    whole = [list(part) for part in board.components() if len(part) == board.size]
    shapes = [*whole, *(_winding(board, chance) for _ in range(WINDING))]
    if ring := _ring(board):
        shapes.append(ring)
    fillings: dict[Filling, None] = {}
    for shape in shapes:
        found = search(Puzzle(board, dict.fromkeys(shape, len(shape))), limit=1, most_nodes=10_000).fillings
        for filling in found:
            fillings[filling] = None
            fillings |= dict.fromkeys(_nearly(board, filling, shape))
    yield from _batches(
        Puzzle(board, dict(enumerate(filling))) for filling in fillings if max(filling) <= board.size
    )


def _winding(board: Board, chance: random.Random) -> list[int]:
    """The longest of some random paths, of which no cell is beside any other but the next."""
    longest: list[int] = []
    for _ in range(30):
        path = [chance.randrange(board.size)]
        while True:
            near = [x for x in board.neighbours[path[-1]] if x not in path]
            free = [x for x in near if sum(y in path for y in board.neighbours[x]) == 1]
            if not free:
                break
            path.append(chance.choice(free))
        longest = max(longest, path, key=len)
    return longest


def _ring(board: Board) -> list[int]:
    """The outermost cells of a rectangle with cells inside; none for other boards."""
    grid = board.grid
    if grid is None or min(grid.height, grid.width) < 3:
        return []
    inside = {cell for row in list(grid.rows())[1:-1] for cell in row[1:-1] if cell is not None}
    return [cell for cell in range(board.size) if cell not in inside]


def _nearly(board: Board, filling: Filling, region: list[int]) -> Iterator[Filling]:
    """Fillings that differ from a right one at an end of a region, in its number, or beside it."""
    number, size = filling[region[0]], len(region)
    ends = (region[0], region[-1])
    for end in ends:
        yield _changed(filling, {end: size - 1})
    for end in ends:
        around = [y for y in board.neighbours[end] if filling[y] != number]
        yield from (_changed(filling, {y: number}) for y in around)
    for other in (size - 1, size + 1):
        yield _changed(filling, dict.fromkeys(region, other))
    shortened = [cell for cell in region if cell != ends[1]]
    yield _changed(filling, {**dict.fromkeys(shortened, size - 1), ends[1]: 1})
    for cells in regions(board, filling)[:4]:
        if cells[0] not in region:
            yield _changed(filling, dict.fromkeys(cells, number))


def _changed(filling: Filling, numbers: dict[int, int]) -> Filling:
    return tuple(numbers.get(cell, number) for cell, number in enumerate(filling))


def _given(board: Board, count: int) -> Iterator[Puzzle]:
    """Each wall, each largest region, and each variant alone, with every set of `count` clues."""
    for clues in clue_sets(board, count):
        for link in board.links():
            yield Puzzle(board, clues, frozenset([link]))
        for limit in range(1, board.size):
            yield Puzzle(board, clues, largest_region=limit)
        yield Puzzle(board, clues, checkered=True)
        yield Puzzle(board, clues, basic=True)


def _batches(puzzles: Iterator[Puzzle]) -> Iterator[list[Puzzle]]:
    while batch := list(islice(puzzles, BATCH)):
        yield batch
