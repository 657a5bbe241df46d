"""Explain puzzles to the end: `deduce --level 9` on many, with what it took.

For each puzzle a line of JSON: whether the steps solve it, the hardest rule that was needed (9: a minimal
set), the number of steps, the sizes of the minimal sets, of how many of their numbers it was not decided in
time whether they can be spared, and CPU seconds (ours and the solver's). At the end comes a table.

    python scripts/explained.py puzzles/*.txt -o explained.jsonl

What stands in the file already is not done again; Ctrl-C keeps what is done.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from drivers.limits import Limits
from drivers.solvers import default_solver
from fillomino.deduction.reason import NearbyReasoner, reasoner
from fillomino.deduction.rules import registry
from fillomino.deduction.rules.cells import MINIMAL_SET
from scripts.harness import add_line, markdown, new_parser, read_lines, timed
from workbench.fillomino.deduction_steps import explained_steps
from workbench.fillomino.forced import Forced
from workbench.texts.inputs import puzzle_of


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("puzzles", nargs="+", metavar="PUZZLE")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.jsonl")
    given = parser.parse_args()
    rows = {row["puzzle"]: row for row in read_lines(given.output)}
    try:
        for name in given.puzzles:
            if name not in rows:
                seconds, row = timed(partial(explained, name))
                rows[name] = row | {"cpu_seconds": round(seconds, 2)}
                add_line(given.output, rows[name])
    except KeyboardInterrupt:
        sys.exit(130)
    print(table_of([rows[name] for name in given.puzzles]), end="")


def explained(name: str) -> dict[str, Any]:
    """The row of a puzzle, without its time."""
    puzzle = puzzle_of(name).fillomino("race").puzzle
    reasoning = reasoner(puzzle, kind=NearbyReasoner)
    further = Forced(puzzle, default_solver(), Limits())
    steps = [one.step for one in explained_steps(reasoning, None, further)]
    sets = [step for step in steps if step.rule == MINIMAL_SET.name]
    return {
        "puzzle": name,
        "cells": puzzle.board.size,
        "solved": reasoning.solved,
        "level": max((registry.level(step.rule) for step in steps), default=0),
        "steps": len(steps),
        "sets": [step.because.bit_count() for step in sets],
        "undecided": sum(step.detail for step in sets),
    }


def table_of(rows: Sequence[dict[str, Any]]) -> str:
    """The table: a line for the puzzles of each hardest rule, and what minimal sets took."""
    lines = []
    for level in sorted({row["level"] for row in rows}):
        its = [row for row in rows if row["level"] == level]
        seconds = [row["cpu_seconds"] for row in its]
        solved = sum(row["solved"] for row in its)
        lines.append((f"S{level}", len(its), solved, f"{median(seconds):.1f}", f"{sum(seconds):.0f}"))
    text = markdown(["hardest rule", "puzzles", "solved", "CPU s: median", "all"], lines)
    sizes = [size for row in rows for size in row["sets"]]
    if sizes:
        spared = sum(row["undecided"] for row in rows)
        text += (
            f"\n{len(sizes)} minimal sets of {min(sizes)} to {max(sizes)} numbers, {median(sizes):g} in the "
            f"median; of {spared} numbers it was not decided in time if they can be spared\n"
        )
    return text


if __name__ == "__main__":
    main()
