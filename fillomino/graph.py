"""Graphs of cells: components, distances and connected sets; the one home of every flood.

Sets of cells are bit sets (`CellSet`): growing one by its neighbours takes a few shifts. Where a set per
cell would be too large, or the order counts, neighbours are lists of cells.
(The checkers, `fillomino.rules` among them, keep floods of their own, so as to share no mistake.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Protocol, TypeAlias

    class Graph(Hashable, Protocol):
        """A graph of cells ``0 .. size-1``, such as a `Board`; equal ones have equal hashes."""

        @property
        def size(self) -> int:
            """The number of cells."""

        def links(self) -> Iterable[tuple[int, int]]:
            """Every pair of neighbours once, as ``(x, y)`` with ``x < y``."""


NeighbourLists: TypeAlias = Sequence[Iterable[int]] | Mapping[int, Iterable[int]]
"""For each cell the cells beside it."""

CellSet: TypeAlias = int
"""A set of cells: bit x is set if cell x is a member. ``-1`` holds all cells."""

NeighbourFunction: TypeAlias = Callable[[CellSet], CellSet]
"""From a set of cells to its neighbours."""

PinchFunction: TypeAlias = Callable[[int, CellSet], bool]
"""From a cell and a set to whether the set may fall apart without the cell."""

MAX_SHIFTS = 12
"""Beyond so many different distances between neighbours, walking the cells one by one is faster."""


def bits(cells: CellSet) -> Iterator[int]:
    """Yield the members of a set, ascending."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def cells_by_value(values: Iterable[int]) -> dict[int, CellSet]:
    """Return for each value the set of the cells that have it, from the value of each cell."""
    found: dict[int, CellSet] = {}
    for cell, value in enumerate(values):
        found[value] = found.get(value, 0) | 1 << cell
    return found


@lru_cache(maxsize=16)
def neighbour_function(board: Graph, walls: frozenset[tuple[int, int]] = frozenset()) -> NeighbourFunction:
    """Return the function that takes a set to its neighbours (members among them where they are neighbours).

    Neighbours that a wall parts do not count. On a board where few differences ``y - x`` between
    neighbours occur (every grid, torus or hexagon board), each difference is one masked shift.
    """
    links = [pair for pair in board.links() if pair not in walls]
    by_difference: dict[int, CellSet] = {}
    for x, y in links:
        by_difference[y - x] = by_difference.get(y - x, 0) | 1 << x
    shifts = sorted(by_difference.items())
    if not shifts or len(shifts) > MAX_SHIFTS:
        return _by_cells(board.size, links)
    if len(shifts) == 2:
        return _by_two_shifts(*shifts)
    return _by_shifts(shifts)


class CellSets(dict[int, CellSet]):
    """For each cell a set, computed when it is first looked up: all sets of a board take its size squared."""

    def __init__(self, set_of: Callable[[int], CellSet]) -> None:
        super().__init__()
        self._set_of = set_of

    def __missing__(self, cell: int) -> CellSet:
        self[cell] = cells = self._set_of(cell)
        return cells


@lru_cache(maxsize=16)
def neighbour_masks(board: Graph, walls: frozenset[tuple[int, int]] = frozenset()) -> CellSets:
    """Return for each cell the set of its neighbours, not through walls."""
    near = neighbour_function(board, walls)
    return CellSets(lambda cell: near(1 << cell))


@lru_cache(maxsize=16)
def pinch_function(board: Graph, walls: frozenset[tuple[int, int]] = frozenset()) -> PinchFunction:
    """Return the function of a cell and a set that decides if the set may fall apart without the cell.

    It does not if the cell's neighbours in the set are connected with each other through the cells next to
    them. Its results are kept: the same few patterns come again and again.
    """
    near = neighbour_function(board, walls)
    beside = neighbour_masks(board, walls)
    close = CellSets(lambda cell: (beside[cell] | near(beside[cell])) & ~(1 << cell))

    @lru_cache(maxsize=1 << 14)
    def falls_apart(cell: int, left: CellSet) -> bool:
        around = beside[cell] & left
        return bool(around & ~component(near, around & -around, left))

    def pinch(cell: int, cells: CellSet) -> bool:
        return falls_apart(cell, close[cell] & cells)

    return pinch


def _by_cells(size: int, links: Iterable[tuple[int, int]]) -> NeighbourFunction:
    masks = [0] * size
    for x, y in links:
        masks[x] |= 1 << y
        masks[y] |= 1 << x

    def near(cells: CellSet) -> CellSet:
        found = 0
        while cells:
            lowest = cells & -cells
            found |= masks[lowest.bit_length() - 1]
            cells ^= lowest
        return found

    return near


def _by_shifts(shifts: list[tuple[int, CellSet]]) -> NeighbourFunction:
    both = [(distance, up, up << distance) for distance, up in shifts]

    def near(cells: CellSet) -> CellSet:
        found = 0
        for distance, up, down in both:
            found |= (cells & up) << distance | (cells & down) >> distance
        return found

    return near


def _by_two_shifts(first: tuple[int, CellSet], second: tuple[int, CellSet]) -> NeighbourFunction:
    """The same for two differences, as every rectangle has: written out, for it is the innermost step."""
    (a, a_up), (b, b_up) = first, second
    a_down, b_down = a_up << a, b_up << b

    def near(cells: CellSet) -> CellSet:
        return (
            (cells & a_up) << a
            | (cells & a_down) >> a
            | (cells & b_up) << b
            | (cells & b_down) >> b
        )  # fmt: skip

    return near


def component(near: NeighbourFunction, start: CellSet, allowed: CellSet) -> CellSet:
    """Return the members of `allowed` connected with `start` (a subset of it) through `allowed`."""
    part = front = start
    while front:
        front = near(front) & allowed & ~part
        part |= front
    return part


def components(near: NeighbourFunction, cells: CellSet) -> list[CellSet]:
    """Return the connected components of a set."""
    parts = []
    while cells:
        front = part = cells & -cells
        cells ^= part
        while front:
            front = near(front) & cells
            cells ^= front
            part |= front
        parts.append(part)
    return parts


def components_touching(near: NeighbourFunction, cells: CellSet, by: CellSet) -> list[CellSet]:
    """Return the connected components of a set that some cells are in, or beside."""
    start = cells & (by | near(by))
    parts = []
    while start:
        parts.append(component(near, start & -start, cells))
        start &= ~parts[-1]
    return parts


def layers(
    near: NeighbourFunction, start: CellSet, allowed: CellSet, most: int | None = None
) -> Iterator[CellSet]:
    """Yield the cells of `allowed` that are 1, 2, … steps within it away from a set, none of them empty.

    The set need not be allowed, and is in no layer. After `most` layers it ends.
    """
    left = allowed & ~start
    front = start
    while most is None or most > 0:
        front = near(front) & left
        if not front:
            return
        left ^= front
        yield front
        if most is not None:
            most -= 1


def within(near: NeighbourFunction, start: CellSet, allowed: CellSet, steps: int) -> CellSet:
    """Return a set with the cells of `allowed` that are at most so many steps within it away."""
    reached = front = start
    for _ in range(steps):
        front = near(front) & allowed & ~reached
        if not front:
            break
        reached |= front
    return reached


def has_room(near: NeighbourFunction, start: CellSet, allowed: CellSet, size: int) -> bool:
    """Return whether so many cells are connected with a set through `allowed`, its own among them."""
    reached = front = start
    while reached.bit_count() < size:
        front = near(front) & allowed & ~reached
        if not front:
            return False
        reached |= front
    return True


def grown(
    near: NeighbourFunction,
    start: CellSet,
    part: CellSet,
    size: int,
    fixed: CellSet = 0,
    counted: CellSet = -1,
) -> CellSet:
    """Return a connected subset of so many cells.

    Args:
        near: neighbours of a set.
        start: the set of the cell to begin with.
        part: the connected set, which has as many cells.
        size: the number of cells.
        fixed: cells that are taken before others.
        counted: the cells that count; by default all.
    """
    cells = start
    while (cells & counted).bit_count() < size:
        border = near(cells) & part & ~cells
        wanted = border & fixed or border
        cells |= wanted & -wanted
    return cells


class StepLimitError(Exception):
    """An enumeration took more steps than it was allowed."""


def connected_sets_of(
    size: int,
    near: NeighbourFunction,
    start: CellSet,
    allowed: CellSet,
    *,
    closed: Callable[[CellSet, CellSet], CellSet] | None = None,
    most_steps: int | None = None,
) -> Iterator[CellSet]:
    """Yield every connected subset of `allowed` with `size` cells that holds `start`; each once.

    `closed` takes a set and that of the cell by which it was extended to the least set with both that may be;
    one with a cell that was left out, or is not allowed, is dropped. By default any set may be.

    Raises:
        StepLimitError: if that takes more than `most_steps` extensions.
    """
    # What is in, what may still come in. From each state of affairs the lowest cell that could come
    # in next does so or never will: so no set is met twice.
    todo = [(start, allowed & ~start)]
    while todo:
        if most_steps is not None:
            most_steps -= 1
            if most_steps < 0:
                raise StepLimitError
        cells, free = todo.pop()
        count = cells.bit_count()
        if count >= size:
            if count == size:
                yield cells
            continue
        front = near(cells) & free
        if not front or not has_room(near, cells, free, size):
            continue
        cell = front & -front
        free ^= cell
        todo.append((cells, free))
        grown = cells | cell if closed is None else closed(cells, cell)
        if not grown & ~(cells | cell | free):
            todo.append((grown, free & ~grown))


def distances(
    neighbours: NeighbourLists,
    sources: Iterable[int],
    *,
    most: int | None = None,
    through: Callable[[int], object] | None = None,
) -> dict[int, int]:
    """Return for each cell that can be reached its steps from the nearest source, nearest cells first.

    Cells more than `most` steps away are left out; `through` says whether a cell may be entered.
    """
    steps = dict.fromkeys(sources, 0)
    queue = list(steps)
    for x in queue:
        farther = steps[x] + 1
        if most is not None and farther > most:
            break
        for y in neighbours[x]:
            if y not in steps and (through is None or through(y)):
                steps[y] = farther
                queue.append(y)
    return steps


def predecessors(
    neighbours: NeighbourLists, sources: Iterable[int], through: Callable[[int], object] | None = None
) -> dict[int, int]:
    """Return for each cell that can be reached the one before it on a shortest path from a source.

    A source is its own predecessor. Nearest cells come first. `through` says whether a cell may be entered.
    """
    before = {x: x for x in sources}
    queue = list(before)
    for x in queue:
        for y in neighbours[x]:
            if y not in before and (through is None or through(y)):
                before[y] = x
                queue.append(y)
    return before


def parts(neighbours: NeighbourLists, cells: Iterable[int]) -> list[tuple[int, ...]]:
    """Return the connected components of some cells, each ascending, by their lowest cells."""
    left = set(cells)
    parts_found = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        part = [start]
        for x in part:
            for y in neighbours[x]:
                if y in left:
                    left.discard(y)
                    part.append(y)
        parts_found.append(tuple(sorted(part)))
    return parts_found


def equal_parts(neighbours: Sequence[Iterable[int]], values: Sequence[int]) -> Iterator[list[int]]:
    """Yield the connected components of equal values, by their lowest cells, which come first in each."""
    seen = [False] * len(values)
    for start, value in enumerate(values):
        if seen[start]:
            continue
        seen[start] = True
        part = [start]
        for x in part:
            for y in neighbours[x]:
                if values[y] == value and not seen[y]:
                    seen[y] = True
                    part.append(y)
        yield part


def random_connected_set(neighbours: Sequence[Collection[int]], most: int, random: Random) -> set[int]:
    """Return a connected set of so many cells (fewer if there are not so many), grown from a random cell."""
    start = random.randrange(len(neighbours))
    cells = {start}
    beside = list(neighbours[start])
    while beside and len(cells) < most:
        cell = beside.pop(random.randrange(len(beside)))
        if cell not in cells:
            cells.add(cell)
            beside += [y for y in neighbours[cell] if y not in cells]
    return cells
