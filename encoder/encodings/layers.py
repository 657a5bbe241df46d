"""Regions as floods: from every cell a flood grows through equal numbers, layer upon layer."""

from __future__ import annotations

from encoder.builder import Builder
from encoder.decode import block_booleans, decode_booleans
from encoder.encoding import Encoding
from encoder.parts.adders import Lines, unary_sum
from encoder.parts.clauses import helpers as groups
from encoder.parts.clauses import one_token_each
from encoder.parts.reduced import ReducedPuzzle, reaches, reduce_puzzle
from encoder.parts.values import Tokens, tokens
from encoder.parts.variants import CHECKERED, CONNECTED
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family
from smtlib.terms import all_of, any_of, implies, negation

SOURCE = "the unrolled flood fill, usual in SAT encodings of reachability"
KNOWN = Family("known", "what deduction or a clue tells", "for each known cell x: n_x_v", "the rules")
ONE = Family(
    "one-token", "each cell holds one number", "for each cell x: exactly one of its n_x_v", "the rules"
)
EQUAL = Family("equal", "neighbours are equal", "q_x_y iff n_x_v and n_y_v for some v", "the rules")
LAYER = Family(
    "layer",
    "a flood reaches what it had reached, and equal cells beside",
    "l_x_y_k iff l_x_y_(k-1), or l_x_z_(k-1) and q_z_y for some z beside y",
    SOURCE,
)
COUNT = Family(
    "count",
    "the flood from a cell covers as many cells as its number says",
    "for each cell x: if n_x_v, then v - 1 of the l_x_y at their last layer",
    "the rules",
)
WALL = Family("wall", "cells parted by a given wall differ", "not n_x_v or not n_y_v", "the rules")
FAMILIES = (KNOWN, ONE, EQUAL, LAYER, COUNT, WALL, CONNECTED, CHECKERED)
MEANING = {
    "n_x_v": "cell x holds v",
    "g_x_i": "cell x, with many candidates, holds one of the i-th group of them",
    "q_x_y": "neighbours x and y hold the same number",
    "l_x_y_k": "the flood from x has reached y after k steps, and that from y has reached x",
    "t_x": "digits of the number of cells that the flood from x covers, unary",
}


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: a cube of N floods, N cells and as many layers as numbers."""
    reduced = reduce_puzzle(puzzle, candidates)
    laid = tokens(puzzle, candidates, puzzle.board.size)
    builder = Builder(puzzle.board, meaning=dict(MEANING))
    known = [builder.declare(laid.symbol(x, v)) for x, v in enumerate(laid.known) if v]
    numbers = [builder.declare(laid.symbol(x, token)) for x, token in laid.pairs]
    for x, number in enumerate(laid.known):
        if number:
            builder.require(KNOWN, (x,), laid.symbol(x, number))
        for name in groups(laid, x):
            builder.declare(name)
    for cells, term in one_token_each(laid):
        builder.require(ONE, cells, term)
    equal = _equal(builder, reduced, laid)
    flood = _floods(builder, reduced, equal)
    for x in reduced.open_cells:
        _count(builder, reduced, laid, x, [term for pair, term in flood.items() if x in pair])
        if not reduced.may_be_root(x):
            clues = [
                flood[min(x, y), max(x, y)] for y in sorted(puzzle.clues) if (min(x, y), max(x, y)) in flood
            ]
            builder.require(CONNECTED, (x,), any_of(*clues))
    for x, y in sorted(puzzle.walls):
        for token in sorted(set(laid.held_by(x)) & set(laid.held_by(y))):
            builder.require(WALL, (x, y), negation(all_of(laid.symbol(x, token), laid.symbol(y, token))))
    builder.two_colours(puzzle, lambda x, y: equal.get((x, y)) or _same(laid, x, y))
    return builder.script(LAYERS.name, (*known, *numbers), puzzle=puzzle, logic=logic)


def _equal(builder: Builder, reduced: ReducedPuzzle, laid: Tokens) -> dict[tuple[int, int], str]:
    equal = {}
    for x, y in reduced.pairs():
        name = f"q_{reduced.label(x)}_{reduced.label(y)}"
        equal[x, y] = equal[y, x] = builder.define(EQUAL, (x, y), name, _same(laid, x, y))
    return equal


def _same(laid: Tokens, x: int, y: int) -> str:
    shared = [token for token in laid.held_by(x) if token in laid.held_by(y)]
    return any_of(*(all_of(laid.symbol(x, token), laid.symbol(y, token)) for token in shared))


def _floods(
    builder: Builder, reduced: ReducedPuzzle, equal: dict[tuple[int, int], str]
) -> dict[tuple[int, int], str]:
    """For each pair that may share a region the term that it does."""
    distance = reaches(reduced)
    most = {(x, y): (reduced.masks[x] & reduced.masks[y]).bit_length() - 1 for x, y in distance}
    reached = {pair: equal.get(pair, "false") for pair in distance}
    for step in range(2, max(most.values(), default=1) + 1):
        before = dict(reached)
        for (x, y), steps in distance.items():
            if not steps <= step <= most[x, y]:
                continue
            ways = [before[x, y]]
            for z in reduced.joins[y]:
                pair = (min(x, z), max(x, z))
                if z != x and pair in before:
                    ways.append(all_of(before[pair], equal[z, y]))
            name = f"l_{reduced.label(x)}_{reduced.label(y)}_{step}"
            reached[x, y] = builder.define(LAYER, (x, y), name, any_of(*ways))
    return reached


def _count(builder: Builder, reduced: ReducedPuzzle, laid: Tokens, x: int, covered: list[str]) -> None:
    lines = Lines()
    most = reduced.masks[x].bit_length() - 2
    digits = unary_sum(
        lines, f"t_{reduced.label(x)}", [(term, ["true"]) for term in covered if term != "false"], most
    )
    for name in lines.names:
        builder.declare(name)
    for term in lines.terms:
        builder.require(COUNT, (x,), term)
    for number in laid.held_by(x):
        enough = digits[number - 2] if 2 <= number <= len(digits) + 1 else "true" if number == 1 else "false"
        beyond = digits[number - 1] if number <= len(digits) else "false"
        builder.require(COUNT, (x,), implies(laid.symbol(x, number), all_of(enough, negation(beyond))))


LAYERS = Encoding(
    name="layers",
    title="floods that grow from every cell, layer upon layer; pure Booleans",
    idea=(
        "From every cell a flood grows through equal neighbours, one step a layer. What it covers in the end "
        "is the cell's region, and must have as many cells as its number says. All but the numbers is "
        "defined, so there is one model a filling; but it is a cube of floods, cells and layers."
    ),
    logics=("QF_UF", "QF_FD", "QF_BV"),
    families=FAMILIES,
    source=SOURCE,
    build=build,
    decode=decode_booleans,
    block=block_booleans,
)
