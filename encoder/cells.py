"""The numbers of cells as terms of a script: how they are read from values, and how a filling is blocked.

Encodings of ours name them by `encoder.symbols`. A script of any other origin names them in comments
(`encoder.annotations`), or has a symbol ``n_x`` for each cell, where x is the label of the cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from encoder.encoding import Decoded
from encoder.errors import DecodeError
from encoder.script import PuzzleScript
from fillomino.errors import InputError
from smtlib.literals import Bits, SortedValue, read_literal, width_of, write_literal
from smtlib.sexpr import Sexpr, read_one, symbol_name, write
from smtlib.terms import disjunction

if TYPE_CHECKING:
    from encoder.annotations import CellTerm
    from fillomino.board import Board
    from fillomino.puzzle import Filling, Puzzle

_PLAIN = re.compile(r"[A-Za-z0-9_.-]+")
_SHOWN = 4


class Value(NamedTuple):
    """A term whose value is a cell's number; it is of sort Int, or of bit-vectors of some width."""

    term: str
    width: int | None = None

    def equals(self, number: int) -> str:
        """Return the term "it is this number"; ``false`` where so few bits can't hold that."""
        if self.width is None:
            return f"(= {self.term} {number})"
        literal = write_literal(Bits(number, self.width))
        return f"(= {self.term} {literal})" if number >> self.width == 0 else "false"


@dataclass(frozen=True, slots=True)
class Cells:
    """Terms for the number of each cell, in the order of the cells.

    Attributes:
        terms: for each cell a term of its number, or a Boolean term for each number that it may hold.
    """

    terms: tuple[Value | Mapping[int, str], ...]

    @property
    def values(self) -> tuple[str, ...]:
        """The terms to ask a solver for, each once; a literal needs no solver."""
        found = dict.fromkeys(
            term
            for cell in self.terms
            for term in ([cell.term] if isinstance(cell, Value) else cell.values())
        )
        return tuple(term for term in found if read_literal(read_one(term)) is None)

    def decode(self, board: Board, values: Mapping[str, object]) -> Decoded:
        """Read a filling from values, keyed as drivers do: by a symbol's name without bars, or by the term.

        Raises:
            DecodeError: if a value is missing or no number, or a cell has not exactly one number.
        """
        return Decoded(tuple(self._number(cell, board, values) for cell in range(board.size)))

    def _number(self, cell: int, board: Board, values: Mapping[str, object]) -> int:
        terms, name = self.terms[cell], board.names[cell]
        if isinstance(terms, Value):
            value = _of(terms.term, values, name)
            if isinstance(value, bool) or not isinstance(value, int):
                raise DecodeError(f"the answer gives {terms.term} the value {value!r}; it must be an integer")
            return value
        held = []
        for number, term in terms.items():
            value = _of(term, values, name)
            if not isinstance(value, bool):
                raise DecodeError(f"the answer gives {term} the value {value!r}; it must be true or false")
            held += [number] if value else []
        if len(held) != 1:
            holds = f"holds {' and '.join(map(str, held))}" if held else "has no number"
            raise DecodeError(f"in the answer, {name} {holds}; it must hold one number")
        return held[0]

    def comments(self, board: Board) -> tuple[str, ...]:
        """Return the text of the comments that name these terms; none where all are named by convention."""
        convention = [f"n_{label}" for label in board.labels]
        if [its.term if isinstance(its, Value) else "" for its in self.terms] == convention:
            return ()
        import json  # not needed to solve

        lines = []
        for name, its in zip(board.names, self.terms, strict=True):
            shown = name if _PLAIN.fullmatch(name) else json.dumps(name)
            if isinstance(its, Value):
                lines.append(f"cell {shown} = {its.term}")
            else:
                lines += [f"cell {shown} = {number} if {term}" for number, term in its.items()]
        return tuple(lines)

    def equal(self, cell: int, number: int) -> str:
        """Return the term "this cell holds this number"; ``false`` where the script rules it out."""
        terms = self.terms[cell]
        return terms.equals(number) if isinstance(terms, Value) else terms.get(number, "false")

    def block(self, puzzle: Puzzle, filling: Filling) -> str:
        """Return the blocking clause of a filling; clue cells can't differ."""
        equal = [self.equal(cell, number) for cell, number in enumerate(filling) if cell not in puzzle.clues]
        return "true" if "false" in equal else disjunction([f"(not {term})" for term in equal])

    def complete(self, filling: Filling) -> dict[str, SortedValue]:
        """Return the values that a filling gives to symbols which are such terms; nothing else is known."""
        model: dict[str, SortedValue] = {}
        for terms, number in zip(self.terms, filling, strict=True):
            if isinstance(terms, Value):
                name = symbol_name(read_one(terms.term))
                fits = terms.width is None or number >> terms.width == 0
                if name is not None and fits:
                    model[name] = number if terms.width is None else Bits(number, terms.width)
                continue
            for its, term in terms.items():
                if (name := symbol_name(read_one(term))) is not None and name not in ("true", "false"):
                    model[name] = its == number
        return model


@dataclass(frozen=True, slots=True, kw_only=True)
class CellScript(PuzzleScript):
    """A script that names the terms of its cells.

    Attributes:
        cells: those terms.
        cpu_seconds: the CPU time of the program that wrote it.
        output: what the program printed.
    """

    cells: Cells
    cpu_seconds: float = 0.0
    output: str = ""


def cells_of(
    board: Board, comments: Sequence[CellTerm], names: Collection[str], sort_of: Callable[[str], str | None]
) -> Cells:
    """Return the terms of all cells, from comments and, where there is none for a cell, by convention.

    Args:
        board: the cells.
        comments: the comments on cells.
        names: what the script declares and defines, without bars.
        sort_of: from a term to its sort; ``None`` where it is not known.

    Raises:
        InputError: with the line, for a cell that is not there or has two terms, a symbol that is not
            declared, or a sort that holds no number; without one, for a cell that has no term.
    """
    index = {name: cell for cell, name in enumerate(board.names)}
    found: dict[int, Value | dict[int, str]] = {}
    for comment in comments:
        cell = index.get(comment.cell)
        if cell is None:
            names = ", ".join(board.names[:_SHOWN]) + (", …" if board.size > _SHOWN else "")
            _refuse(comment, f"there is no cell {comment.cell} on the board, whose cells are {names}")
        expression = read_one(comment.term)
        term = write(expression)
        strange = sorted(free_symbols(expression).difference(names))
        if strange:
            _refuse(comment, f"{strange[0]} is not declared, so it is no term for {comment.cell}")
        sort = sort_of(term)
        known = found.get(cell)
        if comment.number is None:
            if known is not None:
                _refuse(comment, f"{comment.cell} has a term already")
            if sort not in (None, "Int") and width_of(sort) is None:
                _refuse(comment, f"{term} is of sort {sort}; a number is of sort Int or BitVec")
            found[cell] = Value(term, None if sort is None else width_of(sort))
            continue
        if isinstance(known, Value) or (known is not None and comment.number in known):
            _refuse(comment, f"{comment.cell} has a term for {comment.number} already")
        if sort not in (None, "Bool"):
            _refuse(comment, f"{term} is of sort {sort}; what holds or not is of sort Bool")
        found.setdefault(cell, {})[comment.number] = term  # type: ignore[index]
    for cell, label in enumerate(board.labels):
        name = f"n_{label}"
        if cell not in found and name in names:
            sort = sort_of(name)
            if sort != "Bool":  # one of the script's own may be another name of Int
                found[cell] = Value(name, None if sort is None else width_of(sort))
    missing = [cell for cell in range(board.size) if cell not in found]
    if missing:
        names = ", ".join(board.names[cell] for cell in missing[:_SHOWN])
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        first = missing[0]
        raise InputError(
            f"there is no number for {names}{more}: neither a comment `; cell {board.names[first]} = TERM` "
            f"nor a constant n_{board.labels[first]} of sort Int or BitVec"
        )
    return Cells(tuple(found[cell] for cell in range(board.size)))


def free_symbols(term: Sexpr) -> set[str]:
    """Return the symbols in a term that may be constants: no operators, literals or bound variables."""
    found: set[str] = set()
    stack: list[tuple[Sexpr, frozenset[str]]] = [(term, frozenset())]
    while stack:
        item, bound = stack.pop()
        match item:
            case str():
                name = symbol_name(item)
                if name is not None and name not in ("true", "false") and name not in bound:
                    found.add(name)
            case (("let" | "forall" | "exists") as binder, tuple(pairs), body):
                new = bound | {symbol_name(p[0]) or "" for p in pairs if isinstance(p, tuple) and p}
                stack.append((body, new))
                if binder == "let":
                    stack += [(p[1], bound) for p in pairs if isinstance(p, tuple) and len(p) == 2]
            case ("!", inner, *_):
                stack.append((inner, bound))
            case ("match", subject, tuple(cases)):
                stack.append((subject, bound))
                for case in cases:
                    if isinstance(case, tuple) and len(case) == 2:
                        inside = case[0] if isinstance(case[0], tuple) else (case[0],)
                        stack.append((case[1], bound | {symbol_name(each) or "" for each in inside}))
            case ("_", *_) | ("as", *_) | ():
                pass
            case (head, *arguments):
                stack += [(each, bound) for each in arguments]
                if isinstance(head, tuple):
                    stack.append((head, bound))
    return found


def _of(term: str, values: Mapping[str, object], name: str) -> object:
    expression = read_one(term)
    literal = read_literal(expression)
    if literal is not None:
        return literal.value if isinstance(literal, Bits) else literal
    key = symbol_name(expression) or write(expression)
    if key not in values:
        raise DecodeError(f"the answer is partial: it has no value for {key} ({name})")
    return values[key]


def _refuse(comment: CellTerm, message: str) -> NoReturn:
    raise InputError(message, line=comment.line, column=comment.column)
