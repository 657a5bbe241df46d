"""Two scripts compared: order, bound names and renamings make no difference; anything else does."""

from __future__ import annotations

import random

import pytest

from encoder.encodings.table import ENCODINGS
from fillomino import formats
from smtlib.difference import difference, listing
from smtlib.render import driver
from smtlib.scramble import scramble
from smtlib.sexpr import read_all, write

PUZZLE = formats.read("2 3\n3 0 0\n0 0 2\n").puzzle

QUANTIFIED = """(set-logic UFLIA)
(declare-sort Thing 0)
(declare-datatype Pair ((pair (left Int) (right Thing))))
(declare-fun f (Int Thing) Int)
(declare-const a Thing)
(declare-const |odd name| Int)
(define-fun twice ((x Int)) Int (* 2 x))
(assert (! (forall ((x Int) (y Thing)) (=> (> x 0) (< (f x y) (twice x)))) :named rule))
(assert (let ((z (f |odd name| a)) (w 3)) (and (> z w) (distinct z w 7))))
(assert (=> rule (= |odd name| 3)))
(push 1)
(assert (< (f 1 a) 0))
(check-sat)
(pop 1)
(check-sat)
"""


def compared(first: str, second: str) -> tuple[bool, dict[str, str]]:
    found = difference(listing(first, "first"), listing(second, "second"))
    return bool(found), dict(found.renamed)


@pytest.mark.parametrize("name", [encoding.name for encoding in ENCODINGS] + [""])
def test_a_scrambled_script_is_a_renaming(name: str) -> None:
    scripts = {encoding.name: encoding for encoding in ENCODINGS}
    text = driver(scripts[name].script(PUZZLE)) if name else QUANTIFIED
    done = scramble(text, 1)
    differs, renamed = compared(text, done.text)
    assert not differs
    assert {renamed[old] for new, old in done.names.items() if old in renamed} <= set(done.names)
    assert renamed
    assert compared(text, scramble(text, 2, names=False).text) == (False, {})


def test_bound_names_make_no_difference() -> None:
    other = QUANTIFIED.replace("(x Int) (y Thing)", "(u Int) (v Thing)").replace(
        "(=> (> x 0) (< (f x y) (twice x)))", "(=> (< 0 u) (> (twice u) (f u v)))"
    )
    assert compared(QUANTIFIED, other.replace("((z (f", "((k (f").replace("z w", "k w")) == (False, {})


@pytest.mark.parametrize("seed", range(10))
def test_an_edit_is_no_renaming(seed: int) -> None:
    chance = random.Random(seed)
    commands = read_all(driver(ENCODINGS[seed % len(ENCODINGS)].script(PUZZLE)))
    at = chance.choice([number for number, command in enumerate(commands) if command[0] == "assert"])
    edited = [*commands[:at], ("assert", ("not", commands[at][1])), *commands[at + 1 :]]
    first, second = ("\n".join(map(write, each)) for each in (commands, edited))
    found = difference(
        listing(first, "first"), listing(scramble(second, seed + 1, names=False).text, "second")
    )
    assert ([s.head for s in found.missing], [s.head for s in found.added]) == (["assert"], ["assert"])
    assert compared(first, scramble(second, seed + 1).text)[0]


def test_alike_is_not_enough() -> None:
    """A cycle of six and two of three look the same from everywhere."""

    def cycles(*lengths: int) -> str:
        edges, start = [], 0
        for length in lengths:
            edges += [(start + at, start + (at + 1) % length) for at in range(length)]
            start += length
        declared = "".join(f"(declare-const x{at} Bool)" for at in range(start))
        return declared + "".join(f"(assert (or x{a} x{b}))" for a, b in edges) + "(check-sat)"

    assert compared(cycles(6), cycles(3, 3))[0]
    differs, renamed = compared(cycles(6), scramble(cycles(6), 1).text)
    assert (differs, len(renamed)) == (False, 6)


def test_order_counts_between_questions() -> None:
    text = "(declare-const x Int)(assert (> x 0))(check-sat)(assert (< x 0))(check-sat)"
    other = "(declare-const x Int)(assert (< x 0))(check-sat)(assert (> x 0))(check-sat)"
    assert compared(text, other)[0]
