"""Confidence intervals and tests of means over puzzles: a hierarchical bootstrap, and the signed-rank test.

Runs of one puzzle are not independent of one another, so puzzles are drawn anew first (with replacement, as
many as there are); of each puzzle drawn its orders, and of each order its seeds (Davison and Hinkley,
Bootstrap Methods and their Application, 1997, section 3.8).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, TypeAlias

Values: TypeAlias = Mapping[str, Mapping[Any, Sequence[float]]]
"""By puzzle and order (or whatever else is one puzzle in another guise) a value for each seed."""

RESAMPLES = 1000
MOST_EXACT = 50
"""With more values the signed-rank test takes the normal approximation."""

_SEED = 20250401  # so that the same file always gives the same report


def puzzle_means(values: Values) -> list[float]:
    """The mean of each puzzle over its orders, each order being the mean of its seeds."""
    return [fmean(fmean(seeds) for seeds in orders.values()) for orders in values.values()]


def resampled_means(values: Values) -> list[float]:
    """Means over puzzles in `RESAMPLES` resamplings, in ascending order."""
    chance = random.Random(_SEED)  # noqa: S311 -- statistics, not secrets
    puzzles = [list(orders.values()) for orders in values.values()]
    size = len(puzzles)
    return sorted(
        math.fsum(_drawn(orders, chance) for orders in chance.choices(puzzles, k=size)) / size
        for _ in range(RESAMPLES)
    )


def _drawn(orders: Sequence[Sequence[float]], chance: random.Random) -> float:
    """The mean of one puzzle whose orders, and the seeds of each, are drawn anew."""
    count = len(orders)
    drawn = orders if count == 1 else chance.choices(orders, k=count)
    total = 0.0
    for seeds in drawn:
        total += seeds[0] if len(seeds) == 1 else math.fsum(chance.choices(seeds, k=len(seeds))) / len(seeds)
    return total / count


def wilcoxon(differences: Sequence[float]) -> float | None:
    """The two-sided p-value of Wilcoxon's signed-rank test: that differences lie evenly about 0.

    Zeros are left out, ties get their mean rank. Up to `MOST_EXACT` values the distribution is exact, ties
    included; beyond it is the normal approximation, corrected for ties and continuity.

    Returns:
        ``None`` if no difference is left.
    """
    left = [value for value in differences if value]
    if not left:
        return None
    ranks = doubled_ranks([abs(value) for value in left])
    positive = sum(rank for rank, value in zip(ranks, left, strict=True) if value > 0)
    if len(left) <= MOST_EXACT:
        return _exact(ranks, positive)
    centre = sum(ranks) / 2
    spread = math.sqrt(sum(rank * rank for rank in ranks)) / 2
    distance = max(abs(positive - centre) - 1, 0.0)  # ranks are doubled, and so is the half of continuity
    return math.erfc(distance / spread / math.sqrt(2))


def doubled_ranks(sizes: Sequence[float]) -> list[int]:
    """Twice the rank of each, the mean of theirs for those that are equal; so all are whole numbers."""
    rank: dict[float, int] = {}
    before = 0
    for size, count in sorted(Counter(sizes).items()):
        rank[size] = 2 * before + count + 1
        before += count
    return [rank[size] for size in sizes]


def _exact(ranks: Sequence[int], positive: int) -> float:
    """The share of all choices of signs whose sum of ranks is as far out, counted by dynamic programming."""
    total = sum(ranks)
    ways = [1] + [0] * total
    reached = 0
    for rank in ranks:
        reached += rank
        for at in range(reached, rank - 1, -1):
            ways[at] += ways[at - rank]
    end = min(positive, total - positive)
    return min(1.0, sum(ways[: end + 1]) / float(2 ** (len(ranks) - 1)))
