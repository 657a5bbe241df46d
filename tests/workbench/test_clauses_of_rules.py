"""The clauses against a model of an open puzzle hold by one look, and leave out what is not needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from fillomino.board import rectangle
from fillomino.counting.windows import random_filling
from fillomino.graph import bits, neighbour_function, within
from fillomino.puzzle import Filling, Puzzle
from tests.checker.fuzz import loaded
from workbench.certificates.certificate import Certificate, Claim, puzzle_text
from workbench.certificates.proof import Proof
from workbench.certificates.rules import Crowd, Rules
from workbench.certificates.tokens import OTHER, Clause, Tokens

CHECKER = loaded()
BOARD = rectangle(5, 5)
EVERY = (1 << BOARD.size) - 1


def crowded(seed: int) -> tuple[Rules, Filling]:
    """A puzzle whose clues leave few cells free, with nothing deduced."""
    chance = Random(seed)
    filling = random_filling(BOARD, 9, chance)
    clues = {x: filling[x] for x in chance.sample(range(BOARD.size), 9)}
    tokens = Tokens(BOARD.size, tuple(sorted(set(filling))))
    known = {x: tokens.of(number) for x, number in clues.items()}
    clued = sum(1 << x for x in clues)
    admits = {token: EVERY & ~clued | sum(1 << x for x in known if known[x] == token) for token in tokens.all}
    near = neighbour_function(BOARD)
    return Rules(Puzzle(BOARD, clues), tokens, near, known, admits), filling


def models(rules: Rules, filling: Filling, chance: Random) -> Iterator[dict[int, int]]:
    """Grids in which each cell holds a token: a solution with some cells changed."""
    for _ in range(4):
        grid = [*filling]
        for x in chance.sample([x for x in range(BOARD.size) if x not in rules.known], 4):
            grid[x] = chance.choice(rules.tokens.all)
        yield {t: sum(1 << x for x, its in enumerate(grid) if its == t) for t in rules.tokens.all}


def is_false(clause: Clause, held: dict[int, int], tokens: Tokens) -> bool:
    """Whether a model breaks a clause."""
    meanings = [(*tokens.meaning(abs(literal)), literal > 0) for literal in clause]
    return all(bool(held[token] >> cell & 1) != positive for cell, token, positive in meanings)


def test_clauses_against_a_model_hold_by_one_look_and_it_breaks_one() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(12):
        rules, filling = crowded(seed)
        made = Certificate(rules.puzzle, Claim.UNIQUE, (filling,), rules.tokens, Proof())
        puzzle, cnf = (map(str.split, text.splitlines()) for text in (puzzle_text(rules.puzzle), made.cnf()))
        its = CHECKER.Certificate(CHECKER.Puzzle(puzzle), cnf)
        for held in models(rules, filling, Random(seed)):
            clauses = rules.broken(held)
            kinds.update(str(its.reason(clause)) for clause in clauses)
            assert not clauses or any(is_false(clause, held, rules.tokens) for clause in clauses)
    assert set(kinds) <= {"region", "Hall", "another number", "alone"}
    assert min(kinds["region"], kinds["Hall"]) > 20


def test_a_cell_is_closed_off_by_no_more_than_it_takes() -> None:
    near, fewer = neighbour_function(BOARD), 0
    for seed in range(60):
        chance = Random(seed)
        number, (x, y) = chance.randint(3, 9), chance.sample(range(BOARD.size), 2)
        admits = sum(1 << z for z in range(BOARD.size) if chance.random() < 0.8) | 1 << x | 1 << y
        its = Crowd.of(near, BOARD.size, {number: 1 << x}, {number: admits, OTHER: 0})
        border = near(1 << y) & admits & ~(1 << x)
        if near(1 << y) >> x & 1:
            continue
        closed = its.closing(near, number, admits, 1 << y, border)
        assert not closed & ~border
        assert not within(near, 1 << x, admits & ~closed, number - 1) >> y & 1
        for z in bits(closed):
            assert within(near, 1 << x, admits & ~closed | 1 << z, number - 1) >> y & 1
        fewer += closed != border
    assert fewer > 20
