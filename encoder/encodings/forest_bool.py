"""The tight forest in pure Booleans, for a SAT engine alone.

Numbers are one-hot; those above a cap that stand nowhere on the board are one token, BIG, with the
number in binary. A node of the forest is an open cell or a known group; what deduction tells of roots
and sizes leaves out much of both (`encoder.parts.origins`). Trees of small numbers have sizes in unary
and roots among landmarks (`encoder.parts.unary_trees`), those of wide ones binary sizes and roots
(`encoder.parts.binary_trees`). 1 and 2 need no tree, nor a number of which a part of the board has
room for one region: its cells are counted and tied to the known ones (`encoder.parts.trees`).
Redundant clauses say early what trees say late.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from encoder.decode import block_booleans, decode_booleans
from encoder.encoding import Encoding
from encoder.encodings.forest_tight import exactly_one
from encoder.parts.binary_trees import (
    big_numbers,
    binary_roots,
    binary_sizes,
    number_bits,
    wide_equal,
)
from encoder.parts.local import growth, helpers, one_token_each, small_regions
from encoder.parts.redundant import REDUNDANT, redundant
from encoder.parts.region_bounds import rooms
from encoder.parts.spanning_trees import FIRST_CONTACT, KEPT_EDGE, one_tree
from encoder.parts.trees import trees
from encoder.parts.unary_trees import unary_roots, unary_sizes
from encoder.parts.values import BIG, Tokens, tokens
from encoder.parts.variants import CHECKERED, CLUED, checkered, colours, meaning
from encoder.script import PuzzleScript, header
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Assertion, Family, declarations
from smtlib.terms import conjunction, disjunction, implies, negation

CAP = 9
"""Numbers above it that stand nowhere are BIG, unless no number is larger than `UNCAPPED`."""

UNCAPPED = 16
"""Where no number is larger, each has a Boolean of its own."""

OWN = "this project, after the thesis"
FAMILIES = (
    Family("known", "what deduction or a clue tells", "for each known cell x: n_x_v", OWN),
    Family("one-token", "each cell holds one number", "for each cell x: exactly one of its n_x_v", OWN),
    Family(
        "big-number", "BIG stands for a number above the cap", "if n_x_big, then b_x is one of those", OWN
    ),
    Family("wide", "which cells hold a number too large for unary sizes", "W_x just if n_x_v, v wide", OWN),
    Family(
        "equal",
        "neighbours are equal",
        "for neighbours x, y: q_x_y (w_x_y) just if they hold the same small (wide) number",
        OWN,
    ),
    Family(
        "one-parent",
        "a cell is a root, or has one parent, or its number needs no tree",
        "exactly one of R_x, e_y_x, n_x_v for settled v",
        OWN,
    ),
    Family(
        "edge", "an edge joins equal numbers, one way", "if e_x_y, then q_x_y or w_x_y, and not e_y_x", OWN
    ),
    KEPT_EDGE,
    FIRST_CONTACT,
    Family(
        "root-self",
        "a root is its own root, and the first cell of a region without known cells",
        "if R_x, then its root's distances are those of x, and not k_x; unless k_x, none comes before",
        OWN,
    ),
    Family(
        "anchored",
        "redundant: a region with a known cell is rooted in a known group",
        "if n_x_v and no hidden region of v can be at x, then k_x; if no known v is near, not k_x",
        OWN,
    ),
    Family("same-root", "equal neighbours share a root", "if q_x_y, then the digits of the roots agree", OWN),
    Family("size-sum", "sizes add up", "s_x = the sum of (cells of y) + s_y over the y with e_x_y", OWN),
    Family("root-size", "just a root's subtree is its region", "R_x just if (cells of x) + s_x = n_x", OWN),
    Family(
        "growth",
        "a region must grow; of 2 that says all, for larger numbers it is redundant",
        "if n_x_v and v >= 2, then n_y_v for some y beside x",
        OWN,
    ),
    Family("small-region", "no two 1s, no three 2s; walls part numbers", "not n_x_v or not n_y_v", OWN),
    *REDUNDANT,
    CLUED,
    CHECKERED,
)
MEANING = {
    "n_x_v": "cell x holds v; v is big for a number above the cap that stands nowhere",
    "g_x_i": "cell x, with many candidates, holds one of the i-th group of them",
    "b_x_i": "bit i of the number of x, where it is big",
    "q_x_y": "x and y hold the same small number; here and below a known group goes by one of its cells",
    "e_x_y": "x is the parent of y in the forest",
    "w_x_y": "the same for numbers too large for unary sizes; W_x: x holds such a number",
    "R_x": "x is a root; k_x: its root is a known group",
    "r_x_i_d": "the root of x is d steps or more from landmark i; wide: bits o_x_i of its label",
    "s_x_k": "k cells or more hang below x (with t_x, m_x_y); wide: bits z_x_i of the size (u_x, v_x_y)",
}


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    largest = max(mask.bit_length() - 1 for mask in candidates.masks)
    cap = UNCAPPED if largest <= UNCAPPED else CAP
    return _Builder(tokens(puzzle, candidates, cap)).script(logic)


class _Builder:
    """The script of one puzzle under construction."""

    def __init__(self, laid: Tokens) -> None:
        self.tokens = laid
        self.rooms = rooms(laid)
        self.trees = trees(laid, self.rooms)
        self.links = list(dict.fromkeys((*self.trees.same_small, *self.trees.same_wide)))

    def script(self, logic: str) -> PuzzleScript:
        laid = self.tokens
        known = [laid.symbol(x, v) for x, v in enumerate(laid.known) if v]
        numbers = [laid.symbol(x, token) for x, token in laid.pairs]
        big = [bit for x, its in self.trees.wide.items() if BIG in its for bit in number_bits(self.trees, x)]
        names = [*known, *numbers, *big]
        for x in range(laid.puzzle.board.size):
            names += helpers(laid, x)
        assertions = [Assertion("known", (x,), laid.symbol(x, v)) for x, v in enumerate(laid.known) if v]
        assertions += [*one_token_each(laid), *big_numbers(self.trees)]
        for declared, its in (
            self._equal(),
            self._forest(),
            self._rooted(),
            unary_roots(self.trees),
            binary_roots(self.trees),
            unary_sizes(self.trees),
            binary_sizes(self.trees),
            ([], [*growth(laid), *small_regions(laid)]),
            redundant(laid, self.rooms),
            ([], [*self._clued(), *checkered(laid.puzzle, self._same)]),
        ):
            names += declared
            assertions += its
        return PuzzleScript(
            encoding=FOREST_BOOL.name,
            puzzle=laid.puzzle,
            header=header(laid.puzzle),
            logic=logic,
            families=FAMILIES,
            declarations=(*declarations(names, "Bool"), *colours(laid.puzzle)),
            assertions=in_order(assertions),
            values=(*known, *numbers, *big),
            meaning=MEANING | meaning(laid.puzzle),
        )

    def _equal(self) -> tuple[list[str], list[Assertion]]:
        """Which neighbours are equal in a small or a wide number, and which cells are wide."""
        its, names, found = self.trees, [], []
        for x in its.weights:
            literal = its.is_wide(x)
            if literal not in ("true", "false"):
                names.append(literal)
                ways = disjunction([its.holds(x, token) for token in its.wide[x]])
                found.append(Assertion("wide", (x,), f"(= {literal} {ways})"))
        for link, both in its.same_small.items():
            literal = its.same(link, wide=False)
            if literal.startswith("q"):
                names.append(literal)
                ways = disjunction(its.equal(*link, both))
                found.append(Assertion("equal", link, f"(= {literal} {ways})"))
        for link in its.same_wide:
            literal = its.same(link, wide=True)
            if literal.startswith("w"):
                names.append(literal)
                found.append(Assertion("equal", link, f"(= {literal} {wide_equal(its, *link)})"))
        return names, found

    def _forest(self) -> tuple[list[str], list[Assertion]]:
        """Roots, and edges from parents to children."""
        its, names, found = self.trees, [], []
        for x in its.weights:
            a = its.label(x)
            if x not in its.sure:
                parents = [f"e_{its.label(y)}_{a}" for y in its.joins[x] if x in its.children[y]]
                choices = [its.holds(x, token) for token in its.settled[x]]
                if its.may_be_root(x) or self.tokens.puzzle.basic:
                    names.append(f"R_{a}")
                    choices.append(f"R_{a}")
                found.append(Assertion("one-parent", (x, *its.joins[x]), exactly_one([*choices, *parents])))
            names += [f"e_{a}_{its.label(y)}" for y in its.children[x]]
        for x, y in self.links:
            edges = self._edges(x, y)
            if edges:
                joined = disjunction(edges)
                found.append(Assertion("edge", (x, y), f"(=> {joined} {self._same_tree(x, y)})"))
            if len(edges) > 1:
                found.append(Assertion("edge", (x, y), f"(not {conjunction(edges)})"))
        return names, [*found, *self._canonical()]

    def _canonical(self) -> Iterator[Assertion]:
        """Nearly all trees of a region are ruled out."""
        its = self.trees
        tokens = {pair: {*its.same_small.get(pair, ()), *its.same_wide.get(pair, ())} for pair in self.links}
        for family, pair, term in one_tree(
            self.links,
            self._same_tree,
            lambda x, y: disjunction(self._edges(x, y)),
            lambda pair, one, other: not tokens[pair].isdisjoint(tokens[one] & tokens[other]),
        ):
            if term != "true":
                yield Assertion(family.name, pair, term)

    def _edges(self, x: int, y: int) -> list[str]:
        """The edges there may be between two nodes."""
        a, b = self.trees.label(x), self.trees.label(y)
        forth = [f"e_{a}_{b}"] if y in self.trees.children[x] else []
        return [*forth, f"e_{b}_{a}"] if x in self.trees.children[y] else forth

    def _same_tree(self, x: int, y: int) -> str:
        """The term "both hold the same small or wide number"."""
        its, pair = self.trees, (x, y)
        small = [its.same(pair, wide=False)] if pair in its.same_small else []
        return disjunction([*small, its.same(pair, wide=True)] if pair in its.same_wide else small)

    def _rooted(self) -> tuple[list[str], list[Assertion]]:
        """Which roots are anchors."""
        its, names, found = self.trees, [], []
        for x in its.weights:
            literal = its.anchored(x)
            if literal in ("true", "false"):
                continue
            names.append(literal)
            for token in (*its.small[x], *its.wide[x]):
                origin = its.origins[token]
                held = its.holds(x, token)
                if not origin.hidden >> x & 1:
                    found.append(Assertion("anchored", (x,), implies(held, literal)))
                elif x not in origin.anchors:
                    found.append(Assertion("anchored", (x,), implies(held, negation(literal))))
        for x, y in self.links:
            here, there = its.anchored(x), its.anchored(y)
            if here == there:
                continue
            if here in ("true", "false"):
                here, there = there, here
            equal = here if there == "true" else negation(here) if there == "false" else f"(= {here} {there})"
            if here in ("true", "false"):
                equal = "false"
            for wide, links in ((False, its.same_small), (True, its.same_wide)):
                if (x, y) in links:
                    found.append(Assertion("same-root", (x, y), implies(its.same((x, y), wide=wide), equal)))
        return names, found

    def _clued(self) -> Iterator[Assertion]:
        for x in self.trees.weights:
            if self.tokens.puzzle.basic and not self.trees.may_be_root(x):
                yield Assertion("clued-region", (x,), f"(not R_{self.trees.label(x)})")

    def _same(self, x: int, y: int) -> str:
        """The term that two neighbours hold the same number; only where there is no BIG."""
        laid = self.tokens
        shared = tuple(token for token in laid.held_by(x) if token in laid.held_by(y))
        return disjunction(self.trees.equal(x, y, shared))


def in_order(assertions: list[Assertion]) -> tuple[Assertion, ...]:
    """The assertions family after family."""
    found: dict[str, list[Assertion]] = {family.name: [] for family in FAMILIES}
    for assertion in assertions:
        found[assertion.family].append(assertion)
    return tuple(chain.from_iterable(found.values()))


FOREST_BOOL = Encoding(
    name="forest-bool",
    title="the tight forest in pure Booleans",
    idea=(
        "Every number is a choice among a few Booleans, every size a row of them, so that a solver's "
        "SAT engine alone decides the puzzle. Large hidden numbers are written in binary."
    ),
    logics=("QF_UF", "QF_FD", "QF_BV"),
    families=FAMILIES,
    source=OWN,
    build=build,
    decode=decode_booleans,
    block=block_booleans,
    incremental_from=2,
    push_first=True,
)
