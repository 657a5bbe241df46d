"""Runs identified by content: a run in a file counts if today's program would give the solver the same input.

The key of a run has the solver's command, its version, limits, seed and question, but not the script: that is
written again, and its digest is compared. A method without a script (the lazy method, deduction,
backtracking, paradigms) is identified by the version and commit of this program.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from time import process_time

from encoder.encodings.registry import is_ours
from encoder.puzzle_script import block
from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.deduction.levels import Level
from fillomino.errors import FillominoError, counted
from fillomino.instance import Instance
from smtlib.render import get_value, preamble
from workbench import __version__
from workbench.compare.machine import commit
from workbench.compare.plan import Job
from workbench.compare.row import Row
from workbench.fillomino.deduced import candidates_of
from workbench.methods.encodings import best_logic
from workbench.methods.method import Question, Written
from workbench.methods.protocol import Method
from workbench.methods.scrambled import scrambled
from workbench.methods.smt import SmtMethod


def text_digest(written: Written) -> str:
    """Return a digest of a script without its comments, and of the clause that blocks a filling."""
    import hashlib

    script, given = written.script, written.given
    digest = hashlib.sha256((preamble(given) + get_value(given.values)).encode())
    with suppress(FillominoError):  # a faulty encoding, which fails when a filling is blocked
        digest.update(block(script, (1,) * script.puzzle.places.size).encode())
    return digest.hexdigest()[:16]


def text_of(method: SmtMethod, puzzle: Instance, question: Question) -> str | None:
    """Return the digest of the script for a method's solver; ``None`` if there is none within the limit."""
    encoding = method.encoding
    if encoding.lazy:
        return None
    until = None if question.seconds is None else process_time() + question.seconds
    try:
        with interrupted_at(until):
            candidates = candidates_of(puzzle, method.deduced or Level.NONE)
            logic = method.logic or best_logic(encoding, method.solver)
            script = encoding.script(puzzle, logic, candidates, question.seconds)
        return text_digest(Written(script, scrambled(script, question.scramble, question.mutation)[0]))
    except (FillominoError, MemoryError, OutOfTimeError):
        return None


def is_same(job: Job, row: Row, texts: dict[object, str | None]) -> bool:
    """Return whether a run is what the job would do; ``texts`` caches the digest of each script."""
    method, question = job.method, job.question
    if job.entry.text is not None:
        return True  # the text is part of the key
    same_program = (row.where.fillomino, row.where.commit) == (__version__, commit())
    if not isinstance(method, SmtMethod) or row.given.text is None:
        return same_program and _is_ours(method)
    if same_program and _is_ours(method) and not (row.where.commit or "").endswith("+"):
        return True
    if row.given.opening != method.opening(method.solver, question):
        return False
    given = (
        job.entry.hash,
        row.facts.encoding,
        row.facts.logic,
        method.level,
        question.scramble,
        question.mutation,
    )
    if given not in texts:
        texts[given] = text_of(method, job.entry.to_encode(), question)
    return row.given.text == texts[given]


def _is_ours(method: Method) -> bool:
    """Return whether the code of a method is part of this program."""
    return not isinstance(method, SmtMethod) or is_ours(method.encoding)


def reasons(changed: Sequence[Row]) -> str:
    """Return a line on the disregarded runs: how many, why, and of which methods."""
    parts = []
    for has_text, which in ((True, "of another text"), (False, "of another version of this program")):
        methods = [row.method for row in changed if (row.given.text is not None) == has_text]
        if methods:
            parts.append(f"{len(methods)} {which} ({', '.join(dict.fromkeys(methods))})")
    return f"{counted(len(changed), 'run')} not resumed: {'; '.join(parts)}"
