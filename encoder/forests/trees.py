"""Where the Boolean forest needs trees, and which kind: the layout that its parts share.

A token at a cell is *settled* where the whole region is told by a count and a span already (see
`encoder.clauses.rooms`); it needs no tree. Else it is *small*, with sizes in unary, or *wide*, with sizes
in binary: BIG, and numbers too large for unary.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from encoder.clauses.counters import counts
from encoder.clauses.rooms import Room
from encoder.clauses.spans import spans
from encoder.clauses.tokens import BIG, Tokens
from encoder.terms import disjunction

UNARY_MOST = 16
"""Sizes of larger numbers are binary: unary ones propagate better, but take the square of the digits."""


@dataclass(frozen=True, slots=True)
class Trees:
    """The layout of a board's trees.

    Attributes:
        tokens: the board.
        cells: the cells that may be in a tree, ascending.
        settled: for each of them the tokens that need no tree.
        small: the tokens with unary sizes.
        wide: the tokens with binary sizes.
        same_small: for neighbours ``x < y`` that may be in one tree, the small tokens both may hold.
        same_wide: the same for wide ones.
        joins: for each cell its neighbours in those.
        width: how many binary digits the wide numbers take.
    """

    tokens: Tokens
    cells: tuple[int, ...]
    settled: dict[int, tuple[int, ...]]
    small: dict[int, tuple[int, ...]]
    wide: dict[int, tuple[int, ...]]
    same_small: dict[tuple[int, int], tuple[int, ...]]
    same_wide: dict[tuple[int, int], tuple[int, ...]]
    joins: dict[int, tuple[int, ...]]
    width: int

    def label(self, x: int) -> int:
        """The number of a cell in symbols."""
        return self.tokens.puzzle.board.labels[x]

    def holds(self, x: int, token: int) -> str:
        """The literal "x holds this token"."""
        return "true" if self.tokens.known[x] else self.tokens.symbol(x, token)

    def equal(self, x: int, y: int, tokens: tuple[int, ...]) -> list[str]:
        """For each of some tokens that two cells share, the literals that say that both hold it."""
        return [_both(self.holds(x, token), self.holds(y, token)) for token in tokens]

    def is_wide(self, x: int) -> str:
        """The literal "x holds a wide token"."""
        if not self.wide[x]:
            return "false"
        return "true" if not (self.small[x] or self.settled[x]) else f"W_{self.label(x)}"

    def of_kind(self, x: int, literal: str, *, wide: bool) -> str:
        """A literal about the tree of x, where that is of this kind; ``false`` where it can't be."""
        is_wide = self.is_wide(x)
        if is_wide in ("true", "false"):
            return literal if (is_wide == "true") == wide else "false"
        return f"(and {literal} {is_wide if wide else f'(not {is_wide})'})"

    def may_be_root(self, x: int) -> bool:
        """Whether a tree may have its root here: in a basic puzzle at a clue only."""
        return not self.tokens.puzzle.basic or x in self.tokens.puzzle.clues


def trees(tokens: Tokens, rooms: Iterable[Room]) -> Trees:
    """Lay out the trees of a board."""
    told: dict[int, int] = {}  # number to the cells whose region of it needs no tree
    if not tokens.puzzle.basic:  # where a region needs a clue, its tree says so
        for room in rooms:
            if counts(tokens, room) and spans(room):
                told[room.number] = told.get(room.number, 0) | room.cells
    settled, small, wide = {}, {}, {}
    for x in range(tokens.puzzle.board.size):
        live = [token for token in tokens.held_by(x) if tokens.admits.get(token, 0) >> x & 1]
        if any(not told.get(token, 0) >> x & 1 for token in live):
            settled[x] = tuple(token for token in live if told.get(token, 0) >> x & 1)
            treed = [token for token in live if token not in settled[x]]
            small[x] = tuple(token for token in treed if token != BIG and token <= UNARY_MOST)
            wide[x] = tuple(token for token in treed if token == BIG or token > UNARY_MOST)
    same_small, same_wide = {}, {}
    joins: dict[int, list[int]] = {x: [] for x in settled}
    for x, y in tokens.puzzle.board.links():
        if x not in settled or y not in settled or (x, y) in tokens.puzzle.walls:
            continue
        both_small = tuple(token for token in small[x] if token in small[y])
        both_wide = tuple(token for token in wide[x] if token in wide[y])
        if both_small:
            same_small[x, y] = both_small
        if both_wide:
            same_wide[x, y] = both_wide
        if both_small or both_wide:
            joins[x].append(y)
            joins[y].append(x)
    return Trees(
        tokens=tokens,
        cells=tuple(settled),
        settled=settled,
        small=small,
        wide=wide,
        same_small=same_small,
        same_wide=same_wide,
        joins={x: tuple(its) for x, its in joins.items()},
        width=max(
            (tokens.candidates.masks[x].bit_length() - 1 for x in wide if wide[x]), default=1
        ).bit_length(),
    )


def _both(a: str, b: str) -> str:
    literals = [literal for literal in (a, b) if literal != "true"]
    return f"(and {a} {b})" if len(literals) == 2 else disjunction(literals) if literals else "true"
