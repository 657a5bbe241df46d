"""A walk through the terms of a script: what each symbol is bound to, and whether the sorts fit.

Known are the sorts Bool, Int and bit-vectors, over the operators that our evaluation knows. Nothing is
reported where a sort is unknown: of functions, other operators, other sorts. Nothing here recurses, so a term
may be nested to any depth.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import TypeAlias

from smtlib.errors import SexprError
from smtlib.literals import Bits, read_literal
from smtlib.sexpr import Node, Sexpr, fold, read_nodes, symbol_name, without_places, write

Sort: TypeAlias = "str | None"
"""As it is written, ``(_ BitVec 4)``; ``None`` where it is unknown."""

_VECTOR = "(_ BitVec "
_KNOWN = re.compile(r"Bool|Int|\(_ BitVec [1-9][0-9]{0,8}\)")
_CONNECTIVES = frozenset({"and", "or", "xor", "=>", "not"})
_SUMS = frozenset({"+", "-", "*"})
_COMPARISONS = frozenset({"<=", "<", ">=", ">"})
_OF_VECTORS = frozenset({"bvadd", "bvule", "bvult", "bvuge", "bvugt"})
_ARITY = {"not": 1, "ite": 3}

_Steps: TypeAlias = Generator[Node, Sort, Sort]


class SortCheck:
    """A check of the commands of a script, one after the other, for terms whose sorts don't fit.

    A subclass sees each part of a term by overriding the methods `visit_list`, `visit_symbol`, `visit_sort`.
    """

    def __init__(self) -> None:
        self._sorts: dict[str, Sort] = {}  # of all that was declared or defined
        self._bound: dict[str, Sort] = {}
        self._faults: list[tuple[Node, str]] = []

    def visit_list(self, node: Node) -> None:
        """Take note of a term that is a list, before its parts."""

    def visit_symbol(self, node: Node, arguments: int | None) -> None:
        """Take note of an atom that is not bound in its term, and how many arguments it has, if known."""

    def visit_sort(self, node: Node) -> None:
        """Take note of a sort in a term."""

    def command(self, node: Node) -> Iterator[tuple[Node, str]]:
        """The faults of the terms of a command: where, and a sentence."""
        self._faults = []
        items = node.items
        if node.head == "assert" and len(items) == 2:
            sort = self._sort(items[1])
            if sort not in ("Bool", None):
                self._faults.append((items[1], f"asserted, but its sort is {sort}"))
        elif node.head in ("declare-const", "define-const") and len(items) > 2:
            self._defined(items[1], items[2], items[3:])
        elif node.head in ("declare-fun", "define-fun") and len(items) > 3:
            if items[2].items:
                self._declare(items[1], None)
                self._bound = {symbol_name(pair.head) or "": _sort(pair) for pair in items[2].items}
            self._defined(items[1], items[3], items[4:], function=bool(items[2].items))
            self._bound = {}
        elif node.head.startswith(("declare-", "define-")) and len(items) > 1:
            self._declare(items[1], None)
        yield from self._faults

    def sort_of(self, term: str) -> Sort:
        """Return the sort of a term over what was declared so far; ``None`` where it is unknown."""
        return self._sort(read_nodes(term)[0])

    def _defined(self, name: Node, sort: Node, body: Sequence[Node], *, function: bool = False) -> None:
        wanted = _known(sort)
        found = self._sort(body[0]) if body else None
        if wanted is not None and found not in (wanted, None):
            self._faults.append((body[0], f"{name.atom} is defined as {wanted}, but this is {found}"))
        self._declare(name, None if function else wanted)

    def _declare(self, name: Node, sort: Sort) -> None:
        symbol = symbol_name(name.atom) if name.atom else None
        if symbol is not None:
            self._sorts[symbol] = sort if self._sorts.get(symbol, sort) == sort else None

    def _sort(self, term: Node) -> Sort:
        return fold(self._steps, term)

    def _steps(self, node: Node) -> _Steps:
        """Yield the parts whose sorts are needed, one after the other, and return the sort of the whole."""
        head, items = node.head, node.items
        if node.atom:
            return self._symbol(node)
        if head == "_":
            return _of_literal(without_places(node))
        self.visit_list(node)
        if head == "!" and len(items) > 1:
            return (yield items[1])
        if len(items) == 3 and head in ("let", "forall", "exists", "match"):
            return (yield from self._binder(node))
        if len(items) == 3 and head == "as":
            self.visit_sort(items[2])
            self._symbol(items[1], None)  # with any number of arguments: ((as cons (List Int)) 1 rest)
            return None
        if head:
            self._symbol(items[0], len(items) - 1)
        elif items:
            yield items[0]
        sorts: list[Sort] = []
        for item in items[1:]:
            if item.atom:
                sorts.append(self._symbol(item))
            else:
                sorts.append((yield item))
        if not head or symbol_name(head) in self._sorts or symbol_name(head) in self._bound:
            return None
        return self._applied(node, sorts)

    def _binder(self, node: Node) -> _Steps:
        head, (_, bound, body) = node.head, node.items
        if head == "match":
            yield bound
            for case in (case for case in body.items if len(case.items) == 2):
                pattern = dict.fromkeys(symbol_name(atom.atom) or "" for atom in case.items[0].atoms())
                yield from self._within(pattern, case.items[1])
            return None
        new: dict[str, Sort] = {}
        for pair in bound.items:
            if head == "let":
                new[symbol_name(pair.head) or ""] = (yield pair.items[1]) if len(pair.items) == 2 else None
            else:
                self.visit_sort(pair)
                new[symbol_name(pair.head) or ""] = _sort(pair)
        sort = yield from self._within(new, body)
        if head == "let":
            return sort
        self._takes(head, "Bool", [body], [sort])
        return "Bool"

    def _within(self, new: Mapping[str, Sort], body: Node) -> _Steps:
        """The steps for a body in which symbols are bound."""
        hidden = {name: self._bound[name] for name in new if name in self._bound}
        self._bound |= new
        sort = yield body
        for name in new:
            del self._bound[name]
        self._bound |= hidden
        return sort

    def _symbol(self, node: Node, arguments: int | None = 0) -> Sort:
        name = symbol_name(node.atom)
        if name is not None and name in self._bound:
            return self._bound[name]
        self.visit_symbol(node, arguments)
        if name is not None and name in self._sorts:
            return self._sorts[name]
        return _of_literal(node.atom)

    def _applied(self, node: Node, sorts: list[Sort]) -> Sort:
        """The sort of an operator applied to arguments; ``None`` for what we do not know."""
        head, arguments = node.head, node.items[1:]
        wanted = _ARITY.get(head, len(sorts))
        if len(sorts) != wanted:
            plural = "s" * (wanted != 1)
            self._faults.append((node, f"{head} takes {wanted:,} argument{plural}, not {len(sorts)}"))
            return "Bool" if head == "not" else None
        if head in _CONNECTIVES:
            self._takes(head, "Bool", arguments, sorts)
            return "Bool"
        if head == "ite":
            self._takes(head, "Bool", arguments[:1], sorts[:1])
            return self._same("ite", arguments[1:], sorts[1:])
        if head in ("=", "distinct"):
            self._same(head, arguments, sorts)
            return "Bool"
        if head in _SUMS | _COMPARISONS:
            self._takes(head, "Int", arguments, sorts)
            if head in _COMPARISONS:
                return "Bool"
            return None if None in sorts else "Int"
        if head in _OF_VECTORS:
            if self._takes(head, _VECTOR, arguments, sorts):
                same = self._same(head, arguments, sorts)
                return same if head == "bvadd" else "Bool"
            return None if head == "bvadd" else "Bool"
        return None

    def _takes(self, head: str, wanted: str, arguments: Sequence[Node], sorts: Sequence[Sort]) -> bool:
        """Return whether all arguments are of a sort, as far as is known; else report it."""
        fits = True
        for argument, sort in zip(arguments, sorts, strict=True):
            if sort is not None and not sort.startswith(wanted):
                fits = False
                kind = "bit-vectors" if wanted == _VECTOR else wanted
                self._faults.append((argument, f"{head} takes {kind}, not {sort}"))
        return fits

    def _same(self, head: str, arguments: Sequence[Node], sorts: Sequence[Sort]) -> Sort:
        """The one sort of all arguments, if all are known; if two differ, report it."""
        first = next((sort for sort in sorts if sort is not None), None)
        for argument, sort in zip(arguments, sorts, strict=True):
            if sort not in (first, None):
                self._faults.append((argument, f"{head} takes terms of one sort, not {first} and {sort}"))
                return None
        return None if None in sorts else first


def _known(node: Node) -> Sort:
    text = write(without_places(node))
    return text if _KNOWN.fullmatch(text) else None


def _sort(pair: Node) -> Sort:
    """The sort in ``(name sort)``."""
    return _known(pair.items[1]) if len(pair.items) == 2 else None


def _of_literal(term: Sexpr) -> Sort:
    """The sort of a literal such as ``(_ bv5 4)``; ``None`` for any other term."""
    try:
        value = read_literal(term)
    except SexprError:  # too long to be read
        return None
    if isinstance(value, Bits):
        sort = f"{_VECTOR}{value.width})"
        return sort if _KNOWN.fullmatch(sort) else None
    return None if value is None else "Bool" if isinstance(value, bool) else "Int"
