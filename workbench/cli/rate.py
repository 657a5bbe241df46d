"""``fillomino rate``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.report import complain, reporter

if TYPE_CHECKING:
    from fillomino.deduction.rating import Rating
    from workbench.rows import RateRow, UnreadRow


@click.command(cls=Command)
@options.puzzles
@options.basic
@options.checkered
@options.seconds("--timeout", default=60.0, help="CPU seconds per puzzle for the rules.")
@options.seconds("--depth", default=5.0, least=0, help="CPU seconds for the depth; 0 leaves it out.")
@options.as_json
@options.from_
def command(
    *,
    puzzles: tuple[str, ...],
    basic: bool,
    checkered: bool,
    timeout: float | None,
    depth: float | None,
    as_json: bool,
    from_: str | None,
) -> None:
    """Rate how hard puzzles are: the hardest rule needed, the work, and a score.

    The level is that of the hardest rule of `fillomino deduce` without which the puzzle can't be
    solved; 9 means that all rules leave cells open. The score adds up the steps, rules counting more
    that persons come to later: it orders puzzles of one size. The depth, the measure of the thesis, is
    how many guesses backtracking with three simple strategies had to make at once.

    \b
    Examples:
      fillomino rate examples/first.txt
      fillomino rate examples --json --depth 0

    With --json each puzzle gives one line with the keys puzzle, level, score, steps (by rule), open,
    consistent, depth, seconds and error.
    """
    from fillomino.deduction.rating import rate
    from fillomino.errors import InputError
    from workbench.inputs import Variants, open_one, sources
    from workbench.methods.result import Exit, worst

    found = sources(puzzles)
    codes = []
    with reporter(found) as report:
        for source in found:
            try:
                opened = open_one(source, from_, Variants(checkered, basic))
            except InputError as error:
                codes.append(Exit.BAD_INPUT)
                complain(str(error))
                if as_json:
                    unread: UnreadRow = {"puzzle": source.name, "error": str(error)}
                    report.line(json.dumps(unread))
                report.advance()
                continue
            rating = rate(opened.document.puzzle, seconds=timeout, depth_seconds=depth)
            codes.append(_code(rating))
            report.line(json.dumps(_row(opened.name, rating)) if as_json else _line(opened.name, rating))
            report.advance()
    raise click.exceptions.Exit(worst(codes))


def _code(rating: Rating) -> int:
    from workbench.methods.result import Exit

    if not rating.consistent:
        return Exit.NO
    return Exit.NO_ANSWER if rating.level is None else Exit.DONE


def _row(name: str, rating: Rating) -> RateRow:
    from fillomino.deduction.rules import table

    return {
        "puzzle": name,
        "level": rating.level,
        "score": rating.score,
        "steps": {table.label(rule): count for rule, count in rating.steps.items()},
        "open": rating.open_cells,
        "consistent": rating.consistent,
        "depth": rating.depth,
        "seconds": round(rating.seconds, 6),
        "error": None,
    }


def _line(name: str, rating: Rating) -> str:
    from fillomino.deduction.rules import table
    from fillomino.deduction.rules.table import beyond

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
