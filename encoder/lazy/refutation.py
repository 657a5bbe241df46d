"""The lazy method: what it asserts first, and the cuts it learns from wrong answers and near fillings.

The base asserts little: one value each, growth, small regions. A model of it is a grid whose
connected sets of equal values may be too small or too large; for each of these a cut is
added that the model breaks and that every filling keeps, and the solver is asked again.

Why verdicts are complete. Every filling gives a model of the base and of all cuts, so
*unsat* means that there is no (other) filling. Beyond the cap, BIG stands for every number
at once: a connected set of BIG cells with fewer than 2 cap + 3 cells has no room for two
neighbouring regions of different sizes above the cap, so it is one region and the values
determine the filling. A larger set may also be parted otherwise, which `Verdict.cap` reports:
whoever looks for other fillings must ask again with a cap so high.

Asked for another filling, a solver answers with the known one changed in one place, mostly a region that gave
up a cell or took one too many. Each such answer would cost a round; the cuts against all of them are few.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from encoder.parts.cut_clauses import LAZY, Cut, Options, first_of, leaves, widened
from encoder.parts.values import BIG, Values
from encoder.parts.variants import CLUED
from fillomino.graph import CellSet, bits, components, components_touching, grown
from fillomino.puzzle import Filling
from fillomino.record import Record
from smtlib.script import Family, disjunction

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


class Verdict(Record):
    """The verdict on a model of the base and the cuts so far.

    Attributes:
        cuts: clauses that it breaks and every filling keeps; none exactly if it is a filling.
        filling: the filling it stands for, if it is one.
        cap: a cap at which the values determine the filling; the present one if they do.
        wrong: for each value the cells of its sets against which there is a cut.
    """

    cuts: tuple[Cut, ...]
    filling: Filling | None
    cap: int
    wrong: Mapping[int, CellSet] = MappingProxyType({})


def judge(values: Values, held: Mapping[int, CellSet], look: Mapping[int, CellSet] | None = None) -> Verdict:
    """Find what is wrong with a model.

    Args:
        values: the board.
        held: for each value the cells that hold it, the fixed cells of `values` among them.
        look: for each value the cells in or beside which its sets may be wrong; everywhere, if not given.
    """
    near, cap = values.near, values.cap
    cuts: list[Cut] = []
    wrong: dict[int, CellSet] = {}
    clued = values.clued
    big_regions = []
    for value, cells in held.items():
        if not cells:
            continue
        parts = (
            components(near, cells)
            if look is None or value == BIG
            else components_touching(near, cells, look[value])
        )
        for part in parts:
            against = cuts_against(values, clued, value, part, cells)
            if against:
                wrong[value] = wrong.get(value, 0) | part
                cuts += against
            elif value == BIG:
                size = part.bit_count()
                big_regions.append((part, size))
                cap = max(cap, size // 2) if size >= 2 * values.cap + 3 else cap
    if not cuts:
        for part, size in big_regions:
            if not all(values.stands_for(x, BIG, size) for x in bits(part)):
                # As one region it is impossible; too small to be two, it is cut off as it stands.
                if size < 2 * values.cap + 3:
                    cuts.append(Cut(BIG, tuple(bits(part)), tuple(bits(near(part) & ~part))))
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


def cuts_against(options: Options, clued: CellSet, value: int, part: CellSet, held: CellSet) -> list[Cut]:
    """Return the cuts that a connected set of cells with one value breaks; none where it may be a region.

    Args:
        options: what cells may hold.
        clued: the cells of which every region holds one.
        value: the value.
        part: the set.
        held: all cells that hold the value.
    """
    size, cuts = part.bit_count(), list[Cut | None]()
    if not part & clued:
        # Every region of a basic puzzle holds a clue, so one that meets this set leaves it.
        cuts = [leaves(options, value, part, part.bit_length() - 1)]
    elif size < options.least(value):
        cuts = _too_small(options, value, part, held)
    elif value not in (BIG, size):
        # From two ends of it, one cell too many is not all the value.
        fixed = part & options.fixed[value]
        for start in [fixed & -fixed] if fixed else [part & -part, 1 << part.bit_length() - 1]:
            cells = grown(options.near, start, part, value + 1, fixed)
            cuts.append(Cut(value, tuple(bits(cells))))
    return [cut for cut in cuts if cut is not None]


def other_than(values: Values, filling: Filling) -> str:
    """Return the blocking clause of a filling, in its values."""
    return disjunction([f"(not {symbol})" for symbol in held_symbols(values, filling)])


def held_symbols(values: Values, filling: Filling) -> list[str]:
    """Return the variables that a filling makes true."""
    return [
        values.symbol(x, values.value(x, number)) for x, number in enumerate(filling) if not values.known[x]
    ]


def _too_small(options: Options, value: int, part: CellSet, held: CellSet) -> list[Cut | None]:
    """Cuts against a set with too few cells: some cell on the border of it holds the value, too.

    The set is widened as far as it stays too small. The same is asserted of the set with any one cell of its
    border, if that is too small, and of every other value that needs more cells than the set has: it spares
    the answers that only add the next cell, or put the next number in the same place.
    """
    size, least = part.bit_count(), options.least(value)
    cells = widened(options, value, part, held, least - 1)
    fixed = part & options.fixed[value]
    premise = first_of(part, fixed)
    cuts = [leaves(options, value, cells, premise)]
    if size + 1 < least:
        border = options.near(part) & ~part & options.admits[value]
        cuts += [leaves(options, value, part | 1 << y, premise) for y in bits(border)]
    if not fixed:
        for other in options.held_by(premise):
            if other != value and options.least(other) > size:
                cuts.append(leaves(options, other, part, premise))
    return cuts


def near_fillings(options: Options, held: Mapping[int, CellSet]) -> Iterator[Cut]:
    """Yield cuts that any filling keeps, and that the given one with a cell of a region changed may break.

    Args:
        options: what cells may hold.
        held: for each value the cells that hold it in the filling.
    """
    near = options.near
    for value, cells in held.items():
        admits, fixed = options.admits.get(value, 0), options.fixed.get(value, 0)
        for region in components(near, cells & admits):
            if not region & ~fixed:
                continue
            for x in bits(region & ~fixed):  # what is left of it without a cell is too small, so it goes on
                for part in components(near, region ^ 1 << x):
                    if part.bit_count() < options.least(value):
                        cut = leaves(options, value, part, first_of(part, fixed))
                        if cut is not None:
                            yield cut
            if value != BIG:
                border = near(region) & admits & ~region
                yield from (Cut(value, tuple(bits(region | 1 << y))) for y in bits(border))
