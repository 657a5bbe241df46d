"""The checker accepts no clause that a solution breaks, and tests would see it if it did."""

from __future__ import annotations

import pytest

from tests.checker.fuzz import CHECKER, KINDS, loaded, wrong

BROKEN = {
    "a region may have one cell less": (
        "if len(reached) < number or not clued:",
        "if len(reached) <= number or not clued:",
    ),
    "groups weigh one cell too many": ("if size + len(met) <= number:", "if size + len(met) < number:"),
    "every cell beside any group is out": (
        "if any(y in group_of and y not in reached for y in near[x])}",
        "if any(y in group_of for y in near[x])} - set(start)",
    ),
    "a start as large as its number is too large": (
        "if len(start) > number or",
        "if len(start) >= number or",
    ),
    "a wall is between any two cells": (
        "if not yes and tuple(inside) in self.puzzle.walls:",
        "if not yes and len(inside) == 2 and self.puzzle.walls:",
    ),
    "in basic, every group needs a clue": (
        "self.puzzle.clues.get(x) == number for x in reached",
        "self.puzzle.clues.get(x) == number for x in start",
    ),
    "a wall parts numbers that are not named": (
        "        if token == self.other:\n            return self.reason_by_other(inside, outside)\n",
        "        if tuple(inside) in self.puzzle.walls and not yes:\n            return 'wall'\n"
        "        if token == self.other:\n            return self.reason_by_other(inside, outside)\n",
    ),
    "another number has at least one cell more": (
        "if len(reached) < self.least or",
        "if len(reached) <= self.least or",
    ),
    "the largest region is one smaller": ("self.least > puzzle.largest", "self.least >= puzzle.largest"),
    "two other numbers may be equal": (
        "len(inside) < 2 * self.least + 1",
        "len(inside) < 2 * self.least + 2",
    ),
    "a set alone needs no border": (
        "closed = all(y in outside or y in inside",
        "closed = all(True or y in outside or y in inside",
    ),
    "a set alone need not be connected": (
        "one = len(puzzle.parts(inside, puzzle.near)) == 1 and",
        "one =",
    ),
    "a set alone may not be as large as any number": (
        "(len(inside) in named or len(inside) < self.least)",
        "(len(inside) in named or len(inside) <= self.least)",
    ),
    "another filling differs anywhere": (
        "if any(x not in held and x not in self.puzzle.clues for x in range(self.puzzle.size)):",
        "if not held:",
    ),
    "a clue of a number that is not named is the first": (
        "token == self.token.get(clues[x], self.other)",
        "token == self.token.get(clues[x], 0)",
    ),
    "some token means some named token": (
        "and len(tokens) == self.width else None",
        "and len(tokens) >= self.width - 1 else None",
    ),
    "equal tokens have equal colours, another number too": (
        'else "equal colours" if token < self.other else None',
        'else "equal colours"',
    ),
    "equal tokens have other colours": (
        "return kind if (max(held) > 0) == (light == shade) else None",
        "return kind",
    ),
    "every cell has the first colour": ("x in self.puzzle.first", "self.puzzle.first"),
    "regions are whole without a border": (
        "if follows and all(self.literal(y, token) in given for y in border):",
        "if follows:",
    ),
    "the next multiple is one more": (
        "up = j + -j % self.named[token]",
        "up = j + -j % self.named[token] + 1",
    ),
}


def test_no_accepted_clause_is_broken_by_a_solution() -> None:
    found, count = wrong(loaded(), seed=1, wanted=4000)
    assert not found
    assert set(count) == KINDS


@pytest.mark.slow
def test_no_accepted_clause_is_broken_by_a_solution_in_a_hundred_thousand_and_more() -> None:
    found, count = wrong(loaded(), seed=2, wanted=250_000)
    assert not found
    assert min(count[kind] for kind in KINDS) > 1000


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_checker_is_caught(name: str) -> None:
    text, (right, broken) = CHECKER.read_text(encoding="utf-8"), BROKEN[name]
    assert text.count(right) == 1
    assert wrong(loaded(text.replace(right, broken)), seed=3, wanted=20_000)[0]
