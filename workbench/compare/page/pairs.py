"""The tables of the report about pairs of methods: every pair's verdict, and the puzzles that stand out."""

from __future__ import annotations

import math
from itertools import combinations
from statistics import median

from workbench.compare.page.marks import Floors, too_quick
from workbench.compare.page.sheet import Cell, Sheet
from workbench.compare.statistics import FEWEST, FLOOR, SURE, Ratio, Table, ratio
from workbench.compare.table import percent

MOST = 5
"""So many outliers are named for each pair."""

FAR = 3.0
"""Times the median absolute deviation (scaled to that of a normal distribution) from which a ratio is far."""


def pairs(table: Table, floors: Floors) -> Sheet | None:
    """Every pair, with its verdict; ``None`` with one method."""
    rows: list[tuple[Cell, ...]] = []
    for first, second in combinations(table.scores, 2):
        its = ratio(table, first, second, floors)
        shares = (
            percent(share) if share is not None else None for share in (its.first_faster, its.second_faster)
        )
        rows.append(
            (
                first, second, _verdict(its, first, second), its.mean, its.low, its.high, *shares,
                None if its.wilcoxon is None else f"{its.wilcoxon:.2g}", its.puzzles, its.orders,
                its.quick, its.only_first, its.only_second,
            )
        )  # fmt: skip
    if not rows:
        return None
    return Sheet(
        "pairs",
        "Pairs",
        "How many times as long the first takes as the second: the geometric mean of PAR-2 times over the "
        "puzzles that at least one answered, with a 95 % interval. Puzzles are drawn anew, their orders and "
        f"seeds within them (hierarchical bootstrap); a method is faster if it is so in {100 * SURE:g} % of "
        "the resamplings. Wilcoxon is the two-sided p-value of the signed-rank test over puzzles. Times "
        "below 1 ms count as 1 ms; too quick are instances of which both runs show little but the solvers' "
        "start.",
        (
            "first", "second", "verdict", "ratio", "from", "to", "first faster", "second faster",
            "Wilcoxon p", "puzzles", "orders", "too quick", "only first answered", "only second answered",
        ),
        tuple(rows),
    )  # fmt: skip


def _verdict(its: Ratio, first: str, second: str) -> str:
    if its.first_faster is None:
        return f"too few puzzles (of {FEWEST})"
    return {"first": f"{first} is faster", "second": f"{second} is faster", None: "not decided"}[its.faster]


def outliers(table: Table, floors: Floors) -> Sheet | None:
    """The runs whose ratio is far from the median ratio of their pair; ``None`` if there are none."""
    rows: list[tuple[Cell, ...]] = []
    for first, second in combinations(table.scores, 2):
        both = []
        for instance, a in table.scores[first].items():
            b = table.scores[second].get(instance)
            if b is None or (a.seconds is None and b.seconds is None):
                continue
            if (
                a.par2 is None
                or b.par2 is None
                or too_quick(first, a, floors)
                or too_quick(second, b, floors)
            ):
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
