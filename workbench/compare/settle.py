"""Who is right where solvers contradict each other about a script: its model is asked for, and evaluated.

A model of the side that answers ``sat`` decides. It is evaluated by our own code, and where that can't tell
by an installed solver of another make. One that answers ``unsat`` itself counts only if it accepts the model.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from drivers.backend import run
from drivers.completion import completion
from drivers.errors import DriverError
from drivers.limits import Limits
from drivers.solver import Solver, installed
from drivers.solvers import SOLVERS
from drivers.transcript import transcript_of
from smtlib.commands import asked_commands
from smtlib.errors import EvaluationError, SexprError
from smtlib.file import file_at, judged_by
from smtlib.scopes import Check, checks
from smtlib.sexpr import Node, without_places, write
from workbench.compare.plan import Job
from workbench.compare.row import Dispute, Row, disputes
from workbench.methods.scripts import ScriptMethod
from workbench.methods.smt import ready
from workbench.texts.script_file import ScriptFile

_SECONDS = 60.0
"""The limit for each question, where the comparison has none."""


def settled(rows: Sequence[Row], jobs: Sequence[Job]) -> Iterator[Row]:
    """Yield the runs whose model was asked for, and is now known to be one or not; see `Row.model`."""
    by_key = {job.key: job for job in jobs}
    by_script: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_script[row.puzzle_hash].append(row)
    for group in by_script.values():
        for dispute in disputes(group):
            if dispute.is_open:
                yield from _settled(dispute, by_key)


def _settled(dispute: Dispute, jobs: dict[str, Job]) -> Iterator[Row]:
    """Ask each side that answers ``sat``, until a model is found to be one."""
    deniers = {_make(jobs[row.key].method) for row in dispute.unsat if row.key in jobs}
    asked: set[str] = set()
    for row in dispute.sat:
        job = jobs.get(row.key)
        if job is None or job.entry.script is None or row.method in asked:
            continue
        asked.add(row.method)
        verdict = _holds(job, job.entry.script, dispute.number, deniers)
        if verdict is not None:
            yield replace(row, model=_with(row, dispute.number, verdict))
        if verdict:
            return


def _with(row: Row, number: int, verdict: bool) -> bool | tuple[bool | None, ...]:
    """What is known of the models of a run, with one verdict more."""
    if not isinstance(row.verdict, tuple):
        return verdict
    before = row.model if isinstance(row.model, tuple) else (None,) * len(row.verdict)
    return (*before[:number], verdict, *before[number + 1 :])


def _make(method: object) -> str:
    solver = method.solver if isinstance(method, ScriptMethod) else None
    return "" if solver is None else solver.same_as or solver.name


def _holds(job: Job, file: ScriptFile, number: int, deniers: set[str]) -> bool | None:
    """Whether a method's model makes true all that is asserted at a check; ``None`` if nothing tells."""
    method = job.method
    check = next((each for at, each in enumerate(checks(asked_commands(file.text))) if at == number), None)
    if check is None or not isinstance(method, ScriptMethod):
        return None
    seconds = job.question.own_seconds or _SECONDS
    limits = Limits(seconds=2 * seconds, cpu_seconds=seconds, memory_mib=job.question.memory_mib)
    asserted = file_at(check)
    try:
        done = run(_asking(check), ready(method.solver, method.arguments, job.question.seed), limits)
        printed = transcript_of(done.stdout)
        if printed.verdict != "sat" or printed.errors or printed.unread or not printed.whole:
            return None
        verdicts = [each.verdict for each in judged_by(asserted, printed.values)]
    except (DriverError, SexprError, EvaluationError):  # not installed here, or no model that we can read
        return None
    if False in verdicts:
        return False
    if None not in verdicts:
        return True
    for solver in _judges(_make(method)):
        try:
            outcome = completion(asserted, {}, solver, limits, printed=printed.model)
        except (DriverError, EvaluationError, SexprError):
            continue
        if outcome.model is not None:
            return True
        if solver.name not in deniers:
            return False
    return None


def _judges(make: str) -> list[Solver]:
    """The installed solvers of other makes, for any logic."""
    others = [each for each in SOLVERS if not each.same_as and each.name != make and each.logics is None]
    return [each for each in others if installed(each) is not None]


def _asking(check: Check) -> str:
    """A script of a check alone, which asks for its model."""
    asserted = [f"(assert {write(without_places(literal))})" for literal in check.assumptions]
    options = [_text(each) for each in check.options if each.items[1].atom != ":produce-models"]
    lines = ["(set-option :produce-models true)", *options]
    lines += [f"(set-logic {check.logic})"] if check.logic else []
    return "\n".join([*lines, *map(_text, check.commands), *asserted, "(check-sat)", "(get-model)", ""])


def _text(node: Node) -> str:
    return write(without_places(node))
