"""The truth of SMT-LIB terms in a model, by our own reckoning: a witness that shares nothing with a solver.

Evaluation is three-valued. Where a symbol has no value the result is ``None``, unless what is known
decides it anyway (``(and false x)`` is false); so a partial model can be completed step by step.
Nothing here recurses, so a term may be nested as deep as it likes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from fillomino.errors import FillominoError
from fillomino.words import counted
from smtlib.nested import worked_out
from smtlib.sexpr import Sexpr, read_one, symbol_name, write


class Bits(NamedTuple):
    """A bit-vector: its value without sign, and its width."""

    value: int
    width: int


Value: TypeAlias = "bool | int | Bits"
Model: TypeAlias = Mapping[str, Value]

_NUMERAL = re.compile(r"[0-9]+")
_BIT_LITERAL = re.compile(r"bv[0-9]+")
_BINARY = re.compile(r"#b[01]+")
_HEXADECIMAL = re.compile(r"#x[0-9a-fA-F]+")


class EvaluationError(FillominoError, ValueError):
    """A term that we can't evaluate: an operator or sort we do not know."""


@lru_cache(maxsize=200_000)
def parsed(term: str) -> Sexpr:
    """A term as an s-expression; the same terms come again and again."""
    return read_one(term)


def evaluate(term: str | Sexpr, model: Model, definitions: Mapping[str, Sexpr] | None = None) -> Value | None:
    """The value of a term in a model.

    Args:
        term: text, or what was read from it.
        model: the values of symbols, named without bars.
        definitions: for symbols that ``define-fun`` introduced without arguments, their terms.

    Returns:
        The value, or ``None`` where the model says too little.

    Raises:
        EvaluationError: for what we do not know.
    """
    reckoning = _Reckoning(model, definitions or {})
    return worked_out(reckoning.steps, parsed(term) if isinstance(term, str) else term)


def sorted_value(value: object, sort: str | Sexpr) -> Value:
    """A value as a driver gives it (bit-vectors as integers), told apart by its sort.

    Raises:
        EvaluationError: for a value that is none of its sort.
    """
    shape = parsed(sort) if isinstance(sort, str) else sort
    if shape == "Bool" and isinstance(value, bool):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        if shape == "Int":
            return value
        width = width_of(shape)
        if width is not None:
            return Bits(value % (1 << width), width)
    raise EvaluationError(f"{value!r} is no value of the sort {write(shape)}")


def width_of(shape: Sexpr) -> int | None:
    """The width of bit-vectors of a sort; ``None`` for any other sort."""
    match shape:
        case ("_", "BitVec", str(width)) if _NUMERAL.fullmatch(width):
            return _integer(width)
    return None


def literal(value: Value) -> str:
    """A value as an SMT-LIB term."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Bits):
        return f"(_ bv{value.value} {value.width})"
    return str(value) if value >= 0 else f"(- {-value})"


class _Reckoning:
    """What the values of symbols are at the moment: those that a let binds come and go."""

    def __init__(self, model: Model, definitions: Mapping[str, Sexpr]) -> None:
        self._model, self._definitions = model, definitions
        self._bound: dict[str, Value | None] = {}
        self._defined: dict[str, Value | None] = {}
        self._begun: set[str] = set()

    def steps(self, term: Sexpr) -> Generator[Sexpr, Value | None, Value | None]:
        """Asks for the values of parts, one after the other, and returns that of the whole."""
        if isinstance(term, str):
            if self._is_plain(term):
                return self._plain(term)
            return (yield from self._defined_by(symbol_name(term) or term))
        head = term[0] if term else ""
        match term:
            case ("_", str(bits), str(width)) if _BIT_LITERAL.fullmatch(bits) and _NUMERAL.fullmatch(width):
                return Bits(_integer(bits[2:]), _integer(width))
            case ("!", inner, *_):
                return (yield inner)
            case ("let", bindings, body):
                return (yield from self._let(_pairs(bindings), body))
        if not isinstance(head, str) or not head:
            raise EvaluationError(f"we can't evaluate {write(term)[:100]}")
        arguments: list[Value | None] = []
        for argument in term[1:]:
            if isinstance(argument, str) and self._is_plain(argument):
                arguments.append(self._plain(argument))
            else:
                arguments.append((yield argument))
        return _applied(head, arguments)

    def _let(
        self, pairs: list[tuple[str, Sexpr]], body: Sexpr
    ) -> Generator[Sexpr, Value | None, Value | None]:
        values: dict[str, Value | None] = {}
        for name, its in pairs:
            values[name] = yield its
        hidden = {name: self._bound[name] for name in values if name in self._bound}
        self._bound.update(values)
        value = yield body
        for name in values:
            del self._bound[name]
        self._bound.update(hidden)
        return value

    def _defined_by(self, name: str) -> Generator[Sexpr, Value | None, Value | None]:
        if name not in self._defined:
            if name in self._begun:
                raise EvaluationError(f"{name} is defined by itself")
            self._begun.add(name)
            bound, self._bound = self._bound, {}
            self._defined[name] = yield self._definitions[name]
            self._bound = bound
        return self._defined[name]

    def _is_plain(self, atom: str) -> bool:
        """Whether the value of an atom needs no further steps."""
        if not self._definitions:
            return True
        name = symbol_name(atom)
        return name in self._bound or name not in self._definitions

    def _plain(self, atom: str) -> Value | None:
        if atom in ("true", "false"):
            return atom == "true"
        if _NUMERAL.fullmatch(atom):
            return _integer(atom)
        if _BINARY.fullmatch(atom):
            return Bits(int(atom[2:], 2), len(atom) - 2)
        if _HEXADECIMAL.fullmatch(atom):
            return Bits(int(atom[2:], 16), 4 * (len(atom) - 2))
        name = symbol_name(atom)
        if name is None:
            raise EvaluationError(f"we can't evaluate {atom!r}")
        return self._bound[name] if name in self._bound else self._model.get(name)


def _applied(head: str, arguments: list[Value | None]) -> Value | None:
    """The value of an operator applied to values."""
    if head not in _LOGICAL and head not in _STRICT:
        raise EvaluationError(f"we can't evaluate the operator {head!r}")
    try:
        if head in _LOGICAL:
            return _LOGICAL[head](arguments)
        known = [argument for argument in arguments if argument is not None]
        return _STRICT[head](known) if len(known) == len(arguments) else None
    except EvaluationError:
        raise
    except (IndexError, ValueError) as error:
        count = counted(len(arguments), "argument")
        raise EvaluationError(f"we can't evaluate {head!r} with {count}") from error


def _integer(digits: str) -> int:
    try:
        return int(digits)
    except ValueError as error:  # more digits than Python reads
        raise EvaluationError(f"we can't evaluate a number of {len(digits)} digits") from error


def _pairs(bindings: Sexpr) -> list[tuple[str, Sexpr]]:
    found = []
    for pair in (bindings,) if isinstance(bindings, str) else bindings:
        match pair:
            case (str(symbol), its) if (name := symbol_name(symbol)) is not None:
                found.append((name, its))
            case _:
                raise EvaluationError(f"a let can't bind {write(pair)[:100]}")
    return found


# Connectives, which may be decided by a part of their arguments.


def _and(arguments: Sequence[Value | None]) -> Value | None:
    if any(argument is False for argument in arguments):
        return False
    return None if any(argument is None for argument in arguments) else True


def _or(arguments: Sequence[Value | None]) -> Value | None:
    if any(argument is True for argument in arguments):
        return True
    return None if any(argument is None for argument in arguments) else False


def _not(arguments: Sequence[Value | None]) -> Value | None:
    return None if arguments[0] is None else not arguments[0]


def _implies(arguments: Sequence[Value | None]) -> Value | None:
    *premises, conclusion = arguments
    return _or([*(_not([premise]) for premise in premises), conclusion])


def _ite(arguments: Sequence[Value | None]) -> Value | None:
    condition, then, otherwise = arguments
    if condition is None:
        return then if then == otherwise else None
    return then if condition else otherwise


_LOGICAL: dict[str, Callable[[Sequence[Value | None]], Value | None]] = {
    "and": _and,
    "or": _or,
    "not": _not,
    "=>": _implies,
    "ite": _ite,
}


# Operators that need all their arguments.


def _number(value: Value) -> int:
    return value.value if isinstance(value, Bits) else int(value)


def _chain(holds: Callable[[int, int], bool]) -> Callable[[Sequence[Value]], Value]:
    def over(arguments: Sequence[Value]) -> Value:
        numbers = [_number(argument) for argument in arguments]
        return all(holds(a, b) for a, b in pairwise(numbers))

    return over


def _minus(arguments: Sequence[Value]) -> Value:
    first, *rest = map(_number, arguments)
    return first - sum(rest) if rest else -first


def _product(arguments: Sequence[Value]) -> Value:
    found = 1
    for argument in arguments:
        found *= _number(argument)
    return found


def _bits_sum(arguments: Sequence[Value]) -> Value:
    widths = {argument.width for argument in arguments if isinstance(argument, Bits)}
    if len(widths) != 1:
        raise EvaluationError("bvadd needs bit-vectors of one width")
    [width] = widths
    return Bits(sum(map(_number, arguments)) % (1 << width), width)


_STRICT: dict[str, Callable[[Sequence[Value]], Value]] = {
    "=": lambda arguments: all(argument == arguments[0] for argument in arguments),
    "distinct": lambda arguments: len(set(arguments)) == len(arguments),
    "xor": lambda arguments: sum(map(bool, arguments)) % 2 == 1,
    "+": lambda arguments: sum(map(_number, arguments)),
    "-": _minus,
    "*": _product,
    "<=": _chain(lambda a, b: a <= b),
    "<": _chain(lambda a, b: a < b),
    ">=": _chain(lambda a, b: a >= b),
    ">": _chain(lambda a, b: a > b),
    "bvadd": _bits_sum,
    "bvule": _chain(lambda a, b: a <= b),
    "bvult": _chain(lambda a, b: a < b),
    "bvuge": _chain(lambda a, b: a >= b),
    "bvugt": _chain(lambda a, b: a > b),
}
