"""Solve for the page: report rounds, models and the dialogue with the solver as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import to_builtins

from drivers.runner import version
from encoder.encoding import Encoding
from encoder.forests import Forest
from encoder.parts.values import BIG
from encoder.script import Decoded
from encoder.symbols import cells_by_label, symbols_in
from fillomino.board import Board
from fillomino.errors import InputError
from fillomino.graph import bits
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from workbench.methods.keep import Keep
from workbench.methods.method import Method
from workbench.methods.question import Question, Round
from workbench.methods.smt import SmtMethod
from workbench.methods.table import is_paradigm, named, smt
from workbench.page.encoded import with_forest
from workbench.page.limits import MEMORY_MIB
from workbench.page.model import Json
from workbench.paradigms.table import PARADIGMS

_ROUNDS = 400
_CUTS = 60
_DIALOGUE = 40_000


def method_shown(encoding: Encoding, solver: str, level: str, drop: Sequence[str] = ()) -> SmtMethod:
    """Return the method of an encoding and a solver that also asks for the values that the page shows."""
    shown = encoding if encoding.lazy else with_forest(encoding)
    method = smt(shown, solver, deduce=level, drop=drop)
    return replace(method, version=version(method.solver))


def by_paradigm(name: str, level: str = "none") -> Method:
    """Return the method of a paradigm.

    Raises:
        InputError: if none has that name.
    """
    if not is_paradigm(name):
        raise InputError(
            f"the page takes the paradigms {', '.join(PARADIGMS)}, and {name!r} is none of them",
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

    def watch(seen: object) -> None:
        if isinstance(seen, Decoded):
            report({"model": model_json(puzzle, seen.filling, seen.forest)})
        elif isinstance(seen, Round) and seen.number <= _ROUNDS:
            report({"round": round_json(seen, puzzle.board)})

    with TemporaryDirectory(prefix="fillomino-page-") as kept:
        question = Question(
            unique=unique, seconds=seconds, memory_mib=MEMORY_MIB, keep=Keep(Path(kept)), watch=watch
        )
        result = method.run("puzzle", puzzle, question)
        filling = result.fillings[0] if result.fillings else None
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
        {"term": term, "cells": sorted({cell_of[symbol.label] for symbol in symbols_in(term, "ng")})}
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
