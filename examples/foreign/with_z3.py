"""Fillomino by roots and distances, in z3py: one line of JSON in, one script out, on boards of any shape."""

import json
import sys
from typing import Any

from z3 import And, If, Implies, Int, Or, Solver, Sum


def script(puzzle: dict[str, Any]) -> str:
    """The script of a puzzle, as text."""
    if puzzle.get("checkered") or puzzle.get("basic"):
        return "; refuses variants"
    cells, solver = puzzle["cells"], Solver()
    number = {cell: Int(f"number_{place}") for place, cell in enumerate(cells)}
    root = {cell: Int(f"root_{place}") for place, cell in enumerate(cells)}
    distance = {cell: Int(f"distance_{place}") for place, cell in enumerate(cells)}
    near: dict[str, list[str]] = {cell: [] for cell in cells}
    for x, y in puzzle["edges"]:
        near[x].append(y)
        near[y].append(x)
    for place, x in enumerate(cells):
        solver.add(root[x] >= 0, root[x] < len(cells))
        solver.add(number[x] == Sum([If(root[y] == root[x], 1, 0) for y in cells]))
        nearer = [And(root[y] == root[x], distance[y] < distance[x]) for y in near[x]]
        solver.add(Or(root[x] == place, *nearer))
        solver.add([Implies(number[x] == number[y], root[x] == root[y]) for y in near[x]])
        solver.add(number[x] <= puzzle.get("largest_region", len(cells)))
    solver.add([number[cell] == clue for cell, clue in puzzle.get("clues", {}).items()])
    solver.add([number[x] != number[y] for x, y in puzzle.get("walls", [])])
    lines = [f"; cell {json.dumps(cell)} = {number[cell]}" for cell in cells]
    return "\n".join([*lines, "; logic QF_LIA", solver.sexpr()])


for line in sys.stdin:
    print(script(json.loads(line)), "; end", sep="\n", flush=True)
