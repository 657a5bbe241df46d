"""What the parsers of the installed solvers have against a script."""

from __future__ import annotations

import random

import pytest

from drivers.parsers import opinions
from tests.support.hostile import HOSTILE, hidden

INTS = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(declare-fun p () Bool)\n"


@pytest.mark.parametrize(
    ("command", "z3", "yices"),
    [
        ("(assert (> x 3))", (), ()),
        ("(assert (= x -3))", (), (5,)),
        ("(assert (= (+ x) 3))", (), ()),
        ("(assert (<= x))", (), (5,)),
        ("(assert (and p 3))", (5,), (5,)),
        ("(assert (= q 3))", (5,), (5,)),
        ("(assert (= (* x y) 4))", (5,), ()),
        ("(declare-fun mod () Int)(assert (= mod 3))", (), (5,)),
        ("(frobnicate)", (5,), (5,)),
        ("(simplify p)(check-sat)(get-value (nothing))", (), ()),
    ],
)
def test_each_says_what_it_does_not_take(command: str, z3: tuple[int, ...], yices: tuple[int, ...]) -> None:
    found = {each.title: tuple(line for line, _, _ in each.faults) for each in opinions(f"{INTS}{command}\n")}
    assert (found["Z3"], found["Yices"]) == (z3, yices)


def test_nothing_is_decided() -> None:
    names = [f"x{number}" for number in range(200)]
    hard = "".join(f"(declare-fun {x} () Int)(assert (and (< 0 {x}) (< {x} 9)))\n" for x in names)
    text = f"(set-logic QF_NIA)\n{hard}(assert (= 7 (* {' '.join(names)})))(check-sat)"
    assert not any(each.faults for each in opinions(text) if each.title == "Z3")


def test_a_script_that_touches_files_is_given_to_no_parser() -> None:
    chance = random.Random(2)
    for text in HOSTILE:
        assert opinions(hidden(text, chance)) == []


@pytest.mark.parametrize("text", ["(assert", ")", '(echo "'])
def test_what_can_not_be_read_is_asked_of_nobody(text: str) -> None:
    assert opinions(text) == []
