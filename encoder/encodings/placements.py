"""Regions as placed polyominoes, a composite variable each, where these are few; trees for larger ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from encoder.builder import Builder, Constraints, Families
from encoder.encoding import Encoding
from encoder.parts.reduced import CANDIDATES, ReducedPuzzle, first_families, last_families
from encoder.parts.spanning_trees import kept, one_tree
from encoder.parts.variants import CLUED
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.graph import StepLimitError, bits, connected_sets_of, neighbour_function
from fillomino.puzzle import Puzzle
from smtlib.script import conjunction, disjunction, exactly_one, plus

ALWAYS = 4
"""Polyominoes of up to so many cells are always placed: there are 19 of four around a cell, 63 of five."""

PER_CELL = 5
"""Larger ones are placed, the next number of cells first, while there are at most so many per open cell."""

STEPS = 400
"""Of larger ones with a given lowest cell; where there may be more, their number is not placed."""

SOURCE = "exact cover by polyominoes (D. Knuth, Dancing links, 2000); this project"
TREES = "after R. Behari, Solving Fillomino"
MEANING = {
    "n_x": "the number of cell x",
    "p_x_i": "the i-th polyomino with x as its lowest cell is placed",
    "e_x_y": "x is the parent of y in the tree of a large region",
    "R_x": "x is a root of one, or lies in none",
    "r_x": "the root of the region of x, if it is large",
    "s_x": "the number of cells in the subtree of x, with x",
}


class _Placed(ReducedPuzzle):
    """A reduced puzzle, and its cells that may be in a region too large for placing.

    Attributes:
        placed: from each number that is placed, 1 and up, to its polyominoes.
        largest: the largest of these numbers.
        large: each of those cells with its label and the neighbours it may join in such a region.
        links: each pair ``x < y`` of them.
        kept: the links whose edges each tree has, if both cells are in one region.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates) -> None:
        super().__init__(puzzle, candidates)
        self.placed = all_placements(self)
        self.largest = largest = len(self.placed)
        self.large = [
            (x, self.label[x], [y for y in self.joins[x] if self.most(x, y) > largest])
            for x in self.open_cells
            if self.most(x) > largest
        ]
        self.links = [(x, y) for x, _, near in self.large for y in near if x < y]
        self.kept = kept(self.links)

    def same(self, x: int, y: int) -> str:
        """The term that two cells hold the same large number."""
        a, b = self.label[x], self.label[y]
        return f"(and (= n_{a} n_{b}) (> n_{a} {self.largest}))"


FAMILIES: Families[_Placed] = Families(TREES)
first_families(FAMILIES)
PLACED = FAMILIES.declare(
    "placed",
    "a placed polyomino holds its size, and no cell around it does",
    "if p, then n_x = v for its v cells x, and not n_y = v for the cells y beside it",
    SOURCE,
)
COVERED = FAMILIES.declare(
    "covered",
    "a small number lies in a placed polyomino",
    "for each cell x and v <= m: if n_x = v, then one of the p of v cells with x",
    SOURCE,
)


def _polyominoes(builder: Builder, placed: _Placed) -> None:
    """Declare the polyominoes that can be placed, and require that they cover small numbers."""
    masks, neighbours = placed.masks, placed.puzzle.board.neighbours
    index: dict[int, int] = {}
    for number, polyominoes in placed.placed.items():
        covering: dict[int, list[str]] = {x: [] for x in placed.open_cells if masks[x] >> number & 1}
        for cells in polyominoes:
            lowest = placed.label[cells[0]]
            index[lowest] = index.get(lowest, -1) + 1
            symbol = builder.declare(f"p_{lowest}_{index[lowest]}")
            beside = sorted(
                {y for x in cells for y in neighbours[x] if masks[y] >> number & 1}.difference(cells)
            )
            inside = [f"(= {placed.number(x)} {number})" for x in cells]
            outside = [f"(not (= {placed.number(y)} {number}))" for y in beside]
            builder.require(PLACED, (*cells, *beside), f"(=> {symbol} {conjunction(inside + outside)})")
            for x in cells:
                covering[x].append(symbol)
        for x, ways in covering.items():
            builder.require(COVERED, (x,), f"(=> (= {placed.number(x)} {number}) {disjunction(ways)})")


def all_placements(reduced: ReducedPuzzle) -> dict[int, list[tuple[int, ...]]]:
    """Return the polyominoes of each number that is placed: up to `ALWAYS`, and then while they are few."""
    placed: dict[int, list[tuple[int, ...]]] = {}
    left = PER_CELL * len(reduced.open_cells)
    most = max((mask.bit_length() - 1 for mask in reduced.masks), default=0)
    for number in range(1, max(most, ALWAYS) + 1):
        if number <= ALWAYS:
            placed[number] = list(placements(reduced, number))
            continue
        try:
            sets = list(islice(placements(reduced, number, STEPS), left + 1))
        except StepLimitError:
            break
        left -= len(sets)
        if left < 0:
            break
        placed[number] = sets
    return placed


def placements(
    reduced: ReducedPuzzle, number: int, most_steps: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield every connected set of so many open cells that admit this number, and is not beside a known one.

    Cells ascend, and so do the sets by their lowest cells. In a basic puzzle each holds a clue.

    Raises:
        StepLimitError: if the sets with one lowest cell take more steps to find.
    """
    board, walls = reduced.puzzle.board, reduced.puzzle.walls
    near, beside = neighbour_function(board, walls), neighbour_function(board)
    admits = sum(1 << x for x in reduced.open_cells if reduced.masks[x] >> number & 1)
    known = sum(1 << x for x in bits(admits) if reduced.masks[x] == 1 << number)
    roots = sum(1 << x for x in bits(admits) if reduced.may_be_root(x))
    parted = [1 << x | 1 << y for x, y in walls]
    for lowest in bits(admits):
        sets = [
            tuple(bits(cells))
            for cells in connected_sets_of(
                number, near, 1 << lowest, admits >> lowest << lowest, most_steps=most_steps
            )
            if cells & roots and not beside(cells) & ~cells & known
            if not any(cells & pair == pair for pair in parted)
        ]
        yield from sorted(sets)


@FAMILIES.family(
    "lowest-root",
    "a cell is a root iff it names itself; no cell names a later one",
    "0 <= r_x <= x; R_x iff r_x = x",
)
def _lowest_root(placed: _Placed) -> Constraints:
    for x, a, _ in placed.large:
        last = a if placed.may_be_root(x) else placed.label[-1]
        yield (x,), f"(and (<= 0 r_{a}) (<= r_{a} {last}))"
        yield (x,), f"(= R_{a} (= r_{a} {a}))"


@FAMILIES.shared(CLUED)
def _clued_region(placed: _Placed) -> Constraints:
    for x, a, _ in placed.large:
        if not placed.may_be_root(x):
            yield (x,), f"(=> (> n_{a} {placed.largest}) (not R_{a}))"


@FAMILIES.family("one-parent", "a cell is a root or has one parent", "exactly one of R_x, e_y_x")
def _one_parent(placed: _Placed) -> Constraints:
    for x, a, near in placed.large:
        yield (x, *near), exactly_one([f"R_{a}", *(f"e_{placed.label[y]}_{a}" for y in near)])


@FAMILIES.family("size-sum", "subtree sizes add up", "s_x = 1 + the sum of s_y over the y with e_x_y")
def _size_sum(placed: _Placed) -> Constraints:
    for x, a, near in placed.large:
        children = [f"(ite e_{a}_{b} s_{b} 0)" for b in (placed.label[y] for y in near)]
        yield (x, *near), f"(= s_{a} {plus(['1', *children])})"


@FAMILIES.family(
    "root-size",
    "a cell with a large number is a root iff its subtree is as large",
    "1 <= s_x <= n_x; if n_x > m, then R_x iff s_x = n_x",
)
def _root_size(placed: _Placed) -> Constraints:
    for x, a, _ in placed.large:
        yield (x,), f"(and (<= 1 s_{a}) (<= s_{a} n_{a}))"
        yield (x,), f"(=> (> n_{a} {placed.largest}) (= R_{a} (= s_{a} n_{a})))"


@FAMILIES.family(
    "edge",
    "an edge joins equal large numbers under one root",
    "if e_x_y, then n_x = n_y > m and r_x = r_y and s_y < s_x",
)
def _edge(placed: _Placed) -> Constraints:
    for x, a, near in placed.large:
        for y in near:
            b = placed.label[y]
            same = f"(and (= n_{a} n_{b}) (> n_{a} {placed.largest}) (= r_{a} r_{b}) (< s_{b} s_{a}))"
            yield (x, y), f"(=> e_{a}_{b} {same})"


@FAMILIES.family(
    "same-root",
    "neighbours hold equal large numbers iff they have one root",
    "if n_x > m, then n_x = n_y iff r_x = r_y",
)
def _same_root(placed: _Placed) -> Constraints:
    for x, y in placed.links:
        a, b = placed.label[x], placed.label[y]
        yield (x, y), f"(=> (> n_{a} {placed.largest}) (= (= n_{a} n_{b}) (= r_{a} r_{b})))"


one_tree(FAMILIES)
last_families(FAMILIES)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: small regions placed, trees for the numbers too large for that."""
    placed = _Placed(puzzle, candidates)
    builder = placed.begin(MEANING, (CANDIDATES,))  # other families in order of their use
    _polyominoes(builder, placed)
    for _, a, near in placed.large:
        builder.declare(f"R_{a}")
        builder.declare_all([f"r_{a}", f"s_{a}"], "Int")
        builder.declare_all([f"e_{a}_{placed.label[y]}" for y in near])
    placed.require(builder, FAMILIES)
    return placed.script(builder, PLACEMENTS.name, logic)


PLACEMENTS = Encoding(
    name="placements",
    title="a Boolean for each small polyomino that can be placed, trees for larger regions",
    idea=(
        f"A region of up to m cells is one of the polyominoes that can be placed on the open cells: m is "
        f"{ALWAYS}, or as much as leaves at most {PER_CELL} larger polyominoes for each open cell. "
        "Each has a Boolean, which implies its cells' numbers and excludes them around it; a cell with a "
        "small number lies in one of them. Larger regions are trees, as in forest-tight."
    ),
    logics=("QF_LIA", "QF_UFLIA"),
    families=FAMILIES.records,
    source=SOURCE,
    build=build,
    size="N",
    good_for="puzzles of small regions",
)
