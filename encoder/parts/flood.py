"""`floodfill`: one connected set of cells, the building block of puzzles about areas.

Methods encode connectedness. All name one root, which is the seed or else the lowest member.

``tree``
    every other member has one parent, and subtree sizes add up along the edges, as in `forest`.
    The size comes for free. One model a set, unless it surrounds cells (see `encoder.parts.spanning_trees`).
``rank``
    every member has its distance from the root within the set. One model a set.
``layers``
    the set grows from the root step by step, in pure Booleans. One model a set.

The others are encodings of connectedness, by their names (`encoder.parts.connectivity`). One is none: by
``cuts`` the script asserts little, and a session completes it (`encoder.parts.lazy_fills`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from encoder.builder import OWN, TREES, Builder
from encoder.errors import EncodingError
from encoder.parts import connectivity
from encoder.parts.adders import Lines, unary_sum
from encoder.parts.rooted_regions import Connectivity, Regions
from encoder.parts.spanning_trees import Link, link, require_one_tree
from fillomino.board import Board
from fillomino.graph import CellSet, bits, neighbour_function
from smtlib.script import Family, all_of, any_of, implies, negation, plus

BY_CUTS = "cuts"
"""The method that leaves connectedness and size to a session; for encodings that are `lazy`."""

_NO_LINKS: Mapping[Link, str] = MappingProxyType({})

ONE_WAY = ("tree", "rank", "layers")
"""The methods that take links of one way, too."""


def methods() -> list[str]:
    """The names of all methods that are here."""
    return [*ONE_WAY, *connectivity.names(), BY_CUTS]


SEED = Family("fill-seed", "the seed is a member", "member x for the seed x", OWN)
SIZE = Family("fill-size", "the number of members is as asked", "low <= number of members <= high", OWN)
ROOT = Family(
    "fill-root",
    "the root is the lowest member",
    "for each cell x: root x iff x is a member, and no cell before it is",
    OWN,
)
PARENT = Family(
    "fill-parent",
    "a member is the root or has one parent, a member too; no other cell has",
    "for each cell x: member x iff exactly one of root x, e_y_x; if e_x_y, then member x, not e_y_x",
    TREES,
)
SUBTREE = Family(
    "fill-subtree",
    "a subtree is its member and the subtrees of its children",
    "s_x = 1 + the sum of s_y over the y with e_x_y, or 0 where x is no member",
    TREES,
)
RANK = Family(
    "fill-rank",
    "a member's rank is its distance from the root",
    "0 at the root; else 1 more than of some member beside it, and at most 1 more than of any",
    "usual in answer-set and constraint programming",
)
LAYER = Family(
    "fill-layer",
    "the set grows from its root, one step a layer",
    "l_x_k iff l_x_(k-1), or member x and l_y_(k-1) for some y beside x; member x iff l_x_last",
    "usual in bounded model checking",
)


@dataclass(frozen=True, slots=True)
class FloodFill:
    """The terms about a connected set.

    Attributes:
        member: for each cell of the board "it is a member"; ``false`` where it can't be one.
        root: for each cell "it is the root"; a constant where there is a seed.
        size: the k-th is "there are more than k members", k from 0; empty where none had to be counted.
        projection: the terms on which models are to be counted: one assignment to them, one set.
    """

    member: tuple[str, ...]
    root: tuple[str, ...]
    size: tuple[str, ...]
    projection: tuple[str, ...]


def floodfill(
    script: Builder,
    prefix: str,
    board: Board,
    *,
    member: Mapping[int, str] | None = None,
    size: int | tuple[int, int | None] | None = None,
    exact: bool = False,
    seed: int | None = None,
    seeds: Collection[int] | None = None,
    leads: Sequence[Collection[int]] | None = None,
    links: Mapping[Link, str] | None = None,
    known: tuple[CellSet, CellSet] = (0, 0),
    method: str = "tree",
) -> FloodFill:
    """Require that a set of cells is connected.

    Args:
        script: the builder to add to.
        prefix: with what all new symbols begin.
        board: the cells.
        member: for some cells a term "it is a member"; other cells are none. Without it every cell gets
            a new Boolean.
        size: at most so many members, or between two bounds; 0 as the lower one allows the empty set,
            and None as the upper one is no bound. Without it there is at least one member.
        exact: whether one `size` is meant exactly.
        seed: a cell that is a member, and the root.
        seeds: by cuts alone: cells of which each connected part holds one; there may be several parts then.
        leads: for each cell the cells to which the fill spreads from it, in place of its neighbours: links
            of one way. Then every member is reached from the seed, which must be given.
        links: for some neighbours ``x < y`` the term that the fill may pass between them if both are
            members; by default it may between all.
        known: by cuts alone: cells of which the script asserts that they are members, and that they are none.
        method: how connectedness is encoded; one of `methods`.

    Raises:
        EncodingError: for a method, a member, a seed, a size, a link or a prefix that can't be.
        MissingLaboratoryError: for a method of a laboratory that is not here.
    """
    part = _part(method, seeds, leads, known)
    terms = _members(script, prefix, board, member)
    cells = [x for x, term in enumerate(terms) if term != "false"]
    if not {*([] if seed is None else [seed]), *(seeds or ())} <= set(cells):
        raise EncodingError(f"the seed of the fill {prefix} cannot be a member", code="bad-part")
    if any(y not in board.neighbours[x] or x > y for x, y in links or ()):
        raise EncodingError(
            f"the fill {prefix} has a link between cells x < y that are no neighbours", code="bad-part"
        )
    low, high = _bounds(size, exact, len(cells))
    ways = board.neighbours if leads is None else _checked(prefix, board, leads, seed)
    least, most = _possible(script, terms, seed, low, high)
    if method == BY_CUTS:
        return _by_cuts(script, prefix, board, terms, (least, most), seed, seeds, links or {}, known)
    after, before = _around(board, ways, terms)
    fill = _Fill(script, prefix, board, terms, cells, least, most, after, before, links or {})
    root = _roots(fill, seed)
    counted = size is not None and (not isinstance(size, tuple) or size[1] is not None or low > 1)
    whole = _whole(fill, root, method, part, counted=counted)
    in_booleans = method == "layers" if part is None else part.in_booleans
    numbers = _size(fill, whole, in_booleans=in_booleans) if counted else ()
    projection = tuple(dict.fromkeys(term for term in terms if term not in ("true", "false")))
    return FloodFill(terms, root, numbers, projection)


def _part(method: str, seeds: object, leads: object, known: tuple[CellSet, CellSet]) -> Connectivity | None:
    """Return the encoding of connectedness of a method; ``None`` for one of this module.

    Raises:
        EncodingError: for an unknown method, and for one that takes no seeds, known cells or links of one
            way.
    """
    part = None if method in (*ONE_WAY, BY_CUTS) else _found(method)
    if seeds is not None and method != BY_CUTS:
        raise EncodingError(f"{method} does not support several seeds; {BY_CUTS} does", code="bad-part")
    if any(known) and method != BY_CUTS:
        raise EncodingError(f"{method} does not support known cells; {BY_CUTS} does", code="bad-part")
    if leads is not None and method not in ONE_WAY:
        raise EncodingError(
            f"{method} does not support one-way links; {', '.join(ONE_WAY)} do", code="bad-part"
        )
    return part


def _found(method: str) -> Connectivity:
    part = connectivity.find(method)
    if part is None:
        raise EncodingError(
            f"unknown method {method!r} of a flood fill; the methods are {', '.join(methods())}",
            code="unknown-method",
        )
    return part


def _members(script: Builder, prefix: str, board: Board, member: Mapping[int, str] | None) -> tuple[str, ...]:
    """Return for each cell "it is a member", declared where nothing is given.

    Raises:
        EncodingError: for a cell that the board does not have.
    """
    if member is None:
        script.meaning[f"{prefix}_x"] = "cell x is a member of the fill"
        return tuple(script.declare(f"{prefix}_{label}") for label in board.labels)
    if tuple(member) == tuple(range(board.size)):
        return tuple(member.values())
    foreign = [x for x in member if x not in range(board.size)]
    if foreign:
        raise EncodingError(
            f"the fill {prefix} names {foreign[0]} as a member, but the board's cells are "
            f"0 to {board.size - 1}",
            code="unknown-cell",
        )
    return tuple(member.get(x, "false") for x in range(board.size))


def _around(
    board: Board, ways: Sequence[Collection[int]], terms: Sequence[str]
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return for each possible member the others to which the fill may spread from it, and from which."""
    cells = [x for x, term in enumerate(terms) if term != "false"]
    after = {x: [y for y in ways[x] if terms[y] != "false"] for x in cells}
    if ways == board.neighbours:
        return after, after
    before: dict[int, list[int]] = {x: [] for x in cells}
    for x, targets in after.items():
        for y in targets:
            before[y].append(x)
    return after, before


def _bounds(size: int | tuple[int, int | None] | None, exact: bool, room: int) -> tuple[int, int]:
    if isinstance(size, tuple):
        low, high = size[0], max(room, size[0]) if size[1] is None else size[1]
    elif size is None:
        low, high = 1, room
    else:
        low, high = (size if exact else min(size, 1)), size
    if low < 0 or high < low:
        raise EncodingError(f"a fill cannot have {low} to {high} cells", code="bad-part")
    return low, min(high, room) if low <= room else room


def _possible(
    script: Builder, terms: Sequence[str], seed: int | None, low: int, high: int
) -> tuple[int, int]:
    """Require the seed, and of bounds those that no count can meet; returns the bounds for what can be."""
    if seed is not None:
        script.require(SEED, (seed,), terms[seed])
        low = max(low, 1)
    if low > high or high == 0:
        cells = [x for x, term in enumerate(terms) if term != "false"]
        if low > high:
            script.require(SIZE, cells, "false")  # unsatisfiable; the rest is encoded for what can be
        else:
            for x in cells:
                script.require(SIZE, (x,), negation(terms[x]))
    return low, max(low, high, 1)


def _checked(
    prefix: str, board: Board, leads: Sequence[Collection[int]], seed: int | None
) -> tuple[tuple[int, ...], ...]:
    """Return links of one way, those of each cell ascending."""
    if seed is None:
        raise EncodingError(f"the fill {prefix} has one-way links, so it needs a seed", code="bad-part")
    if len(leads) != board.size:
        raise EncodingError(
            f"the fill {prefix} has links from {len(leads)} cells, but the board has {board.size}",
            code="bad-part",
        )
    for x, targets in enumerate(leads):
        for y in targets:
            if y not in range(board.size) or y == x:
                raise EncodingError(f"the fill {prefix} cannot spread from cell {x} to {y}", code="bad-part")
    return tuple(tuple(sorted(set(targets))) for targets in leads)


@dataclass(frozen=True, slots=True)
class _Fill:
    """A set of cells to be connected.

    Attributes:
        script: the builder to add to.
        prefix: with what all new symbols begin.
        board: the cells.
        member: for each cell of the board the term that it is a member.
        cells: those that can be.
        low: the fewest members.
        high: the most members, 1 or more.
        after: for each of the cells those to which the fill spreads from it.
        before: for each of them those from which it spreads there; the same ones, if links run both ways.
        links: for neighbours between which it may be barred the term that it is not.
    """

    script: Builder
    prefix: str
    board: Board
    member: tuple[str, ...]
    cells: list[int]
    low: int
    high: int
    after: Mapping[int, list[int]]
    before: Mapping[int, list[int]]
    links: Mapping[Link, str]

    def name(self, kind: str, *cells: int) -> str:
        """The symbol of a kind that is about some cells."""
        return "_".join([self.prefix, kind, *(str(self.board.labels[x]) for x in cells)])

    def open(self, x: int, y: int) -> str:
        """The term that the fill may pass between two neighbours."""
        return self.links.get(link(x, y), "true")

    def both(self, x: int, y: int) -> str:
        """The term that two neighbours are members, and the fill may pass between them."""
        return all_of(self.member[x], self.member[y], self.open(x, y))


def _roots(fill: _Fill, seed: int | None) -> tuple[str, ...]:
    """Define the root; returns for each cell "it is the root"."""
    script, roots = fill.script, ["false"] * fill.board.size
    if seed is not None:
        roots[seed] = "true"
        return tuple(roots)
    script.meaning[f"{fill.prefix}_R_x"] = "cell x is the root of the fill"
    script.meaning[f"{fill.prefix}_b_x"] = "x or a cell before it is a member"
    before = "false"
    for x in fill.cells:
        is_root = all_of(fill.member[x], negation(before))
        roots[x] = script.define(ROOT, (x,), fill.name("R", x), is_root)
        before = script.define(ROOT, (x,), fill.name("b", x), any_of(before, fill.member[x]))
    if fill.low:
        script.require(SIZE, fill.cells, before)
    return tuple(roots)


def _size(fill: _Fill, whole: str, *, in_booleans: bool) -> tuple[str, ...]:
    """Bound the number of members, which is an integer if it is known; returns the terms for it."""
    script, member = fill.script, fill.member
    if in_booleans and not whole:
        script.meaning[f"{fill.prefix}_c_i_k"] = "of the first i cells at least k are members"
        lines = Lines()
        digits = unary_sum(lines, f"{fill.prefix}_c", [(member[x], ["true"]) for x in fill.cells], fill.high)
        script.declare_all(lines.names)
        script.require_all(SIZE, (), lines.terms)
        if fill.low:
            script.require(SIZE, (), digits[fill.low - 1] if fill.low <= len(digits) else "false")
        return tuple(digits)
    if not whole:
        whole = script.declare(fill.name("size"), "Int")
        script.require(SIZE, (), f"(= {whole} {plus([f'(ite {member[x]} 1 0)' for x in fill.cells])})")
    script.meaning[fill.name("size")] = "the number of members"
    script.require(SIZE, (), f"(and (<= {fill.low} {whole}) (<= {whole} {fill.high}))")
    return tuple(f"(> {whole} {k})" for k in range(fill.high))


def _whole(
    fill: _Fill, root: tuple[str, ...], method: str, part: Connectivity | None, *, counted: bool
) -> str:
    """Require that each member is reached from the root; returns the symbol of the size, if counted."""
    if part is not None:
        return _connected(fill, root, part, counted=counted)
    if method == "tree":
        return _tree(fill, root, counted=counted)
    return _rank(fill, root) if method == "rank" else _layers(fill, root)


def _tree(fill: _Fill, root: tuple[str, ...], *, counted: bool) -> str:
    """Require a tree; returns the symbol of its size, if members are counted."""
    script, member = fill.script, fill.member
    script.meaning[f"{fill.prefix}_e_x_y"] = "x is the parent of y"
    script.meaning[f"{fill.prefix}_s_x"] = "the number of cells in the subtree of x, with x"
    edge = {(x, y): script.declare(fill.name("e", x, y)) for x in fill.cells for y in fill.after[x]}
    size = {x: script.declare(fill.name("s", x), "Int") for x in fill.cells}
    for x in fill.cells:
        near = fill.before[x]
        ways = [root[x], *(edge[y, x] for y in near)]
        script.require(PARENT, (x, *near), _iff(member[x], any_of(*ways)))
        for i, later in enumerate(ways):
            for earlier in ways[:i]:
                script.require(PARENT, (x, *near), negation(all_of(earlier, later)))
        for y in fill.after[x]:
            if x < y and (y, x) in edge:
                script.require(PARENT, (x, y), f"(not (and {edge[x, y]} {edge[y, x]}))")
            smaller = f"(< {size[y]} {size[x]})"
            script.require(PARENT, (x, y), implies(edge[x, y], all_of(member[x], fill.open(x, y), smaller)))
    for x in fill.cells:
        near = fill.after[x]
        total = plus(["1", *(f"(ite {edge[x, y]} {size[y]} 0)" for y in near)])
        script.require(SUBTREE, (x, *near), f"(= {size[x]} (ite {member[x]} {total} 0))")
        script.require(SUBTREE, (x,), f"(and (<= 0 {size[x]}) (<= {size[x]} {fill.high}))")
    # Links of one way leave a choice of trees: which of them can be fixed depends on the ways to the root.
    # So do links that may be barred: two that are open need not close a ring.
    fixed = fill.after is fill.before and not fill.links
    links = [pair for pair in fill.board.links() if pair in edge] if fixed else []
    require_one_tree(script, links, fill.both, lambda x, y: any_of(edge[x, y], edge[y, x]))
    if not counted:
        return ""
    whole = script.declare(fill.name("size"), "Int")
    for x in fill.cells:
        script.require(SIZE, (x,), implies(root[x], f"(= {whole} {size[x]})"))
    script.require(SIZE, (), implies(all_of(*(negation(root[x]) for x in fill.cells)), f"(= {whole} 0)"))
    return whole


def _rank(fill: _Fill, root: tuple[str, ...]) -> str:
    """Require that each member has its distance from the root."""
    script, member = fill.script, fill.member
    script.meaning[f"{fill.prefix}_d_x"] = "the distance of x from the root, within the fill"
    rank = {x: script.declare(fill.name("d", x), "Int") for x in fill.cells}
    for x in fill.cells:
        near = fill.before[x]
        script.require(RANK, (x,), f"(and (<= 0 {rank[x]}) (<= {rank[x]} {fill.high - 1}))")
        nearer = any_of(*(all_of(member[y], fill.open(x, y), f"(= {rank[x]} (+ 1 {rank[y]}))") for y in near))
        script.require(RANK, (x,), implies(any_of(root[x], negation(member[x])), f"(= {rank[x]} 0)"))
        script.require(RANK, (x, *near), implies(all_of(member[x], negation(root[x])), nearer))
        for y in near:
            script.require(RANK, (x, y), implies(fill.both(x, y), f"(<= {rank[x]} (+ 1 {rank[y]}))"))
    return ""


def _layers(fill: _Fill, root: tuple[str, ...]) -> str:
    """Require that the members are what is reached from the root, step by step."""
    script, member = fill.script, fill.member
    script.meaning[f"{fill.prefix}_l_x_k"] = "x is reached from the root within k steps"
    reached = {x: root[x] for x in fill.cells}
    for step in range(1, fill.high):
        grown = {}
        for x in fill.cells:
            near = fill.before[x]
            entered = all_of(member[x], any_of(*(all_of(reached[y], fill.open(x, y)) for y in near)))
            name = f"{fill.name('l', x)}_{step}"
            grown[x] = script.define(LAYER, (x, *near), name, any_of(reached[x], entered))
        reached = grown
    for x in fill.cells:
        script.require(LAYER, (x,), _iff(member[x], reached[x]))
    return ""


class _Nodes(NamedTuple):
    """A graph of cells and the links that may be barred, each of them between two cells."""

    size: int
    joined: tuple[tuple[int, int], ...]

    def links(self) -> tuple[tuple[int, int], ...]:
        """Every pair of neighbours once."""
        return self.joined


def _by_cuts(
    script: Builder,
    prefix: str,
    board: Board,
    terms: tuple[str, ...],
    size: tuple[int, int],
    seed: int | None,
    seeds: Collection[int] | None,
    links: Mapping[Link, str],
    known: tuple[CellSet, CellSet],
) -> FloodFill:
    """Leave a fill to a session; asserted are a member, if there must be one, and members beside members."""
    from encoder.parts.lazy_fills import BESIDE, LazyFill

    low, high = size
    several = {seed} if seed is not None else set(seeds or ())
    cells, always = _sets(terms)
    members, others = known
    can, always = cells & ~others, always | members
    near = neighbour_function(board)
    if low and seed is None and not always:
        script.require(SIZE, (), any_of(*terms))
    needing = can if low > 1 else can & ~sum(1 << x for x in several) if several else 0
    if not links:
        needing &= ~near(always)
    not_alone = _not_alone if links or members or others else _kept_not_alone
    clauses = not_alone(board, terms, needing, can, always, *([links] if links else []))
    script.require_each(BESIDE, clauses.keys(), clauses.values())
    member = terms
    if links:
        member = (*terms, *links.values())
        joined = [pair for pair in board.links() if pair not in links]
        joined += [(x, place) for place, pair in enumerate(links, board.size) for x in pair]
        near = neighbour_function(_Nodes(len(member), tuple(joined)))
        open_links, open_always = _sets(tuple(links.values()))
        can, always = can | open_links << board.size, always | open_always << board.size
    script.fills.append(
        LazyFill(
            name=prefix,
            member=member,
            near=near,
            cells=cells,
            seeds=sum(1 << x for x in several),
            low=low,
            high=high,
            can=can,
            always=always,
        )
    )
    roots = tuple("true" if x == seed else "false" for x in range(board.size))
    return FloodFill(terms, roots, (), tuple(term for term in terms if term not in ("true", "false")))


@lru_cache(maxsize=64)
def _sets(terms: tuple[str, ...]) -> tuple[CellSet, CellSet]:
    """Return the nodes whose terms may hold, and those whose terms do."""
    can = sum(1 << x for x, term in enumerate(terms) if term != "false")
    return can, sum(1 << x for x, term in enumerate(terms) if term == "true")


def _not_alone(
    board: Board,
    terms: tuple[str, ...],
    needing: CellSet,
    can: CellSet,
    always: CellSet,
    links: Mapping[Link, str] = _NO_LINKS,
) -> dict[tuple[int, ...], str]:
    """Return "a member has a member beside it", by the cells that it is about.

    Args:
        board: the cells.
        terms: for each cell the term that it is a member.
        needing: the cells that are not to be alone.
        can: those that can be members.
        always: those that are.
        links: for some neighbours the term that the fill may pass between them.
    """
    clauses = {}
    for x in bits(needing):
        beside = board.neighbours[x]
        ways = [terms[y] for y in beside if can >> y & 1]
        if links:
            ways = [all_of(terms[y], links.get(link(x, y), "true")) for y in beside if can >> y & 1]
        clause = any_of("false" if always >> x & 1 else negation(terms[x]), *ways)
        if clause != "true":
            clauses[x, *beside] = clause
    return clauses


_kept_not_alone = lru_cache(maxsize=16)(_not_alone)
"""The same, made once for boards of one size where members have the same names."""


def _connected(fill: _Fill, root: tuple[str, ...], part: Connectivity, *, counted: bool) -> str:
    """Require what an encoding of connectedness does; returns the symbol of the size, if that counts."""
    script, member = fill.script, fill.member
    script.meaning.update((f"{fill.prefix}_{name}", text) for name, text in part.meaning.items())
    counts = part.counts and counted
    whole = script.declare(fill.name("size"), "Int") if counts else ""
    links = {pair: fill.both(*pair) for pair in fill.board.links()}
    regions = Regions(
        board=fill.board,
        cells=fill.cells,
        links={pair: term for pair, term in links.items() if term != "false"},
        member={x: member[x] for x in fill.cells},
        root=_roots_anywhere(fill) if part.any_root else {x: root[x] for x in fill.cells},
        most=dict.fromkeys(fill.cells, fill.high),
        prefix=f"{fill.prefix}_",
        size=dict.fromkeys(fill.cells, whole) if counts else None,
        together={(x, y): all_of(member[x], member[y]) for x, y in combinations(fill.cells, 2)}
        if counts
        else {},
    )
    part.connect(script, regions)
    if counts:
        nobody = all_of(*(negation(member[x]) for x in fill.cells))
        script.require(SIZE, (), implies(nobody, f"(= {whole} 0)"))
    return whole


def _roots_anywhere(fill: _Fill) -> dict[int, str]:
    """Declare roots, of which one at most is there; returns for each cell the term."""
    script = fill.script
    script.meaning[f"{fill.prefix}_T_x"] = "x is where the fill hangs"
    roots = {x: script.declare(fill.name("T", x)) for x in fill.cells}
    lines = Lines()
    unary_sum(lines, fill.name("T"), [(root, ["true"]) for root in roots.values()], 1)
    script.declare_all(lines.names)
    script.require_all(ROOT, (), lines.terms)
    return roots


def _iff(this: str, other: str) -> str:
    if this == "true" or other == "true":
        return other if this == "true" else this
    if this == "false" or other == "false":
        return negation(other if this == "false" else this)
    return "true" if this == other else f"(= {this} {other})"
