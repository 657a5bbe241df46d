"""Regions as placed polyominoes, a composite variable each, where these are few; trees for larger ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from encoder.builder import Builder
from encoder.encoding import Encoding
from encoder.parts.reduced import CANDIDATES, WALL, ReducedPuzzle
from encoder.parts.spanning_trees import FIRST_CONTACT, KEPT_EDGE, Link, require_one_tree
from encoder.parts.variants import CHECKERED, CLUED
from encoder.puzzle_script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.graph import StepLimitError, bits, connected_sets_of, neighbour_function
from fillomino.puzzle import Puzzle
from smtlib.script import Family, conjunction, disjunction, exactly_one, plus

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


PLACED = Family(
    "placed",
    "a placed polyomino holds its size, and no cell around it does",
    "if p, then n_x = v for its v cells x, and not n_y = v for the cells y beside it",
    SOURCE,
)
COVERED = Family(
    "covered",
    "a small number lies in a placed polyomino",
    "for each cell x and v <= m: if n_x = v, then one of the p of v cells with x",
    SOURCE,
)
LOWEST_ROOT = Family(
    "lowest-root",
    "a cell is a root iff it names itself; no cell names a later one",
    "0 <= r_x <= x; R_x iff r_x = x",
    TREES,
)
ONE_PARENT = Family("one-parent", "a cell is a root or has one parent", "exactly one of R_x, e_y_x", TREES)
SIZE_SUM = Family("size-sum", "subtree sizes add up", "s_x = 1 + the sum of s_y over the y with e_x_y", TREES)
ROOT_SIZE = Family(
    "root-size",
    "a cell with a large number is a root iff its subtree is as large",
    "1 <= s_x <= n_x; if n_x > m, then R_x iff s_x = n_x",
    TREES,
)
EDGE = Family(
    "edge",
    "an edge joins equal large numbers under one root",
    "if e_x_y, then n_x = n_y > m and r_x = r_y and s_y < s_x",
    TREES,
)
SAME_ROOT = Family(
    "same-root",
    "neighbours hold equal large numbers iff they have one root",
    "if n_x > m, then n_x = n_y iff r_x = r_y",
    TREES,
)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: small regions placed, trees for the numbers too large for that."""
    reduced = ReducedPuzzle(puzzle, candidates)
    builder = reduced.begin(MEANING, PLACEMENTS.families)
    placed = all_placements(reduced)
    _require_placed(builder, reduced, placed)
    _require_trees(builder, reduced, len(placed))
    reduced.require_walls(builder)
    builder.two_colours(puzzle, reduced.equal)
    return reduced.script(builder, PLACEMENTS.name, logic)


def _require_placed(
    builder: Builder, reduced: ReducedPuzzle, placed: dict[int, list[tuple[int, ...]]]
) -> None:
    """Declare the polyominoes that can be placed, and require that they cover small numbers."""
    masks, neighbours = reduced.masks, reduced.puzzle.board.neighbours
    index: dict[int, int] = {}
    for number, polyominoes in placed.items():
        covering: dict[int, list[str]] = {x: [] for x in reduced.open_cells if masks[x] >> number & 1}
        for cells in polyominoes:
            lowest = reduced.label[cells[0]]
            index[lowest] = index.get(lowest, -1) + 1
            symbol = builder.declare(f"p_{lowest}_{index[lowest]}")
            beside = sorted(
                {y for x in cells for y in neighbours[x] if masks[y] >> number & 1}.difference(cells)
            )
            inside = [f"(= {reduced.number(x)} {number})" for x in cells]
            outside = [f"(not (= {reduced.number(y)} {number}))" for y in beside]
            builder.require(PLACED, (*cells, *beside), f"(=> {symbol} {conjunction(inside + outside)})")
            for x in cells:
                covering[x].append(symbol)
        for x, ways in covering.items():
            builder.require(COVERED, (x,), f"(=> (= {reduced.number(x)} {number}) {disjunction(ways)})")


def _require_trees(builder: Builder, reduced: ReducedPuzzle, largest: int) -> None:
    """Require a tree for each region that is larger than the largest that are placed."""
    label = reduced.label
    links: list[Link] = []
    for x in reduced.open_cells:
        if reduced.most(x) <= largest:
            continue
        a, near = label[x], [y for y in reduced.joins[x] if reduced.most(x, y) > largest]
        large, last = f"(> n_{a} {largest})", label[x] if reduced.may_be_root(x) else label[-1]
        builder.declare(f"R_{a}")
        builder.declare_all([f"r_{a}", f"s_{a}"], "Int")
        builder.declare_all([f"e_{a}_{label[y]}" for y in near])
        builder.require(LOWEST_ROOT, (x,), f"(and (<= 0 r_{a}) (<= r_{a} {last}))")
        builder.require(LOWEST_ROOT, (x,), f"(= R_{a} (= r_{a} {a}))")
        if not reduced.may_be_root(x):
            builder.require(CLUED, (x,), f"(=> {large} (not R_{a}))")
        parents = [f"e_{label[y]}_{a}" for y in near]
        builder.require(ONE_PARENT, (x, *near), exactly_one([f"R_{a}", *parents]))
        children = [f"(ite e_{a}_{label[y]} s_{label[y]} 0)" for y in near]
        builder.require(SIZE_SUM, (x, *near), f"(= s_{a} {plus(['1', *children])})")
        builder.require(ROOT_SIZE, (x,), f"(and (<= 1 s_{a}) (<= s_{a} n_{a}))")
        builder.require(ROOT_SIZE, (x,), f"(=> {large} (= R_{a} (= s_{a} n_{a})))")
        for y in near:
            b = label[y]
            same = f"(and (= n_{a} n_{b}) {large} (= r_{a} r_{b}) (< s_{b} s_{a}))"
            builder.require(EDGE, (x, y), f"(=> e_{a}_{b} {same})")
            if x < y:
                links.append((x, y))
                same = f"(= (= n_{a} n_{b}) (= r_{a} r_{b}))"
                builder.require(SAME_ROOT, (x, y), f"(=> {large} {same})")

    def both_large(x: int, y: int) -> str:
        return f"(and (= n_{label[x]} n_{label[y]}) (> n_{label[x]} {largest}))"

    require_one_tree(builder, links, both_large, reduced.joined, reduced.may_agree)


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
    families=(
        *(CANDIDATES, PLACED, COVERED, LOWEST_ROOT, CLUED, ONE_PARENT, SIZE_SUM, ROOT_SIZE, EDGE),
        *(SAME_ROOT, KEPT_EDGE, FIRST_CONTACT, WALL, CHECKERED),
    ),
    source=SOURCE,
    build=build,
    size="N",
    good_for="puzzles of small regions",
    symbols=tuple(MEANING),
)
