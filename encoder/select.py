"""An encoding with some of its families left out: to see what each of them is for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from encoder.encoding import Encoding
from encoder.errors import EncodingError
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Assertion
from smtlib.terms import disjunction, negation


def select(encoding: Encoding, drop: Sequence[str] = (), only: Sequence[str] = ()) -> Encoding:
    """The encoding without the assertions of some families; itself if nothing is left out.

    Declarations stay, so that answers are read back as before. What is left asserts less than the
    puzzle does, or, if the families were redundant, the same.

    Args:
        encoding: the whole encoding.
        drop: names of families to leave out.
        only: names of families to keep; all if empty.

    Raises:
        EncodingError: for a family that the encoding does not have; the message lists those it has. When
            it builds, for an assertion of a family that the encoding does not list.
    """
    names = [family.name for family in encoding.families]
    for name in (*drop, *only):
        if name not in names:
            known = ", ".join(names)
            raise EncodingError(
                f"the encoding {encoding.name} has no family {name!r}; it has {known}", code="unknown-family"
            )
    kept = {name for name in names if (not only or name in only) and name not in drop}
    if len(kept) == len(names):
        return encoding

    def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        whole = encoding.build(puzzle, candidates, logic)
        stray = sorted({assertion.family for assertion in whole.assertions}.difference(names))
        if stray:
            raise EncodingError(
                f"{encoding.name} asserts {', '.join(stray)}, which its families do not list",
                code="bad-family",
            )
        assertions = tuple(a for a in whole.assertions if a.family in kept)
        families = tuple(family for family in whole.families if family.name in kept)
        return replace(whole, encoding=label, families=families, assertions=assertions)

    label = _label(encoding.name, [n for n in names if n not in kept], [n for n in names if n in kept])
    families = tuple(family for family in encoding.families if family.name in kept)
    return replace(encoding, name=label, families=families, build=build, spec="")


def falsified(encoding: Encoding, part: Encoding) -> Encoding:
    """The part of an encoding that `select` leaves, where something that it left out is false.

    Its models are those of the part that the encoding excludes: wrong fillings, if the families left out are
    not redundant. A puzzle of which these assert nothing it does not encode.
    """
    kept = {family.name for family in part.families}

    def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        whole = encoding.build(puzzle, candidates, logic)
        gone = [assertion for assertion in whole.assertions if assertion.family not in kept]
        if not gone:
            raise EncodingError(f"{part.name} drops no assertion of this puzzle", code="option-conflict")
        some = Assertion(gone[0].family, (), disjunction([negation(one.term) for one in gone]))
        assertions = (*(a for a in whole.assertions if a.family in kept), some)
        return replace(whole, encoding=part.name, assertions=assertions)

    return replace(part, families=encoding.families, build=build)


def family_names(text: Sequence[str]) -> list[str]:
    """The names in options that may be repeated and may each hold several, parted by commas."""
    return [name.strip() for part in text for name in part.split(",") if name.strip()]


def _label(name: str, dropped: Sequence[str], kept: Sequence[str]) -> str:
    """A name for the rest of an encoding, whichever way is shorter."""
    if len(dropped) <= len(kept):
        return f"{name}-without-{'-and-'.join(dropped)}"
    return f"{name}-only-{'-and-'.join(kept) or 'declarations'}"
