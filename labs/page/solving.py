"""Encode and solve for the page: rounds, models and the dialogue with the solver as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import to_builtins

from drivers.backend import version
from encoder.annotations import annotated
from encoder.encoding import Encoding
from encoder.forests import Forest, forest_of
from encoder.parts.values import BIG
from encoder.puzzle_script import Decoded, PuzzleScript
from encoder.symbols import cells_by_label, labels_in
from fillomino import laboratories
from fillomino.board import Board
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.errors import InputError, listed
from fillomino.graph import bits
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from labs.page.plain_data import Json
from labs.page.quotas import MEMORY_MIB
from smtlib.render import commented
from workbench.fillomino.deduced import deduced
from workbench.methods.encodings import noted
from workbench.methods.keep import Keep
from workbench.methods.method import Question, Round
from workbench.methods.protocol import Method
from workbench.methods.registry import brought, named
from workbench.methods.smt import SmtMethod, smt

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
            "forest": encoding.forest is not None,
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
    script = noted(encoding.script(puzzle, None, candidates), deduced(level, puzzle, candidates))
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
    terms = encoding.forest
    if terms is None:
        return encoding

    def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        script = encoding.build(puzzle, candidates, logic)
        wanted = {*script.values, *terms.names(puzzle)}
        return script.replace(values=tuple(name for name, _ in script.declarations if name in wanted))

    return encoding.replace(build=build)


_ROUNDS = 400
_CUTS = 60
_DIALOGUE = 40_000


def method_shown(encoding: Encoding, solver: str, level: str, drop: Sequence[str] = ()) -> SmtMethod:
    """Return the method of an encoding and a solver that also asks for the values that the page shows."""
    shown = encoding if encoding.lazy else with_forest(encoding)
    method = smt(shown, solver, deduce=level, drop=drop)
    return method.replace(version=version(method.solver))


def by_paradigm(name: str, level: str = "none") -> Method:
    """Return the method of a paradigm.

    Raises:
        InputError: if none has that name.
    """
    if brought(name) is None:
        raise InputError(
            f"the page takes the methods {listed(laboratories.names('methods'))}, "
            f"and {name!r} is none of them",
            code="bad-request",
        )
    return named(name, deduce=level)


def solve_job(
    puzzle: Puzzle, method: Method, *, unique: bool, seconds: float | None, report: Callable[[Json], None]
) -> None:
    """Solve a puzzle by one method.

    Reports ``round`` for each round of the lazy method (the first few hundred), ``model`` for each model with
    its violations, and finally ``result`` together with ``dialogue``: that with the solver.
    """
    terms = method.encoding.forest if isinstance(method, SmtMethod) else None

    def watch(seen: object) -> None:
        if isinstance(seen, Decoded):
            forest = forest_of(terms, seen.script, seen.values) if terms and seen.script else None
            report({"model": model_json(puzzle, seen.filling, forest)})
        elif isinstance(seen, Round) and seen.number <= _ROUNDS:
            report({"round": round_json(seen, puzzle.board)})

    with TemporaryDirectory(prefix="fillomino-page-") as kept:
        question = Question(
            unique=unique, seconds=seconds, memory_mib=MEMORY_MIB, keep=Keep(Path(kept)), watch=watch
        )
        result = method.run("puzzle", puzzle, question)
        filling = result.answers.fillings[0] if result.answers.fillings else None
        row = {**to_builtins(result.to_json(None)), "filling": filling}
        report({"result": row, "dialogue": dialogue(Path(kept))})


def model_json(puzzle: Puzzle, filling: Filling, forest: Forest | None) -> Json:
    """A model: its numbers, its forest where it has one, and its violations."""
    return {
        "numbers": filling,
        "violations": violations_json(puzzle, filling),
        "forest": None
        if forest is None
        else {
            "edges": sorted(forest.edges),
            "sizes": [forest.sizes.get(cell, 0) for cell in range(puzzle.board.size)],
        },
    }


def violations_json(puzzle: Puzzle, filling: Filling) -> list[Json]:
    """The violations of a filling."""
    return [
        {"name": violation.name, "cells": violation.cells, "text": violation.text}
        for violation in violations(puzzle, filling)
    ]


def round_json(seen: Round, board: Board) -> Json:
    """A round: the numbers of the answer (-1 for one beyond the cap), and its cuts with their cells."""
    cell_of, numbers = cells_by_label(board), [0] * board.size
    for value, cells in seen.held.items():
        for cell in bits(cells):
            numbers[cell] = -1 if value == BIG else value
    cuts = [
        {"term": term, "cells": sorted({cell_of[label] for label in labels_in(term)})}
        for term in seen.cuts[:_CUTS]
    ]
    return {
        "number": seen.number,
        "numbers": numbers,
        "cuts": cuts,
        "more": max(0, len(seen.cuts) - _CUTS),
        "seconds": round(seen.seconds, 6),
    }


def dialogue(kept: Path) -> list[Json]:
    """The dialogue with each process, as kept: what was sent, what came back; long texts are shortened."""
    dialogues = []
    for sent in sorted(_scripts(kept), key=lambda path: path.stat().st_mtime_ns):
        if sent.with_name(f"{sent.stem}.session.smt2").exists():
            continue  # a session's final script, which repeats its commands
        line = sent.with_suffix(".sh")
        dialogues.append(
            {
                "line": line.read_text(encoding="utf-8").splitlines()[-1].replace(f"{kept}/", "")
                if line.exists()
                else "",
                "sent": shortened(sent.read_text(encoding="utf-8")),
                "back": shortened(_text(sent.with_suffix(".out")) + _text(sent.with_suffix(".err"))),
            }
        )
    return dialogues


def _scripts(kept: Path) -> Iterator[Path]:
    yield from kept.glob("*.smt2")
    yield from kept.glob("*.session.txt")  # of a paradigm


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def shortened(text: str) -> str:
    """A text without its middle, if it is long."""
    if len(text) <= _DIALOGUE:
        return text
    half = _DIALOGUE // 2
    return f"{text[:half]}\n; … {len(text) - 2 * half:,} characters left out …\n{text[-half:]}"
