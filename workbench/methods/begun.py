"""A solve that has begun: deduction has done its part, and no solver was asked yet."""

from __future__ import annotations

from time import process_time
from typing import NamedTuple

from fillomino.clock import Stopwatch, interrupted_at
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.puzzle import Puzzle
from workbench.methods.deduced import Deduced, deduced
from workbench.methods.question import Question

DEDUCTION_SECONDS = 5.0
"""Deduction stops after so many seconds of CPU; what it has found by then holds."""


class Begun(NamedTuple):
    """What is known before a solver is asked.

    Attributes:
        candidates: what deduction has left.
        work: what deduction did.
        watch: counts the phases.
        started: when it began, by our own CPU time (`time.process_time`).
    """

    candidates: Candidates
    work: Deduced
    watch: Stopwatch
    started: float


def begin(level: Level, puzzle: Puzzle, question: Question, watch: Stopwatch) -> Begun:
    """Deduce as much as a level says.

    Raises:
        OutOfTimeError: if our CPU time is up.
    """
    started = process_time()
    until = None if question.seconds is None else started + question.seconds
    with watch.phase("deduce"), interrupted_at(until):
        candidates = deduce(puzzle, level, seconds=DEDUCTION_SECONDS)
        return Begun(candidates, deduced(level, candidates), watch, started)
