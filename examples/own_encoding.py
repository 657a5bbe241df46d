"""An encoding of one's own, which commands know by the name `own`; docs/own-encoding.md goes through it."""

import sys
from collections.abc import Mapping

from encoder import Draft
from encoder.encoding import Decoded, Encoding
from encoder.encodings import table as encodings
from encoder.errors import DecodeError, EncodingError
from encoder.parts.variants import CHECKERED
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Filling, Puzzle
from smtlib.script import Family
from smtlib.terms import disjunction, plus
from workbench.cli import main

NUMBER = Family("number", "a cell holds one of its candidates", "n_x = v for some candidate v of x", "me")
ROOT = Family("root", "the root is no later cell", "0 <= r_x <= x", "me")
SAME = Family("same", "neighbours are equal just if they name one root", "n_x = n_y just if r_x = r_y", "me")
FLOW = Family("flow", "nothing flows between regions", "if f_x_y != 0, then n_x = n_y", "me")
KEEP = Family("keep", "a cell keeps one unit; roots send", "inflow is 1, or 1 - n_x if r_x = x", "me")
WALL = Family("wall", "beside a wall numbers differ", "not n_x = n_y", "me")


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Puzzle to script."""
    if puzzle.basic:
        raise EncodingError("own does not say basic")
    board, draft = puzzle.board, Draft(puzzle.board)
    label = board.labels
    n = [draft.declare(f"n_{each}", "Int") for each in label]
    r = [draft.declare(f"r_{each}", "Int") for each in label]
    coming: list[list[str]] = [[] for _ in n]
    for x, y in board.links():
        flow = draft.declare(f"f_{label[x]}_{label[y]}", "Int")
        coming[x].append(f"(- {flow})")
        coming[y].append(flow)
        draft.require(SAME, (x, y), f"(= (= {n[x]} {n[y]}) (= {r[x]} {r[y]}))")
        draft.require(FLOW, (x, y), f"(or (= {flow} 0) (= {n[x]} {n[y]}))")
        if (x, y) in puzzle.walls:
            draft.require(WALL, (x, y), f"(not (= {n[x]} {n[y]}))")
    for x in range(board.size):
        draft.require(NUMBER, (x,), disjunction([f"(= {n[x]} {v})" for v in candidates.numbers(x)]))
        draft.require(ROOT, (x,), f"(and (<= 0 {r[x]}) (<= {r[x]} {label[x]}))")
        sent = f"(ite (= {r[x]} {label[x]}) (- 1 {n[x]}) 1)"
        draft.require(KEEP, (x,), f"(= {plus(coming[x])} {sent})")
    draft.two_colours(puzzle, lambda x, y: f"(= {n[x]} {n[y]})")
    return draft.script("own", n, puzzle=puzzle, logic=logic)


def decode(puzzle: Puzzle, values: Mapping[str, object]) -> Decoded:
    """A solver's values to a filling."""
    found = []
    for label in puzzle.board.labels:
        number = values.get(f"n_{label}")
        if not isinstance(number, int):
            raise DecodeError(f"the answer gives n_{label} no number")
        found.append(number)
    return Decoded(tuple(found))


def differ(script: PuzzleScript, filling: Filling) -> str:
    """The term "another filling than this"."""
    labels = script.puzzle.board.labels
    return disjunction([f"(not (= n_{labels[x]} {number}))" for x, number in enumerate(filling)])


OWN = Encoding(
    name="own",
    title="a flow, as short as can be",
    idea="The root of a region sends one unit to each other cell of it.",
    logics=("QF_LIA",),
    families=(NUMBER, ROOT, SAME, FLOW, KEEP, WALL, CHECKERED),
    source="me",
    build=build,
    decode=decode,
    differ=differ,
)

if __name__ == "__main__":
    encodings.register("own", "own_encoding", "OWN")  # name, module, constant
    sys.argv[1:] = sys.argv[1:] or ["audit", "own", "--every", "3", "--sampled", "4"]
    main()
