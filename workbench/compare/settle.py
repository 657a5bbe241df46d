"""Who is right where solvers contradict each other about a script: its model is asked for, and evaluated.

A model of the side that answers ``sat`` decides (`workbench.methods.witness`). A solver that answers
``unsat`` itself counts in this only if it accepts the model. A model also decides against a ``:status``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from workbench.compare.findings import Dispute, contradicted_by_status, disputes, with_statuses_judged
from workbench.compare.plan import Job
from workbench.compare.row import Row
from workbench.methods.script_method import ScriptMethod
from workbench.methods.witness import holds, limits_of


def settled(
    rows: Sequence[Row], jobs: Sequence[Job], notice: Callable[[str], object] = lambda _: None
) -> Iterator[Row]:
    """Yield the runs of which more is known once models were asked for; see `Row.model`.

    `notice` is told in a few words who is asked for a model.
    """
    by_key = {job.key: job for job in jobs}
    by_script: defaultdict[str, dict[str, Row]] = defaultdict(dict)
    for row in rows:
        if row.subject.file is not None:
            by_script[row.subject.puzzle_hash][row.key] = row
    for group in by_script.values():
        asking = _Asking(by_key, notice)
        changed: dict[str, Row] = {}
        for row in list(group.values()):
            for number in contradicted_by_status(row):
                if (verdict := asking.verdict(row, number, set())) is not None:
                    changed[row.key] = _with(changed.get(row.key, row), number, verdict)
        judged = with_statuses_judged([changed.get(row.key, row) for row in group.values()])
        changed |= {row.key: row for row in judged}
        for dispute in disputes([changed.get(row.key, row) for row in group.values()]):
            if dispute.is_open:
                for row in asking.settled(dispute):
                    changed[row.key] = row
        yield from changed.values()


class _Asking:
    """The questions about one script, each asked once."""

    def __init__(self, jobs: dict[str, Job], notice: Callable[[str], object]) -> None:
        self._jobs, self._notice = jobs, notice
        self._known: dict[tuple[str, int], bool | None] = {}

    def verdict(self, row: Row, number: int, deniers: set[str]) -> bool | None:
        """Whether the model of a run's method at a check is one; ``None`` if that is not known."""
        job = self._jobs.get(row.key)
        text = None if job is None else job.entry.text
        if job is None or text is None or not isinstance(job.method, ScriptMethod):
            return None
        if (row.method, number) not in self._known:
            self._notice(f"asking {row.method} for its model of {row.subject.file}")
            question = job.question
            limits = limits_of(question.own_seconds, question.memory_mib)
            verdict = holds(job.method, text, number, limits, question.seed, deniers)
            self._known[row.method, number] = verdict
        return self._known[row.method, number]

    def settled(self, dispute: Dispute) -> Iterator[Row]:
        """Ask each side that answers ``sat``, until a model is found to be one."""
        deniers = {self._make(row) for row in dispute.unsat if row.key in self._jobs}
        asked: set[str] = set()
        for row in dispute.sat:
            if row.key not in self._jobs or row.method in asked:
                continue
            asked.add(row.method)
            verdict = self.verdict(row, dispute.number, deniers)
            if verdict is not None:
                yield _with(row, dispute.number, verdict)
            if verdict:
                return

    def _make(self, row: Row) -> str:
        method = self._jobs[row.key].method
        return method.solver.make if isinstance(method, ScriptMethod) else ""


def _with(row: Row, number: int, verdict: bool) -> Row:
    """A run with one verdict more on its models."""
    checks = row.checks
    models = checks.models or (None,) * len(checks.verdicts)
    models = (*models[:number], verdict, *models[number + 1 :])
    return replace(row, checks=replace(checks, models=models))
