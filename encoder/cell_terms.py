"""From the values of a script's terms to a filling: by its comments on cells, or by its symbols' names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from encoder.annotations import Notes
from encoder.decode import decode_booleans, decode_numbers
from encoder.errors import DecodeError
from encoder.symbols import BIG, Symbol, cells_by_label, symbol
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from smtlib.file import File
from smtlib.literals import Bits, Value, read_literal, width_of, write_literal
from smtlib.scramble import restored
from smtlib.sexpr import Sexpr, read_commands, read_one, symbol_name, write
from smtlib.sorts import SortCheck
from smtlib.terms import conjunction, disjunction, negation

_SHOWN = 4
_OPERATORS = frozenset({"+", "-", "*", "=", "and", "or", "not", "ite", "=>", "xor", "true", "false"})


@dataclass(frozen=True, slots=True)
class CellTerms:
    """The terms whose values are the numbers of a puzzle's cells.

    Attributes:
        puzzle: the puzzle.
        asked: the terms to ask a solver for, in the names of the text, each once.
        names: of a scrambled text each symbol and that of the original.
    """

    puzzle: Puzzle
    asked: tuple[str, ...]
    names: Mapping[str, str]
    _of_cell: Sequence[
        Sequence[tuple[int | None, str]]
    ]  # by cell; none where symbols are named by convention
    _sorts: Mapping[str, str] = field(default_factory=dict)
    _new: Mapping[str, str] = field(default_factory=dict)

    def filling(self, values: Mapping[str, object]) -> Filling:
        """Return the filling that values give.

        Args:
            values: a symbol (without bars) or the text of another term to its value, as drivers give it; in
                the names of the text or in those of the original. Those of other terms make no difference.

        Raises:
            DecodeError: if a cell has no number or two, or a value is none of a number.
        """
        its = {restored(name, self.names): value for name, value in values.items()} if self.names else values
        if not self._of_cell:
            asked = {_key(restored(term, self.names)) for term in self.asked}
            wanted = {name: value for name, value in its.items() if name in asked}
            booleans = any(value is True or value is False for value in wanted.values())
            return (decode_booleans if booleans else decode_numbers)(self.puzzle, wanted).filling
        names = self.puzzle.board.names
        return tuple(_number(names[cell], terms, its) for cell, terms in enumerate(self._of_cell))

    def in_order(self, values: Sequence[Value]) -> dict[str, Value]:
        """Return values of all asked terms, in their order, by term; those of symbols are left out."""
        found = {_key(restored(term, self.names)): its for term, its in zip(self.asked, values, strict=True)}
        return {term: its for term, its in found.items() if term.startswith("(")}

    def missing(self, values: Mapping[str, object]) -> list[str]:
        """Return the asked terms without a value, in the names of the text."""
        has = {restored(name, self.names) for name in values} if self.names else values
        return [term for term in self.asked if _key(restored(term, self.names)) not in has]

    def about(self, term: Sexpr) -> tuple[int, ...]:
        """Return the cells whose terms have a symbol in common with a term."""
        symbols = set(_symbols(term))
        its = (_symbols(read_one(restored(each, self._new))) for each in self.asked)
        shared = {each for each, mine in zip(self.asked, its, strict=True) if symbols.intersection(mine)}
        return tuple(
            cell
            for cell, terms in enumerate(self._of_cell)
            if any(restored(each, self._new) in shared for _, each in terms)
        )

    def equal(self, cell: int, number: int) -> str:
        """Return the term that a cell holds a number, in the names of the text; ``false`` if it can't."""
        label = self.puzzle.board.labels[cell]
        if self._of_cell:
            terms = self._of_cell[cell]
        elif (plain := restored(f"n_{label}", self._new)) in self._sorts and self._sorts[plain] != "Bool":
            terms = ((None, f"n_{label}"),)
        else:
            return self._equal_by_convention(label, number)
        if terms[0][0] is not None:
            return next((restored(term, self._new) for its, term in terms if its == number), "false")
        plain = restored(terms[0][1], self._new)
        width = width_of(self._sorts.get(plain, "Int"))
        if width is not None and number >> width:
            return "false"
        return f"(= {plain} {number if width is None else write_literal(Bits(number, width))})"

    def _equal_by_convention(self, label: int, number: int) -> str:
        plain = restored(f"n_{label}_{number}", self._new)
        big = restored(f"n_{label}_{BIG}", self._new)
        if plain in self._sorts or big not in self._sorts:
            return plain if plain in self._sorts else "false"
        bits = []
        for i in range(number.bit_length() + 32):
            bit = restored(f"b_{label}_{i}", self._new)
            if bit in self._sorts:
                bits.append(bit if number >> i & 1 else negation(bit))
            elif number >> i & 1:
                return "false"
        return conjunction([big, *bits])

    def block(self, filling: Filling) -> str:
        """Return the blocking clause of a filling: the term that holds for every other filling."""
        equal = [self.equal(cell, number) for cell, number in enumerate(filling)]
        return "true" if "false" in equal else disjunction([negation(term) for term in equal])


def cell_terms(notes: Notes, file: File, puzzle: Puzzle | None = None) -> CellTerms:
    """Return the terms of a text for the cells of its puzzle.

    Without comments on cells they are the symbols that it declares by convention: for the cell with label x
    ``n_x``, of sort Int or BitVec, or Booleans ``n_x_v`` (with ``n_x_big`` and its bits ``b_x_i``).

    Args:
        notes: the annotations of the text.
        file: its declarations.
        puzzle: the puzzle, if not the one in the text.

    Raises:
        InputError: if a cell has no term, or a comment is about none; with source, line and column.
    """
    puzzle = puzzle or notes.needed()
    new = {old: new for new, old in notes.names.items()}
    of_cell: list[list[tuple[int | None, str]]] = []
    if notes.cells:
        of_cell = _commented(notes, puzzle)
        written = dict.fromkeys(
            term for its in of_cell for _, term in its if read_literal(read_one(term)) is None
        )
        asked = tuple(restored(term, new) for term in written)
    else:
        asked = tuple(restored(name, new) for name in _conventional(notes, file, puzzle))
    return CellTerms(puzzle, asked, notes.names, of_cell, _sorts(asked, file), new)


def _conventional(notes: Notes, file: File, puzzle: Puzzle) -> list[str]:
    board = puzzle.board
    declared = {notes.names.get(name, name): sort for name, sort in file.sorts.items()}
    of_label: dict[int, list[str]] = {label: [] for label in board.labels}
    for name, sort in declared.items():
        its = symbol(name)
        if its is not None and its.label in of_label and _is_boolean_of_number(its, sort):
            of_label[its.label].append(name)
    asked: list[str] = []
    missing = []
    for label in board.labels:
        plain = f"n_{label}"
        if declared.get(plain, "Bool") != "Bool":
            asked.append(plain)
        elif of_label[label]:
            asked += of_label[label]
        else:
            missing.append(f"{plain} ({board.names[cells_by_label(board)[label]]})")
    if missing:
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        message = f"it declares no {', '.join(missing[:_SHOWN])}{more}, nor has it comments such as"
        raise InputError(f"{message} `; cell {board.names[0]} = n_{board.labels[0]}`", source=notes.source)
    return asked


def _is_boolean_of_number(its: Symbol, sort: str) -> bool:
    return (
        sort == "Bool" and its.rest is not None and (its.kind == "n" or (its.kind == "b" and its.rest != BIG))
    )


def _commented(notes: Notes, puzzle: Puzzle) -> list[list[tuple[int | None, str]]]:
    board = puzzle.board
    cell_of = {name: cell for cell, name in enumerate(board.names)}
    found: list[list[tuple[int | None, str]]] = [[] for _ in board.names]
    for comment in notes.cells:
        cell = cell_of.get(comment.cell)
        wrong = None
        if cell is None:
            wrong = f"the board has no cell {comment.cell}; its first is {board.names[0]}"
        elif any(number is None or number == comment.number for number, _ in found[cell]) or (
            comment.number is None and found[cell]
        ):
            wrong = f"{comment.cell} has a term already: one for the number, or a Boolean for each number"
        if wrong is not None or cell is None:
            raise InputError(wrong or "", source=notes.source, line=comment.line, column=comment.column)
        found[cell].append((comment.number, comment.term))
    missing = [name for name, its in zip(board.names, found, strict=True) if not its]
    if missing:
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        message = f"no comment gives a term for {', '.join(missing[:_SHOWN])}{more}"
        last = notes.cells[-1]
        raise InputError(
            f"{message}, but others have one", source=notes.source, line=last.line, column=last.column
        )
    return found


def _sorts(terms: Sequence[str], file: File) -> dict[str, str]:
    """The sorts of terms, as far as they are known."""
    found = {term: sort for term in terms if (sort := file.sorts.get(symbol_name(term) or ""))}
    if len(found) < len(terms):
        check = SortCheck()
        for command in read_commands("\n".join(file.commands)) if file.commands else ():
            for _ in check.command(command):
                pass
        for term in terms:
            if term not in found and (sort := check.sort_of(term)) is not None:
                found[term] = sort
    return found


def _symbols(term: Sexpr) -> set[str]:
    found: set[str] = set()
    stack = [term]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack += part
        elif (name := symbol_name(part)) is not None:
            found.add(name)
    return found - _OPERATORS


def _key(term: str) -> str:
    read = read_one(term)
    name = symbol_name(read)
    return write(read) if name is None else name


def _number(cell: str, terms: Sequence[tuple[int | None, str]], values: Mapping[str, object]) -> int:
    true = []
    for number, term in terms:
        literal = read_literal(read_one(term))
        value = values.get(_key(term)) if literal is None else literal
        value = value.value if isinstance(value, Bits) else value
        if value is None:
            raise DecodeError(f"the answer is partial: it has no value for {term} ({cell})")
        if isinstance(value, bool) != (number is not None) or not isinstance(value, int):
            kind = "an integer" if number is None else "true or false"
            raise DecodeError(f"the answer gives {term} ({cell}) the value {value!r}; it must be {kind}")
        if number is None:
            return value
        if value:
            true.append(number)
    if len(true) != 1:
        holds = f"holds {' and '.join(map(str, true))}" if true else "has no number"
        raise DecodeError(f"in the answer, {cell} {holds}; it must hold one number")
    return true[0]
