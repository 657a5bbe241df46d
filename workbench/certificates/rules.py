"""The rules of an open puzzle as clauses that hold by one look: at first, and against wrong models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from encoder.lazy.cuts import cuts_against, first_of
from encoder.lazy.near_fillings import near_fillings
from encoder.parts.clauses import Cut, growth, small_regions
from encoder.parts.variants import clued_cells
from fillomino.graph import NeighbourFunction, bits, cells_by_value, component, components
from fillomino.puzzle import Filling, Puzzle
from workbench.certificates.hall import Crowd
from workbench.certificates.tokens import OTHER, Clause, Tokens


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
        object.__setattr__(self, "crowd", Crowd.of(self.near, self.tokens.size, fixed, self.admits))

    def held_by(self, cell: int) -> list[int]:
        """The tokens that a cell may hold."""
        return [token for token, cells in self.admits.items() if cells >> cell & 1]

    def least(self, token: int) -> int:
        """The least number of connected cells of a token."""
        return token or self.tokens.least

    def reduced(self, clause: Clause) -> Clause | None:
        """Return a clause without the literals that are known to be false; ``None`` if it is true."""
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

    def clause(self, cut: Cut) -> Clause:
        """Return a cut as a clause; the checker begins with the cell of its first negative literal."""
        literal = self.tokens.literal
        lacks = (-literal(x, cut.value) for x in cut.cells)
        return (*lacks, *(literal(y, cut.value) for y in cut.border))

    def base(self) -> Iterator[Clause]:
        """Yield what is asserted first: tokens, growth, small regions, walls and colours."""
        tokens, literal = self.tokens, self.tokens.literal
        for cell in range(tokens.size):
            if cell in self.known:
                continue
            yield tokens.some(cell)
            for one, other in combinations(self.held_by(cell), 2):
                yield -literal(cell, one), -literal(cell, other)
        yield from map(self.clause, growth(self))
        for cut in small_regions(self, self.puzzle.walls):
            if cut.value != OTHER:  # at a wall, two numbers that are not named may differ
                yield self.clause(cut)
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

    def broken(self, held: Mapping[int, int]) -> list[Clause]:
        """The clauses that a model breaks.

        Args:
            held: for each token the cells that hold it.
        """
        found: dict[Clause, None] = {}
        clued = clued_cells(self.puzzle)
        for token, cells in held.items():
            short_of_cells = token > max(0, self.crowd.free) and token in self.crowd.groups
            for part in components(self.near, cells):
                if short_of_cells and not part & self.crowd.groups[token].held:
                    found |= dict.fromkeys(self._no_cells_left(token, part, cells))
                cuts = cuts_against(self, clued, token, part, cells)
                if not cuts and token == OTHER and self._is_named(part.bit_count()):
                    cuts = [Cut(OTHER, tuple(bits(part)), tuple(bits(self.near(part) & ~part)))]
                found |= dict.fromkeys(map(self.clause, cuts))
        return list(found)

    def _is_named(self, size: int) -> bool:
        """Return whether cells of `OTHER` are no region of such a size, nor several of other sizes."""
        return size in self.tokens.named and size <= 2 * self.tokens.least

    def _no_cells_left(self, token: int, part: int, held: int) -> Iterator[Clause]:
        """Clauses that a set is no region of a number beside its known ones, for want of cells.

        The set is closed in, or the known groups with what they have grown to; but only as far as it takes
        for the set to be too many steps away from these.
        """
        crowd, near, admits = self.crowd, self.near, self.admits[token]
        premise = 1 << first_of(part, self.fixed[token])
        for cells in (part, component(near, crowd.groups[token].held, held)):
            border = near(cells) & admits & ~cells
            closed = crowd.closing(near, token, admits, premise, border)
            yield crowd.clause(self.tokens, token, token, premise, closed)

    def near_filling(self, filling: Filling) -> Iterator[Clause]:
        """Yield clauses that a claimed filling with a cell of a region changed may break."""
        return map(self.clause, near_fillings(self, cells_by_value(filling)))
