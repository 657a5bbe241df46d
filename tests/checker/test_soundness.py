"""The checker accepts no clause that a solution breaks, and tests would see it if it did."""

from __future__ import annotations

import sys

import pytest

from tests.checker.fuzz import CHECKER, KINDS, loaded, wrong

BROKEN = {
    "a region may have one cell less": (
        "if len(reached) < number or not clued:",
        "if len(reached) <= number or not clued:",
    ),
    "rooms need one cell more": ("if len(cells) < wanted:", "if len(cells) <= wanted:"),
    "all groups are in different regions": (
        "if not any(group[0] in room for room in taken):",
        "if True:",
    ),
    "rooms are not put together": ("cells | taken[-1]", "taken[-1]"),
    "groups weigh one cell too many": (
        "if len(start) + more + len(met) <= number:",
        "if len(start) + more + len(met) < number:",
    ),
    "another number has room for named ones alone": (
        "return set(range(puzzle.size)) - out",
        "return set(start)",
    ),
    "every cell beside any group is out": (
        "if any(y in group_of and y not in reached for y in puzzle.near[x])}",
        "if any(y in group_of for y in puzzle.near[x])} - set(start)",
    ),
    "a start as large as its number is too large": (
        "if len(start) > number or",
        "if len(start) >= number or",
    ),
    "a wall is between any two cells": (
        "tuple(x for x, _ in no) in self.puzzle.walls:",
        "len(no) == 2 and self.puzzle.walls:",
    ),
    "in basic, every group needs a clue": (
        "puzzle.clues.get(x) == number for x in reached",
        "puzzle.clues.get(x) == number for x in start",
    ),
    "a wall parts numbers that are not named": (
        "        if tokens == {self.other}:",
        "        if tuple(x for x, _ in no) in self.puzzle.walls and not yes and len(tokens) == 1:\n"
        "            return 'wall'\n        if tokens == {self.other}:",
    ),
    "another number has at least one cell more": (
        "if len(reached) < self.least or self.least > puzzle.largest",
        "if len(reached) <= self.least or self.least > puzzle.largest",
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
        "same = not yes and self.open <= cells and any(",
        "same = not yes and any(",
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
    "every cell has the first colour": (
        "any(x == part[0] for part in self.puzzle.coloured)",
        "self.puzzle.coloured",
    ),
    "regions are whole without a border": (
        "if follows and all(y * self.width + token + 1 in given for y in border):",
        "if follows:",
    ),
    "the next multiple is one more": (
        "up = j + -j % self.numbers[token]",
        "up = j + -j % self.numbers[token] + 1",
    ),
}


def test_no_accepted_clause_is_broken_by_a_solution() -> None:
    found, count = wrong(loaded(), seed=1, wanted=4000)
    assert not found
    assert set(count) == KINDS


@pytest.mark.slow
def test_no_accepted_clause_is_broken_by_a_solution_in_a_hundred_thousand_and_more() -> None:
    found, count = wrong(loaded(), seed=2, wanted=250_000)
    sys.stdout.write(f"{dict(count)}\n")
    assert not found
    assert min(count[kind] for kind in KINDS) > 1000


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_checker_is_caught(name: str) -> None:
    text, (right, broken) = CHECKER.read_text(encoding="utf-8"), BROKEN[name]
    assert text.count(right) == 1
    assert wrong(loaded(text.replace(right, broken)), seed=5, wanted=20_000)[0]
