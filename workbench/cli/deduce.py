"""``fillomino deduce``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import click

from fillomino.backtracking import Search
from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.deduction.premises import Kind
from fillomino.deduction.rating import Rating, rate
from fillomino.deduction.reason import NearbyReasoner, Reasoner, reasoner
from fillomino.deduction.rules import table
from fillomino.deduction.rules.table import beyond
from fillomino.errors import InputError, counted
from fillomino.puzzle import Filling
from fillomino.puzzle import Puzzle as PuzzleData
from fillomino.render.text import text
from workbench import Exit, worst
from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.options import typed_options
from workbench.cli.report import coloured, complain, reporter
from workbench.deduce.steps import (
    Backtracking,
    ExplainedStep,
    Further,
    backtracking,
    explained_steps,
    needed,
    write_pictures,
)
from workbench.deduce.steps import hint as next_number
from workbench.texts.inputs import Opened, Reading, filling_of, open_one, puzzle_of, sources

if TYPE_CHECKING:
    from workbench.deduce.mistakes import Mistakes
    from workbench.texts.rows import DeduceRow, RateRow


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
            report.line(_rating_row(opened.name, rating).to_line() if as_json else _line(opened.name, rating))
            report.advance()
    return worst(codes)


def _code(rating: Rating) -> int:
    if not rating.consistent:
        return Exit.NO
    return Exit.NO_ANSWER if rating.level is None else Exit.DONE


def _rating_row(name: str, rating: Rating) -> RateRow:
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


THESIS = "thesis"


@click.command(cls=Command)
@click.pass_context
@options.puzzles
@click.option(
    "--level",
    "-l",
    metavar="L|thesis",
    help="The rules S0 to SL; one beyond the last: a solver, too; thesis: its backtracking.  [all]",
)
@click.option("--steps", is_flag=True, help="Print every step.")
@click.option("--svg-steps", type=options.PATH, metavar="DIR", help="Draw every step, with an index.html.")
@click.option("--hint", is_flag=True, help="Print only the next number that can be filled in, and why.")
@click.option("--filling", metavar="FILLING", help="With --hint: your numbers so far, 0 for none.")
@click.option("--which", is_flag=True, help="With --filling: name your wrong numbers, if there are any.")
@click.option("--rate", is_flag=True, help="Rate how hard each puzzle is: hardest rule, work, score, depth.")
@options.seconds("--depth", least=0, help="With --rate: CPU seconds for the depth; 0 leaves it out.  [5]")
@options.seconds("--timeout", help="CPU seconds of the rules.  [no limit; 60 with --rate]")
@options.as_json
@options.reading
def command(
    context: click.Context,
    *,
    puzzles: tuple[str, ...],
    level: str | None,
    steps: bool,
    svg_steps: Path | None,
    hint: bool,
    filling: str | None,
    which: bool,
    rate: bool,
    depth: float | None,
    timeout: float | None,
    as_json: bool,
    reading: Reading,
) -> None:
    """Deduce without guessing, as a person does; print steps, hints, or how hard puzzles are.

    Each step is the nearest to the last number of those that an easy rule finds; a harder rule has its
    turn where the easier ones find nothing. A hint never builds on a mistake: of a wrong number in
    --filling you are told instead. --rate gives the hardest rule without which a puzzle can't be solved
    (9: beyond all), a score for puzzles of one size, and the depth, the guesses that backtracking had to
    make at once; --level thesis gives the trace of that search. The rules are listed in docs/deduction.md.

    \b
    Examples:
      fillomino deduce @first --hint
      fillomino deduce @hidden --steps --level 5
      fillomino deduce @ --rate

    Exit code 1 if there is no solution, or a number of --filling is wrong; 3 if time ran out.
    """
    if rate:
        if idle := typed_options(context, ("level", "steps", "svg_steps", "hint", "filling", "which")):
            raise InputError(f"{', '.join(idle)} is not for --rate: leave it out", code="option-conflict")
        seconds = 60.0 if "--timeout" not in typed_options(context, ("timeout",)) else timeout
        depths = 5.0 if "--depth" not in typed_options(context, ("depth",)) else depth
        raise click.exceptions.Exit(rate_all(puzzles, reading, seconds, depths, as_json=as_json))
    if depth is not None:
        raise InputError("--depth is a part of how hard a puzzle is: give --rate, too", code="missing-option")
    if len(puzzles) > 1:
        raise InputError(
            f"one puzzle is deduced at a time, not {len(puzzles)}; --rate takes several", code="bad-option"
        )
    if hint and steps:
        raise InputError(
            "--hint prints one number, --steps every step: leave out one of them", code="option-conflict"
        )
    if filling is not None and not hint:
        raise InputError(
            "--filling holds the numbers that a hint goes on from: give --hint, too", code="missing-option"
        )
    if which and filling is None:
        raise InputError(
            "--which names wrong numbers of yours: give them with --filling", code="missing-option"
        )
    if level == THESIS and hint:
        raise InputError("--hint never guesses: leave out --level thesis", code="option-conflict")
    digits = level if level and level.isdecimal() else "-1"
    highest = {None: table.hardest(), THESIS: None}.get(level, int(digits))
    if highest is not None and not 0 <= highest <= table.beyond():
        raise InputError(f"--level is 0 to {table.beyond()}, or {THESIS}, not {level}", code="unknown-level")
    _deduce(
        puzzles[0],
        reading,
        highest,
        svg_steps,
        filling,
        timeout,
        steps=steps,
        hint=hint,
        which=which,
        as_json=as_json,
    )


def _deduce(
    puzzle: str,
    reading: Reading,
    level: int | None,
    svg_steps: Path | None,
    filling: str | None,
    timeout: float | None,
    *,
    steps: bool,
    hint: bool,
    which: bool,
    as_json: bool,
) -> None:
    """Deduce, and print what is known and what is left, the steps, or a hint; with no level, backtrack.

    Raises:
        Exit: with 1 if there is no solution or a number of the filling is wrong, 3 if time ran out.
    """
    until = None if timeout is None else process_time() + timeout
    opened = puzzle_of(puzzle, *reading)
    numbers: Filling = ()
    found: Mistakes | None = None
    given = opened.document.puzzle
    if filling is not None:
        from workbench.deduce.mistakes import SECONDS, mistakes, premises

        numbers = filling_of(filling, given.board)
        found = mistakes(given, numbers, min(timeout or SECONDS, SECONDS))
        if found is None:
            complain("it was not decided if your numbers are right: the hint builds on the clues alone")
        given = premises(given, numbers, found)
    wrong = found.cells if found else ()
    try:
        # Half a second at the least, which does for any board that a person solves.
        with interrupted_at(None if until is None else max(until, process_time() + 0.5)):
            reasoning = reasoner(given, level or 0, NearbyReasoner)
    except OutOfTimeError:
        complain(f"{opened.name}: {timeout:g} s of CPU time were used up before the first step")
        raise click.exceptions.Exit(Exit.NO_ANSWER) from None
    left = None if until is None else max(0.0, until - process_time())
    further = None if level is None else _further(given, level, left)
    outcome: Reasoner | Backtracking = reasoning
    listed: list[ExplainedStep] = []
    if level is None:
        outcome, listed = backtracking(given, left)
    elif wrong:
        pass
    elif hint:
        listed = needed(next_number(reasoning, left, further, numbers))
    else:
        listed = list(explained_steps(reasoning, left, further))
    if svg_steps is not None:
        write_pictures(given, listed, svg_steps)
    if as_json:
        row = _row(opened, outcome, listed)
        if steps or hint:
            row.steps = [explained.to_json(given.board.names) for explained in listed]
        if filling is not None:
            row.mistake = None if found is None else bool(wrong)
        if which:
            row.wrong = [given.board.names[cell] for cell in wrong]
        click.echo(row.to_line())
    elif found and wrong:
        named = ", ".join(f"{given.board.names[cell]} = {numbers[cell]}" for cell in wrong)
        heading = "Wrong" if found.each else "These can't all be right"
        click.echo(f"{heading}: {named}." if which else "A number of yours is wrong; --which names it.")
    elif hint:
        click.echo(_hint(outcome, listed))
    else:
        for number, explained in enumerate(listed if steps else (), start=1):
            click.echo(f"{number:>3}. {explained.sentence}")
        click.echo(_outcome(opened, outcome, listed), nl=False)
    if wrong or not outcome.consistent:
        raise click.exceptions.Exit(Exit.NO)
    fixed = hint and listed and listed[-1].step.kind is Kind.FIX
    if not (fixed or outcome.finished or outcome.solved):
        raise click.exceptions.Exit(Exit.NO_ANSWER)


def _further(puzzle: PuzzleData, level: int, seconds: float | None) -> Further | None:
    """Return the step where the rules up to a level end; there is none below the highest level."""
    if level < table.beyond():
        return None
    from drivers.limits import Limits
    from drivers.solvers import find
    from workbench.explain.forced import Forced

    return Forced(puzzle, find(options.FIRST), Limits(seconds=seconds))


def _hardest(listed: list[ExplainedStep]) -> int:
    steps = (explained.step for explained in listed)
    return max((table.level(step.rule) for step in steps if step.kind is not Kind.GUESS), default=0)


def _row(opened: Opened, reasoning: Reasoner | Backtracking, listed: list[ExplainedStep]) -> DeduceRow:
    from workbench.texts.rows import DeduceRow

    left = reasoning.candidates()
    names = opened.document.puzzle.board.names
    row = DeduceRow(
        puzzle=opened.name,
        consistent=reasoning.consistent,
        solved=reasoning.solved,
        finished=reasoning.finished,
        level=_hardest(listed),
        candidates={name: left.numbers(cell) for cell, name in enumerate(names)},
    )
    if search := _search(reasoning):
        row.guesses, row.depth = search.nodes, search.depth
    return row


def _search(reasoning: Reasoner | Backtracking) -> Search | None:
    """Return the search of backtracking; ``None`` where nothing was guessed."""
    return getattr(reasoning, "search", None)


def _hint(reasoning: Reasoner | Backtracking, listed: list[ExplainedStep]) -> str:
    """The steps to the next number, and the reason where they lead to none."""
    sentences = [explained.sentence for explained in listed]
    if not reasoning.consistent:
        sentences[-1:] = [_contradiction(listed)]
    elif not listed or listed[-1].step.kind is not Kind.FIX:
        stuck = "The rules find no more." if reasoning.finished else "Time ran out."
        sentences.append("Every cell is filled." if reasoning.solved else stuck)
    return "\n".join(sentences)


def _contradiction(listed: list[ExplainedStep]) -> str:
    return f"no solution: {listed[-1].sentence if listed else 'The clues contradict each other.'}"


def _outcome(opened: Opened, reasoning: Reasoner | Backtracking, listed: list[ExplainedStep]) -> str:
    puzzle = opened.document.puzzle
    if not reasoning.consistent:
        return f"{_contradiction(listed)}\n"
    left = reasoning.candidates()
    drawn = text(puzzle, left.filling(), colour=coloured())
    count = counted(len(listed), "step")
    if search := _search(reasoning):
        end = "solved" if reasoning.solved else "time ran out"
        return (
            f"{drawn}{end} with {counted(search.nodes, 'guess', 'guesses')}, depth {search.depth} ({count})\n"
        )
    if reasoning.solved:
        return f"{drawn}solved without a guess, by S0 to S{_hardest(listed)} ({count})\n"
    open_cells = [cell for cell, number in enumerate(left.filling()) if not number]
    numbers = [f"  {puzzle.board.names[cell]}: {_spans(left.masks[cell])}\n" for cell in open_cells]
    end = "the rules find no more" if reasoning.finished else "time ran out"
    cells = f"{counted(len(open_cells), 'cell')} {'is' if len(open_cells) == 1 else 'are'}"
    return f"{drawn}{end} after {count}; {cells} left open:\n{''.join(numbers)}"


def _spans(numbers: int) -> str:
    """``1 3-6`` for the bits 1, 3, 4, 5, 6."""
    parts: list[str] = []
    first = 0
    while numbers:
        skipped = (numbers & -numbers).bit_length() - 1
        numbers >>= skipped
        first += skipped
        length = (~numbers & numbers + 1).bit_length() - 1  # of the ones at the end
        last = first + length - 1
        parts += [f"{first}-{last}"] if length > 2 else map(str, range(first, last + 1))
        numbers >>= length
        first += length
    return " ".join(parts)
