"""Solve puzzles of games by text alone, and print a table by size, encoding and solver.

    python scripts/games_table.py FOLDER -o games.jsonl            the default encodings, Yices
    python scripts/games_table.py FOLDER -o games.jsonl -e hitori-tree -s z3 --most 100
    python scripts/games_table.py --table games.jsonl

FOLDER holds puzzles as text (`GAME HEIGHT WIDTH`, rows of signs), in `.txt` files, also in folders below it.
A run is one process of the solver for a solution, which the rules check, and one for the proof that there is
no other; nothing is deduced before. Its seconds are CPU seconds of these two. Runs that the file has are not
repeated.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from drivers import Limits, Sat, Unsat, find, run
from encoder.encodings.registry import encodings_of
from encoder.encodings.registry import find as find_encoding
from encoder.puzzle_script import block, decode
from games import rectangle_text
from games.game import Rectangle
from games.registry import NAMES
from scripts.harness import new_parser
from smtlib.render import driver

SIZES = ((100, "up to 10x10"), (200, "up to 200 cells"), (10**6, "larger"))
"""The sizes of the table: cells, and their names."""


def solve(puzzle: Rectangle, encoding: str, solver: str, limit: float) -> tuple[str, float]:
    """Return the outcome, ``unique``, ``several``, ``solved`` or ``none``, and CPU seconds of the solver."""
    script = find_encoding(encoding).script(puzzle)
    first = run(driver(script), find(solver), Limits(cpu_seconds=limit))
    spent = first.usage.cpu_seconds or 0.0
    if not isinstance(first.answer, Sat):
        return "none", spent
    answer = decode(script, first.answer.values).filling
    if puzzle.violations(answer):
        raise ValueError(f"{encoding} by {solver}: a model breaks the rules\n{puzzle.text()}")
    others = replace(script, definitions=(*script.definitions, f"(assert {block(script, answer)})"))
    second = run(driver(others), find(solver), Limits(cpu_seconds=max(limit - spent, 1)))
    spent += second.usage.cpu_seconds or 0.0
    ends = {Unsat: "unique", Sat: "several"}
    return ends.get(type(second.answer), "solved"), spent


def runs(
    puzzles: Sequence[Path], encodings: Sequence[str], solver: str, most: int, limit: float, done: set[Any]
) -> Iterator[dict[str, object]]:
    """Yield a row for each run that is not done."""
    for path in puzzles:
        puzzle = rectangle_text.read(path.read_text(encoding="utf-8"))
        name = f"{path.parent.name}/{path.name}"
        default = encodings_of(puzzle.game.name)[0].name
        for encoding in encodings or [default]:
            fits = find_encoding(encoding).game == puzzle.game.name and len(puzzle.cells) <= most
            if fits and (name, encoding, solver) not in done:
                outcome, seconds = solve(puzzle, encoding, solver, limit)
                yield {
                    "puzzle": name,
                    "game": puzzle.game.name,
                    "cells": len(puzzle.cells),
                    "encoding": encoding,
                    "solver": solver,
                    "outcome": outcome,
                    "seconds": round(seconds, 4),
                }


def table(rows: Sequence[dict[str, Any]]) -> str:
    """The table in Markdown: puzzles that were solved and proved unique, median and greatest seconds."""
    groups: dict[tuple[int, str, str, int], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        size = next(place for place, (cells, _) in enumerate(SIZES) if row["cells"] <= cells)
        groups[NAMES.index(row["game"]), row["encoding"], row["solver"], size].append(row)
    lines = [
        "| encoding | solver | size | puzzles | unique | median s | max s |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for (_, encoding, solver, size), its in sorted(groups.items()):
        seconds = [row["seconds"] for row in its]
        unique = sum(row["outcome"] == "unique" for row in its)
        lines.append(
            f"| `{encoding}` | {solver} | {SIZES[size][1]} | {len(its)} | {unique} "
            f"| {median(seconds):.2g} | {max(seconds):.2g} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure what is missing, and print the table."""
    parser = new_parser(__doc__)
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER")
    parser.add_argument("-o", "--output", type=Path, default=Path("games.jsonl"), metavar="RUNS.jsonl")
    parser.add_argument("--table", type=Path, metavar="RUNS.jsonl", help="only print the table of these runs")
    parser.add_argument("-e", "--encoding", action="append", default=[], metavar="NAME")
    parser.add_argument("-s", "--solver", default="yices")
    parser.add_argument(
        "--most", type=int, default=10**6, metavar="CELLS", help="puzzles of up to so many cells"
    )
    parser.add_argument("--each", type=int, default=1, metavar="N", help="every N-th puzzle")
    parser.add_argument("--limit", type=float, default=60, metavar="SEC", help="CPU seconds of a run")
    given = parser.parse_args()
    output = given.table or given.output
    if given.table is None and given.folder is None:
        parser.error("name the FOLDER of the puzzles")
    lines = output.read_text(encoding="utf-8").splitlines() if output.is_file() else []
    rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
    if given.table is None:
        done = {(row["puzzle"], row["encoding"], row["solver"]) for row in rows}
        puzzles = sorted(given.folder.rglob("*.txt"))[:: given.each]
        with output.open("a", encoding="utf-8") as file:
            for row in runs(puzzles, given.encoding, given.solver, given.most, given.limit, done):
                rows.append(row)
                file.write(json.dumps(row) + "\n")
                file.flush()
                print(json.dumps(row), file=sys.stderr)
    print(table(rows))


if __name__ == "__main__":
    main()
