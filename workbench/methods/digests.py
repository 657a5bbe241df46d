"""Digests of what a method runs: our code, and the text that a solver is given.

Two runs of the same puzzle, method and question are runs of the same thing if the same code made them, or
else the same text.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.errors import FillominoError

if TYPE_CHECKING:
    from encoder.script import PuzzleScript
    from fillomino.puzzle import Puzzle
    from workbench.methods.question import Question
    from workbench.methods.smt import SmtMethod

SOLVING = (
    *("fillomino", "smtlib", "encoder", "drivers"),
    *("workbench/methods", "workbench/paradigms", "workbench/foreign"),
)
"""The folders of the code that solves; commands and reports are elsewhere."""

_ROOT = Path(__file__).resolve().parents[2]


@cache
def code_digest(*others: str) -> str:
    """Return a digest of our code that solves, and of what identifies somebody's encoding.

    Args:
        others: what was typed, and digests of files.
    """
    import hashlib  # not needed to solve

    digest = hashlib.sha256("\n".join(others).encode())
    for folder in SOLVING:
        for path in sorted((_ROOT / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def text_digest(original: PuzzleScript, script: PuzzleScript) -> str:
    """Return a digest of a script without its comments, and of the clause that blocks a filling.

    Args:
        original: the script.
        script: the same as the solver is given it, perhaps scrambled.
    """
    import hashlib

    from encoder.script import block
    from smtlib.render import get_value, preamble

    digest = hashlib.sha256((preamble(script) + get_value(script.values)).encode())
    with suppress(FillominoError):  # a bug of somebody's, which shows when a filling is blocked
        digest.update(block(original, (1,) * original.puzzle.board.size).encode())
    return digest.hexdigest()[:16]


def text_of(method: SmtMethod, puzzle: Puzzle, question: Question) -> str | None:
    """Return the digest of the text that a method gives its solver; ``None`` if there is none, or no end."""
    from fillomino.deduction.engine import deduce
    from workbench.foreign.command import with_timeout
    from workbench.logics import best_logic
    from workbench.methods.scrambled import scrambled
    from workbench.methods.smt import DEDUCTION_SECONDS

    encoding = method.encoding
    if encoding.lazy:
        return None
    until = None if question.seconds is None else process_time() + question.seconds
    try:
        with interrupted_at(until):
            candidates = deduce(puzzle, method.deduced, seconds=DEDUCTION_SECONDS)
            logic = method.logic or best_logic(encoding, method.solver)
            original = with_timeout(encoding, question.seconds).script(puzzle, logic, candidates)
        return text_digest(original, scrambled(original, question.scramble)[0])
    except (FillominoError, MemoryError, OutOfTimeError):
        return None
