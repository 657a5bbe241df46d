"""Take clues away as long as the puzzle can still be solved at the wanted level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random

from fillomino.backtracking import search
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.reason import Reasoner
from fillomino.deduction.rules import table
from fillomino.deduction.rules.table import beyond
from fillomino.deduction.state import State
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions
from workbench.generate.wish import Wish

NODES = 60
"""Before hard rules are tried, so many guesses may find a second filling."""

Prover = Callable[[Puzzle], bool]
"""Decides whether a puzzle that the rules don't solve has one filling only."""


def strip(wish: Wish, filling: Filling, chance: Random, prove: Prover) -> dict[int, int]:
    """The clues that are left when none more can go; for hidden regions, whole ones are tried first."""
    clues = dict(enumerate(filling))
    parts = regions(wish.board, filling)
    orbits = wish.orbits()
    rounds: list[list[frozenset[int]]] = []
    if wish.kind == "hidden":
        whole = [_closed(part, orbits) for part in parts]
        chance.shuffle(whole)
        rounds.append(whole)
    chance.shuffle(orbits)
    rounds.append(orbits)
    for cells in (cells for one in rounds for cells in one):
        gone = cells & set(clues)
        left = {cell: number for cell, number in clues.items() if cell not in gone}
        if not gone or (wish.kind == "basic" and not all(any(x in left for x in part) for part in parts)):
            continue
        if still_solvable(wish, left, gone, prove):
            clues = left
    return clues


def still_solvable(wish: Wish, clues: Mapping[int, int], gone: Iterable[int], prove: Prover) -> bool:
    """Return whether a puzzle that could be solved with some more clues can be solved without.

    It can if the rules find these: whatever follows then, followed before.
    """
    puzzle = Puzzle(wish.board, clues, largest_region=wish.largest if wish.stated else None)
    wanted = sum(1 << cell for cell in gone)
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
    reasoning = Reasoner(state, rules)
    reasoning.run(wanted=wanted)
    return not wanted & state.unfixed


def _closed(cells: Iterable[int], orbits: list[frozenset[int]]) -> frozenset[int]:
    """Cells with all that the symmetry puts beside them."""
    wanted = set(cells)
    return frozenset(cell for orbit in orbits if orbit & wanted for cell in orbit)
