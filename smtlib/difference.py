"""The differences between two scripts, up to order, names of bound symbols, and renaming.

Whether one script is a renaming of another is decided by colour refinement: symbols begin alike, and are told
apart by where they stand, round by round; a choice between symbols that stay alike is tried, and the renaming
that comes about is verified. A round of refinement is linear in the scripts (B. D. McKay, "Practical graph
isomorphism", Congressus Numerantium 30, 1981).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from smtlib.commands import asked_commands
from smtlib.scopes import names_of
from smtlib.scramble import ANTISYMMETRIC, COMMUTATIVE, SYMMETRIC, canonical
from smtlib.sexpr import Node, Sexpr, fold, is_symbol, symbol_name, without_places, write

_UNORDERED = COMMUTATIVE | SYMMETRIC
_TURNED = {name: ANTISYMMETRIC[name] for name in (">=", ">", "bvuge", "bvugt", "bvsge", "bvsgt")}
_ASIDE = frozenset({"set-info", "echo", "exit"})
_BOUNDARIES = frozenset({"push", "pop", "check-sat", "check-sat-assuming", "reset", "reset-assertions"})
_MOST_CHOICES = 200
"""Choices between symbols that are alike, in all."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A command of a script, with bound symbols named by their places.

    Attributes:
        line: the line where it begins, from 1.
        head: its first word, such as ``assert``.
        text: the command as it stands, on one line.
        term: its operands.
        stretch: the number of commands before it that end a stretch, such as ``push``: order counts there.
    """

    line: int
    head: str
    text: str
    term: Sexpr
    stretch: int

    def key(self, renamed: Mapping[str, str] | None = None) -> str:
        """A key that is equal for statements that differ only in order and bound names."""
        return f"{self.stretch} {self.head} {canonical(self.term, renamed)}"


@dataclass(frozen=True, slots=True)
class Listing:
    """The statements of a script.

    Attributes:
        name: the name of the script.
        statements: those that bear on its verdicts, and queries.
        own: the symbols that it declares, defines or labels, without bars.
    """

    name: str
    statements: tuple[Statement, ...]
    own: frozenset[str]


@dataclass(frozen=True, slots=True)
class Difference:
    """The statements that only one of two scripts has.

    Attributes:
        missing: statements of the first script that the second lacks.
        added: statements of the second that the first lacks.
        renamed: where the second is a renaming of the first, each symbol of the first and its name there;
            then nothing is missing or added.
    """

    missing: tuple[Statement, ...]
    added: tuple[Statement, ...]
    renamed: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.missing or self.added)


def listing(text: str, name: str) -> Listing:
    """Read a script.

    Raises:
        SexprError: if it is not a sequence of commands; with the place.
    """
    statements, own, stretch = [], set[str](), 0
    for node in asked_commands(text, name):
        if node.head in _ASIDE:
            continue
        if node.head.startswith(("declare-", "define-")):
            own.update(names_of(node))
        own.update(_labels(node))
        written = without_places(node)
        term = _bound_by_place(written[1:] if isinstance(written, tuple) else (), node.head)
        statements.append(Statement(node.line, node.head, write(written), term, stretch))
        stretch += node.head in _BOUNDARIES
    return Listing(name, tuple(statements), frozenset(own))


def difference(first: Listing, second: Listing) -> Difference:
    """Compare two scripts."""
    plain = Difference(_missing(first, second), _missing(second, first))
    if not plain:
        return plain
    renamed = _renaming(first, second)
    return plain if renamed is None else Difference((), (), renamed)


def _missing(listing: Listing, other: Listing) -> tuple[Statement, ...]:
    """The statements of a listing that the other lacks."""
    unmatched = Counter(statement.key() for statement in other.statements)
    missing = []
    for statement in listing.statements:
        key = statement.key()
        if unmatched[key]:
            unmatched[key] -= 1
        else:
            missing.append(statement)
    return tuple(missing)


def _labels(node: Node) -> list[str]:
    atoms = [atom.atom for atom in node.atoms()]
    names = (name for mark, name in pairwise(atoms) if mark == ":named")
    return [symbol_name(name) or name for name in names]


def _bound_by_place(operands: Sexpr, head: str) -> Sexpr:
    """The operands of a command, with bound symbols named by depth and place, and comparisons ascending."""
    if head in ("define-fun", "define-fun-rec") and isinstance(operands, tuple) and len(operands) == 4:
        name, parameters, sort, body = operands
        bound, named = _places(parameters, 0)
        return (name, named, sort, _in_scope((body, bound, 1)))
    return _in_scope((operands, {}, 0))


def _in_scope(scope: _Scope) -> Sexpr:
    return fold(_steps, scope)


def _places(pairs: Sexpr, depth: int) -> tuple[dict[str, str], Sexpr]:
    """The places of bound symbols, and the pairs under these."""
    bound: dict[str, str] = {}
    named: list[Sexpr] = []
    for number, pair in enumerate(pairs if isinstance(pairs, tuple) else ()):
        if isinstance(pair, tuple) and pair and isinstance(pair[0], str):
            bound[symbol_name(pair[0]) or pair[0]] = f"?{depth}.{number}"
            named.append((f"?{depth}.{number}", *pair[1:]))
        else:
            named.append(pair)
    return bound, tuple(named)


_Scope: TypeAlias = tuple[Sexpr, Mapping[str, str], int]


def _steps(scope: _Scope) -> Generator[_Scope, Sexpr | None, Sexpr]:
    term, bound, depth = scope
    if isinstance(term, str):
        name = symbol_name(term) or term
        return bound.get(name, name if term.startswith("|") and is_symbol(name) else term)
    head = term[0] if term else ""
    if head in ("let", "forall", "exists") and len(term) == 3:
        inner, named = _places(term[1], depth)
        pairs: list[Sexpr] = []
        for pair in named if isinstance(named, tuple) else ():
            if head == "let" and isinstance(pair, tuple) and len(pair) == 2:
                pairs.append((pair[0], (yield (pair[1], bound, depth + 1)) or ()))
            else:
                pairs.append(pair)
        body = (yield (term[2], {**bound, **inner}, depth + 1)) or ()
        return (head, tuple(pairs), body)
    parts: list[Sexpr] = []
    for part in term:
        inside = yield (part, bound, depth)
        parts.append(() if inside is None else inside)
    if len(parts) > 1 and isinstance(parts[0], str) and parts[0] in _TURNED:
        return (_TURNED[parts[0]], *parts[:0:-1])
    return tuple(parts)


class _Shape:
    """A script as a forest of nodes, children before parents, for refinement."""

    def __init__(self, listed: Listing) -> None:
        self.symbols = sorted(listed.own)
        number = {name: at for at, name in enumerate(self.symbols)}
        self.leaves: list[tuple[int, int]] = []  # node and symbol
        self.texts: list[int | None] = []  # the hash of a leaf that is no own symbol
        self.children: list[tuple[int, ...]] = []
        self.unordered: list[bool] = []
        self.roots: list[tuple[int, int]] = []  # node and the hash of its command
        for statement in listed.statements:
            root = self._add(statement.term, number)
            self.roots.append((root, hash((statement.head, statement.stretch))))

    def _add(self, term: Sexpr, number: Mapping[str, int]) -> int:
        def steps(item: Sexpr) -> Generator[Sexpr, int | None, int]:
            if isinstance(item, str):
                own = number.get(symbol_name(item) or item)
                node = self._node((), hash(item) if own is None else None, unordered=False)
                if own is not None:
                    self.leaves.append((node, own))
                return node
            parts = []
            for part in item:
                inside = yield part
                parts.append(inside or 0)
            unordered = bool(item) and isinstance(item[0], str) and item[0] in _UNORDERED
            return self._node(tuple(parts), None, unordered=unordered)

        return fold(steps, term)

    def _node(self, children: tuple[int, ...], text: int | None, *, unordered: bool) -> int:
        self.children.append(children)
        self.texts.append(text)
        self.unordered.append(unordered)
        return len(self.children) - 1

    def refined(self, colours: Sequence[int]) -> list[int]:
        """The colours of the symbols after one more round."""
        size = len(self.children)
        up, down = [0] * size, [0] * size
        own = {node: colours[symbol] for node, symbol in self.leaves}
        for node, children in enumerate(self.children):
            if node in own:
                up[node] = hash(("own", own[node]))
            elif children:
                hashes = [up[child] for child in children]
                up[node] = hash(tuple(hashes[:1] + sorted(hashes[1:]) if self.unordered[node] else hashes))
            else:
                up[node] = self.texts[node] or 0
        for node, kind in self.roots:
            down[node] = kind
        for node in range(size - 1, -1, -1):
            for place, child in enumerate(self.children[node]):
                at = min(place, 1) if self.unordered[node] else place
                down[child] = hash((down[node], up[node], at))
        seen: defaultdict[int, list[int]] = defaultdict(list)
        for node, symbol in self.leaves:
            seen[symbol].append(down[node])
        return [hash((colour, *sorted(seen[symbol]))) for symbol, colour in enumerate(colours)]


def _renaming(first: Listing, second: Listing) -> dict[str, str] | None:
    """The renaming of the first script's symbols that gives the second; ``None`` if none was found."""
    if len(first.own) != len(second.own) or len(first.statements) != len(second.statements):
        return None
    shapes = _Shape(first), _Shape(second)
    colours = _stable(shapes, ([0] * len(first.own), [0] * len(second.own)))
    for choice in range(_MOST_CHOICES):
        if Counter(colours[0]) != Counter(colours[1]):
            return None
        alike = [colour for colour, count in Counter(colours[0]).items() if count > 1]
        if not alike:
            break
        chosen = alike[0]
        for side in colours:
            side[side.index(chosen)] = hash(("chosen", choice))
        colours = _stable(shapes, colours)
    place = {colour: at for at, colour in enumerate(colours[1])}
    renamed = {
        shapes[0].symbols[at]: shapes[1].symbols[place[colour]] for at, colour in enumerate(colours[0])
    }
    ours = Counter(statement.key(renamed) for statement in first.statements)
    theirs = Counter(statement.key({name: name for name in second.own}) for statement in second.statements)
    return renamed if ours == theirs and len(set(renamed.values())) == len(renamed) else None


def _stable(
    shapes: tuple[_Shape, _Shape], colours: tuple[list[int], list[int]]
) -> tuple[list[int], list[int]]:
    """The colours once a further round distinguishes no more symbols."""
    kinds = len(set(colours[0]))
    while True:
        colours = shapes[0].refined(colours[0]), shapes[1].refined(colours[1])
        now = len(set(colours[0]))
        if now == kinds or Counter(colours[0]) != Counter(colours[1]):
            return colours
        kinds = now
