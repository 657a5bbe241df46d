"""``fillomino deduce``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from drivers.solvers import DEFAULT
from fillomino.deduction.rules import table
from fillomino.words import counted
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.report import coloured, complain

if TYPE_CHECKING:
    from fillomino.deduction.reason import Reasoner
    from fillomino.puzzle import Filling
    from fillomino.puzzle import Puzzle as PuzzleData
    from workbench.inputs import Opened
    from workbench.mistakes import Mistakes
    from workbench.rows import DeduceRow
    from workbench.steps import ExplainedStep, Further


@click.command(cls=Command)
@options.puzzle
@click.option(
    "--level",
    "-l",
    type=click.IntRange(min=0, max=table.beyond()),
    default=table.hardest(),
    metavar="L",
    help=f"Use the rules S0 to SL; {table.beyond()}: all, and a solver where they end.",
)
@click.option("--steps", is_flag=True, help="Print every step.")
@click.option("--hint", is_flag=True, help="Print only the next number that can be filled in, and why.")
@click.option(
    "--filling",
    metavar="FILLING",
    help="With --hint: your numbers so far, as `fillomino check` reads them, 0 for none.",
)
@click.option("--which", is_flag=True, help="With --filling: name your wrong numbers, if there are any.")
@click.option("--svg-steps", type=options.PATH, metavar="DIR", help="Draw every step, with an index.html.")
@options.basic
@options.checkered
@options.seconds("--timeout", help="CPU seconds; else no limit.")
@options.as_json
@options.from_
def command(
    *,
    puzzle: str,
    level: int,
    steps: bool,
    hint: bool,
    filling: str | None,
    which: bool,
    svg_steps: Path | None,
    basic: bool,
    checkered: bool,
    timeout: float | None,
    as_json: bool,
    from_: str | None,
) -> None:
    """Deduce without guessing, as a person does, and print what is known and what is left.

    Each step is the nearest to the last number of those that an easy rule finds; a harder rule has its
    turn where the easier ones find nothing. With --level {beyond}, where all rules end, a
    solver ({solver}) finds the next number: that of a cell for which a minimal set of known numbers leaves
    no other.

    \b
    Examples:
      fillomino deduce examples/first.txt
      fillomino deduce examples/first.txt --hint
      fillomino deduce examples/first.txt --hint --filling so-far.txt
      fillomino deduce examples/hidden.txt --steps --level 5
      fillomino deduce examples/twelve.txt --level {beyond} --steps
      fillomino deduce examples/first.txt --svg-steps steps/

    \b
    Rules:
      {rules}

    A hint never builds on a mistake: if a number of --filling is wrong, that is printed instead, and which
    one only with --which. If that is not decided in time, the hint builds on the clues alone.

    The exit code is 1 if the rules find that there is no solution, or if a number of --filling is wrong,
    and 3 if time ran out. With --json one line with the keys puzzle, consistent, solved, finished, level
    (of the hardest rule used), candidates (cell to numbers) and, with --steps or --hint, steps. With --hint
    all these are as of that step. With --filling also mistake (true, false, or null if not decided), and
    with --which also wrong (their cells).
    """
    from time import process_time

    from fillomino.clock import OutOfTimeError, interrupted_at
    from fillomino.deduction.nearby import NearbyReasoner
    from fillomino.deduction.reason import reasoner
    from fillomino.deduction.steps import Kind
    from fillomino.errors import InputError
    from workbench.inputs import Variants, puzzle_of
    from workbench.methods.result import Exit
    from workbench.steps import explained_steps, needed, write_pictures
    from workbench.steps import hint as next_number

    until = None if timeout is None else process_time() + timeout
    if hint and steps:
        raise InputError("--hint prints one number, --steps every step: leave out one of them")
    if filling is not None and not hint:
        raise InputError("--filling holds the numbers that a hint goes on from: give --hint, too")
    if which and filling is None:
        raise InputError("--which names wrong numbers of yours: give them with --filling")
    opened = puzzle_of(puzzle, from_, Variants(checkered, basic))
    numbers: Filling = ()
    found: Mistakes | None = None
    given = opened.document.puzzle
    if filling is not None:
        from workbench.mistakes import SECONDS, mistakes, premises

        numbers = _numbers(filling, given)
        found = mistakes(given, numbers, min(timeout or SECONDS, SECONDS))
        if found is None:
            complain("it was not decided if your numbers are right: the hint builds on the clues alone")
        given = premises(given, numbers, found)
    wrong = found.cells if found else ()
    try:
        # Half a second at the least, which does for any board that a person solves.
        with interrupted_at(None if until is None else max(until, process_time() + 0.5)):
            reasoning = reasoner(given, level, NearbyReasoner)
    except OutOfTimeError:
        complain(f"{opened.name}: {timeout:g} s of CPU time were used up before the first step")
        raise click.exceptions.Exit(Exit.NO_ANSWER) from None
    left = None if until is None else max(0.0, until - process_time())
    further = _further(given, level, left)
    if wrong:
        listed = []
    elif hint:
        listed = needed(next_number(reasoning, left, further, numbers))
    else:
        listed = list(explained_steps(reasoning, left, further))
    if svg_steps is not None:
        write_pictures(given, listed, svg_steps)
    if as_json:
        row = _row(opened, reasoning, listed)
        if steps or hint:
            row["steps"] = [one.to_json(given.board.names) for one in listed]
        if filling is not None:
            row["mistake"] = None if found is None else bool(wrong)
        if which:
            row["wrong"] = [given.board.names[cell] for cell in wrong]
        click.echo(json.dumps(row))
    elif found and wrong:
        named = ", ".join(f"{given.board.names[cell]} = {numbers[cell]}" for cell in wrong)
        heading = "Wrong" if found.each else "These can't all be right"
        click.echo(f"{heading}: {named}." if which else "A number of yours is wrong; --which names it.")
    elif hint:
        click.echo(_hint(reasoning, listed))
    else:
        for number, one in enumerate(listed if steps else (), start=1):
            click.echo(f"{number:>3}. {one.sentence}")
        click.echo(_outcome(opened, reasoning, listed), nl=False)
    if wrong or not reasoning.consistent:
        raise click.exceptions.Exit(Exit.NO)
    fixed = hint and listed and listed[-1].step.kind is Kind.FIX
    if not (fixed or reasoning.finished or reasoning.solved):
        raise click.exceptions.Exit(Exit.NO_ANSWER)


def _numbers(argument: str, puzzle: PuzzleData) -> Filling:
    from fillomino import formats
    from workbench.inputs import text_of

    content, name = text_of(argument)
    return formats.read_filling(content, puzzle.board, source=name)


def _further(puzzle: PuzzleData, level: int, seconds: float | None) -> Further | None:
    """Return the step where the rules up to a level end; there is none below the highest level."""
    if level < table.beyond():
        return None
    from drivers.limits import Limits
    from workbench.explain.forced import Forced

    return Forced(puzzle, DEFAULT, Limits(seconds=seconds))


def _rules() -> Iterator[str]:
    """Yield the lines of the list of rules."""
    width = max(len(rule.title) for rule in table.levels()) + 5
    for rule in table.levels():
        name = f"{table.label(rule.name)} {rule.title}"
        yield from wrap(rule.idea, 96, initial_indent=f"{name:<{width}}", subsequent_indent=" " * width)


command.help = (command.help or "").format(
    rules="\n      ".join(_rules()), beyond=table.beyond(), solver=DEFAULT.title
)


def _hardest(listed: list[ExplainedStep]) -> int:
    return max((table.level(one.step.rule) for one in listed), default=0)


def _row(opened: Opened, reasoning: Reasoner, listed: list[ExplainedStep]) -> DeduceRow:
    left = reasoning.candidates()
    names = opened.document.puzzle.board.names
    return {
        "puzzle": opened.name,
        "consistent": reasoning.consistent,
        "solved": reasoning.solved,
        "finished": reasoning.finished,
        "level": _hardest(listed),
        "candidates": {name: left.numbers(cell) for cell, name in enumerate(names)},
    }


def _hint(reasoning: Reasoner, listed: list[ExplainedStep]) -> str:
    """The steps to the next number, and the reason where they lead to none."""
    from fillomino.deduction.steps import Kind

    sentences = [one.sentence for one in listed]
    if not reasoning.consistent:
        sentences[-1:] = [_contradiction(listed)]
    elif not listed or listed[-1].step.kind is not Kind.FIX:
        stuck = "The rules find no more." if reasoning.finished else "Time ran out."
        sentences.append("Every cell is filled." if reasoning.solved else stuck)
    return "\n".join(sentences)


def _contradiction(listed: list[ExplainedStep]) -> str:
    return f"no solution: {listed[-1].sentence if listed else 'The clues contradict each other.'}"


def _outcome(opened: Opened, reasoning: Reasoner, listed: list[ExplainedStep]) -> str:
    from fillomino.render.text import text

    puzzle = opened.document.puzzle
    if not reasoning.consistent:
        return f"{_contradiction(listed)}\n"
    left = reasoning.candidates()
    drawn = text(puzzle, left.filling(), colour=coloured())
    count = counted(len(listed), "step")
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
