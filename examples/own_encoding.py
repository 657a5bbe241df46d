"""An encoding of one's own, which commands know by the name `own`; docs/own-encoding.md goes through it."""

import sys

from encoder import Builder
from encoder.encoding import Encoding
from encoder.encodings import registry as encodings
from encoder.errors import EncodingError
from encoder.parts.variants import CHECKERED
from encoder.puzzle_script import PuzzleScript, Value
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family, disjunction, plus
from workbench.cli import main

NUMBER = Family("number", "a cell holds one of its candidates", "n_x = v for some candidate v of x", "me")
ROOT = Family("root", "the root is no later cell", "0 <= r_x <= x", "me")
SAME = Family("same", "neighbours are equal iff they name one root", "n_x = n_y iff r_x = r_y", "me")
FLOW = Family("flow", "nothing flows between regions", "if f_x_y != 0, then n_x = n_y", "me")
KEEP = Family("keep", "a cell keeps one unit; roots send", "inflow is 1, or 1 - n_x if r_x = x", "me")
WALL = Family("wall", "beside a wall numbers differ", "not n_x = n_y", "me")


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Puzzle to script."""
    if puzzle.basic:
        raise EncodingError("own does not encode basic")
    board, builder = puzzle.board, Builder(puzzle.board)
    label = board.labels
    n = [builder.declare(f"n_{each}", "Int") for each in label]
    r = [builder.declare(f"r_{each}", "Int") for each in label]
    coming: list[list[str]] = [[] for _ in n]
    for x, y in board.links():
        flow = builder.declare(f"f_{label[x]}_{label[y]}", "Int")
        coming[x].append(f"(- {flow})")
        coming[y].append(flow)
        builder.require(SAME, (x, y), f"(= (= {n[x]} {n[y]}) (= {r[x]} {r[y]}))")
        builder.require(FLOW, (x, y), f"(or (= {flow} 0) (= {n[x]} {n[y]}))")
        if (x, y) in puzzle.walls:
            builder.require(WALL, (x, y), f"(not (= {n[x]} {n[y]}))")
    for x in range(board.size):
        builder.require(NUMBER, (x,), disjunction([f"(= {n[x]} {v})" for v in candidates.numbers(x)]))
        builder.require(ROOT, (x,), f"(and (<= 0 {r[x]}) (<= {r[x]} {label[x]}))")
        sent = f"(ite (= {r[x]} {label[x]}) (- 1 {n[x]}) 1)"
        builder.require(KEEP, (x,), f"(= {plus(coming[x])} {sent})")
    builder.two_colours(puzzle, lambda x, y: f"(= {n[x]} {n[y]})")
    return builder.script("own", puzzle=puzzle, logic=logic, cells=map(Value, n))


OWN = Encoding(
    name="own",
    title="a flow, as short as can be",
    idea="The root of a region sends one unit to each other cell of it.",
    logics=("QF_LIA",),
    families=(NUMBER, ROOT, SAME, FLOW, KEEP, WALL, CHECKERED),
    source="me",
    build=build,
)

if __name__ == "__main__":
    encodings.register("own", "own_encoding", "OWN")  # name, module, constant
    sys.argv[1:] = sys.argv[1:] or ["audit", "own", "--every", "3", "--sampled", "4"]
    main()
