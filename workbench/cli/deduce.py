"""``fillomino deduce``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import Basic, Checkered, From, Json, Puzzle, seconds
from workbench.cli.report import coloured

if TYPE_CHECKING:
    from fillomino.deduction.reason import Reasoner
    from workbench.inputs import Opened
    from workbench.steps import Told


def command(
    puzzle: Puzzle,
    level: Annotated[
        int, typer.Option("--level", "-l", metavar="L", min=0, max=8, help="Use the rules S0 to SL.")
    ] = 8,
    steps: Annotated[bool, typer.Option("--steps", help="Tell every step.")] = False,
    hint: Annotated[
        bool, typer.Option("--hint", help="Tell only the next number that can be filled in, and why.")
    ] = False,
    svg_steps: Annotated[
        Path | None,
        typer.Option("--svg-steps", metavar="DIR", help="Draw every step, with an index.html."),
    ] = None,
    basic: Basic = False,
    checkered: Checkered = False,
    timeout: Annotated[float | None, seconds("CPU seconds; else no limit.")] = None,
    as_json: Json = False,
    from_: From = None,
) -> None:
    """Deduce without guessing, as a person does, and print what is known and what is left.

    The easiest rule that says something is taken each time.

    \b
    Rules:
      S0 naked single      a cell with one candidate left holds it
      S1 border and merge  complete regions are closed, groups must not grow too large
      S2 single exit       a group that can grow into one cell only takes it
      S3 room              where too few connected cells admit a number, none holds it
      S4 reach             a number must come from a group near enough, or have a region of its own
      S5 bottleneck        a group takes every cell it can't be completed without
      S6 completions       what all ways to complete a group have in common
      S7 cases of a cell   what follows whichever region holds a cell
      S8 look-ahead        a number that leads to a contradiction by S0 to S5 is not there

    \b
    Examples:
      fillomino deduce examples/first.txt
      fillomino deduce examples/first.txt --hint
      fillomino deduce examples/hidden.txt --steps --level 5
      fillomino deduce examples/first.txt --svg-steps steps/

    The exit code is 1 if the rules find that there is no filling, 3 if time ran out. With --json one
    line with the keys puzzle, consistent, solved, finished, level (of the hardest rule used), candidates
    (cell to numbers) and steps.
    """
    from fillomino.deduction.reason import reasoner
    from workbench.inputs import Variants, puzzle_of
    from workbench.result import Exit
    from workbench.steps import hint as next_number
    from workbench.steps import needed, told, write_pictures

    opened = puzzle_of(puzzle, from_, Variants(checkered, basic))
    given = opened.document.puzzle
    if hint:
        reasoning = None
        listed = needed(next_number(given, level, seconds=timeout))
    else:
        reasoning = reasoner(given, level)
        listed = list(told(reasoning, timeout))
    if svg_steps is not None:
        write_pictures(given, listed, svg_steps)
    if as_json:
        row: dict[str, object] = {"puzzle": opened.name}
        if reasoning is not None:
            row |= _row(opened, reasoning, listed)
        names = given.board.names
        if steps or hint:
            row["steps"] = [one.to_json(names) for one in listed]
        typer.echo(json.dumps(row))
    elif hint:
        typer.echo("\n".join(one.sentence for one in listed) or "The rules say no more.")
    else:
        assert reasoning is not None  # noqa: S101
        for number, one in enumerate(listed if steps else (), start=1):
            typer.echo(f"{number:>3}. {one.sentence}")
        typer.echo(_outcome(opened, reasoning, listed), nl=False)
    if reasoning is not None and not reasoning.consistent:
        raise typer.Exit(Exit.NO)
    if reasoning is not None and not reasoning.finished and not reasoning.solved:
        raise typer.Exit(Exit.NO_ANSWER)


def _hardest(listed: list[Told]) -> int:
    return max((one.step.rule for one in listed), default=0)


def _row(opened: Opened, reasoning: Reasoner, listed: list[Told]) -> dict[str, object]:
    left = reasoning.candidates()
    names = opened.document.puzzle.board.names
    return {
        "consistent": reasoning.consistent,
        "solved": reasoning.solved,
        "finished": reasoning.finished,
        "level": _hardest(listed),
        "candidates": {name: left.numbers(cell) for cell, name in enumerate(names)},
    }


def _outcome(opened: Opened, reasoning: Reasoner, listed: list[Told]) -> str:
    from fillomino.render.text import text

    puzzle = opened.document.puzzle
    if not reasoning.consistent:
        why = listed[-1].sentence if listed else "The clues contradict each other."
        return f"no filling: {why}\n"
    left = reasoning.candidates()
    drawn = text(puzzle, left.filling(), colour=coloured())
    count = f"{len(listed)} step" + ("" if len(listed) == 1 else "s")
    if reasoning.solved:
        return f"{drawn}solved without a guess, by S0 to S{_hardest(listed)} ({count})\n"
    open_cells = [cell for cell, number in enumerate(left.filling()) if not number]
    numbers = [f"  {puzzle.board.names[cell]}: {_spans(left.numbers(cell))}\n" for cell in open_cells]
    end = "the rules say no more" if reasoning.finished else "time ran out"
    cells = "1 cell is" if len(open_cells) == 1 else f"{len(open_cells)} cells are"
    return f"{drawn}{end} after {count}; {cells} left open:\n{''.join(numbers)}"


def _spans(numbers: list[int]) -> str:
    """``1 3-6`` for 1, 3, 4, 5, 6."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return " ".join(f"{part[0]}-{part[-1]}" if len(part) > 2 else " ".join(map(str, part)) for part in parts)
