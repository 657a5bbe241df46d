"""From the Booleans ``n_x_v`` and ``b_x_i`` back to a filling, and to the term that asks for another."""

from __future__ import annotations

import re
from collections.abc import Mapping

from encoder.encoding import Decoded
from encoder.errors import DecodeError
from encoder.script import PuzzleScript
from fillomino.puzzle import Filling, Puzzle
from smtlib.terms import conjunction, disjunction

_NUMBER = re.compile(r"n_([0-9]{1,9})_([0-9]{1,9}|big)", re.ASCII)
_BIT = re.compile(r"b_([0-9]{1,9})_([0-9]{1,3})", re.ASCII)


def decode(puzzle: Puzzle, values: Mapping[str, object]) -> Decoded:
    """Read an answer.

    Args:
        puzzle: what was encoded.
        values: symbol to Boolean: the numbers of every cell, and the bits of those that are big.

    Raises:
        DecodeError: if a cell has no number or two, a symbol is foreign, or a value is no Boolean.
    """
    board = puzzle.board
    cell_of = {label: cell for cell, label in enumerate(board.labels)}
    held: dict[int, list[str]] = {cell: [] for cell in range(board.size)}
    bits: dict[int, int] = {}
    for symbol, value in values.items():
        match = _NUMBER.fullmatch(symbol) or _BIT.fullmatch(symbol)
        cell = cell_of.get(int(match[1])) if match else None
        if match is None or cell is None:
            raise DecodeError(f"the answer speaks of {symbol!r}, which is no symbol of this puzzle's script")
        if not isinstance(value, bool):
            raise DecodeError(f"the answer gives {symbol} the value {value!r}; it must be true or false")
        if symbol.startswith("b_"):
            bits[cell] = bits.get(cell, 0) | value << int(match[2])
        elif value:
            held[cell].append(match[2])
    numbers = []
    for cell, tokens in held.items():
        if len(tokens) != 1:
            said = f"holds {' and '.join(tokens)}" if tokens else "has no number"
            raise DecodeError(f"in the answer, {board.names[cell]} {said}; it must hold one number")
        if tokens[0] == "big" and cell not in bits:
            raise DecodeError(f"the answer is partial: {board.names[cell]} is big, but has no bits")
        numbers.append(bits[cell] if tokens[0] == "big" else int(tokens[0]))
    return Decoded(tuple(numbers))


def differ(script: PuzzleScript, filling: Filling) -> str:
    """The term "some cell holds another number than in this filling"."""
    known = set(script.values)
    literals = []
    for cell, number in enumerate(filling):
        if cell in script.puzzle.clues:
            continue
        label = script.puzzle.board.labels[cell]
        if f"n_{label}_{number}" in known:
            literals.append(f"(not n_{label}_{number})")
        else:
            bits = [name for i in range(number.bit_length() + 32) if (name := f"b_{label}_{i}") in known]
            same = [bit if number >> i & 1 else f"(not {bit})" for i, bit in enumerate(bits)]
            literals.append(f"(not {conjunction([f'n_{label}_big', *same])})")
    return disjunction(literals)
