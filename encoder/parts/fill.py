"""A connected set of cells under construction: the arguments of the methods of `floodfill`, and its size."""

from __future__ import annotations

from dataclasses import dataclass

from encoder.builder import Builder
from encoder.families import OWN
from encoder.parts.adders import Lines, unary_sum
from fillomino.board import Board
from smtlib.script import Family
from smtlib.terms import plus


@dataclass(frozen=True, slots=True)
class Fill:
    """The arguments of the methods."""

    script: Builder
    prefix: str
    board: Board
    member: tuple[str, ...]
    cells: list[int]
    low: int
    high: int
    seed: int | None
    counted: bool
    leads: tuple[tuple[int, ...], ...]
    comes: tuple[tuple[int, ...], ...]

    def name(self, kind: str, *cells: int) -> str:
        """Return the symbol of a kind that is about some cells."""
        return "_".join([self.prefix, kind, *(str(self.board.labels[x]) for x in cells)])

    def after(self, x: int) -> list[int]:
        """The cells to which the fill spreads from a cell, of those that can be members."""
        return [y for y in self.leads[x] if self.member[y] != "false"]

    def before(self, x: int) -> list[int]:
        """The cells from which it spreads to a cell; the same ones, if links run both ways."""
        return [y for y in self.comes[x] if self.member[y] != "false"]


SEED = Family("fill-seed", "the seed is a member", "member x for the seed x", OWN)
SIZE = Family("fill-size", "the number of members is as asked", "low <= number of members <= high", OWN)
ROOT = Family(
    "fill-root",
    "the root is the lowest member",
    "for each cell x: root x iff x is a member, and no cell before it is",
    OWN,
)


def sum_of_members(fill: Fill) -> tuple[str, ...]:
    """Count the members in integers; returns the terms for their number."""
    whole = fill.script.declare(fill.name("size"), "Int")
    members = plus([f"(ite {fill.member[x]} 1 0)" for x in fill.cells])
    fill.script.require(SIZE, (), f"(= {whole} {members})")
    return integer_size(fill, whole)


def count_members(fill: Fill) -> tuple[str, ...]:
    """Count the members in Booleans; returns the terms for their number."""
    script, member = fill.script, fill.member
    script.meaning[f"{fill.prefix}_c_i_k"] = "of the first i cells at least k are members"
    lines = Lines()
    digits = unary_sum(lines, f"{fill.prefix}_c", [(member[x], ["true"]) for x in fill.cells], fill.high)
    for name in lines.names:
        script.declare(name)
    script.require_all(SIZE, (), lines.terms)
    if fill.low:
        script.require(SIZE, (), digits[fill.low - 1] if fill.low <= len(digits) else "false")
    return tuple(digits)


def integer_size(fill: Fill, whole: str) -> tuple[str, ...]:
    """Bound an integer that is the number of members; returns the terms for it."""
    fill.script.meaning[fill.name("size")] = "the number of members"
    fill.script.require(SIZE, (), f"(and (<= {fill.low} {whole}) (<= {whole} {fill.high}))")
    return tuple(f"(> {whole} {k})" for k in range(fill.high))
