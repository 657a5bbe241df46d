"""How hard puzzles are, for ``fillomino deduce --rate``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fillomino.deduction.rating import Rating, rate
from fillomino.deduction.rules import table
from fillomino.deduction.rules.table import beyond
from fillomino.errors import InputError
from workbench.cli.report import complain, reporter
from workbench.methods.exits import Exit, worst
from workbench.texts.inputs import Reading, open_one, sources

if TYPE_CHECKING:
    from workbench.texts.rows import RateRow


def rate_all(
    puzzles: Sequence[str], reading: Reading, timeout: float | None, depth: float | None, *, as_json: bool
) -> int:
    """Rate puzzles, and print a line for each.

    Args:
        puzzles: their names.
        reading: how to read them.
        timeout: CPU seconds for the rules, ``None`` for no limit.
        depth: CPU seconds for the depth; 0 leaves it out.
        as_json: whether to print rows of JSON.

    Returns:
        The exit code.
    """
    named = sources(puzzles)
    codes = []
    with reporter(named) as report:
        for source in named:
            try:
                opened = open_one(source, *reading)
            except InputError as error:
                codes.append(Exit.BAD_INPUT)
                complain(str(error))
                if as_json:
                    from workbench.texts.rows import UnreadRow

                    unread = UnreadRow(puzzle=source.name, error=str(error), code=error.code)
                    report.line(unread.to_line())
                report.advance()
                continue
            rating = rate(opened.document.puzzle, seconds=timeout, depth_seconds=depth)
            codes.append(_code(rating))
            report.line(_row(opened.name, rating).to_line() if as_json else _line(opened.name, rating))
            report.advance()
    return worst(codes)


def _code(rating: Rating) -> int:
    if not rating.consistent:
        return Exit.NO
    return Exit.NO_ANSWER if rating.level is None else Exit.DONE


def _row(name: str, rating: Rating) -> RateRow:
    from workbench.texts.rows import RateRow

    return RateRow(
        puzzle=name,
        level=rating.level,
        score=rating.score,
        steps={table.label(rule): count for rule, count in rating.steps.items()},
        open=rating.open_cells,
        consistent=rating.consistent,
        depth=rating.depth,
        seconds=round(rating.seconds, 6),
        error=None,
    )


def _line(name: str, rating: Rating) -> str:
    if not rating.consistent:
        return f"{name}: no solution"
    work = (
        ", ".join(f"{count} {table.label(rule)}" for rule, count in rating.steps.items() if count)
        or "no steps"
    )
    if rating.level is None:
        level = f"not rated within the time, {rating.open_cells} cells open"
    elif rating.level == beyond():
        level = f"level {rating.level} (beyond all rules, {rating.open_cells} cells open)"
    else:
        level = f"level {rating.level} ({table.levels()[rating.level].title})"
    depth = "" if rating.depth is None else f", depth {rating.depth}"
    return f"{name}: {level}, score {rating.score}{depth}; {work}"
