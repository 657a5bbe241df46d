"""The lazy method: what it asserts first, and the cuts it learns from each wrong answer.

The base asserts little: one value each, growth, small regions. A model of it is a grid whose
connected sets of equal values may be too small or too large; for each of these a cut is
added that the model breaks and that every filling keeps, and the solver is asked again.

Why verdicts are complete. Every filling gives a model of the base and of all cuts, so
*unsat* means that there is no (other) filling. Beyond the cap, BIG stands for every number
at once: a connected set of BIG cells with fewer than 2 cap + 3 cells has no room for two
neighbouring regions of different sizes above the cap, so it is one region and the values
determine the filling. A larger set may also be parted otherwise, which `Verdict.cap` reports:
whoever looks for other fillings must ask again with a cap so high.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from encoder.families import OWN
from encoder.parts.clauses import absent, leaves
from encoder.parts.values import BIG, Values
from encoder.parts.variants import CLUED
from fillomino.graph import bits, components, touched
from fillomino.puzzle import Filling
from smtlib.script import Family
from smtlib.terms import disjunction

LAZY = f"{OWN}; lazy connectivity as usual in constraint solving"
TOO_SMALL = Family(
    "too-small",
    "lemma: a set with too few cells has another cell on its border",
    "if n_x_v, then n_y_v for some y on the border of a set of fewer than v cells around x",
    LAZY,
)
TOO_LARGE = Family(
    "too-large",
    "lemma: a connected set with one cell too many holds several numbers",
    "not all of n_x_v for v + 1 connected cells x",
    LAZY,
)
NO_CLUE = Family(
    CLUED.name,
    "lemma of the variant basic: a set without a clue has another cell on its border",
    "if n_x_v, then n_y_v for some y on the border of a set without a clue around x",
    LAZY,
)
GENERATED = (TOO_SMALL, TOO_LARGE, NO_CLUE)
"""The families of cuts."""

WIDEN = 2
"""Most new cells that one more cell may bring to the border of a set."""


class Verdict(NamedTuple):
    """The verdict on a model of the base and the cuts so far.

    Attributes:
        cuts: clauses that it breaks and every filling keeps; none exactly if it is a filling.
        filling: the filling it stands for, if it is one.
        cap: a cap at which the values determine the filling; the present one if they do.
        wrong: for each value the cells of its sets against which there is a cut.
    """

    cuts: tuple[str, ...]
    filling: Filling | None
    cap: int
    wrong: Mapping[int, int] = MappingProxyType({})


def judge(values: Values, held: Mapping[int, int], look: Mapping[int, int] | None = None) -> Verdict:
    """Find what is wrong with a model.

    Args:
        values: the board.
        held: for each value the cells that hold it, the fixed cells of `values` among them.
        look: for each value the cells in or beside which its sets may be wrong; everywhere, if not given.
    """
    near, cap = values.near, values.cap
    cuts: dict[str, None] = {}
    wrong: dict[int, int] = {}
    clued = sum(1 << cell for cell in values.puzzle.clues) if values.puzzle.basic else -1
    big_regions = []
    for value, cells in held.items():
        if not cells:
            continue
        least = values.least(value)
        parts = components(near, cells) if look is None or value == BIG else touched(near, cells, look[value])
        for part in parts:
            size = part.bit_count()
            against: list[str] = []
            if not part & clued:
                # Every region of a basic puzzle holds a clue, so one that meets this set leaves it.
                against = [leaves(values, value, part, part.bit_length() - 1) or "false"]
            elif size < least:
                against = _too_small(values, value, part, cells)
            elif value == BIG:
                big_regions.append((part, size))
                cap = max(cap, size // 2) if size >= 2 * values.cap + 3 else cap
            elif size > value:
                against = _too_large(values, value, part)
            if against:
                wrong[value] = wrong.get(value, 0) | part
                cuts |= dict.fromkeys(against)
    if not cuts:
        for part, size in big_regions:
            if not all(values.stands_for(x, BIG, size) for x in bits(part)):
                # As one region it is impossible; too small to be two, it is cut off as it stands.
                if size < 2 * values.cap + 3:
                    cuts[_not_alone(values, part)] = None
                else:
                    return Verdict((), None, cap)
    if cuts:
        return Verdict(tuple(cuts), None, values.cap, wrong)
    numbers = list(values.known)
    for value, cells in held.items():
        if value != BIG:
            for x in bits(cells):
                numbers[x] = value
    for part, size in big_regions:
        for x in bits(part):
            numbers[x] = size
    return Verdict((), tuple(numbers), cap)


def other_than(values: Values, filling: Filling) -> str:
    """Return the blocking clause of a filling, in its values."""
    return disjunction(
        [
            f"(not {values.symbol(x, values.value(x, number))})"
            for x, number in enumerate(filling)
            if not values.known[x]
        ]
    )


def _too_small(values: Values, value: int, part: int, held: int) -> list[str]:
    """Cuts against a set with too few cells: some cell on the border of it holds the value, too.

    The set is widened, as far as it stays too small, by cells of its border that bring few new
    ones to it: a shorter border makes a stronger clause, and a wider set one that rules out more.
    The same is asserted of the set with any one cell of its border, if that is too small, and of every other
    value that needs more cells than the set has: it spares the answers that only add the next cell, or
    put the next number in the same place.
    """
    near, admits = values.near, values.admits[value]
    size, least = part.bit_count(), values.least(value)
    cells = part
    first = border = near(cells) & ~cells & admits
    for _ in range(least - 1 - size):
        best, fewest = 0, WIDEN + 1
        for y in bits(border):
            one = 1 << y
            beyond = near(one) & admits & ~(cells | border)
            if beyond & held:
                continue
            new = beyond.bit_count()
            if new < fewest:
                best, fewest = one, new
                if new == 0:
                    break
        if not best:
            break
        cells |= best
        border = near(cells) & ~cells & admits
    fixed = part & values.fixed[value]
    premise = (fixed & -fixed or part & -part).bit_length() - 1
    cuts = [leaves(values, value, cells, premise)]
    if size + 1 < least:
        cuts += [leaves(values, value, part | 1 << y, premise) for y in bits(first)]
    if not fixed:
        others = [other for other in values.options[premise] if other != value and values.least(other) > size]
        cuts += [leaves(values, other, part, premise) for other in others]
    return [cut for cut in cuts if cut is not None]


def _too_large(values: Values, value: int, part: int) -> list[str]:
    """Cuts against a set with too many cells: from two ends of it, one cell too many is not all the value."""
    fixed = part & values.fixed[value]
    starts = [fixed & -fixed] if fixed else [part & -part, 1 << part.bit_length() - 1]
    cuts = []
    for start in starts:
        cells = start
        for _ in range(value):
            border = values.near(cells) & part & ~cells
            wanted = border & fixed or border
            cells |= wanted & -wanted
        cuts.append(absent(values, value, cells))
    return cuts


def _not_alone(values: Values, part: int) -> str:
    """A cut against a BIG set that is one region of an impossible size: it is less, or more, than this."""
    border = values.near(part) & ~part & values.admits[BIG]
    literals = [f"(not {values.symbol(x, BIG)})" for x in bits(part)]
    return disjunction(literals + [values.symbol(y, BIG) for y in bits(border)])
