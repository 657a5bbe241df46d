"""Audits of Fillomino, by what of the usual scope is different."""

from __future__ import annotations

from drivers.limits import Limits
from fillomino.board import Board
from fillomino.deduction.levels import Level
from fillomino.puzzle import Puzzle
from workbench.audit.sweep import Counterexample, Scope
from workbench.fillomino.audit_course import EVERY_UP_TO, SAMPLED_UP_TO, FillominoCourse


def scope_of(
    every: int = EVERY_UP_TO,
    sampled: int = SAMPLED_UP_TO,
    boards: tuple[tuple[str, Board], ...] | None = None,
    level: Level = Level.NONE,
    limits: Limits | None = None,
) -> Scope:
    return Scope(FillominoCourse(every, sampled, boards), level, limits or Limits())


def puzzle_of(wrong: Counterexample) -> Puzzle:
    assert isinstance(wrong.puzzle, Puzzle)
    return wrong.puzzle
