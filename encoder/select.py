"""Variants of an encoding without some of its families, to find out what each family contributes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from encoder.encoding import Encoding
from encoder.errors import EncodingError
from encoder.puzzle_script import PuzzleScript
from smtlib.script import Assertion, disjunction, negation


def select(encoding: Encoding, drop: Sequence[str] = (), only: Sequence[str] = ()) -> Encoding:
    """Return the encoding without the assertions of some families; itself if none is dropped.

    Declarations stay, so answers are decoded as before. The result admits more models than the encoding,
    or the same ones if the families were redundant.

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

    def build(*arguments: Any) -> PuzzleScript:
        whole = encoding.build(*arguments)
        stray = sorted({assertion.family for assertion in whole.assertions}.difference(names))
        if stray:
            raise EncodingError(
                f"{encoding.name} asserts {', '.join(stray)}, which its families do not list",
                code="bad-family",
            )
        assertions = tuple(a for a in whole.assertions if a.family in kept)
        families = tuple(family for family in whole.families if family.name in kept)
        return whole.replace(encoding=label, families=families, assertions=assertions)

    label = _label(encoding.name, [n for n in names if n not in kept], [n for n in names if n in kept])
    families = tuple(family for family in encoding.families if family.name in kept)
    return encoding.replace(name=label, families=families, build=build, spec="")


def falsified(encoding: Encoding, part: Encoding) -> Encoding:
    """Return the part of an encoding that `select` keeps, with the negation of what it dropped.

    Its models are those that the dropped families exclude: wrong fillings, unless the families are redundant.
    It refuses a puzzle for which they assert nothing.
    """
    kept = {family.name for family in part.families}

    def build(*arguments: Any) -> PuzzleScript:
        whole = encoding.build(*arguments)
        gone = [assertion for assertion in whole.assertions if assertion.family not in kept]
        if not gone:
            raise EncodingError(f"{part.name} drops no assertion of this puzzle", code="option-conflict")
        some = Assertion(gone[0].family, (), disjunction([negation(one.term) for one in gone]))
        assertions = (*(a for a in whole.assertions if a.family in kept), some)
        return whole.replace(encoding=part.name, assertions=assertions)

    return part.replace(families=encoding.families, build=build)


def family_names(text: Sequence[str]) -> list[str]:
    """Return the names in repeatable options, each a comma-separated list."""
    return [name.strip() for part in text for name in part.split(",") if name.strip()]


def whole_name(name: str) -> str:
    """The name of the encoding of which one of this name is a part."""
    return _PART.split(name)[0]


_PART = re.compile(r"-(?:without|only)-")


def _label(name: str, dropped: Sequence[str], kept: Sequence[str]) -> str:
    """The name of a variant: by what it drops or by what it keeps, whichever are fewer."""
    if len(dropped) <= len(kept):
        return f"{name}-without-{'-and-'.join(dropped)}"
    return f"{name}-only-{'-and-'.join(kept) or 'declarations'}"
