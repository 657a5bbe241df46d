"""The tight forest in pure Booleans, for a SAT engine alone.

Numbers are one-hot; those above a cap that stand nowhere on the board are one token, BIG,
with the number in binary. The root of a region is told by its label in binary, sizes are
unary where they are small and binary elsewhere, and redundant clauses say early what trees
say late: that a region must grow, and how many cells a large number has.
"""

from __future__ import annotations

from collections.abc import Iterator

from encoder.clauses import growth, helpers, one_token_each, small_regions
from encoder.forest_bool_decode import decode, differ
from encoder.forest_tight import exactly_one
from encoder.redundant import REDUNDANT, redundant
from encoder.script import Assertion, Declaration, Encoding, Family, Script
from encoder.sizes import Lines, at_least, at_most, binary_sum, unary_sum
from encoder.terms import conjunction, disjunction
from encoder.tokens import BIG, Tokens, tokens
from encoder.variants import CHECKERED, CLUED, checkered, colours, meaning
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle

CAP = 9
"""Numbers above it that stand nowhere are BIG, unless no number at all is above `UNARY_MOST`."""

UNARY_MOST = 16
"""Sizes are unary where no number is larger: better propagation, but the square of the digits."""

OWN = "this project, after the thesis"
FAMILIES = (
    Family("known", "what deduction or a clue tells", "for each known cell x: n_x_v", OWN),
    Family("one-token", "each cell holds one number", "for each cell x: exactly one of its n_x_v", OWN),
    Family(
        "big-number", "BIG stands for a number above the cap", "if n_x_big, then b_x is one of those", OWN
    ),
    Family("equal", "neighbours are equal", "for neighbours x, y: q_x_y just if they hold the same", OWN),
    Family("one-parent", "a cell is a root or has one parent", "exactly one of R_x, e_y_x", OWN),
    Family("edge", "an edge joins equal numbers, one way", "if e_x_y, then q_x_y and not e_y_x", OWN),
    Family("root-self", "a root is its own root, and the lowest cell", "if R_x, then r_x = x; r_x <= x", OWN),
    Family("same-root", "equal neighbours share a root", "if q_x_y, then r_x = r_y", OWN),
    Family("size-sum", "sizes add up", "s_x = 1 + the sum of s_y over the y with e_x_y", OWN),
    Family("root-size", "just a root's subtree is its region", "R_x just if s_x = n_x", OWN),
    Family(
        "growth", "redundant: a region must grow", "if n_x_v and v >= 2, then n_y_v for some y beside x", OWN
    ),
    Family(
        "small-region", "redundant: no two 1s, no three 2s; walls part numbers", "not n_x_v or not n_y_v", OWN
    ),
    *REDUNDANT,
    CLUED,
    CHECKERED,
)
MEANING = {
    "n_x_v": "cell x holds v; v is big for a number above the cap that stands nowhere",
    "b_x_i": "bit i of the number of x, where it is big",
    "q_x_y": "x and y hold the same number",
    "e_x_y": "x is the parent of y in the forest",
    "R_x": "x is a root",
    "r_x_i": "bit i of the root of the region of x",
    "s_x": "digits of the size of the subtree of x: unary or binary, with helpers t_x, m_x_y",
}


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> Script:
    """Encode what deduction has left open; settled cells keep their number only."""
    largest = max(mask.bit_length() - 1 for mask in candidates.masks)
    cap = UNARY_MOST if largest <= UNARY_MOST else CAP
    return _Builder(tokens(puzzle, candidates, cap)).script(logic)


class _Builder:
    """The script of one puzzle under construction."""

    def __init__(self, laid: Tokens) -> None:
        self.tokens = laid
        self.board = laid.puzzle.board
        everywhere = range(self.board.size)
        self.open = [x for x in everywhere if any(laid.admits.get(t, 0) >> x & 1 for t in laid.held_by(x))]
        masks = [laid.candidates.masks[x] for x in self.open]
        self.largest = max((mask.bit_length() - 1 for mask in masks), default=1)
        self.unary = self.largest <= UNARY_MOST and BIG not in laid.admits
        self.width = self.largest.bit_length()
        self.root_width = max(1, self.board.labels[-1].bit_length())
        opened = set(self.open)
        self.shared: dict[tuple[int, int], list[int]] = {}
        self.joins: dict[int, list[int]] = {x: [] for x in self.open}
        for x, y in self.board.links():
            if x not in opened or y not in opened or (x, y) in laid.puzzle.walls:
                continue
            both = [token for token in self.tokens.held_by(x) if token in self.tokens.held_by(y)]
            if both:
                self.shared[x, y] = both
                self.joins[x].append(y)
                self.joins[y].append(x)

    def holds(self, cell: int, token: int) -> str:
        """The literal "this cell holds this token"."""
        return "true" if self.tokens.known[cell] else self.tokens.symbol(cell, token)

    def big_bits(self, cell: int) -> list[str]:
        return [f"b_{self.board.labels[cell]}_{i}" for i in range(self.width)]

    def script(self, logic: str) -> Script:
        laid, labels = self.tokens, self.board.labels
        known = [laid.symbol(x, v) for x, v in enumerate(laid.known) if v]
        numbers = [laid.symbol(x, token) for x, token in laid.pairs]
        big = [bit for x, its in enumerate(laid.options) if BIG in its for bit in self.big_bits(x)]
        names = [*known, *numbers, *big]
        for x in range(self.board.size):
            names += helpers(laid, x)
        names += [f"q_{labels[x]}_{labels[y]}" for x, y in self.shared]
        for x in self.open:
            names += [f"r_{labels[x]}_{i}" for i in range(self.root_width)] + [f"R_{labels[x]}"]
            names += [f"e_{labels[x]}_{labels[y]}" for y in self.joins[x]]
        assertions = [Assertion("known", (x,), laid.symbol(x, v)) for x, v in enumerate(laid.known) if v]
        assertions += one_token_each(laid)
        assertions += [*self._big_numbers(), *self._equal(), *self._forest(), *self._roots()]
        sizes, more = self._sizes()
        assertions += sizes
        assertions += growth(laid)
        assertions += small_regions(laid)
        names += more
        declared, counted = redundant(laid)
        names += declared
        assertions += counted
        return Script(
            encoding=FOREST_BOOL.name,
            puzzle=laid.puzzle,
            logic=logic,
            families=FAMILIES,
            declarations=(*(Declaration(name, "Bool") for name in names), *colours(laid.puzzle)),
            assertions=(*assertions, *self._clued(), *checkered(laid.puzzle, self._same)),
            values=(*known, *numbers, *big),
            meaning=MEANING | meaning(laid.puzzle),
        )

    def _big_numbers(self) -> Iterator[Assertion]:
        for x, its in enumerate(self.tokens.options):
            if BIG not in its:
                continue
            allowed = self.tokens.candidates.masks[x]
            for number in its:
                allowed &= ~(1 << number)
            allowed &= ~((2 << self.tokens.cap) - 1)
            low, high = (allowed & -allowed).bit_length() - 1, allowed.bit_length() - 1
            bits = self.big_bits(x)
            terms = [*at_least(bits, low), *at_most(bits, high)]
            for number in range(low, high):
                if not allowed >> number & 1:
                    equal = [bit if number >> i & 1 else f"(not {bit})" for i, bit in enumerate(bits)]
                    terms.append(f"(not {conjunction(equal)})")
            term = f"(=> {self.holds(x, BIG)} {conjunction(terms)})"
            yield Assertion("big-number", (x,), term)

    def _equal(self) -> Iterator[Assertion]:
        for (x, y), both in self.shared.items():
            ways = []
            for token in both:
                literals = [self.holds(x, token), self.holds(y, token)]
                if token == BIG:
                    bits = zip(self.big_bits(x), self.big_bits(y), strict=True)
                    literals += [f"(= {a} {b})" for a, b in bits]
                literals = [literal for literal in literals if literal != "true"]
                ways.append(conjunction(literals))
            q = f"q_{self.board.labels[x]}_{self.board.labels[y]}"
            yield Assertion("equal", (x, y), f"(= {q} {disjunction(ways)})")

    def _forest(self) -> Iterator[Assertion]:
        labels = self.board.labels
        for x in self.open:
            choices = [f"R_{labels[x]}", *(f"e_{labels[y]}_{labels[x]}" for y in self.joins[x])]
            yield Assertion("one-parent", (x, *self.joins[x]), exactly_one(choices))
        for x, y in self.shared:
            a, b = labels[x], labels[y]
            yield Assertion("edge", (x, y), f"(=> (or e_{a}_{b} e_{b}_{a}) q_{a}_{b})")
            yield Assertion("edge", (x, y), f"(not (and e_{a}_{b} e_{b}_{a}))")

    def _roots(self) -> Iterator[Assertion]:
        labels = self.board.labels
        for x in self.open:
            digits = [f"r_{labels[x]}_{i}" for i in range(self.root_width)]
            own = [digit if labels[x] >> i & 1 else f"(not {digit})" for i, digit in enumerate(digits)]
            yield Assertion("root-self", (x,), f"(=> R_{labels[x]} {conjunction(own)})")
            if self._may_be_root(x):
                yield Assertion("root-self", (x,), conjunction(list(at_most(digits, labels[x]))))
        for x, y in self.shared:
            a, b = labels[x], labels[y]
            same = [f"(= r_{a}_{i} r_{b}_{i})" for i in range(self.root_width)]
            yield Assertion("same-root", (x, y), f"(=> q_{a}_{b} {conjunction(same)})")

    def _may_be_root(self, x: int) -> bool:
        """Whether a region may have its root here: in a basic puzzle at a clue only."""
        return not self.tokens.puzzle.basic or x in self.tokens.puzzle.clues

    def _clued(self) -> Iterator[Assertion]:
        for x in self.open:
            if not self._may_be_root(x):
                yield Assertion("clued-region", (x,), f"(not R_{self.board.labels[x]})")

    def _same(self, x: int, y: int) -> str:
        """The term that two neighbours hold the same number."""
        if (x, y) in self.shared:
            return f"q_{self.board.labels[x]}_{self.board.labels[y]}"
        known = self.tokens.known
        return "true" if known[x] == known[y] > 0 else "false"

    def _sizes(self) -> tuple[list[Assertion], list[str]]:
        """The assertions about sizes, and the names of their constants."""
        lines = Lines()
        digits = {x: self._size_digits(lines, x) for x in self.open}
        for x in self.open:
            parts = [self._child(lines, x, y, digits[y]) for y in self.joins[x]]
            label = self.board.labels[x]
            if self.unary:
                total = unary_sum(lines, f"t_{label}", parts, self._most(x) - 1)
                total += ["false"] * (self._most(x) - 1 - len(total))
                lines.terms += [f"(= {a} {b})" for a, b in zip(digits[x], total, strict=True)]
            else:
                total = binary_sum(lines, f"t_{label}", parts, self.width)
                lines.terms += [f"(= {a} {b})" for a, b in zip(digits[x], total, strict=True)]
        sums = [Assertion("size-sum", (), term) for term in lines.terms]
        sums += [Assertion("root-size", (x,), self._root_size(x, digits[x])) for x in self.open]
        return sums, lines.names

    def _most(self, x: int) -> int:
        return self.tokens.candidates.masks[x].bit_length() - 1

    def _size_digits(self, lines: Lines, x: int) -> list[str]:
        """Unary: the k-th digit (from 0) says that the size is more than k + 1. Binary: lowest first."""
        count = self._most(x) - 1 if self.unary else self.width
        names = [f"s_{self.board.labels[x]}_{k}" for k in range(count)]
        lines.names += names
        return names

    def _child(self, lines: Lines, x: int, y: int, digits: list[str]) -> list[str]:
        """The size of y where it is a child of x, else nothing."""
        a, b = self.board.labels[x], self.board.labels[y]
        edge = f"e_{a}_{b}"
        own = [lines.define(f"m_{a}_{b}_{k}", f"(and {edge} {digit})") for k, digit in enumerate(digits)]
        return [edge, *own] if self.unary else own

    def _root_size(self, x: int, digits: list[str]) -> str:
        """A root has just the size of its number; any other cell has less."""
        root = f"R_{self.board.labels[x]}"
        if self.unary:
            # For each number v: not larger than v, and v itself just at a root.
            terms = []
            for number in self.tokens.held_by(x):
                reached = digits[number - 2] if number > 1 else "true"
                beyond = [f"(not {digits[number - 1]})"] if number <= len(digits) else []
                says = conjunction([f"(= {root} {reached})", *beyond])
                held = self.holds(x, number)
                terms.append(says if held == "true" else f"(=> {held} {says})")
            return conjunction(terms)
        number_bits = [self._number_bit(x, i) for i in range(self.width)]
        equal = [f"(= {digit} {bit})" for digit, bit in zip(digits, number_bits, strict=True)]
        return f"(= {root} {conjunction(equal)})"

    def _number_bit(self, x: int, i: int) -> str:
        """Bit i of the number of a cell as a term."""
        known = self.tokens.known[x]
        if known:
            return "true" if known >> i & 1 else "false"
        ways = [self.holds(x, v) for v in self.tokens.held_by(x) if v != BIG and v >> i & 1]
        if BIG in self.tokens.held_by(x):
            ways.append(f"(and {self.holds(x, BIG)} {self.big_bits(x)[i]})")
        return disjunction(ways)


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
    decode=decode,
    differ=differ,
)
