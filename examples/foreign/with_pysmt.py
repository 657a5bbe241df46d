"""Fillomino by roots and distances, in pySMT: a Boolean for each number of a cell, and named families."""

import json
import sys
from collections.abc import Iterator
from typing import Any

from pysmt.shortcuts import INT, LT, And, Equals, ExactlyOne, Implies, Int, Ite, Or, Plus, Symbol
from pysmt.smtlib.printers import to_smtlib


def script(puzzle: dict[str, Any]) -> Iterator[str]:
    """The lines of the script of a puzzle."""
    if puzzle.keys() & {"walls", "largest_region", "checkered", "basic"}:
        yield "; refuses what is no clue"
        return
    cells = puzzle["cells"]
    near: dict[str, list[str]] = {cell: [] for cell in cells}
    for x, y in puzzle["edges"]:
        near[x].append(y)
        near[y].append(x)
    sizes = range(1, len(cells) + 1)
    holds = {(x, v): Symbol(f"x_{place}_{v}") for place, x in enumerate(cells) for v in sizes}
    root = {x: Symbol(f"r_{place}", INT) for place, x in enumerate(cells)}
    distance = {x: Symbol(f"d_{place}", INT) for place, x in enumerate(cells)}

    def nearer(x: str, y: str) -> Any:
        return And(Equals(root[y], root[x]), LT(distance[y], distance[x]))

    def count(x: str) -> Any:
        return Plus(Int(0), *(Ite(Equals(root[y], root[x]), Int(1), Int(0)) for y in cells))

    families = {
        "clue: a clue is its cell's number": [holds[x, v] for x, v in puzzle["clues"].items()],
        "number: a cell holds one number": [ExactlyOne(holds[x, v] for v in sizes) for x in cells],
        "count: the number is that of the cells with the same root": [
            Implies(holds[x, v], Equals(count(x), Int(v))) for x in cells for v in sizes
        ],
        "path: a cell is its own root, or beside one of the same root that is nearer to it": [
            Or(Equals(root[x], Int(place)), *(nearer(x, y) for y in near[x])) for place, x in enumerate(cells)
        ],
        "apart: neighbours with the same number have the same root": [
            Implies(And(holds[x, v], holds[y, v]), Equals(root[x], root[y]))
            for x, y in puzzle["edges"]
            for v in sizes
        ],
    }
    yield "(set-logic QF_LIA)"
    yield from (f"(declare-fun {symbol} () Bool)" for symbol in holds.values())
    yield from (f"(declare-fun {symbol} () Int)" for symbol in (*root.values(), *distance.values()))
    yield from (f"; cell {json.dumps(x)} = {v} if {symbol}" for (x, v), symbol in holds.items())
    for family, formulas in families.items():
        yield f"; family {family}"
        yield from (f"(assert {to_smtlib(formula, daggify=False)})" for formula in formulas)


for line in sys.stdin:
    print(*script(json.loads(line)), "; end", sep="\n", flush=True)
