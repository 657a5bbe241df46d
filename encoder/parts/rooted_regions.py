"""The interface of encodings of connectedness: regions with roots, in which each cell must reach its root.

An encoding is given which neighbours are in one region, and which cells are roots. It requires that every
cell of a region is connected with a root of it. That there is only one root is required elsewhere: by
`encoder.parts.flood` for one set of cells, by `encoder.parts.partition` for sets that part a board, and by an
encoding of a puzzle for its regions. Any graph will do, but where an encoding says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from encoder.builder import Builder
from encoder.parts.reduced import INTEGERS, Arithmetic
from encoder.parts.spanning_trees import Link, link
from fillomino.board import Board
from smtlib.script import Family, any_of, negation


@dataclass(frozen=True, slots=True)
class Regions:
    """The regions of a board, as terms.

    Attributes:
        board: the board.
        cells: the cells that may be in a region, ascending.
        links: for each pair of neighbours ``x < y`` that may be in one region the term that they are.
        root: for each cell the term that it is the root of its region; ``false`` where it can't be.
        most: for each cell the most cells that a region with it has.
        member: for each cell the term that it is in a region; none where all cells are.
        prefix: with what all symbols begin; may be empty.
        size: for each cell a term for the size of its region, where there is one.
        together: the cells ``x < y`` that may be in one region, each pair with the term that they are; only
            where an encoding counts.
        arithmetic: the sorts and operators for numbers up to the largest of `most`.
        joins: for each cell the neighbours with which it may be in one region; those of its links.
    """

    board: Board
    cells: Sequence[int]
    links: Mapping[Link, str]
    root: Mapping[int, str]
    most: Mapping[int, int]
    member: Mapping[int, str] = field(default_factory=dict)
    prefix: str = ""
    size: Mapping[int, str] | None = None
    together: Mapping[Link, str] = field(default_factory=dict)
    arithmetic: Arithmetic = INTEGERS
    joins: Mapping[int, Sequence[int]] = field(init=False)

    def __post_init__(self) -> None:
        neighbours = self.board.neighbours
        joins = {x: [y for y in neighbours[x] if link(x, y) in self.links] for x in self.cells}
        object.__setattr__(self, "joins", joins)

    def inside(self, x: int) -> str:
        """The term that a cell is in a region."""
        return self.member.get(x, "true")

    def same(self, x: int, y: int) -> str:
        """The term that two neighbours are in one region."""
        return self.links[link(x, y)]

    def name(self, kind: str, *cells: int) -> str:
        """The symbol of a kind that is about some cells."""
        return "_".join([self.prefix + kind, *(str(self.board.labels[x]) for x in cells)])

    def at_most(self, x: int, y: int) -> int:
        """The most cells that a region with two cells has."""
        return min(self.most[x], self.most[y])

    def least_one(self, x: int, ways: Sequence[str]) -> str:
        """The term that a cell is in no region, is a root, or has one of some ways to its root."""
        return any_of(negation(self.inside(x)), self.root[x], *ways)


@dataclass(frozen=True, slots=True)
class Connectivity:
    """An encoding of connectedness.

    Attributes:
        name: what people type: ``elimination``.
        families: its constraint families.
        meaning: for each kind of symbol what it stands for.
        connect: declare what it needs, and require that each cell of a region is connected with a root.
        in_booleans: it takes no numbers.
        counts: if regions have sizes, it requires those, too.
        any_root: which cell is the root of a region must be left to it; else the first cell is.
    """

    name: str
    families: tuple[Family, ...]
    meaning: Mapping[str, str]
    connect: Callable[[Builder, Regions], object]
    in_booleans: bool = False
    counts: bool = False
    any_root: bool = False
