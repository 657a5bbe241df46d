"""A step of deduction as a picture: what is known, what the step concludes, and where to look to see it."""

from __future__ import annotations

from fillomino.deduction.step import Kind, Step
from fillomino.puzzle import Filling, Puzzle
from fillomino.render.reach import letters_of
from fillomino.render.svg import SIDE, draw, number, text_element

_MOST_COMPLETIONS = 12
"""Completions that are drawn by their letters; a picture of more shows none."""

_LOOK, _GOOD, _BAD, _KNOWN, _GUESS = "#f2c14e", "#3b9a5a", "#c8402f", "#46505a", "#3a6ea5"


def step_svg(puzzle: Puzzle, known: Filling, step: Step, sentence: str) -> str:
    """Draw a step; `known` are the numbers known before it, 0 elsewhere.

    Cells to look at are yellow; a number that the step fixes is green, a guess blue, one that it rules out
    red and struck through. Up to 12 completions of a group are lettered, and each cell bears the letters
    of those that take it (the thesis's figure 6b). The sentence is the picture's title, which browsers show
    under the pointer.
    """
    colour = {Kind.FIX: _GOOD, Kind.GUESS: _GUESS}.get(step.kind, _BAD)

    def write(cell: int, x: float, y: float) -> list[str]:
        """A disc in the cell's part in the step, its number, and a stroke where that is ruled out."""
        parts = []
        concluded = step.cells >> cell & 1
        if concluded or step.because >> cell & 1:
            shade = colour if concluded else _LOOK
            parts.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="{SIDE * 0.42:g}" fill="{shade}" fill-opacity=".35"/>'
            )
        if cell in puzzle.clues:
            parts += number(puzzle, None, cell, x, y)
        elif known[cell]:
            parts.append(text_element(str(known[cell]), x, y, colour=_KNOWN))
        elif concluded and step.number and step.kind is not Kind.STOP:
            parts.append(text_element(str(step.number), x, y, colour=colour))
        if concluded and step.kind is Kind.STRIKE:
            arm = SIDE * 0.25
            parts.append(
                f'<line x1="{x - arm:g}" y1="{y + arm:g}" x2="{x + arm:g}" y2="{y - arm:g}" '
                f'stroke="{_BAD}" stroke-width="2"/>'
            )
        if letters := _completions(step, cell):
            below = SIDE * 0.33 if concluded or known[cell] else 0
            size = SIDE / max(3.6, len(letters) * 0.7)
            parts.append(text_element(letters, x, y + below, size, colour=_KNOWN))
        return parts

    return draw(puzzle, None, write, sentence)


def _completions(step: Step, cell: int) -> str:
    """The letters of the completions that take a cell, beyond those of the group itself."""
    if not 1 < len(step.completions) <= _MOST_COMPLETIONS or step.because >> cell & 1:
        return ""
    named = zip(letters_of(len(step.completions)), step.completions, strict=True)
    return "".join(letter for letter, region in named if region >> cell & 1)
