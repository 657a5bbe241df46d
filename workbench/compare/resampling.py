"""Confidence intervals and tests of means over puzzles: a hierarchical bootstrap, and the signed-rank test.

Runs of one puzzle are not independent of each other. So puzzles are resampled first (with replacement), then
the orders of each puzzle, then the seeds of each order (Davison and Hinkley, Bootstrap Methods and their
Application, 1997, section 3.8).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, TypeAlias

Values: TypeAlias = Mapping[str, Mapping[Any, Sequence[float]]]
"""A value for each seed, by puzzle and order (or another variant of the puzzle)."""

RESAMPLES = 1000
MOST_EXACT = 50
"""The greatest number of values for which the signed-rank test is exact."""

_SEED = 20250401  # so that the same file always gives the same report


def puzzle_means(values: Values) -> list[float]:
    """Return the mean of each puzzle over its orders, where an order counts as the mean of its seeds."""
    return [fmean(fmean(seeds) for seeds in orders.values()) for orders in values.values()]


def resampled_means(values: Values) -> list[float]:
    """Return the means over puzzles in `RESAMPLES` resamplings, in ascending order."""
    chance = random.Random(_SEED)  # noqa: S311 -- statistics, not secrets
    puzzles = [list(orders.values()) for orders in values.values()]
    size = len(puzzles)
    if all(len(orders) == len(orders[0]) == 1 for orders in puzzles):  # mostly; the same is drawn as below
        alone = [orders[0][0] for orders in puzzles]
        return sorted(math.fsum(chance.choices(alone, k=size)) / size for _ in range(RESAMPLES))
    return sorted(
        math.fsum(_resampled(orders, chance) for orders in chance.choices(puzzles, k=size)) / size
        for _ in range(RESAMPLES)
    )


def _resampled(orders: Sequence[Sequence[float]], chance: random.Random) -> float:
    """Return the mean of one puzzle with its orders, and the seeds of each, resampled."""
    count = len(orders)
    drawn = orders if count == 1 else chance.choices(orders, k=count)
    total = 0.0
    for seeds in drawn:
        total += seeds[0] if len(seeds) == 1 else math.fsum(chance.choices(seeds, k=len(seeds))) / len(seeds)
    return total / count


def wilcoxon(differences: Sequence[float]) -> float | None:
    """Return the two-sided p-value of Wilcoxon's signed-rank test: that differences lie evenly about 0.

    Zeros are left out, ties get their mean rank. Up to `MOST_EXACT` values the distribution is exact, ties
    included; for more, it is the normal approximation, corrected for ties and continuity.

    Returns:
        ``None`` if all differences are zero.
    """
    nonzero = [value for value in differences if value]
    if not nonzero:
        return None
    ranks = doubled_ranks([abs(value) for value in nonzero])
    positive = sum(rank for rank, value in zip(ranks, nonzero, strict=True) if value > 0)
    if len(nonzero) <= MOST_EXACT:
        return _exact(ranks, positive)
    centre = sum(ranks) / 2
    spread = math.sqrt(sum(rank * rank for rank in ranks)) / 2
    distance = max(abs(positive - centre) - 1, 0.0)  # 1, not 1/2: ranks are doubled
    return math.erfc(distance / spread / math.sqrt(2))


def doubled_ranks(sizes: Sequence[float]) -> list[int]:
    """Return twice the rank of each value, where equal values share their mean rank: whole numbers."""
    rank: dict[float, int] = {}
    before = 0
    for size, count in sorted(Counter(sizes).items()):
        rank[size] = 2 * before + count + 1
        before += count
    return [rank[size] for size in sizes]


def _exact(ranks: Sequence[int], positive: int) -> float:
    """Return the share of all choices of signs whose sum of ranks is as far out, by dynamic programming."""
    total = sum(ranks)
    ways = [1] + [0] * total
    reached = 0
    for rank in ranks:
        reached += rank
        for at in range(reached, rank - 1, -1):
            ways[at] += ways[at - rank]
    end = min(positive, total - positive)
    return min(1.0, sum(ways[: end + 1]) / float(2 ** (len(ranks) - 1)))
