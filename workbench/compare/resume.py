"""The runs of a file that count: those of a method that has not changed since."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fillomino.words import counted
from workbench.compare.plan import Job
from workbench.compare.row import Row
from workbench.compare.store import Store
from workbench.methods.digests import text_of
from workbench.methods.smt import SmtMethod


def of_other_code(jobs: Sequence[Job], store: Store) -> list[Job]:
    """Return the jobs whose run in the file was made by other code than today's, or by unknown code."""
    return [job for job in jobs if (row := store.get(job.key)) is not None and row.code != job.facts.code]


def disregard_changed(jobs: Sequence[Job], store: Store, advance: Callable[[], object]) -> list[Row]:
    """Disregard runs of another text than today's code writes, or another opening, and return them.

    Where both are the same, the run is written once more, with the digest of today's code. A run whose
    text is not known is disregarded, as is one of a method without a text.

    Args:
        jobs: those of `of_other_code`.
        store: the file.
        advance: called after each job.
    """
    texts: dict[object, str | None] = {}
    changed = []
    for job in jobs:
        row, method, question = store.get(job.key), job.method, job.question
        if row is None:
            continue
        same = False
        if row.text is not None and isinstance(method, SmtMethod):
            its = (job.entry.hash, row.encoding, row.logic, method.level, question.scramble)
            if its not in texts:
                texts[its] = text_of(method, job.entry.puzzle, question)
            same = row.text == texts[its] and row.opening == method.opening(method.solver, question)
        if same:
            store.append(replace(row, code=job.facts.code), again=True)
        else:
            store.disregard(job.key)
            changed.append(row)
        advance()
    return changed


def reasons(changed: Sequence[Row]) -> str:
    """Return a line on the runs that were disregarded: how many, why, and of which methods."""
    kinds = (
        ("of another text", [row for row in changed if row.text is not None]),
        ("of other code", [row for row in changed if row.text is None and row.code is not None]),
        ("of older versions, without a record of either", [row for row in changed if row.code is None]),
    )
    parts = [
        f"{len(rows)} {which} ({', '.join(dict.fromkeys(row.method for row in rows))})"
        for which, rows in kinds
        if rows
    ]
    return f"{counted(len(changed), 'run')} not resumed: {'; '.join(parts)}"
