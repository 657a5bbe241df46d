"""Nurikabe, said with flood fills: the stream is one, and each island is one grown from its clue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from encoder.builder import Builder
from encoder.errors import DecodeError
from encoder.parts.flood import floodfill
from encoder.script import PuzzleScript
from fillomino.nurikabe.rules import Shading, accept, pools
from fillomino.puzzle import Puzzle
from smtlib.script import Family
from smtlib.terms import all_of, any_of, implies, negation

RULES = "the rules of Nurikabe"
LAND = Family("land", "a cell is land iff it lies in an island", "w_x iff some i_c_x", RULES)
APART = Family(
    "islands-apart",
    "land beside an island's cell belongs to the same island",
    "for neighbours x, y: if i_c_x and w_y, then i_c_y",
    RULES,
)
POOL = Family("no-pool", "of two by two cells one is land", "w_a or w_b or w_c or w_d", RULES)


@dataclass(frozen=True, slots=True)
class Said:
    """A Nurikabe as a script.

    Attributes:
        script: the script; its values are the terms of `land` that are no constants.
        land: for each cell a term "it is land".
    """

    script: PuzzleScript
    land: tuple[str, ...]


def encode(puzzle: Puzzle, *, method: str = "rank", stream: str = "unbounded") -> Said:
    """Say a Nurikabe in SMT-LIB.

    Args:
        puzzle: board, clues and ``?`` cells.
        method: how connectedness is said, of `encoder.parts.flood.METHODS`.
        stream: ``exact`` to say also how large the stream is, where the clues tell it; ``unbounded``
            to leave it out, for it follows from the islands.

    Raises:
        PuzzleError: for a puzzle with walls or a largest region.
        EncodingError: for a method that there is not.
    """
    board = accept(puzzle).board
    builder = Builder(board)
    members: list[list[str]] = [[] for _ in range(board.size)]
    islands = {}
    clues = {**puzzle.clues, **dict.fromkeys(puzzle.unknown, 0)}
    for clue, number in sorted(clues.items()):
        prefix = f"i_{board.labels[clue]}"
        builder.meaning["i_c_x"] = "cell x lies in the island of the clue at cell c; i_c_… its fill"
        reach = _reach(puzzle, clue, number or board.size)
        named = {x: "true" if x == clue else builder.declare(f"{prefix}_{board.labels[x]}") for x in reach}
        bounds = (number, number) if number else (1, None)
        island = floodfill(builder, prefix, board, member=named, size=bounds, seed=clue, method=method)
        islands[clue] = island.member
        for x in reach:
            members[x].append(named[x])
    builder.meaning["w_x"] = "cell x is land"
    land = [builder.define(LAND, (x,), f"w_{board.labels[x]}", any_of(*its)) for x, its in enumerate(members)]
    for island_member in islands.values():
        for x, inside in enumerate(island_member):
            for y in board.neighbours[x]:
                builder.require(APART, (x, y), implies(all_of(inside, land[y]), island_member[y]))
    for block in pools(board):
        builder.require(POOL, block, any_of(*(land[x] for x in block)))
    _stream(builder, puzzle, land, method, stream)
    values = tuple(term for term in dict.fromkeys(land) if term not in ("true", "false"))
    return Said(builder.script("nurikabe", values, puzzle=puzzle, game="Nurikabe"), tuple(land))


def decode(said: Said, values: Mapping[str, object]) -> Shading:
    """The shading that a solver's values for the script stand for.

    Raises:
        DecodeError: if a cell has no value, or one that is no Boolean.
    """
    shading = []
    names = said.script.puzzle.board.names
    for x, term in enumerate(said.land):
        value = term == "true" if term in ("true", "false") else values.get(term)
        if not isinstance(value, bool):
            raise DecodeError(
                f"the answer must say true or false for {term} ({names[x]}), but says {value!r}"
            )
        shading.append(not value)
    return tuple(shading)


def _stream(builder: Builder, puzzle: Puzzle, land: list[str], method: str, stream: str) -> None:
    water = {x: negation(term) for x, term in enumerate(land) if term != "true"}
    left = puzzle.board.size - sum(puzzle.clues.values())
    known = not puzzle.unknown
    size = (left, left) if known and stream == "exact" and left >= 0 else (0, None)
    builder.meaning["stream_…"] = "the stream's fill"
    floodfill(builder, "stream", puzzle.board, member=water, size=size, method=method)


def _reach(puzzle: Puzzle, clue: int, number: int) -> list[int]:
    """The cells that the island of a clue can have: near enough, and beside no other clue."""
    neighbours = puzzle.board.neighbours
    others = (set(puzzle.clues) | puzzle.unknown) - {clue}
    barred = others | {y for x in others for y in neighbours[x]}
    reached = [clue]
    front = [clue]
    seen = {clue}
    for _ in range(number - 1):
        front = sorted({y for x in front for y in neighbours[x]} - seen - barred)
        seen.update(front)
        reached += front
    return sorted(reached)
