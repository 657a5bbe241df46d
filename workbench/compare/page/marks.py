"""Marks of runs whose times mean less than they seem to: disturbed ones, and those too quick to measure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from workbench.compare.statistics import FLOORS, Score

Floors: TypeAlias = Mapping[str, float]
"""For a method, by its label, the seconds it takes for a trivial script, where that was measured."""


def too_quick(method: str, score: Score, floors: Floors) -> bool:
    """Return whether a run of a method answered in less than `FLOORS` times its floor."""
    return score.seconds is not None and score.seconds < FLOORS * floors.get(method, 0.0)


def marked(method: str, scores: Iterable[Score], floors: Floors) -> tuple[int, int]:
    """The numbers of disturbed runs and of runs that were too quick."""
    its = list(scores)
    return sum(score.row.disturbed for score in its), sum(too_quick(method, score, floors) for score in its)
