"""Evaluation of SMT-LIB terms in a model, by code that shares nothing with a solver or an encoder.

Evaluation is three-valued: a term with a symbol that has no value is ``None``, unless the other values decide
it (``(and false x)`` is false). So a partial model can be completed step by step. Nothing here recurses, so
terms may be nested to any depth.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import prod
from operator import ge, gt, le, lt
from typing import TypeAlias

from smtlib.errors import EvaluationError, SexprError
from smtlib.literals import Bits, SortedValue, read_literal
from smtlib.sexpr import Sexpr, fold, read_one, symbol_name, write

Model: TypeAlias = Mapping[str, SortedValue]


@lru_cache(maxsize=200_000)
def parsed(term: str) -> Sexpr:
    """A term as an s-expression, cached: the same terms are read many times."""
    return read_one(term)


def evaluate(
    term: str | Sexpr, model: Model, definitions: Mapping[str, Sexpr] | None = None
) -> SortedValue | None:
    """The value of a term in a model.

    Args:
        term: text, or what was read from it.
        model: the values of symbols, named without bars.
        definitions: for symbols that ``define-fun`` introduced without arguments, their terms.

    Returns:
        The value, or ``None`` where the model leaves it open.

    Raises:
        EvaluationError: for an operator or sort that is not known here.
    """
    evaluation = _Evaluation(model, definitions or {})
    expression = parsed(term) if isinstance(term, str) else term
    try:
        return fold(evaluation.steps, expression)
    except SexprError as error:
        raise EvaluationError(f"we can't evaluate this: {error}") from error


def is_false(term: str, model: Model) -> bool:
    """Return whether a term is false in a model; not if it has an operator that we do not know."""
    try:
        return evaluate(term, model) is False
    except EvaluationError:
        return False


class _Evaluation:
    """The values of symbols during an evaluation; a let binds some of them for its body."""

    def __init__(self, model: Model, definitions: Mapping[str, Sexpr]) -> None:
        self._model, self._definitions = model, definitions
        self._bound: dict[str, SortedValue | None] = {}
        self._defined: dict[str, SortedValue | None] = {}
        self._begun: set[str] = set()

    def steps(self, term: Sexpr) -> Generator[Sexpr, SortedValue | None, SortedValue | None]:
        """Yield the parts whose values are needed, one after the other, and return the value of the whole."""
        if isinstance(term, str):
            if self._is_plain(term):
                return self._plain(term)
            return (yield from self._defined_by(symbol_name(term) or term))
        head = term[0] if term else ""
        if head == "_" and (literal := read_literal(term)) is not None:
            return literal
        match term:
            case ("!", inner, *_):
                return (yield inner)
            case ("let", bindings, body):
                return (yield from self._let(_pairs(bindings), body))
        if not isinstance(head, str) or not head:
            raise EvaluationError(f"we can't evaluate {write(term)[:100]}")
        arguments: list[SortedValue | None] = []
        for argument in term[1:]:
            if isinstance(argument, str) and self._is_plain(argument):
                arguments.append(self._plain(argument))
            else:
                arguments.append((yield argument))
        return _applied(head, arguments)

    def _let(
        self, pairs: list[tuple[str, Sexpr]], body: Sexpr
    ) -> Generator[Sexpr, SortedValue | None, SortedValue | None]:
        values: dict[str, SortedValue | None] = {}
        for name, term in pairs:
            values[name] = yield term
        hidden = {name: self._bound[name] for name in values if name in self._bound}
        self._bound.update(values)
        value = yield body
        for name in values:
            del self._bound[name]
        self._bound.update(hidden)
        return value

    def _defined_by(self, name: str) -> Generator[Sexpr, SortedValue | None, SortedValue | None]:
        if name not in self._defined:
            if name in self._begun:
                raise EvaluationError(f"{name} is defined by itself")
            self._begun.add(name)
            bound, self._bound = self._bound, {}
            self._defined[name] = yield self._definitions[name]
            self._bound = bound
        return self._defined[name]

    def _is_plain(self, atom: str) -> bool:
        """Return whether the value of an atom needs no further steps."""
        if not self._definitions:
            return True
        name = symbol_name(atom)
        return name in self._bound or name not in self._definitions

    def _plain(self, atom: str) -> SortedValue | None:
        literal = read_literal(atom)
        if literal is not None:
            return literal
        name = symbol_name(atom)
        if name is None:
            raise EvaluationError(f"we can't evaluate {atom!r}")
        return self._bound[name] if name in self._bound else self._model.get(name)


def _applied(head: str, arguments: list[SortedValue | None]) -> SortedValue | None:
    """The value of an operator applied to values."""
    if head not in _CONNECTIVES and head not in _STRICT:
        raise EvaluationError(f"we can't evaluate the operator {head!r}")
    try:
        if head in _CONNECTIVES:
            return _connective(head, arguments)
        known = [argument for argument in arguments if argument is not None]
        return _STRICT[head](known) if len(known) == len(arguments) else None
    except EvaluationError:
        raise
    except (IndexError, ValueError) as error:
        count = f"{len(arguments):,} argument{'s' * (len(arguments) != 1)}"
        raise EvaluationError(f"we can't evaluate {head!r} with {count}") from error


def _pairs(bindings: Sexpr) -> list[tuple[str, Sexpr]]:
    pairs = []
    for pair in (bindings,) if isinstance(bindings, str) else bindings:
        match pair:
            case (str(symbol), bound) if (name := symbol_name(symbol)) is not None:
                pairs.append((name, bound))
            case _:
                raise EvaluationError(f"a let can't bind {write(pair)[:100]}")
    return pairs


_CONNECTIVES = frozenset({"and", "or", "not", "=>", "ite"})


def _connective(head: str, arguments: list[SortedValue | None]) -> SortedValue | None:
    """The value of a connective, which some of the arguments may decide."""
    if head == "not":
        return None if arguments[0] is None else not arguments[0]
    if head == "ite":
        condition, then, otherwise = arguments
        if condition is None:
            return then if then == otherwise else None
        return then if condition else otherwise
    if head == "=>":
        *premises, conclusion = arguments
        arguments = [*(_connective("not", [premise]) for premise in premises), conclusion]
    decisive = head != "and"
    if any(argument is decisive for argument in arguments):
        return decisive
    return None if None in arguments else not decisive


def _number(value: SortedValue) -> int:
    return value.value if isinstance(value, Bits) else int(value)


def _chain(holds: Callable[[int, int], bool]) -> Callable[[list[SortedValue]], SortedValue]:
    return lambda arguments: all(holds(a, b) for a, b in pairwise(map(_number, arguments)))


def _minus(arguments: list[SortedValue]) -> SortedValue:
    first, *rest = map(_number, arguments)
    return first - sum(rest) if rest else -first


def _bits_sum(arguments: list[SortedValue]) -> SortedValue:
    widths = {argument.width for argument in arguments if isinstance(argument, Bits)}
    if len(widths) != 1:
        raise EvaluationError("bvadd needs bit-vectors of one width")
    [width] = widths
    return Bits(sum(map(_number, arguments)) % (1 << width), width)


_STRICT: dict[str, Callable[[list[SortedValue]], SortedValue]] = {
    "=": lambda arguments: all(argument == arguments[0] for argument in arguments),
    "distinct": lambda arguments: len(set(arguments)) == len(arguments),
    "xor": lambda arguments: sum(map(bool, arguments)) % 2 == 1,
    "+": lambda arguments: sum(map(_number, arguments)),
    "-": _minus,
    "*": lambda arguments: prod(map(_number, arguments)),
    "<=": _chain(le),
    "<": _chain(lt),
    ">=": _chain(ge),
    ">": _chain(gt),
    "bvadd": _bits_sum,
    "bvule": _chain(le),
    "bvult": _chain(lt),
    "bvuge": _chain(ge),
    "bvugt": _chain(gt),
}
"""Operators that need all their arguments."""
