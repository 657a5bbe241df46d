"""The course of an audit in Fillomino, and the rules that its puzzles test."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, product

from fillomino.board import Board, rectangle
from fillomino.errors import PuzzleError
from fillomino.instance import Filling, Instance
from fillomino.puzzle import Puzzle, as_fillomino
from fillomino.rules import regions, violations
from fillomino.solutions import all_fillings
from workbench.audit.course import Course, Stage, StageKind
from workbench.fillomino.stages import (
    FEW,
    FIRST_FULL,
    FIRST_SAMPLES,
    LARGER_STAGES,
    MOST_SAMPLED,
    ODD,
    boards,
    fillings_of,
    is_column,
    sampled,
    stage,
)

RULES = {
    "region-too-large": "no region has more cells than its number",
    "region-too-small": "no region has fewer cells than its number",
    "clue-changed": "a clue is the number of its cell",
    "wall-inside-region": "cells with a wall between them hold different numbers",
    "region-over-limit": "no region is larger than the largest allowed",
    "region-without-clue": "in a basic puzzle every region holds a clue",
    "two-colours-do-not-do": "in a checkered puzzle two colours do for the regions",
}
"""The rules that a filling of numbers above 0 may break."""

EVERY_UP_TO = 5
"""By default every clue set of boards with up to so many cells."""

ODD_UP_TO = 4
"""Odd boards of more cells get samples: each of five has 7,776 clue sets, and they add little."""

FIRST_UP_TO = 2
"""Every clue set of boards of so few cells comes first, which finds most mistakes at once."""

SMALL = 3
"""Larger boards are judged without clues first; if one cell wide, only so: the row has the same puzzles."""

SOON_UP_TO = 8
"""Boards without clues of more cells, which cost most, come later."""

SAMPLED_UP_TO = 9
"""By default empty boards, and samples of boards, with up to so many cells."""

MOST_FILLINGS, MOST_CHANGED = 200, 300
"""So many right fillings of a board, and fillings nearly right, show which rules a puzzle tests."""

MOST_VARIED = 60
"""So many right fillings show whether a wall, a largest region or a variant excludes any."""

MOST_LISTED = 4
"""On boards of up to so many cells all fillings are looked at."""

MADE = 10
"""Most puzzles that are made for a rule."""


@dataclass(frozen=True, slots=True)
class FillominoCourse(Course):
    """What an audit goes through in Fillomino.

    Attributes:
        every: all clue sets of boards with up to so many cells.
        sampled: empty boards, and samples of the other boards, with up to so many cells; from `SAMPLED_UP_TO`
            on also larger boards with a number in every cell.
        boards: these boards instead of the usual ones, by name.
    """

    every: int = EVERY_UP_TO
    sampled: int = SAMPLED_UP_TO
    boards: tuple[tuple[str, Board], ...] | None = None

    @property
    def rules(self) -> Mapping[str, str]:
        """The rules of Fillomino and its variants."""
        return RULES

    def stages(self) -> list[Stage]:
        """Return what is judged, in the order of what it finds per second: see docs/debugging.md.

        All clue sets of tiny boards; small boards without clues; of larger ones with a number in every cell
        a few each, and a few samples; then the rest of all of these, and the clue sets of middling boards.
        """
        tiny: list[Stage] = []
        bare: list[Stage] = []
        some: list[Stage] = []
        rest: list[Stage] = []
        for name, board in self.chosen():
            kind = self._kind(name, board)
            if (kind == "sampled" or board.size > SMALL) and self._listed(board):
                bare.append(stage("empty", name, board))
            if kind == "every":
                skipped = self.boards is None and is_column(board) and board.size > SMALL
                if not skipped:
                    (tiny if board.size <= FIRST_UP_TO else rest).append(stage(kind, name, board))
            elif self.boards is not None or not is_column(board):
                some.append(stage(kind, name, board, 0, FIRST_SAMPLES))
                rest.append(stage(kind, name, board, FIRST_SAMPLES))
        full = [stage("full", name, board, 0, FIRST_FULL) for name, board in self._full()]
        more = [stage("full", name, board, FIRST_FULL) for name, board in self._full()]
        rest.sort(key=lambda stage: stage.kind == "sampled")
        soon = [each for each in bare if each.cells <= SOON_UP_TO]
        late = [each for each in bare if each.cells > SOON_UP_TO]
        return [*tiny, *soon, *full, *some, *late, *more, *rest]

    def _full(self) -> list[tuple[str, Board]]:
        """The boards with a number in every cell."""
        if self.boards is not None:
            return [(name, board) for name, board in self.chosen() if board.size > self.every]
        larger = LARGER_STAGES if self.sampled >= SAMPLED_UP_TO else ()
        return [(f"{height}x{width}", rectangle(height, width)) for height, width in larger]

    def _listed(self, board: Board) -> bool:
        """Whether all fillings of a board can be listed."""
        return board.size <= SAMPLED_UP_TO or fillings_of(board) is not None

    @property
    def untested(self) -> Sequence[str]:
        """Of chosen boards with too many fillings what is not gone through."""
        texts = []
        for name, board in self.boards or ():
            if not self._listed(board):
                samples = f"clue sets with more than {FEW} solutions"
                samples = samples if board.size <= MOST_SAMPLED else "any set of clues but full ones"
                texts.append(f"not tested on {name}, which has too many fillings: no clues; {samples}")
        return tuple(texts)

    def _kind(self, name: str, board: Board) -> StageKind:
        """The kind of puzzles with clues on a board."""
        most = self.every
        if self.boards is None and any(name == odd for odd, _ in ODD):
            most = min(most, ODD_UP_TO)
        return "every" if board.size <= most else "sampled"

    def chosen(self) -> list[tuple[str, Board]]:
        """Return the boards, smallest first."""
        if self.boards is not None:
            return sorted(self.boards, key=lambda named: named[1].size)
        return boards(max(self.every, self.sampled))

    def made_for(self, rule: str) -> Iterator[Instance]:
        """Yield boards of the scope with what the rule is about, and no clue or one."""
        small = (board for _, board in self.chosen() if board.size <= SAMPLED_UP_TO)
        fit = (puzzle for board in small for puzzle in _about(rule, board))
        return islice((puzzle for puzzle in fit if rule in self.broken_alone(puzzle)), MADE)

    def broken_alone(self, puzzle: Instance) -> Collection[str]:
        """The rules that some filling breaks alone, as far as fillings that are nearly right show it."""
        own = as_fillomino(puzzle, "audit")
        if own.board.size > SAMPLED_UP_TO:
            if len(own.clues) < own.board.size:
                return ()
            numbers = tuple(own.clues[cell] for cell in range(own.board.size))
            rules = {broken.name for broken in violations(own, numbers)}
            return rules if len(rules) == 1 else ()
        found = set[str]()
        for rule, (fillings, every, having) in _classes(
            own.board, own.walls, own.largest_region, checkered=own.checkered
        ).items():
            fitting = every
            for clue in own.clues.items():
                fitting &= having.get(clue, 0)
                if not fitting:
                    break
            if not own.basic:
                if rule and fitting:
                    found.add(rule)
                elif not rule and fitting != every:
                    found.add("clue-changed")
            elif not rule:
                some = (filling for place, filling in enumerate(fillings) if fitting >> place & 1)
                if any(violations(own, filling) for filling in some):  # only those of the variant
                    found.add("region-without-clue")
        return found

    def simpler(self, puzzle: Instance) -> Iterator[Instance]:
        """Yield puzzles with a row, a column, a clue, a wall or another rule less.

        Where boards were chosen, rows and columns stay.
        """
        own = as_fillomino(puzzle, "audit")
        if self.boards is None:
            yield from _narrower(own)
        for cell in own.clues:
            yield own.replace(clues={x: number for x, number in own.clues.items() if x != cell})
        for wall in own.walls:
            yield own.replace(walls=own.walls - {wall})
        if own.largest_region is not None:
            yield own.replace(largest_region=None)
        if own.checkered or own.basic:
            yield own.replace(checkered=False, basic=False)

    def name_of(self, puzzle: Instance) -> str:
        """The name of the board: that of the stage, else its size."""
        board = puzzle.places
        named = next((name for name, other in (*(self.boards or ()), *ODD) if other == board), "")
        size = f"{board.grid.height}x{board.grid.width}" if board.grid is not None else f"{board.size} cells"
        return named or size

    def given(self, puzzle: Instance) -> str:
        """The clues, walls and further rules."""
        own = as_fillomino(puzzle, "audit")
        names = own.board.names
        given = [", ".join(f"{names[x]} = {v}" for x, v in sorted(own.clues.items()))] if own.clues else []
        given += [f"a wall between {names[x]} and {names[y]}" for x, y in sorted(own.walls)]
        given += ["the variant checkered"] if own.checkered else []
        given += ["the variant basic"] if own.basic else []
        if own.largest_region is not None:
            given.append(f"no region above {own.largest_region}")
        return " and ".join(given)

    def kind_of(self, puzzle: Instance) -> str:
        """The feature of a puzzle that an encoding may not support, which is one at most."""
        own = as_fillomino(puzzle, "audit")
        if own.checkered or own.basic:
            return "checkered" if own.checkered else "basic"
        if own.walls:
            return "walled"
        if own.largest_region is not None:
            return "size-limited"
        grid = own.board.grid
        return "plain" if grid is not None and None not in grid.cells else "odd-board"

    def optional(self, kind: str) -> bool:
        """Whether it is another than that of a full rectangle with clues alone."""
        return kind != "plain"

    def plainest(self) -> Iterator[Instance]:
        """Yield the boards without clues of which every clue set is judged."""
        for _, board in self.chosen():
            if board.size <= max(self.every, 1):
                yield Puzzle(board, {})

    def some(self) -> Iterator[Instance]:
        """Yield samples of each board."""
        for _, board in self.chosen():
            yield from chain.from_iterable(sampled(board))


def _about(rule: str, board: Board) -> Iterator[Puzzle]:
    """Puzzles with no clue, or one, that have what a rule is about."""
    bare = Puzzle(board, {})
    if rule == "wall-inside-region":
        yield from (bare.replace(walls=frozenset([link])) for link in board.links())
    elif rule == "region-over-limit":
        yield from (bare.replace(largest_region=limit) for limit in range(1, board.size))
    elif rule == "two-colours-do-not-do":
        yield bare.replace(checkered=True)
    else:
        basic = rule == "region-without-clue"
        yield bare.replace(basic=basic)
        for cell in range(board.size):
            for number in range(1, board.size + 1):
                yield Puzzle(board, {cell: number}, basic=basic)


@lru_cache(maxsize=64)
def _candidates(board: Board) -> tuple[Filling, ...]:
    """All grids of a small board; else right fillings, and some with another number in a region."""
    numbers = range(1, board.size + 1)
    if board.size <= MOST_LISTED:
        return tuple(product(numbers, repeat=board.size))
    right = all_fillings(board)[:MOST_FILLINGS]
    changed = (
        tuple(number if cell in cells else held for cell, held in enumerate(filling))
        for filling in right
        for region in regions(board, filling)
        for cells in dict.fromkeys((region, region[:1], region[-1:]))
        for number in (len(region) - 1, len(region) + 1)
        if number in numbers
    )
    return tuple(dict.fromkeys((*right, *islice(changed, MOST_CHANGED))))


@lru_cache(maxsize=512)
def _classes(
    board: Board,
    walls: frozenset[tuple[int, int]] = frozenset(),
    largest_region: int | None = None,
    *,
    checkered: bool = False,
) -> dict[str, tuple[list[Filling], int, dict[tuple[int, int], int]]]:
    """The candidates that break a rule alone, or under an empty name none, whatever the clues.

    For each rule: them; the bit set of all of them; and for each cell and number the set of those with it.
    """
    puzzle = Puzzle(board, {}, walls, largest_region=largest_region, checkered=checkered)
    found: dict[str, list[Filling]] = {"": []}
    varied = walls or largest_region is not None or checkered
    # With a further rule only that is of interest: the others are tested without it.
    candidates = _classes(board)[""][0][:MOST_VARIED] if varied else _candidates(board)
    for filling in candidates:
        rules = {violation.name for violation in violations(puzzle, filling)}
        if len(rules) <= 1:
            found.setdefault(next(iter(rules), ""), []).append(filling)
    classes = {}
    for rule, fillings in found.items():
        having: dict[tuple[int, int], int] = {}
        for place, filling in enumerate(fillings):
            for clue in enumerate(filling):
                having[clue] = having.get(clue, 0) | 1 << place
        classes[rule] = fillings, (1 << len(fillings)) - 1, having
    return classes


def _narrower(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle without one of its rows or columns, where its board is a full rectangle."""
    board = puzzle.board
    grid = board.grid
    if grid is None or board.spec is not None or board != rectangle(grid.height, grid.width):
        return
    places = [divmod(cell, grid.width) for cell in range(board.size)]
    for axis, most in enumerate((grid.height, grid.width)):
        for gone in range(most if most > 1 else 0):
            kept = [cell for cell, place in enumerate(places) if place[axis] != gone]
            at = {cell: new for new, cell in enumerate(kept)}
            size = (grid.height - (axis == 0), grid.width - (axis == 1))
            try:
                yield puzzle.replace(
                    board=rectangle(*size),
                    clues={at[x]: number for x, number in puzzle.clues.items() if x in at},
                    walls=frozenset((at[x], at[y]) for x, y in puzzle.walls if x in at and y in at),
                    unknown=frozenset(at[x] for x in puzzle.unknown if x in at),
                )
            except PuzzleError:  # a clue above the number of cells
                continue
