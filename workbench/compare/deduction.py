"""A method: the rules of deduction alone. They solve a puzzle, or leave it open; there is no solver."""

from __future__ import annotations

import time
from dataclasses import dataclass

from drivers.answer import Usage
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from workbench.compare.method import Facts, Question
from workbench.result import Result, Status


@dataclass(frozen=True, slots=True)
class DeductionMethod:
    """All rules; what they find is the only filling there is, so `Question.unique` costs nothing."""

    @property
    def name(self) -> str:
        """There is only one."""
        return "deduction"

    def facts(self) -> Facts:
        """See `Method`."""
        return Facts(deduce="full")

    def run(self, name: str, puzzle: Puzzle, seed: int, question: Question) -> Result:
        """See `Method`."""
        del seed  # nothing here is left to chance
        cpu, wall = time.process_time(), time.perf_counter()
        candidates = deduce(puzzle, Level.FULL, seconds=question.seconds)
        filling = candidates.filling()
        if not candidates.consistent or (0 not in filling and violations(puzzle, filling)):
            status = Status.UNSOLVABLE
        else:
            status = Status.UNKNOWN if 0 in filling else Status.SOLVED
        usage = Usage(time.perf_counter() - wall, time.process_time() - cpu, None)
        solved = status is Status.SOLVED
        return Result(
            puzzle=name,
            status=status,
            fillings=(filling,) if solved else (),
            unique=True if solved else None,
            complete=status is not Status.UNKNOWN,
            encoding="",
            solver="",
            version=None,
            usage=usage,
            ended=Status.UNSOLVABLE if solved else status,
            error="the rules leave cells open" if status is Status.UNKNOWN else None,
        )
