"""Marks of runs whose times say less than they seem to: disturbed ones, and those too quick to measure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from workbench.compare.statistics import Score

Floors: TypeAlias = Mapping[str, float]
"""For a solver, as rows call it, the seconds it takes for a trivial script."""

FLOORS = 5
"""A run below so many floors is too quick: its time is mostly that of starting the solver."""


def too_quick(score: Score, floors: Floors) -> bool:
    """Whether a run answered in less than five floors of its solver."""
    floor = floors.get(score.row.solver or "")
    return floor is not None and score.seconds is not None and score.seconds < FLOORS * floor


def marked(scores: Iterable[Score], floors: Floors) -> tuple[int, int]:
    """The numbers of disturbed runs and of runs that were too quick."""
    its = list(scores)
    return sum(score.row.disturbed for score in its), sum(too_quick(score, floors) for score in its)
