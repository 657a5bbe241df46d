"""Trees of small numbers: sizes in unary, and roots told by their place among landmarks.

Two trees of one number must not touch, so neighbours that are equal have one root. The root's
distance from each landmark is told in unary, and as it is no farther from a cell than its region
is large, only a window of distances is open. The root is the cell of the region nearest to the
first landmark, then to the second, and so on: one of many trees less to choose from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encoder.forests.landmarks import coordinates
from encoder.forests.trees import Trees
from encoder.script import Assertion
from encoder.sizes import Lines, unary_sum
from encoder.terms import conjunction, disjunction


def unary_sizes(trees: Trees) -> tuple[list[str], list[Assertion]]:
    """The constants, and the assertions, about the sizes of small trees."""
    names: list[str] = []
    assertions: list[Assertion] = []
    for x in trees.cells:
        if not trees.small[x]:
            continue
        digits = _digits(trees, x)
        names += digits
        lines = Lines()
        parts = [_child(trees, lines, x, y) for y in trees.joins[x] if _link(x, y) in trees.same_small]
        most = max(trees.small[x])
        total = unary_sum(lines, f"t_{trees.label(x)}", parts, most - 1)
        total += ["false"] * (most - 1 - len(total))
        names += lines.names
        terms = [*lines.terms, *(f"(= {a} {b})" for a, b in zip(digits, total, strict=True))]
        assertions += [Assertion("size-sum", (x, *trees.joins[x]), term) for term in terms]
        assertions.append(Assertion("root-size", (x,), _root_size(trees, x, digits)))
    return names, assertions


def _digits(trees: Trees, x: int) -> list[str]:
    """The digits of a size: the k-th, from 0, says that it is more than k + 1."""
    return [f"s_{trees.label(x)}_{k}" for k in range(max(trees.small[x]) - 1)]


def _child(trees: Trees, lines: Lines, x: int, y: int) -> list[str]:
    """The size of y where it is a child of x in a small tree, else nothing, in unary."""
    most = max(trees.same_small[_link(x, y)]) - 1  # a child has less than the number that both hold
    if most < 1:
        return []
    a, b = trees.label(x), trees.label(y)
    edge = f"e_{a}_{b}"
    if _link(x, y) in trees.same_wide:
        edge = lines.define(f"m_{a}_{b}", f"(and {edge} q_{min(a, b)}_{max(a, b)})")
    digits = _digits(trees, y)[: most - 1]
    return [edge, *(lines.define(f"m_{a}_{b}_{k}", f"(and {edge} {d})") for k, d in enumerate(digits))]


def _root_size(trees: Trees, x: int, digits: list[str]) -> str:
    """For each number v: the size is not more than v, and v itself just at a root."""
    root = f"R_{trees.label(x)}"
    terms = []
    for number in trees.small[x]:
        reached = digits[number - 2] if number > 1 else "true"
        beyond = [f"(not {digits[number - 1]})"] if number <= len(digits) else []
        says = conjunction([f"(= {root} {reached})", *beyond])
        held = trees.holds(x, number)
        terms.append(says if held == "true" else f"(=> {held} {says})")
    return conjunction(terms)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the root of a cell's region is on one coordinate: from `low` to `high`, told in unary."""

    prefix: str
    low: int
    high: int

    def names(self) -> list[str]:
        return [self.least(at) for at in range(self.low + 1, self.high + 1)]

    def least(self, at: int) -> str:
        """The literal "the root's coordinate is at least this"."""
        return "true" if at <= self.low else "false" if at > self.high else f"{self.prefix}_{at}"


def unary_roots(trees: Trees) -> tuple[list[str], list[Assertion]]:
    """The constants, and the assertions, about the roots of small trees."""
    distances = coordinates(trees.tokens.puzzle.board)
    ordered = not trees.tokens.puzzle.basic  # there the root is any clue of the region
    places: dict[int, list[_Place]] = {}
    for x in trees.cells:
        if trees.small[x]:
            reach = max(trees.small[x]) - 1
            places[x] = [
                _Place(
                    f"r_{trees.label(x)}_{index}",
                    max(0, its[x] - reach),
                    its[x] if ordered and index == 0 else its[x] + reach,
                )
                for index, its in enumerate(distances)
            ]
    names = [name for its in places.values() for place in its for name in place.names()]
    assertions = []
    for x, its in places.items():
        own = [index[x] for index in distances]
        assertions += [Assertion("root-self", (x,), term) for term in _own_root(trees, x, its, own)]
        if ordered:
            assertions += [Assertion("root-self", (x,), term) for term in _first(its, own)]
    for x, y in trees.same_small:
        q = f"q_{trees.label(x)}_{trees.label(y)}"
        terms = dict.fromkeys(_same(q, places[x], places[y]))
        assertions += [Assertion("same-root", (x, y), term) for term in terms]
    return names, assertions


def _own_root(trees: Trees, x: int, places: list[_Place], own: list[int]) -> Iterator[str]:
    """The digits fall, and those of a root are its own."""
    root = trees.of_kind(x, f"R_{trees.label(x)}", wide=False)
    literals = []
    for place, at in zip(places, own, strict=True):
        for lower in range(place.low + 1, place.high):
            yield f"(or {place.least(lower)} (not {place.least(lower + 1)}))"
        if place.least(at) != "true":
            literals.append(place.least(at))
        if place.least(at + 1) != "false":
            literals.append(f"(not {place.least(at + 1)})")
    if literals:
        yield f"(=> {root} {conjunction(literals)})"


def _first(places: list[_Place], own: list[int]) -> Iterator[str]:
    """The root comes before x in the order of coordinates; on the first that is so by its window."""
    tied: list[str] = []
    for index, (place, at) in enumerate(zip(places, own, strict=True)):
        beyond = place.least(at + 1)
        if index and beyond != "false":
            yield disjunction([*tied, f"(not {beyond})"])
        if place.least(at) != "true":
            tied.append(f"(not {place.least(at)})")


def _same(q: str, here: list[_Place], there: list[_Place]) -> Iterator[str]:
    """Equal neighbours have the same root."""
    for a, b in zip(here, there, strict=True):
        for at in range(min(a.low, b.low) + 1, max(a.high, b.high) + 1):
            one, other = a.least(at), b.least(at)
            for yes, no in ((one, other), (other, one)):
                if yes != "false" and no not in ("true", yes):
                    literals = [f"(not {q})"]
                    literals += [] if yes == "true" else [f"(not {yes})"]
                    yield disjunction(literals + ([] if no == "false" else [no]))


def _link(x: int, y: int) -> tuple[int, int]:
    return (x, y) if x < y else (y, x)
