"""From a solver's values back to a filling and its forest, and from a filling to the clause that blocks it.

Numbers are integers or bit-vectors ``n_x``, or Booleans ``n_x_v``, with bits ``b_x_i`` where v is BIG.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from encoder.errors import DecodeError
from encoder.script import Decoded, Forest, PuzzleScript
from encoder.symbols import BIG, cells_by_label, symbol
from fillomino.board import Board
from fillomino.puzzle import Filling, Puzzle
from smtlib.literals import shown_value
from smtlib.terms import conjunction, disjunction

_SHOWN = 4
_INDEX_DIGITS = 3
"""No bit has an index of more digits."""


def decode_numbers(puzzle: Puzzle, values: Mapping[str, object]) -> Decoded:
    """Read an answer in integers or bit-vectors.

    Args:
        puzzle: the puzzle that was encoded.
        values: symbol to integer (for an edge also a Boolean); at least every ``n_x``, at most the
            symbols of this board.

    Returns:
        The numbers as the solver gave them, unchecked (the rules judge them), and the forest if the
        answer has a value for every edge, size and root.

    Raises:
        DecodeError: if a number is missing, a symbol is none of this board's, or a value is no integer.
    """
    board = puzzle.board
    cell_of = cells_by_label(board)
    found: dict[str, dict[int, int]] = {"n": {}, "s": {}, "r": {}, "R": {}, "c": {}}
    edges: dict[tuple[int, int], bool] = {}
    for name, value in values.items():
        read = symbol(name)
        cell = cell_of.get(read.label) if read else None
        if read is not None and read.kind == "e" and read.rest not in (None, BIG):
            other = cell_of.get(int(read.rest))
            if cell is None or other is None or other not in board.neighbours[cell]:
                raise DecodeError(f"the answer has a value for {name}, but no such cells are neighbours here")
            edges[cell, other] = _boolean(name, value)
        elif read is not None and cell is not None and read.rest is None and read.kind in found:
            found[read.kind][cell] = (_boolean if read.kind in "Rc" else _integer)(name, value)
        else:
            raise _foreign(name)
    filling = _whole(board, found["n"])
    links = sum(map(len, board.neighbours))
    if len(edges) < links or len(found["s"]) < board.size or len(found["r"]) < board.size:
        return Decoded(filling)
    there = frozenset(pair for pair, present in edges.items() if present)
    return Decoded(filling, Forest(there, roots=found["r"], sizes=found["s"]))


def forest_of(puzzle: Puzzle, values: Mapping[str, object]) -> Forest:
    """Read the edges, sizes and roots in a model, as far as it has them."""
    cell_of = cells_by_label(puzzle.board)
    edges = set()
    numbers: dict[str, dict[int, int]] = {"s": {}, "r": {}}
    for name, value in values.items():
        read = symbol(name)
        if read is None or read.label not in cell_of or not isinstance(value, int):
            continue
        if read.kind == "e" and read.rest not in (None, BIG) and value == 1:
            edges.add((cell_of[read.label], cell_of[int(read.rest)]))
        elif read.kind in numbers and read.rest is None:
            numbers[read.kind][cell_of[read.label]] = value
    return Forest(frozenset(edges), roots=numbers["r"], sizes=numbers["s"])


def decode_booleans(puzzle: Puzzle, values: Mapping[str, object]) -> Decoded:
    """Read an answer in Booleans.

    Args:
        puzzle: the puzzle that was encoded.
        values: symbol to Boolean: the numbers of every cell, and the bits of those that are BIG.

    Raises:
        DecodeError: if a cell has no number or two, a symbol is foreign, or a value is no Boolean.
    """
    board = puzzle.board
    cell_of = cells_by_label(board)
    held: list[list[str]] = [[] for _ in range(board.size)]
    bits: dict[int, int] = {}
    for name, value in values.items():
        read = symbol(name)
        cell = cell_of.get(read.label) if read else None
        if read is None or cell is None or read.rest is None or not _is_of_number(read.kind, read.rest):
            raise _foreign(name)
        if not isinstance(value, bool):
            raise DecodeError(
                f"the answer gives {name} the value {shown_value(value)}; it must be true or false"
            )
        if read.kind == "b":
            bits[cell] = bits.get(cell, 0) | value << int(read.rest)
        elif value:
            held[cell].append(read.rest)
    numbers = []
    for cell, its in enumerate(held):
        if len(its) != 1:
            holds = f"holds {' and '.join(its)}" if its else "has no number"
            raise DecodeError(f"in the answer, {board.names[cell]} {holds}; it must hold one number")
        if its[0] == BIG and cell not in bits:
            raise DecodeError(f"the answer is partial: {board.names[cell]} is big, but has no bits")
        numbers.append(bits[cell] if its[0] == BIG else int(its[0]))
    return Decoded(tuple(numbers))


def _is_of_number(kind: str, rest: str) -> bool:
    return kind == "n" or (kind == "b" and rest != BIG and len(rest) <= _INDEX_DIGITS)


def block_integers(script: PuzzleScript, filling: Filling) -> str:
    """Return the blocking clause of a filling in integers; clue cells can't differ."""
    return block_terms(script.puzzle, filling, str)


def block_terms(puzzle: Puzzle, filling: Filling, write: Callable[[int], str]) -> str:
    """Return the blocking clause of a filling.

    Args:
        puzzle: the puzzle that was encoded.
        filling: the filling to block.
        write: from a number to a term of the sort of ``n_x``.
    """
    labels = puzzle.board.labels
    return disjunction(
        [
            f"(not (= n_{labels[cell]} {write(number)}))"
            for cell, number in enumerate(filling)
            if cell not in puzzle.clues
        ]
    )


def block_booleans(script: PuzzleScript, filling: Filling) -> str:
    """Return the blocking clause of a filling in the Booleans that the script has for numbers."""
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
            literals.append(f"(not {conjunction([f'n_{label}_{BIG}', *same])})")
    return disjunction(literals)


def _whole(board: Board, numbers: Mapping[int, int]) -> Filling:
    missing = [cell for cell in range(board.size) if cell not in numbers]
    if missing:
        shown = ", ".join(f"n_{board.labels[cell]} ({board.names[cell]})" for cell in missing[:_SHOWN])
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        raise DecodeError(f"the answer is partial: it has no value for {shown}{more}")
    return tuple(numbers[cell] for cell in range(board.size))


def _foreign(name: str) -> DecodeError:
    return DecodeError(f"the answer has a value for {name!r}, which is no symbol of this puzzle's script")


def _integer(name: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise DecodeError(f"the answer gives {name} the value {shown_value(value)}; it must be an integer")


def _boolean(name: str, value: object) -> bool:
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    raise DecodeError(
        f"the answer gives {name} the value {shown_value(value)}; an edge or root is 0, 1, true or false"
    )
