"""Partitions by the published encodings of connectedness: parts with a root each, whose cells are counted."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from encoder.builder import Builder
from encoder.connectivity.bfs import BFS
from encoder.connectivity.distance import DISTANCES
from encoder.connectivity.elimination import ELIMINATION
from encoder.connectivity.hybrid import HYBRID
from encoder.connectivity.leaf import LEAVES
from encoder.connectivity.regions import Connectivity, Regions
from encoder.connectivity.seeded import SEEDED
from encoder.connectivity.squaring import SQUARING
from encoder.connectivity.time_step import TIME_STEPS
from encoder.families import OWN, Constraints, Families
from encoder.parts.spanning_trees import Link
from fillomino.board import Board
from smtlib.script import Family
from smtlib.terms import plus

PUBLISHED: dict[str, Connectivity] = {
    each.name: each for each in (DISTANCES, TIME_STEPS, SEEDED, LEAVES, HYBRID, ELIMINATION, BFS, SQUARING)
}
"""By name; where the root of a part is left to the encoding, it is not the lowest cell, so `dual` is none."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The terms of a partition.

    Attributes:
        board: the board.
        prefix: with what all new symbols begin.
        low: no part has fewer cells.
        high: no part has more.
        same: for each pair of neighbours ``x < y``: "they are in one part".
        links: those of them that may be.
        root: for each cell "it is the lowest of its part".
        size: for each cell the size of its part.
        lowest: for each cell the label of the lowest of its part.
    """

    board: Board
    prefix: str
    low: int
    high: int
    same: dict[Link, str]
    links: dict[Link, str]
    root: list[str]
    size: list[str]
    lowest: list[str]


FAMILIES: Families[Parts] = Families()


@FAMILIES.family("part-size", "sizes are as asked", "low <= n_x <= high", OWN)
def _size(its: Parts) -> Constraints:
    for x, n in enumerate(its.size):
        yield (x,), f"(and (<= {its.low} {n}) (<= {n} {its.high}))"


@FAMILIES.family("part-root", "a cell is a root iff it names itself", "R_x iff r_x = x; 0 <= r_x <= x", OWN)
def _root(its: Parts) -> Constraints:
    for x, (label, r) in enumerate(zip(its.board.labels, its.lowest, strict=True)):
        yield (x,), f"(and (<= 0 {r}) (<= {r} {label}))"
        yield (x,), f"(= {its.root[x]} (= {r} {label}))"


@FAMILIES.family(
    "part-same",
    "neighbours are in one part iff they name one root, and then its size",
    "q_x_y iff r_x = r_y; if q_x_y, then n_x = n_y",
    OWN,
)
def _same(its: Parts) -> Constraints:
    for (x, y), same in its.same.items():
        yield (x, y), f"(= {same} (= {its.lowest[x]} {its.lowest[y]}))"
        if (x, y) in its.links:
            yield (x, y), f"(=> {same} (= {its.size[x]} {its.size[y]}))"


COUNT = Family(
    "part-count",
    "a root is named by as many cells as its part has",
    "if R_x, then n_x = the number of cells y with r_y = x",
    OWN,
)


def _count(its: Parts) -> Constraints:
    for z, label in enumerate(its.board.labels):
        named = [f"(ite (= {r} {label}) 1 0)" for r in its.lowest[z + 1 :]]
        yield (z,), f"(=> {its.root[z]} (= {its.size[z]} {plus(['1', *named])}))"


def require_parts(script: Builder, connectivity: Connectivity, its: Parts) -> None:
    """Require that the parts are connected as an encoding has it, and have the sizes that they name."""
    cells = range(its.board.size)
    script.meaning.update((f"{its.prefix}_{name}", text) for name, text in connectivity.meaning.items())
    FAMILIES.require(script, its)
    pairs = combinations(cells, 2) if connectivity.counts else ()
    if not connectivity.counts:
        script.require_each(COUNT, _count(its))
    joins = {x: [y for y in its.board.neighbours[x] if (min(x, y), max(x, y)) in its.links] for x in cells}
    regions = Regions(
        board=its.board,
        cells=cells,
        joins=joins,
        links=its.links,
        member=dict.fromkeys(cells, "true"),
        root=dict(enumerate(its.root)),
        most=dict.fromkeys(cells, its.high),
        prefix=f"{its.prefix}_",
        size=dict(enumerate(its.size)),
        together={(x, y): f"(= {its.lowest[x]} {its.lowest[y]})" for x, y in pairs},
    )
    connectivity.connect(script, regions)
