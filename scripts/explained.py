"""Explain puzzles to the end: `deduce --level 9` on many, with what it took.

For each puzzle a line of JSON: whether the steps solve it, the hardest rule that was needed (9: a minimal
set), the number of steps, the sizes of the minimal sets, of how many of their numbers it was not decided in
time whether they can be spared, and CPU seconds (ours and the solver's). At the end comes a table.

    python scripts/explained.py puzzles/*.txt -o explained.jsonl

What stands in the file already is not done again; Ctrl-C keeps what is done.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from drivers.limits import Limits  # noqa: E402
from drivers.solvers import DEFAULT  # noqa: E402
from fillomino.deduction.reason import NearbyReasoner, reasoner  # noqa: E402
from fillomino.deduction.rules import minimal_set, table  # noqa: E402
from scripts.timing import cpu_seconds  # noqa: E402
from workbench.deduce.steps import explained_steps  # noqa: E402
from workbench.explain.forced import Forced  # noqa: E402
from workbench.texts.inputs import puzzle_of  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("puzzles", nargs="+", metavar="PUZZLE")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.jsonl")
    given = parser.parse_args()
    rows = read(given.output)
    try:
        for name in given.puzzles:
            if name not in rows:
                rows[name] = explained(name)
                with given.output.open("a", encoding="utf-8") as file:
                    file.write(f"{json.dumps(rows[name])}\n")
    except KeyboardInterrupt:
        sys.exit(130)
    print(table_of([rows[name] for name in given.puzzles]))


def read(file: Path) -> dict[str, dict[str, Any]]:
    """The rows of a file by their puzzles; none if there is no such file."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {row["puzzle"]: row for row in map(json.loads, lines)}


def explained(name: str) -> dict[str, Any]:
    """The row of a puzzle."""
    started = cpu_seconds()
    puzzle = puzzle_of(name).document.puzzle
    reasoning = reasoner(puzzle, kind=NearbyReasoner)
    further = Forced(puzzle, DEFAULT, Limits())
    steps = [one.step for one in explained_steps(reasoning, None, further)]
    sets = [step for step in steps if step.rule == minimal_set.NAME]
    return {
        "puzzle": name,
        "cells": puzzle.board.size,
        "solved": reasoning.solved,
        "level": max((table.level(step.rule) for step in steps), default=0),
        "steps": len(steps),
        "sets": [step.because.bit_count() for step in sets],
        "undecided": sum(step.detail for step in sets),
        "cpu_seconds": round(cpu_seconds() - started, 2),
    }


def table_of(rows: Sequence[dict[str, Any]]) -> str:
    """The table: a line for the puzzles of each hardest rule, and what minimal sets took."""
    lines = ["| hardest rule | puzzles | solved | CPU s: median | all |", "| --- | --- | --- | --- | --- |"]
    for level in sorted({row["level"] for row in rows}):
        its = [row for row in rows if row["level"] == level]
        seconds = [row["cpu_seconds"] for row in its]
        solved = sum(row["solved"] for row in its)
        lines.append(f"| S{level} | {len(its)} | {solved} | {median(seconds):.1f} | {sum(seconds):.0f} |")
    sizes = [size for row in rows for size in row["sets"]]
    if sizes:
        spared = sum(row["undecided"] for row in rows)
        lines.append(
            f"\n{len(sizes)} minimal sets of {min(sizes)} to {max(sizes)} numbers, {median(sizes):g} in the "
            f"median; of {spared} numbers it was not decided in time if they can be spared"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
