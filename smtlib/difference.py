"""The differences between two scripts, up to order, names of bound symbols, and renaming.

Terms are compared by numbers: equal terms, up to the order of arguments where it does not matter, have one
(`smtlib.alike`).

Whether one script is a renaming of another is decided by colour refinement of both at once: symbols begin
alike, and are told apart by where they stand; only the commands of symbols that were told apart are looked at
again. Where symbols stay alike, a pair is taken for each other and refinement goes on; a choice that fails is
taken back. The renaming that comes about is verified (B. D. McKay, "Practical graph isomorphism", Congressus
Numerantium 30, 1981).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from smtlib.alike import SET, TURNED, UNORDERED, Numbers, by_name, plain_leaf, unmatched
from smtlib.allowed import is_dropped
from smtlib.resolve import Resolver, Symbol
from smtlib.sexpr import (
    Sexpr,
    fold,
    in_new_strings,
    is_old,
    stated_version,
    write,
)
from smtlib.text import Text

_ASIDE = frozenset({"set-info", "echo", "exit"})
_BOUNDARIES = frozenset({"push", "pop", "check-sat", "check-sat-assuming", "reset", "reset-assertions"})
MOST_STEPS = 2_000_000
"""Nodes of terms that are looked at, and thirty for each, before the search for a renaming is given up."""


@dataclass(frozen=True, slots=True, eq=False)  # a comparison of terms would go as deep as they are
class Statement:
    """A command of a script.

    Attributes:
        line: the line where it begins, from 1.
        head: its first word, such as ``assert``.
        term: the command, with symbols (`smtlib.resolve`).
        stretch: the number of commands before it that end a stretch, such as ``push``: order counts there.
    """

    line: int
    head: str
    term: Sexpr
    stretch: int

    @property
    def text(self) -> str:
        """The command on one line."""
        return write(self.term)


@dataclass(frozen=True, slots=True)
class Listing:
    """The statements of a script.

    Attributes:
        name: the name of the script.
        statements: those that bear on its verdicts, and queries.
        own: the symbols that it declares, defines or labels.
    """

    name: str
    statements: tuple[Statement, ...]
    own: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """The statements that only one of two scripts has.

    Attributes:
        missing: statements of the first script that the second lacks.
        added: statements of the second that the first lacks.
        renamed: where the second is a renaming of the first, each symbol of the first that has another name
            there, and that name, without bars; then nothing is missing or added.
        decided: whether it is known that the second is a renaming of the first, or is none.
    """

    missing: tuple[Statement, ...]
    added: tuple[Statement, ...]
    renamed: Mapping[str, str] = field(default_factory=dict)
    decided: bool = True

    def __bool__(self) -> bool:
        return bool(self.missing or self.added)


def listing(text: Text) -> Listing:
    """Read a script.

    Raises:
        SexprError: if it is not a sequence of commands; with the place.
    """
    statements, stretch, version = [], 0, ""
    resolver = Resolver(labels=":named" in text)
    for node in text.asked:
        head = node.head
        if head == "set-info":
            version = stated_version(node.term) or version
        term = resolver.command(in_new_strings(node.term) if version and is_old(version) else node.term)
        if head not in _ASIDE and not is_dropped(node.term):
            statements.append(Statement(node.line, head, term, stretch))
            stretch += head in _BOUNDARIES
    own = [symbol for symbol in resolver.symbols if symbol.kind not in ("variable", "parameter", "tester")]
    return Listing(text.name, tuple(statements), tuple(own))


def difference(first: Listing, second: Listing) -> Difference:
    """Compare two scripts."""
    numbers = Numbers()
    keys = [[_key(numbers, each) for each in script.statements] for script in (first, second)]
    missing = tuple(unmatched(first.statements, keys[0], keys[1]))
    added = tuple(unmatched(second.statements, keys[1], keys[0]))
    if not missing and not added:
        return Difference((), ())
    renamed = None
    try:
        renamed = _Renaming(first, second).found()
    except _TooManyStepsError:
        return Difference(missing, added, decided=False)
    if renamed is None:
        return Difference(missing, added)
    return Difference((), (), {old.name: new.name for old, new in renamed if old.name != new.name})


def _shape(term: Sexpr, head: str) -> Sexpr:
    """A command; the literals of ``check-sat-assuming`` as a set."""
    match term:
        case (str(), tuple(literals)) if head == "check-sat-assuming":
            return (head, (SET, *{_literal_key(each): each for each in literals}.values()))
    return term


def _literal_key(literal: Sexpr) -> Hashable:
    match literal:
        case str():
            return literal.number if isinstance(literal, Symbol) else literal
        case ("not", Symbol() as symbol):
            return "not", symbol.number
    return id(literal)


def _key(numbers: Numbers, statement: Statement, name: Callable[[Symbol], Hashable] = by_name) -> Hashable:
    """What two statements share that differ in bound names and order alone, under names of symbols."""
    term = _shape(statement.term, statement.head)
    return statement.stretch, statement.head, numbers.of(term, name)


# Renaming.


class _TooManyStepsError(Exception):
    """More steps than were allowed."""


class _Tree:
    """The term of a statement as a list of nodes, children before parents; its symbols have colours."""

    __slots__ = ("children", "leaves", "root", "texts", "unordered")

    def __init__(self, statement: Statement, vertex_of: Mapping[int, int]) -> None:
        self.children: list[tuple[int, ...]] = []
        self.texts: list[int] = []
        self.unordered: list[bool] = []
        self.leaves: list[tuple[int, int]] = []  # a node and the vertex of its symbol
        self.root = hash((statement.head, statement.stretch))
        fold(lambda item: self._steps(item, vertex_of), _shape(statement.term, statement.head))

    def _steps(self, item: Sexpr, vertex_of: Mapping[int, int]) -> Generator[Sexpr, int | None, int]:
        if isinstance(item, str):
            return self._leaf(item, vertex_of)
        parts: list[int] = []
        for part in item:
            inside = self._leaf(part, vertex_of) if isinstance(part, str) else (yield part)
            parts.append(inside or 0)
        head = item[0] if item and type(item[0]) is str else ""
        if head in TURNED and len(parts) > 1:
            parts = [self._node((), hash(("text", TURNED[head]))), *parts[:0:-1]]
        return self._node(tuple(parts), 0, unordered=head in UNORDERED)

    def _leaf(self, atom: str, vertex_of: Mapping[int, int]) -> int:
        if type(atom) is not Symbol:
            return self._node((), hash(plain_leaf(atom)))
        if atom.kind in ("variable", "parameter"):
            return self._node((), hash((atom.kind, atom.place)))
        node = self._node((), hash("tester" if atom.of is not None else "symbol"))
        self.leaves.append((node, vertex_of[id(atom.of or atom)]))
        return node

    def _node(self, children: tuple[int, ...], text: int, *, unordered: bool = False) -> int:
        self.children.append(children)
        self.texts.append(text)
        self.unordered.append(unordered)
        return len(self.children) - 1

    def coloured(self, colours: Sequence[int]) -> dict[int, int]:
        """For each vertex in it, a number that tells where it stands, under colours of all vertices."""
        size = len(self.children)
        up, down = list(self.texts), [0] * size
        for node, vertex in self.leaves:
            up[node] = hash((up[node], colours[vertex]))
        for node, children in enumerate(self.children):
            if children:
                hashes = [up[child] for child in children]
                up[node] = hash(tuple(hashes[:1] + sorted(hashes[1:]) if self.unordered[node] else hashes))
        down[-1] = self.root
        for node in range(size - 1, -1, -1):
            unordered = self.unordered[node]
            around = hash((down[node], up[node]))
            for place, child in enumerate(self.children[node]):
                down[child] = hash((around, min(place, 1) if unordered else place))
        contexts: dict[int, int] = defaultdict(int)
        for node, vertex in self.leaves:
            contexts[vertex] += hash((down[node], self.texts[node]))
        return contexts


class _Refinement:
    """A partition of the symbols of both scripts into classes of those that nothing tells apart yet.

    The vertices are the symbols: even numbers those of the first script, odd ones those of the second. A
    vertex stands in as many trees as statements mention it. A class has as many of either script.
    """

    def __init__(
        self, trees: Sequence[_Tree], beginnings: Sequence[Hashable], steps: Callable[[int], None]
    ) -> None:
        self._trees, self._steps = trees, steps
        self._trees_of: list[list[int]] = [[] for _ in beginnings]
        for at, tree in enumerate(trees):
            for vertex in {vertex for _, vertex in tree.leaves}:
                self._trees_of[vertex].append(at)
        self._contexts: list[Mapping[int, int]] = [{} for _ in trees]
        self._signatures = [0] * len(beginnings)
        self._colours = [0] * len(beginnings)
        self.classes: list[set[int]] = []
        self._large: list[int] = []  # classes that had more than a symbol of each script
        groups: defaultdict[Hashable, set[int]] = defaultdict(set)
        for vertex, beginning in enumerate(beginnings):
            groups[beginning].add(vertex)
        for group in groups.values():
            self._recolour(group)

    def fits(self) -> bool:
        """Refine from the beginning; returns whether every class has as many symbols of either script."""
        return all(map(_is_even, self.classes)) and self._refined(range(len(self._trees)))

    def choose(self, one: int, other: int) -> bool:
        """Take two symbols of a class for each other, and refine; returns as `fits`."""
        self.classes[self._colours[one]] -= {one, other}
        self._recolour({one, other})
        return self._refined({tree for vertex in (one, other) for tree in self._trees_of[vertex]})

    def alike(self) -> set[int] | None:
        """A class of more than two symbols; ``None`` if there is none."""
        while self._large and len(self.classes[self._large[-1]]) <= 2:
            self._large.pop()
        return self.classes[self._large[-1]] if self._large else None

    def class_of(self, vertex: int) -> set[int]:
        """The symbols that nothing tells apart from one."""
        return self.classes[self._colours[vertex]]

    def _recolour(self, group: set[int]) -> None:
        colour = len(self.classes)
        self.classes.append(group)
        for vertex in group:
            self._colours[vertex] = colour
        if len(group) > 2:
            self._large.append(colour)

    def _refined(self, trees: Iterable[int]) -> bool:
        dirty: Iterable[int] = trees
        while dirty:
            touched: defaultdict[int, set[int]] = defaultdict(set)
            for at in dirty:
                tree = self._trees[at]
                self._steps(len(tree.children))
                before, after = self._contexts[at], tree.coloured(self._colours)
                self._contexts[at] = after
                for vertex, context in after.items():
                    change = context - before.get(vertex, 0)
                    if change:
                        self._signatures[vertex] += change
                        touched[self._colours[vertex]].add(vertex)
            parts = [part for colour, moved in touched.items() for part in self._split(colour, moved)]
            if not all(map(_is_even, parts)):
                return False
            for part in parts:
                self._recolour(part)
            dirty = {tree for part in parts for vertex in part for tree in self._trees_of[vertex]}
        return True

    def _split(self, colour: int, moved: set[int]) -> list[set[int]]:
        """Take from a class all but its largest part of those that still look alike; returns the others.

        Those that did not move look as before, all alike.
        """
        group = self.classes[colour]
        parts: defaultdict[int, set[int]] = defaultdict(set)
        for vertex in moved:
            parts[self._signatures[vertex]].add(vertex)
        left = len(group) - len(moved)
        if left:
            resting = next(vertex for vertex in group if vertex not in moved)
            left += len(parts.pop(self._signatures[resting], ()))
        largest = max(parts.values(), key=len, default=set[int]())
        if left >= len(largest):
            split = list(parts.values())
        else:
            split = [part for part in parts.values() if part is not largest]
            if left:
                split.append(group - set().union(*parts.values()))
        for part in split:
            group -= part
        return split


class _Renaming:
    """The search for a renaming of the first script's symbols that gives the second."""

    def __init__(self, first: Listing, second: Listing) -> None:
        self._scripts, self._left = (first, second), MOST_STEPS
        self._vertices = [symbol for pair in zip(first.own, second.own, strict=False) for symbol in pair]
        self._trees: list[_Tree] = []

    def found(self) -> list[tuple[Symbol, Symbol]] | None:
        """Each symbol of the first and that of the second; ``None`` if there is no renaming.

        Raises:
            _TooManyStepsError: if that is not decided within the steps allowed.
        """
        heads = [Counter((each.head, each.stretch) for each in script.statements) for script in self._scripts]
        if len(self._scripts[0].own) != len(self._scripts[1].own) or heads[0] != heads[1]:
            return None
        vertex_of = {id(symbol): at for at, symbol in enumerate(self._vertices)}
        self._trees = [_Tree(each, vertex_of) for script in self._scripts for each in script.statements]
        self._left += 30 * sum(len(tree.children) for tree in self._trees)
        choices: list[tuple[int, int, set[int]]] = []  # one, what it is taken for, and what it was taken for
        refinement = self._begun()
        fits = refinement.fits()
        while True:
            group = refinement.alike() if fits else None
            # Where symbols are interchangeable, any pairs will do: it is tried after 0, 1, 2, 4, … choices.
            if fits and (group is None or len(choices).bit_count() < 2):
                self._step(sum(len(tree.children) for tree in self._trees))
                if (pairs := self._verified(refinement)) is not None:
                    return pairs
            if group is not None:
                one = next(vertex for vertex in group if not vertex & 1)
                other = next(vertex for vertex in group if vertex & 1)
                choices.append((one, other, set()))
                fits = refinement.choose(one, other)
                continue
            fits = False
            while choices and not fits:  # take the last choice back
                one, other, tried = choices.pop()
                tried.add(other)
                refinement = self._begun()
                refinement.fits()
                for earlier, its, _ in choices:  # which all fitted
                    refinement.choose(earlier, its)
                open_ = [vertex for vertex in refinement.class_of(one) if vertex & 1 and vertex not in tried]
                if open_:
                    choices.append((one, open_[0], tried))
                    fits = refinement.choose(one, open_[0])
                    if not fits:
                        continue
            if not fits:
                return None

    def _begun(self) -> _Refinement:
        beginnings = [
            (symbol.kind, symbol.arity, symbol.name if symbol.apart else None) for symbol in self._vertices
        ]
        return _Refinement(self._trees, beginnings, self._step)

    def _step(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise _TooManyStepsError

    def _verified(self, refinement: _Refinement) -> list[tuple[Symbol, Symbol]] | None:
        """The pairs of symbols in the order of their classes, if under them each statement has its like."""
        sides: tuple[list[Symbol], list[Symbol]] = ([], [])
        for group in refinement.classes:
            for vertex in sorted(group):
                sides[vertex & 1].append(self._vertices[vertex])
        numbers = Numbers()
        keys = []
        for script, symbols in zip(self._scripts, sides, strict=True):
            place = {id(symbol): at for at, symbol in enumerate(symbols)}
            keys.append(Counter(_key(numbers, each, partial(_place, place)) for each in script.statements))
        return list(zip(*sides, strict=True)) if keys[0] == keys[1] else None


def _place(places: Mapping[int, int], symbol: Symbol) -> int:
    return places[id(symbol)]


def _is_even(group: Iterable[int]) -> bool:
    """Return whether as many symbols of either script are in a class."""
    return sum(vertex & 1 or -1 for vertex in group) == 0
