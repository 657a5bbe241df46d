"""The terms of cells by a pattern of names, such as ``cell_{row}_{column}`` in a script of z3py."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from encoder.annotations import CellPattern, CellTerm
from fillomino.errors import InputError
from fillomino.instance import Instance
from smtlib.sexpr import quote_symbol


def terms_of_pattern(pattern: CellPattern, puzzle: Instance, declared: Collection[str]) -> list[CellTerm]:
    """Return the terms that a pattern gives the cells: with rows, columns and indices from 0, or else from 1.

    Args:
        pattern: the pattern.
        puzzle: the puzzle.
        declared: the symbols that the script declares and defines, without bars.

    Raises:
        InputError: if the script declares neither for some cell, or the board has no rows; with the place.
    """
    if puzzle.places.grid is None and ("{row}" in pattern.text or "{column}" in pattern.text):
        raise _error(pattern, "this board has no rows and columns; write {index} or {name}")
    absent = []
    for first in (0, 1):
        terms: list[CellTerm] = []
        for name, words in _words(puzzle, first):
            found = list(_of_cell(pattern, name, words, puzzle, declared))
            if not found:
                absent.append(_filled(pattern.text, words))
                break
            terms += found
        else:
            return terms
    raise _error(pattern, f"the script does not declare {' nor '.join(absent)}, which the pattern names")


def _words(puzzle: Instance, first: int) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The name of each cell, and what stands for it in a pattern whose numbers begin with `first`."""
    board = puzzle.places
    grid = board.grid
    cells = grid.cells if grid is not None else tuple(range(board.size))
    for place, cell in enumerate(cells):
        if cell is not None:
            row, column = divmod(place, grid.width) if grid is not None else (0, place)
            words = {"row": row, "column": column, "index": board.labels[cell]}
            name = board.names[cell]
            yield name, {word: number + first for word, number in words.items()} | {"name": name}


def _of_cell(
    pattern: CellPattern, name: str, words: Mapping[str, object], puzzle: Instance, declared: Collection[str]
) -> Iterator[CellTerm]:
    """The terms of a cell that are declared: one, or one for each number."""
    choices: list[tuple[int | None, str]]
    if "{number}" in pattern.text:
        numbers = sorted(puzzle.game.values) or range(1, puzzle.places.size + 1)
        choices = [(number, _filled(pattern.text, {**words, "number": number})) for number in numbers]
    else:
        choices = [(None, _filled(pattern.text, words))]
    for choice, symbol in choices:
        if symbol in declared:
            yield CellTerm(name, choice, quote_symbol(symbol), pattern.line, pattern.column)


def _filled(text: str, words: Mapping[str, object]) -> str:
    """A text with words in place of their names in braces."""
    for word, value in words.items():
        text = text.replace(f"{{{word}}}", str(value))
    return text


def _error(pattern: CellPattern, message: str) -> InputError:
    return InputError(message, line=pattern.line, column=pattern.column, code="cells-not-named")
