"""Trees of wide numbers: number, size and root in binary. With few digits, any board can be encoded."""

from __future__ import annotations

from encoder.builder import Builder
from encoder.parts.adders import Lines, at_least, at_most, binary_sum, equals
from encoder.parts.spanning_trees import link
from encoder.parts.values import BIG
from labs.connectivity.trees import Trees
from labs.connectivity.unary_trees import ROOT_SELF, ROOT_SIZE, SAME_ROOT, SIZE_SUM
from smtlib.script import Family, all_of, any_of, conjunction, disjunction, implies, negation


def number_bits(trees: Trees, x: int) -> list[str]:
    """The digits of the number of a cell where that is BIG, lowest first."""
    label = trees.label(x)
    return [f"b_{label}_{i}" for i in range(trees.width)]


def big_numbers(builder: Builder, family: Family, trees: Trees) -> None:
    """Require that BIG stands for one of the remaining numbers."""
    for x, wide in trees.wide.items():
        if BIG not in wide:
            continue
        allowed = trees.values.candidates.masks[x]
        for number in trees.values.options[x]:
            allowed &= ~(1 << number)
        allowed &= ~((2 << trees.values.cap) - 1)
        low, high = (allowed & -allowed).bit_length() - 1, allowed.bit_length() - 1
        digits = number_bits(trees, x)
        terms = [*at_least(digits, low), *at_most(digits, high)]
        terms += [
            f"(not {conjunction(equals(digits, number))})"
            for number in range(low, high)
            if not allowed >> number & 1
        ]
        builder.require(family, (x,), f"(=> {trees.holds(x, BIG)} {conjunction(terms)})")


def wide_equal(trees: Trees, x: int, y: int) -> str:
    """The term "both neighbours hold the same wide number"."""
    ways = []
    for value, both in zip(trees.same_wide[x, y], trees.equal(x, y, trees.same_wide[x, y]), strict=True):
        if value == BIG:
            digits = zip(number_bits(trees, x), number_bits(trees, y), strict=True)
            ways.append(conjunction([both, *(f"(= {a} {b})" for a, b in digits)]))
        else:
            ways.append(both)
    return disjunction(ways)


def binary_sizes(builder: Builder, trees: Trees) -> None:
    """Require the sizes of wide trees."""
    count = trees.width
    digits = {x: [f"z_{trees.label(x)}_{i}" for i in range(count)] for x in trees.weights if trees.wide[x]}
    for x, size in digits.items():
        lines = Lines()
        parts = [
            _child(trees, lines, x, y, digits[y]) for y in trees.children[x] if link(x, y) in trees.same_wide
        ]
        label = trees.label(x)
        binary_sum(lines, f"u_{label}", parts, count, trees.weights[x], last=f"z_{label}")
        builder.declare_all(lines.names)
        builder.require_all(SIZE_SUM, (x, *trees.joins[x]), lines.terms)
        bits = [_number_bit(trees, x, i) for i in range(count)]
        equal = conjunction([f"(= {digit} {bit})" for digit, bit in zip(size, bits, strict=True)])
        at_root = equal if x in trees.sure else f"(= {trees.root(x)} {equal})"
        if not trees.may_be_root(x):
            at_root = f"(not {equal})"
        if trees.weights[x] > 1 and trees.weights[x] > trees.values.known[x]:
            at_root = "false"
        builder.require_all(ROOT_SIZE, (x,), (implies(trees.is_wide(x), at_root),))


def binary_roots(builder: Builder, trees: Trees) -> None:
    """Require the roots of wide trees: labels of cells.

    That of a hidden region is as low as can be.
    """
    count = max(1, trees.values.puzzle.board.labels[-1].bit_length())
    digits = {x: [f"o_{trees.label(x)}_{i}" for i in range(count)] for x in trees.weights if trees.wide[x]}
    builder.declare_all([name for names in digits.values() for name in names])
    for x, names in digits.items():
        label = trees.label(x)
        anchored = trees.anchored(x)
        if trees.may_be_root(x):
            no_anchor = "true" if x in trees.anchors[x] else negation(anchored)
            root = trees.of_kind(x, trees.root(x), wide=True)
            own = implies(root, all_of(*equals(names, label), no_anchor))
            builder.require(ROOT_SELF, (x,), own)
        if anchored != "true":
            lowest = conjunction(list(at_most(names, label)))
            builder.require_all(ROOT_SELF, (x,), (any_of(anchored, lowest),))
    for pair in trees.same_wide:
        x, y = pair
        same = conjunction([f"(= {a} {b})" for a, b in zip(digits[x], digits[y], strict=True)])
        builder.require_all(SAME_ROOT, pair, (implies(trees.agree(pair, wide=True), same),))


def _child(trees: Trees, lines: Lines, x: int, y: int, digits: list[str]) -> list[str]:
    """The size of y where it is a child of x in a wide tree, else nothing, in binary."""
    a, b = trees.label(x), trees.label(y)
    edge = f"e_{a}_{b}"
    if link(x, y) in trees.same_small:
        edge = f"{edge} {trees.agree(link(x, y), wide=True)}"
    return [lines.define(f"v_{a}_{b}_{i}", f"(and {edge} {digit})") for i, digit in enumerate(digits)]


def _number_bit(trees: Trees, x: int, i: int) -> str:
    """Digit i of the number of a cell that holds a wide value."""
    known = trees.values.known[x]
    if known:
        return "true" if known >> i & 1 else "false"
    ways = [trees.holds(x, value) for value in trees.wide[x] if value != BIG and value >> i & 1]
    if BIG in trees.wide[x]:
        ways.append(f"(and {trees.holds(x, BIG)} b_{trees.label(x)}_{i})")
    return disjunction(ways)
