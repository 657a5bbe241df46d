"""A rule of deduction of one's own, checked on a small board; docs/extending.md goes through it."""

import sys
from collections.abc import Iterator
from itertools import product
from random import Random

import fillomino
from fillomino.board import Board, rectangle
from fillomino.deduction.premises import Premises
from fillomino.deduction.reason import Reasoner
from fillomino.deduction.rules import registry
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import State
from fillomino.deduction.step import Kind, Step, listed
from fillomino.graph import bits
from fillomino.puzzle import Puzzle

NAME = "alone"


def find(premises: Premises, number: int) -> Iterator[Step]:
    """Yield the cells that admit a number above 1 which no cell beside them admits."""
    state = premises.state
    admits = state.where(number)
    if number > 1 and (alone := admits & ~state.near(admits)):
        kind = Kind.STOP if alone & state.fixed.get(number, 0) else Kind.STRIKE
        yield Step(NAME, kind, number, alone, state.near(alone))


def describe(step: Step, board: Board) -> str:
    """Return the step as a sentence."""
    where = listed(board, step.cells)
    if step.kind is Kind.STOP:
        return f"One of {where} holds {step.number}, and no cell beside it can."
    return f"{where} can't be {step.number}: no cell beside can."


ALONE = Rule(
    NAME,
    title="alone",
    idea="a number above 1 that no cell beside can hold is ruled out",
    weight=50,
    about="number",
    find=find,
    describe=describe,
    example="3 3\n0 1 0\n2 0 3\n1 0 0\n",
)
RULES = (*map(registry.find, ("single_candidate", "border", "single_exit")), ALONE)


def sentence(step: Step, board: Board) -> str:
    """Return a step as a sentence of its rule."""
    return next(rule for rule in RULES if rule.name == step.rule).describe(step, board)


def check(count: int) -> int:
    """Compare steps on so many random puzzles of 3x3 with all solutions; return how many are of our rule."""
    board, random, ours = rectangle(3, 3), Random(1), 0
    grids = fillomino.solve(Puzzle(board, {}), by="backtracking", limit=None).solutions
    for _ in range(count):
        grid = random.choice(grids)
        clues = {cell: grid[cell] for cell in random.sample(range(board.size), random.randint(1, 5))}
        solutions = [grid for grid in grids if all(grid[cell] == number for cell, number in clues.items())]
        for step in Reasoner(State(Puzzle(board, clues)), RULES).steps():
            ours += step.rule == NAME
            for grid, cell in product(solutions, bits(step.cells)):
                right = (grid[cell] == step.number) is (step.kind is Kind.FIX)
                assert right and step.kind is not Kind.STOP, f"{clues}: {sentence(step, board)}"
    return ours


if __name__ == "__main__":
    given = fillomino.read(sys.argv[1] if sys.argv[1:] else ALONE.example)
    for step in Reasoner(State(given), RULES).steps():
        print(f"{step.rule}: {sentence(step, given.board)}")
    print(f"{check(200)} steps of our rule are right on 200 random puzzles.")
