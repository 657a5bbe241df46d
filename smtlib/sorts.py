"""A check whether the sorts of terms fit.

Known are the sorts Bool, Int and bit-vectors, over the operators that our evaluation knows. Nothing is
reported where a sort is unknown: of functions, other operators, other sorts. What a symbol refers to is
`smtlib.resolve`'s to say. Nothing here recurses, so a term may be nested to any depth.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from typing import TypeAlias

from smtlib.errors import SexprError
from smtlib.literals import Bits, read_literal
from smtlib.resolve import BINDERS, Resolver, Symbol
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
_OF_TERMS = frozenset({"get-value", "check-sat-assuming"})

_Steps: TypeAlias = Generator[Node, Sort, Sort]


class SortCheck:
    """A check of the commands of a script, one after the other, for terms whose sorts don't fit.

    A subclass sees each list in a term, with its symbols, by overriding `visit_list`.
    """

    def __init__(self, resolver: Resolver | None = None) -> None:
        self._resolver = resolver or Resolver()
        self._sorts: dict[int, Sort] = {}  # of each symbol, by its number
        self._faults: list[tuple[Node, str]] = []

    def visit_list(self, node: Node) -> None:
        """Take note of a term that is a list, before its parts."""

    def command(self, node: Node) -> Iterator[tuple[Node, str]]:
        """The faults of the terms of a command: where, and a sentence."""
        self._faults = []
        items = self._resolver.command(node).items
        head = node.head
        if head == "assert" and len(items) == 2:
            sort = self._sort(items[1])
            if sort not in ("Bool", None):
                self._faults.append((items[1], f"asserted, but its sort is {sort}"))
        elif head in ("define-fun", "define-fun-rec", "define-const") and len(items) > 3:
            self._defined(items[1], items[-2], items[-1])
        elif head == "define-funs-rec" and len(items) > 2:
            for body in items[2].items:
                self._sort(body)
        elif head in _OF_TERMS and len(items) == 2:
            for item in items[1].items:
                self._sort(item)
        yield from self._faults

    def sort_of(self, term: str) -> Sort:
        """Return the sort of a term over what was declared so far; ``None`` where it is unknown."""
        return self._sort(self._resolver.term(read_nodes(term)[0]))

    def _defined(self, name: Node, sort: Node, body: Node) -> None:
        wanted, found = _known(sort), self._sort(body)
        if wanted is not None and found not in (wanted, None):
            self._faults.append((body, f"{name.atom} is defined as {wanted}, but this is {found}"))

    def _sort(self, term: Node) -> Sort:
        return fold(self._steps, term)

    def _steps(self, node: Node) -> _Steps:
        """Yield the parts whose sorts are needed, one after the other, and return the sort of the whole."""
        items = node.items
        if node.atom:
            return self._atom(node.atom)
        word = word_of(node)
        if word == "_":
            return _of_literal(without_places(node))
        self.visit_list(node)
        if word == "!" and len(items) > 1:
            sort = yield items[1]
            for item in items[3:]:
                if isinstance(label := item.atom, Symbol) and label.kind == "label":
                    self._sorts[label.number] = sort
            return sort
        if word == "as" and len(items) == 3:
            return None
        if (word in ("let", "match") or word in BINDERS) and len(items) > 2:
            return (yield from self._binder(word, node))
        sorts: list[Sort] = [None] * (len(items) - 1)
        for place, item in enumerate(items[1:]):
            sorts[place] = self._atom(item.atom) if item.atom else (yield item)
        if items and not items[0].atom:
            yield items[0]
        return self._applied(word, node, sorts) if word else None

    def _binder(self, word: str, node: Node) -> _Steps:
        _, bound, *bodies = node.items
        if word == "match":
            yield bound
            for case in (case for case in bodies[0].items if len(case.items) == 2):
                yield case.items[1]
            return None
        if word == "let":
            for pair in bound.items:
                if len(pair.items) == 2:
                    sort = yield pair.items[1]
                    if isinstance(symbol := pair.items[0].atom, Symbol):
                        self._sorts[symbol.number] = sort
            return (yield bodies[0])
        sorts: list[Sort] = [None] * len(bodies)
        for place, body in enumerate(bodies):
            sorts[place] = yield body
        if word in ("forall", "exists"):
            self._takes(word, "Bool", bodies, sorts)
            return "Bool"
        return None

    def _atom(self, atom: str) -> Sort:
        if type(atom) is not Symbol:
            return _of_literal(atom)
        if atom.number not in self._sorts:
            of_value = isinstance(atom.sort, Node) and not atom.arity and atom.arity is not None
            self._sorts[atom.number] = _known(atom.sort) if of_value else None
        return None if atom.arity is None and atom.kind == "function" else self._sorts[atom.number]

    def _applied(self, head: str, node: Node, sorts: list[Sort]) -> Sort:
        """The sort of an operator applied to arguments; ``None`` for what we do not know."""
        arguments = node.items[1:]
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


def word_of(node: Node) -> str:
    """The word that begins a list, without bars; empty where that is a symbol of the script."""
    head = node.head
    if type(head) is not str or not head:
        return ""
    return symbol_name(head) or head


def _known(node: Node) -> Sort:
    if any(isinstance(atom.atom, Symbol) for atom in node.atoms()):
        return None
    text = write(without_places(node))
    text = symbol_name(text) or text
    return text if _KNOWN.fullmatch(text) else None


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
