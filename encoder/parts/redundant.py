"""What counting the cells of a board implies for large numbers: redundant constraints that speed up a search.

Every number takes some cells for its known groups, and what they leave free is all that any of them can have
beside. (That a number known nowhere can't have more either, deduction has found.) So there are parts of the
board where few regions of a number fit. Cuts are about one set of cells at a time, of which a large number
has too many; of such a part much can be asserted at once:

- Its cells of the number are as many as one region has, or two. The counter is the sequential one (C. Sinz,
  Towards an optimal CNF encoding of Boolean cardinality constraints, 2005).
- Where it has one region, every cell of that is near its known group, step by step. Which shapes such a
  region can take, between known cells that are far apart above all, a solver finds hard to learn from cuts.
  Helpers bound for a cell how many steps within the region lead to the known group, at most; what is too far
  then follows by propagation, and the region is connected without any cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial, reduce
from itertools import pairwise
from operator import or_
from typing import TypeAlias

from encoder.builder import OWN, TIGHTENED, Builder
from encoder.parts.cut_clauses import Options
from encoder.parts.reduced import Arithmetic, ReducedPuzzle
from encoder.parts.values import BIG, Values, values_of
from fillomino.deduction.fast.groups import count_apart
from fillomino.graph import CellSet, NeighbourFunction, bits, components, layers, within
from fillomino.record import Record
from smtlib.script import Family, disjunction, negation

LARGE = 20
"""From here on a part counts where two regions fit in it; else only one must."""

COUNTED_FROM = 4
TIED_FROM = 6
"""Smaller numbers do well with cuts alone."""

MOST_HELPERS = 6_000
"""A counter or a part that would need more helpers is left out."""

COUNT = Family(
    "count",
    "a large number with room for few regions has as many cells as one or two of them",
    "the number of true n_x_v is v (or 2v)",
    "C. Sinz, CP 2005: sequential counter",
)
NEAR = Family(
    "near",
    "a large number with room for one region has all its cells near its known ones",
    "if n_x_v, then a known cell is few steps away: d_x_k if some d_y_(k-1) beside x",
    OWN,
)
REDUNDANT = (COUNT, NEAR)
HOLDS = Family("holds", "a Boolean for each cell of what is counted", "n_x_v iff n_x = v", TIGHTENED)
"""For numbers that are no Booleans."""

Terms: TypeAlias = tuple[Family, tuple[int, ...], list[str]]
"""Assertions of one family about the same cells."""


class RegionBound(Record):
    """A part of the board with a known cell of a number, where few regions of it fit.

    Attributes:
        name: unique among the bounds of the board: ``12``, or ``12_1`` for a part of its cells.
        number: the number.
        cells: all cells that may hold it there.
        known: those of them that are known to.
        fewest: at least so many regions, 1 or more.
        most: at most so many; fewer than `fewest` if there is no filling.
    """

    name: str
    number: int
    cells: CellSet
    known: CellSet
    fewest: int
    most: int

    def is_counted(self) -> bool:
        """Return whether a counter pays."""
        cells = (self.cells & ~self.known).bit_count()
        return self.number >= COUNTED_FROM and cells * (self.number * self.most + 1) <= MOST_HELPERS

    def is_tied(self) -> bool:
        """Return whether there is one region, and tying it to its known group pays."""
        one = self.fewest == 1 and self.most == 1
        return one and self.number >= TIED_FROM and self.cells.bit_count() * self.number <= MOST_HELPERS


def region_bounds(values: Values) -> tuple[RegionBound, ...]:
    """Count the board's cells: where few regions of a number fit."""
    return tuple(
        bound
        for number, fewest, most in _region_counts(values)
        for bound in _bounds_of(
            values.near, number, values.admits[number], values.fixed[number], fewest, most
        )
    )


def _region_counts(values: Values, above: int = 0) -> Iterator[tuple[int, int, int]]:
    """Yield numbers from `above` on with a known cell, each with how many regions there are, least and most.

    Without a known cell there is no part of the board that is bound to have one.
    """
    near, admits, fixed = values.near, values.admits, values.fixed
    least = {
        number: _least_regions(near, number, cells, fixed[number]) if fixed[number] else 0
        for number, cells in admits.items()
        if number != BIG
    }
    live = reduce(or_, admits.values(), 0).bit_count()  # cells of complete regions are in none
    free = max(0, live - sum(number * regions for number, regions in least.items()))
    for number, fewest in least.items():
        if number >= above and fixed[number]:
            yield number, fewest, fewest + free // number


def _bounds_of(
    near: NeighbourFunction, number: int, admits: CellSet, fixed: CellSet, fewest: int, most: int
) -> Iterator[RegionBound]:
    """One bound for all cells of a number that is scarce, else one for each part of them that is small."""
    few = 2 if number >= LARGE else 1
    if fewest and most <= few:
        yield RegionBound(f"{number}", number, admits, fixed, fewest, most)
        return
    for index, part in enumerate(components(near, admits)):
        fits = min(most, part.bit_count() // number)
        if part & fixed and fits <= few:
            yield RegionBound(f"{number}_{index}", number, part, part & fixed, 1, fits)


@lru_cache(maxsize=2048)
def _least_regions(near: NeighbourFunction, number: int, admits: CellSet, fixed: CellSet) -> int:
    """A lower bound on the number of regions that the known groups of a number belong to."""
    groups = components(near, fixed)
    if len(groups) == 1:
        return 1
    return count_apart((group, within(near, group, admits, number - group.bit_count())) for group in groups)


FITS = 2
"""A part with room for more regions gets no bound of its own; three pay on no board."""


def part_bounds(options: Options) -> tuple[RegionBound, ...]:
    """Count the cells of each part of the board by itself, as the counters of a certificate do.

    What the numbers of other parts take is not looked at.
    """
    return tuple(
        RegionBound(
            f"{number}_{index}", number, part, part & options.fixed[number], 1, part.bit_count() // number
        )
        for number in sorted(options.admits, reverse=True)
        if number >= COUNTED_FROM
        for index, part in enumerate(components(options.near, options.admits[number]))
        if part & options.fixed[number]
        and part & ~options.fixed[number]
        and part.bit_count() // number <= FITS
    )


def says_more(values: Values) -> bool:
    """Return whether region bounds, and what ties cells to known ones, say more than `part_bounds`."""
    known = {(bound.number, bound.cells, bound.fewest, bound.most) for bound in part_bounds(values)}
    return any(
        bound.is_tied()
        or (bound.is_counted() and (bound.number, bound.cells, bound.fewest, bound.most) not in known)
        for bound in region_bounds(values)
    )


def redundant(
    builder: Builder, values: Values, bounds: Iterable[RegionBound], *, tied: bool = True
) -> list[Terms]:
    """Declare the helpers of region bounds where they pay; returns what is to be required then.

    Args:
        builder: the script.
        values: the board.
        bounds: its region bounds.
        tied: whether cells are tied to known groups, too.
    """
    labels = values.puzzle.board.labels
    clauses: list[Terms] = []
    for bound in bounds:
        symbol = partial(values.symbol, value=bound.number)
        helpers, terms = _helped(values.near, labels, bound, symbol, tied=tied)
        builder.declare_all(helpers)
        clauses += terms
    return clauses


def _helped(
    near: NeighbourFunction,
    labels: Sequence[int],
    bound: RegionBound,
    symbol: Callable[[int], str],
    *,
    tied: bool = True,
) -> tuple[list[str], list[Terms]]:
    """Return the helpers of a region bound, and what is to be required, where that pays.

    Args:
        near: neighbours of a set.
        labels: for each cell its number in symbols.
        bound: the bound.
        symbol: from a cell to the term that it holds the number.
        tied: whether cells are tied to known groups, too.
    """
    counter, counts = _counted(bound, symbol) if bound.is_counted() else ([], [])
    steps, ties = _tied(near, labels, bound, symbol) if tied and bound.is_tied() else ([], [])
    cells = tuple(bits(bound.cells))
    return [*counter, *steps], [
        (family, cells, terms) for family, terms in ((COUNT, counts), (NEAR, ties)) if terms
    ]


def counted(builder: Builder, reduced: ReducedPuzzle) -> list[Terms]:
    """Do the same for integers or bit-vectors, and Booleans that count them."""
    if max(reduced.candidates.filling(), default=0) < COUNTED_FROM:
        return []  # a number that is known nowhere has no bounds
    values = values_of(reduced.puzzle, reduced.candidates, cap=0, to_count=True)
    of_number = _few_counted if len(reduced.label) <= FEW else _few_counted.__wrapped__
    booleans: list[Terms] = []
    clauses: list[Terms] = []
    for number, fewest, most in _region_counts(values, COUNTED_FROM):
        its = values.near, number, values.admits[number], values.fixed[number], fewest, most
        declared, holds, helped = of_number(reduced.arithmetic, reduced.label, *its)
        builder.declare_all(declared)
        booleans += holds
        clauses += helped
    return booleans + clauses


FEW = 60
"""Of so few cells what counts them is kept: many puzzles of small boards have the same."""


@lru_cache(maxsize=4096)
def _few_counted(
    arithmetic: Arithmetic, labels: Sequence[int], near: NeighbourFunction, number: int, *its: int
) -> tuple[list[str], list[Terms], list[Terms]]:
    """The constants for the bounds of a number, the Booleans for its cells, and what is required then.

    The rest is as for `_bounds_of`.
    """
    declared: list[str] = []
    booleans: list[Terms] = []
    clauses: list[Terms] = []
    for bound in _bounds_of(near, number, *its):
        symbols = {x: f"n_{labels[x]}_{number}" for x in bits(bound.cells & ~bound.known)}
        helpers, terms = _helped(near, labels, bound, symbols.__getitem__)
        if terms:
            held = f" {arithmetic.number(number)})"
            declared += symbols.values()
            booleans += ((HOLDS, (x,), [f"(= {name} (= n_{labels[x]}{held})"]) for x, name in symbols.items())
        declared += helpers
        clauses += terms
    return declared, booleans, clauses


def _counted(bound: RegionBound, symbol: Callable[[int], str]) -> tuple[list[str], list[str]]:
    """Return helpers and clauses: a part has as many cells of its number as its regions."""
    known = bound.known
    counts = [bound.number * regions - known.bit_count() for regions in range(bound.fewest, bound.most + 1)]
    counts = [count for count in counts if count >= 0]
    if not counts:
        return [], ["false"]
    symbols = [symbol(x) for x in bits(bound.cells & ~known)]
    return one_of_counts(symbols, counts, f"c_{bound.name}")


def one_of_counts(symbols: list[str], counts: list[int], prefix: str) -> tuple[list[str], list[str]]:
    """Return helpers and clauses: the number of true symbols is one of `counts` (ascending, not empty).

    The helper ``prefix_i_j`` is true iff at least j of the first i symbols are.
    """

    def least(i: int, j: int) -> str:
        return "true" if j <= 0 else "false" if j > i else f"{prefix}_{i}_{j}"

    total = len(symbols)
    lowest, highest = counts[0], min(counts[-1], total)
    declared: list[str] = []
    clauses: list[str] = []
    for i, symbol in enumerate(symbols, 1):
        # Only counts that still matter: at most one too many, at least what the rest could complete.
        for j in range(max(1, lowest - (total - i)), min(i, highest + 1) + 1):
            declared.append(least(i, j))
            clauses.append(f"(= {least(i, j)} (or {least(i - 1, j)} (and {symbol} {least(i - 1, j - 1)})))")
    clauses.append(least(total, lowest))
    for count, more in pairwise(counts):
        clauses.append(f"(or (not {least(total, count + 1)}) {least(total, more)})")
    clauses.append(f"(not {least(total, highest + 1)})")
    return declared, [clause for clause in clauses if clause not in ("true", "(not false)")]


def _tied(
    near: NeighbourFunction, labels: Sequence[int], bound: RegionBound, symbol: Callable[[int], str]
) -> tuple[list[str], list[str]]:
    """Return helpers and clauses that tie the cells of a part's one region to a known group of it.

    The helper ``d_part_x_k`` is true iff cell x is in the region, at most k steps from the group.
    """
    known = bound.known
    group = next(part for part in components(near, known) if part & known & -known)
    farthest = bound.number - group.bit_count()
    within_steps = {x: ["true"] * (farthest + 1) for x in bits(group)}
    helpers: list[str] = []
    reached: dict[int, int] = {}
    for steps, cells in enumerate(layers(near, group, bound.cells, farthest), 1):
        for x in bits(cells):
            names = [f"d_{bound.name}_{labels[x]}_{k}" for k in range(steps, farthest + 1)]
            helpers += names
            within_steps[x] = ["false"] * steps + names
            reached[x] = steps

    def held(x: int) -> str:
        return "true" if known >> x & 1 else symbol(x)

    clauses = [negation(held(x)) for x in bits(bound.cells) if x not in within_steps]
    for x, nearest in reached.items():
        here, last = within_steps[x], within_steps[x][farthest]
        clauses.append(last if held(x) == "true" else f"(or (not {held(x)}) {last})")
        if held(x) != "true":
            clauses.append(f"(or (not {last}) {held(x)})")
        around = [within_steps[y] for y in bits(near(1 << x)) if y in within_steps]
        for k in range(nearest, farthest + 1):
            if k < farthest:
                clauses.append(f"(or (not {here[k]}) {here[k + 1]})")
            nearer = [names[k - 1] for names in around]
            if "true" not in nearer:
                ways = [name for name in nearer if name != "false"]
                clauses.append(disjunction([f"(not {here[k]})", *ways]))
    return helpers, clauses
