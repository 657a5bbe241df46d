"""The differences between two scripts, up to order, names of bound symbols, and renaming.

Terms are compared by numbers: equal terms, up to the order of arguments where it does not matter, have one.

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
from typing import TypeAlias

from smtlib.commands import asked_commands
from smtlib.resolve import Resolver, Symbol
from smtlib.scramble import COMMUTATIVE, SYMMETRIC
from smtlib.sexpr import Sexpr, fold, is_symbol, without_places, write

_UNORDERED = COMMUTATIVE | SYMMETRIC
_TURNED = {
    ">=": "<=", ">": "<", "bvuge": "bvule", "bvugt": "bvult", "bvsge": "bvsle", "bvsgt": "bvslt",
}  # fmt: skip
_ASIDE = frozenset({"set-info", "echo", "exit"})
_BOUNDARIES = frozenset({"push", "pop", "check-sat", "check-sat-assuming", "reset", "reset-assertions"})
_SET = "set"
"""The head of what stands for the literals of ``check-sat-assuming``."""

MOST_STEPS = 20_000_000
"""Nodes of terms that are looked at until a renaming is found, or it is not decided whether there is one."""


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


def listing(text: str, name: str) -> Listing:
    """Read a script.

    Raises:
        SexprError: if it is not a sequence of commands; with the place.
    """
    statements, stretch = [], 0
    resolver = Resolver(labels=":named" in text)
    for node in asked_commands(text, name):
        term = resolver.command(without_places(node))
        if node.head not in _ASIDE:
            statements.append(Statement(node.line, node.head, term, stretch))
            stretch += node.head in _BOUNDARIES
    own = [symbol for symbol in resolver.symbols if symbol.kind not in ("variable", "parameter", "tester")]
    return Listing(name, tuple(statements), tuple(own))


def difference(first: Listing, second: Listing, most_steps: int = MOST_STEPS) -> Difference:
    """Compare two scripts."""
    numbers = _Numbers()
    keys = [
        [numbers.key(each, lambda symbol: (symbol.kind == "sort", symbol.name)) for each in script.statements]
        for script in (first, second)
    ]
    missing = _unmatched(first.statements, keys[0], keys[1])
    added = _unmatched(second.statements, keys[1], keys[0])
    if not missing and not added:
        return Difference((), ())
    renamed = None
    try:
        renamed = _Renaming(first, second, most_steps).found()
    except _TooManyStepsError:
        return Difference(missing, added, decided=False)
    if renamed is None:
        return Difference(missing, added)
    return Difference((), (), {old.name: new.name for old, new in renamed if old.name != new.name})


def _unmatched(
    statements: Sequence[Statement], keys: Sequence[Hashable], others: Sequence[Hashable]
) -> tuple[Statement, ...]:
    """The statements whose keys are not among others."""
    left = Counter(others)
    unmatched = []
    for statement, key in zip(statements, keys, strict=True):
        if left[key]:
            left[key] -= 1
        else:
            unmatched.append(statement)
    return tuple(unmatched)


# Terms.

_Leaf: TypeAlias = "tuple[str, Hashable]"


def _shape(term: Sexpr, head: str) -> Sexpr:
    """A command whose literals are a set where their order and number do not matter."""
    if (
        head == "check-sat-assuming"
        and isinstance(term, tuple)
        and len(term) == 2
        and isinstance(term[1], tuple)
    ):
        return (head, (_SET, *term[1]))
    return term


def _plain_leaf(atom: str) -> _Leaf:
    """A literal, a keyword or a word; in bars or not is the same where it is one symbol."""
    if atom.startswith("|") and is_symbol(atom) and is_symbol(atom[1:-1]):
        return "text", atom[1:-1]
    return "text", atom


class _Numbers:
    """Numbers for terms: one for all that are equal up to bound names and an order that does not matter."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def key(self, statement: Statement, name: Callable[[Symbol], Hashable]) -> Hashable:
        """What two statements share that differ in bound names and order alone, under names of symbols."""
        return statement.stretch, statement.head, self._number(_shape(statement.term, statement.head), name)

    def _number(self, term: Sexpr, name: Callable[[Symbol], Hashable]) -> int:
        numbers = self._numbers

        def leaf(atom: str) -> int:
            key: Hashable
            if type(atom) is not Symbol:
                key = _plain_leaf(atom)
            elif atom.kind == "variable" or atom.kind == "parameter":
                key = atom.kind, atom.place
            elif atom.of is not None:
                key = "tester", name(atom.of)
            else:
                key = "symbol", name(atom)
            return numbers.setdefault(key, len(numbers))

        def steps(item: Sexpr) -> Generator[Sexpr, int | None, int]:
            if isinstance(item, str):
                return leaf(item)
            parts: list[int] = []
            for part in item:
                inside = leaf(part) if isinstance(part, str) else (yield part)
                parts.append(inside or 0)
            head = item[0] if item and type(item[0]) is str else ""
            if head in _UNORDERED:
                parts[1:] = sorted(parts[1:])
            elif head == _SET:
                parts[1:] = sorted(set(parts[1:]))
            elif head in _TURNED and len(parts) > 2:
                parts = [leaf(_TURNED[head]), *parts[:0:-1]]
            return numbers.setdefault(tuple(parts), len(numbers))

        return fold(steps, term)


# Renaming.


class _TooManyStepsError(Exception):
    """More steps than were allowed."""


class _Tree:
    """The term of a statement as a list of nodes, children before parents, with hashes that symbols colour."""

    __slots__ = ("children", "contexts", "leaves", "root", "texts", "unordered")

    def __init__(self, statement: Statement, vertex_of: Mapping[int, int]) -> None:
        self.children: list[tuple[int, ...]] = []
        self.texts: list[int] = []
        self.unordered: list[bool] = []
        self.leaves: list[tuple[int, int]] = []  # a node and the vertex of its symbol
        self.contexts: dict[int, int] = {}  # for each vertex, what its places in this statement are like
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
        if head in _TURNED and len(parts) > 2:
            parts = [self._node((), hash(("text", _TURNED[head]))), *parts[:0:-1]]
        elif head == _SET:
            parts = [parts[0], *{self._text_of(part): part for part in parts[1:]}.values()]
        return self._node(tuple(parts), 0, unordered=head in _UNORDERED or head == _SET)

    def _text_of(self, node: int) -> Hashable:
        """What tells a literal of a set from the others: its symbol, and whether it is negated."""
        children = self.children[node]
        vertex = next(
            (vertex for at, vertex in reversed(self.leaves) if at == (children or (node,))[-1]), None
        )
        return len(children), node if vertex is None else ("vertex", vertex)

    def _leaf(self, atom: str, vertex_of: Mapping[int, int]) -> int:
        if type(atom) is not Symbol:
            return self._node((), hash(_plain_leaf(atom)))
        if atom.kind == "variable" or atom.kind == "parameter":
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

    The vertices are the symbols of the first script, then those of the second; a vertex stands in as many
    trees as statements mention it.
    """

    def __init__(
        self, trees: Sequence[_Tree], sides: int, beginnings: Sequence[Hashable], steps: Callable[[int], None]
    ) -> None:
        self._trees, self._sides, self._steps = trees, sides, steps
        self._of: list[list[int]] = [[] for _ in beginnings]
        for at, tree in enumerate(trees):
            for vertex in {vertex for _, vertex in tree.leaves}:
                self._of[vertex].append(at)
        self.colours = [0] * len(beginnings)
        self._signatures = [0] * len(beginnings)
        self.classes: dict[int, set[int]] = {}
        groups: defaultdict[Hashable, set[int]] = defaultdict(set)
        for vertex, beginning in enumerate(beginnings):
            groups[beginning].add(vertex)
        for colour, group in enumerate(groups.values()):
            self.classes[colour] = group
            for vertex in group:
                self.colours[vertex] = colour
        self._contexts: list[Mapping[int, int]] = [{} for _ in trees]

    def fits(self) -> bool:
        """Refine from the beginning; returns whether every class has as many symbols of either script."""
        return all(map(self._even, self.classes.values())) and self._refined(range(len(self._trees)))

    def choose(self, one: int, other: int) -> bool:
        """Take two symbols of a class for each other, and refine; returns as `fits`."""
        old = self.classes[self.colours[one]]
        old -= {one, other}
        self._recolour({one, other})
        return self._refined({tree for vertex in (one, other) for tree in self._of[vertex]})

    def alike(self) -> set[int] | None:
        """A smallest class of more than two symbols; ``None`` if there is none."""
        return min((group for group in self.classes.values() if len(group) > 2), key=len, default=None)

    def _even(self, group: Iterable[int]) -> bool:
        return sum(1 if vertex < self._sides else -1 for vertex in group) == 0

    def _recolour(self, group: set[int]) -> None:
        colour = len(self.classes)
        self.classes[colour] = group
        for vertex in group:
            self.colours[vertex] = colour

    def _refined(self, trees: Iterable[int]) -> bool:
        dirty = set(trees)
        while dirty:
            touched: set[int] = set()
            for at in dirty:
                tree = self._trees[at]
                self._steps(len(tree.children))
                before, after = self._contexts[at], tree.coloured(self.colours)
                self._contexts[at] = after
                for vertex, context in after.items():
                    change = context - before.get(vertex, 0)
                    if change:
                        self._signatures[vertex] += change
                        touched.add(vertex)
            dirty = set()
            for colour in {self.colours[vertex] for vertex in touched}:
                for part in self._split(colour, touched):
                    if not self._even(part):
                        return False
                    self._recolour(part)
                    dirty.update(tree for vertex in part for tree in self._of[vertex])
                if not self._even(self.classes[colour]):
                    return False
        return True

    def _split(self, colour: int, touched: set[int]) -> list[set[int]]:
        """Take from a class all but its largest part of those that look alike."""
        group = self.classes[colour]
        if len(group) == 1:
            return []
        parts: defaultdict[int, set[int]] = defaultdict(set)
        moved = group & touched if len(touched) > len(group) else {v for v in touched if v in group}
        for vertex in moved:
            parts[self._signatures[vertex]].add(vertex)
        if len(moved) < len(group):
            rest = next(vertex for vertex in group if vertex not in moved)
            parts.pop(self._signatures[rest], None)
            untouched = len(group) - sum(map(len, parts.values()))
        else:
            untouched = 0
        largest = max(parts.values(), key=len, default=set[int]())
        split = [part for part in parts.values() if untouched >= len(largest) or part is not largest]
        for part in split:
            group -= part
        if untouched and untouched < len(largest):
            split.append(set(group - largest))
            group &= largest
        return split


class _Renaming:
    """The search for a renaming of the first script's symbols that gives the second."""

    def __init__(self, first: Listing, second: Listing, most_steps: int) -> None:
        self._first, self._second, self._most = first, second, most_steps
        self._taken = 0
        self._vertices = (*first.own, *second.own)
        vertex_of = {id(symbol): at for at, symbol in enumerate(self._vertices)}
        if self._comparable():
            scripts = (*first.statements, *second.statements)
            self._trees = [_Tree(statement, vertex_of) for statement in scripts]

    def _comparable(self) -> bool:
        one, other = self._first, self._second
        return len(one.own) == len(other.own) and Counter(s.head for s in one.statements) == Counter(
            s.head for s in other.statements
        )

    def found(self) -> list[tuple[Symbol, Symbol]] | None:
        """Each symbol of the first and that of the second; ``None`` if there is no renaming.

        Raises:
            _TooManyStepsError: if that is not decided within the steps allowed.
        """
        if not self._comparable():
            return None
        choices: list[
            tuple[int, list[int]]
        ] = []  # a symbol of the first, and those that may be it, last first
        refinement = self._begun()
        fits = refinement.fits()
        while True:
            group = refinement.alike() if fits else None
            if fits and group is None:
                if (pairs := self._verified(refinement)) is not None:
                    return pairs
                fits = False
            elif group is not None:
                sides = len(self._first.own)
                one = min(vertex for vertex in group if vertex < sides)
                others = sorted((vertex for vertex in group if vertex >= sides), reverse=True)
                choices.append((one, others))
                fits = refinement.choose(one, others[-1])
                continue
            while choices and len(choices[-1][1]) == 1:
                choices.pop()
            if not choices:
                return None
            choices[-1][1].pop()
            refinement = self._begun()
            fits = refinement.fits() and all(refinement.choose(one, others[-1]) for one, others in choices)

    def _begun(self) -> _Refinement:
        beginnings = [
            (symbol.kind, symbol.arity, symbol.name if symbol.apart else None) for symbol in self._vertices
        ]
        return _Refinement(self._trees, len(self._first.own), beginnings, self._step)

    def _step(self, count: int) -> None:
        self._taken += count
        if self._taken > self._most:
            raise _TooManyStepsError

    def _verified(self, refinement: _Refinement) -> list[tuple[Symbol, Symbol]] | None:
        sides, vertices = len(self._first.own), self._vertices
        pairs = [tuple(sorted(group)) for group in refinement.classes.values() if group]
        place = {id(vertices[vertex]): at for at, pair in enumerate(pairs) for vertex in pair}
        numbers = _Numbers()
        ours, theirs = (
            Counter(numbers.key(each, lambda symbol: place[id(symbol)]) for each in script.statements)
            for script in (self._first, self._second)
        )
        if ours != theirs:
            return None
        renamed = sorted((one, other) for one, other in pairs if one < sides)
        return [(vertices[one], vertices[other]) for one, other in renamed]
