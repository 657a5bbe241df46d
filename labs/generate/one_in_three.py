"""Boards from a proof that Fillomino is NP-complete: planar formulas with one true variable in each clause.

Positive planar 1-in-3-SAT, drawn with the variables in a row and the clauses above and below, is NP-complete
(W. Mulzer & G. Rote, "Minimum-Weight Triangulation Is NP-Hard", JACM 55, 2008). The reduction is our own. All
cells but these are given:

    gap     one cell between two of the pieces below. It takes the number of one of them: a 1 beside it keeps
            it from being a region of its own, and everything else beside it is a complete region.
    wire    a bar of w cells that holds w + 1, with a gap at each end: it takes exactly one of the two.
    clause  a bar of c cells that holds c + 2, with three gaps: it takes two, so one wire takes its gap.
    variable  a bar of v cells that holds v + k, with k gaps, one for each clause, and an arm of k open cells.
            It takes the arm, or all gaps: what it leaves of the arm is its last cells, or the whole of it; if
            m < k cells at the end are a hidden region, that has a complete region of m cells beside it.

A wire takes its gap at the clause iff the variable takes the other, so iff it is true. So the
solutions of the board are the assignments with one true variable in each clause, one for one.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TypeAlias

from fillomino.board import rectangle
from fillomino.graph import bits, components, neighbour_function
from fillomino.puzzle import Puzzle

Triple: TypeAlias = tuple[int, int, int]
Place: TypeAlias = tuple[int, int]
"""A row and a column; the bars of the variables are in row 0."""

APART = 3
"""Columns from one wire to the next."""


@dataclass(frozen=True, slots=True)
class Side:
    """The clauses above the row of variables, or those below it.

    Attributes:
        variables: the variable at the end of each wire, from left to right.
        clauses: the three wires of each clause; no two clauses cross.
    """

    variables: tuple[int, ...]
    clauses: tuple[Triple, ...]

    def heights(self) -> list[int]:
        """Return for each clause its height: 0, or one more than the highest clause nested in it."""
        heights: dict[Triple, int] = {}
        for clause in sorted(self.clauses, key=lambda wires: wires[2] - wires[0]):
            inner = [heights[other] for other in heights if clause[0] < other[0] and other[2] < clause[2]]
            heights[clause] = 1 + max(inner, default=-1)
        return [heights[clause] for clause in self.clauses]


@dataclass(frozen=True, slots=True)
class Formula:
    """A planar formula; an assignment satisfies it iff it makes one variable of each clause true."""

    above: Side
    below: Side

    @property
    def variables(self) -> int:
        """The number of variables."""
        return 1 + max((*self.above.variables, *self.below.variables))

    @property
    def clauses(self) -> list[Triple]:
        """The variables of each clause."""
        return [
            (side.variables[first], side.variables[second], side.variables[third])
            for side in (self.above, self.below)
            for first, second, third in side.clauses
        ]


def random_formula(clauses: int, random: Random) -> Formula:
    """Return a formula with so many clauses, at least one; about half of them are above the variables."""
    above = sum(random.random() < 0.5 for _ in range(clauses))
    return Formula(_side(above, random), _side(clauses - above, random))


def board_of(formula: Formula) -> Puzzle:
    """Return the board whose solutions are the satisfying assignments of a formula."""
    for more in range(100):  # rows, until no region that fills a hole has the number of a bar beside it
        drawing = _Drawing(formula, more)
        puzzle = drawing.puzzle()
        if puzzle is not None:
            return puzzle
    raise AssertionError("no height keeps the regions apart")


def _side(clauses: int, random: Random) -> Side:
    wires: list[int] = [0] * (3 * clauses)
    triples: list[Triple] = []
    todo = [(0, 3 * clauses)]
    while todo:
        first, end = todo.pop()
        if first == end:
            continue
        second = random.randrange(first + 1, end - 1, 3)
        third = random.randrange(second + 1, end, 3)
        for wire in (first, second, third):
            wires[wire] = len(triples)
        triples.append((first, second, third))
        todo += [(first + 1, second), (second + 1, third), (third + 1, end)]
    variables = [0] * min(1, len(wires))
    for left, right in pairwise(wires):
        variables.append(variables[-1] + (left == right or random.random() < 0.5))
    return Side(tuple(variables), tuple(triples))


class _Drawing:
    """The numbers of a board while it is drawn; `None` at an open cell."""

    def __init__(self, formula: Formula, more: int) -> None:
        self.cells: dict[Place, int | None] = {}
        self.arms: set[int] = set()
        sides = ((formula.above, -1), (formula.below, 1))
        most = max(side.variables.count(v) for side, _ in sides for v in range(formula.variables))
        base = 2 * most + 4 + more  # higher than what stands on the arms
        rows = {
            (sign, wire): base + APART * height
            for side, sign in sides
            for clause, height in zip(side.clauses, side.heights(), strict=True)
            for wire in clause
        }
        columns: dict[tuple[int, int], int] = {}
        start = 0
        for v in range(formula.variables):
            here = [
                [wire for wire, variable in enumerate(side.variables) if variable == v] for side, _ in sides
            ]
            for wires, (_, sign) in zip(here, sides, strict=True):
                columns |= {(sign, wire): start + 1 + APART * i for i, wire in enumerate(wires)}
            wires_of = [(sign, wire) for wires, (_, sign) in zip(here, sides, strict=True) for wire in wires]
            start = self._variable(
                start, max(map(len, here)), {rows[wire] - 2 for wire in wires_of}, len(wires_of)
            )
        for wire, column in columns.items():
            sign, row = wire[0], rows[wire]
            self._bar([(sign * y, column) for y in range(2, row - 1)], 1)
            for y in (1, row - 1):
                self.cells[sign * y, column] = None
                self.cells[sign * y, column - 1] = 1
        for side, sign in sides:
            for first, _, third in side.clauses:
                row = rows[sign, first]
                bar = [(sign * row, x) for x in range(columns[sign, first], columns[sign, third] + 1)]
                if len(bar) + 2 == row - 2:  # the number of its wires
                    bar.append((sign * row, columns[sign, third] + 1))
                self._bar(bar, 2)

    def _bar(self, places: list[Place], wanted: int) -> None:
        self.cells |= dict.fromkeys(places, len(places) + wanted)

    def _variable(self, start: int, columns: int, wires: set[int], gaps: int) -> int:
        """Draw a variable with its arm from a column on; returns the column of the next."""
        length = APART * columns
        while length + gaps in wires:  # numbers beside its gaps
            length += 1
        self._bar([(0, start + x) for x in range(length)], gaps)
        arm = start + length
        self.arms.add(gaps)
        for x in range(gaps):
            self.cells[0, arm + x] = None
        for m in range(1, gaps):
            self._bar([(-y, arm + gaps - m) for y in range(1, m + 1)], 0)
        return arm + gaps + 1

    def puzzle(self) -> Puzzle | None:
        """The puzzle, all around the pieces being filled; `None` if that gives a region the size of one."""
        top, left = (min(place[i] for place in self.cells) - 1 for i in (0, 1))
        height, width = (max(place[i] for place in self.cells) + 2 - (top, left)[i] for i in (0, 1))
        board = rectangle(height, width)
        given = {(y - top) * width + x - left: number for (y, x), number in self.cells.items()}
        clues = {cell: number for cell, number in given.items() if number is not None}
        taken = {*clues.values(), *self.arms}
        rest = sum(1 << cell for cell in range(board.size) if cell not in given)
        for part in components(neighbour_function(board), rest):
            if part.bit_count() in taken:
                return None
            clues |= dict.fromkeys(bits(part), part.bit_count())
        return Puzzle(board, clues)
