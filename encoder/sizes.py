"""Subtree sizes in pure Booleans: unary where they are small, binary where they are not.

Both say ``size(x) = 1 + the sum of size(y) over the children y`` and that it does not exceed
what its digits can say, so that no cycle of edges can support itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce


@dataclass(slots=True)
class Lines:
    """Constants and terms under construction."""

    names: list[str] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)

    def define(self, name: str, term: str) -> str:
        """A new constant that equals a term; terms that are constants stand for themselves."""
        if term in ("true", "false"):
            return term
        self.names.append(name)
        self.terms.append(f"(= {name} {term})")
        return name


def unary_sum(
    lines: Lines, prefix: str, parts: list[list[str]], most: int, last: str | None = None
) -> list[str]:
    """The unary sum of unary numbers: the k-th digit (from 0) says that it is more than k.

    Args:
        lines: where to write.
        prefix: for the names of helpers.
        parts: the summands, each a list of digits that only fall.
        most: the sum must not be larger; that is asserted.
        last: for the names of the digits of a sum of two or more.
    """
    total: list[str] = []
    for index, part in enumerate(parts):
        name = last if last is not None and index + 1 == len(parts) else f"{prefix}_{index}"
        total = _merged(lines, name, total, part, most) if total else part
        for digit in total[most:]:
            if digit != "false":
                lines.terms.append(f"(not {digit})")
        total = total[:most]
    return total


def _merged(lines: Lines, prefix: str, a: list[str], b: list[str], most: int) -> list[str]:
    digits = []
    for k in range(1, min(len(a) + len(b), most + 1) + 1):
        ways = b[k - 1 : k]
        ways += [f"(and {a[i]} {b[k - 2 - i]})" for i in range(max(0, k - 1 - len(b)), min(len(a), k - 1))]
        ways += a[k - 1 : k]
        digits.append(lines.define(f"{prefix}_{k}", f"(or {' '.join(ways)})" if len(ways) > 1 else ways[0]))
    return digits


def binary_sum(lines: Lines, prefix: str, parts: list[list[str]], width: int, constant: int = 1) -> list[str]:
    """A constant (1 or more) plus binary numbers, lowest digit first; that it fits the width is asserted."""
    more = ["true" if constant - 1 >> i & 1 else "false" for i in range(width)]
    total, *others = [*([more] if constant > 1 or not parts else []), *parts]
    carry_in = "true"
    for index, part in enumerate(others or [["false"] * width]):
        total = _added(lines, f"{prefix}_{index}", total, part, carry_in)
        carry_in = "false"
    return total


def _added(lines: Lines, prefix: str, a: list[str], b: list[str], carry: str) -> list[str]:
    digits = []
    for i, (x, y) in enumerate(zip(a, b, strict=True)):
        inputs = [term for term in (x, y, carry) if term != "false"]
        digits.append(lines.define(f"{prefix}_s{i}", _parity(inputs)))
        carry = lines.define(f"{prefix}_c{i}", _majority(inputs))
    if carry != "false":
        lines.terms.append(f"(not {carry})")
    return digits


def _parity(inputs: list[str]) -> str:
    """Whether an odd number of inputs is true; by exclusive ors of two, for pySMT reads no others."""
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


def at_most(digits: list[str], bound: int) -> Iterator[str]:
    """Terms that say that a binary number (lowest digit first) is at most `bound`."""
    for i, digit in enumerate(digits):
        if bound >> i & 1:
            continue
        higher = [f"(not {digits[j]})" for j in range(i + 1, len(digits)) if bound >> j & 1]
        yield f"(or (not {digit}) {' '.join(higher)})" if higher else f"(not {digit})"


def at_least(digits: list[str], bound: int) -> Iterator[str]:
    """Terms that say that a binary number (lowest digit first) is at least `bound`."""
    for i, digit in enumerate(digits):
        if not bound >> i & 1:
            continue
        higher = [digits[j] for j in range(i + 1, len(digits)) if not bound >> j & 1]
        yield f"(or {digit} {' '.join(higher)})" if higher else digit
