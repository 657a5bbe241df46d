"""``fillomino rate``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fillomino.deduction.rules import registry
from fillomino.errors import InputError
from labs.deduce.rating import Rating, rate
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, unread_line
from workbench.cli.options import seconds
from workbench.cli.output import reporter, tell_error, worst
from workbench.texts.inputs import open_one, sources

if TYPE_CHECKING:
    from labs.deduce.rows import RateRow


class Rate(Command):
    """Rate how hard puzzles are: hardest rule, work, score, depth.

    The level is that of the hardest rule without which a puzzle can't be solved (9: beyond all); the score
    compares puzzles of one size; the depth is the number of guesses that backtracking had to make at once.
    More: docs/labs/deduce/deduce.md.

    \b
    Examples:
      fillomino rate @
      fillomino rate @hidden --json --depth 0

    Exit code 1 if there is no solution; 3 if time ran out.
    """

    puzzles = options.puzzles
    depth = seconds("CPU seconds for the depth; 0 leaves it out.", least=0, default=5)
    timeout = seconds("CPU seconds of the rules.", default=60)
    as_json = options.as_json
    reading = options.reading

    def run(self) -> int:
        """Rate the puzzles, and print a line for each."""
        named = sources(self.puzzles)
        codes = []
        with reporter(named) as report:
            for source in named:
                try:
                    opened = open_one(source, self.reading)
                    puzzle = opened.fillomino("rate").puzzle
                except InputError as error:
                    codes.append(Exit.BAD_INPUT)
                    tell_error(error)
                    if self.as_json:
                        report.line(unread_line(source.name, str(error), error.code))
                else:
                    rating = rate(puzzle, seconds=self.timeout, depth_seconds=self.depth)
                    codes.append(_code(rating))
                    row = _row(opened.name, rating).to_line() if self.as_json else _line(opened.name, rating)
                    report.line(row)
                report.advance()
        return worst(codes)


def _code(rating: Rating) -> int:
    if not rating.consistent:
        return Exit.NO
    return Exit.NO_ANSWER if rating.level is None else Exit.DONE


def _row(name: str, rating: Rating) -> RateRow:
    from labs.deduce.rows import RateRow

    return RateRow(
        puzzle=name,
        level=rating.level,
        score=rating.score,
        steps={registry.label(rule): count for rule, count in rating.steps.items()},
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
        ", ".join(f"{count} {registry.label(rule)}" for rule, count in rating.steps.items() if count)
        or "no steps"
    )
    if rating.level is None:
        level = f"not rated within the time, {rating.open_cells} cells open"
    elif rating.level == registry.beyond():
        level = f"level {rating.level} (beyond all rules, {rating.open_cells} cells open)"
    else:
        level = f"level {rating.level} ({registry.levels()[rating.level].title})"
    depth = "" if rating.depth is None else f", depth {rating.depth}"
    return f"{name}: {level}, score {rating.score}{depth}; {work}"
