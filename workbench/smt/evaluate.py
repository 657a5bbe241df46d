"""The truth of SMT-LIB terms in a model, by our own reckoning: a witness that shares nothing with a solver.

Evaluation is three-valued. Where a symbol has no value the result is ``None``, unless what is known
decides it anyway (``(and false x)`` is false); so a partial model can be completed step by step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from drivers.sexpr import Sexpr, read_one, symbol_name, write
from fillomino.errors import FillominoError


class Bits(NamedTuple):
    """A bit-vector: its value without sign, and its width."""

    value: int
    width: int


Value: TypeAlias = "bool | int | Bits"
Model: TypeAlias = Mapping[str, Value]

_BIT_LITERAL = re.compile(r"bv[0-9]+")


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
    return _value(parsed(term) if isinstance(term, str) else term, model, definitions or {})


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
        if isinstance(shape, tuple) and shape[:2] == ("_", "BitVec"):
            width = int(str(shape[2]))
            return Bits(value % (1 << width), width)
    raise EvaluationError(f"{value!r} is no value of the sort {write(shape)}")


def literal(value: Value) -> str:
    """A value as an SMT-LIB term."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Bits):
        return f"(_ bv{value.value} {value.width})"
    return str(value) if value >= 0 else f"(- {-value})"


def _value(term: Sexpr, model: Model, definitions: Mapping[str, Sexpr]) -> Value | None:
    if isinstance(term, str):
        return _atom(term, model, definitions)
    head = term[0] if term else ""
    if head == "_" and len(term) == 3 and isinstance(term[1], str) and _BIT_LITERAL.fullmatch(term[1]):
        return Bits(int(term[1][2:]), int(str(term[2])))
    if head == "!":
        return _value(term[1], model, definitions)
    if head == "let":
        bound = {str(name): _value(its, model, definitions) for name, its in _pairs(term[1])}
        inner = {**model, **{name: value for name, value in bound.items() if value is not None}}
        for name, value in bound.items():
            if value is None:
                inner.pop(name, None)
        return _value(term[2], inner, definitions)
    if not isinstance(head, str):
        raise EvaluationError(f"we can't evaluate {write(term)[:100]}")
    arguments = [_value(argument, model, definitions) for argument in term[1:]]
    if head in _LOGICAL:
        return _LOGICAL[head](arguments)
    if head not in _STRICT:
        raise EvaluationError(f"we can't evaluate the operator {head!r}")
    known = [argument for argument in arguments if argument is not None]
    return _STRICT[head](known) if len(known) == len(arguments) else None


def _atom(term: str, model: Model, definitions: Mapping[str, Sexpr]) -> Value | None:
    if term in ("true", "false"):
        return term == "true"
    if term.isdigit():
        return int(term)
    if term.startswith("#b"):
        return Bits(int(term[2:], 2), len(term) - 2)
    if term.startswith("#x"):
        return Bits(int(term[2:], 16), 4 * (len(term) - 2))
    name = symbol_name(term)
    if name is None:
        raise EvaluationError(f"we can't evaluate {term!r}")
    if name in definitions:
        return _value(definitions[name], model, definitions)
    return model.get(name)


def _pairs(bindings: Sexpr) -> list[tuple[Sexpr, Sexpr]]:
    if isinstance(bindings, str):
        raise EvaluationError("a let needs a list of bindings")
    return [(pair[0], pair[1]) for pair in bindings if isinstance(pair, tuple) and len(pair) == 2]


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
