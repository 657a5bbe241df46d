"""Nurikabe as SMT-LIB: the stream is one flood fill, and each island is one that grows from its clue."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from encoder import Builder, floodfill
from encoder.errors import DecodeError
from fillomino.board import Board
from fillomino.graph import bits, neighbour_function
from fillomino.puzzle import Puzzle
from nurikabe.rules import Shading, accept, blocks
from smtlib.script import Family, Script, all_of, any_of, implies, negation

STREAMS = ("unbounded", "exact", "seeded")
"""Ways to encode the stream."""

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
class Encoded:
    """A Nurikabe as a script.

    Attributes:
        puzzle: the puzzle.
        script: the script; its values are the terms of `land` that are no constants.
        land: for each cell a term "it is land".
    """

    puzzle: Puzzle
    script: Script
    land: tuple[str, ...]


def encode(puzzle: Puzzle, *, method: str = "rank", stream: str = "unbounded") -> Encoded:
    """Encode a Nurikabe in SMT-LIB.

    Args:
        puzzle: board, clues and ``?`` cells.
        method: the encoding of connectedness, one of `encoder.parts.flood.METHODS`.
        stream: ``exact`` to encode the size of the stream, too, where the clues give it; ``unbounded``
            to leave it out, since it follows from the islands; ``seeded`` to leave it out and let the stream
            flow from a cell that is in it for sure, where there is one (`sure_of_stream`).

    Raises:
        PuzzleError: for a puzzle with walls or a largest region.
        EncodingError: for a method that does not exist.
    """
    board = accept(puzzle).board
    builder = Builder(board)
    members: list[list[str]] = [[] for _ in range(board.size)]
    islands = []
    builder.meaning["i_c_x"] = "cell x lies in the island of the clue at cell c; i_c_… its fill"
    for clue, number in sorted({**puzzle.clues, **dict.fromkeys(puzzle.unknown, 0)}.items()):
        prefix = f"i_{board.labels[clue]}"
        reach = _reach(puzzle, clue, number or board.size)
        named = {x: "true" if x == clue else builder.declare(f"{prefix}_{board.labels[x]}") for x in reach}
        size = (number, number) if number else (1, None)
        island = floodfill(builder, prefix, board, member=named, size=size, seed=clue, method=method)
        islands.append(island.member)
        for x in reach:
            members[x].append(named[x])
    builder.meaning["w_x"] = "cell x is land"
    land = [builder.define(LAND, (x,), f"w_{board.labels[x]}", any_of(*its)) for x, its in enumerate(members)]
    for member in islands:
        for x, inside in enumerate(member):
            for y in board.neighbours[x]:
                builder.require(APART, (x, y), implies(all_of(inside, land[y]), member[y]))
    for block in blocks(board):
        builder.require(POOL, block, any_of(*(land[x] for x in block)))
    left = board.size - sum(puzzle.clues.values())
    exact = stream == "exact" and not puzzle.unknown and left >= 0
    builder.meaning["stream_…"] = "the stream's fill"
    water = {x: negation(term) for x, term in enumerate(land) if term != "true"}
    seeds = sure_of_stream(puzzle, members) if stream == "seeded" else []
    floodfill(
        builder,
        "stream",
        board,
        member=water,
        size=(left, left) if exact else (0, None),
        seed=_middle(board, seeds) if seeds else None,
        method=method,
    )
    values = tuple(term for term in dict.fromkeys(land) if term not in ("true", "false"))
    script = builder.script("nurikabe", values, puzzle=puzzle)
    title = (f"Nurikabe: {puzzle.size_text}.", *script.header.title[1:])
    return Encoded(puzzle, script.with_header(title=title), tuple(land))


def decode(encoded: Encoded, values: Mapping[str, object]) -> Shading:
    """Return the shading of a model, from the solver's values for the script.

    Raises:
        DecodeError: if a cell has no value, or one that is no Boolean.
    """
    shading = []
    for x, term in enumerate(encoded.land):
        value = term == "true" if term in ("true", "false") else values.get(term)
        if not isinstance(value, bool):
            where = f"{term} ({encoded.puzzle.board.names[x]})"
            raise DecodeError(f"the answer must give true or false for {where}, but gives {value!r}")
        shading.append(not value)
    return tuple(shading)


def sure_of_stream(puzzle: Puzzle, members: Sequence[Collection[str]]) -> list[int]:
    """Return cells that are in the stream whatever the solution.

    They are in reach of no island, beside two clues, or beside a clue of 1.

    Args:
        puzzle: the puzzle.
        members: for each cell the terms "it is in the island", one for each island that may hold it.
    """
    clues = {*puzzle.clues, *puzzle.unknown}
    found = []
    for x, its in enumerate(members):
        near = clues.intersection(puzzle.board.neighbours[x])
        ones = [y for y in near if puzzle.clues.get(y) == 1]
        if x not in clues and (not its or len(near) > 1 or ones):
            found.append(x)
    return found


def _middle(board: Board, cells: Collection[int]) -> int:
    """Return one of some cells that has the smallest distance to the cell farthest from it."""
    near = neighbour_function(board)

    def farthest(cell: int) -> int:
        steps, seen, rim = 0, 1 << cell, 1 << cell
        while rim := near(rim) & ~seen:
            seen |= rim
            steps += 1
        return steps

    return min(cells, key=farthest)


def _reach(puzzle: Puzzle, clue: int, number: int) -> list[int]:
    """Return the cells that the island of a clue can have: near enough, and beside no other clue."""
    near = neighbour_function(puzzle.board)
    others = sum(1 << x for x in {*puzzle.clues, *puzzle.unknown} - {clue})
    barred = others | near(others)
    cells = 1 << clue
    for _ in range(number - 1):
        cells |= near(cells) & ~barred
    return list(bits(cells))
