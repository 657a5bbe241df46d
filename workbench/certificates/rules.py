"""The rules of an open puzzle as clauses that hold by one look: at first, and against wrong models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from fillomino.graph import NeighbourFunction, bits, component, components
from fillomino.puzzle import Filling, Puzzle
from workbench.certificates.hall import Crowd, crowd
from workbench.certificates.tokens import OTHER, Clause, Tokens

WIDEN = 2
"""Most new cells that one more cell may bring to the border of a set (see `encoder.lazy.cuts`)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The open part of a puzzle. Sets of cells are bit sets.

    Attributes:
        puzzle: the puzzle.
        tokens: the tokens.
        near: neighbours of a set, not through walls.
        known: for each cell its token, if it is known.
        admits: for each token the cells that may hold it, known ones among them.
    """

    puzzle: Puzzle
    tokens: Tokens
    near: NeighbourFunction
    known: Mapping[int, int]
    admits: Mapping[int, int]
    fixed: dict[int, int] = field(init=False)
    crowd: Crowd = field(init=False)

    def __post_init__(self) -> None:
        fixed = dict.fromkeys(self.tokens.all, 0)
        for cell, token in self.known.items():
            fixed[token] |= 1 << cell
        object.__setattr__(self, "fixed", fixed)
        object.__setattr__(self, "crowd", crowd(self.near, self.tokens.size, fixed, self.admits))

    def options(self, cell: int) -> list[int]:
        """The tokens that a cell may hold."""
        return [token for token, cells in self.admits.items() if cells >> cell & 1]

    def least(self, token: int) -> int:
        """The least number of connected cells of a token."""
        return token or self.tokens.least

    def left(self, clause: Clause) -> Clause | None:
        """Return what is left of a clause by what is known; ``None`` if it is true."""
        kept = []
        colours = self.tokens.size * self.tokens.width
        for literal in clause:
            if abs(literal) > colours:
                kept.append(literal)
                continue
            cell, token = self.tokens.meaning(abs(literal))
            known = self.known.get(cell)
            if known is None and self.admits[token] >> cell & 1:
                kept.append(literal)
            elif (known == token) == (literal > 0):
                return None
        return tuple(kept)

    def base(self) -> Iterator[Clause]:
        """Yield what is asserted first: tokens, growth, small regions, walls and colours."""
        tokens, literal = self.tokens, self.tokens.literal
        for cell in range(tokens.size):
            if cell in self.known:
                continue
            options = self.options(cell)
            yield tokens.some(cell)
            for i, one in enumerate(options):
                yield from ((-literal(cell, other), -literal(cell, one)) for other in options[:i])
        for token, cells in self.admits.items():
            for cell in bits(cells):
                if self.least(token) > 1:
                    yield self.leaves(token, cell, 1 << cell)
        for x in bits(self.admits.get(1, 0)):
            yield from (self.absent(1, 1 << x | 1 << y) for y in bits(self.near(1 << x) & -(2 << x)))
        for x in bits(self.admits.get(2, 0)):
            beside = list(bits(self.near(1 << x)))
            for i, y in enumerate(beside):
                yield from (self.absent(2, 1 << x | 1 << y | 1 << z) for z in beside[:i])
        for x, y in self.puzzle.walls:
            yield from ((-literal(x, token), -literal(y, token)) for token in tokens.named)
        if self.puzzle.checkered:
            yield from self._colours()

    def _colours(self) -> Iterator[Clause]:
        board, literal = self.puzzle.board, self.tokens.literal
        for part in board.components():
            yield (-self.tokens.colour(part[0]),)
        for x, y in board.links():
            one, other = self.tokens.colour(x), self.tokens.colour(y)
            for token in self.tokens.all:
                here, there = literal(x, token), literal(y, token)
                for shade in (1, -1):
                    yield -here, there, shade * one, shade * other
                    yield -there, here, shade * one, shade * other
                    if token != OTHER:
                        yield -here, -there, shade * one, -shade * other

    def leaves(self, token: int, premise: int, cells: int) -> Clause:
        """The clause "if the premise holds the token, so does a cell on the border of these cells"."""
        literal = self.tokens.literal
        border = bits(self.near(cells) & ~cells)
        return (-literal(premise, token), *(literal(y, token) for y in border))

    def absent(self, token: int, cells: int) -> Clause:
        """The clause "not all of these cells hold the token"."""
        return tuple(-self.tokens.literal(x, token) for x in bits(cells))

    def broken(self, held: Mapping[int, int]) -> list[Clause]:
        """The clauses that a model breaks.

        Args:
            held: for each token the cells that hold it.
        """
        found: dict[Clause, None] = {}
        clued = sum(1 << cell for cell in self.puzzle.clues) if self.puzzle.basic else -1
        for token, cells in held.items():
            one_too_many = token > max(0, self.crowd.free) and token in self.crowd.held
            for part in components(self.near, cells):
                size = part.bit_count()
                if one_too_many and not part & self.crowd.held[token]:
                    found |= dict.fromkeys(self._one_too_many(token, part, cells))
                if not part & clued:
                    found[self.leaves(token, part.bit_length() - 1, part)] = None
                elif size < self.least(token):
                    found |= dict.fromkeys(self._too_small(token, part, cells))
                elif token != OTHER and size > token:
                    found |= dict.fromkeys(self._too_large(token, part))
                elif token == OTHER and size in self.tokens.named and size <= 2 * self.tokens.least:
                    found[*self.absent(OTHER, part), *self.leaves(OTHER, 0, part)[1:]] = None
        return list(found)

    def _one_too_many(self, token: int, part: int, held: int) -> Iterator[Clause]:
        """Clauses that a set is no region of a number beside its known ones, for want of cells.

        The set is closed in, or the known groups with what they have grown to; but only as far as it takes
        for the set to be too many steps away from these.
        """
        crowd, near, admits = self.crowd, self.near, self.admits[token]
        fixed = part & self.fixed[token]
        premise = fixed & -fixed or part & -part
        for cells in (part, component(near, crowd.held[token], held)):
            border = near(cells) & admits & ~cells
            closed = crowd.closing(near, token, admits, premise, border)
            yield crowd.clause(self.tokens, token, token, premise, closed)

    def _too_small(self, token: int, part: int, held: int) -> Iterator[Clause]:
        """Clauses against a set with too few cells, as `encoder.lazy.cuts` widens them."""
        near, admits = self.near, self.admits[token]
        least, size = self.least(token), part.bit_count()
        cells = part
        first = border = near(cells) & ~cells & admits
        for _ in range(least - 1 - size):
            best, fewest = 0, WIDEN + 1
            for y in bits(border):
                beyond = near(1 << y) & admits & ~(cells | border)
                new = beyond.bit_count()
                if not beyond & held and new < fewest:
                    best, fewest = 1 << y, new
                    if new == 0:
                        break
            if not best:
                break
            cells |= best
            border = near(cells) & ~cells & admits
        fixed = part & self.fixed[token]
        premise = (fixed & -fixed or part & -part).bit_length() - 1
        yield self.leaves(token, premise, cells)
        if size + 1 < least:
            yield from (self.leaves(token, premise, part | 1 << y) for y in bits(first))
        if not fixed:
            for other in self.options(premise):
                if other != token and self.least(other) > size:
                    yield self.leaves(other, premise, part)

    def _too_large(self, token: int, part: int) -> Iterator[Clause]:
        fixed = part & self.fixed[token]
        for start in [fixed & -fixed] if fixed else [part & -part, 1 << part.bit_length() - 1]:
            cells = start
            for _ in range(token):
                border = self.near(cells) & part & ~cells
                wanted = border & fixed or border
                cells |= wanted & -wanted
            yield self.absent(token, cells)

    def near_filling(self, filling: Filling) -> Iterator[Clause]:
        """Yield clauses that a claimed filling with a cell of a region changed may break."""
        held: dict[int, int] = {}
        for x, number in enumerate(filling):
            held[number] = held.get(number, 0) | 1 << x
        for number, cells in held.items():
            fixed = self.fixed[number]
            for region in components(self.near, cells):
                if not region & ~fixed:
                    continue
                border = self.near(region) & self.admits[number] & ~region
                yield from (self.absent(number, region | 1 << y) for y in bits(border))
                for x in bits(region & ~fixed):
                    for part in components(self.near, region ^ 1 << x):
                        held_here = part & fixed
                        premise = (held_here & -held_here or part & -part).bit_length() - 1
                        yield self.leaves(number, premise, part)
