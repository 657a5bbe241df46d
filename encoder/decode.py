"""From a solver's values for ``n_x``, ``e_x_y``, ``s_x``, ``r_x`` back to a filling and its forest."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from encoder.encoding import Decoded, Forest
from encoder.errors import DecodeError
from encoder.script import PuzzleScript
from fillomino.board import Board
from fillomino.puzzle import Filling, Puzzle
from smtlib.terms import disjunction

_SYMBOL = re.compile(r"(?:([nsrRc])_([0-9]{1,9})|e_([0-9]{1,9})_([0-9]{1,9}))", re.ASCII)
_SHOWN = 4


def decode(puzzle: Puzzle, values: Mapping[str, object]) -> Decoded:
    """Read an answer.

    Args:
        puzzle: what was encoded.
        values: symbol to integer (for an edge also a Boolean); at least every ``n_x``, at most the
            symbols of this board.

    Returns:
        The numbers as the solver gave them, unchecked (the rules judge them), and the forest if the
        answer has a value for every edge, size and root.

    Raises:
        DecodeError: if a number is missing, a symbol is none of this board's, or a value is no integer.
    """
    board = puzzle.board
    cell_of = {label: cell for cell, label in enumerate(board.labels)}
    found: dict[str, dict[int, int]] = {"n": {}, "s": {}, "r": {}, "R": {}, "c": {}}
    edges: dict[tuple[int, int], bool] = {}
    for symbol, value in values.items():
        match = _SYMBOL.fullmatch(symbol)
        kind, label, parent, child = match.groups() if match else (None, None, None, None)
        if kind is not None and int(label or "") in cell_of:
            read = _edge if kind in "Rc" else _integer
            found[kind][cell_of[int(label or "")]] = read(symbol, value)
        elif parent is not None and child is not None:
            x, y = cell_of.get(int(parent)), cell_of.get(int(child))
            if x is None or y is None or y not in board.neighbours[x]:
                raise DecodeError(f"the answer speaks of {symbol}, but no such cells are neighbours here")
            edges[x, y] = _edge(symbol, value)
        else:
            raise DecodeError(f"the answer speaks of {symbol!r}, which is no symbol of this puzzle's script")
    filling = _complete(board, found["n"])
    whole = all(len(found[kind]) == board.size for kind in "sr") and len(edges) == sum(
        map(len, board.neighbours)
    )
    if not whole:
        return Decoded(filling)
    there = frozenset(pair for pair, present in edges.items() if present)
    return Decoded(filling, Forest(there, roots=found["r"], sizes=found["s"]))


def differ(script: PuzzleScript, filling: Filling) -> str:
    """The term "some cell holds another number than in this filling"; clue cells can't differ."""
    return differ_in(script.puzzle, filling, str)


def differ_in(puzzle: Puzzle, filling: Filling, write: Callable[[int], str]) -> str:
    """The same, with a function that writes a number as a term of the sort of ``n_x``."""
    labels = puzzle.board.labels
    return disjunction(
        [
            f"(not (= n_{labels[cell]} {write(number)}))"
            for cell, number in enumerate(filling)
            if cell not in puzzle.clues
        ]
    )


def _complete(board: Board, numbers: Mapping[int, int]) -> Filling:
    missing = [cell for cell in range(board.size) if cell not in numbers]
    if missing:
        shown = ", ".join(f"n_{board.labels[cell]} ({board.names[cell]})" for cell in missing[:_SHOWN])
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        raise DecodeError(f"the answer is partial: it has no value for {shown}{more}")
    return tuple(numbers[cell] for cell in range(board.size))


def _integer(symbol: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise DecodeError(f"the answer gives {symbol} the value {value!r}; it must be an integer")


def _edge(symbol: str, value: object) -> bool:
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    raise DecodeError(
        f"the answer gives {symbol} the value {value!r}; an edge or root is 0, 1, true or false"
    )
