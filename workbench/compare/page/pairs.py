"""The tables of the report about pairs of methods: every pair's verdict, and the puzzles that stand out."""

from __future__ import annotations

import math
from itertools import combinations
from statistics import median

from workbench.compare.page.marks import Floors, too_quick
from workbench.compare.page.sheet import Cell, Sheet
from workbench.compare.statistics import FLOOR, Ratio, Table, ratio

MOST = 5
"""So many outliers are named for each pair."""

FAR = 3.0
"""Times the median absolute deviation (scaled to that of a normal distribution) from which a ratio is far."""


def pairs(table: Table, _floors: Floors) -> Sheet | None:
    """Every pair, with its verdict; ``None`` with one method."""
    rows: list[tuple[Cell, ...]] = []
    for first, second in combinations(table.scores, 2):
        its = ratio(table, first, second)
        rows.append(
            (
                first, second, its.mean, its.low, its.high, _verdict(its, first, second), its.puzzles,
                its.only_first, its.only_second,
            )
        )  # fmt: skip
    if not rows:
        return None
    return Sheet(
        "pairs",
        "Pairs",
        "How many times as long the first takes as the second: the geometric mean of PAR-2 times over the "
        "puzzles that at least one answered, with a 95 % bootstrap interval. Times below 1 ms count as 1 ms. "
        "An interval that holds 1 shows no difference.",
        (
            "first", "second", "ratio", "from", "to", "verdict", "puzzles", "only first answered",
            "only second answered",
        ),
        tuple(rows),
    )  # fmt: skip


def _verdict(its: Ratio, first: str, second: str) -> str:
    if its.low is None or its.high is None or its.low <= 1 <= its.high:
        return "not decided"
    return f"{first if its.high < 1 else second} is faster"


def outliers(table: Table, floors: Floors) -> Sheet | None:
    """The runs whose ratio is far from the median ratio of their pair; ``None`` if there are none."""
    rows: list[tuple[Cell, ...]] = []
    for first, second in combinations(table.scores, 2):
        both = []
        for instance, a in table.scores[first].items():
            b = table.scores[second].get(instance)
            if b is None or (a.seconds is None and b.seconds is None):
                continue
            if a.par2 is None or b.par2 is None or too_quick(a, floors) or too_quick(b, floors):
                continue
            both.append((math.log(max(a.par2, FLOOR) / max(b.par2, FLOOR)), a, b))
        if len(both) < MOST:
            continue
        middle = median(log for log, _, _ in both)
        spread = 1.4826 * median(abs(log - middle) for log, _, _ in both)
        least = max(FAR * spread, math.log(2))
        far = sorted(
            (one for one in both if abs(one[0] - middle) > least), key=lambda one: -abs(one[0] - middle)
        )
        for log, a, b in far[:MOST]:
            times = (s.row.status if s.seconds is None else s.seconds for s in (a, b))
            rows.append((a.row.puzzle, a.row.board, first, second, *times, math.exp(log), math.exp(middle)))
    if not rows:
        return None
    return Sheet(
        "outliers",
        "Outliers",
        f"For each pair the runs, {MOST} at most, whose ratio is farthest from the median ratio: by more "
        f"than {FAR:g} times the median absolute deviation, and by more than a factor of 2.",
        ("puzzle", "board", "first", "second", "seconds first", "seconds second", "ratio", "median ratio"),
        tuple(rows),
    )
