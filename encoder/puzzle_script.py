"""A puzzle's script: the numbers of its cells as terms, read from values; a filling blocked.

A cell here is a place of any game's puzzle. An encoding names the terms of its cells when it builds its
script. A text names them in comments (`encoder.annotations`) or by convention: for the cell with label x a
symbol ``n_x``, or Booleans ``n_x_v`` (with ``n_x_big`` and its bits ``b_x_i``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from encoder.errors import DecodeError, EncodingError
from fillomino.board import Board
from fillomino.instance import Filling, Instance
from fillomino.record import Record
from smtlib.literals import Bits, SortedValue, read_literal, shown_value, write_literal
from smtlib.script import Header, Origin, Script, conjunction, disjunction, negation
from smtlib.sexpr import read_one, symbol_name, write

if TYPE_CHECKING:
    from encoder.parts.lazy_fills import LazyFill

T = TypeVar("T")

_PLAIN = re.compile(r"[A-Za-z0-9_.-]+")
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)


class Value(Record):
    """A term whose value is a cell's number; it is of sort Int, or of bit-vectors of some width."""

    term: str
    width: int | None = None

    @property
    def terms(self) -> tuple[str, ...]:
        """All terms."""
        return (self.term,)

    def number(self, name: str, values: Mapping[str, object]) -> int:
        """Return the number of a cell of this name; raises `DecodeError`."""
        return _of(self.term, values, name, int)

    def equals(self, number: int) -> str:
        """Return the term "it is this number"; ``false`` where so few bits can't hold that."""
        if self.width is None:
            return f"(= {self.term} {number})"
        literal = write_literal(Bits(number, self.width))
        return f"(= {self.term} {literal})" if number >> self.width == 0 else "false"

    def completed(self, number: int) -> Iterator[tuple[str, SortedValue]]:
        """Yield each term and the value that this number gives it."""
        if self.width is None or number >> self.width == 0:
            yield self.term, number if self.width is None else Bits(number, self.width)


class Truth(Record):
    """A Boolean term: the cell's number is 1 if it holds, else 0."""

    term: str

    @property
    def terms(self) -> tuple[str, ...]:
        """All terms."""
        return (self.term,)

    def number(self, name: str, values: Mapping[str, object]) -> int:
        """Return the number of a cell of this name; raises `DecodeError`."""
        value = values.get(self.term)  # a term that is a name is its own key
        return int(value if isinstance(value, bool) else _of(self.term, values, name, bool))

    def equals(self, number: int) -> str:
        """Return the term "it is this number"; ``false`` for another than 0 and 1."""
        if number not in (0, 1):
            return "false"
        return self.term if number else negation(self.term)

    def completed(self, number: int) -> Iterator[tuple[str, SortedValue]]:
        """Yield the term and the value that this number gives it."""
        if number in (0, 1):
            yield self.term, number == 1


class Choice(Record):
    """Boolean terms, of which one holds: the one for a cell's number.

    Attributes:
        holds: a term for each number.
        big: the term that the number is any other, and is given by its bits; empty if there is none.
        bits: for the index of a bit, from 0 for the lowest, a term.
    """

    holds: dict[int, str]
    big: str = ""
    bits: Mapping[int, str] = {}

    @property
    def terms(self) -> tuple[str, ...]:
        """All terms."""
        return (*self.holds.values(), *([self.big] if self.big else []), *self.bits.values())

    def number(self, name: str, values: Mapping[str, object]) -> int:
        """Return the number of a cell of this name; raises `DecodeError`."""
        held = [number for number, term in self.holds.items() if _of(term, values, name, bool)]
        if self.big and _of(self.big, values, name, bool):
            if not self.bits:
                raise DecodeError(f"the answer is partial: {name} is big, but has no bits")
            held.append(sum(_of(term, values, name, bool) << index for index, term in self.bits.items()))
        if len(held) != 1:
            holds = f"holds {' and '.join(map(str, held))}" if held else "has no number"
            raise DecodeError(f"in the answer, {name} {holds}; it must hold one number")
        return held[0]

    def equals(self, number: int) -> str:
        """Return the term "it is this number"; ``false`` where no term is for it."""
        if number in self.holds or not self.big:
            return self.holds.get(number, "false")
        if any(number >> index & 1 and index not in self.bits for index in range(number.bit_length())):
            return "false"
        bits = (term if number >> index & 1 else negation(term) for index, term in self.bits.items())
        return conjunction([self.big, *bits])

    def completed(self, number: int) -> Iterator[tuple[str, SortedValue]]:
        """Yield each term and the value that this number gives it."""
        yield from ((term, held == number) for held, term in self.holds.items())
        if self.big:
            yield self.big, number not in self.holds
        if number not in self.holds:
            yield from ((term, bool(number >> index & 1)) for index, term in self.bits.items())


CellNumber: TypeAlias = Value | Truth | Choice
"""How a script says which number a cell holds."""


def _quoted(name: str) -> str:
    """A name as a string of JSON, which few names of cells need."""
    import json

    return json.dumps(name)


class Cells(Record):
    """Terms for the number of each cell.

    Attributes:
        of: the terms, in the order of the cells.
        fixed: the cells whose numbers the puzzle gives and the script asserts, which blocking clauses leave
            out.
    """

    of: tuple[CellNumber, ...]
    fixed: frozenset[int] = frozenset()

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The terms to ask a solver for, each once; a literal needs no solver."""
        terms = dict.fromkeys(term for cell_term in self.of for term in cell_term.terms)
        return tuple(term for term in terms if _read(term)[1] is None)

    @cached_property
    def _differing(self) -> tuple[tuple[str, str], ...] | None:
        """For each cell the terms that it is not 0, and not 1; ``None`` unless all are Booleans."""
        terms = [cell.term for cell in self.of if isinstance(cell, Truth)]
        if self.fixed or len(terms) < len(self.of) or not {"true", "false"}.isdisjoint(terms):
            return None
        return tuple((term, negation(term)) for term in terms)

    @cached_property
    def _keys(self) -> tuple[str, ...]:
        """Of Boolean terms, one for each cell, the keys among values."""
        return tuple(key_of(cell.term) for cell in self.of if isinstance(cell, Truth))

    @cached_property
    def by_symbol(self) -> dict[str, int]:
        """The cell of each symbol that stands in the terms of one cell alone."""
        cells_of: dict[str, set[int]] = {}
        for cell, cell_term in enumerate(self.of):
            for term in cell_term.terms:
                for name in symbols_of(term):
                    cells_of.setdefault(name, set()).add(cell)
        return {name: min(cells) for name, cells in cells_of.items() if len(cells) == 1}

    def about(self, symbols: Collection[str]) -> tuple[int, ...]:
        """Return the cells with a term of which one of these symbols is part, in no other cell's term."""
        return tuple(sorted({self.by_symbol[name] for name in symbols if name in self.by_symbol}))

    def decode(self, names: Sequence[str], values: Mapping[str, object]) -> Filling:
        """Return the numbers of the cells with these names, from values by `key_of` their terms.

        Values of other terms make no difference.

        Raises:
            DecodeError: if a value is missing or no number, or a cell has not exactly one number.
        """
        if self._differing is not None:
            held = [value for value in map(values.get, self._keys) if isinstance(value, bool)]
            if len(held) == len(names):
                return tuple(map(int, held))
        return tuple(cell_term.number(name, values) for cell_term, name in zip(self.of, names, strict=True))

    def comments(self, board: Board) -> tuple[str, ...]:
        """Return the text of the comments that name these terms, but for those named by convention."""
        lines = []
        for name, label, cell_term in zip(board.names, board.labels, self.of, strict=True):
            shown = name if _PLAIN.fullmatch(name) else _quoted(name)
            if not isinstance(cell_term, Choice):
                lines += [f"cell {shown} = {cell_term.term}"] if cell_term.term != f"n_{label}" else []
            elif any(term != f"n_{label}_{number}" for number, term in cell_term.holds.items()):
                lines += [f"cell {shown} = {number} if {term}" for number, term in cell_term.holds.items()]
        return tuple(lines)

    def equal(self, filling: Filling) -> list[str]:
        """Return for each cell the term "it holds its number"; ``false`` where the script rules that out."""
        return [cell_term.equals(number) for cell_term, number in zip(self.of, filling, strict=True)]

    def block(self, filling: Filling) -> str:
        """Return the blocking clause of a filling: the term that any other filling makes true."""
        if self._differing is not None and {0, 1}.issuperset(filling):
            return disjunction([both[number] for both, number in zip(self._differing, filling, strict=True)])
        pairs = enumerate(zip(self.of, filling, strict=True))
        equal = [cell_term.equals(number) for cell, (cell_term, number) in pairs if cell not in self.fixed]
        return "true" if "false" in equal else disjunction([negation(term) for term in equal])

    def complete(self, filling: Filling) -> dict[str, SortedValue]:
        """Return the values that a filling gives to symbols which are such terms; nothing else is known."""
        given = (
            pair
            for cell_term, number in zip(self.of, filling, strict=True)
            for pair in cell_term.completed(number)
        )
        named = ((symbol_name(read_one(term)), value) for term, value in given)
        return {name: value for name, value in named if name not in (None, "true", "false")}


@lru_cache(maxsize=64)
def truths(terms: tuple[str, ...]) -> Cells:
    """Return cells whose numbers are 0 or 1 by Boolean terms; those of boards of one size are made once."""
    return Cells(tuple(map(Truth, terms)))


def integers(board: Board) -> Cells:
    """Return cells whose numbers are integers ``n_x``, by their labels."""
    return Cells(tuple(Value(f"n_{label}") for label in board.labels))


def as_values(board: Board, numbers: Iterable[T]) -> dict[str, T]:
    """Return the values of `integers`: the number of each cell."""
    return {f"n_{label}": number for label, number in zip(board.labels, numbers, strict=True)}


def key_of(term: str) -> str:
    """Return the key of a term among values, as drivers give them: of a symbol its name without bars."""
    return _read(term)[0]


@lru_cache(maxsize=100_000)
def _read(term: str) -> tuple[str, SortedValue | None]:
    """The key of a term among values, and its own value if it is a literal."""
    if _NAME.fullmatch(term) and term not in ("true", "false"):
        return term, None
    expression = read_one(term)
    return symbol_name(expression) or write(expression), read_literal(expression)


@lru_cache(maxsize=100_000)
def symbols_of(term: str) -> frozenset[str]:
    """Return the free symbols of a term; an audit reads the same terms in thousands of scripts."""
    from smtlib.resolve import free_symbols  # few terms are read

    return frozenset(free_symbols(read_one(term)))


def _of(term: str, values: Mapping[str, object], name: str, kind: type[T]) -> T:
    """The value of a term about the cell of this name: an integer or a Boolean."""
    key, literal = _read(term)
    value = values.get(key) if literal is None else literal.value if isinstance(literal, Bits) else literal
    if literal is None and key not in values:
        raise DecodeError(f"the answer is partial: it has no value for {key} ({name})")
    if isinstance(value, kind) and isinstance(value, bool) is (kind is bool):
        return value
    wanted = "true or false" if kind is bool else "an integer"
    raise DecodeError(f"the answer gives {term} ({name}) the value {shown_value(value)}; it must be {wanted}")


class PuzzleScript(Script, kw_only=True):
    """A script and the puzzle that it encodes; its assertions are about cells.

    Attributes:
        puzzle: the puzzle.
        cells: the terms of the number of each cell; ``None`` for a puzzle whose answer is no filling.
        asks: ``unique`` if its models are further solutions: a known one is blocked.
        given: for the output of a program a description of its input.
        cpu_seconds: the CPU time of the program.
        fills: the connected sets about which it asserts nothing: a session adds what its answers break.
    """

    puzzle: Instance
    cells: Cells | None = None
    asks: str = ""
    given: str = ""
    cpu_seconds: float = 0.0
    fills: tuple[LazyFill, ...] = ()


class Decoded(Record):
    """A decoded answer.

    Attributes:
        filling: the number of each cell.
        script: the script that it is an answer of; ``None`` if it is of none.
        values: the values that it was read from, by symbol.
    """

    filling: Filling
    script: PuzzleScript | None = None
    values: Mapping[str, object] = {}


def decode(script: PuzzleScript, values: Mapping[str, object]) -> Decoded:
    """Read a solver's values, as drivers give them, back to a filling.

    Raises:
        DecodeError: if a value is missing or no number, or a cell has not exactly one number.
    """
    filling = cells_of(script).decode(script.puzzle.places.names, values)
    return Decoded(filling, script, values)


def block(script: PuzzleScript, filling: Filling) -> str:
    """Return the blocking clause of a filling: the term that any other filling makes true."""
    return cells_of(script).block(filling)


class Fillings:
    """The models of a puzzle's script, as back ends read and exclude them (`drivers.backend.Models`)."""

    def __init__(self, script: PuzzleScript) -> None:
        self._script = script

    def read(self, values: Mapping[str, object]) -> Decoded:
        """See `decode`."""
        return decode(self._script, values)

    def other_than(self, model: Decoded) -> str:
        """See `block`."""
        return block(self._script, model.filling)


def cells_of(script: PuzzleScript) -> Cells:
    """Return the terms of a script's cells.

    Raises:
        EncodingError: if it names none.
    """
    if script.cells is None:
        raise EncodingError(
            f"the script of {script.encoding} does not name its cells", code="cells-not-named"
        )
    return script.cells


def header(puzzle: Instance) -> Header:
    """Return the header of a puzzle's script."""
    if not puzzle.info and puzzle.places.size <= _FEW:
        return _header(puzzle.game.title, puzzle.size_text, puzzle.places)
    return _header_of(puzzle.info, puzzle.game.title, puzzle.size_text, puzzle.places)


_FEW = 60
"""Of boards with so few cells headers are kept: many puzzles have the same."""


@lru_cache(maxsize=256)
def _header(game: str, sizes: str, board: Board) -> Header:
    return _header_of({}, game, sizes, board)


def _header_of(info: Mapping[str, str], game: str, sizes: str, board: Board) -> Header:
    title = f' "{info["title"]}"' if info.get("title") else ""
    author = f" by {info['author']}" if info.get("author") else ""
    return Header(
        title=(f"{game}: {sizes}.", *(f"{key}: {text}" for key, text in sorted(info.items()))),
        origin=Origin(
            text=(f"The pencil puzzle {game}{title}{author}: {sizes}.",),
            license=info.get("license", ""),
            category="random" if info.get("generated") else "crafted",
        ),
        symbols=f"Symbols (x and y are cells, {_numbering(board)}, from 0)",
        names=board.names,
    )


def _numbering(board: Board) -> str:
    """The order in which the symbols of a board's cells are numbered."""
    if board.grid is not None:
        places = chain.from_iterable(board.grid.rows())
        if board.labels == tuple(place for place, cell in enumerate(places) if cell is not None):
            return "row * width + column"
    return "in the order of the file"
