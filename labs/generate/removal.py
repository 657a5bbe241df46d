"""What is asked of a puzzle; clues are removed as long as it can still be solved at the required level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Literal

from drivers.default_solvers import default_name
from fillomino.backtracking import search
from fillomino.board import Board
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.reason import Reasoner
from fillomino.deduction.rules import registry
from fillomino.deduction.rules.registry import beyond
from fillomino.deduction.state import State
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions

SYMMETRIES = ("none", "rotate", "mirror")
KINDS = ("any", "basic", "hidden")


@dataclass(frozen=True, slots=True)
class Spec:
    """Requirements on a puzzle.

    Attributes:
        board: the cells.
        level: the hardest rule needed, exactly; `beyond` for a puzzle that all rules leave open.
        clues: the maximal number of clues; ``None`` for no limit.
        fewest: the minimal number of clues. With this bound a puzzle with a few more than `clues` is
            improved (`removal.fewer`), otherwise it is rejected. ``None`` for no such bound.
        kind: whether every region holds a clue (``basic``), some region holds none (``hidden``), or ``any``.
        symmetry: what leaves the pattern of clues as it is: half a turn (``rotate``), ``mirror`` left to
            right, or ``none``.
        depth: from how many to how many guesses the thesis's backtracking makes at once; ``None`` for any.
        largest: no region is larger.
        solver: the solver that proves uniqueness beyond all rules.
    """

    board: Board
    level: int = field(default_factory=registry.fast_level)
    clues: int | None = None
    fewest: int | None = None
    kind: Literal["any", "basic", "hidden"] = "any"
    symmetry: Literal["none", "rotate", "mirror"] = "none"
    depth: tuple[int, int | None] | None = None
    largest: int | None = None
    solver: str = field(default_factory=default_name)

    def __post_init__(self) -> None:
        if not 0 <= self.level <= beyond():
            raise InputError(
                f"there is no level {self.level}; the levels are 0 to {beyond()}", code="unknown-level"
            )
        for what, name, names in (("symmetry", self.symmetry, SYMMETRIES), ("kind", self.kind, KINDS)):
            if name not in names:
                raise InputError(f"there is no {what} {name!r}; there is {', '.join(names)}")
        size = self.board.size
        if (self.fewest or 0) > (size if self.clues is None else self.clues):
            most = f"{size} cells" if self.clues is None else f"at most {self.clues} clues"
            raise InputError(f"there can't be {self.fewest} clues or more on {most}")
        if self.symmetry != "none" and self.board.grid is None:
            raise InputError(
                f"the symmetry {self.symmetry!r} needs a board of rows and columns", code="needs-grid"
            )

    @property
    def grids(self) -> tuple[int | None, ...]:
        """The largest region of the fillings to make puzzles from; the next where the board has none such."""
        small = self.largest is None and self.level <= registry.level("border")
        return (SMALL, None) if small else (self.largest,)

    def orbits(self) -> list[frozenset[int]]:
        """The sets of cells that have clues together: a cell and where the symmetry takes it."""
        grid = self.board.grid
        if self.symmetry == "none" or grid is None:
            return [frozenset([cell]) for cell in range(self.board.size)]
        orbits = set()
        for row, column in product(range(grid.height), range(grid.width)):
            image = grid.height - 1 - row if self.symmetry == "rotate" else row
            cells = (grid.at(row, column), grid.at(image, grid.width - 1 - column))
            orbits.add(frozenset(cell for cell in cells if cell is not None))
        return sorted(filter(None, orbits), key=sorted)


SMALL = 3
"""The largest region of a puzzle of naked singles and borders alone, if none is required: a cell is decided
there only where complete regions beside it rule out all other numbers, and four neighbours rule out few."""

NODES = 60
"""The number of guesses to look for a second filling before hard rules are tried."""

ROUNDS, BACK = 20, 2
"""The number of rounds to come to fewer clues, and of orbits put back in each."""

HOPEFUL = 3
"""The largest excess of clues for which these rounds are tried: they rarely remove more."""

Prover = Callable[[Puzzle], bool]
"""Decides whether a puzzle that the rules don't solve has one filling only."""


def strip(spec: Spec, filling: Filling, chance: Random, prove: Prover) -> dict[int, int]:
    """Return the clues that remain when no more can be removed.

    For hidden regions, whole regions are tried first. With a minimal number of clues, cells inside their
    regions go before those at their ends, which leaves fewer clues.
    """
    clues = dict(enumerate(filling))
    parts = regions(spec.board, filling)
    orbits = spec.orbits()
    whole: list[frozenset[int]] = []
    if spec.kind == "hidden":
        whole = [_closed(part, orbits) for part in parts]
        chance.shuffle(whole)
    chance.shuffle(orbits)
    if spec.fewest is not None:
        orbits.sort(key=lambda orbit: -_inner(spec.board, filling, orbit))
    return thin(spec, clues, [*whole, *orbits], parts, prove)


def fewer(
    spec: Spec, filling: Filling, clues: dict[int, int], chance: Random, prove: Prover
) -> dict[int, int]:
    """Look for fewer clues, down to `spec.clues`: put some back, and remove others.

    With `hidden`, regions that have no clue keep none.
    """
    parts = regions(spec.board, filling)
    bare = {x for part in parts if spec.kind == "hidden" and not clues.keys() & set(part) for x in part}
    orbits = [orbit for orbit in spec.orbits() if not orbit & bare]
    for _ in range(ROUNDS):
        if spec.clues is None or not 0 < len(clues) - spec.clues <= HOPEFUL:
            break
        chance.shuffle(orbits)
        back = [orbit for orbit in orbits if not orbit & clues.keys()][:BACK]
        now = clues | {cell: filling[cell] for orbit in back for cell in orbit}
        # What was put back goes last, else the same clues would be left.
        now = thin(spec, now, sorted(orbits, key=lambda orbit: orbit in back), parts, prove)
        if len(now) <= len(clues):
            clues = now
    return clues


def thin(
    spec: Spec,
    clues: dict[int, int],
    sets: list[frozenset[int]],
    parts: Iterable[Iterable[int]],
    prove: Prover,
) -> dict[int, int]:
    """Return the clues that remain when sets of cells lose theirs in turn, each if the puzzle allows it.

    The clues of a set can be removed if the fast rules deduce them from the others. To have these
    deductions for each set, the sets are halved again and again: what is deduced without all sets of a
    range is kept, and each half of the range goes on from there with the clues of the other half.
    (`parts` are the regions of the filling.)
    """
    harder = spec.level != registry.fast_level()

    def remove(cells: frozenset[int], deduced: Propagation | None) -> None:
        """Remove the clues of some cells if they can be, given what was deduced without them."""
        nonlocal clues
        gone = cells & clues.keys()
        rest = {cell: number for cell, number in clues.items() if cell not in gone}
        if not gone or len(rest) < (spec.fewest or 0) or not _clued(spec, rest, parts):
            return
        follows = deduced is not None and not _mask(gone) & deduced.state.unfixed
        if follows or (harder and still_solvable(spec, rest, gone, prove)):
            clues = rest

    def halve(start: int, end: int, deduced: Propagation) -> None:
        if end - start == 1:
            remove(sets[start], deduced)
            return
        middle = (start + end) // 2
        first, second = _union(sets[start:middle]), _union(sets[middle:end])
        halve(start, middle, with_clues(deduced, second - first))
        halve(middle, end, with_clues(deduced, first - second))

    def with_clues(deduced: Propagation, cells: Iterable[int]) -> Propagation:
        more = deduced.copy()
        for cell in cells:
            if cell in clues:
                more.state.fix(clues[cell], 1 << cell)
        more.run()
        return more

    if spec.level < registry.fast_level():
        for cells in sets:
            remove(cells, None)
    elif sets:
        always = clues.keys() - _union(sets)
        halve(0, len(sets), with_clues(Propagation(State(Puzzle(spec.board, {}))), always))
    return clues


def _union(sets: list[frozenset[int]]) -> frozenset[int]:
    return frozenset().union(*sets)


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _inner(board: Board, filling: Filling, cells: Iterable[int]) -> int:
    """Return how many neighbours cells have in their own regions."""
    return sum(filling[y] == filling[x] for x in cells for y in board.neighbours[x])


def _clued(spec: Spec, clues: Mapping[int, int], parts: Iterable[Iterable[int]]) -> bool:
    """Return whether every region holds a clue, if that is required."""
    return spec.kind != "basic" or all(any(x in clues for x in part) for part in parts)


def still_solvable(spec: Spec, clues: Mapping[int, int], gone: Iterable[int], prove: Prover) -> bool:
    """Return whether a puzzle can still be solved after it lost the clues of some cells.

    It can if the rules deduce these clues: then all that was deduced before is deduced again.
    """
    puzzle = Puzzle(spec.board, clues)
    wanted = _mask(gone)
    state = State(puzzle)
    rules = registry.up_to(spec.level, puzzle)
    if spec.level >= registry.fast_level():
        fast = Propagation(state)
        fast.run()
        if not wanted & state.unfixed:
            return True
        if all(rule.fast for rule in rules):
            return False
        if search(puzzle, most_nodes=NODES).unique is False:
            return False
        if spec.level == beyond():
            return prove(puzzle)
    reasoning = Reasoner(state, rules)
    reasoning.run(wanted=wanted)
    return not wanted & state.unfixed


def _closed(cells: Iterable[int], orbits: list[frozenset[int]]) -> frozenset[int]:
    """Return cells with all their images under the symmetry."""
    return frozenset().union(*(orbit for orbit in orbits if not orbit.isdisjoint(cells)))
