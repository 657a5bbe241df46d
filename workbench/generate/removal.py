"""Take clues away as long as the puzzle can still be solved at the wanted level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random

from fillomino.backtracking import search
from fillomino.board import Board
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.premises import Premises
from fillomino.deduction.reason import Reasoner
from fillomino.deduction.rules import table
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.rules.table import beyond
from fillomino.deduction.state import State
from fillomino.deduction.steps import Kind, Step
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions
from workbench.generate.wish import Wish

NODES = 60
"""Before hard rules are tried, so many guesses may find a second filling."""

ROUNDS, BACK = 20, 2
"""To come to fewer clues: so many rounds, in each of which so many orbits are put back."""

HOPEFUL = 3
"""So many clues more than wanted are worth these rounds, for they rarely take away more than that."""

Prover = Callable[[Puzzle], bool]
"""Decides whether a puzzle that the rules don't solve has one filling only."""


def strip(wish: Wish, filling: Filling, chance: Random, prove: Prover) -> dict[int, int]:
    """Return the clues that are left when none more can go.

    For hidden regions, whole ones are tried first. For a number of clues from `fewest` on, cells inside their
    regions go before those at their ends, which leaves fewer.
    """
    clues = dict(enumerate(filling))
    parts = regions(wish.board, filling)
    orbits = wish.orbits()
    rounds: list[list[frozenset[int]]] = []
    if wish.kind == "hidden":
        whole = [_closed(part, orbits) for part in parts]
        chance.shuffle(whole)
        rounds.append(whole)
    chance.shuffle(orbits)
    if wish.fewest is not None:
        orbits.sort(key=lambda orbit: -_inner(wish.board, filling, orbit))
    rounds.append(orbits)
    return thinned(wish, clues, [cells for one in rounds for cells in one], parts, prove)


def fewer(
    wish: Wish, filling: Filling, clues: dict[int, int], chance: Random, prove: Prover
) -> dict[int, int]:
    """Look for fewer clues, down to those wanted: put some back, and take others away.

    Only for a wish with a number of clues from `fewest` to `clues`. With `hidden` regions that have no clue
    keep none.
    """
    parts = regions(wish.board, filling)
    bare = {x for part in parts if wish.kind == "hidden" and not clues.keys() & set(part) for x in part}
    orbits = [orbit for orbit in wish.orbits() if not orbit & bare]
    for _ in range(ROUNDS):
        if wish.clues is None or not 0 < len(clues) - wish.clues <= HOPEFUL:
            break
        chance.shuffle(orbits)
        back = [orbit for orbit in orbits if not orbit & clues.keys()][:BACK]
        now = clues | {cell: filling[cell] for orbit in back for cell in orbit}
        # What was put back goes last, else the same clues would be left.
        now = thinned(wish, now, sorted(orbits, key=lambda orbit: orbit in back), parts, prove)
        if len(now) <= len(clues):
            clues = now
    return clues


def thinned(
    wish: Wish,
    clues: dict[int, int],
    sets: list[frozenset[int]],
    parts: Iterable[Iterable[int]],
    prove: Prover,
) -> dict[int, int]:
    """Return the clues that are left when sets of cells lose theirs in turn, each if it can be spared.

    Whether the fast rules find the clues of a set is seen in what they find without it. To have that for
    each, the sets are halved again and again: what is found without all sets of a range is kept, and each
    half of the range goes on from there with the clues of the other half.

    Args:
        wish: what is wanted.
        clues: the clues before.
        sets: the cells that go together, in their order.
        parts: the regions of the filling.
        prove: see `still_solvable`.
    """
    harder = wish.level != table.fast_level()

    def spare(cells: frozenset[int], found: Propagation | None) -> None:
        nonlocal clues
        gone = cells & clues.keys()
        left = {cell: number for cell, number in clues.items() if cell not in gone}
        if not gone or len(left) < (wish.fewest or 0) or not _clued(wish, left, parts):
            return
        follows = found is not None and not _mask(gone) & found.state.unfixed
        if follows or (harder and still_solvable(wish, left, gone, prove)):
            clues = left

    def halve(start: int, end: int, found: Propagation) -> None:
        if end - start == 1:
            spare(sets[start], found)
            return
        middle = (start + end) // 2
        first, second = _union(sets[start:middle]), _union(sets[middle:end])
        halve(start, middle, with_clues(found, second - first))
        halve(middle, end, with_clues(found, first - second))

    def with_clues(found: Propagation, cells: Iterable[int]) -> Propagation:
        more = found.copy()
        for cell in cells:
            if cell in clues:
                more.state.fix(clues[cell], 1 << cell)
        more.run()
        return more

    if wish.level < table.fast_level():
        for cells in sets:
            spare(cells, None)
    elif sets:
        board = Puzzle(wish.board, {}, largest_region=wish.largest if wish.stated else None)
        always = clues.keys() - _union(sets)
        halve(0, len(sets), with_clues(Propagation(State(board)), always))
    return clues


def _union(sets: list[frozenset[int]]) -> frozenset[int]:
    return frozenset().union(*sets)


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _inner(board: Board, filling: Filling, cells: Iterable[int]) -> int:
    """Return how often cells are beside others of their regions."""
    return sum(filling[y] == filling[x] for x in cells for y in board.neighbours[x])


def _clued(wish: Wish, clues: Mapping[int, int], parts: Iterable[Iterable[int]]) -> bool:
    """Return whether every region holds a clue, where that is wanted."""
    return wish.kind != "basic" or all(any(x in clues for x in part) for part in parts)


def still_solvable(wish: Wish, clues: Mapping[int, int], gone: Iterable[int], prove: Prover) -> bool:
    """Return whether a puzzle that could be solved with some more clues can be solved without.

    It can if the rules find these: whatever follows then, followed before.
    """
    puzzle = Puzzle(wish.board, clues, largest_region=wish.largest if wish.stated else None)
    wanted = _mask(gone)
    state = State(puzzle)
    rules = table.up_to(wish.level, puzzle)
    if wish.level >= table.fast_level():
        fast = Propagation(state)
        fast.run()
        if not wanted & state.unfixed:
            return True
        if all(rule.fast for rule in rules):
            return False
        if search(puzzle, most_nodes=NODES).unique is False:
            return False
        if wish.level == beyond():
            return prove(puzzle)
    elif all(rule.about in ("board", "number") for rule in rules):
        return _follow(state, rules, wanted)
    reasoning = Reasoner(state, rules)
    reasoning.run(wanted=wanted)
    return not wanted & state.unfixed


def _follow(state: State, rules: Iterable[Rule], wanted: int) -> bool:
    """Return whether some cells follow by rules about numbers and the board, applied in any order.

    What follows does not depend on it, so each rule is asked for all that it finds.
    """
    premises = Premises(state)
    asked = [(rule, set[int]()) for rule in rules]
    state.dirty = set(state.admits)
    last = False  # whether each rule was asked about every number since something was found
    while wanted & state.unfixed:
        for _, numbers in asked:
            numbers.update(state.dirty)
        state.dirty.clear()
        if any(_find(premises, rule, numbers) for rule, numbers in asked):
            last = False
        elif last:
            return False
        else:
            last, state.dirty = True, set(state.admits)
    return True


def _find(premises: Premises, rule: Rule, numbers: set[int]) -> bool:
    """Apply a rule to the board, or to numbers, which it empties; return whether it found anything new."""
    if rule.about == "board":
        return _apply(premises, rule.find(premises, 0))
    found = [_apply(premises, rule.find(premises, number)) for number in sorted(numbers)]
    numbers.clear()
    return any(found)


def _apply(premises: Premises, steps: Iterable[Step]) -> bool:
    """Apply steps to a state that has a solution; return whether they find anything new."""
    state, found = premises.state, False
    for step in list(steps):
        if step.cells & (state.unfixed if step.kind is Kind.FIX else state.where(step.number)):
            premises.apply(step)
            found = True
    return found


def _closed(cells: Iterable[int], orbits: list[frozenset[int]]) -> frozenset[int]:
    """Cells with all that the symmetry puts beside them."""
    wanted = set(cells)
    return frozenset(cell for orbit in orbits if orbit & wanted for cell in orbit)
