"""A puzzle reduced by deduction, and the numbers of its open cells as integers or bit-vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from encoder.builder import RULES, TIGHTENED, Builder
from encoder.parts.spanning_trees import Link
from encoder.parts.variants import clued_cells
from encoder.parts.variants import masks as allowed
from encoder.puzzle_script import Choice, PuzzleScript, Value
from fillomino.deduction.engine import Candidates
from fillomino.graph import bits, cells_by_value, components, distances, neighbour_function
from fillomino.puzzle import Filling, Puzzle
from fillomino.record import Record
from smtlib.script import Family, disjunction, plus


class Arithmetic(Record):
    """The sorts and operators of numbers, sizes and roots.

    Attributes:
        number_sort: the sort of numbers and sizes.
        root_sort: the sort of roots.
        number_width: the width of numbers; ``None`` for integers.
        number: a number as a term.
        root: a root's label as a term.
        at_most: the predicate ``<=``.
        below: the predicate ``<``.
        total: the sum of terms.
    """

    number_sort: str
    root_sort: str
    number: Callable[[int], str]
    root: Callable[[int], str]
    at_most: str
    below: str
    total: Callable[[Sequence[str]], str]
    number_width: int | None = None

    __eq__ = object.__eq__  # each is one of its own, for tables that are kept
    __hash__ = object.__hash__

    def between(self, low: str, term: str, high: str) -> str:
        """The term "not less than one, and not more than another"."""
        return f"(and ({self.at_most} {low} {term}) ({self.at_most} {term} {high}))"


INTEGERS = Arithmetic("Int", "Int", str, str, "<=", "<", plus)


def bit_vectors(number_width: int, root_width: int) -> Arithmetic:
    """Bit-vectors of given widths, compared without sign; a sum is added up pair by pair."""

    def total(terms: Sequence[str]) -> str:
        added = terms[0]
        for term in terms[1:]:
            added = f"(bvadd {added} {term})"
        return added

    return Arithmetic(
        f"(_ BitVec {number_width})",
        f"(_ BitVec {root_width})",
        lambda value: f"(_ bv{value} {number_width})",
        lambda value: f"(_ bv{value} {root_width})",
        "bvule",
        "bvult",
        total,
        number_width,
    )


CANDIDATES = Family(
    "candidates", "a number is one of those left", "for each cell x: n_x in its candidates", RULES
)
EQUAL = Family(
    "equal", "neighbours are equal", "for neighbours x, y that may be: q_x_y iff n_x = n_y", TIGHTENED
)
WALL = Family("wall", "cells parted by a given wall differ", "for each wall: not n_x = n_y", RULES)


class ReducedPuzzle:
    """A puzzle after deduction: what is left to encode. Encodings add terms of their own in subclasses.

    Attributes:
        puzzle: the puzzle.
        candidates: what deduction left.
        label: for each cell its number in symbols.
        masks: for each cell its candidates, bit v for number v.
        settled: cells of complete regions beside which no cell admits their number; nothing
            about them is asserted but the number.
        open_cells: the other cells, ascending.
        joins: for each cell the neighbours with which it may form a region, ascending; none for
            settled cells.
        links: every pair of neighbours ``x < y`` that may form a region.
        arithmetic: the sorts and operators of numbers.
        asked: what to ask a solver for; by default the numbers.
    """

    arithmetic: Arithmetic = INTEGERS
    asked: Sequence[str] | None = None

    def __init__(self, puzzle: Puzzle, candidates: Candidates) -> None:
        self.puzzle, self.candidates = puzzle, candidates
        self.label = puzzle.board.labels
        self.masks = masks = allowed(puzzle, candidates)
        self.settled = settled = _settled(puzzle, masks, candidates.filling())
        self.open_cells = [x for x in range(puzzle.board.size) if x not in settled]
        left = [0 if x in settled else mask for x, mask in enumerate(masks)] if settled else masks
        joins = [
            tuple([y for y in around if mask & left[y]])
            for mask, around in zip(left, puzzle.board.neighbours, strict=True)
        ]
        for x, y in puzzle.walls:
            joins[x] = tuple(z for z in joins[x] if z != y)
            joins[y] = tuple(z for z in joins[y] if z != x)
        self.joins = tuple(joins)
        self.links: list[Link] = [(x, y) for x, around in enumerate(self.joins) for y in around if x < y]

    def begin(
        self, meaning: Mapping[str, str], families: Sequence[Family], *, grouped: bool = True
    ) -> Builder:
        """Return a builder for a script with these families; numbers are declared, and are candidates."""
        builder = Builder(self.puzzle.board, meaning, families, grouped=grouped)
        builder.declare_all(_names(self.label), self.arithmetic.number_sort)
        terms = [_candidate(self.arithmetic, a, mask) for a, mask in zip(self.label, self.masks, strict=True)]
        builder.require_each(CANDIDATES, _singles(len(terms)), terms)
        return builder

    def require_equal(self, builder: Builder) -> None:
        """Require that neighbours which may join are equal iff their numbers are."""
        named = ((self.label[x], self.label[y]) for x, y in self.links)
        builder.require_each(EQUAL, self.links, [f"(= q_{a}_{b} (= n_{a} n_{b}))" for a, b in named])

    def require_walls(self, builder: Builder) -> None:
        """Require that cells parted by a wall differ."""
        for pair in sorted(self.puzzle.walls):
            builder.require(WALL, pair, f"(not {self.equal(*pair)})")

    def script(self, builder: Builder, encoding: str, logic: str) -> PuzzleScript:
        """Return all that was declared and required as a script."""
        asked = _names(self.label) if self.asked is None else self.asked
        return builder.script(encoding, asked, puzzle=self.puzzle, logic=logic, cells=self.cells())

    def cells(self) -> Sequence[Value | Choice]:
        """The terms of the number of each cell."""
        return _numbers(tuple(self.label), self.arithmetic.number_width)

    def name(self, kind: str, *cells: int) -> str:
        """The symbol of a kind that is about some cells."""
        return "_".join([kind, *(str(self.label[x]) for x in cells)])

    def number(self, x: int) -> str:
        """The symbol of a cell's number."""
        return f"n_{self.label[x]}"

    def equal(self, x: int, y: int) -> str:
        """The term "two cells hold the same number"."""
        return f"(= {self.number(x)} {self.number(y)})"

    def same(self, x: int, y: int) -> str:
        """The symbol "x and y hold the same number" of a link, in the encodings that have one."""
        return f"q_{self.label[x]}_{self.label[y]}"

    def joined(self, x: int, y: int) -> str:
        """The term "one of two neighbours is the parent of the other"."""
        a, b = self.label[x], self.label[y]
        return f"(or e_{a}_{b} e_{b}_{a})"

    def may_be_root(self, cell: int) -> bool:
        """Return whether a region may have its root here: in a basic puzzle at a clue only."""
        return not self.puzzle.basic or cell in self.puzzle.clues

    def may_agree(self, *links: Link) -> bool:
        """Return whether there is a number that all these cells admit."""
        return self.most(*(x for link in links for x in link)) > 0

    def most(self, *cells: int) -> int:
        """Return the largest number that all these cells admit; -1 if there is none."""
        mask = -1
        for x in cells:
            mask &= self.masks[x]
        return mask.bit_length() - 1


@lru_cache(maxsize=4096)
def _candidate(arithmetic: Arithmetic, label: int, mask: int) -> str:
    """The term `CANDIDATES` of a cell by its label: few cells have candidates of their own."""
    n, between, number = f"n_{label}", arithmetic.between, arithmetic.number
    ways = [
        f"(= {n} {number(first)})" if first == last else between(number(first), n, number(last))
        for first, last in ranges(mask)
    ]
    return disjunction(ways)


@lru_cache(maxsize=16)
def _names(labels: tuple[int, ...]) -> tuple[str, ...]:
    """The symbols of the numbers of cells with these labels."""
    return tuple([f"n_{label}" for label in labels])


@lru_cache(maxsize=16)
def _singles(cells: int) -> tuple[tuple[int], ...]:
    """Each of so many cells alone."""
    return tuple([(cell,) for cell in range(cells)])


@lru_cache(maxsize=16)
def _numbers(labels: tuple[int, ...], width: int | None) -> tuple[Value, ...]:
    """The terms of the numbers of cells with these labels: all puzzles of a board have the same."""
    return tuple(Value(f"n_{label}", width) for label in labels)


def _settled(puzzle: Puzzle, masks: Sequence[int], known: Filling) -> frozenset[int]:
    """The cells of complete regions, in a basic puzzle with a clue, beside which none admits their number."""
    near, clued = neighbour_function(puzzle.board), clued_cells(puzzle)
    settled = 0
    for number, cells in cells_by_value(known).items():
        if not 0 < number <= cells.bit_count():
            continue
        for part in components(near, cells):
            beside = near(part) & ~part
            if (
                part.bit_count() == number
                and part & clued
                and not any(masks[y] >> number & 1 for y in bits(beside))
            ):
                settled |= part
    return frozenset(bits(settled))


def reaches(reduced: ReducedPuzzle) -> dict[tuple[int, int], int]:
    """For each pair of open cells that may share a region how far apart they are, ``x < y``.

    They may if a path of joins between them is not longer than the largest number that both admit.
    (A region of v cells has shorter paths still; one step more shows that a region is too large.)
    """
    return {(x, y): steps for x in reduced.open_cells for y, steps in reach(reduced, x).items() if x < y}


def reach(reduced: ReducedPuzzle, x: int) -> dict[int, int]:
    """The other cells that may share a region with an open cell, each with how far away it is."""
    masks = reduced.masks
    steps = distances(reduced.joins, [x])
    return {y: far for y, far in steps.items() if y != x and far < (masks[x] & masks[y]).bit_length()}


@lru_cache(maxsize=256)
def ranges(mask: int) -> Sequence[tuple[int, int]]:
    """The numbers of a candidate mask as ranges of consecutive ones, ``(first, last)``, ascending."""
    pairs: list[tuple[int, int]] = []
    past = 0
    while mask:
        first = past + (mask & -mask).bit_length() - 1
        mask >>= first - past
        past = first + (~mask & mask + 1).bit_length() - 1
        mask >>= past - first
        pairs.append((first, past - 1))
    return pairs
