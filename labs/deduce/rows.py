"""The rows that `deduce`, `hint` and `rate` print with ``--json``."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from workbench.texts.rows import PuzzleName, Row, StepRow, Steps, UnreadRow, key


class DeduceRow(Row, kw_only=True):
    """A puzzle, and what deduction came to."""

    puzzle: PuzzleName
    consistent: Annotated[bool, key("false if it has no solution")]
    solved: Annotated[bool, key("whether every cell is decided")]
    finished: Annotated[bool, key("whether no rule applies any more; false if time ran out")]
    level: Annotated[int, key("level of the hardest rule that was used")]
    candidates: Annotated[dict[str, list[int]], key("the numbers left for each cell")]
    steps: Annotated[list[StepRow] | UnsetType, key("with `--steps`, and of `hint`: the steps")] = UNSET
    mistake: Annotated[
        bool | UnsetType | None,
        key("of `hint` with FILLING: whether a number of it is wrong; `null` if not decided"),
    ] = UNSET
    wrong: Annotated[list[str] | UnsetType, key("of `hint --which`: names of the cells that are wrong")] = (
        UNSET
    )
    guesses: Annotated[int | UnsetType, key("with `--level thesis`: the number of guesses")] = UNSET
    depth: Annotated[int | UnsetType, key("with `--level thesis`: how many of them stood at once")] = UNSET


class RateRow(Row, kw_only=True):
    """A rating of a puzzle."""

    puzzle: PuzzleName
    level: Annotated[int | None, key("level of the hardest rule needed; `null` if not rated")]
    score: Annotated[int, key("sum of the steps, each by the weight of its rule")]
    steps: Steps
    open: Annotated[int, key("number of cells that the rules leave open")]
    consistent: Annotated[bool, key("false if it has no solution")]
    depth: Annotated[int | None, key("greatest number of guesses of backtracking; `null` if not known")]
    seconds: Annotated[float, key("CPU seconds, without those for the depth")]
    error: Annotated[None, key("there is none")]


KINDS = {"deduce": (DeduceRow,), "hint": (DeduceRow,), "rate": (RateRow, UnreadRow)}
"""The kinds of rows of each command."""
