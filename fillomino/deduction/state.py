"""The state of deduction: for each number the cells that still admit it, and those it is fixed on.

Numbers that no cell holds yet ("free" numbers) are all alike: such a number is possible exactly on the
connected parts of the unfixed cells that have room for it. They are represented together, by those parts, so
that a large empty board does not cost one set per number. The others are called standing numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fillomino.board import Board
from fillomino.graph import (
    CellSet,
    NeighbourFunction,
    PinchFunction,
    bits,
    component,
    components,
    neighbour_function,
    neighbour_masks,
    pinch_function,
)
from fillomino.puzzle import Filling, Puzzle
from fillomino.record import Record


class Parts:
    """The connected parts of a set, large ones only where that is asked for.

    Attributes:
        sized: the parts, each with its number of cells.
        cells: all of them together.
    """

    __slots__ = ("cells", "sized")

    def __init__(self, sized: list[tuple[CellSet, int]], cells: CellSet) -> None:
        self.sized = sized
        self.cells = cells


def split(near: NeighbourFunction, cells: CellSet, least: int = 1) -> Parts:
    """The parts of a set that have at least so many cells."""
    parts = []
    remaining = cells
    for part in components(near, cells):
        size = part.bit_count()
        if size < least:
            remaining ^= part
        else:
            parts.append((part, size))
    return Parts(parts, remaining)


@lru_cache(maxsize=16)
def _whole(board: Board, walls: frozenset[tuple[int, int]]) -> Parts:
    """The parts of a board: thousands of puzzles of an audit have the same."""
    return split(neighbour_function(board, walls), (1 << board.size) - 1)


def shrink(
    near: NeighbourFunction, pinch: PinchFunction, parts: Parts, cells: CellSet, least: int = 1
) -> Parts:
    """The parts of a set that shrank to some cells; parts with fewer than `least` cells are dropped.

    The parts are those before, and the cells may be more than are left: only cells of the parts count.
    """
    gone = parts.cells & ~cells
    if not gone:
        return parts
    shrunk = []
    remaining = parts.cells ^ gone
    for part_and_size in parts.sized:
        part = part_and_size[0]
        lost = part & gone
        if not lost:
            shrunk.append(part_and_size)
            continue
        left = part ^ lost
        size = left.bit_count()
        if size < least:
            remaining ^= left
            continue
        single = not lost & (lost - 1)
        if not pinch(lost.bit_length() - 1, left) if single else _holds_together(near, lost, left):
            shrunk.append((left, size))
        else:
            pieces = split(near, left, least)
            shrunk += pieces.sized
            remaining ^= left ^ pieces.cells
    return Parts(shrunk, remaining)


def _holds_together(near: NeighbourFunction, gone: CellSet, left: CellSet) -> bool:
    """Return whether the cells around those that are gone are connected with each other close by."""
    around = near(gone) & left
    if not around & (around - 1):
        return True
    close = (near(around) & left) | around
    close |= near(close) & left
    return not around & ~component(near, around & -around, close)


class Candidates(Record):
    """The candidates that deduction left.

    Attributes:
        masks: for each cell the numbers it can still hold, as a bit mask: bit v is number v. All
            zero if the puzzle has no solution.
        consistent: false if the rules found that the puzzle has no solution.
    """

    masks: tuple[int, ...]
    consistent: bool = True

    def numbers(self, cell: int) -> list[int]:
        """The candidates of a cell, ascending."""
        return list(bits(self.masks[cell]))

    def filling(self) -> Filling:
        """One number per cell where it is known, 0 elsewhere."""
        known: Filling | None = vars(self).get("_filling")
        if known is None:  # an encoding asks several times
            known = vars(self)["_filling"] = tuple(
                [mask.bit_length() - 1 if mask & (mask - 1) == 0 < mask else 0 for mask in self.masks]
            )
        return known


class ContradictionError(Exception):
    """The puzzle has no solution, given what is known.

    Attributes:
        cells: the cells at which that shows; 0 where that was not worked out.
    """

    def __init__(self, cells: CellSet = 0) -> None:
        super().__init__()
        self.cells = cells


class State:
    """Candidates under deduction.

    Attributes:
        near: neighbours of a set, not through walls.
        beside: for each cell the set of its neighbours.
        pinch: whether a set may fall apart without a cell.
        size: number of cells.
        largest: no number is larger.
        admits: for each number standing somewhere, the cells that admit it (fixed ones among them).
        fixed: for each such number, the cells that hold it.
        given: for each number of a clue, the cells of its clues.
        unfixed: cells whose number is not known.
        dirty: the standing numbers about which something changed since their rules were last applied.
        basic: whether every region must hold a clue, so that free numbers are impossible.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.board
        self.puzzle = puzzle
        self.basic = puzzle.basic
        self.near: NeighbourFunction = neighbour_function(board, puzzle.walls)
        self.beside = neighbour_masks(board, puzzle.walls)
        self.pinch: PinchFunction = pinch_function(board, puzzle.walls)
        self.size = board.size
        self.largest = min(board.size, puzzle.largest_region or board.size)
        self.unfixed = (1 << board.size) - 1
        self.admits: dict[int, CellSet] = {}
        self.fixed: dict[int, CellSet] = {}
        self.dirty: set[int] = set()
        self._rooms = _whole(board, puzzle.walls)
        self._walled: dict[int, CellSet] = {}
        for x, y in puzzle.walls:
            self._walled[x] = self._walled.get(x, 0) | 1 << y
            self._walled[y] = self._walled.get(y, 0) | 1 << x
        self._walled_cells = sum(1 << x for x in self._walled)
        given: dict[int, CellSet] = {}
        for cell, number in puzzle.clues.items():
            given[number] = given.get(number, 0) | 1 << cell
        self.given = given
        for number, cells in given.items():
            if number > self.largest:
                raise ContradictionError
            self.unfixed &= ~cells
        for number, cells in given.items():
            self.fixed[number] = cells
            self.admits[number] = self.unfixed | cells
            self.dirty.add(number)
        if self._walled_cells:
            for number, cells in given.items():
                self.strike(number, self._beyond_walls(cells))

    def copy(self) -> State:
        """Return an independent copy."""
        twin = State.__new__(State)
        twin.__dict__.update(self.__dict__)
        twin.admits = self.admits.copy()
        twin.fixed = self.fixed.copy()
        twin.dirty = self.dirty.copy()
        return twin

    def strike(self, number: int, cells: CellSet) -> None:
        """Strike a number from cells, whether it stands somewhere or not.

        Raises:
            ContradictionError: if it is fixed on one of them.
        """
        if number not in self.admits:
            if self.basic or number > self.largest:
                return
            self._raise_up(number)
        gone = cells & self.admits[number]
        if gone:
            if gone & self.fixed[number]:
                raise ContradictionError
            self.admits[number] ^= gone
            self.dirty.add(number)

    def fix(self, number: int, cells: CellSet) -> None:
        """Fix a number on cells, and strike every other number from them.

        Raises:
            ContradictionError: if one of them does not admit it.
        """
        if number not in self.admits:
            self._raise_up(number)
        cells &= ~self.fixed[number]
        if not cells:
            return
        if cells & ~self.admits[number]:
            raise ContradictionError
        self.fixed[number] |= cells
        self.unfixed &= ~cells
        self.dirty.add(number)
        for other, admitting in self.admits.items():
            if other != number and admitting & cells:
                if cells & self.fixed[other]:
                    raise ContradictionError
                self.admits[other] = admitting & ~cells
                self.dirty.add(other)
        if cells & self._walled_cells:
            self.strike(number, self._beyond_walls(cells))

    def learn(self, other: State) -> bool:
        """Take over all that another state of the same puzzle knows; return whether that was news.

        Raises:
            ContradictionError: if the two contradict each other.
        """
        for number, admitting in other.admits.items():
            if number not in self.admits:
                self._raise_up(number)
            gone = self.admits[number] & ~admitting
            if gone:
                self.strike(number, gone)
            sure = other.fixed[number] & ~self.fixed[number]
            if sure:
                self.fix(number, sure)
        return bool(self.dirty)

    def rooms(self) -> list[tuple[CellSet, int]]:
        """The connected parts of the unfixed cells, each with its number of cells."""
        self._rooms = shrink(self.near, self.pinch, self._rooms, self.unfixed)
        return self._rooms.sized

    def free(self, room: int, most: int = 2) -> list[int]:
        """Numbers that stand nowhere and fit into a room, ascending; no more than `most`."""
        if self.basic:
            return []
        numbers: list[int] = []
        for number in range(1, min(room, self.largest) + 1):
            if number not in self.admits:
                numbers.append(number)
                if len(numbers) == most:
                    break
        return numbers

    def where(self, number: int) -> CellSet:
        """The cells that admit a number, whether it stands somewhere or not."""
        standing = self.admits.get(number)
        if standing is not None:
            return standing
        if self.basic or number > self.largest:
            return 0
        return sum(part for part, room in self.rooms() if room >= number)

    def numbers(self, cell: int, most: int | None = None) -> list[int] | None:
        """The candidates of a cell, ascending; ``None`` if they are more than `most`."""
        candidates = [number for number, cells in self.admits.items() if cells >> cell & 1]
        if self.unfixed >> cell & 1 and not self.basic:
            room = next(room for part, room in self.rooms() if part >> cell & 1)
            candidates += [v for v in range(1, min(room, self.largest) + 1) if v not in self.admits]
        return None if most is not None and len(candidates) > most else sorted(candidates)

    def candidates(self) -> list[int]:
        """For each cell its candidates as a bit mask: bit v stands for number v."""
        masks = [0] * self.size
        for number, cells in self.admits.items():
            for cell in bits(cells):
                masks[cell] |= 1 << number
        if self.basic:
            return masks
        standing = sum(1 << number for number in self.admits)
        for part, room in self.rooms():
            free = (2 << min(room, self.largest)) - 2 & ~standing
            widened: dict[int, int] = {}  # cells share their masks, of which each has a bit for each number
            for cell in bits(part):
                mask = masks[cell]
                if mask not in widened:
                    widened[mask] = mask | free
                masks[cell] = widened[mask]
        return masks

    def filling(self) -> Filling:
        """One number per cell where it is known, 0 elsewhere."""
        numbers = [0] * self.size
        for number, cells in self.fixed.items():
            for cell in bits(cells):
                numbers[cell] = number
        return tuple(numbers)

    def singles(self) -> bool:
        """Fix cells that have one candidate left; return whether there were any.

        Raises:
            ContradictionError: if a cell has none.
        """
        # What fixing makes stale is computed anew by the next call.
        single = next(self.every_single(), None)
        if single is None:
            return False
        self.fix(*single)
        return True

    def every_single(self) -> Iterator[tuple[int, CellSet]]:
        """Numbers with the open cells that can hold no other; to be looked through before anything changes.

        Raises:
            ContradictionError: if a cell has none.
        """
        once = twice = 0
        for cells in self.admits.values():
            twice |= once & cells
            once |= cells
        suspects = self.unfixed & ~twice
        if not suspects:
            return
        for part, room in self.rooms():
            here = suspects & part
            if not here:
                continue
            free = self.free(room)
            if len(free) == 2:
                continue
            if free:
                if here & ~once:
                    yield free[0], here & ~once
                continue
            if here & ~once:
                raise ContradictionError(here & ~once)
            for number, cells in self.admits.items():
                if cells & here:
                    yield number, cells & here

    def _raise_up(self, number: int) -> None:
        """A free number is about to stand on the board: give it a set of its own."""
        if self.basic or number > self.largest:
            raise ContradictionError
        self.admits[number] = self.where(number)
        self.fixed[number] = 0

    def _beyond_walls(self, cells: CellSet) -> CellSet:
        beyond = 0
        for cell in bits(cells & self._walled_cells):
            beyond |= self._walled[cell]
        return beyond
