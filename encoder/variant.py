"""Variants of an encoding with families of their own, in addition to its families or in their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import update_wrapper
from typing import Any

from encoder.builder import Builder
from encoder.encoding import Encoding
from encoder.errors import EncodingError
from encoder.puzzle_script import PuzzleScript
from encoder.select import select
from smtlib.script import Columns, Declaration, Family


def variant(
    encoding: Encoding,
    name: str,
    families: Sequence[Family],
    extend: Callable[[Builder, PuzzleScript], object],
    *,
    drop: Sequence[str] = (),
    title: str = "",
) -> Encoding:
    """Return an encoding with further families, which come last in its text.

    Whatever it declares is declared in the variant, too, so answers are decoded as before.

    Args:
        encoding: what it is a variant of, of any game.
        name: what people type.
        families: the further families; one may have the name of a family that is dropped.
        extend: adds their constraints, and constants that they need, to a builder. The script is that of the
            encoding, without what is dropped: its puzzle, the terms of the `cells`, its declarations.
        drop: names of families to leave out.
        title: one line; by default that of the encoding.

    Raises:
        EncodingError: for a family to drop that the encoding does not have, or a further one that it has.
            When it builds, for an assertion of a family that `families` does not list, and for a constant
            that is declared already.
    """
    part = select(encoding, drop)
    ours, theirs = {family.name for family in families}, {family.name for family in part.families}
    if both := sorted(ours & theirs):
        raise EncodingError(
            f"{name} adds the family {both[0]}, which {encoding.name} has: drop that, or rename it",
            code="bad-family",
        )

    def build(*arguments: Any) -> PuzzleScript:
        script = part.build(*arguments)
        builder = Builder(script.puzzle.places, script.meaning, families)
        builder.declarations.update(script.declarations)
        extend(builder, script)
        if stray := sorted({assertion.family for assertion in builder.assertions} - ours):
            raise EncodingError(
                f"{name} asserts {', '.join(stray)}, which its families do not list", code="bad-family"
            )
        return _joined(name, script, builder, families)

    return part.replace(
        name=name,
        title=title or encoding.title,
        families=(*part.families, *families),
        build=update_wrapper(build, extend),  # an error in it is reported with its file and line
        spec="",
    )


def _joined(name: str, script: PuzzleScript, builder: Builder, families: Sequence[Family]) -> PuzzleScript:
    """A script with what a builder, which has its declarations, adds to it."""
    further = builder.script(name, puzzle=script.puzzle)
    names, sorts = tuple(builder.declarations), tuple(builder.declarations.values())
    return script.replace(
        encoding=name,
        families=(*script.families, *families),
        declarations=Columns(Declaration, (names, sorts)),
        assertions=(*script.assertions, *further.assertions),
        meaning=further.meaning,
        fills=(*script.fills, *further.fills),
    )
