"""Wrong encodings made from right ones, systematically: one family, one kind of mistake."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from encoder.encoding import Encoding
from encoder.puzzle_script import PuzzleScript
from fillomino.board import rectangle
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Assertion
from smtlib.sexpr import Sexpr, read_one, write

FLIPPED = {"<=": ">=", "<": ">", "bvule": "bvuge", "bvult": "bvugt"}
STRICT = {"<=": "<", "<": "<=", "bvule": "bvult", "bvult": "bvule"}
EDGE = re.compile(r"\be_([0-9]+)_([0-9]+)\b")
NUMERAL = re.compile(r"(?<![\w_])([0-9]+)(?![\w_])|\(_ bv([0-9]+) ([0-9]+)\)")


@dataclass(frozen=True, slots=True)
class Mutant:
    """An encoding with a mistake in one family."""

    family: str
    kind: str
    encoding: Encoding

    @property
    def name(self) -> str:
        return f"{self.family}: {self.kind}"


def mutants(encoding: Encoding, logic: str | None = None) -> list[Mutant]:
    """Every mistake of `KINDS` in every family in which it changes something on small boards.

    An edge without direction has no other way round.
    """
    puzzle = Puzzle(rectangle(2, 3), {0: 2, 5: 3}, frozenset([(1, 2)]), largest_region=4)
    whole = terms(encoding, puzzle, logic)
    declared = {name for name, _ in encoding.script(puzzle, logic).declarations}
    found = []
    for family in encoding.families:
        for kind, change in KINDS:
            mutant = Mutant(family.name, kind, mutated(encoding, family.name, change))
            changed = terms(mutant.encoding, puzzle, logic)
            edges = {match[0] for term in changed for match in EDGE.finditer(term)}
            if changed != whole and edges <= declared:
                found.append(mutant)
    return found


def terms(encoding: Encoding, puzzle: Puzzle, logic: str | None) -> set[str]:
    return {assertion.term for assertion in encoding.script(puzzle, logic).assertions}


def mutated(
    encoding: Encoding, family: str, change: Callable[[list[Assertion]], list[Assertion]]
) -> Encoding:
    def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        script = encoding.build(puzzle, candidates, logic)
        concerned = change([a for a in script.assertions if a.family == family])
        return replace(script, assertions=(*(a for a in script.assertions if a.family != family), *concerned))

    return replace(encoding, name=f"{encoding.name}-mutated", build=build)


def in_terms(change: Callable[[Sexpr], Sexpr]) -> Callable[[list[Assertion]], list[Assertion]]:
    return lambda assertions: [a._replace(term=write(change(read_one(a.term)))) for a in assertions]


def in_texts(change: Callable[[str], str]) -> Callable[[list[Assertion]], list[Assertion]]:
    return lambda assertions: [a._replace(term=change(a.term)) for a in assertions]


def everywhere(operators: dict[str, str]) -> Callable[[Sexpr], Sexpr]:
    """Replace operators wherever they stand."""

    def change(term: Sexpr) -> Sexpr:
        if isinstance(term, str) or not term:
            return term
        head, *rest = term
        new = operators.get(head, head) if isinstance(head, str) else change(head)
        return (new, *(change(item) for item in rest))

    return change


def converse(term: Sexpr) -> Sexpr:
    """The implication the other way round."""
    if isinstance(term, tuple) and term[0] == "=>":
        return ("=>", term[2], term[1])
    return term


def one_way(term: Sexpr) -> Sexpr:
    """Of an equivalence between formulas only one direction."""
    if isinstance(term, tuple) and term[0] == "=" and (_formula(term[1]) or _formula(term[2])):
        return ("=>", *term[1:])
    return term


def other_way(term: Sexpr) -> Sexpr:
    changed = one_way(term)
    return changed if changed == term else ("=>", term[2], term[1])


def _formula(term: Sexpr) -> bool:
    return isinstance(term, tuple) and term[0] in ("=", "and", "or", "not", "=>")


def shifted(by: int) -> Callable[[str], str]:
    """The last number of a term, changed by one."""

    def change(term: str) -> str:
        found = [match for match in NUMERAL.finditer(term) if match[1] or match[2]]
        if not found:
            return term
        match = found[-1]
        value = int(match[1] or match[2]) + by
        if value < 0:
            return term
        text = str(value) if match[1] else f"(_ bv{value % (1 << int(match[3]))} {match[3]})"
        return term[: match.start()] + text + term[match.end() :]

    return change


def swapped(term: str) -> str:
    """Every edge the other way round."""
    return EDGE.sub(r"e_\2_\1", term)


def ascending(assertions: list[Assertion]) -> list[Assertion]:
    """Only the pairs of neighbours in ascending order, as if the other direction had been forgotten."""
    return [a for a in assertions if len(a.about) != 2 or a.about[0] < a.about[1]]


def descending(assertions: list[Assertion]) -> list[Assertion]:
    return [a for a in assertions if len(a.about) != 2 or a.about[0] > a.about[1]]


def without_last(assertions: list[Assertion]) -> list[Assertion]:
    """The last cell or pair forgotten: a loop that ends too early."""
    return assertions[:-1]


def without_last_neighbour(term: Sexpr) -> Sexpr:
    """The last summand of each sum forgotten."""
    if isinstance(term, str) or not term:
        return term
    if term[0] == "+" and len(term) > 2:
        return (*term[:-1], "0") if len(term) > 3 else term[1]
    return tuple(without_last_neighbour(item) for item in term)


KINDS: tuple[tuple[str, Callable[[list[Assertion]], list[Assertion]]], ...] = (
    ("comparison flipped", in_terms(everywhere(FLIPPED))),
    ("comparison made strict, or not", in_terms(everywhere(STRICT))),
    ("implication turned round", in_terms(converse)),
    ("equivalence from left to right only", in_terms(one_way)),
    ("equivalence from right to left only", in_terms(other_way)),
    ("constant one too large", in_texts(shifted(1))),
    ("constant one too small", in_texts(shifted(-1))),
    ("edges the other way round", in_texts(swapped)),
    ("pairs in ascending order only", ascending),
    ("pairs in descending order only", descending),
    ("last one forgotten", without_last),
    ("last neighbour of a sum forgotten", in_terms(without_last_neighbour)),
)
