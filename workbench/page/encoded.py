"""An encoded puzzle as the page shows it: the commented text, and the cells of each line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from encoder.annotations import annotated
from encoder.encoding import Encoding
from encoder.forests import forest_names, has_forest
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from smtlib.render import commented
from workbench.methods.deduced import deduced, noted
from workbench.page.model import Json

MAX_TEXT = 16_000_000
"""Characters of a text; longer ones are too much to read, and to render in a browser."""

DEDUCTION_SECONDS = 2.0

_ASSERT = "(assert "


def encodings_json(encodings: Iterable[Encoding]) -> list[Json]:
    """Return what the page shows of the encodings that can be chosen."""
    return [
        {
            "name": encoding.name,
            "title": encoding.title,
            "idea": encoding.idea,
            "source": encoding.source,
            "lazy": encoding.lazy,
            "forest": has_forest(encoding.name),
            "families": [family.name for family in encoding.families],
        }
        for encoding in encodings
    ]


def encoded_json(puzzle: Puzzle, encoding: Encoding, level: Level, most: int = MAX_TEXT) -> Json:
    """Encode a puzzle, in the encoding's own logic, in so many characters at most.

    Returns:
        The text of the flavour ``commented``; its families with the line where each begins and how many
        assertions follow; the cells of each assertion, in the order of the text; the candidates that
        deduction left, as far as they are few.

    Raises:
        InputError: if the text is too long for a page.
    """
    level = level if encoding.deduces else Level.NONE
    candidates = deduce(puzzle, level, seconds=DEDUCTION_SECONDS)
    if encoding.estimate is not None:
        _check(encoding, encoding.estimate(puzzle, candidates), 3 * most)  # a rough estimate
    script = noted(encoding.script(puzzle, None, candidates), deduced(level, candidates))
    _check(encoding, sum(len(assertion.term) for assertion in script.assertions), most)
    text = commented(annotated(script))
    first, lines = _lines(script, text)
    counts = {family.name: len(cells) for family, cells in zip(script.families, lines, strict=True)}
    return {
        "encoding": encoding.name,
        "logic": script.logic,
        "text": text,
        "symbols": len(script.declarations),
        "families": [
            {
                "name": family.name,
                "title": family.title,
                "formula": family.formula,
                "source": family.source,
                "line": first.get(family.name, 0),
                "count": counts[family.name],
            }
            for family in script.families
        ],
        "cells": [cells for family in lines for cells in family],
        "candidates": few(candidates),
    }


def _check(encoding: Encoding, characters: int, most: int) -> None:
    if characters > most:
        raise InputError(
            f"in the encoding {encoding.name} this puzzle has {characters / 1e6:.0f} MB of text, too much "
            f"for a page; choose another encoding, or write it with `fillomino encode`",
            code="too-long",
        )


def _lines(script: PuzzleScript, text: str) -> tuple[dict[str, int], list[list[tuple[int, ...]]]]:
    """For each family with assertions its first line in the text, and for all the cells of each line."""
    members: dict[str, list[tuple[int, ...]]] = {family.name: [] for family in script.families}
    for assertion in script.assertions:
        members[assertion.family].append(assertion.about)
    numbers = [number for number, line in enumerate(text.split("\n")) if line.startswith(_ASSERT)]
    if len(numbers) != len(script.assertions):
        raise AssertionError("an assertion is not one line of the commented text")
    first, at = {}, 0
    for name, cells in members.items():
        if cells:
            first[name] = numbers[at]
            at += len(cells)
    return first, list(members.values())


def few(candidates: Candidates, most: int = 9) -> list[list[int]]:
    """The candidates of each cell; an empty list where there are many (or none)."""
    return [
        candidates.numbers(cell) if mask.bit_count() <= most else []
        for cell, mask in enumerate(candidates.masks)
    ]


def with_forest(encoding: Encoding) -> Encoding:
    """The encoding with the values of edges, sizes and roots, which only the page needs."""
    if not has_forest(encoding.name):
        return encoding

    def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        script = encoding.build(puzzle, candidates, logic)
        wanted = {*script.values, *forest_names(encoding.name, puzzle)}
        return replace(script, values=tuple(name for name, _ in script.declarations if name in wanted))

    return replace(encoding, build=build)
