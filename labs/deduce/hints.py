"""Hints, and pictures of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fillomino.deduction.reason import Reasoner
from fillomino.deduction.rules.cells import SINGLE_CANDIDATE
from fillomino.deduction.step import Kind
from fillomino.graph import bits
from fillomino.puzzle import Filling, Puzzle
from workbench.fillomino.deduction_steps import ExplainedStep, Further, explained_steps

if TYPE_CHECKING:
    from pathlib import Path


def hint(
    reasoning: Reasoner,
    seconds: float | None = None,
    further: Further | None = None,
    written: Filling = (),
) -> list[ExplainedStep]:
    """Return the next number that can be filled in: the steps up to the one that fixes it, that one last.

    All steps there are if none fixes a number, or only such as are ``written`` already (0 elsewhere).
    """
    steps = []
    for explained in explained_steps(reasoning, seconds, further):
        steps.append(explained)
        step = explained.step
        if step.kind is Kind.FIX and not all(written[x] if written else 0 for x in bits(step.cells)):
            break
    return steps


def needed(steps: list[ExplainedStep]) -> list[ExplainedStep]:
    """Return the steps of a hint that the last one rests on, as far as cells and rules show it.

    A naked single stands on what was ruled out in its cells; steps elsewhere are left out.
    """
    if not steps or steps[-1].step.rule != SINGLE_CANDIDATE.name:
        return steps[-1:]
    last = steps[-1].step
    return [explained for explained in steps[:-1] if explained.step.cells & last.cells] + steps[-1:]


def write_pictures(puzzle: Puzzle, steps: list[ExplainedStep], directory: Path) -> None:
    """Draw each step into ``001.svg`` and so on, and ``index.html`` with all of them and their sentences.

    Raises:
        InputError: if a file can't be written.
    """
    from html import escape  # here, for solving needs no pictures

    from fillomino.render.step import step_svg
    from workbench.texts.outputs import write_file

    rows = []
    for number, explained in enumerate(steps, start=1):
        name = f"{number:03}.svg"
        write_file(directory / name, step_svg(puzzle, explained.known, explained.step, explained.sentence))
        caption = f"{number}. {escape(explained.sentence)}"
        rows.append(f'<figure><img src="{name}" alt=""><figcaption>{caption}</figcaption>')
    style = (
        "body{font:15px system-ui,sans-serif;display:flex;flex-wrap:wrap}"
        "figure{max-width:26em}img{max-width:100%}"
    )
    write_file(
        directory / "index.html",
        f'<!doctype html><meta charset="utf-8"><title>Steps</title><style>{style}</style>\n'
        + "".join(f"{row}</figure>\n" for row in rows),
    )
