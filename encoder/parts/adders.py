"""Subtree sizes in pure Booleans: unary where they are small, binary where they are not.

Both assert ``size(x) = 1 + the sum of size(y) over the children y`` and that it does not exceed
what its digits can hold, so that no cycle of edges can support itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce

from smtlib.script import all_of, disjunction, negation


@dataclass(slots=True)
class Lines:
    """Constants and terms under construction."""

    names: list[str] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)

    def define(self, name: str, term: str, *, always: bool = False) -> str:
        """A new constant that equals a term; ``true`` and ``false`` stand for themselves, unless `always`."""
        if term in ("true", "false") and not always:
            return term
        self.names.append(name)
        self.terms.append(f"(= {name} {term})")
        return name


def unary_sum(
    lines: Lines, prefix: str, parts: list[tuple[str, list[str]]], most: int, last: str | None = None
) -> list[str]:
    """The unary sum of unary numbers: the k-th digit (from 0) is true iff it is more than k.

    Args:
        lines: where to write.
        prefix: for the names of helpers.
        parts: the summands: what each counts under, and its digits, that only fall; the first is ``true``.
        most: the sum must not be larger; that is asserted.
        last: for the names of all digits of the sum; without it some may be terms.
    """
    total: list[str] = []
    for index, (gate, part) in enumerate(parts):
        stem = last if last is not None and index + 1 == len(parts) else f"{prefix}_{index}"
        digits = _added_to(total, gate, part, most)
        total = [
            digit if digit == gate and stem != last else lines.define(f"{stem}_{k}", digit)
            for k, digit in enumerate(digits[:most], 1)
        ]
        lines.terms += map(negation, digits[most:])
    return total


def _added_to(total: list[str], gate: str, part: list[str], most: int) -> list[str]:
    """A total, and a part where its gate is open; one digit more than `most` if it can be so large."""
    sure = part.count("true")
    digits = []
    for k in range(1, min(len(total) + len(part), most + 1) + 1):
        grown = gate
        if k > sure:
            # By the part alone, or with i of the total, of which no more are needed than the part leaves.
            ways = part[k - 1 : k]
            for i in range(max(1, k - len(part)), min(len(total), k - sure) + 1):
                rest = part[k - i - 1]
                ways.append(total[i - 1] if rest == "true" else f"(and {total[i - 1]} {rest})")
            grown = f"(and {gate} {disjunction(ways)})"
        digits.append(disjunction([*total[k - 1 : k], grown]))
    return digits


def unary_equals(digits: list[str], number: int) -> str:
    """The term that a unary number is a given one."""
    more = ["true", *digits]
    return all_of(
        more[number] if number < len(more) else "false",
        negation(more[number + 1]) if number + 1 < len(more) else "true",
    )


def binary_sum(
    lines: Lines,
    prefix: str,
    parts: list[list[str]],
    width: int,
    constant: int = 1,
    last: str | None = None,
) -> list[str]:
    """A constant (1 or more) plus binary numbers, lowest digit first; asserts that the sum fits the width.

    Args:
        lines: where to write.
        prefix: for the names of helpers.
        parts: the summands, each a list of `width` digits.
        width: how many digits the sum has.
        constant: what else is added.
        last: for the names of all digits of the sum; without it some may be ``true`` or ``false``.
    """
    more = ["true" if constant - 1 >> i & 1 else "false" for i in range(width)]
    total, *others = [*([more] if constant > 1 or not parts else []), *parts]
    others = others or [["false"] * width]
    carry_in = "true"
    for index, part in enumerate(others):
        stem = last if last is not None and index + 1 == len(others) else f"{prefix}_{index}_s"
        digits = _added(lines, f"{prefix}_{index}", total, part, carry_in)
        total = [lines.define(f"{stem}_{i}", digit, always=stem == last) for i, digit in enumerate(digits)]
        carry_in = "false"
    return total


def _added(lines: Lines, prefix: str, a: list[str], b: list[str], carry: str) -> list[str]:
    """The digits of a sum, as terms; asserts that the last one has no carry."""
    digits = []
    for i, (x, y) in enumerate(zip(a, b, strict=True)):
        inputs = [term for term in (x, y, carry) if term != "false"]
        digits.append(_parity(inputs))
        carry = lines.define(f"{prefix}_c{i}", _majority(inputs))
    if carry != "false":
        lines.terms.append(f"(not {carry})")
    return digits


def _parity(inputs: list[str]) -> str:
    """Return whether an odd number of inputs is true; by exclusive ors of two, for pySMT reads no others."""
    flipped = inputs.count("true") % 2 == 1
    variables = [term for term in inputs if term != "true"]
    if not variables:
        return "true" if flipped else "false"
    odd = reduce("(xor {} {})".format, variables)
    return f"(not {odd})" if flipped else odd


def _majority(inputs: list[str]) -> str:
    """At least two of up to three inputs."""
    if len(inputs) < 2:
        return "false"
    if "true" in inputs:
        rest = list(inputs)
        rest.remove("true")
        return "true" if "true" in rest else rest[0] if len(rest) == 1 else f"(or {' '.join(rest)})"
    if len(inputs) == 2:
        return f"(and {inputs[0]} {inputs[1]})"
    x, y, z = inputs
    return f"(or (and {x} {y}) (and {z} (or {x} {y})))"


def equals(digits: list[str], number: int) -> list[str]:
    """Return the literals that a binary number (lowest digit first) is a given one, digit by digit."""
    return [digit if number >> i & 1 else negation(digit) for i, digit in enumerate(digits)]


def at_most(digits: list[str], bound: int) -> Iterator[str]:
    """Yield the terms that a binary number (lowest digit first) is at most `bound`."""
    for i, digit in enumerate(digits):
        if bound >> i & 1:
            continue
        higher = [f"(not {digits[j]})" for j in range(i + 1, len(digits)) if bound >> j & 1]
        yield f"(or (not {digit}) {' '.join(higher)})" if higher else f"(not {digit})"


def at_least(digits: list[str], bound: int) -> Iterator[str]:
    """Yield the terms that a binary number (lowest digit first) is at least `bound`."""
    for i, digit in enumerate(digits):
        if not bound >> i & 1:
            continue
        higher = [digits[j] for j in range(i + 1, len(digits)) if not bound >> j & 1]
        yield f"(or {digit} {' '.join(higher)})" if higher else digit
